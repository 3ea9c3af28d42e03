//! `halte bridge`: engines play on a site through the interface for programs, and others look on.

use std::fs;
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{Message, WebSocket, connect};

use crate::house::{GENEROUS, House, Member};
use crate::{Folder, PROGRAM, Running, root};

/// How long a test waits for what must happen.
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts a bridge for an account, whose token is in a file, with the engine of this program, as any other one.
fn start(folder: &Folder, member: &mut Member<'_>, game: &str, arguments: &str) -> Running {
    start_with(folder, member, game, arguments, &format!("'{PROGRAM}' ugi {game}"))
}

/// Starts a bridge with an engine.
fn start_with(folder: &Folder, member: &mut Member<'_>, game: &str, arguments: &str, engine: &str) -> Running {
    let file = format!("token of {}", member.name);
    folder.write(&file, member.token());
    let address = &member.house.address;
    let line = format!("bridge http://{address} {game} --token-file '{file}' {arguments} -- {engine}");
    Running::start(&mut folder.command(&line))
}

/// The table that a bridge has opened.
fn opened(bridge: &mut Running) -> String {
    let table = bridge.hear("table ");
    table
        .strip_suffix(": opened")
        .expect("it has opened a table")
        .to_owned()
}

/// What a bridge says until it ends by itself, which must go well.
fn end(bridge: Running) -> Vec<String> {
    let (status, lines) = bridge.end();
    assert_eq!(status, Some(0), "{lines:?}");
    lines
}

/// Somebody who looks on, over a socket.
pub(crate) struct Spectator {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    /// The events that were seen.
    events: Vec<Value>,
    /// How many events there had been before.
    version: u64,
}

impl Spectator {
    pub(crate) fn new(house: &House, table: &str, version: u64) -> Spectator {
        let path = format!("ws://{}/api/tables/{table}/socket?version={version}", house.address);
        let (socket, _) = connect(path).expect("a socket");
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        }
        Spectator {
            socket,
            events: Vec::new(),
            version,
        }
    }

    /// Reads on until an event of this kind has come, in order and without a gap; false if the socket ends before.
    pub(crate) fn sees(&mut self, kind: &str) -> bool {
        loop {
            let Ok(message) = self.socket.read() else { return false };
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            let Some(events) = message["events"].as_array() else {
                continue;
            };
            for event in events {
                assert_eq!(event["version"], self.version, "every event, in order");
                self.version += 1;
            }
            self.events.extend(events.iter().cloned());
            if events.iter().any(|event| event["type"] == kind) {
                return true;
            }
        }
    }
}

#[test]
fn engines_play_each_other_through_the_interface_while_somebody_looks_on() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut anna, mut bert) = (house.member("Anna"), house.member("Bert"));
    for game in [
        "mobius",
        "move",
        "fibonacci --variant classic",
        "fibonacci --variant cards",
        "mixtour --variant 20/1",
    ] {
        let limits = "--nodes 30 --games 1";
        let mut first = start(&folder, &mut anna, game, limits);
        let table = opened(&mut first);
        let mut spectator = Spectator::new(&house, &table, 0);
        let second = start(&folder, &mut bert, game, &format!("{limits} --join {table}"));
        assert!(spectator.sees("ended"), "{game}");
        let said = [end(first), end(second)].concat();
        let result = |line: &String| Some(line.split(": the game was ").nth(1)?.split(':').next()?.to_owned());
        let results = said.iter().filter_map(result).collect::<Vec<_>>().join(" and ");
        let possible = ["won and lost", "lost and won", "drawn and drawn"];
        assert!(possible.contains(&&*results), "{game}: {said:?}");

        // What was seen is what was kept.
        let (_, kept) = anna.get(&format!("/api/tables/{table}/events"));
        let mut kept = kept["events"].as_array().expect("events").clone();
        for event in &mut kept {
            event.as_object_mut().expect("an event").remove("cause");
        }
        kept.truncate(spectator.events.len());
        assert_eq!(spectator.events, kept, "{game}");

        folder.write("record.txt", anna.text(&format!("/api/tables/{table}/record")));
        let checked = folder.done("check record.txt");
        // Seats were drawn by lot, if there are no cards.
        assert!(checked.contains("both players' numbers"), "{checked}");
        let moves = spectator.events.iter().filter(|event| event["type"] == "moved").count();
        println!("{game}: {moves} moves, {results}");
    }
}

#[test]
fn a_bridge_survives_the_engine_and_the_house() {
    let folder = Folder::new();
    let game = "mixtour --variant 20/1";
    // The first time all is well, the second time it ends when it is asked for a move, and then never again.
    let script = format!(
        "echo x >> starts\n\
         if [ $(wc -l < starts) = 2 ]; then\n\
         while read word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; go) exit 3;; esac; done; fi\n\
         exec '{PROGRAM}' ugi {game}"
    );
    folder.write("engine.sh", script);
    let house = House::open(&folder);
    let (mut anna, mut bert) = (house.member("Anna"), house.member("Bert"));
    let limits = "--games 1 --time 30";
    let mut first = start_with(&folder, &mut anna, game, limits, "sh engine.sh");
    let table = opened(&mut first);
    let mut spectator = Spectator::new(&house, &table, 0);
    let second = start(&folder, &mut bert, game, &format!("{limits} --join {table}"));
    let problem = first.hear(&format!("table {table}: the engine failed: "));
    assert_eq!(problem, "crash: no bestmove: exit status: 3");

    // The house is closed and opened again in the middle of the game.
    assert!(spectator.sees("moved"));
    let generous = GENEROUS.replace("127.0.0.1:0", &house.address);
    house.end(&folder, "-TERM");
    while spectator.sees("moved") {}
    let house = House::start(&folder, &format!("{generous} --database house.sqlite"));
    assert!(Spectator::new(&house, &table, spectator.version).sees("ended"));
    for bridge in [first, second] {
        let said = end(bridge);
        let is_over = said.last().is_some_and(|line| line.contains(": the game was "));
        assert!(is_over, "{said:?}");
    }
}

#[test]
fn offers_are_answered() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut anna, mut bert) = (house.member("Anna"), house.member("Bert"));
    let table = anna.open("mixtour 20/1", "anyone");
    let mut spectator = Spectator::new(&house, &table, 0);
    let join = format!("--join http://{}/table/{table} --nodes 20", house.address);
    let mut bridge = start(&folder, &mut bert, "mixtour --variant 20/1", &join);
    assert!(spectator.sees("started"));
    let mut act = |id: &str, action: Value| anna.act(&table, id, &action);
    act("1", json!({"type": "play", "move": "c3", "ply": 0}));
    assert!(spectator.sees("moved") && spectator.sees("moved"), "both have played");
    act("2", json!({"type": "offer", "offer": "takeback"}));
    assert!(spectator.sees("taken_back"), "it was allowed");
    act("3", json!({"type": "offer", "offer": "pause"}));
    assert!(spectator.sees("paused"));
    act("4", json!({"type": "resume"}));
    act("5", json!({"type": "resign"}));
    assert!(spectator.sees("ended"));
    let result = bridge.hear(&format!("table {table}: the game "));
    assert_eq!(result, "was won: resignation");
    act("6", json!({"type": "offer", "offer": "rematch"}));
    assert!(spectator.sees("rematched"));
    // In the rematch the bridge plays first; when its account is gone there is no use in going on.
    let rematch = &spectator.events.last().expect("an event")["table"];
    assert!(Spectator::new(&house, rematch.as_str().expect("a table"), 0).sees("moved"));
    let site = format!("--database house.sqlite --server http://{}", house.address);
    assert_eq!(folder.operate(&format!("administer {site} log-out Bert")).status, 0);
    assert_eq!(bridge.end().0, Some(2));
}

#[test]
fn what_is_wrong_is_told() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let token = house.member("Anna").token();
    folder.write("token", &token);
    folder.write("bad", "halte_x");
    let check = |arguments: &str, expected: &str| {
        let run = folder.run(&format!("bridge http://{} move {arguments}", house.address));
        assert_eq!(run.status, 2, "{arguments}: {}{}", run.output, run.errors);
        assert!(run.errors.contains(expected), "{arguments}: {}", run.errors);
        assert!(!run.output.contains(&token) && !run.errors.contains(&token));
    };
    check("-- true", "there is no token: give --token-file or set HALTE_TOKEN");
    check("--token-file none -- true", "cannot read none: ");
    let bad = "the site: the API token is not valid (bad_token)";
    check("--token-file bad -- true", bad);
    check("--token-file token -- ./none", "the engine: it cannot be started: ");
    check("--token-file token -- true", "the engine: no ugiok");
    let join = format!("--token-file token --join none -- '{PROGRAM}' ugi move");
    check(&join, "table none: there is no such table (no_such_table)");
    check("", "<ENGINE>");
}

#[test]
fn an_operator_runs_the_house() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut anna, mut bert) = (house.member("Anna"), house.member("Bert"));
    let administer = |arguments: &str| {
        let site = format!("--database house.sqlite --server http://{}", house.address);
        folder.operate(&format!("administer {site} {arguments}"))
    };
    let check = |arguments: &str, expected: &str| {
        assert_eq!(administer(arguments).all(), (0, expected, ""), "{arguments}");
    };
    let refused = |arguments: &str, expected: &str| {
        assert_eq!(administer(arguments).all(), (2, "", expected), "{arguments}");
    };
    check("accounts", "  Anna\n  Bert\n");
    check("appoint anna", "Anna is an administrator\n");
    check("accounts", "* Anna\n  Bert\n");
    let administration = "/api/administration/accounts";
    assert_eq!(anna.get(administration).0, 200);
    assert_eq!(bert.get(administration).0, 403);
    check("dismiss Anna", "Anna is no administrator\n");
    assert_eq!(anna.get(administration).0, 403);
    refused("appoint Cleo", "halte: there is no such account (no_such_account)\n");
    refused("appoint ../x", "halte: \"../x\" can be no name (bad_name)\n");

    bert.token();
    let revoked = "Bert is logged out: 1 sessions and 1 tokens are revoked\n";
    check("log-out Bert", revoked);
    assert_eq!(bert.get("/api/session").1["account"], Value::Null);

    check(
        "silence Anna --for 90m --reason insults",
        "Anna is silenced for 2 hours\n",
    );
    let table = anna.open("move", "opener");
    let say = json!({"id": "s", "action": {"type": "say", "text": "you"}});
    let commands = format!("/api/tables/{table}/commands");
    assert_eq!(anna.post(&commands, &say).1["error"]["code"], "silenced");
    check("unsilence Anna", "Anna is silenced no longer\n");
    refused(
        "unsilence Anna",
        "halte: nothing like that holds against them (no_such_measure)\n",
    );
    assert_eq!(anna.post(&commands, &say).0, 200);
    let report = json!({"reason": "I am rude"});
    assert_eq!(anna.post(&format!("/api/tables/{table}/report"), &report).0, 204);
    // What looks like another line, and what does something to a terminal that does not care, is only text.
    let say = json!({"id": "t", "action": {"type": "say", "text": "one\n  account:bert: two\u{202e}"}});
    assert_eq!(anna.post(&commands, &say).0, 200);
    let remarks = "  account:anna: you\n  account:anna: one\\n  account:bert: two\\u{202e}\n";
    let reported = format!("table {table}, by account:anna: I am rude\n{remarks}");
    check("reports", &reported);
    check(&format!("settle {table}"), "reports settled: 1\n");
    check("reports", "");

    let mut cleo = house.member("Cleo");
    check("ban cleo --reason cheating", "cleo is banned for good\n");
    assert_eq!(cleo.post("/api/session/guest", &json!({})).1["error"]["code"], "banned");
    check("measures", "ban account:cleo, for good, by the operator: cheating\n");
    check("unban cleo", "cleo is banned no longer\n");
    refused("unban a:b", "halte: \"a:b\" can be no name (bad_name)\n");
    check("rename cleo Dora", "cleo is called Dora now\n");
    let link = administer("reset-password Dora");
    assert!(
        link.output.contains("/account#password=") && link.status == 0,
        "{}{}",
        link.output,
        link.errors
    );
    check("delete Dora", "Dora is deleted\n");
    refused("delete Dora", "halte: there is no such account (no_such_account)\n");
    check("accounts", "  Anna\n  Bert\n");
    check("rotate-key", "a new key signs; guests of before are still known\n");
    check(
        "rotate-key --now",
        "a new key signs; nothing that the old ones signed is good any more\n",
    );
    let ended = anna.open("move", "opener");
    check(
        &format!("end {ended} --reason 'not here'"),
        &format!("table {ended} is ended\n"),
    );

    anna.act(&table, "1", &json!({"type": "resign"}));
    let reverse = format!("reverse {table} --reason 'a mistake'");
    check(&reverse, &format!("the game at table {table} goes on\n"));
    let (_, events) = anna.get(&format!("/api/tables/{table}/events"));
    let reversed = events["events"]
        .as_array()
        .and_then(|events| events.last())
        .expect("events");
    assert_eq!(reversed["type"], "reversed");
    assert_eq!(reversed["by"], "the operator");
    refused(&reverse, "halte: the game is not over yet (not_over)\n");

    // Nobody else has such a pass.
    let answer = house.ask(&format!(
        "GET {administration} HTTP/1.1\r\nauthorization: Operator 99999999999999.AAAA\r\n\r\n"
    ));
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
}

#[test]
fn the_example_of_the_documents_plays() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (mut anna, mut bert) = (house.member("Anna"), house.member("Bert"));
    let document = fs::read_to_string(root().join("docs/bots.md")).expect("the document");
    let example = document.split("```python\n").nth(1).expect("the example");
    let example = example.split("```").next().expect("its end");
    assert!(example.lines().count() <= 30);
    folder.write("bot.py", example);
    folder.write("token", anna.token());
    let mut python = Command::new("python3");
    let site = format!("http://{}", house.address);
    let mut bot = Running::start(python.current_dir(folder.path("")).args(["bot.py", &site, "token"]));
    let join = format!("--join {} --nodes 30 --games 1", bot.line());
    let said = end(start(&folder, &mut bert, "mixtour --variant 20/1", &join));
    assert!(said.iter().any(|line| line.contains("the game was ")), "{said:?}");
    assert_eq!(bot.end().0, Some(0));
}
