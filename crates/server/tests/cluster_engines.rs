//! Analyses and workers elsewhere at several servers over one PostgreSQL: any server can be asked about any analysis, and
//! told about any job; what one leaves undone another takes on.

mod house;
mod support;

use std::time::Duration;

use futures_util::future::join_all;
use halte_answers::analysis::{AnalysisState, AnalysisView};
use halte_server::asker::Asker;
use halte_server::hall::Class;
use house::{Browser, House};
use serde_json::{Value, json};
use support::Place;
use tokio::sync::watch::Receiver;
use tokio::time::timeout;

/// How long a test waits for what must happen; a machine may be busy.
const PATIENCE: Duration = Duration::from_secs(300);

const WORK_TOKEN: &str = "a-token-that-is-long-enough";

/// Two servers at one database, and somebody who knows both.
struct Town {
    first: House,
    second: House,
    ada: [Browser; 2],
}

impl Town {
    async fn open() -> Town {
        let place = Place::postgres().await;
        let nats = std::env::var("HALTE_TEST_NATS").expect("run the tests by `cargo xtask test`: it starts NATS");
        let flags = [
            ("database", &*place.address),
            ("bus", &*nats),
            ("analyses-per-visitor", "1"),
            ("engine-threads", "1"),
            ("work-token", WORK_TOKEN),
        ];
        let (first, second) = (House::open_with(&flags).await, House::open_with(&flags).await);
        let ada = first.member("Ada").await;
        let mut ada_at_second = second.browser();
        ada_at_second.cookies = ada.cookies.clone();
        let ada = [ada, ada_at_second];
        Town { first, second, ada }
    }
}

/// A game of so many moves: to analyse it takes a third of a second for each.
fn game(moves: usize) -> Value {
    let cells = ('1'..='5').flat_map(|row| ('a'..='e').map(move |column| format!("{column}{row}")));
    let moves: Vec<String> = cells.take(moves).collect();
    json!({"kind": "game", "line": {"game": "mixtour 20/1", "moves": moves}})
}

/// A position that is thought about for a minute.
fn position() -> Value {
    json!({"kind": "position", "line": {"game": "mobius", "moves": []}})
}

fn path(analysis: &str) -> String {
    format!("/api/analyses/{analysis}")
}

async fn begin(browser: &mut Browser, body: &Value) -> String {
    let answer = browser.post("/api/analyses", body).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.json()["analysis"].as_str().expect("a name").to_owned()
}

async fn watch(house: &House, analysis: &str) -> Receiver<AnalysisView> {
    house.app.analyses.watch(analysis).await.expect("it is there")
}

async fn until(view: &mut Receiver<AnalysisView>, is_it: impl FnMut(&AnalysisView) -> bool) -> AnalysisView {
    let seen = timeout(PATIENCE, view.wait_for(is_it)).await.expect("in time");
    seen.expect("it is known").clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_begun_at_one_server_is_watched_at_another() {
    let mut town = Town::open().await;
    let analysis = begin(&mut town.ada[0], &game(10)).await;
    let answer = town.second.browser().get(&format!("{}/events", path(&analysis))).await;
    let told = answer.text.lines().filter_map(|line| line.strip_prefix("data: "));
    let told: Vec<Value> = told.map(|data| serde_json::from_str(data).expect("JSON")).collect();
    let is_on_the_way = |view: &Value| view["state"] == "running" && view["progress"]["done"] != 10;
    assert!(told.iter().any(is_on_the_way), "{}", answer.text);
    let last = told.last().expect("something was told");
    assert_eq!(
        (&last["state"], &last["progress"]["done"]),
        (&json!("done"), &json!(10))
    );
    for ada in &mut town.ada {
        assert_eq!(ada.get(&path(&analysis)).await.json(), *last);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_server_leaves_undone_is_taken_on() {
    let mut town = Town::open().await;
    let analysis = begin(&mut town.ada[0], &game(25)).await;
    let mut view = watch(&town.second, &analysis).await;
    until(&mut view, |view| {
        view.progress.is_some_and(|progress| progress.done > 0)
    })
    .await;
    // It is gone without a word.
    town.first.app.store.close().await;
    assert!(!view.borrow().state.is_finished());
    let last = until(&mut view, |view| view.state.is_finished()).await;
    assert_eq!(last.state, AnalysisState::Done);
    assert_eq!(last.game.map(|game| game.turns.len()), Some(25));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_ended_at_one_server_stops_at_the_other() {
    let mut town = Town::open().await;
    let analysis = begin(&mut town.ada[0], &position()).await;
    let mut view = watch(&town.first, &analysis).await;
    until(&mut view, |view| view.state == AnalysisState::Running).await;
    assert_eq!(
        town.second.browser().delete(&path(&analysis)).await.status,
        404,
        "it is not theirs"
    );
    assert_eq!(town.ada[1].delete(&path(&analysis)).await.status, 204);
    let last = until(&mut view, |view| view.state.is_finished()).await;
    assert_eq!(last.state, AnalysisState::Stopped);
    for ada in &mut town.ada {
        assert_eq!(ada.get(&path(&analysis)).await.status, 404);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_too_many_has_them_at_all_servers() {
    let mut town = Town::open().await;
    let old = begin(&mut town.ada[0], &position()).await;
    let watching = watch(&town.second, &old).await;
    let note = async || town.second.app.analyses.tidy(Duration::ZERO).await.expect("a store");
    note().await;
    for ada in &mut town.ada {
        assert_eq!(ada.post("/api/analyses", &position()).await.code(), "too_many_analyses");
    }
    // What nobody watches any more makes room, wherever it goes on.
    drop(watching);
    note().await;
    let new = begin(&mut town.ada[1], &position()).await;
    let mut view = watch(&town.first, &old).await;
    let last = until(&mut view, |view| view.state.is_finished()).await;
    assert_eq!(last.state, AnalysisState::Stopped);
    assert!(!watch(&town.first, &new).await.borrow().state.is_finished());
}

/// A worker comes by a proxy that takes turns: what it is told by one server it answers to another.
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_may_answer_any_server() {
    let mut town = Town::open().await;
    let (_release, released) = std::sync::mpsc::channel::<()>();
    let engines = town.first.app.hall.engines();
    engines.queue(Class::Live, Asker::named("busy"), move || {
        let _ = released.recv();
    });
    while engines.load() != (0, 1) {
        tokio::task::yield_now().await;
    }
    let seats = [json!({"kind": "engine", "level": 1}), json!({"kind": "opener"})];
    let terms = json!({"terms": {"game": "mixtour 20/1", "seats": seats}});
    let opened = town.ada[0].post("/api/tables", &terms).await;
    assert_eq!(opened.status, 201, "{}", opened.text);
    let table = opened.json()["table"].as_str().expect("a table").to_owned();
    let bearer = format!("Bearer {WORK_TOKEN}");
    let [mut first, mut second] =
        [&town.first, &town.second].map(|house| house.browser().with("authorization", &bearer));
    let mut job = async || {
        let taken = first.post("/api/work", &json!({})).await;
        assert_eq!(taken.status, 200, "{}", taken.text);
        format!("/api/work/{}", taken.json()["job"].as_str().expect("a job"))
    };
    let play = |text: &str| json!({"type": "play", "move": text, "ply": 0});
    let wrong = job().await;
    second.post(&wrong, &play("c3-c4")).await.check(409, "illegal_move");
    let given_back = job().await;
    second.delete(&given_back).await.check(204, "");
    let done = job().await;
    second.post(&format!("{done}/beat"), &json!({})).await.check(204, "");
    second.post(&done, &play("c3")).await.check(204, "");
    second.post(&done, &play("c3")).await.check(404, "no_such_job");
    // Of a server that is gone, or never was, there is no job; and the bus is not asked for names that it cannot have.
    for server in ["none".to_owned(), "a".repeat(5000)] {
        let mut tell = async || second.delete(&format!("/api/work/{server}.job")).await;
        let mut answer = tell().await;
        // Who has just come knows nobody yet.
        while answer.status == 503 {
            answer = tell().await;
        }
        answer.check(404, "no_such_job");
    }
    let id = table.parse().expect("a table");
    let mut visit = town.second.app.hall.visit(&id, None, false).await.expect("a visit");
    let moved = async {
        while town
            .second
            .app
            .hall
            .look(&id, |table| table.game().moves().len())
            .await
            .expect("a table")
            == 0
        {
            let _ = visit.next().await;
        }
    };
    timeout(PATIENCE, moved).await.expect("the engine's move");
}

/// Whoever ends their session at one server is sent away by all of them at once, and not when each asks the store again.
#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_ends_at_one_server_ends_at_all() {
    let mut town = Town::open().await;
    // Each asks the store at a moment of its own, within a minute: that all do so within twenty seconds is no chance.
    let feeds: Vec<_> = join_all((0..12).map(|_| town.ada[1].listen("/api/me/events"))).await;
    assert!(feeds.iter().all(|feed| feed.status() == 200), "{feeds:?}");
    assert_eq!(town.ada[0].delete("/api/session").await.status, 204);
    let ends = feeds.into_iter().map(reqwest::Response::text);
    let ended = timeout(Duration::from_secs(20), join_all(ends)).await;
    ended.expect("all are sent away");
}
