//! How a table ends that nobody plays at any more, or that should not go on.

use halte_game::{Outcome, Player, Random};
use halte_table::{
    Action, Actor, ClockTerms, Command, Decision, Event, Executed, Invitation, Moment, Offer, Person, Refusal, Span,
    Stage, Table, TableId, Terms, World,
};

const DAY: Span = Span::days(1);

/// A table of Mobius that Ada opened at moment 0, with all that happened at it.
struct Room {
    table: Table,
    events: Vec<Event>,
    dice: Random,
}

impl Room {
    fn open(clock: ClockTerms) -> Room {
        let terms = Terms {
            game: "mobius".parse().unwrap(),
            start: None,
            seats: [Invitation::Opener, Invitation::Anyone],
            by_lot: false,
            clock,
            listed: true,
            rated: true,
            brought: false,
        };
        let mut dice = Random::new(1);
        let mut world = World::at(Moment(0), &mut dice);
        let id = TableId::random(world.chance);
        let (table, events) = Table::open(id, terms, Person::account("ada"), None, &mut world).unwrap();
        Room { table, events, dice }
    }

    /// The same, with Bob on the other seat.
    fn started(clock: ClockTerms) -> Room {
        let mut room = Room::open(clock);
        let seat = Player::Second;
        room.person(Moment(0), "bob", Action::Sit { seat }).answer.unwrap();
        room
    }

    /// The same, paused.
    fn paused(clock: ClockTerms) -> Room {
        let mut room = Room::started(clock);
        let offer = Offer::Pause;
        room.person(Moment(0), "ada", Action::Offer { offer }).answer.unwrap();
        room.person(Moment(0), "bob", Action::Accept { offer }).answer.unwrap();
        room
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
        Room::open(BY_DAYS),
        Room::started(BY_DAYS),
        Room::paused(ClockTerms::None),
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
    let mut room = Room::started(BY_DAYS);
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

/// When a table expires that nothing has happened at since moment 0.
#[track_caller]
fn check_expiry(mut room: Room, expected: Option<Span>) {
    let start = Moment(0);
    assert_eq!(room.table.expires(), expected.map(|span| start + span));
    let Some(span) = expected else { return };
    let moment = start + span;
    let before = Moment(moment.0 - 1);
    room.execute(before, Actor::House, Action::Wait).answer.unwrap();
    assert_ne!(room.table.stage(), Stage::Over, "it ended too early");
    // Whoever comes at the last moment is welcome, and puts it off.
    let text = "still here".to_owned();
    room.person(moment, "ada", Action::Say { text }).answer.unwrap();
    assert_eq!(room.table.expires(), Some(moment + span));
    room.execute(moment + span, Actor::House, Action::Wait).answer.unwrap();
    assert_eq!((room.table.stage(), room.table.result()), (Stage::Over, None));
    assert_eq!((room.table.expires(), room.table.deadline()), (None, None));
    let restored = Table::restore(&room.events).unwrap();
    assert_eq!(restored.stage(), Stage::Over);
}

#[test]
fn an_unused_table_ends_by_itself() {
    let days = |days| Some(Span(DAY.0 * days));
    check_expiry(Room::open(ClockTerms::None), days(14));
    check_expiry(Room::open(BY_DAYS), days(14));
    check_expiry(Room::started(ClockTerms::None), days(90));
    check_expiry(Room::paused(ClockTerms::None), days(90));
    check_expiry(Room::paused(BY_DAYS), days(90));
    // A clock ends these.
    check_expiry(Room::started(BY_DAYS), None);
}
