//! The module in the browser answers as the server does.

use halte_browser::Request;
use halte_engine::SystemClock;
use serde_json::{Value, json};

use crate::house::House;

/// Requests of every kind that the module answers, good and bad.
fn requests() -> Vec<(&'static str, String, Value, Value)> {
    let get = |path: &str, query: Value| ("GET", path.to_owned(), query, Value::Null);
    let post = |path: &str, body: Value| ("POST", path.to_owned(), Value::Null, body);
    let line = |game: &str, moves: &[&str]| json!({"game": game, "start": null, "moves": moves});
    let mut requests = vec![
        get("/api/games", Value::Null),
        get("/api/games/mixtour/board", json!({"variant": "25/5"})),
        get("/api/games/mixtour/board", json!({"variant": "1/1"})),
        get("/api/games/chess/board", Value::Null),
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
        get("/api/puzzles", json!({"game": "move", "difficulty": 2, "limit": 5})),
        get("/api/puzzles", json!({"limit": 0})),
        get("/api/puzzles/nowhere", Value::Null),
    ];
    for game in halte_games::GameId::ALL {
        requests.push(get(&format!("/api/games/{game}/board"), Value::Null));
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
        requests.push(("GET", path(""), Value::Null, Value::Null));
        requests.push(("GET", path("/solution"), Value::Null, Value::Null));
        requests.push(("POST", path("/hint"), Value::Null, json!({"moves": []})));
        requests.push(("POST", path("/tries"), Value::Null, json!({"moves": []})));
        let right = json!({"moves": [solution["line"][0]]});
        requests.push(("POST", path("/tries"), Value::Null, right));
    }
    let mut refused = 0;
    for (method, path, query, body) in requests {
        let text = serde_json::value::to_raw_value(&body).expect("JSON");
        let request = Request {
            method,
            path: &path,
            query: query.clone(),
            body: (!body.is_null()).then_some(&*text),
        };
        let own = halte_browser::answer(&request, &SystemClock::new());
        let query = query.as_object().into_iter().flatten();
        let query: Vec<String> = query
            .map(|(name, value)| format!("{name}={}", value.to_string().trim_matches('"')))
            .collect();
        let address = format!("{path}?{}", query.join("&"));
        let servers = match method {
            "GET" => ada.get(&address).await,
            _ => ada.post(&path, &body).await,
        };
        refused += usize::from(own.status != 200);
        let own_body: Value = serde_json::from_str(own.body.get()).expect("JSON");
        assert_eq!(
            (own.status, own_body),
            (servers.status, servers.json()),
            "{method} {address} {body}"
        );
    }
    assert!(refused > 10, "{refused}");
}
