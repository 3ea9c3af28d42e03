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
    assert_eq!(
        written.split_once("\n\n").map(|(_, movetext)| movetext.trim_end()),
        Some(expected)
    );
    assert_eq!(written.parse().as_ref(), Ok(&record));
}

/// Compares the errors of all records of a text.
#[track_caller]
fn check_errors(text: &str, expected: &[&str]) {
    let errors: Vec<String> = Records::<Toy>::new(text)
        .filter_map(Result::err)
        .map(|error| error.to_string())
        .collect();
    assert_eq!(errors, expected);
    assert_eq!(
        read_all::<Toy>(text).err().map(|error| error.to_string()).as_deref(),
        expected.first().copied()
    );
}

/// Compares the error of a movetext that begins on line 3.
#[track_caller]
fn check_error(movetext: &str, expected: &str) {
    check_errors(&format!("{PLAIN}{movetext}"), &[expected]);
}

/// The same with cards; the movetext begins on line 4.
#[track_caller]
fn check_error_with_cards(movetext: &str, expected: &str) {
    check_errors(&format!("{CARDS}{movetext}"), &[expected]);
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
fn turns_are_numbered() {
    check_movetext(ENDLESS, "3> 3> 3< b^ *", "1. 3> 3> 2. 3< b^ *");
    // A skipped turn: the first player's second turn in a row, and then the second player's.
    check_movetext(ENDLESS, "b^ b^ 3> b^ b^ 3> *", "1. b^ 2. b^ 3. 3> b^ 4... b^ 5... 3> *");
    check_movetext(
        "[Game \"toy\"][Position \"0 s 1 -\"]\n",
        "3> 3> 3> *",
        "1... 3> 2. 3> 3> *",
    );
    check_movetext(PLAIN, "3> {a} 3> {b} 3< *", "1. 3> {a} 1... 3> {b} 2. 3< *");
    check_movetext(PLAIN, "3> $3 3> $4 *", "1. 3> $3 3> $4 *");
    check_movetext(
        CARDS,
        "#1 3> #2 3< end #2 3> 3> *",
        "1. #1 3> 1... #2 3< end 2. #2 3> 3> *",
    );
    check_movetext(
        CARDS,
        "#2 {a} 3> (b^ #1) {b} end *",
        "1. #2 {a} 1. 3> {b} (1. b^ 2. #1) 1. end *",
    );
    check_movetext(
        CARDS,
        "1.#2 1. 3> 1.end 1... #1 1... b^ 2 #1 *",
        "1. #2 3> end 1... #1 b^ 2... #1 *",
    );
    // A game that starts in the middle of a turn.
    check_movetext(
        "[Game \"toy\"][Variant \"cards\"][Position \"0 s 1+ -\"]\n",
        "end #1 *",
        "1... end 2. #1 *",
    );
}

#[test]
fn comments_and_glyphs_belong_to_moves() {
    check_movetext(PLAIN, "{a} {b} 3> *", "{a b} 1. 3> *");
    check_movetext(PLAIN, "1. {a} 3> {} { \n } 3< *", "{a} 1. 3> 3< *");
    check_movetext(PLAIN, "3> {a} (3< {b}) {c} 3> *", "1. 3> {a c} (1. 3< {b}) 1... 3> *");
    check_movetext(
        PLAIN,
        "3> ({a} {b} 1. 3<) ({c} b^) *",
        "1. 3> ({a b} 1. 3<) ({c} 1. b^) *",
    );
    check_movetext(
        PLAIN,
        "3>! 3>? 3>!! 3>?? 3<!? 3<?! *",
        "1. 3> $1 3> $2 2. 3> $3 3> $4 3. 3< $5 3< $6 *",
    );
    check_movetext(PLAIN, "3>!$1$255 $0 !? *", "1. 3> $1 $255 $0 $5 *");
    check_movetext(
        PLAIN,
        "3> {a { ( ; % [ ) \" \\ é 1-0} *",
        "1. 3> {a { ( ; % [ ) \" \\ é 1-0} *",
    );
    check_movetext(PLAIN, "3> ;a { b\n*", "1. 3> {a { b} *");
    // No-break spaces are the writer's choice and stay.
    check_movetext(PLAIN, "3> {Bien joué\u{a0}!} *", "1. 3> {Bien joué\u{a0}!} *");
}

#[test]
fn variations_replace_the_move_before_them() {
    check_movetext(
        PLAIN,
        "3> 3> (b^ (3< 3<) 3<) *",
        "1. 3> 3> (1... b^ 2... 3<) (1... 3< 2. 3<) *",
    );
    check_movetext(
        PLAIN,
        "3> -- (3> 3> (3<)) (3<) *",
        "1. 3> -- (1... 3> 2. 3> (2. 3<)) (1... 3<) *",
    );
    check_movetext(PLAIN, "1. -- (3>) *", "-- (1. 3>) *");
    check_movetext(PLAIN, "{a} 1. -- {b} (3>) {c} *", "{a b c} -- (1. 3>) *");
    check_movetext(PLAIN, "3> -- *", "1. 3> *");
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
    let wide = "é".repeat(72);
    check_movetext(PLAIN, &format!("{{{wide}}} 3> *"), &format!("{{{wide}}} 1. 3>\n*"));
    check_movetext(PLAIN, &format!("{{{wide}é}} 3> *"), &format!("{{{wide}é}} 1.\n3> *"));
    let wide = "é".repeat(68);
    check_movetext(
        PLAIN,
        &format!("{{{wide}}} 3> (3<) *"),
        &format!("{{{wide}}} 1. 3> (1.\n3<) *"),
    );
    check_movetext(
        PLAIN,
        &format!("{{{wide}é}} 3> (3<) *"),
        &format!("{{{wide}é}} 1. 3>\n(1. 3<) *"),
    );
    let wide = "é".repeat(64);
    check_movetext(
        PLAIN,
        &format!("{{{wide}}} 3> (3<) *"),
        &format!("{{{wide}}} 1. 3> (1. 3<)\n*"),
    );
    check_movetext(
        PLAIN,
        &format!("{{{wide}é}} 3> (3<) *"),
        &format!("{{{wide}é}} 1. 3> (1.\n3<) *"),
    );
}

#[test]
fn results_agree_with_the_rules() {
    let check = |tags: &str, movetext: &str| {
        check_movetext(&format!("[Game \"toy\"]{tags}\n"), movetext, movetext);
    };
    let by_rules = "1. 3> 3> 2. 3> c4:3-d3 0-1";
    check("", by_rules);
    check("[Result \"0-1\"]", by_rules);
    check("[Termination \"rules\"]", by_rules);
    check("", "1. 3< a5-b5 1/2-1/2");
    check("", "1. b^ 2. b^ 1/2-1/2");
    check("[Termination \"repetition\"]", "1. b^ 2. b^ 1/2-1/2");
    check("[Termination \"resignation\"]", "1. 3> 1-0");
    check("[Termination \"resignation\"]", "0-1");
    check("[Termination \"time\"]", "1. 3> 0-1");
    check("[Termination \"agreement\"]", "1. 3> 1/2-1/2");
    check("[Termination \"adjudication\"]", "1. 3> 1/2-1/2");
    check("[Termination \"adjudication\"]", "1. 3> 1-0");
    check("[Termination \"abandoned\"]", "1. 3> 1-0");
    check("[Termination \"abandoned\"]", "1. 3> *");
    check("[Termination \"unterminated\"]", "1. 3> *");
    check("[Position \"3 f 1 second\"]", "0-1");
}

#[test]
fn results_that_contradict_are_refused() {
    let check = |tags: &str, movetext: &str, expected: &str| {
        check_errors(&format!("[Game \"toy\"] {tags}\n{movetext}"), &[expected]);
    };
    check(
        "",
        "1-0",
        "2:1: bad result \"1-0\": the rules did not end the game, and no tag Termination says what did",
    );
    check(
        "[Result \"0-1\"]",
        "*",
        "2:1: bad result \"*\": the tag Result says 0-1",
    );
    check(
        "[Result \"0:1\"]",
        "*",
        "1:22: bad result \"0:1\": it is 1-0, 0-1, 1/2-1/2 or *",
    );
    check(
        "",
        "3> 3> 3> c4:3-d3 1-0",
        "2:18: bad result \"1-0\": by the rules it is 0-1",
    );
    check("", "b^ b^ *", "2:7: bad result \"*\": by the rules it is 1/2-1/2");
    check(
        "[Termination \"time\"]",
        "3> 3> 3> c4:3-d3 0-1",
        "1:27: bad termination \"time\": the game ended by rules",
    );
    check(
        "[Termination \"rules\"]",
        "b^ b^ 1/2-1/2",
        "1:27: bad termination \"rules\": the game ended by repetition",
    );
    check(
        "[Termination \"rules\"]",
        "1-0",
        "1:27: bad termination \"rules\": the rules did not end the game",
    );
    check(
        "[Termination \"repetition\"]",
        "1/2-1/2",
        "1:27: bad termination \"repetition\": the rules did not end the game",
    );
    check(
        "[Termination \"agreement\"]",
        "1-0",
        "1:27: bad termination \"agreement\": its result is 1/2-1/2",
    );
    check(
        "[Termination \"resignation\"]",
        "1/2-1/2",
        "1:27: bad termination \"resignation\": its result is 1-0 or 0-1",
    );
    check(
        "[Termination \"time\"]",
        "*",
        "1:27: bad termination \"time\": its result is 1-0 or 0-1",
    );
    check(
        "[Termination \"adjudication\"]",
        "*",
        "1:27: bad termination \"adjudication\": its result is 1-0, 0-1 or 1/2-1/2",
    );
    check(
        "[Termination \"unterminated\"]",
        "0-1",
        "1:27: bad termination \"unterminated\": its result is *",
    );
    check(
        "[Termination \"boredom\"]",
        "*",
        "1:27: bad termination \"boredom\": it is rules, repetition, agreement, resignation, time, abandoned, \
         adjudication or unterminated",
    );
}

#[test]
fn bad_tags_are_refused() {
    let check = |text: &str, expected: &str| check_errors(text, &[expected]);
    check("3> *", "1:1: bad movetext \"3> *\": before it a tag must name the Game");
    check(
        "[Event \"é\"] *",
        "1:13: bad movetext \"*\": before it a tag must name the Game",
    );
    check("[Game \"go\"] *", "1:7: bad game \"go\": it is not toy");
    check(
        "[Variant \"x\"][Game \"toy\"] *",
        "1:10: bad variant \"x\": it is plain, cards or endless",
    );
    check(
        "[Game \"toy\"][Position \"9\"] *",
        "1:23: bad position \"9\": it is like 0 f 1 -",
    );
    check(
        "[Game \"toy\"]\n[Game \"toy\"] *",
        "2:2: bad tag \"Game\": it is there already",
    );
    check(
        "[Game \"toy\"]\n[A \"b\"][A \"b\"] *",
        "2:9: bad tag \"A\": it is there already",
    );
    check(
        "[Game \"toy\"][Date \"2012\"] *",
        "1:19: bad date \"2012\": it has the form YYYY.MM.DD, with ? for what is unknown",
    );
    check(
        "[Game toy] *",
        "1:7: bad tag \"Game\": no value in quotes after its name",
    );
    check(
        "[Game \"toy] *\n",
        "1:7: bad tag \"Game\": its value has no closing quote",
    );
    check("[Game \"toy", "1:7: bad tag \"Game\": its value has no closing quote");
    check(
        "[Game \"t\\oy\"",
        "1:9: bad tag \"Game\": a backslash stands only before a quote or a backslash",
    );
    check("[Game \"toy\" *", "1:13: bad tag \"Game\": no ] after its value");
    check("[Game \"toy\"", "1:12: bad tag \"Game\": no ] after its value");
    check("[A \"\t\"]", "1:4: bad tag \"A\": its value has control characters");
    check(
        "[\"toy\"] *\nx",
        "1:2: bad tag \"\\\"toy\\\"] *\": a tag is written [Name \"value\"]",
    );
    check("[", "1:2: bad tag \"\": a tag is written [Name \"value\"]");
}

#[test]
fn bad_movetext_is_refused() {
    let check = check_error;
    check(
        "",
        "3:1: bad movetext \"\": the text ends where a move or the result should be",
    );
    check(
        "3>\n",
        "4:1: bad movetext \"\": the text ends where a move or the result should be",
    );
    check(
        "3> [Game \"toy\"]",
        "3:4: bad movetext \"[Game \\\"toy\\\"]\": a tag follows where a move or the result should be",
    );
    check("3> } *", "3:4: bad movetext \"}\": it has no meaning here");
    check("3> ]*", "3:4: bad movetext \"]\": it has no meaning here");
    check("{é} x9 *", "3:5: bad move \"x9\": no move is written like this");
    check("3>3> *", "3:1: bad move \"3>3>\": no move is written like this");
    check("3> c4:3-d3 *", "3:4: illegal move \"c4:3-d3\": it is not possible here");
    check("3> 3> 3> c4:3-d3 3> *", "3:18: illegal move \"3>\": the game is over");
    check(
        "b^ b^ 3> *",
        "3:7: illegal move \"3>\": the game is over: drawn by repetition",
    );
    check(
        "b^ 3> (b^ 3>) *",
        "3:11: illegal move \"3>\": the game is over: drawn by repetition",
    );
    check_error_with_cards("3> *", "4:1: illegal move \"3>\": a card must be drawn first");
    check("3> {a\nb", "3:4: bad comment \"{\": it is not closed");
    check(
        "3> ; a } b\n*",
        "3:4: bad comment \" a } b\": a comment cannot contain }",
    );
    check("3> $256 *", "3:4: bad glyph \"$256\": its number is 0 to 255");
    check("3> $+1 *", "3:4: bad glyph \"$+1\": its number is 0 to 255");
    check("3> $ *", "3:4: bad glyph \"$\": its number is 0 to 255");
    check("$1 *", "3:1: bad glyph \"$1\": no move before it");
    check("! *", "3:1: bad glyph \"!\": no move before it");
    check("3>!!! *", "3:1: bad glyph \"!!!\": it is !, ?, !!, ??, !? or ?!");
    check("3> (3<) -- ($1 3<) *", "3:13: bad glyph \"$1\": no move before it");
    check("-- (3>) $1 *", "3:9: bad glyph \"$1\": no move before it");
}

#[test]
fn wrong_numbers_are_refused() {
    let check = check_error;
    check("2. 3> *", "3:1: bad turn number \"2.\": here it is 1.");
    check("1... 3> *", "3:1: bad turn number \"1...\": here it is 1.");
    check("1. 3> 1. 3> *", "3:7: bad turn number \"1.\": here it is 1...");
    check("1. 3> 2 3> *", "3:7: bad turn number \"2\": here it is 1...");
    check(
        "1. 3> 1. ... 3> 3... 3> *",
        "3:17: bad turn number \"3...\": here it is 2.",
    );
    check(
        "99999999999999999999. 3> *",
        "3:1: bad turn number \"99999999999999999999.\": here it is 1.",
    );
    check("1. b^ 1... 3> *", "3:7: bad turn number \"1...\": here it is 2.");
    check("3> (1... 3<) *", "3:5: bad turn number \"1...\": here it is 1.");
    check("1. 3> 1... *", "3:7: bad turn number \"1...\": no move follows it");
    check("1. 1. 3> *", "3:1: bad turn number \"1.\": no move follows it");
    check("3> (3< 1...) *", "3:8: bad turn number \"1...\": no move follows it");
    check("1. (3<) *", "3:1: bad turn number \"1.\": no move follows it");
    check("3> 1... $1 3> *", "3:4: bad turn number \"1...\": no move follows it");
    check("3> 1... ! *", "3:4: bad turn number \"1...\": no move follows it");
    check_error_with_cards("1. #2 1... 3> *", "4:7: bad turn number \"1...\": here it is 1.");
}

#[test]
fn bad_variations_are_refused() {
    let check = check_error;
    check(
        "(3>) *",
        "3:1: bad variation \"(\": no move before it that it could replace",
    );
    check(
        "3> ((3<) b^) *",
        "3:5: bad variation \"(\": no move before it that it could replace",
    );
    check("3> () *", "3:4: bad variation \"(\": it has no moves");
    check("3> ({a}) *", "3:4: bad variation \"(\": it has no moves");
    check("3> ) *", "3:4: bad variation \")\": none is open");
    check(
        "3> (3< *",
        "3:4: bad variation \"(\": it is not closed before the result",
    );
    check("3> (3<", "3:4: bad variation \"(\": it is not closed");
    check(
        "3> (3>) *",
        "3:5: bad move \"3>\": the line it belongs to is there already",
    );
    check(
        "3> (3<) (3< 3>) *",
        "3:10: bad move \"3<\": the line it belongs to is there already",
    );
    check(
        "3> (3< 3> (3<) (3<)) *",
        "3:17: bad move \"3<\": the line it belongs to is there already",
    );
    check("3> -- 3> *", "3:7: bad move \"3>\": the main line has ended with --");
    check(
        "3> -- -- *",
        "3:7: bad move \"--\": it stands only at the end of the main line",
    );
    check(
        "3> (3< --) *",
        "3:8: bad move \"--\": it stands only at the end of the main line",
    );
    check(
        "3> -- (3< (3<)) *",
        "3:12: bad move \"3<\": the line it belongs to is there already",
    );
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
