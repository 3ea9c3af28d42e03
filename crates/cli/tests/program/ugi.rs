//! Conversations with `halte ugi`.

use std::time::{Duration, Instant};

use crate::{Folder, Running, halte};

/// Starts an engine.
fn start(arguments: &str) -> Running {
    Running::start(&mut Folder::new().command(&format!("ugi {arguments}")))
}

impl Running {
    fn tell(&mut self, line: &str) {
        self.send(format!("{line}\n"));
    }

    fn query(&mut self, question: &str) -> String {
        self.tell(&format!("query {question}"));
        self.hear("response ")
    }

    fn best(&mut self, go: &str) -> String {
        self.tell(go);
        self.hear("bestmove ")
    }

    /// Waits until it has read everything.
    fn wait(&mut self) {
        self.tell("isready");
        self.hear("readyok");
    }

    /// Has it end, which must go well.
    fn quit(mut self) {
        self.tell("quit");
        assert_eq!(self.end().0, Some(0));
    }
}

#[test]
fn introduces_itself() {
    let mut engine = start("mixtour --variant 20/1");
    engine.tell("ugi");
    assert!(engine.line().starts_with("id name Halte "));
    assert!(engine.line().starts_with("id author "));
    let options: Vec<String> = (0..5).map(|_| engine.line()).collect();
    assert_eq!(options[0], "option name Hash type spin default 64 min 1 max 65536");
    assert_eq!(options[2], "option name Level type spin default 0 min 0 max 10");
    assert_eq!(engine.line(), "ugiok");
    engine.tell("isready");
    assert_eq!(engine.line(), "readyok");
    engine.quit();
}

#[test]
fn a_level_limits_itself() {
    let mut engine = start("mixtour --variant 20/1");
    engine.tell("setoption name Level value 2");
    engine.tell("position startpos moves b2 c3");
    let first = engine.best("go");
    engine.tell("uginewgame");
    assert_eq!(engine.best("go movetime 100000"), first, "the same seed plays the same");
    engine.tell("setoption name Threads value 2");
    engine.tell("setoption name Level value 0");
    assert_ne!(engine.best("go movetime 50"), "none");
    engine.quit();
}

#[test]
fn answers_while_it_searches() {
    let mut engine = start("mobius");
    engine.tell("position startpos moves e0");
    engine.tell("go infinite");
    engine.wait();
    assert_eq!(engine.query("p1turn"), "false");
    engine.best("stop");
    // A search that is over is not stopped again.
    engine.tell("stop");
    engine.tell("isready");
    assert_eq!(engine.line(), "readyok");
    engine.quit();
}

#[test]
fn knows_when_nobody_is_to_move() {
    let mut engine = start("fibonacci --variant cards");
    engine.tell("position startpos");
    assert_eq!(engine.best("go nodes 10"), "none");
    assert_eq!(engine.query("p1turn"), "true");
    assert_eq!(engine.query("gameover"), "false");
    engine.tell("position startpos moves #1");
    assert_ne!(engine.best("go nodes 10"), "none");
    engine.quit();

    let mut engine = start("mixtour --variant 1/1");
    engine.tell("position startpos moves a1 e5 pass pass");
    assert_eq!(engine.best("go movetime 10"), "none");
    assert_eq!(engine.query("gameover"), "true");
    assert_eq!(engine.query("result"), "draw");
    engine.quit();
}

#[test]
fn bad_lines_are_told_and_change_nothing() {
    let mut engine = start("move");
    engine.tell("position startpos moves a1");
    let mut check = |line: &str, expected: &str| {
        engine.tell(line);
        let answer = engine.line();
        assert!(
            answer.starts_with("info string error: ") && answer.contains(expected),
            "{line}: {answer}"
        );
    };
    check("position startpos moves a1 a1", "the cell is not free");
    check("position fen nonsense", "nonsense");
    check("position", "position takes");
    check("go depth", "depth takes a number");
    check("go sideways 3", "unknown limit");
    check("setoption name Hash value 0", "Hash takes a number from 1");
    check("setoption name Wood value 7", "unknown option");
    check("setoption", "setoption takes");
    check("query colour", "unknown query");
    check("frobnicate", "unknown command");
    assert_eq!(engine.query("p1turn"), "false");
    engine.send(b"\xff\xfe\0\nquery\n");
    engine.wait();
    engine.quit();
}

#[test]
fn the_same_seed_and_nodes_play_the_same() {
    let mut engine = start("mixtour");
    engine.tell("setoption name Seed value 5");
    engine.tell("position startpos moves b2 c3 d4");
    let first = engine.best("go nodes 2000");
    engine.tell("uginewgame");
    assert_eq!(engine.best("go nodes 2000"), first);
    engine.quit();
}

#[test]
fn several_lines_are_reported() {
    let mut engine = start("move");
    engine.tell("setoption name MultiPV value 3");
    engine.tell("position startpos");
    engine.tell("go nodes 500");
    let line = engine.hear("info depth");
    for word in ["multipv 1", "score cp ", "nodes ", "nps ", "time ", "pv "] {
        assert!(line.contains(word), "{line}");
    }
    engine.hear("bestmove ");
    engine.quit();
}

/// Games by the habits of kz04px/cutegames: every question before every move, the whole game sent each time.
#[test]
fn plays_games_as_cutegames_runs_them() {
    for game in ["mixtour --variant 20/1", "move", "mobius"] {
        let mut engines = [start(game), start(game)];
        let mut moves = String::new();
        for ply in 0.. {
            assert!(ply < 2000, "{game} does not end");
            let position = format!("position startpos{moves}");
            let [answers, others] = engines.each_mut().map(|engine| {
                engine.wait();
                engine.tell(&position);
                ["p1turn", "gameover", "result"].map(|question| engine.query(question))
            });
            assert_eq!(answers, others);
            let [first_is_to_move, is_over, result] = answers;
            if is_over == "true" {
                assert!(["p1win", "p2win", "draw"].contains(&&*result));
                break;
            }
            assert_eq!(result, "none");
            let best = engines[usize::from(first_is_to_move == "false")].best("go nodes 60");
            moves.push_str(if moves.is_empty() { " moves " } else { " " });
            moves.push_str(&best);
        }
        engines.into_iter().for_each(Running::quit);
    }
}

#[test]
fn the_end_of_the_input_ends_it() {
    let run = halte("ugi mobius", "position startpos\ngo infinite");
    assert_eq!(run.status, 0);
    assert!(run.output.contains("bestmove "));
}

/// Thousands of searches that are started and stopped leave neither memory nor threads behind.
#[cfg(target_os = "linux")]
#[test]
fn searches_leave_nothing_behind() {
    for game in halte_games::GameId::ALL {
        let mut engine = start(game.about().name);
        engine.tell("setoption name Hash value 2");
        engine.tell("setoption name Threads value 2");
        let status = format!("/proc/{}/status", engine.child.id());
        let figure = |name: &str| -> u64 {
            let status = std::fs::read_to_string(&status).expect("the status of the process");
            let line = status.lines().find(|line| line.starts_with(name)).expect("a figure");
            let number = line.split_whitespace().nth(1).and_then(|text| text.parse().ok());
            number.expect("a number")
        };
        let memory = [2000, 4000].map(|searches| {
            for _ in 0..searches {
                engine.tell("go infinite");
                engine.best("stop");
            }
            engine.wait();
            // The system may take a moment to bury a thread that has ended.
            let started = Instant::now();
            while figure("Threads:") > 1 {
                assert!(started.elapsed() < Duration::from_secs(120), "{game}: threads are left");
            }
            figure("VmRSS:")
        });
        // Stacks and the allocator's arenas of threads are kept for the next ones, some megabytes until they have settled:
        // searches that lost a kilobyte each would show.
        assert!(memory[1] < memory[0] + 4000, "{game}: {memory:?} KiB");
        engine.quit();
    }
}
