//! Records that are made and changed by a program.

use halte_game::record::{EditError, Ending, MAX_DEPTH, MAX_TAGS, Nag, Node, NodeId, Record, Step, parse_result};
use halte_game::{Game, Outcome, Playthrough, Turn};

use crate::toy::{Fault, Move, Toy, Variant};

/// A record of the plain game with this movetext.
fn record(movetext: &str) -> Record<Toy> {
    format!("[Game \"toy\"]\n\n{movetext}")
        .parse()
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The node that a line of moves leads to.
#[track_caller]
fn node(record: &Record<Toy>, line: &str) -> NodeId {
    line.split_whitespace().fold(NodeId::ROOT, |id, text| {
        let leads = |&&child: &&NodeId| {
            let played = record.node(child).and_then(Node::played);
            played.is_some_and(|played| played.mv.to_string() == text)
        };
        let mut children = record.node(id).map_or(&[][..], Node::children).iter();
        *children.find(leads).unwrap_or_else(|| panic!("no {text} in {line}"))
    })
}

/// Compares the movetext of a record, which must read back as the same record.
#[track_caller]
fn check(record: &Record<Toy>, expected: &str) {
    let text = record.to_string();
    let movetext = text.split_once("\n\n").map(|(_, movetext)| movetext.trim_end());
    assert_eq!(movetext, Some(expected));
    assert_eq!(text.parse().as_ref(), Ok(record));
}

/// Changes a record in a way that is written like `add 3< after 3> 3>`.
fn edit(record: &mut Record<Toy>, how: &str) -> Result<(), EditError<Fault>> {
    let (verb, what) = how.split_once(' ').unwrap_or((how, ""));
    let mv = |text: &str| Toy::parse_move(&Variant::Plain, text).expect("a move");
    match verb {
        "take" => record.take_back().map(drop),
        "append" => record.append(mv(what)).map(drop),
        "add" => {
            let (text, line) = what.split_once(" after ").unwrap_or((what, ""));
            record.add_variation(node(record, line), mv(text)).map(drop)
        }
        "remove" => record.remove_variation(node(record, what)),
        "promote" => record.promote(node(record, what)),
        "end" => {
            let (name, result) = what.split_once(' ').expect("an ending and a result");
            let ending = Ending::named(name, parse_result(result).expect("a result"));
            record.end(ending.expect("an ending").expect("some ending"))
        }
        _ => panic!("{how}"),
    }
}

/// `edit.txt` has a case a line: what is done to which movetext, and after `=>` the movetext then, or after `!!` why it is
/// refused and nothing changes.
#[test]
fn cases() {
    for line in include_str!("edit.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
    {
        let (how, rest) = line.split_once(" | ").expect("what is done");
        let (movetext, expected, refusal) = match (rest.split_once(" => "), rest.split_once(" !! ")) {
            (Some((movetext, expected)), _) => (movetext, expected, None),
            (None, Some((movetext, refusal))) => (movetext, movetext, Some(refusal)),
            (None, None) => panic!("{line}"),
        };
        let mut record = record(movetext);
        let refused = edit(&mut record, how).err().map(|error| error.to_string());
        assert_eq!(refused.as_deref(), refusal, "{line}");
        check(&record, expected);
    }
}

#[test]
fn a_game_that_ended_must_be_resumed_to_be_taken_back() {
    let mut record = record("1. 3> *");
    assert_eq!(record.end(Ending::Agreement), Ok(()));
    assert_eq!(record.take_back(), Err(EditError::Ended));
    assert_eq!(record.resume(), Some(Ending::Agreement));
    assert_eq!(record.resume(), None);
    assert_eq!(record.take_back(), Ok(Some(Move::On)));
    assert_eq!(record.main_line().moves().len(), 0);
    assert_eq!(record.take_back(), Ok(None));
}

#[test]
fn moves_are_annotated() {
    let mut record = record("1. 3> (1. 3<) *");
    let (main, variation) = (node(&record, "3>"), node(&record, "3<"));
    for (text, expected) in [(" a \n\t b ", "1. 3> {a b} (1. 3<) *"), ("", "1. 3> (1. 3<) *")] {
        assert_eq!(record.set_comment(main, text), Ok(()));
        check(&record, expected);
    }
    let brace = record.set_comment(NodeId::ROOT, "a } b").unwrap_err();
    assert_eq!(brace.to_string(), r#"bad comment "a } b": a comment cannot contain }"#);
    assert_eq!(record.set_comment(NodeId::ROOT, "Start"), Ok(()));
    for id in [main, NodeId::ROOT] {
        assert_eq!(record.set_comment_before(id, "x"), Err(EditError::NoCommentBefore));
    }
    assert_eq!(record.set_comment_before(variation, "Or"), Ok(()));
    assert_eq!(record.set_nags(NodeId::ROOT, &[Nag(1)]), Err(EditError::NoMove));
    assert_eq!(record.set_nags(main, &[Nag(4), Nag(1), Nag(4)]), Ok(()));
    check(&record, "{Start} 1. 3> $4 $1 ({Or} 1. 3<) *");
    let signs: Vec<Option<&str>> = [0, 1, 4, 6, 7].map(|number| Nag(number).sign()).to_vec();
    assert_eq!(signs, [None, Some("!"), Some("??"), Some("?!"), None]);
}

#[test]
fn unknown_nodes_are_refused() {
    let mut record = record("1. 3> (1. 3<) *");
    let gone = node(&record, "3<");
    assert_eq!(record.remove_variation(gone), Ok(()));
    let fresh = record.add_variation(NodeId::ROOT, Move::Skip);
    assert!(fresh.is_ok_and(|fresh| fresh != gone), "an id is never given twice");
    for unknown in [gone, NodeId(99), NodeId(u32::MAX)] {
        assert!(record.node(unknown).is_none() && record.game_at(unknown).is_none() && !record.is_main(unknown));
        assert_eq!(record.add_variation(unknown, Move::On), Err(EditError::UnknownNode));
        assert_eq!(record.remove_variation(unknown), Err(EditError::UnknownNode));
        assert_eq!(record.promote(unknown), Err(EditError::UnknownNode));
        assert_eq!(record.set_comment(unknown, ""), Err(EditError::UnknownNode));
        assert_eq!(record.set_comment_before(unknown, ""), Err(EditError::UnknownNode));
        assert_eq!(record.set_nags(unknown, &[]), Err(EditError::UnknownNode));
    }
}

#[test]
fn a_game_that_was_abandoned_has_no_result() {
    let mut record = record("1. 3> *");
    assert_eq!(record.end(Ending::Abandoned(None)), Ok(()));
    assert_eq!(record.append(Move::On), Err(EditError::Ended));
    assert_eq!(record.result(), None);
    assert_eq!(record.ending(), Some(Ending::Abandoned(None)));
    // What could have been is still open.
    assert!(record.add_variation(record.end_node(), Move::On).is_ok());
}

#[test]
fn games_are_replayed_to_any_node() {
    let record = record("1. b^ 2. 3> (2. b^) 2... 3> *");
    let repeated = node(&record, "b^ b^");
    let game = record.game_at(repeated).expect("the node is there");
    assert!(game.is_repetition());
    assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
    assert!(!record.is_main(repeated));
    let end = record.game_at(record.end_node()).expect("the node is there");
    assert_eq!(end.position(), record.main_line().position());
    assert_eq!(record.main_line().moves(), [Move::Skip, Move::On, Move::On]);
    assert!(record.main_nodes().iter().all(|&id| record.is_main(id)));
    assert_eq!(record.main_nodes().len(), 4);
    assert_eq!(record.move_count(), 4);
    let main = record.main_nodes();
    let steps = [
        Step::Move(main[1]),
        Step::Move(main[2]),
        Step::Open,
        Step::Move(repeated),
        Step::Close,
        Step::Move(main[3]),
    ];
    assert!(record.walk().eq(steps));
}

#[test]
fn a_game_that_was_played_becomes_a_record() {
    let mut game = Playthrough::new(Toy::start(&Variant::Cards));
    for mv in [Move::Card(2), Move::On, Move::End, Move::Card(1)] {
        assert_eq!(game.play(mv), Ok(()));
    }
    let mut record = Record::try_from(game).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(record.tags_mut().set("Event", "x"), Ok(()));
    check(&record, "1. #2 3> end 1... #1 *");
    let last = record.node(record.end_node()).and_then(Node::played);
    assert_eq!(last.map(|played| played.turn.to_string()).as_deref(), Some("1..."));
}

#[test]
fn variations_have_a_deepest_level() -> Result<(), EditError<Fault>> {
    let mut record = Record::new(Toy::start(&Variant::Endless));
    let variation = record.add_variation(NodeId::ROOT, Move::Back)?;
    let mut at = record.add_variation(variation, Move::On)?;
    for _ in 1..MAX_DEPTH {
        record.add_variation(at, Move::Back)?;
        at = record.add_variation(at, Move::On)?;
    }
    record.add_variation(at, Move::Back)?;
    assert_eq!(
        record.add_variation(at, Move::On),
        Err(EditError::TooDeep { limit: MAX_DEPTH })
    );
    // To promote this one would push the line with all the others one level down.
    let shallow = record.add_variation(variation, Move::Skip)?;
    let before = record.clone();
    assert_eq!(record.promote(shallow), Err(EditError::TooDeep { limit: MAX_DEPTH }));
    assert_eq!(record, before);
    assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
    record.remove_variation(at)?;
    record.promote(shallow)?;
    assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
    Ok(())
}

#[test]
fn records_differ_if_anything_does() {
    let records: Vec<Record<Toy>> = [
        "*",
        "{a} *",
        "3> *",
        "3< *",
        "-- (3>) *",
        "3> {a} *",
        "3> $1 *",
        "3> 3> *",
        "3> -- (3>) *",
        "3> (3<) *",
        "3> (3< {a}) *",
        "3> ({a} 3<) *",
        "3> (3<) 3> *",
        "3> (3< 3>) *",
        "3> (3<) (b^) *",
        "3> (b^) (3<) *",
    ]
    .map(record)
    .into();
    for (place, one) in records.iter().enumerate() {
        for (other_place, other) in records.iter().enumerate() {
            assert_eq!(one == other, place == other_place, "{one}{other}");
        }
    }
}

#[test]
fn tags_are_set_and_removed() {
    let mut record = record("*");
    let tags = record.tags_mut();
    for (name, value, refusal) in [
        ("Second", "Ben", ""),
        ("Ruling", "1", ""),
        ("First", "Anna", ""),
        ("Date", "2012.02.29", ""),
        ("Ruling", "2", ""),
        ("Date", "2012.02.30", "bad date \"2012.02.30\": there is no such day"),
        ("Result", "1-0", "bad tag \"Result\": it follows from the game"),
        ("a b", "", "bad tag \"a b\": a name has letters, digits and _"),
        ("", "", "bad tag \"\": a name has letters, digits and _"),
        ("First", "a\nb", "bad tag \"First\": its value has control characters"),
    ] {
        let refused = tags.set(name, value).err().map(|error| error.to_string());
        assert_eq!(refused.unwrap_or_default(), refusal);
    }
    assert_eq!(tags.get("Date"), Some("2012.02.29"));
    assert_eq!(tags.remove("Second").as_deref(), Some("Ben"));
    assert_eq!(tags.remove("Second"), None);
    let all: Vec<(&str, &str)> = tags.iter().collect();
    assert_eq!(all, [("Date", "2012.02.29"), ("First", "Anna"), ("Ruling", "2")]);
    for number in 3..MAX_TAGS {
        assert_eq!(tags.set(&format!("T{number}"), ""), Ok(()));
    }
    assert!(tags.set("One_more", "").is_err());
    assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
}
