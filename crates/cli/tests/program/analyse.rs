//! `halte analyse` as a user runs it: positions, records, graphs, and what is written back.

use std::fs;

use resvg::usvg::roxmltree::Document;

use crate::{Folder, conformance, moves};

impl Folder {
    /// Analyses what must go well.
    fn analysed(&self, arguments: &str) -> String {
        let output = self.done(&format!("analyse {arguments}"));
        for line in output.lines() {
            assert!(line.chars().count() <= 78, "{line}");
        }
        output
    }
}

/// A random game of the vectors as a record, cut off after some moves.
pub(crate) fn random_game(name: &str, length: usize) -> String {
    let vectors = conformance(&format!("{name}.jsonl"));
    let is_won = |outcome| outcome == "first" || outcome == "second";
    let vector = vectors
        .iter()
        .find(|vector| vector["outcome"].as_str().is_some_and(is_won))
        .expect("a won game");
    let mut moves = moves(vector);
    let result = match (moves.len() <= length, vector["outcome"] == "first") {
        (false, _) => "*",
        (true, true) => "1-0",
        (true, false) => "0-1",
    };
    moves.truncate(length);
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
    let folder = Folder::new();
    let check = |arguments: &str, lines: usize, expected: &[&str]| {
        let output = folder.analysed(arguments);
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
    let expected = ["Mobius by Mark Steere", "Red to move", "depth ", ", 300 nodes in "];
    check("mobius --nodes 300", 3, &expected);
    let cards = "fibonacci --variant cards --moves '#2' --nodes 300";
    check(cards, 3, &["Red to move", "%"]);
    let two = "move --moves 'a1 a2' --depth 3 --lines 2 --threads 2";
    check(two, 2, &["depth 3, "]);
    // A tower of four white pieces on e1, and one more to land on beside it.
    let won = "mixtour --position ',,,,/,,,,/,,,,/,,,,/,,,w,wwww w 0:0 20/1 -' --lines 1 --depth 3";
    check(won, 1, &["  1  win in 1    e1:4-d1\n"]);
}

#[test]
fn records_are_analysed() {
    let folder = Folder::new();
    folder.write("game.txt", random_game("mixtour-20-1", 1000));
    let output = folder.analysed("--record game.txt --depth 3 --boards");
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
    let ascii = folder.analysed("--record game.txt --depth 2 --ascii");
    assert!(ascii.contains("100% |") && ascii.is_ascii(), "{ascii}");
}

#[test]
fn graphs_are_pictures() {
    let folder = Folder::new();
    for (name, length) in [
        ("mixtour-20-1", 40),
        ("fibonacci", 60),
        ("fibonacci-cards", 40),
        ("mobius", 20),
        ("move", 1),
    ] {
        folder.write("game.txt", random_game(name, length));
        folder.analysed("--record game.txt --nodes 200 --graph graph.PNG");
        let picture = fs::read(folder.path("graph.PNG")).expect("a picture");
        assert!(picture.starts_with(b"\x89PNG"));
        folder.analysed("--record game.txt --nodes 200 --graph graph.svg");
        let text = folder.read("graph.svg");
        let document = Document::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let title = document.root_element().first_element_child().expect("a title");
        assert_eq!(title.tag_name().name(), "title");
        assert!(title.text().expect("words").contains("Anna & <Co> ("), "{name}");
    }
}

/// What is written back is a record that keeps what people wrote; analysing it again changes nothing.
#[test]
fn annotations_do_not_pile_up() {
    let folder = Folder::new();
    let other = "[Game \"mobius\"]\n[Result \"*\"]\n\n1. e0 {Mine.} f3 *\n";
    for (name, length, nodes) in [("mixtour-20-1", 60, "500"), ("fibonacci-cards", 30, "20000")] {
        let commented = random_game(name, length).replacen("\n\n", "\n\n{A quiet game.} ", 1);
        folder.write(name, format!("{other}\n{commented}\n{other}"));
        let arguments = format!("--record {name} --number 2 --nodes {nodes}");
        let shown = folder.analysed(&format!("{arguments} --in-place"));
        let once = folder.read(name);
        assert!(once.contains("{A quiet game.}") && once.contains("[%eval "), "{once}");
        assert!(
            once.contains("$4") && once.contains("blunder]") && once.contains('('),
            "{once}"
        );
        assert_eq!(once.matches("Mine.").count(), 2, "{once}");
        assert_eq!(folder.analysed(&format!("{arguments} --in-place")), shown);
        assert_eq!(folder.read(name), once);

        folder.analysed(&format!("{arguments} --output {name}.copy"));
        let copy = folder.read(&format!("{name}.copy"));
        let end = once.find("\n\n[Game").expect("another game");
        assert_eq!(format!("{0}\n{copy}\n{0}", &once[..=end]), once);
    }
}
