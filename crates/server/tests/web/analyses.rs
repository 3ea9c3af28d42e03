//! Analyses and hints over HTTP.

use halte_server::analyses::UNWANTED;
use halte_server::asker::Asker;
use halte_server::hall::Class;
use serde_json::{Value, json};

use crate::house::{Browser, House};
use crate::tables::{check_act, open, open_terms, play};

/// A position of Move that is won at once.
const WON: &str = "ngngo/nonng/ogngg/gonon/okogo n o av";

fn position(game: &str, start: Option<&str>) -> Value {
    json!({"kind": "position", "line": {"game": game, "start": start, "moves": []}, "lines": 1})
}

async fn begin(browser: &mut Browser, body: &Value) -> String {
    let answer = browser.post("/api/analyses", body).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.json()["analysis"].as_str().expect("a name").to_owned()
}

/// Watches an analysis to its end, and returns all that was told.
async fn watch(browser: &mut Browser, analysis: &str) -> Vec<Value> {
    let answer = browser.get(&format!("/api/analyses/{analysis}/events")).await;
    assert_eq!(answer.header("content-type"), "text/event-stream", "{}", answer.text);
    let data = answer.text.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|data| serde_json::from_str(data).expect("JSON")).collect()
}

#[tokio::test]
async fn a_position_is_analysed_until_nothing_is_left_to_find() {
    let house = House::open().await;
    let mut ada = house.browser();
    let analysis = begin(&mut ada, &position("move", Some(WON))).await;
    let told = watch(&mut house.browser(), &analysis).await;
    let last = told.last().expect("something was told");
    assert_eq!((&last["kind"], &last["state"]), (&json!("position"), &json!("done")));
    let best = &last["position"]["lines"][0];
    assert_eq!(best["moves"], json!(["dv"]));
    assert_eq!(best["score"], json!({"probability": 1.0, "proven": "win", "moves": 1}));
    assert_eq!(ada.get(&format!("/api/analyses/{analysis}")).await.json(), *last);
    assert!(told.windows(2).all(|pair| pair[0] != pair[1]), "nothing is told twice");
}

#[tokio::test]
async fn a_game_is_analysed_turn_by_turn() {
    let house = House::open().await;
    let (mut ada, mut bob) = (house.browser(), house.browser());
    let table = open(&mut ada, &open_terms("mixtour 20/1")).await;
    let sit = json!({"type": "sit", "seat": "second"});
    check_act(&mut bob, &table, "sit", sit, "").await;
    check_act(&mut ada, &table, "1", play("b2", 0), "").await;
    check_act(&mut bob, &table, "1", play("c3", 1), "").await;
    let of_table = json!({"kind": "table", "table": table});
    assert_eq!(ada.post("/api/analyses", &of_table).await.code(), "not_over");
    check_act(&mut bob, &table, "2", json!({"type": "resign"}), "").await;
    let analysis = begin(&mut ada, &of_table).await;
    let last = watch(&mut ada, &analysis).await.pop().expect("something was told");
    assert_eq!(last["progress"], json!({"done": 2, "total": 2}));
    let turns = last["game"]["turns"].as_array().expect("turns");
    assert_eq!(turns.len(), 2);
    assert_eq!(turns[1]["player"], "second");
    assert_eq!(turns[1]["moves"], json!(["c3"]));
    assert!(turns[0]["lines"].as_array().is_some_and(|lines| !lines.is_empty()));

    // Who could win at once and does not has turned the game.
    let line = json!({"game": "move", "start": WON, "moves": ["1>"]});
    let analysis = begin(&mut ada, &json!({"kind": "game", "line": line})).await;
    let last = watch(&mut ada, &analysis).await.pop().expect("something was told");
    assert_eq!(last["game"]["turning_points"], json!([0]));
    assert_eq!(last["game"]["turns"][0]["judgement"], "blunder");
}

#[tokio::test]
async fn an_analysis_outlives_the_server() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let database = folder.path().join("halte.sqlite").display().to_string();
    let flags = [("database", &*database)];
    let mut house = House::open_with(&flags).await;
    let line = json!({"game": "mixtour 20/1", "moves": ["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"]});
    let analysis = begin(&mut house.browser(), &json!({"kind": "game", "line": line})).await;
    house.tell_to_close();
    house.closed().await;
    let house = House::open_with(&flags).await;
    let last = watch(&mut house.browser(), &analysis).await.pop();
    let last = last.expect("something was told");
    assert_eq!(last["state"], "done");
    assert_eq!(last["progress"], json!({"done": 10, "total": 10}));
}

#[tokio::test]
async fn what_cannot_be_analysed_is_said() {
    let house = House::open().await;
    let mut ada = house.browser();
    let line = |moves: Value| json!({"kind": "game", "line": {"game": "mixtour 20/1", "moves": moves}});
    for (body, status, detail) in [
        (line(json!(["b2", "b2"])), 400, "line.moves[1]"),
        (line(json!([])), 409, "analysis_no_move"),
        (position("chess", None), 400, "line.game"),
        (position("fibonacci cards", None), 409, "analysis_card"),
        (json!({"kind": "table", "table": "nosuchtable2"}), 400, "table"),
        (json!({"kind": "table", "table": "2222bcdefghi"}), 404, "no_such_table"),
        (json!({"kind": "dream"}), 400, "kind"),
    ] {
        let answer = ada.post("/api/analyses", &body).await;
        assert_eq!(answer.status, status, "{body}: {}", answer.text);
        let error = &answer.json()["error"];
        let is_told = error["code"] == detail || error["at"] == detail;
        assert!(is_told || status == 400 && error["message"] != "", "{body}: {error}");
    }
    assert_eq!(ada.get("/api/analyses/nothing").await.status, 404);
    assert_eq!(ada.get("/api/analyses/nothing/events").await.status, 404);
}

#[tokio::test]
async fn analyses_are_few_and_end_when_nobody_wants_them() {
    let house = House::open_with(&[("analyses-per-visitor", "2")]).await;
    let (mut ada, mut bob) = (house.member("Ada").await, house.browser());
    let start = position("mobius", None);
    let first = begin(&mut ada, &start).await;
    let second = begin(&mut ada, &start).await;
    let analyses = &house.app.analyses;
    let watching = [analyses.watch(&first).await, analyses.watch(&second).await];
    assert!(watching.iter().all(Result::is_ok), "they are there");
    assert_eq!(ada.post("/api/analyses", &start).await.code(), "too_many_analyses");
    drop(watching);
    let path = |analysis: &str| format!("/api/analyses/{analysis}");
    assert_eq!(bob.delete(&path(&first)).await.status, 404, "it is not his");
    assert_eq!(ada.delete(&path(&first)).await.status, 204);
    assert_eq!(ada.get(&path(&first)).await.status, 404);
    let third = begin(&mut ada, &start).await;

    let mut watched = analyses.watch(&third).await.expect("it is there");
    analyses.tidy(UNWANTED).await.expect("a store");
    assert_eq!(ada.get(&path(&second)).await.json()["state"], "stopped");
    let state = ada.get(&path(&third)).await.json()["state"].clone();
    assert!(state == "waiting" || state == "running", "{state}");
    // It goes deeper while it is watched.
    let depth = |view: &halte_answers::analysis::AnalysisView| view.position.as_ref().map(|found| found.nodes);
    let found = watched.wait_for(|view| depth(view).is_some()).await.map(drop);
    found.expect("it goes on");
    drop(watched);
    analyses.tidy(UNWANTED).await.expect("a store");
    assert_eq!(ada.get(&path(&third)).await.json()["state"], "stopped");
    // Who loads a page again and again is not locked out: what nobody watches makes room, the oldest first.
    let mut names = Vec::new();
    for _ in 0..5 {
        names.push(begin(&mut ada, &start).await);
    }
    let mut running = Vec::new();
    for name in &names {
        let view = analyses.watch(name).await.expect("it is there");
        running.push(!view.borrow().state.is_finished());
    }
    assert_eq!(running, [false, false, false, true, true]);
    // In the end they are forgotten.
    analyses.tidy(100 * UNWANTED).await.expect("a store");
    assert_eq!(ada.get(&path(&third)).await.status, 404);
}

#[tokio::test]
async fn a_house_with_one_thread_still_plays_while_it_analyses() {
    let house = House::open_with(&[("engine-threads", "1")]).await;
    let mut ada = house.browser();
    let analysis = begin(&mut ada, &position("mobius", None)).await;
    let engine =
        json!({"terms": {"game": "mixtour 20/1", "seats": [{"kind": "opener"}, {"kind": "engine", "level": 1}]}});
    let table = open(&mut ada, &engine).await;
    let id = table.parse().expect("a table");
    let mut visit = house.app.hall.visit(&id, None, false).await.expect("a visit");
    check_act(&mut ada, &table, "1", play("b2", 0), "").await;
    let moves = async || house.app.hall.look(&id, |table| table.game().moves().len()).await;
    while moves().await.expect("a table") < 2 {
        let _ = visit.next().await;
    }
    assert_eq!(ada.delete(&format!("/api/analyses/{analysis}")).await.status, 204);
}

#[tokio::test]
async fn hints_are_for_the_player_to_move_against_an_engine() {
    let house = House::open_with(&[("engine-threads", "1")]).await;
    let (mut ada, mut bob) = (house.member("Ada").await, house.browser());
    let hint =
        async |browser: &mut Browser, table: &str| browser.post(&format!("/api/tables/{table}/hint"), &json!({})).await;
    let seats = |seats: Value| json!({"terms": {"game": "move", "start": null, "seats": seats}});
    let engine = json!({"kind": "engine", "level": 1});
    let opener = json!({"kind": "opener"});
    let mut won = seats(json!([opener, engine]));
    won["terms"]["start"] = json!(WON);
    let table = open(&mut ada, &won).await;
    let found = hint(&mut ada, &table).await;
    assert_eq!(found.status, 200, "{}", found.text);
    assert_eq!(found.json()["ply"], 0);
    assert_eq!(found.json()["line"]["moves"], json!(["dv"]));
    hint(&mut bob, &table).await.check(409, "not_seated");
    check_act(&mut ada, &table, "1", play("dv", 0), "").await;
    hint(&mut ada, &table).await.check(409, "over");
    let waiting = open(&mut ada, &open_terms("move")).await;
    hint(&mut ada, &waiting).await.check(409, "no_engine");
    let alone = open(&mut ada, &seats(json!([opener, opener]))).await;
    hint(&mut ada, &alone).await.check(409, "no_engine");
    let mut rated = seats(json!([opener, engine]));
    rated["terms"]["rated"] = json!(true);
    let rated = open(&mut ada, &rated).await;
    hint(&mut ada, &rated).await.check(409, "no_hint_rated");
    hint(&mut ada, "2222bcdefghi").await.check(404, "no_such_table");
    // The engine does not come to its move.
    let (_release, released) = std::sync::mpsc::channel::<()>();
    house
        .app
        .hall
        .engines()
        .queue(Class::Live, Asker::named("test"), move || {
            let _ = released.recv();
        });
    let slow = open(&mut ada, &seats(json!([engine, opener]))).await;
    hint(&mut ada, &slow).await.check(409, "not_your_turn");
}
