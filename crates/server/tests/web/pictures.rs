//! Pictures of lines of play.

use serde_json::{Value, json};

use crate::house::House;

fn body(format: &str, game: &str, moves: &[&str]) -> Value {
    json!({"format": format, "line": {"game": game, "moves": moves}})
}

#[tokio::test]
async fn any_line_of_play_can_be_drawn() {
    let house = House::open().await;
    let check = async |body: Value, kind: &str, begins: &str| {
        let answer = house.browser().post("/api/pictures", &body).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(answer.header("content-type"), kind);
        assert!(answer.text.starts_with(begins), "{body}");
        answer.text
    };
    let line = ["b2", "c3", "b2-c3"];
    let svg = check(body("svg", "mixtour 20/1", &line), "image/svg+xml", "<svg ").await;
    assert!(svg.contains("Mixtour 20/1 by Dieter Stein: Red to move"), "{svg}");
    assert!(svg.contains("c3, stack of 2, white piece on top"), "{svg}");
    check(body("png", "mixtour 20/1", &line), "image/png", "\u{fffd}PNG").await;
    let gif = check(body("gif", "mixtour 20/1", &line), "image/gif", "GIF89a").await;
    assert!(gif.contains("NETSCAPE2.0"), "it repeats");
    let set_up = json!({
        "format": "svg",
        "line": {"game": "move", "start": "ogngo/gonog/konnn/gngog/gonno n o 3>", "moves": ["av"]},
    });
    check(set_up, "image/svg+xml", "<svg ").await;
}

#[tokio::test]
async fn what_cannot_be_drawn_is_explained() {
    let house = House::open().await;
    let check = async |body: Value, at: &str, expected: &str| {
        let answer = house.browser().post("/api/pictures", &body).await;
        answer.check_at(at);
        assert!(answer.text.contains(expected), "{}", answer.text);
    };
    check(body("bmp", "move", &[]), "format", "unknown variant").await;
    check(body("gif", "chess", &[]), "line.game", "chess").await;
    check(body("gif", "mixtour 20/1", &["b2", "b2"]), "line.moves[1]", "b2").await;
    let shuffled = ["a5-b5", "end", "k7-j7", "end", "b5-a5", "end", "j7-k7", "end"];
    let long: Vec<&str> = shuffled.iter().copied().cycle().take(2001).collect();
    check(body("svg", "fibonacci", &long), "line.moves", "at most 2000").await;
}

#[tokio::test]
async fn too_many_pictures_are_refused_for_a_while() {
    let house = House::open_with(&[("pictures-per-address", "2/1h")]).await;
    let mut ada = house.browser();
    let svg = body("svg", "move", &[]);
    for _ in 0..2 {
        assert_eq!(ada.post("/api/pictures", &svg).await.status, 200);
    }
    let refused = ada.post("/api/pictures", &svg).await;
    refused.check(429, "too_many_pictures");
    let seconds: u32 = refused.header("retry-after").parse().expect("seconds");
    assert!(seconds > 0 && refused.text.contains("too many pictures"));
    assert_eq!(ada.get("/api/games").await.status, 200, "nothing else is refused");
}
