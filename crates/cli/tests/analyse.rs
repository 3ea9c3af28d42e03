//! `halte analyse` as a user runs it: positions, records, graphs, and what is written back.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use resvg::usvg::roxmltree::Document;
use serde_json::Value;

/// What a run of the program printed, and its exit status.
struct Run {
    status: i32,
    output: String,
    errors: String,
}

fn analyse(arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_halte"))
        .arg("analyse")
        .args(arguments)
        .env("LC_ALL", "en_GB.UTF-8")
        .output()
        .expect("the program runs");
    Run {
        status: output.status.code().expect("no signal"),
        output: String::from_utf8(output.stdout).expect("text"),
        errors: String::from_utf8(output.stderr).expect("text"),
    }
}

/// Runs what must go well.
fn analysed(arguments: &[&str]) -> String {
    let run = analyse(arguments);
    assert_eq!((run.status, run.errors.as_str()), (0, ""), "{arguments:?}");
    for line in run.output.lines() {
        assert!(line.chars().count() <= 78, "{line}");
    }
    run.output
}

/// A folder of its own for a test's files.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("analyse").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Writes a file, and gives its name.
fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    path.to_str().expect("a path").to_owned()
}

/// A random game of the vectors as a record, cut off after some moves.
fn random_game(file: &str, length: usize) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../games/tests/conformance")
        .join(file);
    let text = fs::read_to_string(path).expect("the vectors");
    let mut vectors = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let vector = vectors
        .find(|vector| vector["outcome"] == "first" || vector["outcome"] == "second")
        .expect("a won game");
    let moves = vector["moves"].as_array().expect("moves");
    let result = match (&vector["outcome"], moves.len() <= length) {
        (_, false) => "*",
        (outcome, _) if outcome == "first" => "1-0",
        _ => "0-1",
    };
    let moves: Vec<&str> = moves.iter().filter_map(Value::as_str).take(length).collect();
    let game = vector["game"].as_str().expect("a game");
    let variant = vector["variant"]
        .as_str()
        .map_or(String::new(), |variant| format!("[Variant \"{variant}\"]\n"));
    format!(
        "[Game \"{game}\"]\n{variant}[First \"Anna & <Co>\"]\n[Result \"{result}\"]\n\n{} {result}\n",
        moves.join(" ")
    )
}

#[test]
fn positions_are_analysed() {
    let check = |arguments: &[&str], lines: usize, expected: &[&str]| {
        let output = analysed(arguments);
        let is_line = |line: &&str| {
            line.trim_start()
                .starts_with(|first: char| ('1'..='9').contains(&first))
        };
        let report = output.split(" to move\n").last().expect("a report");
        assert_eq!(report.lines().filter(is_line).count(), lines, "{output}");
        for part in expected {
            assert!(output.contains(part), "{part:?} in {output}");
        }
    };
    let nodes = ["--nodes", "300"];
    let with = |arguments: &[&'static str]| [arguments, &nodes[..]].concat();
    check(
        &with(&["mobius"]),
        3,
        &["Mobius by Mark Steere", "Red to move", "depth ", ", 300 nodes in "],
    );
    check(
        &with(&["fibonacci", "--variant", "cards", "--moves", "#2"]),
        3,
        &["Red to move", "%"],
    );
    check(
        &[
            "move",
            "--moves",
            "a1 a2",
            "--depth",
            "3",
            "--lines",
            "2",
            "--threads",
            "2",
        ],
        2,
        &["depth 3, "],
    );
    // A tower of four white pieces on e1, and one more to land on beside it.
    let won = ",,,,/,,,,/,,,,/,,,,/,,,w,wwww w 0:0 20/1 -";
    check(
        &["mixtour", "--position", won, "--lines", "1", "--depth", "3"],
        1,
        &["  1  win in 1    e1:4-d1\n"],
    );
}

#[test]
fn records_are_analysed() {
    let folder = folder("records");
    let file = written(&folder, "game.txt", &random_game("mixtour-20-1.jsonl", 1000));
    let output = analysed(&["--record", &file, "--depth", "3", "--boards"]);
    // Whoever moves at random throws won games away: that comes first.
    let points = output.split("Turning points\n\n").nth(1).expect("turning points");
    let first: String = points.split_whitespace().take(20).collect::<Vec<_>>().join(" ");
    assert!(first.contains(", blunder: from win in "), "{output}");
    for part in [
        "Anna & <Co> (White) against Red: ",
        "100% │",
        "\n  Turn  White",
        "given away a turn",
        " in reserve",
    ] {
        assert!(output.contains(part), "{part:?} in {output}");
    }
    let ascii = analysed(&["--record", &file, "--depth", "2", "--ascii"]);
    assert!(ascii.contains("100% |") && ascii.is_ascii(), "{ascii}");
}

#[test]
fn graphs_are_pictures() {
    let folder = folder("graphs");
    for (name, length) in [
        ("mixtour-20-1", 40),
        ("fibonacci", 60),
        ("fibonacci-cards", 40),
        ("mobius", 20),
        ("move", 1),
    ] {
        let file = written(
            &folder,
            &format!("{name}.txt"),
            &random_game(&format!("{name}.jsonl"), length),
        );
        for ending in ["svg", "PNG"] {
            let picture = folder.join(format!("{name}.{ending}"));
            let path = picture.to_str().expect("a path");
            analysed(&["--record", &file, "--nodes", "200", "--graph", path]);
            let bytes = fs::read(&picture).expect("a picture");
            if ending == "PNG" {
                assert!(bytes.starts_with(b"\x89PNG"));
                continue;
            }
            let text = String::from_utf8(bytes).expect("text");
            let document = Document::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let title = document.root_element().first_element_child().expect("a title");
            assert_eq!(title.tag_name().name(), "title");
            assert!(title.text().expect("words").contains("Anna & <Co> ("), "{name}");
        }
    }
}

/// What is written back is a record that keeps what people wrote; analysing it again changes nothing.
#[test]
fn annotations_do_not_pile_up() {
    let folder = folder("annotated");
    let other = "[Game \"mobius\"]\n[Result \"*\"]\n\n1. e0 {Mine.} f3 *\n";
    for (name, length, nodes) in [("mixtour-20-1", 60, "500"), ("fibonacci-cards", 30, "20000")] {
        let game = random_game(&format!("{name}.jsonl"), length);
        let commented = game.replacen("\n\n", "\n\n{A quiet game.} ", 1);
        let file = written(&folder, name, &format!("{other}\n{commented}\n{other}"));
        let arguments = ["--record", &file, "--number", "2", "--nodes", nodes, "--in-place"];
        let shown = analysed(&arguments);
        let once = fs::read_to_string(&file).expect("the games");
        assert!(once.contains("{A quiet game.}") && once.contains("[%eval "), "{once}");
        assert!(
            once.contains("$4") && once.contains("blunder]") && once.contains('('),
            "{once}"
        );
        assert_eq!(once.matches("Mine.").count(), 2, "{once}");
        assert_eq!(analysed(&arguments), shown);
        assert_eq!(fs::read_to_string(&file).expect("the games"), once);

        let copy = folder.join(format!("{name}.copy"));
        let copied = ["--output", copy.to_str().expect("a path")];
        analysed(&[&arguments[..6], &copied].concat());
        let copy = fs::read_to_string(&copy).expect("the game");
        assert_eq!(format!("{}\n{copy}\n{}", once_other(&once), once_other(&once)), once);
    }
}

/// The first game of a file.
fn once_other(text: &str) -> &str {
    let end = text.find("\n\n[Game").expect("another game");
    &text[..=end]
}

#[test]
fn bad_usage_is_explained() {
    let folder = folder("refused");
    let good = written(&folder, "good.txt", &random_game("move.jsonl", 3));
    let bad = written(&folder, "bad.txt", "[Game \"mobius\"]\n[Result \"*\"]\n\n1. e0 e0 *\n");
    let empty = written(&folder, "empty.txt", "[Game \"mobius\"]\n[Result \"*\"]\n\n*\n");
    let won = ",,,,/,,,,/,,,,/,,,,/,,,, r 1:0 20/1 -";
    let cases: [(&[&str], &str); 16] = [
        (&[], "<GAME>"),
        (&["mobius", "--record", &good], "cannot be used with"),
        (&["mobius", "--in-place"], "cannot be used with"),
        (&["mobius", "--position", "nonsense"], "nonsense"),
        (&["mobius", "--moves", "e0 e0"], "move 2: "),
        (&["mobius", "--nodes", "0"], "0 is not in"),
        (&["mobius", "--time", "soon"], "no number"),
        (&["mixtour", "--position", won], "White wins"),
        (&["fibonacci", "--variant", "cards"], "a card is to be drawn"),
        (&["--record", "no-such-file.txt"], "no-such-file.txt"),
        (&["--record", &bad], "bad.txt:4:7: illegal move \"e0\""),
        (&["--record", &empty], "no moves to analyse"),
        (&["--record", &good, "--number", "2"], "no number 2"),
        (&["--record", &good, "--graph", "graph.gif"], ".svg or .png"),
        (
            &["--record", &good, "--graph", "no/such/graph.svg"],
            "there is no folder no/such",
        ),
        (&["--record", &good, "--output", &good], "exists already"),
    ];
    for (arguments, expected) in cases {
        let run = analyse(arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.errors);
        assert!(run.errors.contains(expected), "{arguments:?}: {}", run.errors);
        assert_eq!(run.output, "", "{arguments:?}");
    }
}
