//! Whose time runs out, and who cannot get around it.

use halte_game::{Game, Player, Random};
use halte_table::{
    Action, Actor, ClockTerms, Command, Executed, Invitation, Moment, Offer, Person, Refusal, Span, Stage, Stretches,
    Table, TableId, Terms, World,
};

/// A table, of Mobius unless said otherwise, and the time in milliseconds.
struct Room {
    table: Table,
    dice: Random,
    now: u64,
    lag: Span,
    excused: Span,
}

const SIT: Action = Action::Sit {
    seat: Player::Second,
    number: None,
};

fn live(seconds: u64) -> ClockTerms {
    ClockTerms::Live {
        initial: Span::seconds(seconds),
        increment: Span::ZERO,
    }
}

fn person(name: &str) -> Person {
    Person::account(name)
}

impl Room {
    /// Ada opens a table at which each has so many seconds.
    fn open(second: Invitation, seconds: u64) -> Room {
        Room::open_game("mobius", second, live(seconds))
    }

    fn open_game(game: &str, second: Invitation, clock: ClockTerms) -> Room {
        let terms = Terms {
            game: game.parse().unwrap(),
            start: None,
            seats: [Invitation::Opener, second],
            by_lot: false,
            clock,
            listed: false,
            rated: false,
            brought: false,
        };
        let mut dice = Random::new(1);
        let mut world = World::at(Moment(0), &mut dice);
        let id = TableId::random(world.chance);
        let (table, _) = Table::open(id, terms, person("ada"), false, None, &mut world).unwrap();
        Room {
            table,
            dice,
            now: 0,
            lag: Span::ZERO,
            excused: Span::ZERO,
        }
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
        let mut world = World {
            lag: self.lag,
            excused: Stretches::one(self.table.timed_at(), self.table.timed_at() + self.excused),
            ..World::at(Moment(self.now), &mut self.dice)
        };
        self.table.execute(&Command { id, from, action }, &mut world)
    }

    fn person(&mut self, name: &str, action: Action) -> Executed {
        self.execute(None, Actor::Person(person(name)), action)
    }

    /// Plays some step of a turn that does not end it.
    fn step(&mut self, name: &str) -> Executed {
        let game = self.table.game();
        let goes_on = |mv: &halte_games::AnyMove| {
            let mut game = game.clone();
            game.play(*mv).is_ok() && !game.position().begins_turn() && !game.turn().is_over()
        };
        let step = game.legal_moves().into_iter().find(goes_on).expect("a step");
        let (text, ply) = (step.to_string(), game.moves().len());
        self.person(name, Action::Play { text, ply })
    }

    /// Plays steps until the turn ends.
    fn finish_turn(&mut self, name: &str) {
        let player = self.table.game().position().player();
        while self.table.game().position().player() == player {
            let game = self.table.game();
            let ply = game.moves().len();
            let text = game.legal_moves().last().expect("a step").to_string();
            self.person(name, Action::Play { text, ply }).answer.unwrap();
        }
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

/// The same for a table of Fibonacci: turns have several steps.
fn fibonacci_under_way(clock: ClockTerms) -> Room {
    let mut room = Room::open_game("fibonacci", Invitation::Anyone, clock);
    let seat = Player::Second;
    room.at(0)
        .person("bob", Action::Sit { seat, number: None })
        .answer
        .unwrap();
    for name in ["ada", "bob"] {
        room.finish_turn(name);
    }
    room
}

#[test]
fn lag_is_given_once_a_turn() {
    let mut room = fibonacci_under_way(live(60));
    let lags = |executed: Executed| -> Vec<Span> {
        executed.answer.unwrap();
        let lag = |event: &halte_table::Event| match event.fact {
            halte_table::Fact::Moved { lag, .. } => Some(lag),
            _ => None,
        };
        executed.events.iter().filter_map(lag).collect()
    };
    // Whoever steps and undoes for a minute, with a connection that claims to take a second each time, pays for it.
    let start = room.now;
    room.lag = Span::seconds(1);
    let mut given = Span::ZERO;
    let mut now = start;
    while now + 1000 <= start + 58_000 {
        now += 1000;
        let lag = lags(room.at(now).step("ada"));
        given = lag.iter().fold(given, |given, lag| given + *lag);
        room.person("ada", Action::UndoStep).answer.unwrap();
    }
    assert_eq!(given, Span(1000), "one turn has one lag");
    let clocks = room.table.clocks(Moment(room.now)).unwrap();
    assert_eq!(clocks.left[0], Span(60_000 - (now - start) + given.0));
    // What the turn was given does not come back before its end: nothing is left to wait for.
    assert_eq!(room.table.deadline(), Some(Moment(start + 61_000)));
    // The next turn has what came back, be it one step or many.
    room.finish_turn("ada");
    room.lag = Span::ZERO;
    room.finish_turn("bob");
    room.lag = Span::seconds(1);
    let next = room.now + 500;
    assert_eq!(lags(room.at(next).step("ada")), [Span(100)]);
    assert_eq!(lags(room.at(next + 500).step("ada")), [Span::ZERO]);
}

/// By days, whoever agrees to a takeback has as long for the next turn as if there had been none; whoever takes back a turn
/// that goes on has no more time for it.
#[test]
fn a_takeback_by_days_costs_nobody_time() {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    let left = |room: &Room| room.table.clocks(Moment(room.now)).unwrap().left;
    let mut room = fibonacci_under_way(ClockTerms::Correspondence { days: 3 });
    room.finish_turn("ada");
    let offer = Offer::Takeback;
    room.at(2 * DAY).person("ada", Action::Offer { offer }).answer.unwrap();
    room.person("bob", Action::Accept { offer }).answer.unwrap();
    assert_eq!(left(&room), [Span::days(3); 2]);
    room.at(3 * DAY).step("ada").answer.unwrap();
    room.person("ada", Action::Offer { offer }).answer.unwrap();
    assert_eq!(left(&room), [Span::days(2), Span::days(3)]);
}

/// What nobody could help is charged to nobody: with and without it, the clocks are the same.
#[test]
fn excused_time_is_never_charged() {
    let mut random = Random::new(7);
    for _ in 0..200 {
        let [mut plain, mut excused] = [Room::under_way(60), Room::under_way(60)];
        let mut shift = 0;
        let mut players = ["ada", "bob"].into_iter().cycle();
        let texts = ["e2", "e3", "e4", "e5", "e6", "e7"];
        for (number, text) in (1..).zip(texts) {
            let thought = random.below(9000) as u64;
            let outage = random.below(100_000) as u64;
            let name = players.next().unwrap();
            let now = plain.now + thought;
            plain.at(now).play(name, text).answer.unwrap();
            excused.excused = Span(outage);
            // Talk on the way does not use it up.
            let between = excused.now + (thought + outage) / 2;
            let remark = Action::Say { text: "hm".to_owned() };
            let before = excused.table.clocks(Moment(excused.now)).unwrap();
            excused.at(between).person(name, remark).answer.unwrap();
            // Nor does anybody see a clock fall by it.
            let index = before.running.unwrap().index();
            let shown = excused.table.clocks(Moment(between)).unwrap().left[index];
            assert_eq!(
                shown,
                before.left[index] - (Span((thought + outage) / 2) - Span(outage))
            );
            shift += outage;
            excused.at(now + shift).wait();
            excused.play(name, text).answer.unwrap();
            excused.excused = Span::ZERO;
            let left = |room: &Room| room.table.clocks(Moment(room.now)).unwrap().left;
            assert_eq!(left(&excused), left(&plain), "move {number}");
            assert_eq!(excused.table.timed_at(), Moment(excused.now));
        }
        // From the move on the clock runs as ever: what was excused is excused once.
        let due = |room: &Room| room.table.deadline().unwrap() - Moment(room.now);
        assert_eq!(due(&excused), due(&plain));
    }
}

/// Before a game no clock has been set: what is waited for then is waited for since somebody sat down, and no outage from
/// before that counts.
#[test]
fn a_table_that_waits_has_waited_since_somebody_sat_down() {
    let mut room = Room::open(Invitation::Anyone, 60);
    assert_eq!(room.table.timed_at(), Moment(0));
    room.at(5000).person("bob", SIT).answer.unwrap();
    assert_eq!(room.table.timed_at(), Moment(5000));
    let mut dice = Random::new(1);
    let mut world = World::at(Moment(9000), &mut dice);
    let terms = Terms {
        game: "fibonacci cards".parse().unwrap(),
        ..room.table.terms().clone()
    };
    let id = TableId::random(world.chance);
    let (mut table, _) = Table::open(id, terms, person("ada"), true, None, &mut world).unwrap();
    assert_eq!(table.timed_at(), Moment(9000));
    world.now = Moment(11_000);
    let sit = Command::of(Actor::Person(person("bob")), SIT);
    table.execute(&sit, &mut world).answer.unwrap();
    // Ada's number is still to come.
    assert_eq!((table.stage(), table.timed_at()), (Stage::Waiting, Moment(11_000)));
}

#[test]
fn nobody_loses_by_excused_time() {
    // The running clock.
    let mut room = Room::under_way(5);
    room.excused = Span::seconds(30);
    room.at(37_999).wait();
    assert_eq!(room.table.stage(), Stage::Playing);
    room.play("ada", "e2").answer.unwrap_err();
    let mut room = Room::under_way(5);
    room.excused = Span::seconds(30);
    room.at(38_000).wait();
    assert_eq!(room.table.stage(), Stage::Over);
    // The first turn's limit.
    let mut room = Room::open(Invitation::Anyone, 300);
    let seat = Player::Second;
    room.person("bob", Action::Sit { seat, number: None }).answer.unwrap();
    room.excused = Span::seconds(30);
    room.at(119_999).wait();
    assert_eq!(room.table.stage(), Stage::Playing);
    room.at(120_000).wait();
    assert_eq!(room.table.stage(), Stage::Over);
}
