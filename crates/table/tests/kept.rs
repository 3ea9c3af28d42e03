//! What is kept of a table: plans that are over need not be, and what a newer program wrote is told from what is damaged.

use halte_game::{Player, Random};
use halte_table::{
    Action, Actor, ClockTerms, Command, Contradiction, Event, Executed, Fact, Invitation, Moment, Offer, Person, Table,
    TableId, Terms, VOCABULARY, World,
};

/// A table of Mobius between Ada and Bob, and what is kept of it.
struct Room {
    table: Table,
    log: Vec<Event>,
    dice: Random,
}

impl Room {
    fn open() -> Room {
        let terms = Terms {
            game: "mobius".parse().unwrap(),
            start: None,
            seats: [Invitation::Opener, Invitation::Anyone],
            by_lot: false,
            clock: ClockTerms::None,
            listed: false,
            rated: false,
            brought: false,
        };
        let mut dice = Random::new(1);
        let mut world = World::at(Moment(0), &mut dice);
        let id = TableId::random(world.chance);
        let (table, log) = Table::open(id, terms, Person::account("ada"), None, &mut world).unwrap();
        let mut room = Room { table, log, dice };
        let seat = Player::Second;
        room.act("bob", Action::Sit { seat });
        room
    }

    /// Does something, and keeps what comes of it.
    fn act(&mut self, name: &str, action: Action) -> Executed {
        let command = Command::of(Actor::Person(Person::account(name)), action);
        let mut world = World::at(Moment(0), &mut self.dice);
        let executed = self.table.execute(&command, &mut world);
        self.log.extend(executed.events.clone());
        for version in &executed.superseded {
            let Fact::Planned { lines, .. } = &mut self.log[*version as usize].fact else {
                panic!("no plan")
            };
            lines.clear();
        }
        executed
    }

    fn plan(&mut self, name: &str, lines: &[&str]) -> Executed {
        let line = |text: &&str| text.split_whitespace().map(str::to_owned).collect();
        let lines = lines.iter().map(line).collect();
        self.act(name, Action::Plan { lines })
    }

    fn play(&mut self, name: &str, text: &str) -> Executed {
        let (text, ply) = (text.to_owned(), self.table.game().moves().len());
        self.act(name, Action::Play { text, ply })
    }

    /// The plans that are kept with their lines.
    fn kept(&self) -> Vec<(Player, usize)> {
        let plan = |event: &Event| match &event.fact {
            Fact::Planned { by, lines } if !lines.is_empty() => Some((*by, lines.len())),
            _ => None,
        };
        self.log.iter().filter_map(plan).collect()
    }

    /// The table that is made of what is kept is the same, for both players.
    fn check(&self, kept: &[(Player, usize)]) {
        assert_eq!(self.kept(), kept);
        let restored = Table::restore(&self.log).unwrap();
        for name in ["ada", "bob"] {
            let person = Person::account(name);
            let [restored, known] = [&restored, &self.table].map(|table| table.snapshot(Some(person.id()), Moment(0)));
            assert_eq!(restored, known);
        }
    }
}

#[test]
fn a_plan_that_is_over_is_not_kept() {
    let (ada, bob) = (Player::First, Player::Second);
    let mut room = Room::open();
    room.plan("bob", &["e0 e1", "e2 e3"]).answer.unwrap();
    room.check(&[(bob, 2)]);
    // Another plan.
    room.plan("bob", &["e0 e1 e4 e5", "e2 e3", "e6 e7"]).answer.unwrap();
    room.check(&[(bob, 3)]);
    // A move that some lines expect, and the reply.
    room.play("ada", "e0").answer.unwrap();
    room.check(&[(bob, 3)]);
    assert_eq!(room.table.game().moves().len(), 2);
    // A move that none expects.
    room.plan("ada", &["e8 e9"]).answer.unwrap();
    assert_eq!(
        room.table.game().moves().len(),
        3,
        "it is her turn: she plays it at once"
    );
    room.check(&[(ada, 1)]);
    // A takeback.
    room.play("bob", "f0").answer.unwrap();
    room.check(&[]);
    room.plan("bob", &["f1 f2"]).answer.unwrap();
    let offer = Offer::Takeback;
    room.act("bob", Action::Offer { offer }).answer.unwrap();
    room.check(&[(bob, 1)]);
    room.act("ada", Action::Accept { offer }).answer.unwrap();
    room.check(&[]);
    // No plan, and one that was never kept.
    room.plan("ada", &[]).answer.unwrap();
    room.plan("ada", &["f3 f4"]).answer.unwrap();
    room.check(&[(ada, 1)]);
    // The end.
    room.act("bob", Action::Resign).answer.unwrap();
    room.check(&[]);
}

#[test]
fn a_plan_has_a_limit() {
    let mut room = Room::open();
    let mut refuse = |lines: usize, moves: usize| {
        let lines = vec![vec!["e0".to_owned(); moves]; lines];
        let refusal = room.act("bob", Action::Plan { lines }).answer.unwrap_err();
        assert_eq!(refusal.to_string(), "a plan has at most 50 lines, and 200 moves in all");
    };
    refuse(51, 1);
    refuse(1, 201);
    refuse(3, 67);
    // As many as there may be: fifty moves of Ada's, and how each goes on.
    let moves: Vec<String> = room
        .table
        .game()
        .legal_moves()
        .iter()
        .map(ToString::to_string)
        .collect();
    let lines = moves[..50]
        .iter()
        .map(|first| [std::slice::from_ref(first), &moves[50..53]].concat());
    let lines = lines.collect();
    room.act("bob", Action::Plan { lines }).answer.unwrap();
}

#[test]
fn an_old_plan_that_is_longer_is_read() {
    let mut room = Room::open();
    room.plan("bob", &["e0 e1"]).answer.unwrap();
    let Some(Fact::Planned { lines, .. }) = room.log.last_mut().map(|event| &mut event.fact) else {
        panic!("no plan")
    };
    *lines = vec![lines[0].clone(); 5000];
    let mut table = Table::restore(&room.log).unwrap();
    // It leaves with whatever comes next.
    let play = Action::Play {
        text: "e0".to_owned(),
        ply: 0,
    };
    let command = Command::of(Actor::Person(Person::account("ada")), play);
    let executed = table.execute(&command, &mut World::at(Moment(0), &mut room.dice));
    assert_eq!(executed.superseded, [room.log.len() as u64 - 1]);
}

#[test]
fn what_a_newer_program_wrote_is_told_apart() {
    let room = Room::open();
    let text = serde_json::to_string(&room.log[0]).unwrap();
    assert!(
        !text.contains("vocabulary"),
        "nothing changes for what is there: {text}"
    );
    let check = |text: &str, expected: Option<Contradiction>| {
        assert_eq!(Event::read(text).err(), expected, "{text}");
    };
    check(&text, None);
    let newer = format!("{},\"vocabulary\":{}}}", &text[..text.len() - 1], VOCABULARY + 1);
    check(&newer, Some(Contradiction::Newer));
    let known = newer.replace(&format!(":{}}}", VOCABULARY + 1), ":1}");
    check(&known, None);
    // A fact, or a value, that this program has never heard of.
    check(
        r#"{"version":1,"at":1,"type":"teleported"}"#,
        Some(Contradiction::Newer),
    );
    let value = r#"{"version":1,"at":1,"type":"offered","by":"first","offer":"tea"}"#;
    assert!(matches!(Event::read(value), Err(Contradiction::Malformed { .. })));
    let value = r#"{"version":1,"at":1,"vocabulary":99,"type":"offered","by":"first","offer":"tea"}"#;
    check(value, Some(Contradiction::Newer));
    for damaged in ["", "{}", r#"{"version":1,"at":1,"type":"moved"}"#, "[1]"] {
        assert!(
            matches!(Event::read(damaged), Err(Contradiction::Malformed { .. })),
            "{damaged}"
        );
    }
    // However it came into memory.
    let mut log = room.log.clone();
    log[1].vocabulary = VOCABULARY + 1;
    assert!(Table::restore(&log).unwrap_err().is_newer());
    log[0].vocabulary = VOCABULARY + 1;
    assert!(Table::restore(&log).unwrap_err().is_newer());
}
