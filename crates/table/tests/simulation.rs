//! Tables under random commands from several people, with delays, repetitions, lost connections, crashes and clocks that
//! run out. After everything that happens, what must always hold is checked by a referee who knows only the events.
//!
//! `HALTE_SIMULATED_COMMANDS` says how many commands to try; `HALTE_SIMULATION_SEED` repeats one run.

use std::collections::{HashMap, VecDeque};
use std::env;

use halte_game::record::Ending;
use halte_game::{Game, Outcome, Player, Playthrough, Random, Turn};
use halte_games::{AnyGame, AnyOptions};
use halte_table::{
    Action, Actor, Claim, ClockTerms, Command, Draw, Event, FIRST_TURN, Fact, Invitation, LONGEST_STANDSTILL, Moment,
    Mover, Number, Occupant, Offer, Person, PersonId, Source, Span, Stage, Stretches, Table, TableId, Terms, World,
    check_cards, seal,
};

/// How many commands are tried if nobody says otherwise.
const COMMANDS: usize = 1_000_000;

/// One of those who look at the table, and what they have seen of it.
struct Client {
    person: Person,
    /// What they were shown, in order. Their connection may be lost, and then they miss something.
    seen: Vec<Event>,
    /// The version they know of.
    version: u64,
    is_connected: bool,
    /// Commands on their way to the table, in the order they were sent.
    sent: VecDeque<Command>,
}

/// The house: one table, what is on disk of it, and those who look at it.
struct House {
    table: Table,
    log: Vec<Event>,
    clients: Vec<Client>,
    referee: Referee,
    now: Moment,
    /// When nobody could be heard, in the order in which that was noticed.
    silences: Vec<[Moment; 2]>,
    random: Random,
    dice: Random,
    commands: usize,
}

/// Who may say what: checked from the events alone.
struct Referee {
    terms: Terms,
    seats: [Option<Occupant>; 2],
    game: Playthrough<AnyGame>,
    stage: Stage,
    /// What the clocks showed when something last happened that is more than talk, offers and plans, and when that was.
    clocks: Option<[Span; 2]>,
    timed_at: Moment,
    /// When somebody last did more than excuse, and how much of the time since then is excused.
    acted_at: Moment,
    excused: Span,
    /// When nobody could be heard, and for how long each player has been away.
    silences: Vec<[Moment; 2]>,
    away: [Option<Span>; 2],
    at: Moment,
    table: TableId,
    /// The secrets, and whether the last one is known.
    secrets: Vec<String>,
    is_revealed: bool,
    /// What was added, as the seats were taken, and from whom it is still to come.
    numbers: [Option<Number>; 2],
    awaited: [bool; 2],
    /// How often a card was taken back.
    takebacks: usize,
    /// Who played each move on the board, and whether it ended a turn.
    made: Vec<(Mover, bool)>,
    /// How far each player has ever come: who plays a turn again is given no lag again.
    furthest: [usize; 2],
    causes: HashMap<(PersonId, String), u64>,
}

impl Referee {
    fn new(opened: &Event) -> Referee {
        let Fact::Opened { terms, table, .. } = &opened.fact else {
            panic!("{opened:?}")
        };
        Referee {
            terms: terms.clone(),
            seats: [None, None],
            game: Playthrough::new(terms.start().unwrap()),
            stage: Stage::Waiting,
            clocks: None,
            timed_at: opened.at,
            acted_at: opened.at,
            excused: Span::ZERO,
            silences: Vec::new(),
            away: [None; 2],
            at: opened.at,
            table: table.clone(),
            secrets: Vec::new(),
            is_revealed: false,
            numbers: [None, None],
            awaited: [false; 2],
            takebacks: 0,
            made: Vec::new(),
            furthest: [0; 2],
            causes: HashMap::new(),
        }
    }

    /// Looks at the next event.
    fn see(&mut self, event: &Event) {
        assert!(event.at >= self.at, "time went back: {event:?}");
        if let Some(cause) = &event.cause {
            let key = (cause.by.clone(), cause.id.clone());
            let last = self.causes.insert(key, event.version);
            let is_first = last.is_none_or(|version| version + 1 == event.version);
            assert!(is_first, "a command acted twice: {event:?}");
        }
        let may_move = self.game.turn();
        let running = self.running();
        // Whether a turn that goes on is taken back: its player has not handed it over.
        let goes_on = |player: Player| self.made.last() == Some(&(player.into(), false));
        let is_in_turn = matches!(may_move, Turn::Player(player) if goes_on(player));
        let mut ends_turn = None;
        match &event.fact {
            Fact::Opened { .. } => panic!("opened twice"),
            Fact::Sat {
                seat,
                occupant,
                number,
                number_follows,
            } => {
                assert_eq!(self.stage, Stage::Waiting);
                self.numbers[seat.index()] = number.clone();
                self.awaited[seat.index()] = *number_follows;
                let is_sealed = !self.secrets.is_empty();
                assert!(is_sealed || number.is_none() && !number_follows);
                assert!(number.is_none() || !number_follows);
                assert!(self.seats[seat.index()].replace(occupant.clone()).is_none());
                // Nobody waits for anything from before.
                self.acted_at = event.at;
            }
            Fact::Left { seat } => {
                assert!(self.seats[seat.index()].take().is_some());
                self.numbers[seat.index()] = None;
                self.awaited[seat.index()] = false;
            }
            Fact::Numbered { seat, number } => {
                assert_eq!(self.stage, Stage::Waiting, "cards may be known");
                assert!(self.awaited[seat.index()], "{event:?}");
                self.awaited[seat.index()] = false;
                self.numbers[seat.index()] = number.clone();
            }
            Fact::Started { swapped } => {
                assert_eq!(self.awaited, [false; 2]);
                assert_eq!(self.terms.by_lot && self.source().lot(), *swapped);
                if *swapped {
                    self.seats.swap(0, 1);
                }
                assert!(self.seats.iter().all(Option::is_some));
                self.stage = Stage::Playing;
            }
            Fact::Sealed { hash, secret, .. } => {
                let secret = secret.clone().expect("the disk knows the secret");
                assert_eq!(*hash, seal(&secret));
                // Nobody has added anything yet, or all that was decided is known.
                let is_first = self.secrets.is_empty() && self.seats == [None, None];
                assert!(is_first || self.is_revealed, "{event:?}");
                self.secrets.push(secret);
                self.is_revealed = false;
            }
            Fact::Moved { by, text, lag } => {
                self.look_at_lag(*by, *lag);
                assert_eq!(self.stage, Stage::Playing, "{event:?}");
                let mv = AnyGame::parse_move(&self.terms.game, text).unwrap();
                match by.player() {
                    None => {
                        assert_eq!(may_move, Turn::Chance);
                        let number = self.made.iter().filter(|(by, _)| *by == Mover::Chance).count();
                        let draw = Draw {
                            secret: self.secrets.len() - 1,
                            takebacks: self.takebacks,
                        };
                        assert!(!self.is_revealed, "cards are sealed before one is drawn");
                        assert_eq!(self.source().card(draw, number, self.game.position()), Some(mv));
                    }
                    Some(player) => {
                        assert_eq!(may_move, Turn::Player(player), "{event:?}");
                        ends_turn = Some(player);
                    }
                }
                self.game.play(mv).unwrap();
                if !self.game.turn().is_over() && !self.game.position().begins_turn() {
                    ends_turn = None;
                }
                self.made.push((*by, ends_turn.is_some()));
            }
            Fact::TakenBack { ply, .. } => {
                assert_eq!(self.stage, Stage::Playing);
                assert!(*ply < self.game.moves().len());
                self.takebacks += usize::from(self.made[*ply..].iter().any(|(by, _)| *by == Mover::Chance));
                while self.game.moves().len() > *ply {
                    self.game.undo();
                    self.made.pop();
                }
            }
            Fact::Paused => {
                assert_eq!(self.stage, Stage::Playing);
                self.stage = Stage::Paused;
            }
            Fact::Resumed { .. } => {
                assert_eq!(self.stage, Stage::Paused);
                self.stage = Stage::Playing;
            }
            Fact::Ended { ending, decision } => {
                assert_ne!(self.stage, Stage::Over);
                assert!(decision.is_none() || ending.result().is_none(), "{event:?}");
                let outcome = self.game.turn().outcome();
                let agrees = outcome.is_none() || ending.result() == outcome;
                assert!(agrees, "{ending:?} {outcome:?}");
                // Nobody gets out of a rated game without a result when something was drawn or both have played.
                let has_begun = self.has_begun();
                let is_drawn = self.stage != Stage::Waiting && !self.secrets.is_empty();
                // But for an administrator's decision, or a season in which nobody began.
                let is_left = decision.is_some() || !has_begun && event.at - self.at >= LONGEST_STANDSTILL;
                let is_bound = self.terms.rated && (is_drawn || has_begun);
                assert!(!is_bound || ending.result().is_some() || is_left, "{event:?}");
                self.look_at_winner(event, *ending);
                self.stage = Stage::Over;
            }
            Fact::Reversed { .. } => {
                assert_eq!(self.stage, Stage::Over);
                self.stage = Stage::Playing;
            }
            Fact::Revealed { secret } => {
                assert_eq!(self.stage, Stage::Over);
                assert_eq!(self.secrets.last(), Some(secret));
                assert!(!self.is_revealed);
                self.is_revealed = true;
            }
            Fact::Offered { .. }
            | Fact::Declined { .. }
            | Fact::Withdrawn { .. }
            | Fact::Planned { .. }
            | Fact::Rematched { .. }
            | Fact::Said { .. }
            | Fact::ChatSwitched { .. }
            | Fact::Excused { .. } => {}
        }
        if let Some(cause) = &event.cause {
            let sits = |player: Player| {
                self.seats[player.index()]
                    .as_ref()
                    .is_some_and(|seat| seat.is(&cause.by))
            };
            let is_theirs = match &event.fact {
                // A planned reply is caused by the other's move; anything else only by whoever sits there.
                Fact::Moved { by, .. } => *by == Mover::Chance || Player::ALL.into_iter().any(sits),
                Fact::Declined { by, .. } => sits(!*by),
                Fact::Withdrawn { by, .. } => sits(*by),
                _ => true,
            };
            assert!(is_theirs, "{event:?}");
        }
        let is_renewed = matches!(event.fact, Fact::TakenBack { .. }) && !is_in_turn;
        self.look_at_clocks(event, running, ends_turn, is_renewed);
        self.at = event.at;
    }

    /// Whoever has won has won by what the other did, or did not.
    fn look_at_winner(&self, event: &Event, ending: Ending) {
        let sits = |player: Player| {
            let seat = self.seats[player.index()].as_ref();
            seat.zip(event.cause.as_ref())
                .is_some_and(|(seat, cause)| seat.is(&cause.by))
        };
        match ending {
            Ending::Time { winner } => {
                let loser = !winner;
                assert_eq!(self.stage, Stage::Playing, "{event:?}");
                assert_eq!(self.game.turn(), Turn::Player(loser), "{event:?}");
                let waited = event.at - (self.timed_at + self.excusable(event.at));
                let has_begun = self.has_begun();
                let is_late = match self.terms.clock {
                    _ if self.running() == Some(loser) => event.clocks.unwrap()[loser.index()] == Span::ZERO,
                    ClockTerms::Live { .. } => !has_begun && waited >= FIRST_TURN,
                    ClockTerms::None if has_begun => self.terms.rated && event.at - self.at >= LONGEST_STANDSTILL,
                    ClockTerms::None => self.terms.rated && waited >= Span::days(1),
                    ClockTerms::Correspondence { .. } => false,
                };
                assert!(is_late, "{event:?}");
            }
            Ending::Resignation { winner } => {
                // Whoever has both seats plays for the one to move.
                let is_alone = sits(winner) && self.game.position().player() != !winner;
                assert!(sits(!winner) && !is_alone, "{event:?}");
            }
            Ending::Abandoned(Some(outcome)) => {
                let is_by_days = matches!(self.terms.clock, ClockTerms::Correspondence { .. });
                assert!(self.stage == Stage::Playing && !is_by_days, "{event:?}");
                let claims = |player: Player| sits(player) && self.away[(!player).index()].is_some();
                let is_claimed = match outcome {
                    Outcome::Win(winner) => claims(winner),
                    Outcome::Draw => Player::ALL.into_iter().any(claims),
                };
                assert!(is_claimed, "{event:?}");
            }
            Ending::Rules(_) | Ending::Repetition => assert!(self.game.turn().is_over(), "{event:?}"),
            Ending::Agreement | Ending::Abandoned(None) => {}
            Ending::Adjudication(_) => panic!("{event:?}"),
        }
    }

    /// Whether both have played a turn.
    fn has_begun(&self) -> bool {
        Player::ALL
            .into_iter()
            .all(|player| self.made.contains(&(player.into(), true)))
    }

    /// Lag is given once a turn, and not again when something is taken back.
    fn look_at_lag(&mut self, by: Mover, lag: Span) {
        let Some(player) = by.player() else {
            assert_eq!(lag, Span::ZERO, "chance has no network");
            return;
        };
        let ply = self.made.len();
        let is_first = self.made.last() != Some(&(by, false));
        let furthest = &mut self.furthest[player.index()];
        assert!(lag == Span::ZERO || is_first && ply >= *furthest, "lag was given twice");
        *furthest = (ply + 1).max(*furthest);
    }

    fn source(&self) -> Source<'_> {
        Source {
            procedure: 2,
            secret: self.secrets.last().expect("a seal"),
            table: self.table.as_str(),
            numbers: self
                .numbers
                .each_ref()
                .map(|number| number.as_ref().map_or("", Number::as_str)),
        }
    }

    /// Whose clock runs: a person's who is to move, and in a live game only when both have played a turn.
    fn running(&self) -> Option<Player> {
        let Turn::Player(player) = self.game.turn() else {
            return None;
        };
        let has_begun = match self.terms.clock {
            ClockTerms::None => false,
            ClockTerms::Live { .. } => self.has_begun(),
            ClockTerms::Correspondence { .. } => true,
        };
        let is_person = self.seats[player.index()].as_ref()?.person().is_some();
        (self.stage == Stage::Playing && has_begun && is_person).then_some(player)
    }

    /// The clock of whoever is to move falls by the time that passed, but for the network's share and what is excused, and
    /// grows by its increment when a turn ends; the other stands still. By days, a turn that was taken back is a whole one again
    /// for both.
    fn look_at_clocks(&mut self, event: &Event, running: Option<Player>, ends_turn: Option<Player>, is_renewed: bool) {
        let Some(clocks) = event.clocks else {
            assert!(self.clocks.is_none());
            if is_timed(&event.fact) {
                self.note_timed(event);
            }
            return;
        };
        let excusable = self.excusable(event.at);
        if let Fact::Excused { span, .. } = event.fact {
            assert_eq!(span, excusable, "{event:?}");
        }
        let passed = event.at - self.timed_at;
        let lag = match event.fact {
            Fact::Moved { lag, .. } => lag,
            _ => Span::ZERO,
        };
        if let Some(before) = self.clocks
            && !matches!(event.fact, Fact::Reversed { .. })
        {
            for player in Player::ALL {
                let (before, after) = (before[player.index()], clocks[player.index()]);
                if let ClockTerms::Correspondence { days } = self.terms.clock
                    && is_renewed
                {
                    assert_eq!(after, Span::days(days.into()), "{event:?}");
                    continue;
                }
                if running != Some(player) {
                    assert_eq!(after, before, "a clock that stands changed: {event:?}");
                    continue;
                }
                let left = (before + excusable + lag) - passed;
                let expected = match (self.terms.clock, ends_turn == running) {
                    (ClockTerms::Live { increment, .. }, true) => left + increment,
                    (ClockTerms::Correspondence { days }, true) => Span::days(days.into()),
                    _ => left,
                };
                assert_eq!(after, expected, "{before:?} {passed:?} {excusable:?} {event:?}");
            }
        }
        if is_timed(&event.fact) {
            self.clocks = Some(clocks);
            self.note_timed(event);
        }
    }

    fn note_timed(&mut self, event: &Event) {
        self.timed_at = event.at;
        if let Fact::Excused { span, .. } = event.fact {
            self.excused = self.excused + span;
        } else {
            self.acted_at = event.at;
            self.excused = Span::ZERO;
        }
    }

    /// How much of the time up to a moment nobody could be heard, and is not excused yet.
    fn excusable(&self, now: Moment) -> Span {
        let mut silences = self.silences.clone();
        silences.sort();
        let (mut until, mut silent) = (self.acted_at, Span::ZERO);
        for [from, to] in silences {
            silent = silent + (to.min(now) - from.max(until));
            until = until.max(to);
        }
        silent - self.excused
    }
}

/// Whether it is more than talk, offers and plans.
fn is_timed(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Started { .. }
            | Fact::Moved { .. }
            | Fact::Excused { .. }
            | Fact::TakenBack { .. }
            | Fact::Paused
            | Fact::Resumed { .. }
            | Fact::Ended { .. }
            | Fact::Reversed { .. }
    )
}

fn person(number: usize) -> Person {
    Person::account(&format!("Person-{number}"))
}

fn random_terms(random: &mut Random) -> Terms {
    let games = AnyOptions::all();
    let seats = [
        [Invitation::Opener, Invitation::Anyone],
        [Invitation::Anyone, Invitation::Opener],
        [Invitation::Anyone, Invitation::Anyone],
        [Invitation::Opener, Invitation::Opener],
        [Invitation::Opener, Invitation::Engine { level: 1 }],
        [Invitation::Engine { level: 10 }, Invitation::Anyone],
    ];
    let clocks = [
        ClockTerms::None,
        ClockTerms::Live {
            initial: Span::seconds(30),
            increment: Span::seconds(2),
        },
        ClockTerms::Live {
            initial: Span::seconds(300),
            increment: Span::ZERO,
        },
        ClockTerms::Correspondence { days: 1 },
    ];
    let mut terms = Terms {
        game: games[random.below(games.len())].clone(),
        start: None,
        seats: seats[random.below(seats.len())],
        by_lot: random.below(2) == 0,
        clock: clocks[random.below(clocks.len())],
        listed: true,
        rated: random.below(3) == 0,
        brought: false,
    };
    // Some terms cannot be rated.
    terms.rated &= terms.start().is_ok();
    terms
}

impl House {
    fn open(seed: u64) -> House {
        let mut random = Random::new(seed);
        let mut dice = Random::new(seed ^ 0x5eed);
        let terms = random_terms(&mut random);
        let now = Moment(1_000_000);
        let mut world = World::at(now, &mut dice);
        let id = TableId::random(world.chance);
        let number_follows = random.below(2) == 0;
        let (table, events) = Table::open(id, terms, person(0), number_follows, Some("open"), &mut world).unwrap();
        let clients = (0..4).map(|number| Client {
            person: person(number),
            seen: Vec::new(),
            version: 0,
            is_connected: true,
            sent: VecDeque::new(),
        });
        let mut house = House {
            referee: Referee::new(&events[0]),
            table,
            log: Vec::new(),
            clients: clients.collect(),
            now,
            silences: Vec::new(),
            random,
            dice,
            commands: 0,
        };
        house.publish(events, &[]);
        house
    }

    /// Writes events to disk, then tells everybody who is connected. Lines of plans that are over leave the disk.
    fn publish(&mut self, events: Vec<Event>, superseded: &[u64]) {
        self.referee.silences.clone_from(&self.silences);
        for event in events {
            assert_eq!(event.version, self.log.len() as u64, "versions are without gaps");
            if event.version > 0 {
                self.referee.see(&event);
            }
            self.log.push(event);
        }
        let acted_at = self.referee.acted_at;
        self.silences.retain(|[_, to]| *to > acted_at);
        for version in superseded {
            match &mut self.log[*version as usize].fact {
                Fact::Planned { lines, .. } => assert!(!std::mem::take(lines).is_empty(), "emptied twice"),
                other => panic!("no plan: {other:?}"),
            }
        }
        for client in self.clients.iter_mut().filter(|client| client.is_connected) {
            catch_up(client, &self.table, &self.log);
        }
    }

    fn random_action(&mut self, client: usize) -> Action {
        let offers = Offer::ALL;
        let offer = offers[self.random.below(offers.len())];
        let ply = self.table.game().moves().len();
        let moves = self.table.game().legal_moves();
        let legal = |random: &mut Random| moves[random.below(moves.len())].to_string();
        let seat = Player::ALL[self.random.below(2)];
        // Mostly moves, so that games go on.
        match self.random.below(60) {
            0 => Action::Sit {
                seat,
                number: (self.random.below(2) == 0).then(|| self.number()),
            },
            1 => Action::Leave,
            2 => Action::UndoStep,
            3 if self.random.below(20) == 0 => Action::Resign,
            4 => Action::Abort,
            5..=7 => Action::Offer { offer },
            8..=9 => Action::Accept { offer },
            10 => Action::Decline { offer },
            11..=13 => Action::Resume,
            14 => Action::Claim {
                claim: [Claim::Win, Claim::Draw][self.random.below(2)],
            },
            15..=17 => Action::Plan {
                lines: self.random_plan(),
            },
            18 => Action::Say {
                text: format!("Hello from {client}"),
            },
            19 => Action::SwitchChat {
                on: self.random.below(3) > 0,
            },
            20 => Action::Wait,
            21 => Action::Reverse {
                reason: "I am no administrator".to_owned(),
            },
            24 => Action::End {
                reason: "I am no administrator".to_owned(),
            },
            22 => Action::Play {
                text: ["", "nonsense", "e9-z", "#7", "\u{1f3b2}"][self.random.below(5)].to_owned(),
                ply,
            },
            23 if !moves.is_empty() => Action::Play {
                text: legal(&mut self.random),
                ply: ply + 1,
            },
            25 => Action::AddNumber { number: self.number() },
            _ if moves.is_empty() => Action::Sit { seat, number: None },
            _ => Action::Play {
                text: legal(&mut self.random),
                ply,
            },
        }
    }

    fn number(&mut self) -> Number {
        seal(&self.random.bits().to_string()).parse().unwrap()
    }

    /// A few moves from here, most of them legal; now and then too many.
    fn random_plan(&mut self) -> Vec<Vec<String>> {
        let mut lines = Vec::new();
        if self.random.below(20) == 0 {
            let [lines, moves] = [[51, 0], [3, 67], [1, 201]][self.random.below(3)];
            return vec![vec!["e0".to_owned(); moves]; lines];
        }
        for _ in 0..self.random.below(3) {
            let mut game = self.table.game().clone();
            let mut line = Vec::new();
            for _ in 0..self.random.below(6) {
                let Some(mv) = game.position().random_move(&mut self.random) else {
                    break;
                };
                if game.turn() == Turn::Chance || game.play(mv).is_err() {
                    break;
                }
                line.push(mv.to_string());
            }
            lines.push(line);
        }
        lines
    }

    fn execute(&mut self, command: &Command) {
        self.commands += 1;
        let before = self.table.version();
        let away = |player: Player| {
            let occupant = self.table.occupant(player)?.person()?;
            let client = self.clients.iter().find(|client| client.person.id() == occupant.id())?;
            (!client.is_connected).then_some(Span::seconds(100))
        };
        self.referee.away = Player::ALL.map(away);
        let mut world = World {
            away: self.referee.away,
            now: self.now,
            lag: Span(self.random.below(3000) as u64),
            excused: Stretches::from(self.silences.clone()),
            chance: &mut self.dice,
        };
        let executed = self.table.execute(command, &mut world);
        assert_eq!(self.table.version(), before + executed.events.len() as u64);
        if let Some((table, events)) = executed.rematch {
            let restored = Table::restore(&events).unwrap();
            assert_eq!(restored.snapshot(None, self.now), table.snapshot(None, self.now));
            assert_eq!(table.occupant(Player::First), self.table.occupant(Player::Second));
            assert_eq!(table.occupant(Player::Second), self.table.occupant(Player::First));
        }
        if executed.answer.is_err() {
            let did = executed.events.iter().find(|event| event.cause.is_some());
            assert_eq!(did, None, "a refused command did something: {command:?}");
        }
        if let Action::Plan { lines } = &command.action {
            let is_long = lines.len() > 50 || lines.iter().map(Vec::len).sum::<usize>() > 200;
            assert!(!is_long || executed.answer.is_err(), "a plan is too long");
        }
        if let Some(Fact::TakenBack { .. } | Fact::Resumed { .. } | Fact::Reversed { .. }) =
            executed.events.last().map(|event| &event.fact)
        {
            let has_time = self.table.deadline().is_none_or(|deadline| deadline >= self.now);
            assert!(has_time, "no time is left to go on");
        }
        self.publish(executed.events, &executed.superseded);
    }

    /// One thing happens.
    fn step(&mut self) {
        let client = self.random.below(self.clients.len());
        match self.random.below(100) {
            // Somebody sends something, perhaps twice.
            0..=54 => {
                let action = self.random_action(client);
                let command = Command {
                    id: Some(format!("{}", self.random.bits())),
                    from: Actor::Person(self.clients[client].person.clone()),
                    action,
                };
                let sent = &mut self.clients[client].sent;
                sent.push_back(command.clone());
                if self.random.below(10) == 0 {
                    sent.push_back(command);
                }
            }
            // It arrives.
            55..=84 => {
                if let Some(command) = self.clients[client].sent.pop_front() {
                    self.execute(&command);
                    if self.random.below(20) == 0 {
                        self.clients[client].sent.push_back(command);
                    }
                }
            }
            // An engine moves; or one tries to that does not sit there.
            85..=89 => {
                let player = Player::ALL[self.random.below(2)];
                let Some(mv) = self.table.game().position().random_move(&mut self.random) else {
                    return;
                };
                let play = Action::Play {
                    text: mv.to_string(),
                    ply: self.table.game().moves().len(),
                };
                let is_engine = self.table.occupant(player).is_some_and(Occupant::is_engine);
                let version = self.table.version();
                let command = Command::of(Actor::Engine(player), play);
                let stage = self.table.stage();
                self.execute(&command);
                assert!(is_engine || stage != self.table.stage() || self.table.version() == version);
            }
            90..=92 => self.clients[client].is_connected = false,
            93..=95 => {
                let client = &mut self.clients[client];
                client.is_connected = true;
                catch_up(client, &self.table, &self.log);
            }
            96 => {
                // The clock is set back now and then.
                let span = [10, 1_000, 20_000, 100_000][self.random.below(4)];
                let span = Span(self.random.below(span) as u64);
                match self.random.below(10) {
                    0 => self.now = Moment(self.now.0 - 500),
                    // Nobody could be heard; or more is excused than was.
                    1..=2 => {
                        self.silences.push([self.now, self.now + span]);
                        self.now = self.now + span;
                    }
                    3 if self.random.below(4) == 0 => self.silences.push([self.now, self.now + span]),
                    // It is noticed late.
                    4 => {
                        let from = Moment(self.now.0 - span.0);
                        let length = Span(self.random.below(2_000) as u64);
                        self.silences.push([from, from + length]);
                    }
                    _ => self.now = self.now + span,
                }
            }
            97 => {
                if let Some(deadline) = self.table.deadline() {
                    if self.random.below(4) == 0 {
                        self.referee.silences.clone_from(&self.silences);
                        let later = |moment: Moment| deadline + self.referee.excusable(moment);
                        let mut moment = deadline;
                        while moment != later(moment) {
                            moment = later(moment);
                        }
                        self.wait_until(moment);
                        let is_later = self.table.deadline().is_none_or(|later| later > deadline);
                        assert!(is_later, "the deadline passed");
                    }
                } else if let Some(expires) = self.table.expires()
                    // Pauses are few and short.
                    && self.random.below(if self.table.stage() == Stage::Paused { 4 } else { 100 }) == 0
                {
                    let stage = self.table.stage();
                    let is_bound = self.referee.terms.rated && self.referee.has_begun();
                    self.wait_until(expires);
                    let expected = match stage {
                        Stage::Paused if is_bound => Stage::Playing,
                        _ => Stage::Over,
                    };
                    let result = self.table.result();
                    let is_lost = is_bound && expected == Stage::Over;
                    assert_eq!((self.table.stage(), result.is_some()), (expected, is_lost));
                }
            }
            98 if self.random.below(4) == 0 => {
                let reason = "the clock was wrong".to_owned();
                let root = Actor::Administrator("root".to_owned());
                let is_over = self.table.stage() == Stage::Over;
                match is_over || self.random.below(40) > 0 {
                    true => self.execute(&Command::of(root, Action::Reverse { reason })),
                    false => {
                        self.execute(&Command::of(root, Action::End { reason }));
                        assert_eq!((self.table.stage(), self.table.result()), (Stage::Over, None));
                    }
                }
            }
            98 => {}
            // The process dies, and the table is made anew from what is on disk; what was under way is lost.
            _ => {
                let restored = Table::restore(&self.log).unwrap();
                self.compare(&restored);
                self.table = restored;
                for client in &mut self.clients {
                    client.is_connected = self.random.below(2) == 0;
                    if self.random.below(2) == 0 {
                        client.sent.clear();
                    }
                }
            }
        }
    }

    /// The house lets time pass until a moment at which something ends, and not a moment earlier.
    fn wait_until(&mut self, moment: Moment) {
        let wait = Command::of(Actor::House, Action::Wait);
        let before = Moment(moment.0 - 1);
        if self.now <= before {
            self.now = before;
            let stage = self.table.stage();
            self.execute(&wait);
            assert_eq!(self.table.stage(), stage, "it ended too early");
        }
        self.now = self.now.max(moment);
        self.execute(&wait);
    }

    /// The same table, whoever looks at it.
    fn compare(&self, restored: &Table) {
        for client in &self.clients {
            let id = Some(client.person.id());
            assert_eq!(restored.snapshot(id, self.now), self.table.snapshot(id, self.now));
        }
        assert_eq!(restored.deadline(), self.table.deadline());
        assert_eq!(restored.expires(), self.table.expires());
        assert_eq!(restored.engine_to_move(), self.table.engine_to_move());
        assert_eq!(restored.version(), self.table.version());
    }

    /// At the end everybody has seen the same in the same order, and nobody a secret.
    fn close(mut self) {
        for client in &mut self.clients {
            client.is_connected = true;
            catch_up(client, &self.table, &self.log);
        }
        let public = |events: &[Event]| -> Vec<(u64, Fact)> {
            let events = events
                .iter()
                .filter(|event| !matches!(event.fact, Fact::Planned { .. }));
            events.map(|event| (event.version, event.fact.clone())).collect()
        };
        let (first, rest) = self.clients.split_first().unwrap();
        for other in rest {
            assert_eq!(public(&first.seen), public(&other.seen));
        }
        for client in &self.clients {
            let seats = self.table.seats_of(client.person.id());
            for event in &client.seen {
                if let Fact::Planned { by, .. } = &event.fact {
                    assert!(seats.contains(by), "another's plan was seen");
                }
                assert!(event.cause.as_ref().is_none_or(|cause| cause.by == *client.person.id()));
            }
        }
        let restored = Table::restore(&self.log).unwrap();
        self.compare(&restored);
        for player in Player::ALL {
            let is_kept = |event: &&Event| match &event.fact {
                Fact::Planned { by, lines } => *by == player && !lines.is_empty(),
                _ => false,
            };
            assert!(self.log.iter().filter(is_kept).count() <= 1, "plans pile up");
        }
        // Whoever has the record can check what was drawn.
        if self.table.stage() == Stage::Over && !self.referee.secrets.is_empty() {
            let checked = check_cards(&self.table.record("here").unwrap()).unwrap();
            assert!(checked.holds, "{checked:?}");
        }
        // What is kept is text.
        let text = serde_json::to_string(&self.log).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Event>>(&text).unwrap(), self.log);
    }
}

/// Shows a client what they have not seen yet.
fn catch_up(client: &mut Client, table: &Table, log: &[Event]) {
    let players = table.seats_of(client.person.id());
    for event in log.iter().skip(client.version as usize) {
        let Some(seen) = event.seen_by(Some(client.person.id()), &players) else {
            continue;
        };
        if let Fact::Sealed { secret, .. } = &seen.fact {
            assert_eq!(*secret, None, "a secret was shown");
        }
        client.seen.push(seen);
    }
    client.version = log.len() as u64;
}

#[test]
fn nothing_that_people_do_breaks_a_table() {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse().ok());
    let commands = number("HALTE_SIMULATED_COMMANDS").unwrap_or(COMMANDS);
    let first_seed = number("HALTE_SIMULATION_SEED").unwrap_or(1);
    let (mut done, mut endings, mut moves, mut decisions) = (0, HashMap::new(), 0, 0);
    for seed in first_seed.. {
        if done >= commands {
            break;
        }
        let mut house = House::open(seed as u64);
        let length = 200 + house.random.below(3000);
        println!("seed {seed}: {}", house.table.terms().game);
        for _ in 0..length {
            house.step();
        }
        done += house.commands;
        moves += house.table.game().moves().len();
        let ending = house.table.ending().map_or("none", Ending::name);
        *endings.entry(ending).or_insert(0) += 1;
        decisions += usize::from(house.table.decision().is_some());
        house.close();
    }
    println!("{done} commands, {moves} moves on the boards at last, endings: {endings:?}, {decisions} by decision");
    // A simulation in which nothing happens would show nothing.
    if commands >= COMMANDS {
        for ending in ["none", "rules", "agreement", "resignation", "time", "abandoned"] {
            assert!(endings.contains_key(ending), "no game ended by {ending}: {endings:?}");
        }
        assert!(decisions > 0, "no administrator ended a game");
    }
}
