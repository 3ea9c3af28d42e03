//! Analyses in a browser, which has one thread and a clock that it is told.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use halte_answers::analysis::{AnalysisState, AnalysisView};
use halte_engine::Clock;
use serde_json::{Value, json};

/// A clock that goes on whenever it is looked at.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// What is told on the way, and the last answer.
fn analysed(body: &Value) -> (Vec<AnalysisView>, u16, Value) {
    let mut told = Vec::new();
    let body = body.to_string();
    let reply = halte_browser::analyse(body.as_bytes(), &Ticking::default(), &mut |view| {
        told.push(view.clone())
    });
    let last = serde_json::from_str(reply.body.get()).expect("JSON");
    (told, reply.status, last)
}

#[test]
fn a_position_is_looked_at_deeper_and_deeper() {
    let (told, status, last) = analysed(&json!({
        "kind": "position", "lines": 2, "line": {"game": "mixtour 20/1", "moves": ["c3", "b2"]},
    }));
    assert_eq!((status, &last["state"]), (200, &json!("done")));
    assert!(told.iter().all(|view| view.state == AnalysisState::Running));
    let depths: Vec<u32> = told
        .iter()
        .filter_map(|view| Some(view.position.as_ref()?.depth))
        .collect();
    assert!(depths.is_sorted() && depths.len() > 1, "{depths:?}");
    assert_eq!(last["position"]["lines"].as_array().map(Vec::len), Some(2));
    assert!(last["position"]["depth"].as_u64() >= depths.last().copied().map(u64::from));
}

#[test]
fn a_game_is_judged() {
    let (told, status, last) = analysed(&json!({
        "kind": "game", "line": {"game": "move", "moves": ["d5", "a1", "b5"]},
    }));
    assert_eq!((status, last["game"]["turns"].as_array().map(Vec::len)), (200, Some(3)));
    assert!(told.iter().any(|view| view.progress.is_some()));
}

#[test]
fn what_cannot_be_analysed_is_refused() {
    let check = |body: Value, expected: u16, code: &str| {
        let (told, status, last) = analysed(&body);
        assert_eq!(
            (told.len(), status, &last["error"]["code"]),
            (0, expected, &json!(code))
        );
    };
    let line = |game: &str| json!({"game": game, "moves": []});
    check(json!({"kind": "game", "line": line("move")}), 409, "analysis_no_move");
    check(
        json!({"kind": "position", "line": line("move"), "lines": 0}),
        400,
        "analysis_lines",
    );
    check(json!({"kind": "position", "line": line("chess")}), 400, "bad_game");
    check(json!({"kind": "table", "table": "x"}), 400, "bad_body");
}

#[test]
fn an_engine_has_a_level() {
    let answer = |level: u8| {
        let body = json!({"line": {"game": "move", "moves": []}, "level": level, "seed": 1});
        let body = serde_json::value::to_raw_value(&body).expect("JSON");
        let request = halte_browser::Request {
            method: "POST",
            path: "/api/engine",
            query: "".into(),
            body: Some(&body),
        };
        halte_browser::answer(&request, &Ticking::default())
    };
    assert_eq!(answer(1).status, 200);
    let refused = answer(11);
    let error: Value = serde_json::from_str(refused.body.get()).expect("JSON");
    assert_eq!((refused.status, &error["error"]["at"]), (400, &json!("level")));
}
