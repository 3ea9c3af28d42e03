//! Positions that are set up by hand.

use serde_json::{Value, json};

use crate::house::House;

#[tokio::test]
async fn a_text_is_taken_apart_and_put_together_again() {
    let house = House::open().await;
    let mut ada = house.browser();
    for (game, text) in [
        ("mobius", "7r4/4b2rb3/12/12/12/12/12/12/12/12/12/12/4r1b1b3 b"),
        ("move", "ogngo/gonog/konnn/gngog/gonno n o 3>"),
        (
            "fibonacci classic",
            "c2aD1/7/6Da/2d2DD2/2d2a2D1/d3d1aD3/dd2a2a2/9/3A2C1/A2AA2/1A1A2 g 10 2+",
        ),
        (
            "fibonacci cards",
            "a2aaa/1AA1a2/2cA4/3A4D/4a1DDD1/5d1D3/1ddd2Dd2/d8/2A5/1A5/5C g 10 3+ 021121,101122",
        ),
        ("mixtour 20/1", ",,,,/,rr,,w,/,,,,/,w,,,/r,,,, w 0:0 20/1 a1"),
    ] {
        let position = json!({"kind": "text", "game": game, "text": text});
        let apart = ada.post("/api/setup", &position).await;
        assert_eq!(apart.status, 200, "{}", apart.text);
        let apart = apart.json();
        assert_eq!((&apart["problem"], &apart["position"]), (&Value::Null, &json!(text)));
        let fields = apart["fields"].as_array().expect("fields").iter();
        let fields: Vec<&Value> = fields.map(|field| &field["value"]).collect();
        let board = json!({"kind": "board", "game": game, "stacks": apart["stacks"], "fields": fields});
        let together = ada.post("/api/setup", &board).await.json();
        assert_eq!(together, apart, "{game}");
    }
}

#[tokio::test]
async fn what_is_illegal_is_explained() {
    let house = House::open().await;
    let check = async |game: &str, stacks: Value, fields: &str, expected: &str| {
        let fields: Vec<&str> = fields.split(' ').collect();
        let board = json!({"kind": "board", "game": game, "stacks": stacks, "fields": fields});
        let answer = house.browser().post("/api/setup", &board).await;
        let problem = answer.json()["problem"]["message"].clone();
        let is_told = problem.as_str().is_some_and(|problem| problem.contains(expected));
        assert!(is_told, "{}", answer.text);
    };
    let none = || json!([]);
    check("mobius", none(), "x", "the player to move is r or b").await;
    check("move", none(), "k o -", "neutral marbles stand on column c and row 3").await;
    check("fibonacci", none(), "r 1 1", "0 pieces C instead of 1").await;
    let tower = json!([{"site": 0, "pieces": [0, 1, 0, 1, 0]}]);
    check("mixtour 20/1", tower, "w 0:0 20/1 -", "a stack of five or more").await;
    let expected = "the last move cannot have been b2";
    check("mixtour 20/1", none(), "w 0:0 20/1 b2", expected).await;
    check("mixtour 20/1", none(), "w", "a position is the rows").await;

    let refused = async |stacks: Value, at: &str| {
        let board = json!({"kind": "board", "game": "mixtour 20/1", "stacks": stacks, "fields": []});
        house.browser().post("/api/setup", &board).await.check_at(at);
    };
    refused(json!([{"site": 25, "pieces": [0]}]), "stacks[0].site").await;
    let twice = json!([{"site": 1, "pieces": [0]}, {"site": 1, "pieces": [1]}]);
    refused(twice, "stacks[1].site").await;
    refused(json!([{"site": 1, "pieces": [2]}]), "stacks[0].pieces").await;
    let nonsense = json!({"kind": "text", "game": "move", "text": "nonsense"});
    let answer = house.browser().post("/api/setup", &nonsense).await.json();
    assert!(answer["stacks"].is_null(), "{answer}");
    assert_eq!(answer["problem"]["code"], "move_fields");
}
