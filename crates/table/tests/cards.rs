//! Who decides cards and the lot for seats: nobody alone. Figures were computed by a program of its own, in Python.

use std::fs;
use std::path::Path;

use halte_game::record::{Ending, Record, read_all};
use halte_game::{Player, Random, Turn};
use halte_games::AnyGame;
use halte_table::{
    Action, Actor, Chance, CheckedCards, ClockTerms, Command, Draw, Event, Executed, Fact, Invitation, Moment, Mover,
    NUMBER_PATIENCE, Number, Offer, Person, Refusal, Source, Span, Stage, Table, TableId, Terms, Uncheckable, World,
    check_cards, seal,
};

/// Chance that is always the same byte.
struct Same(u8);

impl Chance for Same {
    fn fill(&mut self, bytes: &mut [u8]) {
        bytes.fill(self.0);
    }
}

/// A table, and all that has happened at it.
struct Room {
    table: Table,
    events: Vec<Event>,
    chance: Box<dyn Chance>,
    now: Moment,
}

const OPENER_AND_ANYONE: [Invitation; 2] = [Invitation::Opener, Invitation::Anyone];

fn terms(game: &str, seats: [Invitation; 2]) -> Terms {
    Terms {
        game: game.parse().unwrap(),
        start: None,
        seats,
        by_lot: false,
        clock: ClockTerms::None,
        listed: false,
        rated: false,
        brought: false,
    }
}

/// A number of one digit.
fn number(digit: char) -> Number {
    digit.to_string().repeat(64).parse().unwrap()
}

fn id() -> TableId {
    "23456789abcd".parse().unwrap()
}

impl Room {
    /// Ada opens a table.
    fn open(terms: Terms, number_follows: bool, chance: impl Chance + 'static) -> Room {
        let mut chance: Box<dyn Chance> = Box::new(chance);
        let now = Moment(1_800_000_000_000);
        let mut world = World::at(now, &mut *chance);
        let ada = Person::account("Ada");
        let (table, events) = Table::open(id(), terms, ada, number_follows, None, &mut world).unwrap();
        Room {
            table,
            events,
            chance,
            now,
        }
    }

    /// Ada and Bob have sat down at a table of cards, with their numbers.
    fn of_two(terms: Terms, chance: impl Chance + 'static) -> Room {
        let mut room = Room::open(terms, true, chance);
        room.person("Ada", Action::AddNumber { number: number('1') })
            .answer
            .unwrap();
        room.person("Bob", sit(Some('2'))).answer.unwrap();
        assert_eq!(room.table.stage(), Stage::Playing);
        room
    }

    fn execute(&mut self, from: Actor, action: Action) -> Executed {
        let mut world = World::at(self.now, &mut *self.chance);
        let executed = self.table.execute(&Command::of(from, action), &mut world);
        self.events.extend(executed.events.iter().cloned());
        executed
    }

    fn person(&mut self, name: &str, action: Action) -> Executed {
        self.execute(Actor::Person(Person::account(name)), action)
    }

    fn wait(&mut self, span: Span) {
        self.now = self.now + span;
        self.execute(Actor::House, Action::Wait);
    }

    /// Whoever is to move takes a first step, and ends the turn as soon as it may be.
    fn turn(&mut self) {
        let Turn::Player(player) = self.table.game().turn() else {
            panic!("{:?}", self.table.game().turn());
        };
        let name = self.table.occupant(player).unwrap().to_string();
        while self.table.game().turn() == Turn::Player(player) {
            let moves = self.table.game().legal_moves();
            let end = moves.iter().find(|mv| mv.to_string() == "end");
            let text = end.unwrap_or(&moves[0]).to_string();
            let ply = self.table.game().moves().len();
            self.person(&name, Action::Play { text, ply }).answer.unwrap();
        }
    }

    /// A player takes back their last turn, and the other one agrees.
    fn take_back(&mut self, player: Player) {
        let name = |player| self.table.occupant(player).unwrap().to_string();
        let [name, other] = [name(player), name(!player)];
        let offer = Offer::Takeback;
        self.person(&name, Action::Offer { offer }).answer.unwrap();
        if self.table.offers().next().is_some() {
            self.person(&other, Action::Accept { offer }).answer.unwrap();
        }
    }

    /// The cards that lie on the table now.
    fn cards(&self) -> String {
        let moves = self.table.game().moves().iter().map(ToString::to_string);
        moves
            .filter_map(|text| text.strip_prefix('#').map(str::to_owned))
            .collect()
    }

    fn record(&self) -> Record<AnyGame> {
        self.table.record("https://halte.example/table/23456789abcd").unwrap()
    }

    fn check(&self) -> Result<CheckedCards, Uncheckable> {
        check_cards(&self.record())
    }
}

fn sit(digit: Option<char>) -> Action {
    Action::Sit {
        seat: Player::Second,
        number: digit.map(number),
    }
}

const SOURCE: [&str; 4] = [
    "3333333333333333333333333333333333333333333333333333333333333333",
    "23456789abcd",
    "1111111111111111111111111111111111111111111111111111111111111111",
    "2222222222222222222222222222222222222222222222222222222222222222",
];

/// What follows from fixed numbers, as a program in Python has it.
#[test]
fn what_is_drawn_is_pinned() {
    let [secret, table, first, second] = SOURCE;
    let source = |numbers| Source {
        procedure: 2,
        secret,
        table,
        numbers,
    };
    assert!(seal(secret).starts_with("79bd7d7fd684b399"));
    assert!(!source([first, second]).lot());
    assert!(Number::of_engine(3, &id()).as_str().starts_with("0d4d193c87561c51"));
    let room = Room::open(terms("fibonacci cards", [Invitation::Opener; 2]), false, Same(0));
    let (start, _) = room.table.game().steps().next().unwrap();
    let check = |draw: Draw, expected: &str| {
        let card = source([first, second]).card(draw, 0, start).unwrap();
        assert_eq!(card.to_string(), expected);
    };
    check(
        Draw {
            secret: 0,
            takebacks: 0,
        },
        "#2",
    );
    check(
        Draw {
            secret: 0,
            takebacks: 1,
        },
        "#3",
    );
    check(
        Draw {
            secret: 1,
            takebacks: 1,
        },
        "#2",
    );
    // A whole game draws the same.
    let mut room = Room::of_two(terms("fibonacci cards", OPENER_AND_ANYONE), Same(0x33));
    for _ in 0..5 {
        room.turn();
    }
    assert_eq!(room.cards(), "224356");
}

/// The record in the document is what this table writes: docs/cards.md, whose Python is run on it by the server's tests.
#[test]
fn the_documents_record_is_ours() {
    let by_lot = Terms {
        by_lot: true,
        ..terms("fibonacci cards", OPENER_AND_ANYONE)
    };
    let mut room = Room::of_two(by_lot, Same(0x01));
    room.turn();
    room.turn();
    room.take_back(Player::Second);
    room.turn();
    room.turn();
    room.person("Bob", Action::Resign).answer.unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cards.md");
    let document = fs::read_to_string(path).unwrap();
    let record = room.record().to_string();
    assert!(
        document.contains(&record),
        "docs/cards.md has another record than\n{record}"
    );
    assert!(room.check().unwrap().holds);
}

/// The seal comes before anybody adds anything, at tables with cards or a lot and at no others.
#[test]
fn a_seal_is_published_first() {
    let check = |game: &str, by_lot: bool, is_sealed: bool| {
        let terms = Terms {
            by_lot,
            ..terms(game, OPENER_AND_ANYONE)
        };
        let mut room = Room::open(terms, true, Random::new(1));
        room.person("Bob", sit(Some('2')));
        let sealed = |event: &Event| matches!(event.fact, Fact::Sealed { .. });
        assert_eq!(room.events.iter().position(sealed), is_sealed.then_some(1), "{game}");
        // Where nothing is drawn nobody waits for a number.
        assert_eq!(room.table.stage() == Stage::Waiting, is_sealed, "{game}");
        let text = serde_json::to_string(&room.events[2..]).unwrap();
        assert_eq!(text.contains(number('2').as_str()), is_sealed, "{game}");
    };
    check("fibonacci cards", false, true);
    check("fibonacci cards", true, true);
    check("mixtour 20/1", true, true);
    check("mixtour 20/1", false, false);
    check("fibonacci classic", false, false);
}

/// Once the seal is published the server's dice decide nothing: whatever they are, the same is drawn.
#[test]
fn a_server_decides_nothing_after_its_seal() {
    let game = || Terms {
        by_lot: true,
        ..terms("fibonacci cards", OPENER_AND_ANYONE)
    };
    let played = |other: u64| {
        let mut room = Room::open(game(), true, Random::new(5));
        room.chance = Box::new(Random::new(other));
        room.person("Ada", Action::AddNumber { number: number('1') });
        room.person("Bob", sit(Some('2')));
        for _ in 0..9 {
            room.turn();
        }
        room.take_back(Player::First);
        for _ in 0..5 {
            room.turn();
        }
        room.record().to_string()
    };
    assert_eq!(played(1), played(2));
}

/// Whoever knows all but one of the parts knows nothing of what is drawn: as the last one goes through many values, every
/// card and both lots come up as often as by chance.
#[test]
fn every_part_alone_decides_everything() {
    let [secret, table, first, second] = SOURCE;
    let room = Room::open(terms("fibonacci cards", [Invitation::Opener; 2]), false, Same(0));
    let (position, _) = room.table.game().steps().next().unwrap();
    for part in 0..3 {
        let (mut cards, mut lots) = ([0_u32; 6], 0_u32);
        for value in 0..6000 {
            let other = seal(&format!("{part} {value}"));
            let mut parts = [secret, first, second];
            parts[part] = &other;
            let [secret, first, second] = parts;
            let source = Source {
                procedure: 2,
                secret,
                table,
                numbers: [first, second],
            };
            lots += u32::from(source.lot());
            let card = source.card(Draw::default(), 0, position).unwrap().to_string();
            cards[card[1..].parse::<usize>().unwrap() - 1] += 1;
        }
        // Five standard deviations: 1000 cards of each with a deviation of 29, 3000 lots with one of 39.
        assert!(
            cards.iter().all(|count| count.abs_diff(1000) < 145),
            "{part}: {cards:?}"
        );
        assert!(lots.abs_diff(3000) < 195, "{part}: {lots}");
    }
}

#[test]
fn an_engine_adds_what_anybody_can_compute_and_waits_for_the_person() {
    let seats = [Invitation::Opener, Invitation::Engine { level: 3 }];
    let mut room = Room::open(terms("fibonacci cards", seats), true, Random::new(1));
    assert_eq!((room.table.stage(), room.cards().len()), (Stage::Waiting, 0));
    let cards = room.table.cards().unwrap();
    assert_eq!((cards.awaited, cards.secret), (vec![Player::First], None));
    let stranger = room.person("Bob", Action::AddNumber { number: number('2') });
    assert_eq!(stranger.answer, Err(Refusal::NotSeated));
    let add = Action::AddNumber { number: number('1') };
    room.person("Ada", add.clone()).answer.unwrap();
    assert_eq!((room.table.stage(), room.cards().len()), (Stage::Playing, 1));
    // What was added is not changed any more.
    assert_eq!(room.person("Ada", add).answer, Err(Refusal::NumberNotAwaited));
    room.person("Ada", Action::Resign).answer.unwrap();
    let checked = room.check().unwrap();
    let expected = [number('1'), Number::of_engine(3, &id())].map(|number| Some(number.as_str().to_owned()));
    assert_eq!(checked.numbers.clone().map(|number| number.number), expected);
    assert!(checked.holds, "{checked:?}");
}

/// A number that does not come is not waited for for ever, and everybody sees that it did not.
#[test]
fn a_number_that_does_not_come() {
    let mut room = Room::open(terms("fibonacci cards", OPENER_AND_ANYONE), true, Random::new(1));
    assert_eq!(room.table.deadline(), None, "nobody has come yet");
    room.person("Bob", sit(Some('2'))).answer.unwrap();
    assert_eq!(room.table.deadline(), Some(room.now + NUMBER_PATIENCE));
    room.wait(NUMBER_PATIENCE - Span(1));
    assert_eq!(room.table.stage(), Stage::Waiting);
    room.wait(Span(1));
    assert_eq!((room.table.stage(), room.cards().len()), (Stage::Playing, 1));
    let late = room.person("Ada", Action::AddNumber { number: number('1') });
    assert_eq!(late.answer, Err(Refusal::NumberNotAwaited));
    room.person("Ada", Action::Resign).answer.unwrap();
    let numbers = room.check().unwrap().numbers;
    assert_eq!(numbers.map(|number| number.number.is_some()), [false, true]);
}

/// After a takeback past a card others come, and the record says so.
#[test]
fn cards_that_were_taken_back_are_drawn_anew() {
    let mut changed = 0;
    for seed in 0..20 {
        let mut room = Room::of_two(terms("fibonacci cards", OPENER_AND_ANYONE), Random::new(seed));
        room.turn();
        let before = room.cards();
        // Ada has seen Bob's card, and takes back her own turn: her own card stays.
        room.take_back(Player::First);
        assert_eq!(room.cards(), before[..1]);
        room.turn();
        changed += usize::from(room.cards() != before);
        room.turn();
        room.person("Bob", Action::Resign).answer.unwrap();
        let checked = room.check().unwrap();
        assert!(checked.holds, "{checked:?}");
        let drawn: Vec<_> = checked.cards.iter().map(|card| (card.secret, card.takebacks)).collect();
        assert_eq!(drawn, [(0, 0), (0, 1), (0, 1)]);
        let restored = Table::restore(&room.events).unwrap();
        assert_eq!(restored.record("").unwrap(), room.table.record("").unwrap());
    }
    // The same card comes again by chance once in six times.
    assert!(changed > 10, "{changed} of 20");
}

/// A step within a turn uncovers no card, and changes none.
#[test]
fn undoing_a_step_changes_no_card() {
    let play = |undoes: bool| {
        let mut room = Room::of_two(terms("fibonacci cards", OPENER_AND_ANYONE), Same(0x33));
        let text = room.table.game().legal_moves()[0].to_string();
        if undoes {
            let ply = 1;
            room.person("Ada", Action::Play { text, ply }).answer.unwrap();
            room.person("Ada", Action::UndoStep).answer.unwrap();
        }
        room.turn();
        room.turn();
        room.cards()
    };
    assert_eq!(play(true), play(false));
}

/// In a rated game nobody throws away what was drawn.
#[test]
fn breaking_off_buys_no_other_cards() {
    let live = ClockTerms::Live {
        initial: Span::seconds(300),
        increment: Span::ZERO,
    };
    let check = |game: &str, by_lot: bool, rated: bool, clock: ClockTerms, is_bound: bool| {
        let terms = || Terms {
            by_lot,
            rated,
            clock,
            ..terms(game, OPENER_AND_ANYONE)
        };
        let open = || {
            let mut room = Room::open(terms(), false, Random::new(1));
            room.person("Bob", sit(None)).answer.unwrap();
            room
        };
        // By asking for it, whoever does.
        for name in ["Ada", "Bob"] {
            let answer = open().person(name, Action::Abort).answer.map(|_| ());
            let expected = if is_bound { Err(Refusal::DrawnAlready) } else { Ok(()) };
            assert_eq!(answer, expected, "{game}");
        }
        // By doing nothing: whoever was to move has lost.
        let mut room = open();
        let Turn::Player(player) = room.table.game().turn() else {
            panic!()
        };
        room.wait(Span::days(2));
        let expected = match clock {
            _ if is_bound => Some(Ending::Time { winner: !player }),
            ClockTerms::Live { .. } => Some(Ending::Abandoned(None)),
            _ => None,
        };
        assert_eq!(room.table.ending(), expected, "{game}");
    };
    check("fibonacci cards", false, true, live, true);
    check("fibonacci cards", false, true, ClockTerms::None, true);
    check("mixtour 20/1", true, true, live, true);
    check("mixtour 20/1", true, true, ClockTerms::None, true);
    check("mixtour 20/1", false, true, live, false);
    check("mixtour 20/1", false, true, ClockTerms::None, false);
    check("fibonacci cards", false, false, live, false);
    check("fibonacci cards", true, false, ClockTerms::None, false);
    // Before anything is drawn one may still leave.
    let rated = Terms {
        rated: true,
        ..terms("fibonacci cards", OPENER_AND_ANYONE)
    };
    let mut room = Room::open(rated, true, Random::new(1));
    room.person("Bob", sit(Some('2'))).answer.unwrap();
    room.person("Bob", Action::Leave).answer.unwrap();
    assert_eq!((room.table.stage(), room.table.ending()), (Stage::Waiting, None));
}

/// Another game has another secret, and waits for new numbers of those who had some.
#[test]
fn a_rematch_is_drawn_from_new_numbers() {
    let mut room = Room::open(terms("fibonacci cards", OPENER_AND_ANYONE), true, Random::new(1));
    room.person("Ada", Action::AddNumber { number: number('1') })
        .answer
        .unwrap();
    room.person("Bob", sit(None)).answer.unwrap();
    room.person("Bob", Action::Resign).answer.unwrap();
    let offer = Offer::Rematch;
    room.person("Ada", Action::Offer { offer }).answer.unwrap();
    let (table, events) = room.person("Bob", Action::Accept { offer }).rematch.unwrap();
    let cards = table.cards().unwrap();
    // Ada sits on the second seat now; Bob had nothing to add.
    assert_eq!((table.stage(), cards.awaited), (Stage::Waiting, vec![Player::Second]));
    assert_ne!(cards.hash, room.table.cards().unwrap().hash);
    room = Room { table, events, ..room };
    room.person("Ada", Action::AddNumber { number: number('4') })
        .answer
        .unwrap();
    assert_eq!(room.table.stage(), Stage::Playing);
    room.person("Ada", Action::Resign).answer.unwrap();
    assert!(room.check().unwrap().holds);
}

/// An end that was a mistake has made the secret known: the cards to come are from another one.
#[test]
fn a_reversed_end_has_another_secret() {
    let mut room = Room::of_two(terms("fibonacci cards", OPENER_AND_ANYONE), Random::new(3));
    room.turn();
    room.person("Bob", Action::Resign).answer.unwrap();
    let reason = "a mistake".to_owned();
    let root = Actor::Administrator("root".to_owned());
    room.execute(root, Action::Reverse { reason }).answer.unwrap();
    room.turn();
    assert_eq!(room.check().map(|_| ()), Err(Uncheckable::NotRevealed));
    room.person("Bob", Action::Resign).answer.unwrap();
    let checked = room.check().unwrap();
    let drawn: Vec<_> = checked.cards.iter().map(|card| (card.secret, card.takebacks)).collect();
    assert_eq!(
        (checked.seals.len(), &drawn[..], checked.holds),
        (2, &[(0, 0), (0, 0), (1, 0)][..], true)
    );
}

/// Whatever is changed in a record is found.
#[test]
fn a_forged_record_does_not_hold() {
    let by_lot = Terms {
        by_lot: true,
        ..terms("fibonacci cards", OPENER_AND_ANYONE)
    };
    let mut room = Room::of_two(by_lot, Same(0x33));
    for _ in 0..8 {
        room.turn();
    }
    room.take_back(Player::Second);
    room.turn();
    assert_eq!(room.check().map(|_| ()), Err(Uncheckable::NotRevealed));
    room.person("Bob", Action::Resign).answer.unwrap();
    let record = room.record().to_string();
    let check = |from: &str, to: &str| {
        assert!(record.contains(from), "{from} in {record}");
        let forged = read_all::<AnyGame>(&record.replacen(from, to, 1)).unwrap();
        let checked = check_cards(&forged[0]);
        assert!(
            !checked.as_ref().is_ok_and(|checked| checked.holds),
            "{from} {to} {checked:?}"
        );
    };
    check("1. #2", "1. #3");
    check("[Secret \"3", "[Secret \"4");
    check("[Seal \"7", "[Seal \"8");
    check("[FirstNumber \"1", "[FirstNumber \"2");
    check("[SecondNumber \"2", "[SecondNumber \"1");
    check("[Lot \"kept\"]", "[Lot \"exchanged\"]");
    check("[Lot \"kept\"]", "[Lot \"x\"]");
    check("[Table \"2", "[Table \"3");
    check("[Draws \"0.0", "[Draws \"0.1");
    check("[Draws \"0.0 ", "[Draws \"");
    check("[Draws \"0.0 ", "[Draws \"x ");
    check("[Procedure \"2\"]\n", "");
    check("[Procedure \"2\"]", "[Procedure \"3\"]");
    check("[Secret", "[Other");
    check("[Second \"Bob\"]", "[Second \"Halte level 1\"]");
}

/// Draws are told by the record. Whoever could name one that is over would go through them until the wanted card comes.
#[test]
fn a_draw_that_is_over_does_not_come_again() {
    let mut room = Room::of_two(terms("fibonacci cards", OPENER_AND_ANYONE), Same(0x33));
    room.turn();
    room.person("Bob", Action::Resign).answer.unwrap();
    let record = room.record().to_string();
    let check = |card: &str, draws: &str| {
        let forged = record.replacen("1. #2", &format!("1. {card}"), 1);
        let forged = forged.replacen("[Draws \"0.0 0.0\"]", &format!("[Draws \"{draws}\"]"), 1);
        check_cards(&read_all::<AnyGame>(&forged).unwrap()[0]).map(|checked| checked.holds)
    };
    assert_eq!(check("#2", "0.0 0.0"), Ok(true));
    let [secret, table, first, second] = SOURCE;
    let source = Source {
        procedure: 2,
        secret,
        table,
        numbers: [first, second],
    };
    let (start, _) = room.table.game().steps().next().unwrap();
    let draws = (1..).map(|takebacks| Draw { secret: 0, takebacks });
    let is_wanted = |draw: &Draw| {
        source
            .card(*draw, 0, start)
            .is_some_and(|card| card.to_string() == "#6")
    };
    let draw = draws.into_iter().find(is_wanted).unwrap();
    for draws in [format!("{draw} 0.0"), "1.0 0.0".to_owned(), "0.0 0.0 0.0".to_owned()] {
        let refused = Err(Uncheckable::BadDraws { draws: draws.clone() });
        assert_eq!(check("#6", &draws), refused);
    }
    // What is left is to say that something was taken back at once, and everybody is told of that.
    assert_eq!(check("#6", "0.0 0.0"), Ok(false));
    // There is one secret only, and it is not two.
    assert_eq!(check("#2", "0.0 1.0"), Ok(false));
    let [seal, secret] = ["Seal", "Secret"].map(|tag| room.record().tags().get(tag).unwrap().to_owned());
    let doubled = record.replace(&seal, &format!("{seal} {seal}"));
    let doubled = doubled.replace(&secret, &format!("{secret} {secret}"));
    let checked = check_cards(&read_all::<AnyGame>(&doubled).unwrap()[0]).map(|_| ());
    let value = format!("{seal} {seal}");
    assert_eq!(checked, Err(Uncheckable::BadTag { tag: "Seal", value }));
}

/// Without the line that says what was sealed a record is no record of a game in which nothing was.
#[test]
fn a_seal_is_not_taken_away() {
    let mut room = Room::of_two(terms("fibonacci cards", OPENER_AND_ANYONE), Same(0x33));
    room.turn();
    room.person("Bob", Action::Resign).answer.unwrap();
    let record = room.record().to_string();
    let without = |tags: &[&str]| {
        let is_kept = |line: &&str| !tags.iter().any(|tag| line.starts_with(&format!("[{tag} ")));
        let lines: Vec<&str> = record.lines().filter(is_kept).collect();
        check_cards(&read_all::<AnyGame>(&lines.join("\n")).unwrap()[0]).map(|_| ())
    };
    let tags = [
        "Seal",
        "Procedure",
        "Table",
        "Secret",
        "FirstNumber",
        "SecondNumber",
        "Draws",
    ];
    assert_eq!(without(&tags), Err(Uncheckable::NotSealed));
    for count in 1..tags.len() {
        assert_eq!(without(&tags[..count]), Err(Uncheckable::NoSeal), "{count}");
    }
}

/// What a program kept that let the secret alone decide, from the first card on.
const OLD: &str = r##"[
{"version":0,"at":1000,"type":"opened","table":"23456789abcd","terms":{"game":"fibonacci cards","seats":[{"kind":"opener"},{"kind":"anyone"}],"by_lot":true},"by":{"kind":"account","id":"account:ada","name":"Ada"}},
{"version":1,"at":1000,"type":"sat","seat":"first","occupant":{"kind":"account","id":"account:ada","name":"Ada"}},
{"version":2,"at":2000,"type":"sat","seat":"second","occupant":{"kind":"account","id":"account:bob","name":"Bob"}},
{"version":3,"at":2000,"type":"started","swapped":true},
{"version":4,"at":2000,"type":"sealed","hash":"60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55","secret":"0000000000000000000000000000000000000000000000000000000000000000"},
{"version":5,"at":2000,"type":"moved","by":"chance","move":"#4"}
]"##;

/// A table that was begun so goes on so, and its record is checked so.
#[test]
fn what_was_sealed_before_is_still_drawn_and_checked_in_its_way() {
    let events: Vec<Event> = serde_json::from_str(OLD).unwrap();
    let begun = |events: &[Event]| Room {
        table: Table::restore(events).unwrap(),
        events: events.to_vec(),
        chance: Box::new(Random::new(1)),
        now: Moment(3000),
    };
    let mut room = begun(&events);
    for _ in 0..3 {
        room.turn();
    }
    assert_eq!(room.cards(), "4645", "as a program in Python has it");
    room.person("Bob", Action::Resign).answer.unwrap();
    let checked = room.check().unwrap();
    assert_eq!((checked.procedure, checked.holds, checked.lot), (1, true, None));
    // A record as it was written then.
    let old = room.record().to_string();
    let old: Vec<&str> = old.lines().filter(|line| !line.starts_with("[Draws")).collect();
    let old = old.join("\n");
    let is_well = |text: &str| check_cards(&read_all::<AnyGame>(text).unwrap()[0]).unwrap().holds;
    assert!(is_well(&old), "{old}");
    assert!(!is_well(&old.replacen("#4", "#3", 1)));
    // Each secret counts its own cards, also when a turn from before it is taken back.
    let mut room = begun(&events);
    for _ in 0..4 {
        room.turn();
    }
    room.person("Bob", Action::Resign).answer.unwrap();
    let reason = "a mistake".to_owned();
    let root = Actor::Administrator("root".to_owned());
    room.execute(root, Action::Reverse { reason }).answer.unwrap();
    room.turn();
    room.take_back(Player::Second);
    room.take_back(Player::First);
    for _ in 0..4 {
        room.turn();
    }
    room.person("Bob", Action::Resign).answer.unwrap();
    let checked = room.check().unwrap();
    let secrets: Vec<usize> = checked.cards.iter().map(|card| card.secret).collect();
    assert_eq!(
        (checked.holds, &secrets[..]),
        (true, &[0, 0, 0, 1, 1, 1, 1][..]),
        "{checked:?}"
    );
    // What it kept before anybody had come, or before the first card, is sealed when something is to be drawn.
    let mut room = begun(&events[..2]);
    room.person("Bob", sit(Some('2'))).answer.unwrap();
    room.turn();
    room.person("Bob", Action::Resign).answer.unwrap();
    let checked = room.check().unwrap();
    assert_eq!((checked.procedure, checked.holds, checked.cards.len()), (2, true, 2));
    assert!(checked.lot.is_some());
}

/// A copy of a table without its secrets goes on with others, and its record does not pretend to more than it has.
#[test]
fn a_table_that_lost_its_secret_goes_on() {
    let by_lot = Terms {
        by_lot: true,
        ..terms("fibonacci cards", OPENER_AND_ANYONE)
    };
    for (seed, is_full) in (0..10).flat_map(|seed| [(seed, false), (seed, true)]) {
        let mut room = Room::open(by_lot.clone(), false, Random::new(seed));
        if is_full {
            room.person("Bob", sit(None)).answer.unwrap();
        }
        let seen: Vec<Event> = room
            .events
            .iter()
            .filter_map(|event| event.seen_by(None, &[]))
            .collect();
        room.table = Table::restore(&seen).unwrap();
        if !is_full {
            room.person("Bob", sit(None)).answer.unwrap();
        }
        room.turn();
        room.person("Bob", Action::Resign).answer.unwrap();
        assert_eq!(room.check().map(|_| ()), Err(Uncheckable::NoSecret));
    }
}

/// What is kept of a table reads back as it was, and nobody who looks on sees the secret.
#[test]
fn events_with_numbers_are_kept() {
    let mut room = Room::of_two(terms("fibonacci cards", OPENER_AND_ANYONE), Random::new(1));
    room.turn();
    let text = serde_json::to_string(&room.events).unwrap();
    assert_eq!(serde_json::from_str::<Vec<Event>>(&text).unwrap(), room.events);
    let seen: Vec<Event> = room
        .events
        .iter()
        .filter_map(|event| event.seen_by(None, &[]))
        .collect();
    assert!(!serde_json::to_string(&seen).unwrap().contains("secret"));
    let is_card = |event: &&Event| matches!(event.fact, Fact::Moved { by: Mover::Chance, .. });
    assert_eq!(seen.iter().filter(is_card).count(), 2);
    for bad in [
        "",
        "1",
        &"A".repeat(64),
        &"1".repeat(65),
        &format!("{} ", "1".repeat(63)),
    ] {
        assert!(bad.parse::<Number>().is_err(), "{bad}");
    }
}
