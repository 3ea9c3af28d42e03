//! The module in the browser answers as the server does.

use halte_browser::Request;
use halte_engine::SystemClock;
use serde_json::{Value, json};

use crate::house::House;

/// Requests of every kind that the module answers, good and bad.
fn requests() -> Vec<(&'static str, String, &'static str, Value)> {
    let get = |path: &str, query: &'static str| ("GET", path.to_owned(), query, Value::Null);
    let post = |path: &str, body: Value| ("POST", path.to_owned(), "", body);
    let line = |game: &str, moves: &[&str]| json!({"game": game, "start": null, "moves": moves});
    let mut requests = vec![
        get("/api/games", ""),
        get("/api/games/mixtour/board", "variant=25/5"),
        get("/api/games/mixtour/board", "variant=1/1"),
        get("/api/games/chess/board", ""),
        post("/api/explore", line("chess", &[])),
        post("/api/explore", line("move", &["d5", "nonsense"])),
        post("/api/explore", json!({"game": "move", "start": "nowhere", "moves": []})),
        post("/api/explore", json!({"game": "move", "moves": [1]})),
        post("/api/explore", json!({"game": "move"})),
        post(
            "/api/objection",
            json!({"line": line("mixtour", &["c3"]), "move": "c3"}),
        ),
        post(
            "/api/objection",
            json!({"line": line("mixtour", &["c3"]), "clicks": [{"site": 12}]}),
        ),
        post("/api/objection", json!({"line": line("mixtour", &[])})),
        post(
            "/api/setup",
            json!({"kind": "text", "game": "mobius", "text": "12/12 r"}),
        ),
        post(
            "/api/setup",
            json!({"kind": "board", "game": "move", "stacks": [{"site": 99, "pieces": [0]}], "fields": []}),
        ),
        post("/api/records/read", json!({"text": "c3 b2", "game": "mixtour 20/1"})),
        post("/api/records/read", json!({"text": "1. what", "game": "mixtour"})),
        post(
            "/api/pictures",
            json!({"format": "svg", "line": line("mixtour", &["c3", "d4", "c3-d4"])}),
        ),
        post(
            "/api/pictures",
            json!({"format": "svg", "line": line("mixtour", &["c3", "c3"])}),
        ),
        post("/api/pictures", json!({"format": "bmp", "line": line("move", &[])})),
        get("/api/puzzles", "game=move&difficulty=2&limit=5"),
        get("/api/puzzles", "limit=0"),
        get("/api/puzzles/nowhere", ""),
        get("/api/puzzles/today", "day=20773&game=mobius"),
        // A name of digits alone is a name all the same.
        get("/api/puzzles", "after=123456789012"),
    ];
    for game in halte_games::GameId::ALL {
        requests.push(get(&format!("/api/games/{game}/board"), ""));
        requests.push(post("/api/explore", line(&game.to_string(), &[])));
    }
    requests
}

#[tokio::test]
async fn the_module_answers_as_the_server_does() {
    let house = House::open().await;
    let mut ada = house.browser();
    let first = |game: &str| format!("/api/puzzles?game={game}&limit=1");
    let mut requests = requests();
    for game in halte_games::GameId::ALL {
        let found = ada.get(&first(&game.to_string())).await.json();
        let puzzle = found["puzzles"][0]["puzzle"].as_str().expect("a puzzle").to_owned();
        let solution = ada.get(&format!("/api/puzzles/{puzzle}/solution")).await.json();
        let path = |rest: &str| format!("/api/puzzles/{puzzle}{rest}");
        requests.push(("GET", path(""), "", Value::Null));
        requests.push(("GET", path("/solution"), "", Value::Null));
        requests.push(("POST", path("/hint"), "", json!({"moves": []})));
        requests.push(("POST", path("/tries"), "", json!({"moves": []})));
        let right = json!({"moves": [solution["line"][0]]});
        requests.push(("POST", path("/tries"), "", right));
    }
    let mut refused = 0;
    for (method, path, query, body) in requests {
        let text = serde_json::value::to_raw_value(&body).expect("JSON");
        let request = Request {
            method,
            path: &path,
            query: query.into(),
            body: (!body.is_null()).then_some(&*text),
        };
        let own = halte_browser::answer(&request, &SystemClock::new());
        let address = format!("{path}?{query}");
        let servers = match method {
            "GET" => ada.get(&address).await,
            _ => ada.post(&path, &body).await,
        };
        refused += usize::from(own.status != 200);
        let own_body: Value = serde_json::from_str(own.body.get()).expect("JSON");
        // A picture is a text of its own, which the module has to put into JSON.
        let is_picture = servers.header("content-type") == "image/svg+xml";
        let servers_body = if is_picture {
            Value::from(servers.text.clone())
        } else {
            servers.json()
        };
        assert_eq!(
            (own.status, own_body),
            (servers.status, servers_body),
            "{method} {address} {body}"
        );
    }
    assert!(refused > 10, "{refused}");
}
