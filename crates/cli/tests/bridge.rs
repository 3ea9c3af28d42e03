//! `halte bridge`: engines play on a site through the interface for programs, and others look on.

#![cfg(unix)]

#[path = "house/mod.rs"]
mod house;

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use house::{GENEROUS, House, Member, done, folder, halte, run};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{Message, WebSocket, connect};

/// How long a test waits for what must happen.
const PATIENCE: Duration = Duration::from_secs(60);

/// A bridge at work.
struct Bridge {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Bridge {
    /// Starts a bridge for an account, whose token is in a file. The game has its variant after a space.
    fn start(folder: &Path, member: &mut Member<'_>, game: &str, arguments: &[&str], engine: &[&str]) -> Bridge {
        let file = format!("token of {}", member.name);
        fs::write(folder.join(&file), member.token()).expect("a file");
        let mut command = bridge(folder, &member.address(), game);
        command
            .args(["--token-file", &file])
            .args(arguments)
            .arg("--")
            .args(engine);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let output = child.stdout.take().expect("its output");
        let lines = BufReader::new(output).lines();
        Bridge { child, lines }
    }

    /// Reads what it says up to a line that begins and ends so, and gives what is between.
    fn hear(&mut self, start: &str, end: &str) -> String {
        for line in &mut self.lines {
            let line = line.expect("text");
            if let Some(found) = line.strip_prefix(start).and_then(|rest| rest.strip_suffix(end)) {
                return found.to_owned();
            }
        }
        panic!("it ended before it said {start}...{end}");
    }

    /// Waits until it ends by itself, and gives all that it said since.
    fn end(mut self) -> Vec<String> {
        let lines: Vec<String> = (&mut self.lines).map(|line| line.expect("text")).collect();
        assert!(self.child.wait().expect("it ends").success(), "{lines:?}");
        lines
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        // A test that failed leaves no bridge behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command without a token and an engine.
fn bridge(folder: &Path, address: &str, game: &str) -> Command {
    let (game, variant) = game.split_once(' ').unwrap_or((game, ""));
    let mut command = halte(folder, &["bridge", &format!("http://{address}"), game]);
    if !variant.is_empty() {
        command.args(["--variant", variant]);
    }
    command
}

/// The engine of this program, as any other one.
fn engine(game: &str) -> Vec<&str> {
    let (game, variant) = game.split_once(' ').unwrap_or((game, ""));
    let mut words = vec![env!("CARGO_BIN_EXE_halte"), "ugi", game];
    if !variant.is_empty() {
        words.extend(["--variant", variant]);
    }
    words
}

/// Somebody who looks on, over a socket.
struct Spectator {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    /// The events that were seen.
    events: Vec<Value>,
    /// How many events there had been before.
    version: u64,
}

impl Spectator {
    fn new(address: &str, table: &str, version: u64) -> Spectator {
        let path = format!("ws://{address}/api/tables/{table}/socket?version={version}");
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
    fn sees(&mut self, kind: &str) -> bool {
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
    let folder = folder("bridge-games");
    let house = House::start(&folder, &[&GENEROUS[..], &["--database", "house.sqlite"]].concat());
    let (mut anna, mut bert) = (house.member("Anna"), house.member("Bert"));
    for game in ["mobius", "move", "fibonacci classic", "fibonacci cards", "mixtour 20/1"] {
        let limits = ["--nodes", "30", "--games", "1"];
        let mut first = Bridge::start(&folder, &mut anna, game, &limits, &engine(game));
        let table = first.hear("table ", ": opened");
        let mut spectator = Spectator::new(&house.address, &table, 0);
        let join = [&limits[..], &["--join", &table]].concat();
        let second = Bridge::start(&folder, &mut bert, game, &join, &engine(game));
        assert!(spectator.sees("ended"), "{game}");
        let said = [first.end(), second.end()].concat();
        let results: Vec<&str> = said
            .iter()
            .filter_map(|line| line.split(": the game was ").nth(1)?.split(':').next())
            .collect();
        assert!(
            [["won", "lost"], ["lost", "won"], ["drawn", "drawn"]].contains(&[results[0], results[1]]),
            "{game}: {said:?}"
        );

        // What was seen is what was kept.
        let (_, kept) = anna.get(&format!("/api/tables/{table}/events"));
        let mut kept = kept["events"].as_array().expect("events").clone();
        for event in &mut kept {
            event.as_object_mut().expect("an event").remove("cause");
        }
        kept.truncate(spectator.events.len());
        assert_eq!(spectator.events, kept, "{game}");

        let record = anna.text(&format!("/api/tables/{table}/record"));
        let file = format!("{game}.txt").replace('/', "-");
        fs::write(folder.join(&file), record).expect("a file");
        done(&mut halte(&folder, &["check", &file]));
        let moves = spectator.events.iter().filter(|event| event["type"] == "moved").count();
        println!("{game}: {moves} moves, {}", results.join(" and "));
    }
}

#[test]
fn a_bridge_survives_the_engine_and_the_house() {
    let folder = folder("bridge-trouble");
    let game = "mixtour 20/1";
    // The first time all is well, the second time it ends when it is asked for a move, and then never again.
    let script = format!(
        "echo x >> starts\n\
         if [ $(wc -l < starts) = 2 ]; then\n\
         while read word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; go) exit 3;; esac; done; fi\n\
         exec {} ugi mixtour --variant 20/1",
        env!("CARGO_BIN_EXE_halte")
    );
    let database = ["--database", "house.sqlite"];
    let house = House::start(&folder, &[&GENEROUS[..], &database].concat());
    let mut anna = house.member("Anna");
    let mut bert = house.member("Bert");
    let limits = ["--games", "1", "--time", "30"];
    let mut first = Bridge::start(&folder, &mut anna, game, &limits, &["sh", "-c", &script]);
    let table = first.hear("table ", ": opened");
    let mut spectator = Spectator::new(&house.address, &table, 0);
    let join = [&limits[..], &["--join", &table]].concat();
    let second = Bridge::start(&folder, &mut bert, game, &join, &engine(game));
    let problem = first.hear(&format!("table {table}: the engine failed: "), "");
    assert_eq!(problem, "crash: no bestmove: exit status: 3");

    // The house is closed and opened again in the middle of the game.
    assert!(spectator.sees("moved"));
    let address = house.address.clone();
    house.end(&folder, "-TERM");
    while spectator.sees("moved") {}
    let mut arguments = GENEROUS;
    arguments[1] = &address;
    let house = House::start(&folder, &[&arguments[..], &database].concat());
    let mut spectator = Spectator::new(&house.address, &table, spectator.version);
    assert!(spectator.sees("ended"));
    for bridge in [first, second] {
        let said = bridge.end();
        assert!(
            said.last().is_some_and(|line| line.contains(": the game was ")),
            "{said:?}"
        );
    }
}

#[test]
fn offers_are_answered() {
    let folder = folder("bridge-offers");
    let house = House::start(&folder, &[&GENEROUS[..], &["--database", "house.sqlite"]].concat());
    let (mut anna, mut bert) = (house.member("Anna"), house.member("Bert"));
    let game = "mixtour 20/1";
    let terms = json!({"game": game, "seats": [{"kind": "opener"}, {"kind": "anyone"}]});
    let table = anna.open(&terms);
    let mut spectator = Spectator::new(&house.address, &table, 0);
    let link = format!("http://{}/table/{table}", house.address);
    let mut bridge = Bridge::start(
        &folder,
        &mut bert,
        game,
        &["--join", &link, "--nodes", "20"],
        &engine(game),
    );
    assert!(spectator.sees("started"));
    let mut act = |id: &str, action: Value| {
        let (status, answer) = anna.act(&table, id, &action);
        assert_eq!(status, 200, "{answer}");
    };
    act("1", json!({"type": "play", "move": "c3", "ply": 0}));
    assert!(spectator.sees("moved") && spectator.sees("moved"), "both have played");
    act("2", json!({"type": "offer", "offer": "takeback"}));
    assert!(spectator.sees("taken_back"), "it was allowed");
    act("3", json!({"type": "offer", "offer": "pause"}));
    assert!(spectator.sees("paused"));
    act("4", json!({"type": "resume"}));
    act("5", json!({"type": "resign"}));
    assert!(spectator.sees("ended"));
    assert_eq!(
        bridge.hear(&format!("table {table}: the game "), ": resignation"),
        "was won"
    );
    act("6", json!({"type": "offer", "offer": "rematch"}));
    assert!(spectator.sees("rematched"));
    // In the rematch the bridge plays first; when its account is gone there is no use in going on.
    let rematch = spectator.events.last().expect("an event")["table"]
        .as_str()
        .expect("a table")
        .to_owned();
    assert!(Spectator::new(&house.address, &rematch, 0).sees("moved"));
    let administer = ["administer", "--database", "house.sqlite", "--server"];
    let log_out = ["log-out", "Bert"];
    let server = format!("http://{}", house.address);
    done(halte(&folder, &administer).arg(&server).args(log_out));
    assert_eq!(bridge.child.wait().expect("it ends").code(), Some(2));
}

#[test]
fn what_is_wrong_is_told() {
    let folder = folder("bridge-wrong");
    let house = House::start(&folder, &[&GENEROUS[..], &["--database", "house.sqlite"]].concat());
    let token = house.member("Anna").token();
    fs::write(folder.join("token"), &token).expect("a file");
    fs::write(folder.join("bad"), "halte_x").expect("a file");
    let check = |arguments: &[&str], expected: &str| {
        let (status, output, errors) = run(bridge(&folder, &house.address, "move").args(arguments));
        assert_eq!(status, 2, "{arguments:?}: {output}{errors}");
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
        assert!(!output.contains(&token) && !errors.contains(&token));
    };
    check(
        &["--", "true"],
        "there is no token: give --token-file or set HALTE_TOKEN",
    );
    check(&["--token-file", "none", "--", "true"], "cannot read none: ");
    check(
        &["--token-file", "bad", "--", "true"],
        "the site: the API token is not valid (bad_token)",
    );
    check(
        &["--token-file", "token", "--", "./none"],
        "the engine: it cannot be started: ",
    );
    check(&["--token-file", "token", "--", "true"], "the engine: no ugiok");
    let mut engine = vec!["--token-file", "token", "--join", "none", "--"];
    engine.extend(self::engine("move"));
    check(&engine, "table none: there is no such table (no_such_table)");
    check(&[], "<ENGINE>");
}

#[test]
fn an_operator_runs_the_house() {
    let folder = folder("administer");
    let house = House::start(&folder, &[&GENEROUS[..], &["--database", "house.sqlite"]].concat());
    let (mut anna, mut bert) = (house.member("Anna"), house.member("Bert"));
    let server = format!("http://{}", house.address);
    let administer = |arguments: &[&str]| {
        let mut command = halte(
            &folder,
            &["administer", "--database", "house.sqlite", "--server", &server],
        );
        run(command.args(arguments))
    };
    let check = |arguments: &[&str], expected: &str| {
        let (status, output, errors) = administer(arguments);
        assert_eq!((status, &*output, &*errors), (0, expected, ""), "{arguments:?}");
    };
    let refused = |arguments: &[&str], expected: &str| {
        let (status, output, errors) = administer(arguments);
        assert_eq!((status, &*output, &*errors), (2, "", expected), "{arguments:?}");
    };
    check(&["accounts"], "  Anna\n  Bert\n");
    check(&["appoint", "anna"], "Anna is an administrator\n");
    check(&["accounts"], "* Anna\n  Bert\n");
    let administration = "/api/administration/accounts";
    assert_eq!(anna.get(administration).0, 200);
    assert_eq!(bert.get(administration).0, 403);
    check(&["dismiss", "Anna"], "Anna is no administrator\n");
    assert_eq!(anna.get(administration).0, 403);
    refused(
        &["appoint", "Cleo"],
        "halte: there is no such account (no_such_account)\n",
    );
    refused(&["appoint", "../x"], "halte: \"../x\" can be no name (bad_name)\n");

    bert.token();
    check(
        &["log-out", "Bert"],
        "Bert is logged out: 1 sessions and 1 tokens are revoked\n",
    );
    assert_eq!(bert.get("/api/session").1["account"], Value::Null);

    let terms = json!({"game": "move", "seats": [{"kind": "opener"}, {"kind": "opener"}]});
    let table = anna.open(&terms);
    assert_eq!(anna.act(&table, "1", &json!({"type": "resign"})).0, 200);
    check(
        &["reverse", &table, "--reason", "a mistake"],
        &format!("the game at table {table} goes on\n"),
    );
    let (_, events) = anna.get(&format!("/api/tables/{table}/events"));
    let reversed = events["events"]
        .as_array()
        .expect("events")
        .last()
        .expect("one")
        .clone();
    assert_eq!(
        (&reversed["type"], &reversed["by"]),
        (&json!("reversed"), &json!("the operator"))
    );
    refused(
        &["reverse", &table, "--reason", "again"],
        "halte: the game is not over yet (not_over)\n",
    );

    // Nobody else has such a pass.
    let answer = house.ask(&format!(
        "GET {administration} HTTP/1.1\r\nauthorization: Operator 99999999999999.AAAA\r\n\r\n"
    ));
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
}

#[test]
fn the_example_of_the_documents_plays() {
    let folder = folder("bridge-example");
    let house = House::start(&folder, &[&GENEROUS[..], &["--database", "house.sqlite"]].concat());
    let (mut anna, mut bert) = (house.member("Anna"), house.member("Bert"));
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bots.md");
    let document = fs::read_to_string(document).expect("the document");
    let example = document.split("```python\n").nth(1).expect("the example");
    let example = example.split("```").next().expect("its end");
    assert!(example.lines().count() <= 30);
    fs::write(folder.join("bot.py"), example).expect("a file");
    fs::write(folder.join("token"), anna.token()).expect("a file");
    let mut python = Command::new("python3");
    let mut child = python
        .current_dir(&folder)
        .args(["bot.py", &format!("http://{}", house.address), "token"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is there");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let table = lines.next().expect("a table").expect("text");
    let game = "mixtour 20/1";
    let arguments = ["--join", &table, "--nodes", "30", "--games", "1"];
    let said = Bridge::start(&folder, &mut bert, game, &arguments, &engine(game)).end();
    assert!(said.iter().any(|line| line.contains("the game was ")), "{said:?}");
    assert!(child.wait().expect("it ends").success());
}
