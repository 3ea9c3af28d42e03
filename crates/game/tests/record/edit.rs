//! Records that are made and changed by a program.

use halte_game::record::{EditError, Ending, MAX_DEPTH, MAX_TAGS, Nag, Node, NodeId, Record, Step};
use halte_game::{Game, Outcome, Player, Playthrough, Turn};

use crate::toy::{Fault, Move, Toy, Variant};

/// A record of the plain game with this movetext.
fn record(movetext: &str) -> Record<Toy> {
    format!("[Game \"toy\"]\n\n{movetext}")
        .parse()
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The node that these moves lead to.
#[track_caller]
fn node(record: &Record<Toy>, moves: &[Move]) -> NodeId {
    moves.iter().fold(NodeId::ROOT, |id, &mv| {
        let children = record.node(id).map_or(&[][..], |node| node.children());
        let leads = |&&child: &&NodeId| {
            record
                .node(child)
                .and_then(Node::played)
                .is_some_and(|played| played.mv == mv)
        };
        *children
            .iter()
            .find(leads)
            .unwrap_or_else(|| panic!("no {mv} after {moves:?}"))
    })
}

/// Compares the movetext of a record, which must read back as the same record.
#[track_caller]
fn check(record: &Record<Toy>, expected: &str) {
    let text = record.to_string();
    assert_eq!(
        text.split_once("\n\n").map(|(_, movetext)| movetext.trim_end()),
        Some(expected)
    );
    assert_eq!(text.parse().as_ref(), Ok(record));
}

/// Changes a record with this movetext and compares the movetext that it has then.
#[track_caller]
fn check_edit(
    movetext: &str,
    edit: impl Fn(&mut Record<Toy>) -> Result<(), EditError<Fault>>,
    expected: Result<&str, EditError<Fault>>,
) {
    let mut record = record(movetext);
    let edited = edit(&mut record);
    check(&record, expected.as_ref().map_or(movetext, |&expected| expected));
    assert_eq!(edited, expected.map(|_| ()));
}

#[test]
fn moves_can_be_taken_back() {
    let take_back = |record: &mut Record<Toy>| record.take_back().map(drop);
    check_edit("*", take_back, Ok("*"));
    check_edit("1. 3> *", take_back, Ok("*"));
    // What was said about the move goes with it; other ways to go on stay.
    check_edit(
        "1. 3> 3< {a} (1... 3> 2. 3<) *",
        take_back,
        Ok("1. 3> -- (1... 3> 2. 3<) *"),
    );
    check_edit("1. 3> 3< -- (2. 3>) *", take_back, Ok("1. 3> *"));

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
fn the_main_line_grows_at_its_end() {
    let append = |mv| move |record: &mut Record<Toy>| record.append(mv).map(drop);
    check_edit("*", append(Move::On), Ok("1. 3> *"));
    check_edit("1. 3> *", append(Move::Back), Ok("1. 3> 3< *"));
    // A variation from the last position becomes an alternative, or the main line itself.
    check_edit("1. 3> -- (1... 3<) *", append(Move::On), Ok("1. 3> 3> (1... 3<) *"));
    check_edit(
        "1. 3> {a} -- (1... 3<) ({b} 1... 3> {c} 2. 3> 3>) *",
        append(Move::On),
        Ok("1. 3> {a b} 1... 3> {c} (1... 3<) -- (2. 3> 3>) *"),
    );
    check_edit(
        "1. b^ 2. b^ 1/2-1/2",
        append(Move::On),
        Err(illegal("1. b^ 2. b^ 1/2-1/2", Move::On)),
    );
    check_edit("1. 3> *", append(Move::Win), Err(illegal("1. 3> *", Move::Win)));
}

/// The error of a move that is illegal at the end of a record with this movetext.
fn illegal(movetext: &str, mv: Move) -> EditError<Fault> {
    record(movetext)
        .main_line()
        .check(mv)
        .expect_err("the move is illegal")
        .into()
}

#[test]
fn variations_are_added_beside_the_main_line() {
    let add = |moves: &'static [Move], mv| {
        move |record: &mut Record<Toy>| record.add_variation(node(record, moves), mv).map(drop)
    };
    check_edit("1. 3> 3> *", add(&[], Move::Back), Ok("1. 3> (1. 3<) 1... 3> *"));
    check_edit("1. 3> 3> *", add(&[], Move::On), Ok("1. 3> 3> *"));
    check_edit(
        "1. 3> 3> *",
        add(&[Move::On, Move::On], Move::Back),
        Ok("1. 3> 3> -- (2. 3<) *"),
    );
    check_edit("*", add(&[], Move::Back), Ok("-- (1. 3<) *"));
    check_edit(
        "1. 3> (1. 3<) *",
        add(&[Move::Back], Move::Back),
        Ok("1. 3> (1. 3< 3<) *"),
    );
    check_edit(
        "1. 3> (1. 3< 3<) *",
        add(&[Move::Back], Move::On),
        Ok("1. 3> (1. 3< 3< (1... 3>)) *"),
    );
    check_edit(
        "1. 3> *",
        add(&[Move::On], Move::End),
        Err(illegal("1. 3> *", Move::End)),
    );
}

#[test]
fn variations_are_removed_but_never_the_main_line() {
    let remove = |moves: &'static [Move]| move |record: &mut Record<Toy>| record.remove_variation(node(record, moves));
    check_edit("1. 3> 3> *", remove(&[]), Err(EditError::MainLine));
    check_edit("1. 3> 3> *", remove(&[Move::On]), Err(EditError::MainLine));
    check_edit(
        "1. 3> (1. 3< 3> 2. 3>) 1... 3> *",
        remove(&[Move::Back]),
        Ok("1. 3> 3> *"),
    );
    check_edit(
        "1. 3> (1. 3< 3> 2. 3>) *",
        remove(&[Move::Back, Move::On]),
        Ok("1. 3> (1. 3<) *"),
    );
    check_edit(
        "1. 3> (1. 3< {a} 1... 3> ({b} 1... 3< {c} 2. 3<)) *",
        remove(&[Move::Back, Move::On]),
        Ok("1. 3> (1. 3< {a b} 1... 3< {c} 2. 3<) *"),
    );
    check_edit("1. 3> -- (1... 3<) *", remove(&[Move::On, Move::Back]), Ok("1. 3> *"));
}

#[test]
fn variations_are_reordered_but_never_the_main_line() {
    let promote = |moves: &'static [Move]| move |record: &mut Record<Toy>| record.promote(node(record, moves));
    check_edit(
        "1. 3> (1. 3<) (1. b^) *",
        promote(&[Move::On]),
        Err(EditError::MainLine),
    );
    check_edit("1. 3> (1. 3<) (1. b^) *", promote(&[]), Err(EditError::MainLine));
    check_edit(
        "1. 3> (1. 3<) (1. b^) *",
        promote(&[Move::Skip]),
        Ok("1. 3> (1. b^) (1. 3<) *"),
    );
    check_edit(
        "1. 3> (1. 3<) (1. b^) *",
        promote(&[Move::Back]),
        Ok("1. 3> (1. 3<) (1. b^) *"),
    );
    check_edit(
        "1. 3> -- (1... 3<) ({a} 1... b^) *",
        promote(&[Move::On, Move::Skip]),
        Ok("1. 3> -- ({a} 1... b^) (1... 3<) *"),
    );
    check_edit(
        "1. 3> (1. 3< {a} 1... 3> ({b} 1... 3< 2. 3<) 2. b^) *",
        promote(&[Move::Back, Move::Back]),
        Ok("1. 3> (1. 3< {a b} 1... 3< (1... 3> 2. b^) 2. 3<) *"),
    );
}

#[test]
fn moves_are_annotated() {
    let comment =
        |text: &'static str| move |record: &mut Record<Toy>| record.set_comment(node(record, &[Move::On]), text);
    check_edit("1. 3> *", comment(" a \n\t b "), Ok("1. 3> {a b} *"));
    check_edit("1. 3> {a} *", comment(""), Ok("1. 3> *"));
    let mut record = record("1. 3> (1. 3<) *");
    let brace = record
        .set_comment(NodeId::ROOT, "a } b")
        .map_err(|error| error.to_string());
    assert_eq!(
        brace,
        Err("bad comment \"a } b\": a comment cannot contain }".to_owned())
    );
    assert_eq!(record.set_comment(NodeId::ROOT, "Start"), Ok(()));
    let (main, variation) = (node(&record, &[Move::On]), node(&record, &[Move::Back]));
    assert_eq!(record.set_comment_before(main, "x"), Err(EditError::NoCommentBefore));
    assert_eq!(
        record.set_comment_before(NodeId::ROOT, "x"),
        Err(EditError::NoCommentBefore)
    );
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
    let gone = node(&record, &[Move::Back]);
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
fn games_end() {
    let end = |ending| move |record: &mut Record<Toy>| record.end(ending);
    let resigned = Ending::Resignation { winner: Player::Second };
    check_edit("1. 3> *", end(resigned), Ok("1. 3> 0-1"));
    check_edit(
        "1. 3> *",
        end(Ending::Rules(Outcome::Draw)),
        Err(EditError::NotByTheRules),
    );
    check_edit("1. 3> *", end(Ending::Repetition), Err(EditError::NotByTheRules));
    check_edit("1. b^ 2. b^ 1/2-1/2", end(resigned), Err(EditError::Ended));
    check_edit("1. 3< a5-b5 1/2-1/2", end(resigned), Err(EditError::Ended));
    let mut record = record("1. 3> *");
    assert_eq!(record.end(Ending::Abandoned(None)), Ok(()));
    assert_eq!(record.append(Move::On), Err(EditError::Ended));
    assert_eq!(
        (record.result(), record.ending()),
        (None, Some(Ending::Abandoned(None)))
    );
    assert!(
        record.add_variation(record.end_node(), Move::On).is_ok(),
        "what could have been is still open"
    );
}

#[test]
fn games_are_replayed_to_any_node() {
    let record = record("1. b^ 2. 3> (2. b^) 2... 3> *");
    let repeated = node(&record, &[Move::Skip, Move::Skip]);
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
    let mut check = |name: &str, value: &str, expected: Result<(), &str>| {
        assert_eq!(
            tags.set(name, value).map_err(|error| error.to_string()),
            expected.map_err(str::to_owned)
        );
    };
    check("Second", "Ben", Ok(()));
    check("Ruling", "1", Ok(()));
    check("First", "Anna", Ok(()));
    check("Date", "2012.02.29", Ok(()));
    check("Ruling", "2", Ok(()));
    check(
        "Date",
        "2012.02.30",
        Err("bad date \"2012.02.30\": there is no such day"),
    );
    check("Result", "1-0", Err("bad tag \"Result\": it follows from the game"));
    check("a b", "", Err("bad tag \"a b\": a name has letters, digits and _"));
    check("", "", Err("bad tag \"\": a name has letters, digits and _"));
    check(
        "First",
        "a\nb",
        Err("bad tag \"First\": its value has control characters"),
    );
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
