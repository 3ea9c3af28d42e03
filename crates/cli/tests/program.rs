//! The program as a user or a script runs it: arguments and standard input in, output and exit status out.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// What a run of the program printed, and its exit status.
struct Run {
    status: i32,
    output: String,
    errors: String,
}

fn halte(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_halte"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input");
    let input = input.as_ref().to_vec();
    let writer = std::thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    Run {
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

fn conformance(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../games/tests/conformance")
        .join(file);
    let text = fs::read_to_string(path).expect("the vectors");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[test]
fn replay_prints_the_fields_of_the_vectors() {
    let files = [
        ("mobius.jsonl", "mobius", None),
        ("move.jsonl", "move", None),
        ("fibonacci.jsonl", "fibonacci", None),
        ("fibonacci-cards.jsonl", "fibonacci", Some("cards")),
        ("mixtour-20-1.jsonl", "mixtour", Some("20/1")),
        ("mixtour-25-5.jsonl", "mixtour", None),
    ];
    for (file, game, variant) in files {
        let vectors = conformance(file);
        let mut input = String::new();
        for vector in &vectors {
            let moves: Vec<&str> = vector["moves"]
                .as_array()
                .expect("moves")
                .iter()
                .filter_map(Value::as_str)
                .collect();
            input.push_str(&moves.join(" "));
            input.push('\n');
        }
        let mut arguments = vec!["replay", game];
        if let Some(variant) = variant {
            arguments.extend(["--variant", variant]);
        }
        let run = halte(&arguments, input);
        assert_eq!(run.status, 0, "{}", run.errors);
        let answers: Vec<Value> = run
            .output
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(answers.len(), vectors.len());
        for (answer, vector) in answers.iter().zip(&vectors) {
            for field in ["legal_counts", "legal", "to_move", "outcome", "position"] {
                assert_eq!(answer[field], vector[field], "{file}: {field}");
            }
            assert_eq!(answer.as_object().expect("an object").len(), 5);
        }
    }
}

#[test]
fn replay_goes_on_after_a_bad_line() {
    let run = halte(&["replay", "mobius"], b"e0 e0\n\nz9\ne0 \xff\xfe\r\n a1  b2 \t\r\ne0");
    let answers: Vec<Value> = run
        .output
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(run.status, 1);
    assert_eq!(answers.len(), 6);
    assert_eq!(answers[0]["at"], json!(1));
    assert_eq!(answers[1]["legal_counts"], json!([156]));
    assert_eq!(answers[2]["at"], json!(0));
    assert_eq!(answers[3]["at"], json!(1));
    assert_eq!(answers[4]["legal_counts"], json!([156, 155, 154]));
    assert_eq!(answers[5]["to_move"], json!("second"));
    for refused in [0, 2, 3] {
        assert_eq!(answers[refused].as_object().expect("an object").len(), 2);
        assert!(!answers[refused]["error"].as_str().expect("a message").is_empty());
    }
}

#[test]
fn replay_refuses_a_move_after_the_end() {
    let vector = &conformance("mixtour-20-1.jsonl")[0];
    let moves: Vec<&str> = vector["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let run = halte(
        &["replay", "mixtour", "--variant", "20/1"],
        format!("{} a1\n", moves.join(" ")),
    );
    let answer: Value = serde_json::from_str(&run.output).expect("JSON");
    assert_eq!(answer["at"], json!(moves.len()));
    assert_eq!(run.status, 1);
}

#[test]
fn perft_prints_the_number_last() {
    for vector in conformance("perft.jsonl") {
        for (depth, expected) in vector["perft"].as_object().expect("counts") {
            let mut arguments = vec!["perft", vector["game"].as_str().expect("a game"), depth];
            if let Some(variant) = vector["variant"].as_str() {
                arguments.extend(["--variant", variant]);
            }
            arguments.extend(["--position", vector["position"].as_str().expect("a position")]);
            let run = halte(&arguments, "");
            let last = run.output.split_whitespace().last().map(str::to_owned);
            assert_eq!(last, Some(expected.to_string()), "{arguments:?}: {}", run.errors);
        }
    }
    assert_eq!(halte(&["perft", "mobius", "0"], "").output.trim(), "1");
    let divided = halte(&["perft", "move", "2", "--divide"], "");
    assert_eq!(divided.output.lines().count(), 17);
}

#[test]
fn playouts_print_one_object() {
    for variant in [&["mobius"][..], &["fibonacci", "--variant", "cards"]] {
        let arguments = [&["playouts"], variant, &["--seconds", "0.05", "--seed", "3"]].concat();
        let run = halte(&arguments, "");
        let counts: Value = serde_json::from_str(&run.output).expect("JSON");
        let number = |field: &str| {
            counts[field]
                .as_f64()
                .unwrap_or_else(|| panic!("{field} in {}", run.output))
        };
        assert!(number("playouts") > 0.0 && number("moves") > number("playouts"));
        assert!(number("seconds") >= 0.05);
        let ended: f64 = ["first", "second", "draw", "cut_off"].map(number).iter().sum();
        assert!((ended - number("playouts")).abs() < 0.5);
    }
}

/// Bad usage: exit status 2, one message that says what is wrong, nothing on standard output.
#[test]
fn bad_usage_is_explained() {
    let cases: [(&[&str], &str); 16] = [
        (&[], "Usage"),
        (&["frobnicate"], "unrecognized subcommand"),
        (&["replay", "chess"], "mobius, move, fibonacci, mixtour"),
        (&["replay", "mixtour", "--variant", "26/1"], "26/1"),
        (&["replay", "mobius", "--variant", "cards"], "cards"),
        (&["perft", "move", "x"], "x"),
        (&["perft", "mobius", "1", "--position", "nonsense"], "nonsense"),
        (
            &[
                "perft",
                "mixtour",
                "1",
                "--variant",
                "20/1",
                "--position",
                ",,,,/,,,,/,,,,/,,,,/,,,, w 0:0 25/5 -",
            ],
            "25/5",
        ),
        (&["playouts", "move", "--seconds", "-1"], "from 0 on"),
        (&["playouts", "move", "--seconds", "soon"], "no number"),
        (&["show", "move", "--moves", "a1 c3"], "move 2"),
        (&["show", "mobius", "--group", "z1"], "z1"),
        (&["draw", "move", "-o", "board.gif"], ".svg or .png"),
        (&["draw", "move", "-o", "no/such/folder/board.svg"], "no/such/folder"),
        (&["check", "no-such-file.txt"], "no-such-file.txt"),
        (&["play", "--load", "no-such-file.txt"], "no-such-file.txt"),
    ];
    for (arguments, expected) in cases {
        let run = halte(arguments, "");
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.errors);
        assert!(run.errors.contains(expected), "{arguments:?}: {}", run.errors);
        assert!(!run.errors.contains("panicked"), "{arguments:?}: {}", run.errors);
        assert_eq!(run.output, "", "{arguments:?}");
    }
}

#[test]
fn games_name_their_authors() {
    let run = halte(&["games", "--json"], "");
    let games: Value = serde_json::from_str(&run.output).expect("JSON");
    let field = |field: &str| -> Vec<&str> {
        games
            .as_array()
            .expect("a list")
            .iter()
            .map(|game| game[field].as_str().unwrap_or(""))
            .collect()
    };
    assert_eq!(field("name"), ["mobius", "move", "fibonacci", "mixtour"]);
    let text = halte(&["games"], "").output;
    for words in [
        "Mark Steere",
        "marksteeregames.com",
        "Jean-Pierre Cassoly and Jean-Michel Blanc",
        "Thomas Naylor",
        "Dieter Stein",
        "spielstein.com",
    ] {
        assert!(text.contains(words), "{words}");
        assert!(run.output.contains(words), "{words}");
    }
}

#[test]
fn every_command_explains_itself() {
    let all = halte(&["--help"], "").output;
    for command in [
        "play",
        "games",
        "show",
        "draw",
        "check",
        "replay",
        "perft",
        "playouts",
        "completions",
        "manual",
    ] {
        assert!(all.contains(command));
        let run = halte(&[command, "--help"], "");
        assert_eq!(run.status, 0);
        assert!(run.output.contains("Usage: halte"), "{command}");
    }
    assert!(all.contains("Mark Steere") && all.contains("Dieter Stein"));
    for shell in ["bash", "zsh", "fish"] {
        assert!(halte(&["completions", shell], "").output.contains("playouts"));
    }
    assert!(halte(&["manual"], "").output.starts_with(".ie"));
}

#[test]
fn draw_writes_pictures() {
    let folder = folder("pictures");
    for game in ["mobius", "move", "fibonacci", "mixtour"] {
        for ending in ["svg", "png"] {
            let path = folder.join(format!("{game}.{ending}"));
            let run = halte(&["draw", game, "--legal", "-o", path.to_str().expect("a path")], "");
            assert_eq!(run.status, 0, "{}", run.errors);
            let picture = fs::read(&path).expect("the picture");
            match ending {
                "svg" => assert!(picture.starts_with(b"<svg") && picture.ends_with(b"</svg>\n")),
                _ => assert!(picture.starts_with(b"\x89PNG")),
            }
        }
    }
}

#[test]
fn show_has_colour_on_request() {
    let plain = halte(&["show", "mixtour", "--moves", "b2 c3"], "").output;
    assert!(!plain.contains('\x1b'));
    let coloured = halte(&["show", "mixtour", "--moves", "b2 c3", "--colour", "always"], "").output;
    assert!(coloured.contains("\x1b[1;91m"));
    // Without the codes it is the same board.
    let mut stripped = coloured;
    while let Some(start) = stripped.find('\x1b') {
        let end = start + stripped[start..].find('m').expect("the end of the code");
        stripped.replace_range(start..=end, "");
    }
    assert_eq!(stripped, plain);
}

/// A reader that closes its end early, like `head`, is no reason to complain.
#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_halte"))
        .args(["replay", "mobius"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("its input");
    let _ = stdin.write_all(&b"e0 f3\n".repeat(10_000));
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

fn last_position(run: &Run) -> &str {
    run.output.lines().rfind(|line| line.contains('/')).expect("a position")
}

#[test]
fn play_works_piped() {
    let run = halte(
        &["play", "mixtour", "--variant", "20/1"],
        "b2\nc3 b2-c3\nbogus\nundo\nposition\nquit\n",
    );
    assert_eq!(run.status, 0, "{}", run.errors);
    assert_eq!(last_position(&run), ",,,,/,,,,/,,r,,/,w,,,/,,,, w 0:0 20/1 c3");
    assert!(run.output.contains("Mixtour 20/1 by Dieter Stein"));
    assert!(run.output.contains("bogus"));
    assert!(run.output.contains("Took back b2-c3."));
}

#[test]
fn play_plays_whole_games() {
    let files = [
        ("mobius.jsonl", vec!["mobius"]),
        ("move.jsonl", vec!["move"]),
        ("fibonacci.jsonl", vec!["fibonacci"]),
        (
            "fibonacci-cards.jsonl",
            vec!["fibonacci", "--variant", "cards", "--own-cards"],
        ),
        ("mixtour-20-1.jsonl", vec!["mixtour", "--variant", "20/1"]),
        ("mixtour-25-5.jsonl", vec!["mixtour"]),
    ];
    for (file, game) in files {
        let vectors = conformance(file);
        let vector = vectors
            .iter()
            .find(|vector| vector["outcome"].is_string())
            .expect("a finished game");
        let moves: Vec<&str> = vector["moves"]
            .as_array()
            .expect("moves")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let run = halte(
            &[&["play"], &game[..]].concat(),
            format!("{}\nposition\n", moves.join("\n")),
        );
        assert_eq!(Some(last_position(&run)), vector["position"].as_str(), "{file}");
        assert!(run.output.contains("wins: ") || run.output.contains("Draw: "), "{file}");
    }
}

#[test]
fn play_lists_games_to_choose_from() {
    let run = halte(&["play"], "chess\n4\nb2\nposition\n");
    assert!(run.output.contains("There is no game \"chess\""));
    assert!(last_position(&run).ends_with("r 0:0 25/5 b2"));
    assert!(
        halte(&["play"], "Mobius\nquit\n")
            .output
            .contains("Mobius by Mark Steere")
    );
}

#[test]
fn play_draws_cards() {
    let run = halte(
        &["play", "fibonacci", "--variant", "cards", "--seed", "5"],
        "moves\nquit\n",
    );
    assert!(run.output.contains("Red draws #"), "{}", run.output);
    let same = halte(
        &["play", "fibonacci", "--variant", "cards", "--seed", "5"],
        "moves\nquit\n",
    );
    assert_eq!(run.output, same.output);
}

#[test]
fn play_saves_and_loads() {
    let folder = folder("saved");
    let path = folder.join("game.txt");
    let file = path.to_str().expect("a path");
    let run = halte(&["play", "move", "--save", file], "a1 a2\nb2\nposition\n");
    assert_eq!(run.status, 0, "{}", run.errors);
    let saved = last_position(&run).to_owned();
    let check = halte(&["check", file], "");
    assert_eq!(check.status, 0, "{}{}", check.output, check.errors);

    let loaded = halte(&["play", "--load", file], "position\nresign\nquit\n");
    assert_eq!(last_position(&loaded), saved);
    assert!(
        loaded.output.contains("Orange wins: Green resigned"),
        "{}",
        loaded.output
    );
    // The loaded file is kept up to date: the game is over in it, and may be taken up again.
    let again = halte(&["play", "--load", file], "a4\nundo\na4\nposition\nquit\n");
    assert!(again.output.contains("the game is over"), "{}", again.output);
    assert!(last_position(&again).starts_with("2n2/g1n2/"), "{}", again.output);
    assert_eq!(halte(&["check", file], "").status, 0);
}

#[test]
fn check_says_what_is_wrong_and_where() {
    let folder = folder("checked");
    let path = folder.join("games.txt");
    let text = "[Game \"mixtour\"]\n[Variant \"20/1\"]\n[Result \"*\"]\n\n1. b2 c3 2. b2-c3 *\n\n\
                [Game \"mixtour\"]\n[Variant \"20/1\"]\n[Result \"*\"]\n\n1. b2 c3 2. b2-c4 *\n\n\
                [Game \"chess\"]\n\n1. e4 *\n\n\
                [Game \"mobius\"]\n[Result \"*\"]\n\n1. e0 f3 *\n";
    fs::write(&path, text).expect("a file");
    let run = halte(&["check", path.to_str().expect("a path")], "");
    assert_eq!(run.status, 1);
    assert!(run.output.contains("games.txt:11:13: "), "{}", run.output);
    assert!(run.output.contains("games.txt:13:"), "{}", run.output);
    assert!(run.output.contains("4 games, 2 with errors"), "{}", run.output);
}
