//! `halte match` as a user runs it: results, records, resumed matches, and engines that fail.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a match printed, and its exit status.
struct Match {
    status: i32,
    output: String,
    errors: String,
}

impl Match {
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

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_halte"));
    command.arg("match").args(arguments).stdin(Stdio::null());
    command
}

fn halte_match(arguments: &[&str]) -> Match {
    let output = command(arguments).output().expect("the program runs");
    Match {
        status: output.status.code().expect("no signal"),
        output: String::from_utf8(output.stdout).expect("text"),
        errors: String::from_utf8(output.stderr).expect("text"),
    }
}

/// A folder of its own for a test's files.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The records of a file in the order of their rounds.
fn records(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("records");
    let mut records: Vec<String> = text
        .split("\n\n[Game ")
        .map(|record| record.trim().to_owned())
        .collect();
    for record in records.iter_mut().skip(1) {
        record.insert_str(0, "[Game ");
    }
    let round = |record: &str| {
        record
            .lines()
            .find(|line| line.starts_with("[Round "))
            .map(str::to_owned)
    };
    records.sort_by_key(|record| (round(record).map(|round| round.len()), round(record)));
    records
}

/// A match of levels and nodes, with its records in a file.
fn small_match(path: &Path, more: &[&str]) -> Match {
    let path = path.to_str().expect("a path");
    let fixed = [
        "mixtour",
        "--variant",
        "20/1",
        "--first",
        "halte:level=2,hash=1",
        "--second",
        "halte:nodes=40,hash=1",
        "--seed",
        "5",
        "--records",
        path,
    ];
    halte_match(&[&fixed, more].concat())
}

#[test]
fn a_match_by_nodes_is_reproducible() {
    let folder = folder("reproducible");
    let (one, two) = (folder.join("one.txt"), folder.join("two.txt"));
    let first = small_match(&one, &["--games", "12", "--concurrency", "1"]);
    let second = small_match(&two, &["--games", "12", "--concurrency", "3"]);
    assert_eq!(
        (first.status, second.status),
        (0, 0),
        "{}{}",
        first.errors,
        second.errors
    );
    assert_eq!(first.results(), second.results());
    assert_eq!(records(&one), records(&two));
    assert_eq!(records(&one).len(), 12);
    // Both games of a pair have the same opening, with the colours exchanged.
    for pair in records(&one).chunks(2) {
        let moves = |record: &str| {
            let moves = record.split_once("\n\n").expect("moves").1.split_whitespace();
            moves.take(6).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(moves(&pair[0]), moves(&pair[1]));
        assert!(pair[0].contains("[First \"halte:level=2,hash=1\"]\n[Second \"halte:nodes=40,hash=1\"]"));
        assert!(pair[1].contains("[First \"halte:nodes=40,hash=1\"]\n[Second \"halte:level=2,hash=1\"]"));
    }
    let status = Command::new(env!("CARGO_BIN_EXE_halte"))
        .arg("check")
        .arg(&one)
        .output();
    assert!(status.expect("the program runs").status.success());
}

#[test]
fn a_resumed_match_is_the_same_match() {
    let folder = folder("resumed");
    let (whole, parts) = (folder.join("whole.txt"), folder.join("parts.txt"));
    let uninterrupted = small_match(&whole, &["--games", "12"]);
    small_match(&parts, &["--games", "4", "--resume"]);
    // One game of the second pair is missing, and another one was being written when the power failed.
    let text = fs::read_to_string(&parts).expect("records");
    fs::write(&parts, &text[..text.len() - 20]).expect("records");
    assert_eq!(
        fs::read_to_string(&parts).expect("records").matches("[Game ").count(),
        4
    );
    let resumed = small_match(&parts, &["--games", "12", "--resume"]);
    assert_eq!(resumed.status, 0, "{}", resumed.errors);
    assert_eq!(resumed.results(), uninterrupted.results());
    for line in ["Elo ", "Pairs ", "Moves ", "Endings: "] {
        assert_eq!(resumed.line(line), uninterrupted.line(line));
    }
    assert_eq!(records(&parts), records(&whole));
    // Nothing is left to play.
    let again = small_match(&parts, &["--games", "12", "--resume"]);
    assert_eq!(again.results(), uninterrupted.results());
    assert_eq!(records(&parts).len(), 12);
}

#[test]
fn another_match_is_not_resumed() {
    let folder = folder("other");
    let path = folder.join("games.txt");
    small_match(&path, &["--games", "2"]);
    let path_text = path.to_str().expect("a path");
    let check = |arguments: &[&str], expected: &str| {
        let run = halte_match(&[arguments, &["--games", "4", "--records", path_text]].concat());
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.output);
        assert!(run.errors.contains(expected), "{arguments:?}: {}", run.errors);
    };
    let players = ["--first", "halte:level=2,hash=1", "--second", "halte:nodes=40,hash=1"];
    let game = ["mixtour", "--variant", "20/1"];
    let same = [&game[..], &players, &["--seed", "5"]].concat();
    check(&same, "holds games already");
    let resumed = |changed: &[&str], expected: &str| check(&[changed, &["--resume"]].concat(), expected);
    resumed(&[&game[..], &players].concat(), "seed 5");
    resumed(&[&same[..], &["--longest", "50"]].concat(), "at most 50 moves");
    resumed(&[&same[..], &["--opening-turns", "2"]].concat(), "openings of 2 turns");
    resumed(
        &[&["mixtour"], &players[..], &["--seed", "5"]].concat(),
        "it is of 20/1, not of 25/5",
    );
    resumed(
        &[&["mobius"], &players[..], &["--seed", "5"]].concat(),
        "it is not mobius",
    );
    let text = fs::read_to_string(&path).expect("records");
    fs::write(&path, format!("{text}\n{text}")).expect("records");
    resumed(&same, "is there twice");
    fs::write(&path, text.replace("[Round \"1.1\"]", "[Round \"x\"]")).expect("records");
    resumed(&same, "\"x\" is no round");
}

#[test]
fn a_sequential_test_ends_the_match() {
    let players = [
        "mixtour",
        "--variant",
        "20/1",
        "--first",
        "halte:nodes=300",
        "--second",
        "halte:nodes=30",
    ];
    let run = halte_match(&[&players[..], &["--games", "2000", "--sprt", "0,200"]].concat());
    assert!(
        run.line("SPRT of 0 or 200 Elo").ends_with("accepted: +200 Elo or more"),
        "{}",
        run.output
    );
    let games: u64 = run
        .results()
        .split(' ')
        .next()
        .and_then(|number| number.parse().ok())
        .expect("a number");
    assert!((10..400).contains(&games), "{}", run.output);
    let run = halte_match(
        &[
            &players[..],
            &["--games", "2000", "--sprt", "-600,-400", "--concurrency", "1"],
        ]
        .concat(),
    );
    assert!(
        run.line("SPRT of ").ends_with("accepted: -400 Elo or more"),
        "{}",
        run.output
    );
}

#[test]
fn long_games_are_drawn() {
    let players = ["move", "--first", "halte:nodes=20", "--second", "uct:nodes=5"];
    let run = halte_match(&[&players[..], &["--games", "4", "--longest", "6"]].concat());
    assert_eq!(run.results(), "4 games: 0 won, 4 drawn, 0 lost");
    assert_eq!(run.line("Endings"), "Endings: 4 too long");
    assert_eq!(run.line("Moves"), "Moves a game: 6.0");
}

/// Twenty games with the habits of kz04px/cutegames against our own engine as a process: whose turn, whether it is
/// over and who won, asked after every move. Cards travel as moves.
#[test]
fn our_own_program_answers_every_query() {
    for (game, games) in [
        (&["mixtour", "--variant", "20/1"][..], "20"),
        (&["fibonacci", "--variant", "cards"], "2"),
    ] {
        let program = env!("CARGO_BIN_EXE_halte");
        let program = format!("ugi:nodes=40,option.Hash=1,command='{program}' ugi {}", game.join(" "));
        let players = [
            "--first",
            "halte:nodes=40,hash=1",
            "--second",
            &program,
            "--games",
            games,
            "--queries",
        ];
        let run = halte_match(&[game, &players].concat());
        assert_eq!(run.status, 0, "{}{}", run.output, run.errors);
        assert!(run.results().starts_with(games), "{}", run.output);
    }
}

#[test]
fn bad_matches_are_refused() {
    let check = |arguments: &[&str], expected: &str| {
        let run = halte_match(&[&["move"], arguments].concat());
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.output);
        // A message may be wrapped.
        let errors: Vec<&str> = run.errors.split_whitespace().collect();
        assert!(errors.join(" ").contains(expected), "{arguments:?}: {}", run.errors);
    };
    let both = |engine| ["--first", engine, "--second", "uct", "--games", "2"];
    check(&both("halte:tiem=3"), "halte has no setting \"tiem\"");
    check(&both("ugi:command=./no-such-program"), "cannot be started");
    let program = format!("ugi:option.Wood=7,command='{}' ugi move", env!("CARGO_BIN_EXE_halte"));
    check(&both(&program), "it has no option Wood; it has Hash,");
    check(
        &["--first", "halte", "--second", "uct", "--games", "3"],
        "it must be even",
    );
    check(
        &["--first", "halte", "--second", "uct", "--games", "2", "--sprt", "5,0"],
        "5 is not less than 0",
    );
    check(
        &["--first", "halte", "--second", "uct", "--games", "2", "--resume"],
        "--records",
    );
    check(
        &["--first", "halte", "--second", "uct", "--games", "2", "--longest", "0"],
        "from 1 to 20000",
    );
}

/// Engines that fail, as shell scripts.
#[cfg(unix)]
mod failing {
    use std::io::{BufRead, BufReader};

    use super::*;

    /// An engine that answers a greeting, and `go` with these commands of the shell.
    fn script(folder: &Path, name: &str, go: &str) -> String {
        let path = folder.join(name);
        let text = format!(
            "echo '\\377 garbage'\nwhile read -r line; do case \"$line\" in\n\
             ugi) echo option name Hash type spin; echo ugiok;;\n\
             isready) echo readyok;;\n\
             query*) echo response true;;\n\
             go*) {go};;\n\
             quit) exit;;\n\
             esac; done\n"
        );
        fs::write(&path, text).expect("a script");
        format!("ugi:nodes=1,command=sh '{}'", path.display())
    }

    /// Each engine loses all its games in its own way, and is started anew for the next one.
    #[test]
    fn engines_that_fail_lose() {
        let folder = folder("failing");
        let check = |name: &str, go: &str, more: &[&str], fault: &str, detail: &str| {
            // Whoever hangs is waited for, and even a slow machine must have started it by then.
            let patience = if fault == "hang" { "2" } else { "60" };
            let engine = script(&folder, name, go);
            let records = folder.join(format!("{name}.txt"));
            let records = records.to_str().expect("a path");
            let players = [
                "--first",
                "halte:nodes=5,hash=1",
                "--second",
                &engine,
                "--records",
                records,
            ];
            let rest = ["--games", "2", "--patience", patience];
            let run = halte_match(&[&["mixtour"], &players[..], &rest, more].concat());
            assert_eq!(run.status, 1, "{name}: {}{}", run.output, run.errors);
            assert_eq!(run.results(), "2 games: 2 won, 0 drawn, 0 lost", "{name}");
            assert_eq!(run.line("Faults"), format!("Faults, second engine: 2 {fault}"));
            assert_eq!(run.line("Endings"), format!("Endings: 2 {fault}"));
            assert!(run.errors.contains(detail), "{name}: {}", run.errors);
            let resumed = halte_match(&[&["mixtour"], &players[..], &rest, &["--resume"]].concat());
            assert_eq!(resumed.line("Faults"), run.line("Faults"), "{name}");
        };
        check("crash", "exit 3", &[], "crash", "no bestmove: exit status: 3");
        check("illegal", "echo bestmove e9", &[], "illegal move", "e9");
        check("none", "echo bestmove", &[], "illegal move", "bad move \"\"");
        check("occupied", "echo bestmove a1-e5", &[], "illegal move", "a1-e5");
        check("hang", ":", &[], "hang", "no bestmove within ");
        check(
            "talk",
            "while echo info; do :; done",
            &[],
            "hang",
            "no bestmove within ",
        );
        check(
            "wrong",
            "echo bestmove a1",
            &["--queries"],
            "wrong answer",
            "is false, not true",
        );
    }

    #[test]
    fn who_runs_out_of_time_loses() {
        let folder = folder("time");
        let engine = script(&folder, "slow", "sleep 0.2; echo bestmove pass");
        let engine = engine.replace("nodes=1", "clock=0.1+0.5");
        let run = halte_match(&[
            "mixtour",
            "--first",
            "halte:clock=5+1",
            "--second",
            &engine,
            "--games",
            "2",
        ]);
        assert_eq!(run.results(), "2 games: 2 won, 0 drawn, 0 lost");
        assert_eq!(run.line("Faults"), "Faults, second engine: 2 out of time");
        let taken = run.errors.split("out of time: 0.100 s left, ").nth(1);
        let taken = taken.and_then(|rest| rest.split(' ').next()?.parse::<f64>().ok());
        assert!(taken.is_some_and(|seconds| seconds >= 0.2), "{}", run.errors);
    }

    /// Ctrl-C prints the results so far, leaves whole records and waits for nobody.
    #[test]
    fn an_interrupted_match_is_whole() {
        let folder = folder("interrupted");
        let games = folder.join("games.txt");
        let (first, seen) = (folder.join("first"), folder.join("seen"));
        fs::write(&first, "").expect("a file");
        // It plays one illegal move, and then thinks for ever.
        let is_first = format!("mv '{}' '{}' 2>/dev/null", first.display(), seen.display());
        let go = format!("{is_first} && echo bestmove e9 || echo thinking >&2");
        let engine = script(&folder, "engine", &go);
        let players = [
            "mixtour",
            "--first",
            "halte:nodes=9,hash=1",
            "--second",
            &engine,
            "--concurrency",
            "1",
        ];
        let rest = [
            "--games",
            "10",
            "--patience",
            "100000",
            "--records",
            games.to_str().expect("a path"),
        ];
        let mut child = command(&[&players[..], &rest].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let errors = BufReader::new(child.stderr.take().expect("its messages"));
        let thinking = errors.lines().map_while(Result::ok).any(|line| line == "thinking");
        assert!(thinking, "the engine was not asked twice");
        interrupt(child.id());
        let output = child.wait_with_output().expect("the program ends");
        let text = String::from_utf8(output.stdout).expect("text");
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("\n1 game: 1 won, 0 drawn, 0 lost; "), "{text}");
        assert!(text.ends_with("Interrupted before the end\n"), "{text}");
        assert_eq!(records(&games).len(), 1);
    }

    fn interrupt(process: u32) {
        let status = Command::new("kill").args(["-INT", &process.to_string()]).status();
        assert!(status.expect("kill").success());
    }
}
