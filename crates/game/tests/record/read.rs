//! Texts and the canonical form they are written back in; texts and what is wrong with them.

use halte_game::record::{MAX_DEPTH, MAX_MOVES, MAX_TAGS, Record, Records, read_all, write_all};

use crate::toy::{Toy, Variant};

const PLAIN: &str = "[Game \"toy\"]\n\n";
const ENDLESS: &str = "[Game \"toy\"]\n[Variant \"endless\"]\n\n";
const CARDS: &str = "[Game \"toy\"]\n[Variant \"cards\"]\n\n";

/// Reads a record and compares what is written, which must read back as the same record.
#[track_caller]
fn check(text: &str, expected: &str) {
    let record: Record<Toy> = text.parse().unwrap_or_else(|error| panic!("{error} in {text}"));
    assert_eq!(record.to_string(), expected);
    assert_eq!(expected.parse().as_ref(), Ok(&record));
}

/// Reads a movetext after these tags and compares the movetext that is written.
#[track_caller]
fn check_movetext(tags: &str, movetext: &str, expected: &str) {
    let record: Record<Toy> = format!("{tags}{movetext}")
        .parse()
        .unwrap_or_else(|error| panic!("{error}"));
    let written = record.to_string();
    let found = written.split_once("\n\n").map(|(_, movetext)| movetext.trim_end());
    assert_eq!(found, Some(expected), "{movetext}");
    assert_eq!(written.parse().as_ref(), Ok(&record));
}

/// Compares the errors of all records of a text.
#[track_caller]
fn check_errors(text: &str, expected: &[&str]) {
    let errors: Vec<String> = Records::<Toy>::new(text)
        .filter_map(Result::err)
        .map(|error| error.to_string())
        .collect();
    assert_eq!(errors, expected, "{text}");
    let first = read_all::<Toy>(text).err().map(|error| error.to_string());
    assert_eq!(first.as_deref(), expected.first().copied());
}

/// `read.txt` has a case a line: a movetext, and after `=>` what is written or after `!!` the error. What stands before it is
/// told by the last line that begins with `@`. Line ends are `¶`, tabulators `⇥`, no-break spaces `⍽`.
#[test]
fn cases() {
    let mut tags = String::new();
    for line in include_str!("read.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
    {
        let line = line.replace('¶', "\n").replace('⇥', "\t").replace('⍽', "\u{a0}");
        if let Some(before) = line.strip_prefix('@') {
            before.clone_into(&mut tags);
        } else if let Some((movetext, expected)) = line.split_once(" => ") {
            check_movetext(&tags, movetext, expected);
        } else {
            let (movetext, expected) = line.split_once(" !! ").expect("=> or !!");
            check_errors(&format!("{tags}{movetext}"), &[expected]);
        }
    }
}

#[test]
fn tags_are_written_in_order() {
    check(
        r#"[Annotator "A \"quoted\" back\\slash"] [TimeControl "300+5"]
[Second "Ben"][First "Änne"]
  [ Round
 "3.1" ]
[Other ""]
[Position "2 s 1 -"]
[Termination "agreement"]
[Date "2012.10.??"]
[Site "Köln"]
[Result "1/2-1/2"]
[Event "Club evening"]
[Game "toy"]
3> 1/2-1/2"#,
        r#"[Game "toy"]
[Event "Club evening"]
[Site "Köln"]
[Date "2012.10.??"]
[Round "3.1"]
[First "Änne"]
[Second "Ben"]
[TimeControl "300+5"]
[Result "1/2-1/2"]
[Termination "agreement"]
[Position "2 s 1 -"]
[Annotator "A \"quoted\" back\\slash"]
[Other ""]

1... 3> 1/2-1/2
"#,
    );
    check(
        "[Game \"toy\"] [Variant \"plain\"] [Position \"0 f 1 -\"] [Termination \"unterminated\"] *",
        "[Game \"toy\"]\n[Result \"*\"]\n\n*\n",
    );
}

#[test]
fn white_space_does_not_matter() {
    let expected = "[Game \"toy\"]\n[Result \"*\"]\n\n1. 3> (1. 3<) 1... 3> $1 {a b} 2. b^ *\n";
    check(
        "\u{feff}[Game \"toy\"]\r\n\r\n1. 3> (1. 3<)\r\n\r\n1... 3>! {a\r\n\tb}\r\n2. b^ *\r\n",
        expected,
    );
    check("\n\n\t[Game\"toy\"]1.3>(1.3<)1...3>$1{a b}2.b^*", expected);
    check(
        "[Game \"toy\"]\r\r1 3>(3<)1. ... 3>!;a  b\r% 3> 3> 3>\r2 .b^\r%*\r*",
        expected,
    );
    check("[Game \"toy\"]\n%escape\n3>( 3< ) 3> ! ; a\n; b\nb^ *\n%", expected);
}

#[test]
fn lines_are_wrapped() {
    let word = "x".repeat(90);
    check_movetext(
        PLAIN,
        &format!(
            "{{{word}}} {} (b^ {{One two three four five six seven eight}}) *",
            "3> ".repeat(8)
        ),
        &format!(
            "{{{word}}}\n1. 3> 3> 2. 3> 3> 3. 3> 3> 4. 3> 3> (4... b^ {{One two three four five six seven\n\
             eight}}) *"
        ),
    );
    // Columns are characters, and signs stay with the word they belong to.
    for (length, movetext, expected) in [
        (72, "3> *", "1. 3>\n*"),
        (73, "3> *", "1.\n3> *"),
        (68, "3> (3<) *", "1. 3> (1.\n3<) *"),
        (69, "3> (3<) *", "1. 3>\n(1. 3<) *"),
        (64, "3> (3<) *", "1. 3> (1. 3<)\n*"),
        (65, "3> (3<) *", "1. 3> (1.\n3<) *"),
    ] {
        let wide = "é".repeat(length);
        check_movetext(
            PLAIN,
            &format!("{{{wide}}} {movetext}"),
            &format!("{{{wide}}} {expected}"),
        );
    }
}

#[test]
fn sizes_are_bounded() {
    let nested = |depth: usize| format!("{ENDLESS}3<{}{} *", " (3> 3<".repeat(depth), ")".repeat(depth));
    assert_eq!(read_all::<Toy>(&nested(MAX_DEPTH)).map(|records| records.len()), Ok(1));
    check_errors(
        &nested(MAX_DEPTH + 1),
        &["4:704: bad variation \"(\": variations are nested at most 100 deep"],
    );
    let long = |moves: usize| format!("{ENDLESS}{}*", "3> ".repeat(moves));
    assert_eq!(read_all::<Toy>(&long(MAX_MOVES)).map(|records| records.len()), Ok(1));
    check_errors(
        &long(MAX_MOVES + 1),
        &["4:60001: bad move \"3>\": a record has at most 20000 moves"],
    );
    let tags: String = (0..=MAX_TAGS).map(|number| format!("[T{number} \"\"]\n")).collect();
    check_errors(
        &format!("[Game \"toy\"]\n{tags}*"),
        &["102:7: bad tag \"T100\": the record has too many tags already"],
    );
}

#[test]
fn reading_goes_on_after_a_bad_record() {
    let text = "[Game \"toy\"]\n\n1. 3> x *\n\n[Game \"toy\"]\n\n3> *\n[Game \"toy\"]\n3> 3<\n \t\n\
                [Game \"toy\"]\n\n3> {[Game\n\n\n  [Game \"toy\"]\n\n*\n\n[Game \"to\n[A \"b\"]\n\n*\n\n\
                %\n[Game \"toy\"]\n\n3< * x";
    check_errors(
        text,
        &[
            "3:7: bad move \"x\": no move is written like this",
            "11:1: bad movetext \"[Game \\\"toy\\\"]\": a tag follows where a move or the result should be",
            "13:4: bad comment \"{\": it is not closed",
            "20:7: bad tag \"Game\": its value has no closing quote",
            "28:6: bad movetext \"x\": before it a tag must name the Game",
        ],
    );
    let good: Vec<String> = Records::<Toy>::new(text)
        .flatten()
        .map(|record| record.main_line().position().to_string())
        .collect();
    assert_eq!(good, ["1 s 1 -", "0 f 1 -", "4 s 1 -"]);
}

#[test]
fn a_tag_after_an_empty_line_begins_a_record() {
    let expected = "3:1: bad movetext \"[Game \\\"toy\\\"]\": a tag follows where a move or the result should be";
    for lost in ["[Game \"toy\"]", "[Game \"toy\"] 3>", "[Game \"toy\"] 3> {a} $1"] {
        let text = format!("{lost}\n\n{PLAIN}*");
        check_errors(&text, &[expected]);
        assert_eq!(Records::<Toy>::new(&text).flatten().count(), 1);
    }
}

#[test]
fn many_records_are_one_text() {
    let text = format!("{PLAIN}3> *\n\n\n{CARDS}#1 *{PLAIN}*");
    let records = read_all::<Toy>(&text).unwrap_or_else(|error| panic!("{error}"));
    let variants: Vec<Variant> = records.iter().map(Record::options).collect();
    assert_eq!(variants, [Variant::Plain, Variant::Cards, Variant::Plain]);
    let written = write_all(&records);
    assert_eq!(
        written,
        "[Game \"toy\"]\n[Result \"*\"]\n\n1. 3> *\n\n\
         [Game \"toy\"]\n[Variant \"cards\"]\n[Result \"*\"]\n\n1. #1 *\n\n\
         [Game \"toy\"]\n[Result \"*\"]\n\n*\n"
    );
    assert_eq!(read_all(&written), Ok(records));
    assert_eq!(read_all::<Toy>(" \r\n\u{feff}\n% nothing\n"), Ok(Vec::new()));
    let two = text.parse::<Record<Toy>>().map_err(|error| error.to_string());
    assert_eq!(
        two,
        Err("6:1: bad record \"[Game \\\"toy\\\"]\": nothing follows the result".to_owned())
    );
}
