//! Records that are read and written over HTTP.

use serde_json::{Value, json};

use crate::house::{Browser, House};

async fn read(browser: &mut Browser, text: &str, game: Option<&str>) -> Value {
    let answer = browser
        .post("/api/records/read", &json!({"text": text, "game": game}))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

fn moves(tree: &Value) -> Vec<&str> {
    let nodes = tree["nodes"].as_array().expect("nodes");
    nodes.iter().map(|node| node["move"].as_str().expect("text")).collect()
}

#[tokio::test]
async fn what_is_read_is_written_as_it_was() {
    let house = House::open().await;
    let mut ada = house.browser();
    for text in [
        "[Game \"mobius\"]\n[First \"Anna\"]\n[Result \"*\"]\n\n1. e0 *\n",
        "[Game \"mixtour\"]\n[Variant \"20/1\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n\
         {All of it} 1. c3 c4 {near} (1... b2 $1 2. b3 ({or} 2. b4)) 2. c3-c4 1-0\n",
        "[Game \"move\"]\n[Result \"*\"]\n[Position \"ogngo/gonog/konnn/gngog/gonno n o 3>\"]\n\n1. av *\n",
    ] {
        let tree = read(&mut ada, text, None).await;
        let written = ada.post("/api/records/write", &tree).await;
        assert_eq!(written.json()["text"], text, "{}", written.text);
    }
}

#[tokio::test]
async fn records_positions_and_moves_are_told_apart() {
    let house = House::open().await;
    let mut ada = house.browser();
    // The result may be missing, and another record may follow.
    let tree = read(&mut ada, "[Game \"move\"]\n\nb4 a1 (a2)\n", None).await;
    assert_eq!(moves(&tree), ["", "b4", "a1", "a2"]);
    assert_eq!(tree["nodes"][1]["children"], json!([2, 3]));
    let two = "[Game \"mobius\"]\n\ne0 *\n\n[Game \"move\"]\n\nb4 *";
    assert_eq!(read(&mut ada, two, None).await["game"], "mobius");

    let position = ",,,,/,,,,/,,rw,r,/,,,,/,,,, w 0:0 20/1 d3";
    let tree = read(&mut ada, position, Some("mixtour 25/5")).await;
    assert_eq!(
        (&tree["game"], &tree["start"]),
        (&json!("mixtour 20/1"), &json!(position))
    );
    assert_eq!(moves(&tree), [""]);

    let tree = read(&mut ada, " b2 c3 b2-c3", Some("mixtour 20/1")).await;
    assert_eq!((&tree["game"], &tree["start"]), (&json!("mixtour 20/1"), &Value::Null));
    assert_eq!(moves(&tree), ["", "b2", "c3", "b2-c3"]);
}

#[tokio::test]
async fn mistakes_are_told_where_they_are() {
    let house = House::open().await;
    let mut ada = house.browser();
    let mut check = async |path: &str, body: Value, at: &str, part: &str| {
        let answer = ada.post(path, &body).await;
        let error = &answer.json()["error"];
        assert_eq!((answer.status, error["at"].as_str()), (400, Some(at)), "{body}");
        assert!(answer.text.contains(part), "{}", answer.text);
    };
    let read = "/api/records/read";
    check(read, json!({"text": ""}), "text", "").await;
    check(read, json!({"text": "e0", "game": "chess"}), "game", "chess").await;
    check(read, json!({"text": "[Game \"mobius\"]\n\ne0 e0"}), "text", "3:4").await;
    check(read, json!({"text": "e0 (f0", "game": "mobius"}), "text", "closed").await;

    let write = "/api/records/write";
    let tree = |nodes: Value| json!({"game": "mobius", "tags": {}, "nodes": nodes});
    let node = |text: &str, children: &[usize]| json!({"move": text, "children": children});
    check(write, tree(json!([])), "nodes", "").await;
    check(
        write,
        tree(json!([node("", &[7])])),
        "nodes[0].children",
        "no such node",
    )
    .await;
    check(
        write,
        tree(json!([node("", &[1]), node("e0", &[1])])),
        "nodes[1].move",
        "e0",
    )
    .await;
    check(
        write,
        tree(json!([
            node("", &[1, 2]),
            node("e0", &[3]),
            node("f0", &[3]),
            node("g0", &[])
        ])),
        "nodes[3].children",
        "two others",
    )
    .await;
    check(
        write,
        tree(json!([node("", &[1]), node("x", &[])])),
        "nodes[1].move",
        "x",
    )
    .await;
    let mut named = tree(json!([node("", &[])]));
    named["tags"] = json!({"Result": "1-0"});
    check(write, named, "tags.Result", "follows").await;
}
