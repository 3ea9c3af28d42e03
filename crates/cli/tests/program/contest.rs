//! `halte match` as a user runs it: results, records, resumed matches, and engines that fail.

use crate::{Folder, PROGRAM, Run};

impl Folder {
    fn hold(&self, arguments: &str) -> Run {
        self.run(&format!("match {arguments}"))
    }

    /// A match of levels and nodes, with its records in a file.
    fn hold_small(&self, file: &str, more: &str) -> Run {
        self.hold(&format!("{} --records {file} {more}", small()))
    }

    /// The records of a file in the order of their rounds.
    fn records(&self, file: &str) -> Vec<String> {
        let text = self.read(file);
        let records = text.trim().strip_prefix("[Game ").expect("records").split("\n\n[Game ");
        let mut records: Vec<String> = records.map(|record| format!("[Game {record}")).collect();
        records.sort_by_cached_key(|record| {
            let round = record
                .lines()
                .find(|line| line.starts_with("[Round "))
                .map(str::to_owned);
            (round.as_ref().map(String::len), round)
        });
        records
    }
}

impl Run {
    /// The line of the results that begins like this.
    fn line(&self, beginning: &str) -> &str {
        let line = self.output.lines().find(|line| line.starts_with(beginning));
        line.unwrap_or_else(|| panic!("no {beginning:?} in {}{}", self.output, self.errors))
    }

    /// How many games were won, drawn and lost.
    fn results(&self) -> &str {
        let line = self.output.lines().nth(1).expect("results");
        line.split_once(';').expect("results").0
    }
}

const PLAYERS: &str = "--first halte:level=2,hash=1 --second halte:nodes=40,hash=1";

fn small() -> String {
    format!("mixtour --variant 20/1 {PLAYERS} --seed 5")
}

#[test]
fn a_match_by_nodes_is_reproducible() {
    let folder = Folder::new();
    let first = folder.hold_small("one.txt", "--games 12 --concurrency 1");
    let second = folder.hold_small("two.txt", "--games 12 --concurrency 3");
    assert_eq!(
        [first.status, second.status],
        [0, 0],
        "{}{}",
        first.errors,
        second.errors
    );
    assert_eq!(first.results(), second.results());
    let records = folder.records("one.txt");
    assert_eq!(records, folder.records("two.txt"));
    assert_eq!(records.len(), 12);
    // Both games of a pair have the same opening, with the colours exchanged.
    for pair in records.chunks(2) {
        let moves = |record: &str| {
            let moves = record.split_once("\n\n").expect("moves").1.split_whitespace();
            moves.take(6).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(moves(&pair[0]), moves(&pair[1]));
        assert!(pair[0].contains("[First \"halte:level=2,hash=1\"]\n[Second \"halte:nodes=40,hash=1\"]"));
        assert!(pair[1].contains("[First \"halte:nodes=40,hash=1\"]\n[Second \"halte:level=2,hash=1\"]"));
    }
    folder.done("check one.txt");
}

#[test]
fn a_resumed_match_is_the_same_match() {
    let folder = Folder::new();
    let uninterrupted = folder.hold_small("whole.txt", "--games 12");
    folder.hold_small("parts.txt", "--games 4 --resume");
    // One game of the second pair is missing, and another one was being written when the power failed.
    let text = folder.read("parts.txt");
    folder.write("parts.txt", &text[..text.len() - 20]);
    assert_eq!(folder.read("parts.txt").matches("[Game ").count(), 4);
    let resumed = folder.hold_small("parts.txt", "--games 12 --resume");
    assert_eq!(resumed.status, 0, "{}", resumed.errors);
    assert_eq!(resumed.results(), uninterrupted.results());
    for line in ["Elo ", "Pairs ", "Moves ", "Endings: "] {
        assert_eq!(resumed.line(line), uninterrupted.line(line));
    }
    assert_eq!(folder.records("parts.txt"), folder.records("whole.txt"));
    // Nothing is left to play.
    let again = folder.hold_small("parts.txt", "--games 12 --resume");
    assert_eq!(again.results(), uninterrupted.results());
    assert_eq!(folder.records("parts.txt").len(), 12);
}

#[test]
fn another_match_is_not_resumed() {
    let folder = Folder::new();
    folder.hold_small("games.txt", "--games 2");
    let check = |arguments: &str, expected: &str| {
        folder.refuses(&format!("match {arguments} --games 4 --records games.txt"), expected);
    };
    let small = small();
    check(&small, "holds games already");
    let resumed = |changed: &str, expected: &str| check(&format!("{changed} --resume"), expected);
    resumed(&format!("mixtour --variant 20/1 {PLAYERS}"), "seed 5");
    resumed(&format!("{small} --longest 50"), "at most 50 moves");
    resumed(&format!("{small} --opening-turns 2"), "openings of 2 turns");
    resumed(&format!("mixtour {PLAYERS} --seed 5"), "it is of 20/1, not of 25/5");
    resumed(&format!("mobius {PLAYERS} --seed 5"), "it is not mobius");
    let text = folder.read("games.txt");
    folder.write("games.txt", format!("{text}\n{text}"));
    resumed(&small, "is there twice");
    folder.write("games.txt", text.replace("[Round \"1.1\"]", "[Round \"x\"]"));
    resumed(&small, "\"x\" is no round");
}

#[test]
fn a_sequential_test_ends_the_match() {
    let folder = Folder::new();
    let players = "mixtour --variant 20/1 --first halte:nodes=300 --second halte:nodes=30 --games 2000";
    let run = folder.hold(&format!("{players} --sprt 0,200"));
    let verdict = run.line("SPRT of 0 or 200 Elo");
    assert!(verdict.ends_with("accepted: +200 Elo or more"), "{}", run.output);
    let games = run
        .results()
        .split(' ')
        .next()
        .and_then(|number| number.parse::<u64>().ok());
    assert!(games.is_some_and(|games| (10..400).contains(&games)), "{}", run.output);
    let run = folder.hold(&format!("{players} --sprt -600,-400 --concurrency 1"));
    let verdict = run.line("SPRT of ");
    assert!(verdict.ends_with("accepted: -400 Elo or more"), "{}", run.output);
}

#[test]
fn long_games_are_drawn() {
    let run = Folder::new().hold("move --first halte:nodes=20 --second uct:nodes=5 --games 4 --longest 6");
    assert_eq!(run.results(), "4 games: 0 won, 4 drawn, 0 lost");
    assert_eq!(run.line("Endings"), "Endings: 4 too long");
    assert_eq!(run.line("Moves"), "Moves a game: 6.0");
}

/// Twenty games with the habits of kz04px/cutegames against our own engine as a process: whose turn, whether it is
/// over and who won, asked after every move. Cards travel as moves.
#[test]
fn our_own_program_answers_every_query() {
    for (game, games) in [("mixtour --variant 20/1", "20"), ("fibonacci --variant cards", "2")] {
        let program = format!("ugi:nodes=40,option.Hash=1,command=\"{PROGRAM}\" ugi {game}");
        let players = format!("--first halte:nodes=40,hash=1 --second '{program}'");
        let run = Folder::new().hold(&format!("{game} {players} --games {games} --queries"));
        assert_eq!(run.status, 0, "{}{}", run.output, run.errors);
        assert!(run.results().starts_with(games), "{}", run.output);
    }
}

#[test]
fn an_option_that_an_engine_has_not_is_named() {
    let program = format!("ugi:option.Wood=7,command=\"{PROGRAM}\" ugi move");
    let line = format!("match move --first '{program}' --second uct --games 2");
    Folder::new().refuses(&line, "it has no option Wood; it has Hash,");
}

/// Engines that fail, as shell scripts.
#[cfg(unix)]
mod failing {
    use std::io::{BufRead, BufReader};

    use super::*;
    use crate::Running;

    impl Folder {
        /// An engine that answers a greeting, and `go` with these commands of the shell.
        fn script(&self, name: &str, go: &str) -> String {
            let text = format!(
                "echo '\\377 garbage'\nwhile read -r line; do case \"$line\" in\n\
                 ugi) echo option name Hash type spin; echo ugiok;;\n\
                 isready) echo readyok;;\n\
                 query*) echo response true;;\n\
                 go*) {go};;\n\
                 quit) exit;;\n\
                 esac; done\n"
            );
            self.write(name, text);
            format!("ugi:nodes=1,command=sh {name}")
        }
    }

    /// Each engine loses all its games in its own way, and is started anew for the next one.
    #[test]
    fn engines_that_fail_lose() {
        let folder = Folder::new();
        let check = |name: &str, go: &str, more: &str, fault: &str, detail: &str| {
            // Whoever hangs is waited for, and even a slow machine must have started it by then.
            let patience = if fault == "hang" { "2" } else { "60" };
            let engine = folder.script(name, go);
            let line = format!(
                "mixtour --first halte:nodes=5,hash=1 --second '{engine}' --records {name}.txt --games 2 \
                 --patience {patience}"
            );
            let run = folder.hold(&format!("{line} {more}"));
            assert_eq!(run.status, 1, "{name}: {}{}", run.output, run.errors);
            assert_eq!(run.results(), "2 games: 2 won, 0 drawn, 0 lost", "{name}");
            assert_eq!(run.line("Faults"), format!("Faults, second engine: 2 {fault}"));
            assert_eq!(run.line("Endings"), format!("Endings: 2 {fault}"));
            assert!(run.errors.contains(detail), "{name}: {}", run.errors);
            let resumed = folder.hold(&format!("{line} --resume"));
            assert_eq!(resumed.line("Faults"), run.line("Faults"), "{name}");
        };
        check("crash", "exit 3", "", "crash", "no bestmove: exit status: 3");
        check("illegal", "echo bestmove e9", "", "illegal move", "e9");
        check("none", "echo bestmove", "", "illegal move", "bad move \"\"");
        check("occupied", "echo bestmove a1-e5", "", "illegal move", "a1-e5");
        check("hang", ":", "", "hang", "no bestmove within ");
        check("talk", "while echo info; do :; done", "", "hang", "no bestmove within ");
        check(
            "wrong",
            "echo bestmove a1",
            "--queries",
            "wrong answer",
            "is false, not true",
        );
    }

    #[test]
    fn who_runs_out_of_time_loses() {
        let folder = Folder::new();
        let engine = folder.script("slow", "sleep 0.2; echo bestmove pass");
        let engine = engine.replace("nodes=1", "clock=0.1+0.5");
        let run = folder.hold(&format!(
            "mixtour --first halte:clock=5+1 --second '{engine}' --games 2"
        ));
        assert_eq!(run.results(), "2 games: 2 won, 0 drawn, 0 lost");
        assert_eq!(run.line("Faults"), "Faults, second engine: 2 out of time");
        let taken = run.errors.split("out of time: 0.100 s left, ").nth(1);
        let taken = taken.and_then(|rest| rest.split(' ').next()?.parse::<f64>().ok());
        assert!(taken.is_some_and(|seconds| seconds >= 0.2), "{}", run.errors);
    }

    /// Ctrl-C prints the results so far, leaves whole records and waits for nobody.
    #[test]
    fn an_interrupted_match_is_whole() {
        let folder = Folder::new();
        folder.write("first", "");
        // It plays one illegal move, and then thinks for ever.
        let go = "mv first seen 2>/dev/null && echo bestmove e9 || echo thinking >&2";
        let engine = folder.script("engine", go);
        let line = format!(
            "match mixtour --first halte:nodes=9,hash=1 --second '{engine}' --concurrency 1 --games 10 \
             --patience 100000 --records games.txt"
        );
        let (errors, told) = std::io::pipe().expect("a pipe");
        let running = Running::start(folder.command(&line).stderr(told));
        let mut errors = BufReader::new(errors).lines().map_while(Result::ok);
        assert!(errors.any(|line| line == "thinking"), "the engine was not asked twice");
        running.signal("-INT");
        let (status, lines) = running.end();
        let text = lines.join("\n");
        assert_eq!(status, Some(1), "{text}");
        assert!(text.contains("\n1 game: 1 won, 0 drawn, 0 lost; "), "{text}");
        assert!(text.ends_with("Interrupted before the end"), "{text}");
        assert_eq!(folder.records("games.txt").len(), 1);
    }
}
