//! Conversations with `halte ugi`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// A running engine.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_halte"))
            .arg("ugi")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("its input");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        Engine { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine listens");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the engine answers");
        assert!(!line.is_empty(), "the engine is gone");
        line.trim_end().to_owned()
    }

    /// Reads up to the line that begins like this.
    fn wait_for(&mut self, beginning: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    fn query(&mut self, question: &str) -> String {
        self.send(&format!("query {question}"));
        self.wait_for("response ").replace("response ", "")
    }

    fn best(&mut self, go: &str) -> String {
        self.send(go);
        self.wait_for("bestmove ").replace("bestmove ", "")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let status = self.child.wait().expect("the engine ends");
        assert!(std::thread::panicking() || status.success(), "{status}");
    }
}

#[test]
fn introduces_itself() {
    let mut engine = Engine::start(&["mixtour", "--variant", "20/1"]);
    engine.send("ugi");
    assert!(engine.line().starts_with("id name Halte "));
    assert!(engine.line().starts_with("id author "));
    let options: Vec<String> = (0..5).map(|_| engine.line()).collect();
    assert_eq!(options[0], "option name Hash type spin default 64 min 1 max 65536");
    assert_eq!(options[2], "option name Level type spin default 0 min 0 max 10");
    assert_eq!(engine.line(), "ugiok");
    engine.send("isready");
    assert_eq!(engine.line(), "readyok");
}

#[test]
fn a_level_limits_itself() {
    let mut engine = Engine::start(&["mixtour", "--variant", "20/1"]);
    engine.send("setoption name Level value 2");
    engine.send("position startpos moves b2 c3");
    let first = engine.best("go");
    engine.send("uginewgame");
    assert_eq!(engine.best("go movetime 100000"), first, "the same seed plays the same");
    engine.send("setoption name Threads value 2");
    engine.send("setoption name Level value 0");
    assert_ne!(engine.best("go movetime 50"), "none");
}

#[test]
fn answers_while_it_searches() {
    let mut engine = Engine::start(&["mobius"]);
    engine.send("position startpos moves e0");
    engine.send("go infinite");
    engine.send("isready");
    engine.wait_for("readyok");
    assert_eq!(engine.query("p1turn"), "false");
    engine.send("stop");
    engine.wait_for("bestmove ");
    // A search that is over is not stopped again.
    engine.send("stop");
    engine.send("isready");
    assert_eq!(engine.line(), "readyok");
}

#[test]
fn knows_when_nobody_is_to_move() {
    let mut engine = Engine::start(&["fibonacci", "--variant", "cards"]);
    engine.send("position startpos");
    assert_eq!(engine.best("go nodes 10"), "none");
    assert_eq!(engine.query("p1turn"), "true");
    assert_eq!(engine.query("gameover"), "false");
    engine.send("position startpos moves #1");
    assert_ne!(engine.best("go nodes 10"), "none");

    let mut engine = Engine::start(&["mixtour", "--variant", "1/1"]);
    engine.send("position startpos moves a1 e5 pass pass");
    assert_eq!(engine.best("go movetime 10"), "none");
    assert_eq!(engine.query("gameover"), "true");
    assert_eq!(engine.query("result"), "draw");
}

#[test]
fn bad_lines_are_told_and_change_nothing() {
    let mut engine = Engine::start(&["move"]);
    engine.send("position startpos moves a1");
    let cases = [
        ("position startpos moves a1 a1", "the cell is not free"),
        ("position fen nonsense", "nonsense"),
        ("position", "position takes"),
        ("go depth", "depth takes a number"),
        ("go sideways 3", "unknown limit"),
        ("setoption name Hash value 0", "Hash takes a number from 1"),
        ("setoption name Wood value 7", "unknown option"),
        ("setoption", "setoption takes"),
        ("query colour", "unknown query"),
        ("frobnicate", "unknown command"),
    ];
    for (line, expected) in cases {
        engine.send(line);
        let answer = engine.line();
        assert!(
            answer.starts_with("info string error: ") && answer.contains(expected),
            "{line}: {answer}"
        );
    }
    assert_eq!(engine.query("p1turn"), "false");
    engine
        .input
        .write_all(b"\xff\xfe\0\nquery\n")
        .expect("the engine listens");
    engine.send("isready");
    engine.wait_for("readyok");
}

#[test]
fn the_same_seed_and_nodes_play_the_same() {
    let mut engine = Engine::start(&["mixtour"]);
    engine.send("setoption name Seed value 5");
    engine.send("position startpos moves b2 c3 d4");
    let first = engine.best("go nodes 2000");
    engine.send("uginewgame");
    assert_eq!(engine.best("go nodes 2000"), first);
}

#[test]
fn several_lines_are_reported() {
    let mut engine = Engine::start(&["move"]);
    engine.send("setoption name MultiPV value 3");
    engine.send("position startpos");
    engine.send("go nodes 500");
    let line = engine.wait_for("info depth");
    for word in ["multipv 1", "score cp ", "nodes ", "nps ", "time ", "pv "] {
        assert!(line.contains(word), "{line}");
    }
    engine.wait_for("bestmove ");
}

/// Games by the habits of kz04px/cutegames: every question before every move, the whole game sent each time.
#[test]
fn plays_games_as_cutegames_runs_them() {
    for (game, variant) in [("mixtour", "20/1"), ("move", ""), ("mobius", "")] {
        let mut arguments = vec![game];
        if !variant.is_empty() {
            arguments.extend(["--variant", variant]);
        }
        let mut engines = [Engine::start(&arguments), Engine::start(&arguments)];
        let mut moves = String::new();
        for ply in 0.. {
            assert!(ply < 2000, "{game} does not end");
            let position = format!("position startpos{moves}");
            for engine in &mut engines {
                engine.send("isready");
                engine.wait_for("readyok");
                engine.send(&position);
            }
            let turns = engines.each_mut().map(|engine| engine.query("p1turn"));
            assert_eq!(turns[0], turns[1]);
            let over = engines.each_mut().map(|engine| engine.query("gameover"));
            let results = engines.each_mut().map(|engine| engine.query("result"));
            assert_eq!((&over[0], &results[0]), (&over[1], &results[1]));
            if over[0] == "true" {
                assert!(["p1win", "p2win", "draw"].contains(&results[0].as_str()));
                break;
            }
            assert_eq!(results[0], "none");
            let engine = &mut engines[usize::from(turns[0] == "false")];
            let best = engine.best("go nodes 60");
            moves.push_str(if moves.is_empty() { " moves " } else { " " });
            moves.push_str(&best);
        }
    }
}

#[test]
fn the_end_of_the_input_ends_it() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_halte"))
        .args(["ugi", "mobius"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("its input");
    input
        .write_all(b"position startpos\ngo infinite")
        .expect("the engine listens");
    drop(input);
    let output = child.wait_with_output().expect("the engine ends");
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("bestmove "));
}

/// Thousands of searches that are started and stopped leave neither memory nor threads behind.
#[cfg(target_os = "linux")]
#[test]
fn searches_leave_nothing_behind() {
    for game in halte_games::GameId::ALL.map(|game| game.about().name) {
        let mut engine = Engine::start(&[game]);
        engine.send("setoption name Hash value 2");
        engine.send("setoption name Threads value 2");
        let status = format!("/proc/{}/status", engine.child.id());
        let mut figures = Vec::new();
        for searches in [500, 4000] {
            for _ in 0..searches {
                engine.send("go infinite");
                engine.send("stop");
                engine.wait_for("bestmove ");
            }
            engine.send("isready");
            engine.wait_for("readyok");
            let figure = |name: &str| -> u64 {
                let status = std::fs::read_to_string(&status).expect("the status of the process");
                let line = status.lines().find(|line| line.starts_with(name)).expect("a figure");
                line.split_whitespace()
                    .nth(1)
                    .and_then(|text| text.parse().ok())
                    .expect("a number")
            };
            // The system may take a moment to bury a thread that has ended.
            let started = Instant::now();
            while figure("Threads:") > 1 {
                assert!(started.elapsed() < Duration::from_secs(10), "{game}: threads are left");
            }
            figures.push(figure("VmRSS:"));
        }
        // Stacks and the allocator's arenas of threads are kept for the next ones, two megabytes or so: searches that lost a
        // kilobyte each would show.
        assert!(figures[1] < figures[0] + 4000, "{game}: {figures:?} KiB");
    }
}
