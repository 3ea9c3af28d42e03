//! Tables over HTTP and sockets: people play, look on, come back, and try to play for others.

use std::sync::Arc;
use std::time::Instant;

use futures_util::{SinkExt, StreamExt};
use halte_game::record::read_all;
use halte_games::{AnyGame, AnyOptions, GameId};
use halte_server::bus::Bus;
use halte_server::hall::Hall;
use halte_server::store::{Append, StoredEvent, Summary, TableFilter};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::house::{Answer, Browser, House, PASSWORD, PATIENCE};

/// Terms of a game between whoever opens the table and whoever comes.
pub(crate) fn open_terms(game: &str) -> Value {
    json!({"terms": {"game": game, "seats": [{"kind": "opener"}, {"kind": "anyone"}], "listed": true}})
}

/// Opens a table.
pub(crate) async fn open(browser: &mut Browser, terms: &Value) -> String {
    let answer = browser.post("/api/tables", terms).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.json()["table"].as_str().expect("a table").to_owned()
}

/// Does something at a table.
pub(crate) async fn act(browser: &mut Browser, table: &str, id: &str, action: Value) -> Answer {
    let body = json!({"id": id, "action": action});
    browser.post(&format!("/api/tables/{table}/commands"), &body).await
}

/// Does something at a table, which is refused with this code, or done if there is none.
pub(crate) async fn check_act(browser: &mut Browser, table: &str, id: &str, action: Value, code: &str) {
    let status = if code.is_empty() { 200 } else { 409 };
    act(browser, table, id, action).await.check(status, code);
}

/// A table as somebody sees it.
pub(crate) async fn look_at(browser: &mut Browser, table: &str) -> Value {
    browser.get(&format!("/api/tables/{table}")).await.json()
}

pub(crate) fn play(text: &str, ply: usize) -> Value {
    json!({"type": "play", "move": text, "ply": ply})
}

/// Opens a table at which both sit.
pub(crate) async fn two_at_a_table(game: &str, first: &mut Browser, second: &mut Browser) -> String {
    let table = open(first, &open_terms(game)).await;
    check_act(second, &table, "sit", json!({"type": "sit", "seat": "second"}), "").await;
    table
}

/// A live connection to a table.
pub(crate) struct Socket(pub(crate) WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    async fn try_open(
        house: &House,
        browser: &Browser,
        path: &str,
        origin: &str,
    ) -> Result<Socket, tungstenite::Error> {
        let mut request = format!("ws://{}{path}", house.address).into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("cookie", browser.cookie_header());
        headers.insert("origin", origin.parse().expect("an origin"));
        headers.extend(browser.headers.clone());
        Ok(Socket(connect_async(request).await?.0))
    }

    pub(crate) async fn open(house: &House, browser: &Browser, path: &str) -> Socket {
        let origin = format!("http://{}", house.address);
        Socket::try_open(house, browser, path, &origin).await.expect("a socket")
    }

    /// A socket of somebody at a table, who has been told how things stand.
    pub(crate) async fn at(house: &House, browser: &Browser, table: &str) -> Socket {
        let mut socket = Socket::open(house, browser, &format!("/api/tables/{table}/socket")).await;
        socket.wait_for("snapshot").await;
        socket
    }

    pub(crate) async fn say(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.expect("sent");
    }

    pub(crate) async fn command(&mut self, id: &str, action: Value) {
        let command = json!({"type": "command", "id": id, "action": action});
        self.say(&command.to_string()).await;
    }

    /// The next message; none when the socket is closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.0.next()).await.expect("in time")? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).expect("JSON")),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of this type.
    pub(crate) async fn wait_for(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            let message = message.unwrap_or_else(|| panic!("the socket was closed before {kind}"));
            if message["type"] == kind {
                return message;
            }
        }
    }
}

/// Whatever the rules list can be played here, and what is shown of it is of its own board.
#[tokio::test]
async fn every_game_is_played() {
    let house = House::open().await;
    for game in AnyOptions::all() {
        let (mut ada, mut bob) = (house.browser(), house.browser());
        let table = two_at_a_table(&game.to_string(), &mut ada, &mut bob).await;
        let mut played = 0;
        for _ in 0..6 {
            let snapshot = look_at(&mut ada, &table).await;
            let player = match snapshot["view"]["turn"].as_str() {
                Some("first") => &mut ada,
                Some("second") => &mut bob,
                _ => break,
            };
            // Only who is to move is told what can be played, and a card is drawn by the server.
            let snapshot = look_at(player, &table).await;
            let ply = snapshot["moves"].as_array().expect("moves").len();
            let mv = snapshot["view"]["legal"][0]["move"].as_str().expect("a legal move");
            check_act(player, &table, &format!("move {ply}"), play(mv, ply), "").await;
            played += 1;
        }
        let record = ada.get(&format!("/api/tables/{table}/record")).await;
        let tag = format!("[Game \"{}\"]", game.game());
        assert!(record.text.contains(&tag), "{}", record.text);
        assert!(played >= 3, "{game}: {}", record.text);
    }
}

#[tokio::test]
async fn two_guests_play_and_a_third_cannot() {
    let house = House::open().await;
    let (mut ada, mut bob, mut eve) = (house.browser(), house.browser(), house.browser());
    let table = two_at_a_table("mixtour 20/1", &mut ada, &mut bob).await;
    check_act(&mut bob, &table, "1", play("c3", 0), "not_your_turn").await;
    check_act(&mut eve, &table, "1", play("c3", 0), "not_seated").await;
    check_act(&mut eve, &table, "2", json!({"type": "resign"}), "not_seated").await;
    check_act(
        &mut eve,
        &table,
        "3",
        json!({"type": "sit", "seat": "first"}),
        "started",
    )
    .await;
    check_act(
        &mut eve,
        &table,
        "4",
        json!({"type": "reverse", "reason": "me"}),
        "not_administrator",
    )
    .await;
    // Ada's id is known to everybody who looks; it opens nothing.
    let seats = look_at(&mut ada, &table).await["seats"].clone();
    let id = seats[0]["id"].as_str().expect("an id").to_owned();
    eve.cookies
        .insert("halte-guest".to_owned(), id.trim_start_matches("guest:").to_owned());
    check_act(&mut eve, &table, "5", play("c3", 0), "not_seated").await;
    eve.cookies.insert("halte-guest".to_owned(), id);
    check_act(&mut eve, &table, "6", play("c3", 0), "not_seated").await;

    check_act(&mut ada, &table, "1", play("z9", 0), "bad_move").await;
    check_act(&mut ada, &table, "1", play("c3", 0), "").await;
    // Sent twice, it acts once.
    check_act(&mut ada, &table, "1", play("c3", 0), "").await;
    check_act(&mut ada, &table, "2", play("c4", 0), "stale").await;
    check_act(&mut bob, &table, "1", play("c4", 1), "").await;
    let snapshot = look_at(&mut ada, &table).await;
    assert_eq!(snapshot["yours"], json!(["first"]));
    assert_eq!(snapshot["moves"].as_array().map(Vec::len), Some(2));
    assert_eq!(snapshot["about"]["authors"], "Dieter Stein");
    assert!(snapshot["view"]["legal"][0].is_object());

    check_act(&mut bob, &table, "2", json!({"type": "resign"}), "").await;
    let record = eve.get(&format!("/api/tables/{table}/record")).await;
    let records = read_all::<AnyGame>(&record.text).expect("a record that reads back");
    assert_eq!(records[0].main_line().moves().len(), 2);
    assert!(record.text.contains("[Termination \"resignation\"]"), "{}", record.text);
}

#[tokio::test]
async fn everybody_sees_the_same_over_sockets_and_can_come_back() {
    let house = House::open().await;
    let (mut ada, mut bob, eve) = (house.browser(), house.browser(), house.browser());
    let table = two_at_a_table("mobius", &mut ada, &mut bob).await;
    let path = format!("/api/tables/{table}/socket");
    let mut sockets = Vec::new();
    for browser in [&ada, &bob, &eve] {
        let mut socket = Socket::open(&house, browser, &path).await;
        let snapshot = socket.wait_for("snapshot").await;
        assert_eq!(snapshot["snapshot"]["version"], 4);
        assert_eq!(snapshot["snapshot"]["view"]["scene"]["stacks"], json!([]));
        sockets.push(socket);
    }
    sockets[2].command("x", play("e0", 0)).await;
    assert_eq!(sockets[2].wait_for("refused").await["error"]["code"], "not_seated");
    sockets[0].command("a", play("e0", 0)).await;
    assert_eq!(sockets[0].wait_for("done").await["version"], 4);
    let mut told = Vec::new();
    for socket in &mut sockets[1..] {
        let events = socket.wait_for("events").await;
        assert_eq!(events["events"][0]["move"], "e0");
        let standing = &events["standing"];
        assert_eq!((&standing["turn"], &standing["moves"]), (&json!("second"), &json!(1)));
        let site = standing["change"]["stacks"][0]["site"].as_u64().expect("a site");
        assert_eq!(standing["change"]["touched"], json!([site]));
        assert!(standing["view"].is_null() && standing["seats"].is_null() && events["choices"].is_null());
        told.push(events["events"].clone());
    }
    assert_eq!(told[0], told[1]);
    // Eve's connection is lost, and she comes back with the version she had seen.
    drop(sockets.pop());
    sockets[1].command("b", play("f1", 1)).await;
    sockets[1].wait_for("done").await;
    let mut back = Socket::open(&house, &eve, &format!("{path}?version=5")).await;
    let missed = back.wait_for("events").await;
    assert_eq!(missed["events"].as_array().map(Vec::len), Some(1));
    assert_eq!(missed["events"][0]["move"], "f1");
    // What she has seen is not known: the whole position comes with it.
    let stacks = missed["standing"]["view"]["scene"]["stacks"].as_array();
    assert_eq!(stacks.map(Vec::len), Some(2));
    // A version that has never been gets everything anew.
    let mut lost = Socket::open(&house, &eve, &format!("{path}?version=99")).await;
    lost.wait_for("snapshot").await;
}

/// Who asks for it is told after every move what can be done: the legal moves only if one is to move.
#[tokio::test]
async fn choices_are_told_to_those_who_ask() {
    let house = House::open().await;
    let (mut ada, mut bob, eve) = (house.browser(), house.browser(), house.browser());
    let table = two_at_a_table("mobius", &mut ada, &mut bob).await;
    let path = format!("/api/tables/{table}/socket?choices=true");
    let mut sockets = Vec::new();
    for browser in [&ada, &bob, &eve] {
        let mut socket = Socket::open(&house, browser, &path).await;
        socket.wait_for("snapshot").await;
        sockets.push(socket);
    }
    sockets[0].command("a", play("e0", 0)).await;
    for (socket, is_to_move) in sockets.iter_mut().zip([false, true, false]) {
        let choices = socket.wait_for("events").await["choices"].clone();
        let legal = choices["legal"].as_array().expect("a list");
        assert_eq!(!legal.is_empty(), is_to_move);
        assert_eq!(choices["groups"].as_array().map(Vec::len), Some(1));
    }
    // Taking back is no change that one could put into what there was.
    let takeback = |action: &str| json!({"type": action, "offer": "takeback"});
    sockets[0].command("b", takeback("offer")).await;
    sockets[1].wait_for("events").await;
    sockets[1].command("c", takeback("accept")).await;
    let mut events = sockets[2].wait_for("events").await;
    while events["events"][0]["type"] != "taken_back" {
        events = sockets[2].wait_for("events").await;
    }
    assert_eq!(events["standing"]["view"]["scene"]["stacks"], json!([]));
    assert!(events["standing"]["change"].is_null());
}

#[tokio::test]
async fn a_socket_ends_with_its_session() {
    let house = House::open_with(&[("session-lifetime", "8s")]).await;
    let mut anna = house.member("Anna").await;
    let table = open(&mut anna, &open_terms("mobius")).await;
    let path = format!("/api/tables/{table}/socket");
    let mut guest = Socket::open(&house, &house.browser(), &path).await;
    // Revoked, or over by itself.
    for is_revoked in [true, false] {
        let mut ben = house.member(if is_revoked { "Ben" } else { "Bea" }).await;
        let mut socket = Socket::open(&house, &ben, &path).await;
        socket.wait_for("snapshot").await;
        if is_revoked {
            assert_eq!(ben.delete("/api/session").await.status, 204);
        }
        socket.wait_for("reconnect").await;
        while socket.next().await.is_some() {}
    }
    guest.command("x", play("e0", 0)).await;
    guest.wait_for("refused").await;
}

#[tokio::test]
async fn sockets_through_a_proxy_are_limited_for_each_client() {
    let house = House::open_with(&[("connections-per-address", "2"), ("trusted-proxy", "127.0.0.1")]).await;
    let from = |address: &str| house.browser().with("x-forwarded-for", address);
    let table = open(&mut from("192.0.2.1"), &open_terms("mobius")).await;
    let path = format!("/api/tables/{table}/socket");
    let origin = format!("http://{}", house.address);
    let third = async |address: &str| Socket::try_open(&house, &from(address), &path, &origin).await;
    let mut sockets = Vec::new();
    for _ in 0..2 {
        sockets.push(Socket::open(&house, &from("192.0.2.1"), &path).await);
    }
    match third("192.0.2.1").await.err() {
        Some(tungstenite::Error::Http(answer)) => assert_eq!(answer.status(), 429),
        other => panic!("{other:?}"),
    }
    assert!(third("192.0.2.2").await.is_ok(), "another client");
    sockets.pop();
    let again = async { while third("192.0.2.1").await.is_err() {} };
    timeout(PATIENCE, again).await.expect("one that is closed makes room");
}

#[tokio::test]
async fn new_guests_and_new_tables_are_limited_for_each_address() {
    let house = House::open_with(&[("guests-per-address", "2/1h"), ("tables-per-address", "3/1h")]).await;
    let mut ada = house.browser();
    for _ in 0..3 {
        open(&mut ada, &open_terms("mobius")).await;
    }
    let answer = ada.post("/api/tables", &open_terms("mobius")).await;
    answer.check(429, "too_many_new_tables");
    assert_eq!(house.browser().post("/api/session/guest", &json!({})).await.status, 200);
    let answer = house.browser().post("/api/session/guest", &json!({})).await;
    answer.check(429, "too_many_new_guests");
    let again = ada.post("/api/session/guest", &json!({})).await;
    assert_eq!(again.status, 200, "a guest already");
}

#[tokio::test]
async fn people_are_counted_once_where_they_are() {
    let house = House::open().await;
    let (mut ada, mut bob, eve) = (house.browser(), house.browser(), house.browser());
    let tables = [
        two_at_a_table("mobius", &mut ada, &mut bob).await,
        two_at_a_table("mobius", &mut bob, &mut ada).await,
    ];
    let mut sockets = Vec::new();
    for (browser, table) in [(&ada, 0), (&ada, 1), (&bob, 0), (&eve, 0)] {
        sockets.push(Socket::at(&house, browser, &tables[table]).await);
    }
    let mut asking = house.browser();
    let mut check = async |expected: [u64; 4]| {
        let answer = asking.get("/api/games/people").await.json();
        let counts = answer.as_array().into_iter().flatten().map(|each| &each["people"]);
        assert_eq!(counts.collect::<Vec<_>>(), expected, "{answer}");
    };
    // Eve has no name at all.
    check([2, 0, 0, 0]).await;
    // Who hears that somebody left can rely on it.
    let mut bobs = sockets.remove(2);
    drop(sockets.remove(0));
    while bobs.wait_for("presence").await["presence"]["here"] != json!([false, true]) {}
    check([2, 0, 0, 0]).await;
    drop(bobs);
    let mut eves = sockets.pop().expect("Eve's");
    while eves.wait_for("presence").await["presence"]["here"] != json!([false, false]) {}
    check([1, 0, 0, 0]).await;
}

#[tokio::test]
async fn nonsense_on_a_socket_is_told_and_hurts_nobody() {
    let house = House::open().await;
    let (mut ada, mut bob) = (house.browser(), house.browser());
    let table = two_at_a_table("move", &mut ada, &mut bob).await;
    let path = format!("/api/tables/{table}/socket");
    let mut socket = Socket::open(&house, &ada, &path).await;
    for text in [
        "",
        "{}",
        "[]",
        "\u{0}",
        r#"{"type":"command"}"#,
        r#"{"type":"command","id":"","action":{"type":"wait"}}"#,
    ] {
        socket.say(text).await;
        let refused = socket.wait_for("refused").await;
        let message = refused["error"]["message"].as_str();
        assert!(message.is_some_and(|message| !message.is_empty()), "{text}: {refused}");
    }
    socket.0.send(Message::binary(vec![1, 2, 3])).await.expect("sent");
    socket.wait_for("refused").await;
    // Too long a message ends the connection, and only this one.
    let _ = socket.0.send(Message::text("x".repeat(1 << 20))).await;
    while socket.next().await.is_some() {}
    check_act(&mut ada, &table, "1", json!({"type": "say", "text": "still here"}), "").await;
}

#[tokio::test]
async fn a_ping_is_answered_to_players_and_spectators() {
    let house = House::open().await;
    let (mut ada, mut bob) = (house.browser(), house.browser());
    let table = two_at_a_table("move", &mut ada, &mut bob).await;
    let path = format!("/api/tables/{table}/socket");
    for browser in [&ada, &house.browser()] {
        let mut socket = Socket::open(&house, browser, &path).await;
        socket.say(r#"{"type":"ping"}"#).await;
        assert_eq!(socket.wait_for("pong").await, json!({"type": "pong"}));
    }
}

#[tokio::test]
async fn a_page_of_another_site_gets_no_socket() {
    let house = House::open().await;
    let mut ada = house.browser();
    let table = open(&mut ada, &open_terms("move")).await;
    let path = format!("/api/tables/{table}/socket");
    match Socket::try_open(&house, &ada, &path, "https://evil.example").await {
        Err(tungstenite::Error::Http(answer)) => assert_eq!(answer.status(), 403),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it was let in"),
    }
    let (path, origin) = ("/api/tables/nosuchtable2/socket", format!("http://{}", house.address));
    assert!(Socket::try_open(&house, &ada, path, &origin).await.is_err());
}

#[tokio::test]
async fn a_house_that_closes_tells_everybody_to_come_back() {
    let mut house = House::open().await;
    let mut ada = house.browser();
    let table = open(&mut ada, &open_terms("move")).await;
    let mut socket = Socket::at(&house, &ada, &table).await;
    house.tell_to_close();
    socket.wait_for("reconnect").await;
    assert_eq!(socket.next().await, None);
    drop(socket);
    house.closed().await;
}

#[tokio::test]
async fn nobody_sees_the_cards_before_they_are_revealed() {
    let house = House::open().await;
    let (mut ada, mut bob) = (house.browser(), house.browser());
    let table = two_at_a_table("fibonacci cards", &mut ada, &mut bob).await;
    let events = ada.get(&format!("/api/tables/{table}/events")).await;
    let hash = look_at(&mut ada, &table).await["cards"]["hash"].clone();
    assert_eq!(hash.as_str().map(str::len), Some(64));
    assert!(!events.text.contains("secret"), "{}", events.text);
    check_act(&mut bob, &table, "1", json!({"type": "resign"}), "").await;
    let cards = look_at(&mut ada, &table).await["cards"].clone();
    let secret = cards["secret"].as_str().expect("the secret is known now");
    assert_eq!(hash, halte_table::seal(secret));
}

#[tokio::test]
async fn an_engine_answers_and_a_takeback_is_free() {
    let house = House::open().await;
    let mut ada = house.browser();
    let terms =
        json!({"terms": {"game": "mixtour 20/1", "seats": [{"kind": "opener"}, {"kind": "engine", "level": 2}]}});
    let table = open(&mut ada, &terms).await;
    let mut socket = Socket::at(&house, &ada, &table).await;
    socket.command("1", play("c3", 0)).await;
    let is_engines = |message: &Value| message["events"][0]["by"] == "second";
    while !is_engines(&socket.wait_for("events").await) {}
    socket.command("2", json!({"type": "offer", "offer": "takeback"})).await;
    socket.wait_for("done").await;
    let snapshot = look_at(&mut ada, &table).await;
    assert_eq!(snapshot["moves"], json!([]));
    let terms = json!({"terms": {"game": "move", "seats": [{"kind": "opener"}, {"kind": "engine", "level": 11}]}});
    let answer = ada.post("/api/tables", &terms).await;
    answer.check_at("terms.seats[1].level");
}

/// What comes of a draw offered to an engine whose opponent could win, or lose, at once.
#[tokio::test]
async fn an_engine_answers_offers() {
    let house = House::open().await;
    let mut ada = house.browser();
    let offer = |offer: &str| json!({"type": "offer", "offer": offer});
    // Orange is to move and wins at once.
    let start = "ngngo/nonng/ogngg/gonon/okogo n o av";
    let engine = json!({"kind": "engine", "level": 5});
    let against_engine =
        |start: Value, seats: Value| json!({"terms": {"game": "move", "start": start, "seats": seats}});
    let won = against_engine(json!(start), json!([{"kind": "opener"}, engine]));
    let table = open(&mut ada, &won).await;
    let mut socket = Socket::at(&house, &ada, &table).await;
    socket.command("1", offer("draw")).await;
    let happened = async |socket: &mut Socket, fact: &str| {
        loop {
            let message = socket.wait_for("events").await;
            let events = message["events"].as_array().cloned().unwrap_or_default();
            if let Some(event) = events.into_iter().find(|event| event["type"] == fact) {
                return event;
            }
        }
    };
    let event = happened(&mut socket, "ended").await;
    assert_eq!(event["ending"], json!({"reason": "agreement", "result": "draw"}));
    socket.command("2", offer("rematch")).await;
    let rematch = happened(&mut socket, "rematched").await["table"].clone();
    let rematch = rematch.as_str().expect("a table");
    let snapshot = ada.get(&format!("/api/tables/{rematch}")).await.json();
    assert_eq!(snapshot["yours"], json!(["second"]));

    // Orange is to move and lost: Green's engine does not want a draw. What is said meanwhile does not disturb it.
    let lost = json!("gonon/ggnoo/kgoon/gognn/ngonn g o 5>");
    let engine = json!({"kind": "engine", "level": 9});
    let table = open(&mut ada, &against_engine(lost, json!([{"kind": "opener"}, engine]))).await;
    let mut socket = Socket::open(&house, &ada, &format!("/api/tables/{table}/socket")).await;
    socket.command("1", offer("draw")).await;
    socket.command("2", json!({"type": "say", "text": "well?"})).await;
    assert_eq!(happened(&mut socket, "declined").await["offer"], "draw");
    socket.command("3", offer("pause")).await;
    happened(&mut socket, "paused").await;
    socket.command("4", json!({"type": "resume"})).await;
    happened(&mut socket, "resumed").await;
    socket.command("5", json!({"type": "resign"})).await;
    happened(&mut socket, "ended").await;
}

#[tokio::test]
async fn the_lobby_shows_what_is_listed_and_nothing_else() {
    let house = House::open().await;
    let mut ada = house.browser();
    let listed = open(&mut ada, &open_terms("mobius")).await;
    let mut private = open_terms("mobius");
    private["terms"]["listed"] = json!(false);
    let private = open(&mut ada, &private).await;
    let lobby = house.browser().get("/api/tables?state=waiting&game=mobius").await;
    let lobby = lobby.text;
    assert!(lobby.contains(&listed) && !lobby.contains(&private), "{lobby}");
    let mine = ada.get("/api/me/tables").await.text;
    assert!(mine.contains(&listed) && mine.contains(&private), "{mine}");
    for query in ["limit=0", "limit=1000", "after=nonsense", "state=asleep", "colour=red"] {
        assert_eq!(ada.get(&format!("/api/tables?{query}")).await.status, 400, "{query}");
    }
    let first = ada.get("/api/me/tables?limit=1").await.json();
    let next = first["next"].as_str().expect("there is more");
    let second = ada.get(&format!("/api/me/tables?limit=1&after={next}")).await.json();
    assert_ne!(first["tables"], second["tables"]);
    assert_eq!(second["next"], Value::Null);
}

#[tokio::test]
async fn a_guests_tables_follow_to_the_account_on_every_device() {
    let house = House::open().await;
    let (mut ada, mut bob) = (house.browser(), house.browser());
    let table = two_at_a_table("mixtour 20/1", &mut ada, &mut bob).await;
    let account = json!({"name": "Ada", "password": PASSWORD});
    assert_eq!(ada.post("/api/accounts", &account).await.status, 201);
    check_act(&mut ada, &table, "1", play("c3", 0), "").await;
    check_act(&mut bob, &table, "1", play("c4", 1), "").await;
    let mut telephone = house.browser();
    assert_eq!(telephone.post("/api/session", &account).await.status, 200);
    assert!(telephone.get("/api/me/tables").await.text.contains(&table));
    check_act(&mut telephone, &table, "2", play("c5", 2), "").await;
    // Bob, who has an account too, is still Bob.
    let other = json!({"name": "Bob", "password": PASSWORD});
    assert_eq!(bob.post("/api/accounts", &other).await.status, 201);
    check_act(&mut ada, &table, "3", play("d1", 3), "not_your_turn").await;
    check_act(&mut bob, &table, "3", play("d1", 3), "").await;
    // The archive does not tell whose guest it was.
    let lists = house.browser().get("/api/tables").await.text;
    assert!(lists.contains(&table) && !lists.contains("account:"), "{lists}");
}

#[tokio::test]
async fn notes_are_ones_own() {
    let house = House::open().await;
    let (mut ada, mut bob) = (house.browser(), house.browser());
    let table = two_at_a_table("move", &mut ada, &mut bob).await;
    let path = format!("/api/tables/{table}/note");
    assert_eq!(ada.put(&path, &json!({"text": "watch the corner"})).await.status, 204);
    assert_eq!(ada.get(&path).await.json()["text"], "watch the corner");
    assert_eq!(bob.get(&path).await.json()["text"], "");
    assert_eq!(house.browser().get(&path).await.json()["text"], "");
    // PostgreSQL keeps no such character, so no house does.
    let answer = ada.put(&path, &json!({"text": "no\0thing"})).await;
    answer.check(400, "unkeepable");
    assert_eq!(ada.get(&path).await.json()["text"], "watch the corner");
}

/// Nobody fills the store with notes; all of them are in what is taken out, however many pages they are.
#[tokio::test]
async fn notes_have_an_end() {
    let flags = [
        ("notes-kept-per-visitor", "60"),
        ("notes-per-visitor", "63/1h"),
        ("tables-per-visitor", "100"),
    ];
    let house = House::open_with(&flags).await;
    let mut ada = house.member("Ada").await;
    let write = async |browser: &mut Browser, table: &str, text: &str| {
        let path = format!("/api/tables/{table}/note");
        browser.put(&path, &json!({"text": text})).await
    };
    let mut tables = Vec::new();
    for number in 0..61 {
        let table = open(&mut ada, &open_terms("mixtour")).await;
        let (status, code) = if number < 60 {
            (204, "")
        } else {
            (409, "too_many_notes")
        };
        write(&mut ada, &table, "watch the corner").await.check(status, code);
        tables.push(table);
    }
    write(&mut ada, &tables[0], "and the other one").await.check(204, "");
    write(&mut ada, &tables[1], "").await.check(204, "");
    write(&mut ada, &tables[2], "more")
        .await
        .check(429, "too_many_note_changes");
    let data = ada.get("/api/me/data").await.json();
    let notes: Vec<_> = data["notes"].as_array().expect("notes").iter().collect();
    assert_eq!(notes.len(), 59);
    assert!(notes.iter().any(|note| note["text"] == "and the other one"));
    assert_eq!(data["tables"].as_array().map(Vec::len), Some(61));
}

#[tokio::test]
async fn rated_games_are_between_accounts_and_change_ratings() {
    let house = House::open().await;
    let (mut ada, mut bob, mut guest) = (house.member("Ada").await, house.member("Bob").await, house.browser());
    let mut terms = open_terms("mixtour 20/1");
    terms["terms"]["rated"] = json!(true);
    assert_eq!(guest.post("/api/tables", &terms).await.code(), "account_needed");
    let table = open(&mut ada, &terms).await;
    let sit = json!({"type": "sit", "seat": "second"});
    check_act(&mut guest, &table, "1", sit.clone(), "account_needed").await;
    check_act(&mut bob, &table, "1", sit, "").await;
    check_act(&mut bob, &table, "2", json!({"type": "resign"}), "").await;
    let store = &house.app.store;
    let rating = async |name: &str| store.rating(name, "mixtour 20/1").await.expect("kept").expect("rated");
    let (winner, loser) = (rating("ada").await, rating("bob").await);
    assert!(winner.rating > 1500.0 && loser.rating < 1500.0, "{winner:?} {loser:?}");
    assert_eq!(winner.games, 1);

    // An administrator undoes it, and nobody else can.
    let path = format!("/api/tables/{table}/reversal");
    let reversal = json!({"reason": "a mistake"});
    assert_eq!(ada.post(&path, &reversal).await.status, 403);
    let changed = store.appoint("Ada", true).await;
    changed.expect("changed");
    assert_eq!(ada.post(&path, &reversal).await.status, 200);
    assert_eq!(look_at(&mut ada, &table).await["stage"], "playing");
    // Nothing is left of it in the ratings, and when the game ends again it counts once.
    for name in ["ada", "bob"] {
        let undone = rating(name).await;
        let undone = (undone.rating, undone.deviation, undone.games);
        assert_eq!(undone, (1500.0, 350.0, 0), "{name}");
    }
    check_act(&mut ada, &table, "3", json!({"type": "resign"}), "").await;
    let (now_loser, now_winner) = (rating("ada").await, rating("bob").await);
    assert_eq!((now_winner.rating, now_loser.rating), (winner.rating, loser.rating));
    assert_eq!((now_winner.games, now_winner.revision), (1, 3));
}

#[tokio::test]
async fn a_rated_game_against_an_engine_rates_the_account_only() {
    let house = House::open().await;
    let (mut ada, mut guest) = (house.member("Ada").await, house.browser());
    let terms = |level: u8, start: Value| {
        let seats = json!([{"kind": "opener"}, {"kind": "engine", "level": level}]);
        json!({"terms": {"game": "mixtour 20/1", "seats": seats, "rated": true, "start": start}})
    };
    let refused = guest.post("/api/tables", &terms(2, Value::Null)).await;
    assert_eq!(refused.code(), "account_needed");
    let start = json!(",,,,/,,,,/,,,,/,,w,,/,,,, r 0:0 20/1 -");
    let refused = ada.post("/api/tables", &terms(2, start)).await;
    assert_eq!(refused.code(), "terms_not_rated");
    let both = json!({"terms": {"game": "move", "rated": true,
        "seats": [{"kind": "engine", "level": 1}, {"kind": "engine", "level": 1}]}});
    assert_eq!(ada.post("/api/tables", &both).await.code(), "terms_not_rated");

    // Who loses against a stronger level loses less.
    let mut ratings = vec![1500.0];
    for level in [10, 1] {
        let table = open(&mut ada, &terms(level, Value::Null)).await;
        check_act(&mut ada, &table, "1", play("c3", 0), "").await;
        for offer in ["takeback", "pause"] {
            let action = json!({"type": "offer", "offer": offer});
            check_act(&mut ada, &table, offer, action, "rated").await;
        }
        check_act(&mut ada, &table, "2", json!({"type": "resign"}), "").await;
        let player = ada.get("/api/players/ada").await.json();
        assert_eq!(player["ratings"][0]["games"], ratings.len());
        ratings.push(player["ratings"][0]["rating"].as_f64().expect("a rating"));
        assert_eq!(player["results"][0]["lost"], ratings.len() - 1);
    }
    let lost = [ratings[0] - ratings[1], ratings[1] - ratings[2]];
    assert!(0.0 < lost[0] && lost[0] < lost[1] / 5.0, "{ratings:?}");
    let best = ada.get("/api/ratings?game=mixtour%2020/1").await.json();
    assert_eq!(best.as_array().map(Vec::len), Some(1));

    let games = ada.get("/api/games").await.json();
    let mixtour = games
        .as_array()
        .and_then(|games| games.iter().find(|game| game["about"]["name"] == "mixtour"));
    let mixtour = mixtour.expect("Mixtour");
    assert_eq!(mixtour["ratings"].as_array().map(Vec::len), Some(10));
    assert_eq!(mixtour["variants"][0]["ratings"][4], 1500);
}

#[tokio::test]
async fn any_line_of_play_can_be_looked_at() {
    let house = House::open().await;
    let mut ada = house.browser();
    let line = json!({"game": "mixtour 20/1", "moves": ["b2", "c3", "b2-c3"]});
    let explored = ada.post("/api/explore", &line).await;
    assert_eq!(explored.status, 200, "{}", explored.text);
    assert_eq!(explored.json()["view"]["turn"], "second");
    for (line, at) in [
        (json!({"game": "chess", "moves": []}), "game"),
        (json!({"game": "move", "start": "nonsense", "moves": []}), "start"),
        (json!({"game": "mixtour 20/1", "moves": ["b2", "b2"]}), "moves[1]"),
    ] {
        ada.post("/api/explore", &line).await.check_at(at);
    }
    let objection = async |mv: &str| {
        let wish = json!({"line": {"game": "mixtour 20/1", "moves": ["b2"]}, "move": mv});
        let answer = ada.clone().post("/api/objection", &wish).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()["reason"]["message"].clone()
    };
    assert_eq!(objection("c3").await, Value::Null);
    assert_eq!(objection("b2").await, "b2 is occupied");
    let unreadable = "moves are written b2, a1-b2, c4:3-d3 or pass, on cells a1 to e5";
    assert_eq!(objection("z9").await, unreadable);
    let entered = async |clicks: Value| {
        let wish = json!({"line": {"game": "mixtour 20/1", "moves": ["b2", "c3"]}, "clicks": clicks});
        let answer = ada.clone().post("/api/objection", &wish).await.json();
        (answer["move"].clone(), answer["reason"]["message"].clone())
    };
    let (b2, c3, pass) = (json!({"site": 6}), json!({"site": 12}), json!({"site": 25}));
    assert_eq!(entered(json!([b2, c3])).await, (json!("b2-c3"), Value::Null));
    assert_eq!(entered(json!([b2])).await, (json!("b2"), json!("b2 is occupied")));
    assert_eq!(entered(json!([pass])).await.0, "pass");
    assert_eq!(entered(json!([{"site": 99}])).await, (Value::Null, Value::Null));
    assert_eq!(entered(json!([])).await, (Value::Null, Value::Null));
    let neither = json!({"line": {"game": "move", "moves": []}});
    assert_eq!(ada.post("/api/objection", &neither).await.status, 400);
    let wish = json!({"line": {"game": "mixtour 20/1", "moves": ["b2", "b2"]}, "move": "c3"});
    ada.post("/api/objection", &wish).await.check_at("line.moves[1]");
    let games = ada.get("/api/games").await.json();
    assert_eq!(games.as_array().map(Vec::len), Some(GameId::ALL.len()));
    assert!(games.to_string().contains("marksteeregames.com"));
    assert_eq!(ada.get("/api/games/mobius/board").await.status, 200);
    assert_eq!(ada.get("/api/games/chess/board").await.status, 404);
}

#[tokio::test]
async fn too_many_commands_are_refused_for_a_while() {
    let house = House::open_with(&[("moves-per-visitor", "5/10s")]).await;
    let mut ada = house.browser();
    let table = open(&mut ada, &open_terms("move")).await;
    let mut statuses = Vec::new();
    for number in 0..20 {
        let answer = act(&mut ada, &table, &number.to_string(), json!({"type": "wait"})).await;
        statuses.push(answer.status);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
    let later = async { while act(&mut ada, &table, "later", json!({"type": "wait"})).await.status != 200 {} };
    timeout(PATIENCE, later).await.expect("in a while there is room again");
}

/// All that has happened at a table, as many events a page.
async fn all_events(browser: &mut Browser, table: &str, limit: usize) -> (Vec<Value>, usize) {
    let (mut events, mut next, mut longest) = (Vec::new(), json!(0), 0);
    while let Some(version) = next.as_u64() {
        let page = browser
            .get(&format!("/api/tables/{table}/events?version={version}&limit={limit}"))
            .await;
        assert_eq!(page.status, 200, "{}", page.text);
        longest = longest.max(page.text.len());
        let page = page.json();
        let shown = page["events"].as_array().expect("events");
        assert!(shown.len() <= limit, "{} events", shown.len());
        events.extend(shown.iter().cloned());
        next = page["next"].clone();
    }
    (events, longest)
}

/// Whoever plans again and again, as much as one may, leaves hardly anything behind: neither for a stranger who asks what
/// has happened nor for the server that reads the table again.
#[tokio::test]
async fn plans_leave_nothing_behind() {
    const PLANS: usize = 300;
    let house = House::open_with(&[
        ("requests-per-address", "100000/1s"),
        ("moves-per-visitor", "100000/1s"),
    ])
    .await;
    let (mut ada, mut bob, mut eve) = (house.browser(), house.browser(), house.browser());
    let table = two_at_a_table("mobius", &mut ada, &mut bob).await;
    let snapshot = look_at(&mut ada, &table).await;
    let legal = snapshot["view"]["legal"].as_array().expect("moves");
    let moves: Vec<&str> = legal.iter().filter_map(|legal| legal["move"].as_str()).collect();
    let lines: Vec<_> = moves[..50]
        .iter()
        .map(|first| [&[*first], &moves[50..53]].concat())
        .collect();
    let long = json!({"type": "plan", "lines": vec![vec!["e0"; 100]; 50]});
    check_act(&mut bob, &table, "long", long, "plan_too_long").await;
    for number in 0..PLANS {
        let plan = json!({"type": "plan", "lines": lines});
        check_act(&mut bob, &table, &format!("plan {number}"), plan, "").await;
    }
    // What must be read to make the table anew: the last plan, and that there were others.
    let kept = house.app.store.events(&table, 0).await.expect("events");
    let bytes: usize = kept.iter().map(|event| event.body.len()).sum();
    println!("{} events, {bytes} bytes", kept.len());
    assert!(bytes < 200 * PLANS, "{bytes} bytes are kept");
    house.app.hall.tidy().await;
    let snapshot = look_at(&mut bob, &table).await;
    assert_eq!(snapshot["plan"], json!(lines));
    // Pages of events, for a player and for a stranger.
    let (seen, longest) = all_events(&mut eve, &table, 100).await;
    assert!(longest < 4000, "{longest} bytes for a stranger");
    let versions: Vec<_> = seen.iter().filter_map(|event| event["version"].as_u64()).collect();
    assert_eq!(versions, (0..4).collect::<Vec<_>>(), "plans are nobody else's business");
    let (seen, longest) = all_events(&mut bob, &table, 100).await;
    assert_eq!(seen.len(), PLANS + 4);
    assert!(longest < 40_000, "{longest} bytes for the planner");
    for (limit, is_good) in [(0, false), (1, true), (1000, true), (1001, false)] {
        let answer = eve.get(&format!("/api/tables/{table}/events?limit={limit}")).await;
        match is_good {
            true => assert_eq!(answer.status, 200),
            false => answer.check_at("limit"),
        }
    }
    let past = eve.get(&format!("/api/tables/{table}/events?version=100000")).await;
    assert_eq!(past.json(), json!({"events": [], "next": null}));
}

/// Waits until the clock of a player has fallen by so many milliseconds.
async fn until_clock_fell(browser: &mut Browser, table: &str, player: usize, by: u64) {
    let left = async |browser: &mut Browser| look_at(browser, table).await["clocks"]["left"][player].as_u64();
    let before = left(browser).await.expect("a clock");
    while left(browser).await.expect("a clock") + by > before {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn only_the_answer_to_a_ping_says_how_slow_the_network_is() {
    let house = House::open_with(&[("requests-per-address", "100000/1s")]).await;
    let (mut ada, mut bob) = (house.browser(), house.browser());
    let mut terms = open_terms("mixtour 20/1");
    terms["terms"]["clock"] = json!({"kind": "live", "initial": 600_000, "increment": 0});
    let table = open(&mut ada, &terms).await;
    check_act(&mut bob, &table, "sit", json!({"type": "sit", "seat": "second"}), "").await;
    check_act(&mut ada, &table, "1", play("a1", 0), "").await;
    check_act(&mut bob, &table, "1", play("b1", 1), "").await;
    let path = format!("/api/tables/{table}/socket");
    let lag = async |socket: &mut Socket, text: &str, ply| {
        socket.command(&format!("move {ply}"), play(text, ply)).await;
        let happened = socket.wait_for("events").await;
        assert_eq!(happened["events"][0]["move"], text);
        happened["events"][0]["lag"].as_u64()
    };
    // Ada answers no ping, and claims to have answered one that was sent a minute ago.
    let mut socket = Socket::open(&house, &ada, &path).await;
    let earlier = halte_server::hall::now().0 - 60_000;
    for forged in [earlier.to_be_bytes().to_vec(), Vec::new(), vec![0; 8]] {
        socket.0.send(Message::Pong(forged.into())).await.expect("sent");
    }
    until_clock_fell(&mut bob, &table, 0, 200).await;
    let mut left = async || look_at(&mut ada, &table).await["clocks"]["left"][1].as_u64();
    assert_eq!(lag(&mut socket, "c1", 2).await, None);
    let begun = Instant::now();
    let before = left().await.expect("a clock");
    // Bob's network is slow: he reads the ping late, and answers it as soon as he has read it.
    let mut socket = Socket::open(&house, &bob, &path).await;
    until_clock_fell(&mut bob, &table, 1, 200).await;
    socket.wait_for("snapshot").await;
    lag(&mut socket, "d1", 3).await;
    // What a slow store took is excused instead: either way it is not charged.
    let charged = before - left().await.expect("a clock");
    let passed = begun.elapsed().as_millis() as u64;
    assert!(charged + 200 <= passed, "charged {charged} ms of {passed}");
}

/// A table that a newer program has written to is not damaged, and is left as it is.
#[tokio::test]
async fn what_a_newer_program_wrote_is_left_alone() {
    let house = House::open().await;
    let mut ada = house.browser();
    let table = open(&mut ada, &open_terms("move")).await;
    let other = open(&mut ada, &open_terms("move")).await;
    house.app.hall.tidy().await;
    let store = &house.app.store;
    let all = store.tables(&TableFilter::default(), None, 10).await.expect("tables");
    let summary = all
        .into_iter()
        .find(|summary| summary.table == table)
        .expect("the table");
    let version = store.events(&table, 0).await.expect("events").len() as u64;
    let body = format!(r#"{{"version":{version},"at":1,"vocabulary":99,"type":"teleported","to":"the moon"}}"#);
    let append = Append {
        summary: Summary { awake: true, ..summary },
        events: vec![StoredEvent { version, at: 1, body }],
        superseded: Vec::new(),
        ratings: Vec::new(),
    };
    store.append(vec![append]).await.expect("an append");
    let before = store.events(&table, 0).await.expect("events");
    for path in ["", "/events", "/record"] {
        let answer = ada.get(&format!("/api/tables/{table}{path}")).await;
        answer.check(503, "table_newer");
        assert_eq!(answer.header("retry-after"), "5");
    }
    let say = json!({"type": "say", "text": "hello"});
    act(&mut ada, &table, "1", say.clone()).await.check(503, "table_newer");
    check_act(&mut ada, &other, "1", say, "").await;
    // A server that starts has it among those that should go on, and goes on with the others.
    Hall::open(Arc::clone(store), house.app.hall.engines().clone(), Bus::default())
        .await
        .expect("a hall");
    assert_eq!(store.events(&table, 0).await, Ok(before));
}
