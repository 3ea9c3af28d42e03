//! The program as a user or a script runs it: arguments and standard input in, output and exit status out.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use halte_games::GameId;
use serde_json::{Value, json};

/// What a run of the program printed, and its exit status.
struct Run {
    status: i32,
    output: String,
    errors: String,
}

fn halte(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    halte_at("C.UTF-8", arguments, input)
}

/// The program at a terminal that is set to a language.
fn halte_at(locale: &str, arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_halte"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .env("LC_ALL", locale)
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
    let cases: [(&[&str], &str); 35] = [
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
        (&["perft", "move", "-1"], "a whole number from 0 on"),
        (&["perft", "move", "99999999999"], "too large"),
        (&["playouts", "move", "--seconds", "1", "--seed", "x"], "a whole number"),
        (&["playouts", "move", "--seconds", "-1"], "from 0 on"),
        (&["playouts", "move", "--seconds", "soon"], "no number"),
        (&["show", "move", "--moves", "a1 c3"], "move 2"),
        (&["show", "mobius", "--group", "z1"], "z1"),
        (&["show", "mobius", "--group", "c3"], "c3 is empty"),
        (&["show", "move", "--group", "c3"], "move has no groups"),
        (
            &["show", "fibonacci", "--group", "a6"],
            "red central piece: it belongs to no group",
        ),
        (&["show", "fibonacci", "--group", "end"], "no cell"),
        (
            &["draw", "move", "-o", "board.svg", "--zoom", "3"],
            "--zoom is for PNG and GIF",
        ),
        (&["play", "--variant", "cards"], "halte play fibonacci --variant cards"),
        (&["play", "--variant", "bogus"], "no game has a variant"),
        (&["play", "move", "--level", "11"], "a level is a number from 1 to 10"),
        (&["play", "move", "--side", "second"], "--level"),
        (&["play", "--position", "x"], "of which game"),
        (
            &["play", "mobius", "--load", "game.txt"],
            "--load and a game do not go together",
        ),
        (&["draw", "move", "-o", "board.bmp"], ".svg or .png or .gif"),
        (
            &["draw", "move", "-o", "board.gif", "--group", "c3"],
            "--group is for the picture of one position",
        ),
        (&["draw", "move", "-o", "board.gif", "--moves", "a1 a1"], "move 2"),
        (&["draw", "-o", "board.gif"], "<GAME>"),
        (
            &["draw", "move", "--record", "game.txt", "-o", "board.gif"],
            "cannot be used with",
        ),
        (
            &["draw", "--record", "no-such-file.txt", "-o", "game.gif"],
            "no-such-file.txt",
        ),
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
    assert_eq!(field("name"), GameId::ALL.map(|game| game.about().name));
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
        "rules",
        "show",
        "draw",
        "check",
        "replay",
        "perft",
        "playouts",
        "solve",
        "puzzles",
        "ugi",
        "match",
        "analyse",
        "bench",
        "serve",
        "store",
        "administer",
        "bridge",
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
    let manual = halte(&["manual"], "").output;
    assert!(manual.starts_with(".ie"));
    assert!(manual.contains("\n.SH EXAMPLES\n") && manual.contains("\n.SH \"EXIT STATUS\"\n"));
    // What is shown as it is must fit: `man` indents it by seven.
    for line in manual.lines().filter_map(|line| line.strip_prefix("\\&")) {
        assert!(line.replace("\\-", "-").chars().count() <= 73, "{line}");
    }
}

#[test]
fn draw_writes_pictures() {
    let folder = folder("pictures");
    for game in GameId::ALL.map(|game| game.about().name) {
        for ending in ["svg", "png", "gif"] {
            let path = folder.join(format!("{game}.{ending}"));
            let run = halte(&["draw", game, "--legal", "-o", path.to_str().expect("a path")], "");
            assert_eq!(run.status, 0, "{}", run.errors);
            let picture = fs::read(&path).expect("the picture");
            match ending {
                "svg" => assert!(picture.starts_with(b"<svg") && picture.ends_with(b"</svg>\n")),
                "png" => assert!(picture.starts_with(b"\x89PNG")),
                _ => assert!(picture.starts_with(b"GIF89a")),
            }
        }
    }
    let path = folder.join("board.PNG");
    assert_eq!(
        halte(&["draw", "Move", "-o", path.to_str().expect("a path")], "").status,
        0
    );
    assert!(fs::read(&path).expect("the picture").starts_with(b"\x89PNG"));
    assert!(halte(&["draw", "move", "-o", "-"], "").output.starts_with("<svg"));
}

#[test]
fn draw_shows_a_record() {
    let folder = folder("recorded-pictures");
    let path = |name: &str| folder.join(name).to_str().expect("a path").to_owned();
    let (record, picture, animation) = (path("games.txt"), path("game.svg"), path("game.gif"));
    let games = "[Game \"move\"]\n\n1. d5 *\n\n[Game \"mixtour\"]\n[Variant \"20/1\"]\n[Result \"0-1\"]\n\
                 [Termination \"resignation\"]\n\n1. b2 c3 2. d4 0-1\n";
    fs::write(&record, games).expect("written");
    let draw = |arguments: &[&str]| halte(&[&["draw", "--record", &record, "--last"], arguments].concat(), "");
    let refused = draw(&["-o", &picture]);
    assert_eq!(refused.status, 2);
    assert!(refused.errors.contains("holds 2 games"), "{}", refused.errors);
    for output in [&picture, &animation] {
        let run = draw(&["--number", "2", "-o", output]);
        assert_eq!(run.status, 0, "{}", run.errors);
    }
    let svg = fs::read_to_string(&picture).expect("a picture");
    assert!(
        svg.contains("Mixtour 20/1 by Dieter Stein: Red wins: White resigned"),
        "{svg}"
    );
    // A frame begins with what is said of its time: the start, two moves, and the last one, which is shown for longer.
    let gif = fs::read(&animation).expect("a picture");
    let frames = |hundredths: u16| {
        let [low, high] = hundredths.to_le_bytes();
        let control = [0x21, 0xf9, 4, 5, low, high];
        gif.windows(control.len()).filter(|bytes| *bytes == control).count()
    };
    assert_eq!((frames(80), frames(300)), (3, 1));
}

#[test]
fn rules_are_explained() {
    for game in GameId::ALL.map(|game| game.about().name.to_uppercase()) {
        let run = halte(&["rules", &game], "");
        assert_eq!(run.status, 0, "{}", run.errors);
        assert_says(&run.output, &[" by ", "Ruling: ", "\nHow moves are written\n"]);
    }
    assert!(
        halte(&["rules", "fibonacci", "--variant", "cards"], "")
            .output
            .contains("twelve cards")
    );
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
    let mut lines = run.output.lines().filter(|line| !line.contains("kept in"));
    lines.rfind(|line| line.contains('/')).expect("a position")
}

/// A text with each run of white space as one space. Where lines are broken depends on how long the path of this folder is.
fn unbroken(text: &str) -> String {
    let mut unbroken = String::new();
    for character in text.chars() {
        let character = if character.is_whitespace() { ' ' } else { character };
        if character != ' ' || !unbroken.ends_with(' ') {
            unbroken.push(character);
        }
    }
    unbroken
}

/// Asserts that a text has these parts, in this order, wherever its lines are broken.
fn assert_says(text: &str, parts: &[&str]) {
    let whole = unbroken(text);
    let mut rest = whole.as_str();
    for part in parts.iter().map(|part| unbroken(part)) {
        let at = rest
            .find(&part)
            .unwrap_or_else(|| panic!("{part:?} is missing in its place:\n{text}"));
        rest = &rest[at + part.len()..];
    }
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
    assert!(run.output.contains("\"bogus\" is neither a move nor a command"));
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
    let run = halte(&["play"], "chess\n4\n\nb2\nposition\n");
    assert_says(
        &run.output,
        &[
            "bad game \"chess\": there are mobius, move",
            "Which variant of Mixtour?",
        ],
    );
    assert!(last_position(&run).ends_with("r 0:0 25/5 b2"));
    let run = halte(&["play"], "Mixtour\n9\n3\nposition\n");
    assert_says(&run.output, &["bad variant \"9\"", "Mixtour 20/2 by Dieter Stein"]);
    assert_says(&halte(&["play"], "Mobius\nquit\n").output, &["Mobius by Mark Steere"]);
    assert_eq!(halte(&["play"], "q\n").status, 0);
}

#[test]
fn play_explains() {
    let run = halte(&["play", "MOBIUS"], "?\nrules\nabout\nQUIT\n");
    assert_says(
        &run.output,
        &[
            "Mobius by Mark Steere (https://www.marksteeregames.com)\n",
            "\nLegend: r red stone, b blue stone, # Red's bar, = Blue's bar; [ ] last move",
            "\n  e0          a stone on cell e0",
            "\n  moves [CELL]      the legal moves",
            "\nLegend: ",
            "\nWinning with three bars\n",
            "\nMobius by Mark Steere, 2008\n",
        ],
    );
    for game in GameId::ALL.map(|game| game.about().name) {
        let run = halte(&["play"], format!("{game}\n\nhelp\nrules\nmoves\nfoo\nquit\n"));
        for line in run.output.lines() {
            assert!(line.chars().count() <= 78, "{line}");
        }
    }
}

/// A game in French, chosen by the terminal or by an argument: nothing English is left in it.
#[test]
fn play_speaks_french() {
    let input =
        "xyz\nb2 c3\ncoups b2\nundo\nreprendre 7\nindice\nniveau 1\nniveau non\naide\nrègles\nabandonner\nquitter\n";
    let run = halte_at(
        "fr_FR.UTF-8",
        &["play", "mixtour", "--variant", "20/1", "--seed", "4"],
        input,
    );
    assert_eq!(run.status, 0, "{}", run.errors);
    assert_says(
        &unbroken(&run.output),
        &[
            "Mixtour 20/1 de Dieter Stein (https://spielstein.com/games/mixtour)",
            "Légende : w pion blanc, r pion rouge ; [ ] dernier coup, * * ce qui a gagné",
            "Blanc : 20 en réserve, 0 sur 1 point",
            "Blanc joue",
            "« xyz » n’est ni un coup ni une commande : un coup s’écrit b2",
            "`aide` explique",
            "1 coup permis : b2-c3",
            "Repris : c3.",
            "Repris : b2.",
            "Indice : ",
            "L’ordinateur joue Rouge au niveau 1.",
            "Deux personnes jouent.",
            "Un coup, ou plusieurs sur une ligne :",
            "enregistrer FICHIER garder la partie",
            "Précision : La partie est nulle si",
            "Rouge gagne : Blanc abandonne",
        ],
    );
    for word in [" the ", " to move", " legal ", " wins", "engine", " piece"] {
        assert!(!run.output.contains(word), "{word}: {}", run.output);
    }
    let chosen = halte(&["play", "--language", "fr"], "dames\n4\n\nb2 b2\nquitter\n");
    assert_says(
        &unbroken(&chosen.output),
        &[
            "Quel jeu ?",
            "jeu « dames » : il y a mobius, move",
            "Quelle variante de Mixtour ?",
            "le coup b2 est interdit : b2 est occupée ; `coups` donne les coups permis",
        ],
    );
    let mobius = halte(&["rules", "mobius", "--language", "fr"], "").output;
    assert_says(
        &mobius,
        &[
            "Mobius de Mark Steere, 2008",
            "\nLe plateau\n",
            "\nComment on note les coups\n",
        ],
    );
    let english = halte_at("fr_FR.UTF-8", &["--language", "en", "rules", "mobius"], "");
    assert_says(&english.output, &["Mobius by Mark Steere, 2008"]);
}

/// What scripts read is the same, whatever a terminal is set to.
#[test]
fn scripts_are_told_the_same_in_every_language() {
    for (arguments, input) in [
        (vec!["replay", "mobius"], "e0 f3 e0"),
        (
            vec!["ugi", "move"],
            "ugi\nisready\nposition startpos moves a1 a1\nquit\n",
        ),
        (vec!["games", "--json"], ""),
        (vec!["show", "mixtour", "--legal"], ""),
        (vec!["show", "mixtour", "--moves", "b2 b2"], ""),
        (vec!["perft", "move", "2"], ""),
        (vec!["--help"], ""),
    ] {
        let [english, french] = ["C.UTF-8", "fr_FR.UTF-8"].map(|locale| halte_at(locale, &arguments, input));
        assert_eq!(english.status, french.status, "{arguments:?}");
        assert_eq!(english.output, french.output, "{arguments:?}");
        assert_eq!(english.errors, french.errors, "{arguments:?}");
    }
}

#[test]
fn play_forgives_and_explains_mistakes() {
    let check =
        |game: &str, input: &str, expected: &[&str]| assert_says(&halte(&["play", game], input).output, expected);
    check("mobius", "E0\nmoves e1\n", &["[r]", "1 legal move:\n  e1\n"]);
    check(
        "mobius",
        "moves l\n",
        &["13 legal moves:\n  l0 l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 l11 l12\n"],
    );
    check("mobius", "moves zz\n", &["there is no cell \"zz\""]);
    check("mixtour", "b2\nmoves b2\n", &["No legal move begins with b2\n"]);
    check(
        "mixtour",
        "b2 b2 c3\n",
        &[
            "illegal move \"b2\": ",
            "`moves` lists",
            "The rest of the line was not played.",
        ],
    );
    check("mixtour", "undo x\n", &["undo how many moves?"]);
    check(
        "mixtour",
        "draw\ndraw\nb2\nmoves\nundo\n",
        &[
            "Draw: by agreement",
            "the game is over already",
            "the game is over: `undo`",
            "No legal moves: the game is over",
            "Took back the agreement to a draw.",
            "White to move",
        ],
    );
    // Nothing to take back: the board is not drawn again.
    let run = halte(&["play", "mixtour"], "undo\n");
    assert_says(&run.output, &["White to move\nThere is nothing to take back.\n"]);
    assert!(run.output.ends_with("There is nothing to take back.\n"));
}

/// Piped, the engine plays line by line.
#[test]
fn play_has_an_opponent() {
    let check = |arguments: &[&str], input: &str, expected: &[&str]| {
        let arguments = [&["play", "mixtour", "--variant", "20/1", "--seed", "4"], arguments].concat();
        let run = halte(&arguments, input);
        assert_eq!(run.status, 0, "{}", run.errors);
        assert_says(&run.output, expected);
    };
    check(
        &["--level", "1"],
        "b2\n",
        &["White to move", "Red plays ", "White to move", "moves: b2 "],
    );
    check(
        &["--level", "2", "--side", "second"],
        "\n",
        &["White plays ", "Red to move"],
    );
    // Several moves on a line: the engine answers each. Taking back leads to the person's own turn.
    check(
        &["--level", "1"],
        "a1 e5\nundo\nposition\n",
        &["Red plays ", "Red plays ", "Took back ", ", e5.", " w 0:0 20/1 "],
    );
    check(
        &["--level", "1"],
        "draw\nresign\n",
        &["agrees to no draw", "Red wins: White resigned"],
    );
    check(
        &[],
        "level 11\nlevel\nlevel 1\nb2\nlevel off\nhint\n",
        &[
            "a level is a number from 1 to 10",
            "which level?",
            "The engine plays Red at level 1.",
            "Red plays ",
            "Two people play.",
            "Hint: ",
            " % for White)",
        ],
    );
}

/// A level is the same everywhere: the same seed, the same game.
#[test]
fn play_repeats_itself_on_request() {
    let arguments = [
        "play",
        "fibonacci",
        "--variant",
        "cards",
        "--level",
        "1",
        "--side",
        "random",
        "--seed",
        "9",
    ];
    let input = "moves\n";
    assert_eq!(halte(&arguments, input).output, halte(&arguments, input).output);
}

/// Whoever leaves is told what is lost, with what it takes to play it again.
#[test]
fn play_says_what_was_not_saved() {
    let check = |input: &str, expected: &str| {
        let run = halte(&["play", "mixtour", "--variant", "20/1"], input);
        assert!(run.output.ends_with(expected), "{}", run.output);
    };
    let lost = "This game was not saved. Its moves:\n  b2 c3\n";
    check("b2 c3\n", lost);
    check("b2\nc3\nquit\n", lost);
    check("b2\nundo\nquit\n", "White to move\n");
    let run = halte(&["play", "move", "--position", "2n2/2n2/nnnnn/2n2/1on2 k g -"], "a1\n");
    assert_says(&run.output, &["Its moves from 2n2/2n2/nnnnn/2n2/1on2 k g -:\n  a1\n"]);
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

/// Takes a step back and makes it again: the same card comes.
#[test]
fn play_draws_the_same_card_again() {
    let cards = |input: &str| -> Vec<String> {
        let arguments = ["play", "fibonacci", "--variant", "cards", "--seed", "5"];
        let output = halte(&arguments, input).output;
        output
            .lines()
            .filter(|line| line.contains(" draws "))
            .map(str::to_owned)
            .collect()
    };
    let drawn = cards("a5-b5 end\n");
    assert_eq!(drawn.len(), 2);
    let again = cards("a5-b5 end\nundo\nend\nundo 2\na4-b5 end\n");
    assert_eq!(again, [0, 1, 1, 1].map(|index| drawn[index].as_str()));
    // The first card is nobody's move.
    assert_eq!(cards("undo\nundo\n"), drawn[..1]);
}

/// All steps of the last turn are marked, whatever card was drawn after it.
#[test]
fn play_marks_the_last_turn() {
    let arguments = ["play", "fibonacci", "--variant", "cards", "--own-cards"];
    let marks = |input: &str| {
        let output = halte(&arguments, input).output;
        let board = output.rfind("            k ").expect("a board");
        output[board..].matches('[').count()
    };
    assert_eq!(marks("#3 a5-b5\n"), 2);
    assert_eq!(marks("#3 a5-b5 a1-b1\n"), 4);
    assert_eq!(marks("#3 a5-b5 a1-b1 end\n"), 4);
    assert_eq!(marks("#3 a5-b5 a1-b1 end #2\n"), 4);
    assert_eq!(marks("#3 a5-b5 a1-b1 end #2 k7-j7\n"), 2);
}

#[test]
fn play_saves_and_loads() {
    let folder = folder("saved");
    let path = folder.join("game.txt");
    let file = path.to_str().expect("a path");
    let run = halte(&["play", "move", "--save", file], "a1 a2\nb2\nposition\n");
    assert_eq!(run.status, 0, "{}", run.errors);
    assert_says(&run.output, &["This game is kept in ", "This game is kept in "]);
    let saved = last_position(&run).to_owned();
    let check = halte(&["check", file], "");
    assert_eq!(check.status, 0, "{}{}", check.output, check.errors);

    let loaded = halte(&["play", "--load", file], "position\nresign\nquit\n");
    assert_eq!(last_position(&loaded), saved);
    assert_says(&loaded.output, &["Orange wins: Green resigned"]);
    // The loaded file is kept up to date: the game is over in it, and may be taken up again.
    let again = halte(&["play", "--load", file], "a4\nundo\na4\nposition\nquit\n");
    assert_says(&again.output, &["the game is over", "Took back the resignation."]);
    assert!(last_position(&again).starts_with("2n2/g1n2/"), "{}", again.output);
    assert_eq!(halte(&["check", file], "").status, 0);

    // No other file is overwritten, and a new game is not in the old one's file.
    let kept = fs::read_to_string(&path).expect("the game");
    let run = halte(&["play", "move"], format!("save {file}\nload {file}\nnew\na1\n"));
    assert_says(
        &run.output,
        &[
            "exists already",
            "This game is kept in ",
            "The old game is kept in ",
            "The new game is not saved yet",
            "This game was not saved. Its moves:\n  a1\n",
        ],
    );
    assert_eq!(fs::read_to_string(&path).expect("the game"), kept);
}

#[test]
fn play_expands_the_home_folder() {
    let folder = folder("home");
    let mut child = Command::new(env!("CARGO_BIN_EXE_halte"))
        .args(["play", "mixtour"])
        .env("HOME", &folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("its input");
    input.write_all(b"b2\nsave ~/game.txt\nc3\n").expect("it reads");
    drop(input);
    child.wait().expect("the program ends");
    assert!(
        fs::read_to_string(folder.join("game.txt"))
            .expect("the game")
            .contains("1. b2 c3")
    );
}

const ANNOTATED: &str = r#"[Game "mixtour"]
[Variant "20/1"]
[Event "Club evening"]
[Result "*"]

{A quiet game.} 1. b2 $1 {Where else?} (1. c3 b4) 1... c3 *
"#;

/// What a file says about a game survives playing on.
#[test]
fn play_keeps_comments_variations_and_tags() {
    let folder = folder("annotated");
    let path = folder.join("game.txt");
    let file = path.to_str().expect("a path");
    fs::write(&path, ANNOTATED).expect("a file");
    halte(&["play", "--load", file], "b2-c3\nd4\nundo\n");
    let expected = ANNOTATED.replace("1... c3 *", "1... c3 2. b2-c3 *");
    assert_eq!(fs::read_to_string(&path).expect("the game"), expected);
}

#[test]
fn play_loads_one_of_several_games() {
    let folder = folder("several");
    let path = folder.join("games.txt");
    let file = path.to_str().expect("a path");
    let mobius = "[Game \"mobius\"]\n[Result \"*\"]\n\n1. e0 f3 *\n";
    fs::write(&path, format!("{mobius}\n{ANNOTATED}\n{mobius}")).expect("a file");
    let refused = halte(&["play", "--load", file], "");
    assert_says(&refused.errors, &["games.txt holds 3 games", "--number N"]);
    let refused = halte(&["play", "--load", file, "--number", "4"], "");
    assert_says(&refused.errors, &["games.txt holds 3 games, and no number 4"]);
    let run = halte(&["play", "--load", file, "--number", "2"], "b2-c3\n");
    assert_says(&run.output, &["Mixtour 20/1", "games.txt (game 2 of 3)"]);
    let expected = ANNOTATED.replace("1... c3 *", "1... c3 2. b2-c3 *");
    let kept = fs::read_to_string(&path).expect("the games");
    assert_eq!(kept, format!("{mobius}\n{expected}\n{mobius}"));
    let run = halte(&["play", "move"], format!("load {file} 3\nposition\n"));
    assert!(last_position(&run).ends_with(" r"), "{}", run.output);
}

#[cfg(unix)]
#[test]
fn play_respects_a_file_and_its_mode() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("modes");
    let path = folder.join("game.txt");
    let file = path.to_str().expect("a path");
    for (mode, said, kept) in [
        (0o440, "write-protected: this game is not kept there", "1. b2 *"),
        (0o640, "This game is kept in", "1. b2 c3 *"),
    ] {
        let _ = fs::remove_file(&path);
        fs::write(&path, "[Game \"mixtour\"]\n[Result \"*\"]\n\n1. b2 *\n").expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
        let run = halte(&["play", "--load", file], format!("c3\nsave {file}\n"));
        assert!(unbroken(&run.output).contains(said), "{}", run.output);
        assert!(
            fs::read_to_string(&path).expect("the game").contains(kept),
            "{}",
            run.output
        );
        let after = fs::metadata(&path).expect("the file").permissions().mode();
        assert_eq!(after & 0o777, mode);
    }
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
    assert_says(
        &run.output,
        &["games.txt:11:13: ", "games.txt:13:", "4 games, 2 with errors"],
    );
}

#[test]
fn check_goes_on_after_a_file_it_cannot_read() {
    let folder = folder("unreadable");
    let path = folder.join("game.txt");
    let file = path.to_str().expect("a path");
    fs::write(&path, "[Game \"mobius\"]\n[Result \"*\"]\n\n1. e0 *\n").expect("a file");
    let run = halte(&["check", "no-such-file.txt", file], "");
    assert_eq!(run.status, 2);
    assert!(run.errors.contains("no-such-file.txt") && run.output.contains("1 game, all well"));
    fs::write(&path, " \n").expect("a file");
    let run = halte(&["check", file, "no-such-file.txt"], "");
    assert_eq!(run.status, 2);
    let run = halte(&["check", file], "");
    assert_eq!(run.status, 1);
    assert!(run.output.ends_with("game.txt: no game found\n"), "{}", run.output);
}

#[test]
fn solve_proves_who_wins() {
    let check = |arguments: &[&str], status: i32, expected: &str| {
        let run = halte(&[&["solve"], arguments].concat(), "");
        let answer = run.output.lines().next().unwrap_or("");
        assert_eq!(
            (run.status, answer),
            (status, expected),
            "{arguments:?}: {}",
            run.errors
        );
        assert!(
            run.output
                .lines()
                .nth(1)
                .is_some_and(|line| line.contains(" positions in "))
        );
        assert_eq!(run.errors, "", "progress is for terminals");
    };
    let won = "ogono/ggooo/kngnn/noong/ggnnn g g 3<";
    let line = "win: Green wins in 3 moves: 2> 1> 5<";
    check(&["move", "--position", won, "--memory", "1"], 0, line);
    let after = ["move", "--position", won, "--moves", "2>", "--memory", "1"];
    check(&after, 0, "loss: Green wins in 2 moves: 1> 5<");
    let over = ["move", "--position", won, "--moves", "2> 1> 5<", "--memory", "1"];
    check(&over, 0, "loss: Green wins");
    let draw = "draw: neither player can force a win";
    check(&["mixtour", "--variant", "2/1", "--memory", "16"], 0, draw);
    let unknown = "unknown: nothing could be proved within the limits";
    check(&["mobius", "--nodes", "50", "--memory", "1"], 1, unknown);
    check(
        &["fibonacci", "--variant", "cards", "--time", "0", "--memory", "1"],
        1,
        unknown,
    );
}

#[test]
fn solve_refuses_bad_arguments() {
    let check = |arguments: &[&str], expected: &str| {
        let run = halte(&[&["solve"], arguments].concat(), "");
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.errors.contains(expected), "{}", run.errors);
    };
    check(&["move", "--memory", "0"], "it must be a number from 1 to 65536");
    check(&["move", "--memory", "x"], "it must be a whole number from 0 on");
    check(&["move", "--time", "-1"], "it must be a number of seconds from 0 on");
    check(&["move", "--moves", "a1 a1"], "move 2");
    check(&["move", "--position", "nonsense"], "nonsense");
}

#[test]
fn puzzles_are_records() {
    let folder = folder("puzzles");
    let path = folder.join("puzzles.txt");
    let file = path.to_str().expect("a path");
    let arguments = "puzzles move --count 2 --seed 3 --most-depth 1 --nodes 1000 --thinking 50";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let printed = halte(&arguments, "");
    assert_eq!((printed.status, printed.errors.as_str()), (0, ""));
    let run = halte(&[&arguments[..], &["--output", file]].concat(), "");
    assert_eq!((run.status, run.output.as_str()), (0, ""));
    let written = fs::read_to_string(&path).expect("a file");
    assert_eq!(written, printed.output);
    assert_eq!(written.matches("[Depth \"1\"]").count(), 2);
    assert!(halte(&["check", file], "").output.contains("2 games, all well"));
    let run = halte(&["puzzles", "move", "--games", "0"], "");
    assert_eq!(run.status, 1);
    assert!(run.errors.contains("only 0 of 10 puzzles"), "{}", run.errors);
}
