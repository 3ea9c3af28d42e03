//! What one visitor does so that nobody else can play, look on or read: each attack, and that the others do not notice.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use futures_util::{SinkExt, StreamExt};
use halte_game::{Game, Playthrough, Random};
use halte_games::AnyGame;
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::house::{Browser, House, PATIENCE};
use crate::tables::{Socket, act, check_act, open, open_terms, play};

/// A browser at another address: the house must trust the proxy `127.0.0.1`.
fn browser_at(house: &House, address: &str) -> Browser {
    house.browser().with("x-forwarded-for", address)
}

/// Terms of a game between two engines.
fn engines_game(level: u8) -> Value {
    let engine = json!({"kind": "engine", "level": level});
    json!({"terms": {"game": "mobius", "seats": [engine, engine]}})
}

/// Plays against the weakest engine, and says how long its answer took.
async fn answer_of_engine(house: &House, browser: &mut Browser) -> Duration {
    let engine = json!({"kind": "engine", "level": 1});
    let terms = json!({"terms": {"game": "mobius", "seats": [{"kind": "opener"}, engine]}});
    let table = open(browser, &terms).await;
    let mut socket = Socket::at(house, browser, &table).await;
    let played = Instant::now();
    check_act(browser, &table, "1", play("e0", 0), "").await;
    let is_answer = |message: &Value| message["events"].to_string().contains("\"by\":\"second\"");
    while !is_answer(&socket.wait_for("events").await) {}
    played.elapsed()
}

/// One guest has engines play each other at many tables, each of which thinks for a second at a move; there is one
/// thread for all. Whoever plays against an engine waits for none of them, and the engines' games go on.
#[tokio::test]
async fn games_between_engines_keep_nobody_from_an_answer() {
    let flags = [
        ("engine-threads", "1"),
        ("tables-per-visitor", "1000"),
        ("engine-games-per-visitor", "1000"),
        ("engine-games-per-address", "1000"),
    ];
    let house = House::open_with(&flags).await;
    let mut eve = house.browser();
    let mut tables = Vec::new();
    for _ in 0..60 {
        tables.push(open(&mut eve, &engines_game(10)).await);
    }
    let took = answer_of_engine(&house, &mut house.browser()).await;
    assert!(took < Duration::from_secs(20), "{took:?}");
    let mut socket = Socket::at(&house, &eve, &tables[0]).await;
    socket.wait_for("events").await;
    let metrics = house.browser().get("/metrics").await.text;
    for line in [
        "halte_engines_waiting_by_class{class=\"live\"} 0",
        "halte_engine_wait_seconds_count{class=\"live\"} 1",
    ] {
        assert!(metrics.contains(line), "{metrics}");
    }
}

/// Tables count for who opened them, sitting there or not; games between engines are few, and guests of one address have
/// them together.
#[tokio::test]
async fn who_opens_tables_for_others_has_opened_them() {
    let flags = [
        ("trusted-proxy", "127.0.0.1"),
        ("tables-per-visitor", "4"),
        ("engine-games-per-address", "3"),
    ];
    let house = House::open_with(&flags).await;
    let mut eve = browser_at(&house, "10.0.0.1");
    let open_engines = async |browser: &mut Browser, code: &str| {
        let answer = browser.post("/api/tables", &engines_game(10)).await;
        answer.check(if code.is_empty() { 201 } else { 409 }, code);
    };
    for code in ["", "", "too_many_engine_games"] {
        open_engines(&mut eve, code).await;
    }
    let mut mallory = browser_at(&house, "10.0.0.1");
    for code in ["", "too_many_engine_games"] {
        open_engines(&mut mallory, code).await;
    }
    open_engines(&mut browser_at(&house, "10.0.0.2"), "").await;
    let both_free = json!({"terms": {"game": "move", "seats": [{"kind": "anyone"}, {"kind": "anyone"}]}});
    for (status, code) in [(201, ""), (201, ""), (409, "too_many_tables")] {
        eve.post("/api/tables", &both_free).await.check(status, code);
    }
    // Many at once are as many as one after the other.
    let eager = browser_at(&house, "10.0.0.3");
    let mut guest = eager.clone();
    open(&mut guest, &open_terms("move")).await;
    let at_once = (0..20).map(|_| {
        let mut guest = guest.clone();
        let both_free = both_free.clone();
        async move { guest.post("/api/tables", &both_free).await.status }
    });
    let opened = join_all(at_once)
        .await
        .into_iter()
        .filter(|status| *status == 201)
        .count();
    assert_eq!(opened, 3);
}

/// A line of Fibonacci's of so many moves.
fn long_line(moves: usize) -> Vec<String> {
    let options = "fibonacci classic".parse().expect("a game");
    let mut game = Playthrough::new(AnyGame::start(&options));
    let mut random = Random::new(1);
    while game.moves().len() < moves {
        let mv = game.position().random_move(&mut random).expect("a move");
        game.play(mv).expect("random games of Fibonacci go on");
    }
    game.moves().iter().map(ToString::to_string).collect()
}

/// One address has long GIFs drawn, as many as it may. Another one has a picture and a GIF all the same.
#[tokio::test]
async fn moving_pictures_keep_nobody_from_pictures() {
    let house = House::open_with(&[("trusted-proxy", "127.0.0.1")]).await;
    let line = long_line(300);
    let gif = |moves: &[String]| json!({"format": "gif", "line": {"game": "fibonacci classic", "moves": moves}});
    let attack: Vec<Value> = (0..20).map(|number| gif(&line[..line.len() - number])).collect();
    let attack = attack.into_iter().map(|body| {
        let mut eve = browser_at(&house, "10.0.0.1");
        tokio::spawn(async move { eve.post("/api/pictures", &body).await.status })
    });
    let attack: Vec<_> = attack.collect();
    let mut ada = browser_at(&house, "10.0.0.2");
    let png = json!({"format": "png", "line": {"game": "move", "moves": []}});
    for body in [png, gif(&line[..4])] {
        let answer = ada.post("/api/pictures", &body).await;
        assert_eq!(answer.status, 200, "{}: {}", body["format"], answer.text);
    }
    attack.iter().for_each(tokio::task::JoinHandle::abort);
}

/// Brings so many games of so many moves along.
async fn fill(ada: &mut Browser, games: usize, moves: usize) {
    let line = long_line(moves);
    for number in 0..games {
        let tags = "[Game \"fibonacci\"]\n[Variant \"classic\"]\n[Result \"0-1\"]\n[Termination \"resignation\"]";
        let record = format!("{tags}\n[Round \"{number}\"]\n\n{} 0-1\n", line.join(" "));
        let answer = ada.post("/api/me/tables", &json!({"record": record})).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
    }
}

/// Nobody fills the store by talking, or with games that nobody has played. Guests of one address are one visitor.
#[tokio::test]
async fn remarks_and_brought_games_have_an_end() {
    let flags = [
        ("trusted-proxy", "127.0.0.1"),
        ("remarks-per-visitor", "3/1h"),
        ("brought-games-per-visitor", "2/1h"),
    ];
    let house = House::open_with(&flags).await;
    let eve = || browser_at(&house, "10.0.0.1");
    let say = json!({"type": "say", "text": "and again"});
    for (status, code) in [
        (200, ""),
        (200, ""),
        (200, ""),
        (429, "too_many_remarks"),
        (429, "too_many_remarks"),
    ] {
        let mut guest = eve();
        let table = open(&mut guest, &open_terms("move")).await;
        act(&mut guest, &table, "1", say.clone()).await.check(status, code);
    }
    let mut ada = browser_at(&house, "10.0.0.2");
    let table = open(&mut ada, &open_terms("move")).await;
    check_act(&mut ada, &table, "1", say, "").await;

    fill(&mut eve(), 2, 1).await;
    let record =
        "[Game \"fibonacci\"]\n[Variant \"classic\"]\n[Result \"0-1\"]\n[Termination \"resignation\"]\n\n0-1\n";
    let answer = eve().post("/api/me/tables", &json!({"record": record})).await;
    answer.check(429, "too_many_brought_games");
    fill(&mut ada, 1, 1).await;
}

/// How long a small question takes, the middle of many.
async fn usual_time(browser: &mut Browser, path: &str) -> Duration {
    let mut times = Vec::new();
    for _ in 0..31 {
        let started = Instant::now();
        assert_eq!(browser.get(path).await.status, 200);
        times.push(started.elapsed());
    }
    times.sort();
    times[times.len() / 2]
}

/// One address downloads many long files at once: two of them it gets, and others have their answers and their files.
#[tokio::test]
async fn downloads_keep_nobody_from_answers() {
    let flags = [
        ("trusted-proxy", "127.0.0.1"),
        ("tables-per-address", "1000000/1h"),
        ("brought-games-per-visitor", "1000000/1h"),
        ("requests-per-address", "1000000/1m"),
    ];
    let house = House::open_with(&flags).await;
    let mut eve = house.member("Eve").await.with("x-forwarded-for", "10.0.0.1");
    fill(&mut eve, 150, 100).await;
    let mut ada = browser_at(&house, "10.0.0.2");
    let table = open(&mut ada, &open_terms("move")).await;
    let path = format!("/api/tables/{table}");
    let quiet = usual_time(&mut ada, &path).await;
    let downloads = (0..50).map(|_| {
        let mut eve = eve.clone();
        tokio::spawn(async move { eve.get("/api/me/records").await })
    });
    let downloads: Vec<_> = downloads.collect();
    let busy = usual_time(&mut ada, &path).await;
    assert_eq!(ada.get("/api/records").await.status, 200);
    let done: Vec<_> = join_all(downloads).await;
    let done: Vec<_> = done.into_iter().map(|done| done.expect("an answer")).collect();
    let (whole, refused): (Vec<_>, Vec<_>) = done.iter().partition(|answer| answer.status == 200);
    assert!(!whole.is_empty() && whole.iter().all(|file| file.text.matches("[Game ").count() == 150));
    assert!(refused.len() >= 40, "{} refused", refused.len());
    for answer in refused {
        answer.check(429, "too_many_downloads");
        assert_eq!(answer.header("retry-after"), "10");
    }
    assert!(busy < quiet * 50, "{quiet:?} and {busy:?}");
}

/// One address asks where very long lines of play lead, many times at once.
#[tokio::test]
async fn long_lines_keep_nobody_from_answers() {
    let house = House::open_with(&[("trusted-proxy", "127.0.0.1")]).await;
    let body = json!({"game": "fibonacci classic", "moves": long_line(1500)});
    let mut ada = browser_at(&house, "10.0.0.2");
    let table = open(&mut ada, &open_terms("move")).await;
    let path = format!("/api/tables/{table}");
    let quiet = usual_time(&mut ada, &path).await;
    let attack = (0..200).map(|_| {
        let (mut eve, body) = (browser_at(&house, "10.0.0.1"), body.clone());
        tokio::spawn(async move { eve.post("/api/explore", &body).await.status })
    });
    let attack: Vec<_> = attack.collect();
    let busy = usual_time(&mut ada, &path).await;
    let done: Vec<_> = join_all(attack)
        .await
        .into_iter()
        .map(|done| done.expect("an answer"))
        .collect();
    assert_eq!(done, [200; 200]);
    assert!(busy < quiet * 50, "{quiet:?} and {busy:?}");
}

/// A socket that says nothing but rubbish is closed, and one that talks as pages do is not.
#[tokio::test]
async fn rubbish_ends_a_socket() {
    let house = House::open().await;
    let mut eve = house.browser();
    let table = open(&mut eve, &open_terms("move")).await;
    let command = json!({"type": "command", "id": "1", "action": {"type": "resign"}}).to_string();
    let unkeepable = json!({"type": "command", "id": "1", "action": {"type": "say", "text": "\0"}}).to_string();
    for (name, message, most) in [
        ("text", Message::text("rubbish"), 30),
        ("binary", Message::binary(vec![0; 100]), 30),
        ("unknown", Message::text("{\"type\":\"sing\"}"), 30),
        ("what no database keeps", Message::text(unkeepable), 30),
        ("a ping", Message::Ping(vec![0; 100].into()), 240),
        ("a pong", Message::Pong(vec![0; 100].into()), 240),
        ("a page's ping", Message::text("{\"type\":\"ping\"}"), 240),
        ("too many commands", Message::text(command), 20 + 30),
    ] {
        let mut socket = Socket::at(&house, &eve, &table).await.0;
        // As many as that are a visitor's own business.
        for _ in 0..most - 5 {
            socket.send(message.clone()).await.expect("sent");
        }
        socket.send(Message::text("{\"type\":\"ping\"}")).await.expect("sent");
        let is_pong = |message: &Message| message.to_text().is_ok_and(|text| text.contains("\"pong\""));
        let mut is_answered = false;
        while !is_answered {
            let answer = timeout(PATIENCE, socket.next()).await.expect("in time");
            is_answered = is_pong(&answer.unwrap_or_else(|| panic!("{name}: closed")).expect("a message"));
        }
        for _ in 0..1000 {
            if socket.send(message.clone()).await.is_err() {
                break;
            }
        }
        let ends = async { while let Some(Ok(_)) = socket.next().await {} };
        timeout(PATIENCE, ends)
            .await
            .unwrap_or_else(|_| panic!("{name} is listened to for ever"));
    }
}
