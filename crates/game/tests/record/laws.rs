//! What holds for every record and every text: written records read back, and reading never panics.

use halte_game::record::{Ending, Nag, NodeId, Record, Records};
use halte_game::{Game, Outcome, Player};
use proptest::prelude::*;

use crate::toy::{MOVES, Toy, Variant};

/// One change of a record; the numbers choose among what is there.
#[derive(Clone, Debug)]
enum Edit {
    Append(usize),
    Add(usize, usize),
    Remove(usize),
    Promote(usize),
    Comment(usize, String),
    CommentBefore(usize, String),
    Nags(usize, Vec<u8>),
    Tag(String, String),
    End(Ending),
}

fn edit() -> impl Strategy<Value = Edit> {
    let endings = vec![
        Ending::Agreement,
        Ending::Resignation { winner: Player::Second },
        Ending::Time { winner: Player::First },
        Ending::Abandoned(None),
        Ending::Abandoned(Some(Outcome::Draw)),
        Ending::Adjudication(Outcome::Win(Player::First)),
    ];
    prop_oneof![
        8 => any::<usize>().prop_map(Edit::Append),
        12 => any::<(usize, usize)>().prop_map(|(node, mv)| Edit::Add(node, mv)),
        1 => any::<usize>().prop_map(Edit::Remove),
        2 => any::<usize>().prop_map(Edit::Promote),
        3 => (any::<usize>(), "[^}]{0,100}").prop_map(|(node, text)| Edit::Comment(node, text)),
        3 => (any::<usize>(), "[a-z%;{\\[( \n]{0,100}").prop_map(|(node, text)| Edit::CommentBefore(node, text)),
        2 => (any::<usize>(), prop::collection::vec(any::<u8>(), 0..4)).prop_map(|(node, nags)| Edit::Nags(node, nags)),
        1 => ("Event|Round|[A-Z][a-z_0-9]{0,5}", ".{0,20}").prop_map(|(name, value)| Edit::Tag(name, value)),
        1 => prop::sample::select(endings).prop_map(Edit::End),
    ]
}

/// Makes a change, if it is possible.
fn apply(record: &mut Record<Toy>, edit: Edit) {
    // The root and every move that was ever added have an id below this.
    let node = |record: &Record<Toy>, choice: usize| NodeId((choice % (2 * record.move_count() + 1)) as u32);
    let mv = |choice: usize| MOVES[choice % MOVES.len()].0;
    let main = record.main_line().moves().to_vec();
    let _refused = match edit {
        Edit::Append(choice) => record.append(mv(choice)).is_err(),
        Edit::Add(at, choice) => record.add_variation(node(record, at), mv(choice)).is_err(),
        Edit::Remove(id) => record.remove_variation(node(record, id)).is_err(),
        Edit::Promote(id) => record.promote(node(record, id)).is_err(),
        Edit::Comment(id, text) => record.set_comment(node(record, id), &text).is_err(),
        Edit::CommentBefore(id, text) => record.set_comment_before(node(record, id), &text).is_err(),
        Edit::Nags(id, nags) => {
            let nags: Vec<Nag> = nags.into_iter().map(Nag).collect();
            record.set_nags(node(record, id), &nags).is_err()
        }
        Edit::Tag(name, value) => record.tags_mut().set(&name, &value).is_err(),
        Edit::End(ending) => record.end(ending).is_err(),
    };
    assert!(
        record.main_line().moves().starts_with(&main),
        "the main line only grows"
    );
}

fn record() -> impl Strategy<Value = Record<Toy>> {
    let variant = prop::sample::select(vec![Variant::Plain, Variant::Cards, Variant::Endless]);
    let position = prop::option::of("[0-4] [fs] [12] (-|draw)");
    (variant, position, prop::collection::vec(edit(), 0..80)).prop_map(|(variant, position, edits)| {
        let position = position.and_then(|text| Toy::parse(&variant, &text).ok());
        let mut record = Record::new(position.unwrap_or_else(|| Toy::start(&variant)));
        for edit in edits {
            apply(&mut record, edit);
        }
        record
    })
}

/// Everything readable in a text is written in a form that reads back and stays.
fn check_written(text: &str) {
    for record in Records::<Toy>::new(text).flatten() {
        let written = record.to_string();
        assert_eq!(written.parse().as_ref(), Ok(&record), "{written}");
    }
}

proptest! {
    #[test]
    fn written_records_read_back(record in record()) {
        let text = record.to_string();
        let read: Record<Toy> = text.parse().map_err(|error| TestCaseError::fail(format!("{error} in {text}")))?;
        prop_assert_eq!(&read, &record);
        prop_assert_eq!(read.to_string(), text.clone());
        prop_assert!(read.main_line().position() == record.main_line().position());
        for line in text.lines() {
            prop_assert!(line.chars().count() <= 80 || line.starts_with('[') || !line.contains(' '), "{}", line);
        }
    }

    #[test]
    fn any_text_can_be_read(text in any::<String>()) {
        check_written(&text);
    }

    #[test]
    fn any_movetext_can_be_read(
        tags in prop::sample::select(vec!["", "[Game \"toy\"]\n", "[Game \"toy\"][Variant \"cards\"]"]),
        words in prop::collection::vec(
            prop::sample::select(vec![
                "3>", "3<", "b^", "#1", "#2", "end", "--", "(", ")", "{a}", "{", "}", ";", "\n", "\n\n", " ", "1.",
                "1...", "2.", "!", "?!", "$1", "$", "*", "1-0", "1/2-1/2", "[", "]", "[A \"b\"]", "%", "\\", "\"", "é",
                "\r", ".",
            ]),
            0..40,
        ),
        spaced in any::<bool>(),
    ) {
        check_written(&format!("{tags}{}", words.join(if spaced { " " } else { "" })));
    }

    #[test]
    fn damaged_records_can_be_read(
        record in record(),
        damages in prop::collection::vec((any::<prop::sample::Index>(), 0..6_usize, "\\PC{0,3}"), 1..4),
    ) {
        let mut characters: Vec<char> = record.to_string().chars().collect();
        for (place, removed, inserted) in damages {
            let start = place.index(characters.len() + 1);
            let end = (start + removed).min(characters.len());
            characters.splice(start..end, inserted.chars());
        }
        let text: String = characters.into_iter().collect();
        check_written(&text);
        // Damage never spreads beyond the record it is in.
        let followed = format!("{text}\n\n\n[Game \"toy\"]\n\n3> *\n");
        prop_assert!(Records::<Toy>::new(&followed).last().is_some_and(|last| last.is_ok()));
    }
}
