//! Whose time runs out, and who cannot get around it.

use halte_game::{Player, Random};
use halte_table::{
    Action, Actor, ClockTerms, Command, Executed, Invitation, Moment, Offer, Person, Refusal, Span, Stage, Table,
    TableId, Terms, World,
};

/// A table of Mobius, and the time in milliseconds.
struct Room {
    table: Table,
    dice: Random,
    now: u64,
}

const SIT: Action = Action::Sit {
    seat: Player::Second,
    number: None,
};

fn person(name: &str) -> Person {
    Person::account(name)
}

impl Room {
    /// Ada opens a table at which each has so many seconds.
    fn open(second: Invitation, seconds: u64) -> Room {
        let terms = Terms {
            game: "mobius".parse().unwrap(),
            start: None,
            seats: [Invitation::Opener, second],
            by_lot: false,
            clock: ClockTerms::Live {
                initial: Span::seconds(seconds),
                increment: Span::ZERO,
            },
            listed: false,
            rated: false,
            brought: false,
        };
        let mut dice = Random::new(1);
        let mut world = World::at(Moment(0), &mut dice);
        let id = TableId::random(world.chance);
        let (table, _) = Table::open(id, terms, person("ada"), false, None, &mut world).unwrap();
        Room { table, dice, now: 0 }
    }

    /// Ada and Bob have each played a move by the end of the second second.
    fn under_way(seconds: u64) -> Room {
        let mut room = Room::open(Invitation::Anyone, seconds);
        room.at(0).person("bob", SIT).answer.unwrap();
        room.at(1000).play("ada", "e0").answer.unwrap();
        room.at(2000).play("bob", "e1").answer.unwrap();
        room
    }

    fn at(&mut self, now: u64) -> &mut Room {
        self.now = now;
        self
    }

    fn execute(&mut self, id: Option<String>, from: Actor, action: Action) -> Executed {
        let mut world = World::at(Moment(self.now), &mut self.dice);
        self.table.execute(&Command { id, from, action }, &mut world)
    }

    fn person(&mut self, name: &str, action: Action) -> Executed {
        self.execute(None, Actor::Person(person(name)), action)
    }

    fn wait(&mut self) {
        self.execute(None, Actor::House, Action::Wait).answer.unwrap();
    }

    fn play(&mut self, name: &str, text: &str) -> Executed {
        let ply = self.table.game().moves().len();
        let text = text.to_owned();
        // Sent again, it has the same name.
        self.execute(
            Some(format!("{name} {text}")),
            Actor::Person(person(name)),
            Action::Play { text, ply },
        )
    }
}

#[test]
fn talk_gives_no_time() {
    let mut room = Room::under_way(5);
    // Ada's time is up at 7 s, and after one more for the network there is nothing to hope for.
    for now in [6500, 7300, 7900] {
        let text = "wait a moment".to_owned();
        room.at(now).person("ada", Action::Say { text }).answer.unwrap();
        for on in [false, true] {
            room.person("ada", Action::SwitchChat { on }).answer.unwrap();
        }
        assert_eq!(room.table.deadline(), Some(Moment(8000)));
    }
    let offer = Offer::Draw;
    room.at(8000).person("ada", Action::Offer { offer }).answer.unwrap_err();
    assert_eq!(room.table.stage(), Stage::Over);
}

#[test]
fn a_plan_is_no_way_to_move_in_a_live_game() {
    let mut room = Room::under_way(5);
    let lines = vec![vec!["e2".to_owned()]];
    let refusal = room.at(7500).person("ada", Action::Plan { lines }).answer.unwrap_err();
    assert_eq!(refusal.to_string(), "a live game has no plans");
    assert_eq!(room.table.game().moves().len(), 2);
}

#[test]
fn a_move_that_came_too_late_stays_refused() {
    let mut room = Room::under_way(5);
    assert_eq!(room.at(7500).play("ada", "e2").answer, Err(Refusal::Over));
    assert_eq!(room.table.stage(), Stage::Over);
    let again = room.at(7600).play("ada", "e2");
    assert_eq!((again.answer, again.events), (Err(Refusal::Over), Vec::new()));
}

#[test]
fn whoever_takes_back_a_first_move_has_time_for_another() {
    let mut room = Room::open(Invitation::Engine { level: 1 }, 300);
    room.at(1000).play("ada", "e0").answer.unwrap();
    let reply = Action::Play {
        text: "e1".to_owned(),
        ply: 1,
    };
    room.execute(None, Actor::Engine(Player::Second), reply).answer.unwrap();
    let offer = Offer::Takeback;
    room.at(200_000).person("ada", Action::Offer { offer }).answer.unwrap();
    assert_eq!(room.table.game().moves().len(), 0);
    assert_eq!(room.table.deadline(), Some(Moment(290_000)));
    room.at(250_000).play("ada", "e2").answer.unwrap();
}

#[test]
fn an_ending_that_was_reversed_stays_so() {
    let mut room = Room::open(Invitation::Anyone, 300);
    room.person("bob", SIT).answer.unwrap();
    room.at(500_000).wait();
    assert_eq!(room.table.stage(), Stage::Over);
    let reason = "the clock was wrong".to_owned();
    let administrator = Actor::Administrator("root".to_owned());
    let reversed = room
        .at(900_000)
        .execute(None, administrator, Action::Reverse { reason });
    reversed.answer.unwrap();
    room.at(901_000).wait();
    assert_eq!(room.table.stage(), Stage::Playing);
}

#[test]
fn a_history_has_an_end_and_the_game_goes_on() {
    let mut room = Room::under_way(300);
    let mut said = 0;
    let refusal = loop {
        let text = "la".to_owned();
        match room.person("bob", Action::Say { text }).answer {
            Ok(_) => said += 1,
            Err(refusal) => break refusal,
        }
    };
    assert_eq!((refusal, said), (Refusal::TooMuch, 4996));
    room.play("ada", "e2").answer.unwrap();
    room.person("bob", Action::Resign).answer.unwrap();
    assert_eq!(room.table.stage(), Stage::Over);
}
