//! Workers elsewhere: who may be one, what they are told, and what comes of their answers.

use std::sync::mpsc;

use halte_server::asker::Asker;
use halte_server::hall::Class;
use serde_json::{Value, json};

use crate::house::{Browser, House};
use crate::tables::{check_act, open, play};

const TOKENS: [&str; 2] = ["a-token-of-the-first-worker", "a-token-of-the-second-worker"];

/// A house whose only thread is at something until the sender is dropped.
async fn busy_house() -> (House, mpsc::Sender<()>) {
    let house = House::open_with(&[("engine-threads", "1"), ("work-token", &TOKENS.join(","))]).await;
    let release = keep_busy(&house).await;
    (house, release)
}

async fn keep_busy(house: &House) -> mpsc::Sender<()> {
    let (release, released) = mpsc::channel::<()>();
    let engines = house.app.hall.engines();
    engines.queue(Class::Live, Asker::named("busy"), move || {
        let _ = released.recv();
    });
    while engines.load() != (0, 1) {
        tokio::task::yield_now().await;
    }
    release
}

fn worker(house: &House, token: &str) -> Browser {
    house.browser().with("authorization", &format!("Bearer {token}"))
}

/// Takes a job: its path, and what is asked.
async fn take(worker: &mut Browser) -> (String, Value) {
    let answer = worker.post("/api/work", &json!({})).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let told = answer.json();
    let job = told["job"].as_str().expect("a job");
    (format!("/api/work/{job}"), told["errand"].clone())
}

/// A table at which an engine is to answer the first move.
async fn open_against_engine(house: &House) -> (Browser, String) {
    let mut ada = house.member("Ada").await;
    let engine = json!({"kind": "engine", "level": 1});
    let terms = json!({"terms": {"game": "mixtour 20/1", "seats": [{"kind": "opener"}, engine]}});
    let table = open(&mut ada, &terms).await;
    check_act(&mut ada, &table, "1", play("c3", 0), "").await;
    (ada, table)
}

/// The moves of a table, as soon as there are so many.
async fn moves(house: &House, table: &str, number: usize) -> Vec<String> {
    let id = table.parse().expect("a table");
    let mut visit = house.app.hall.visit(&id, None, false).await.expect("a visit");
    loop {
        let moves = house.app.hall.look(&id, |table| {
            let moves = table.game().moves().iter();
            moves.map(ToString::to_string).collect::<Vec<_>>()
        });
        let moves = moves.await.expect("a table");
        if moves.len() >= number {
            return moves;
        }
        let _ = visit.next().await;
    }
}

#[tokio::test]
async fn only_who_has_a_token_works() {
    let house = House::open().await;
    let unasked = worker(&house, TOKENS[0]).post("/api/work", &json!({})).await;
    unasked.check(403, "no_workers");
    let (house, _release) = busy_house().await;
    let mut ada = house.member("Ada").await;
    let own = ada.post("/api/tokens", &json!({"label": "mine"})).await.json()["token"].clone();
    for mut stranger in [
        house.browser(),
        worker(&house, ""),
        worker(&house, &TOKENS[0][1..]),
        worker(&house, &format!("{}x", TOKENS[0])),
        worker(&house, own.as_str().expect("a token")),
        ada,
    ] {
        stranger.post("/api/work", &json!({})).await.check(401, "bad_token");
        let answer = stranger.post("/api/work/any", &play("b2", 1)).await;
        answer.check(401, "bad_token");
        stranger
            .post("/api/work/any/beat", &json!({}))
            .await
            .check(401, "bad_token");
        stranger.delete("/api/work/any").await.check(401, "bad_token");
    }
    let mut known = worker(&house, TOKENS[1]);
    known
        .post("/api/work/any", &play("b2", 1))
        .await
        .check(404, "no_such_job");
    // It may do nothing else.
    known.get("/api/session").await.check(401, "bad_token");
}

#[tokio::test]
async fn a_worker_answers_and_is_told_nobody() {
    let (house, _release) = busy_house().await;
    let (_, table) = open_against_engine(&house).await;
    let (mut first, mut second) = (worker(&house, TOKENS[0]), worker(&house, TOKENS[1]));
    let (job, errand) = take(&mut first).await;
    assert_eq!(errand["line"]["game"], "mixtour 20/1");
    assert_eq!(errand["line"]["moves"], json!(["c3"]));
    assert_eq!((&errand["matter"], &errand["level"]), (&json!("move"), &json!(1)));
    let told = errand.to_string();
    assert!(!told.contains("Ada") && !told.contains(&table), "{told}");
    let beat = format!("{job}/beat");
    first.post(&beat, &json!({})).await.check(204, "");
    second.post(&beat, &json!({})).await.check(404, "no_such_job");
    second.post(&job, &play("b2", 1)).await.check(404, "no_such_job");
    first.post(&job, &play("b2", 1)).await.check(204, "");
    assert_eq!(moves(&house, &table, 2).await, ["c3", "b2"]);
    first.post(&job, &play("b2", 1)).await.check(404, "no_such_job");
}

/// Who asks while there is nothing to do is answered as soon as there is.
#[tokio::test]
async fn a_worker_is_told_of_work_that_comes_later() {
    let (house, _release) = busy_house().await;
    let mut first = worker(&house, TOKENS[0]);
    let ((job, errand), (_, table)) = tokio::join!(take(&mut first), open_against_engine(&house));
    assert_eq!(errand["line"]["moves"], json!(["c3"]));
    first.post(&job, &play("b2", 1)).await.check(204, "");
    assert_eq!(moves(&house, &table, 2).await, ["c3", "b2"]);
}

#[tokio::test]
async fn what_is_no_answer_is_refused_and_the_move_comes_all_the_same() {
    let (house, release) = busy_house().await;
    let (mut ada, table) = open_against_engine(&house).await;
    let (mut first, mut second) = (worker(&house, TOKENS[0]), worker(&house, TOKENS[1]));
    let wrong = [
        (play("c3", 1), 409, "illegal_move"),
        (json!({"type": "resign"}), 409, "not_offered"),
        (json!("b2"), 400, "bad_body"),
    ];
    for (answer, status, code) in wrong {
        let (job, _) = take(&mut first).await;
        first.post(&job, &answer).await.check(status, code);
        first
            .post(&format!("{job}/beat"), &json!({}))
            .await
            .check(404, "no_such_job");
    }
    // That was enough; others go on.
    let refused = first.post("/api/work", &json!({})).await;
    refused.check(429, "too_many_wrong_answers");
    let (job, _) = take(&mut second).await;
    second.delete(&job).await.check(204, "");
    drop(release);
    assert_eq!(moves(&house, &table, 2).await.len(), 2);

    // Whoever waits no longer is not answered.
    let _release = keep_busy(&house).await;
    let text = legal_move(&house, &table).await;
    check_act(&mut ada, &table, "2", play(&text, 2), "").await;
    let (job, _) = take(&mut second).await;
    check_act(&mut ada, &table, "3", json!({"type": "resign"}), "").await;
    second
        .post(&format!("{job}/beat"), &json!({}))
        .await
        .check(404, "no_such_job");
}

/// A move that can be played at a table now.
async fn legal_move(house: &House, table: &str) -> String {
    let id = table.parse().expect("a table");
    let look = house
        .app
        .hall
        .look(&id, |table| table.game().legal_moves()[0].to_string());
    look.await.expect("a table")
}
