//! Tables that are kept without a server: asked as a page asks, with its events going back and forth as JSON.

use halte_browser::{Request, answer};
use halte_engine::SystemClock;
use halte_game::Game;
use halte_games::AnyGame;
use serde_json::{Value, json};

/// Asks something about kept tables, and expects this status.
fn ask(what: &str, body: &Value, status: u16) -> Value {
    post(&format!("/api/kept/{what}"), body, status)
}

fn post(path: &str, body: &Value, status: u16) -> Value {
    let body = serde_json::value::to_raw_value(body).expect("plain data");
    let reply = answer(
        &Request {
            method: "POST",
            path,
            query: "".into(),
            body: Some(&body),
        },
        &SystemClock::new(),
    );
    assert_eq!(reply.status, status, "{path}: {}", reply.body);
    serde_json::from_str(reply.body.get()).expect("JSON")
}

fn opening(game: &str, second: &Value) -> Value {
    json!({
        "terms": {"game": game, "seats": [{"kind": "opener"}, second]},
        "by": {"kind": "guest", "id": "guest:abcd1234"},
        "now": 1000,
        "seed": 7,
    })
}

/// A table that is kept by a test.
struct Table {
    events: Vec<Value>,
    now: u64,
}

impl Table {
    fn open(game: &str, second: &Value) -> Table {
        let opened = ask("open", &opening(game, second), 200);
        let events = opened["events"].as_array().expect("events").clone();
        Table { events, now: 1000 }
    }

    fn kept(&self) -> Value {
        json!({"events": self.events, "now": self.now})
    }

    /// Does something and keeps what happens; the answer.
    fn act(&mut self, by: &str, id: Option<&str>, action: &Value) -> Value {
        self.now += 10;
        let deed = json!({
            "events": self.events, "by": by, "id": id, "action": action, "now": self.now, "seed": self.now,
        });
        let told = ask("deed", &deed, 200);
        self.events.extend(told["events"].as_array().expect("events").clone());
        told
    }

    fn snapshot(&self) -> Value {
        let told = ask("look", &self.kept(), 200);
        assert_eq!(told["messages"][0]["type"], "snapshot");
        told["messages"][0]["snapshot"].clone()
    }
}

/// A whole game against an engine of each game, in the words of a server, to an end by the rules.
#[test]
fn whole_games_are_played() {
    for game in ["mobius", "move", "fibonacci classic", "fibonacci cards", "mixtour 20/1"] {
        let mut table = Table::open(game, &json!({"kind": "engine", "level": 1}));
        let mut told = ask("look", &table.kept(), 200);
        for _ in 0..2000 {
            if !told["question"].is_null() {
                let action = ask("engine", &table.kept(), 200)["action"].clone();
                told = table.act("engine", None, &action);
                assert_eq!(told["messages"][0]["type"], "events", "{game}");
                continue;
            }
            let snapshot = table.snapshot();
            if snapshot["stage"] == "over" {
                break;
            }
            let made = snapshot["moves"].as_array().expect("moves").iter();
            let moves: Vec<&Value> = made.map(|made| &made["move"]).collect();
            let line = json!({"game": game, "moves": moves});
            let played = post("/api/engine", &json!({"line": line, "level": 3, "seed": 1}), 200);
            let ply = moves.len();
            let action = json!({"type": "play", "move": played["move"], "ply": ply});
            told = table.act("opener", Some(&format!("m{ply}")), &action);
            assert_eq!(told["messages"][1]["type"], "done", "{game}: {told}");
        }
        let snapshot = table.snapshot();
        assert_eq!(snapshot["stage"], "over", "{game}");
        assert_eq!(snapshot["yours"], json!(["first"]), "{game}");
        let record = ask("record", &table.kept(), 200);
        assert!(record.as_str().is_some_and(|text| text.contains("level 1")), "{record}");
    }
}

/// What a page may get wrong, or somebody may have changed in its database, is answered with a reason.
#[test]
fn what_cannot_be_is_refused() {
    let code = |answer: Value| answer["error"]["code"].as_str().map(str::to_owned);
    let anyone = opening("move", &json!({"kind": "anyone"}));
    assert_eq!(code(ask("open", &anyone, 400)).as_deref(), Some("needs_server"));
    assert_eq!(
        code(ask("look", &json!({"events": [], "now": 1}), 400)).as_deref(),
        Some("bad_events")
    );
    let mut table = Table::open("mixtour 20/1", &json!({"kind": "opener"}));
    assert_eq!(code(ask("hint", &table.kept(), 409)).as_deref(), Some("no_engine"));
    let told = table.act("opener", Some("x"), &json!({"type": "play", "move": "a1-a2", "ply": 0}));
    assert_eq!(told["messages"][0]["type"], "refused");
    assert_eq!(told["events"], json!([]));
    table.events.swap(0, 1);
    assert_eq!(code(ask("look", &table.kept(), 400)).as_deref(), Some("bad_events"));
}

/// Who asks for the same thing twice gets it once.
#[test]
fn what_is_asked_twice_is_done_once() {
    let mut table = Table::open("mixtour 20/1", &json!({"kind": "opener"}));
    let play = json!({"type": "play", "move": "a1", "ply": 0});
    table.act("opener", Some("one"), &play);
    let again = table.act("opener", Some("one"), &play);
    assert_eq!(
        (&again["events"], &again["messages"][0]["type"]),
        (&json!([]), &json!("done"))
    );
    assert_eq!(table.snapshot()["moves"].as_array().map(Vec::len), Some(1));
}

/// A clock that runs out ends the game though nobody does anything.
#[test]
fn time_passes() {
    let mut opening = opening("move", &json!({"kind": "opener"}));
    opening["terms"]["clock"] = json!({"kind": "live", "initial": 60_000, "increment": 0});
    let opened = ask("open", &opening, 200);
    let events = opened["events"].as_array().expect("events").clone();
    let mut table = Table { events, now: 1000 };
    let deadline = ask("look", &table.kept(), 200)["deadline"]
        .as_u64()
        .expect("a deadline");
    table.now = deadline;
    let told = table.act("time", None, &json!({"type": "wait"}));
    assert_eq!(told["messages"][0]["standing"]["stage"], "over", "{told}");
}

/// The cards of a kept table, checked as those of any other: from its record.
#[test]
fn cards_are_checked_from_the_record() {
    let mut table = Table::open("fibonacci cards", &json!({"kind": "engine", "level": 1}));
    table.act("opener", Some("1"), &json!({"type": "resign"}));
    let record = ask("record", &table.kept(), 200);
    let record = record.as_str().expect("a text");
    let snapshot = table.snapshot();
    let card = &snapshot["moves"][0]["move"];
    let start = AnyGame::start(&"fibonacci cards".parse().expect("a game")).to_string();
    let question = json!({
        "record": record,
        "table": snapshot["table"],
        "line": {"game": "fibonacci cards", "start": null, "moves": [card]},
    });
    let check = |record: &str, status: u16| {
        let mut question = question.clone();
        question["record"] = json!(record);
        post("/api/records/check", &question, status)
    };
    let checked = check(record, 200);
    assert_eq!(
        [&checked["holds"], &checked["cards"][0]["holds"], &checked["is_seen"]],
        [&json!(true); 3]
    );
    // Whoever saw another game was handed the wrong record.
    for (path, value) in [
        ("/table", json!("local-23456789abcd")),
        ("/line", json!({"game": "fibonacci classic", "moves": []})),
        ("/line/moves", json!([])),
        ("/line/start", json!(start.replace(",222222", ",122222"))),
    ] {
        let mut question = question.clone();
        *question.pointer_mut(path).expect("a field") = value;
        let checked = post("/api/records/check", &question, 200);
        assert_eq!(
            [&checked["holds"], &checked["is_seen"]],
            [&json!(true), &json!(false)],
            "{path}"
        );
    }
    let card = record.find('#').expect("a card") + 1;
    let mut forged = record.to_owned();
    let other = if &record[card..=card] == "1" { "2" } else { "1" };
    forged.replace_range(card..=card, other);
    let checked = check(&forged, 200);
    assert_eq!(checked["holds"], false);
    assert_eq!(checked["is_seen"], false);
    assert_eq!(checked["cards"][0]["card"], format!("#{other}"));
    assert_eq!(
        check(&record.replace("[Seal", "[Other"), 400)["error"]["code"],
        "cards_no_seal"
    );
}
