//! How a table ends that nobody plays at any more, or that should not go on.

use halte_game::record::Ending;
use halte_game::{Outcome, Player, Random};
use halte_table::{
    Action, Actor, ClockTerms, Command, Decision, Event, Executed, Invitation, Moment, Offer, Person, Refusal, Span,
    Stage, Table, TableId, Terms, World,
};

/// A table of Mobius that Ada opened at moment 0, with all that happened at it.
struct Room {
    table: Table,
    events: Vec<Event>,
    dice: Random,
}

impl Room {
    fn open(clock: ClockTerms, rated: bool) -> Room {
        let terms = Terms {
            game: "mobius".parse().unwrap(),
            start: None,
            seats: [Invitation::Opener, Invitation::Anyone],
            by_lot: false,
            clock,
            listed: true,
            rated,
            brought: false,
        };
        let mut dice = Random::new(1);
        let mut world = World::at(Moment(0), &mut dice);
        let id = TableId::random(world.chance);
        let (table, events) = Table::open(id, terms, Person::account("ada"), false, None, &mut world).unwrap();
        Room { table, events, dice }
    }

    /// The same, with Bob on the other seat.
    fn started(clock: ClockTerms, rated: bool) -> Room {
        let mut room = Room::open(clock, rated);
        let seat = Player::Second;
        room.person(Moment(0), "bob", Action::Sit { seat, number: None })
            .answer
            .unwrap();
        room
    }

    /// The same, when both have played a move.
    fn begun(clock: ClockTerms, rated: bool) -> Room {
        let mut room = Room::started(clock, rated);
        for (ply, name, text) in [(0, "ada", "e0"), (1, "bob", "e1")] {
            let text = text.to_owned();
            room.person(Moment(0), name, Action::Play { text, ply }).answer.unwrap();
        }
        room
    }

    /// The same, paused.
    fn paused(mut self) -> Room {
        let offer = Offer::Pause;
        self.person(Moment(0), "ada", Action::Offer { offer }).answer.unwrap();
        self.person(Moment(0), "bob", Action::Accept { offer }).answer.unwrap();
        self
    }

    fn execute(&mut self, now: Moment, from: Actor, action: Action) -> Executed {
        let executed = self
            .table
            .execute(&Command::of(from, action), &mut World::at(now, &mut self.dice));
        self.events.extend(executed.events.clone());
        executed
    }

    fn person(&mut self, now: Moment, name: &str, action: Action) -> Executed {
        self.execute(now, Actor::Person(Person::account(name)), action)
    }

    fn end(&mut self, reason: &str) -> Result<u64, Refusal> {
        let reason = reason.to_owned();
        let root = Actor::Administrator("root".to_owned());
        self.execute(Moment(1000), root, Action::End { reason }).answer
    }
}

const BY_DAYS: ClockTerms = ClockTerms::Correspondence { days: 3 };

#[test]
fn an_administrator_ends_a_table_at_any_stage() {
    for mut room in [
        Room::open(BY_DAYS, true),
        Room::started(BY_DAYS, true),
        Room::started(ClockTerms::None, true).paused(),
    ] {
        for who in ["ada", "eve"] {
            let reason = "I want to".to_owned();
            let refused = room.person(Moment(500), who, Action::End { reason }).answer;
            assert_eq!(refused, Err(Refusal::NotAdministrator));
        }
        assert_eq!(room.end(" "), Err(Refusal::NothingSaid));
        room.end("nobody may play here").unwrap();
        assert_eq!((room.table.stage(), room.table.result()), (Stage::Over, None));
        let decision = Decision {
            by: "root".to_owned(),
            reason: "nobody may play here".to_owned(),
        };
        let snapshot = room.table.snapshot(None, Moment(1000));
        assert_eq!(snapshot.decision, Some(decision));
        assert_eq!(snapshot.ending.unwrap().result, None);
        let record = room.table.record("here").unwrap();
        assert_eq!(record.tags().get("Decision"), Some("nobody may play here"));
        assert_eq!(room.end("again"), Err(Refusal::Over));
        let restored = Table::restore(&room.events).unwrap();
        assert_eq!(restored.snapshot(None, Moment(1000)), snapshot);
    }
}

#[test]
fn a_decision_can_be_reversed() {
    let mut room = Room::started(BY_DAYS, true);
    room.end("a mistake").unwrap();
    let root = Actor::Administrator("root".to_owned());
    let reason = "it was one".to_owned();
    room.execute(Moment(2000), root, Action::Reverse { reason })
        .answer
        .unwrap();
    assert_eq!((room.table.stage(), room.table.decision()), (Stage::Playing, None));
    room.person(Moment(3000), "ada", Action::Resign).answer.unwrap();
    assert_eq!(room.table.result(), Some(Outcome::Win(Player::Second)));
}

/// When a table expires that nothing has happened at since moment 0, and what becomes of it then.
#[track_caller]
fn check_expiry(mut room: Room, expected: Option<(Span, Stage, Option<Ending>)>) {
    let start = Moment(0);
    assert_eq!(room.table.expires(), expected.map(|(span, ..)| start + span));
    let Some((span, stage, ending)) = expected else { return };
    let moment = start + span;
    let before = Moment(moment.0 - 1);
    let was = room.table.stage();
    room.execute(before, Actor::House, Action::Wait).answer.unwrap();
    assert_eq!(room.table.stage(), was, "it ended too early");
    // Whoever comes at the last moment is welcome, and puts it off.
    let text = "still here".to_owned();
    room.person(moment, "ada", Action::Say { text }).answer.unwrap();
    assert_eq!(room.table.expires(), Some(moment + span));
    room.execute(moment + span, Actor::House, Action::Wait).answer.unwrap();
    assert_eq!((room.table.stage(), room.table.ending()), (stage, ending));
    if stage == Stage::Over {
        assert_eq!((room.table.expires(), room.table.deadline()), (None, None));
    }
    let restored = Table::restore(&room.events).unwrap();
    assert_eq!((restored.stage(), restored.ending()), (stage, ending));
}

#[test]
fn an_unused_table_ends_by_itself() {
    let after = |days| Some((Span::days(days), Stage::Over, Some(Ending::Abandoned(None))));
    for rated in [false, true] {
        check_expiry(Room::open(ClockTerms::None, rated), after(14));
        check_expiry(Room::open(BY_DAYS, rated), after(14));
        // Nobody has lost a game that has hardly begun.
        check_expiry(Room::started(ClockTerms::None, rated), after(90));
        check_expiry(Room::started(ClockTerms::None, rated).paused(), after(90));
        check_expiry(Room::started(BY_DAYS, rated).paused(), after(90));
        // A clock ends these.
        check_expiry(Room::started(BY_DAYS, rated), None);
        check_expiry(Room::begun(BY_DAYS, rated), None);
    }
    check_expiry(Room::begun(ClockTerms::None, false), after(90));
    check_expiry(Room::begun(ClockTerms::None, false).paused(), after(90));
    check_expiry(Room::begun(BY_DAYS, false).paused(), after(90));
}

/// Whoever is losing does not get out of a rated game by silence.
#[test]
fn a_rated_game_that_nobody_goes_on_with_has_a_result() {
    let season = Span::days(90);
    let lost = Some(Ending::Time { winner: Player::Second });
    check_expiry(Room::begun(ClockTerms::None, true), Some((season, Stage::Over, lost)));
    let goes_on = Some((season, Stage::Playing, None));
    check_expiry(Room::begun(ClockTerms::None, true).paused(), goes_on);
    check_expiry(Room::begun(BY_DAYS, true).paused(), goes_on);
    // After the pause it ends as any other.
    let check = |clock, span: Span| {
        let mut room = Room::begun(clock, true).paused();
        let resumed = Moment(0) + season;
        room.execute(resumed, Actor::House, Action::Wait).answer.unwrap();
        let before = Moment((resumed + span).0 - 1);
        room.execute(before, Actor::House, Action::Wait).answer.unwrap();
        assert_eq!(room.table.stage(), Stage::Playing);
        room.execute(resumed + span, Actor::House, Action::Wait).answer.unwrap();
        assert_eq!(room.table.ending(), lost);
    };
    check(ClockTerms::None, season);
    // A second more for the network.
    check(BY_DAYS, Span::days(3) + Span::seconds(1));
}
