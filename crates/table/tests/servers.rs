//! Several servers over one log, each with a copy of the table, and a bus between them that delays, loses, doubles and
//! reorders what they tell each other; servers die at any moment, also between deciding and writing. Whatever happens,
//! the log has each command once, everybody is told all of it in order, and all copies become the same.
//!
//! `HALTE_SIMULATED_COMMANDS` says how many commands to try; `HALTE_SIMULATION_SEED` repeats one run.

use std::collections::HashMap;
use std::env;

use halte_game::{Player, Random, Turn};
use halte_games::AnyOptions;
use halte_table::{
    Action, Actor, ClockTerms, Command, Event, Invitation, Learned, Moment, Offer, Person, PersonId, Refusal, Span,
    Table, TableId, Terms, World,
};

/// How many commands are tried if nobody says otherwise.
const COMMANDS: usize = 200_000;

/// A server: its copy of the table, and what it has told those who look at the table there.
struct Server {
    copy: Table,
    /// The version of the first event that it told after its start, and those that it told.
    begun: u64,
    told: Vec<Event>,
    /// What it has decided and not yet written: nothing else happens at the table here meanwhile.
    decided: Option<Decided>,
    /// How far its clock is from the others', in milliseconds.
    ahead: u64,
}

struct Decided {
    command: Command,
    known: u64,
    events: Vec<Event>,
    answer: Result<u64, Refusal>,
}

/// What one server has told another, and is under way.
struct Message {
    to: usize,
    events: Vec<Event>,
}

struct Site {
    log: Vec<Event>,
    servers: Vec<Server>,
    bus: Vec<Message>,
    now: Moment,
    random: Random,
    dice: Random,
    /// What was answered to each command.
    answers: HashMap<(PersonId, String), Result<u64, Refusal>>,
    /// Commands whose answer was lost, and that are sent again.
    again: Vec<Command>,
    commands: usize,
    conflicts: usize,
    missed: usize,
}

fn person(number: usize) -> Person {
    Person::account(&format!("Person-{number}"))
}

impl Site {
    fn open(seed: u64) -> Site {
        let mut random = Random::new(seed);
        let mut dice = Random::new(seed ^ 0x5eed);
        let games = AnyOptions::all();
        let clocks = [
            ClockTerms::None,
            ClockTerms::Live {
                initial: Span::seconds(300),
                increment: Span::seconds(2),
            },
            ClockTerms::Correspondence { days: 1 },
        ];
        let terms = Terms {
            game: games[random.below(games.len())].clone(),
            start: None,
            seats: [Invitation::Opener, Invitation::Anyone],
            by_lot: random.below(2) == 0,
            clock: clocks[random.below(clocks.len())],
            listed: true,
            rated: false,
            brought: false,
        };
        let now = Moment(1_000_000);
        let mut world = World::at(now, &mut dice);
        let id = TableId::random(world.chance);
        let (_, log) = Table::open(id, terms, person(0), None, &mut world).expect("a table");
        let servers = (0..3).map(|_| Server::start(&log, random.below(30) as u64));
        Site {
            servers: servers.collect(),
            log,
            bus: Vec::new(),
            now,
            random,
            dice,
            answers: HashMap::new(),
            again: Vec::new(),
            commands: 0,
            conflicts: 0,
            missed: 0,
        }
    }

    /// One thing happens.
    fn step(&mut self) {
        let server = self.random.below(self.servers.len());
        match self.random.below(100) {
            0..=34 if self.servers[server].decided.is_none() => self.decide(server, None),
            0..=64 => self.write(server),
            65..=84 => self.deliver(),
            85..=88 => {
                // The bus loses something, or says it twice.
                if !self.bus.is_empty() {
                    let at = self.random.below(self.bus.len());
                    let message = self.bus.swap_remove(at);
                    if self.random.below(2) == 0 {
                        let Message { to, events } = &message;
                        self.bus.push(Message {
                            to: *to,
                            events: events.clone(),
                        });
                        self.bus.push(message);
                    }
                }
            }
            89..=92 => {
                // A server compares its copy with the log.
                if self.servers[server].decided.is_none() {
                    self.servers[server].read_missed(&self.log);
                }
            }
            93..=95 => self.now = self.now + Span(self.random.below(2_000) as u64),
            96..=97 => {
                if let Some(command) = self.again.pop()
                    && self.servers[server].decided.is_none()
                {
                    self.decide(server, Some(command));
                }
            }
            _ => self.kill(server),
        }
    }

    fn random_command(&mut self, server: usize) -> Command {
        let table = &self.servers[server].copy;
        let moves = table.game().legal_moves();
        let ply = table.game().moves().len();
        let to_move = match table.game().turn() {
            Turn::Player(player) => table.occupant(player).and_then(|occupant| occupant.person()).cloned(),
            _ => None,
        };
        let anybody = person(self.random.below(3));
        let offer = Offer::ALL[self.random.below(4)];
        let (from, action) = match self.random.below(20) {
            0..=1 => (
                anybody,
                Action::Sit {
                    seat: Player::ALL[self.random.below(2)],
                },
            ),
            2 => (anybody, Action::Offer { offer }),
            3 => (anybody, Action::Accept { offer }),
            4 => (anybody, Action::Resume),
            5 => (anybody, Action::UndoStep),
            6..=7 => (
                anybody,
                Action::Say {
                    text: "hello".to_owned(),
                },
            ),
            8 if self.random.below(30) == 0 => (anybody, Action::Resign),
            9 => {
                return Command::of(Actor::House, Action::Wait);
            }
            _ if moves.is_empty() => (
                anybody,
                Action::Say {
                    text: "well played".to_owned(),
                },
            ),
            _ => {
                let text = moves[self.random.below(moves.len())].to_string();
                (to_move.unwrap_or(anybody), Action::Play { text, ply })
            }
        };
        Command {
            id: Some(self.random.bits().to_string()),
            from: Actor::Person(from),
            action,
        }
    }

    /// A server executes a command on its copy.
    fn decide(&mut self, at: usize, command: Option<Command>) {
        let command = command.unwrap_or_else(|| self.random_command(at));
        self.commands += 1;
        self.execute(at, command);
    }

    fn execute(&mut self, at: usize, command: Command) {
        let server = &mut self.servers[at];
        let known = server.copy.version();
        let mut world = World::at(self.now + Span(server.ahead), &mut self.dice);
        let executed = server.copy.execute(&command, &mut world);
        if executed.events.is_empty() && executed.answer.is_err() && server.read_missed(&self.log) {
            // What is refused may have been allowed by what another server did.
            return self.execute(at, command);
        }
        server.decided = Some(Decided {
            command,
            known,
            events: executed.events,
            answer: executed.answer,
        });
    }

    /// A server writes what it has decided, unless another one was faster.
    fn write(&mut self, at: usize) {
        let Some(decided) = self.servers[at].decided.take() else {
            return;
        };
        if decided.events.is_empty() {
            return self.answer(&decided);
        }
        if decided.known != self.log.len() as u64 {
            self.conflicts += 1;
            self.servers[at].read_anew(&self.log, decided.known);
            return self.execute(at, decided.command);
        }
        self.log.extend(decided.events.iter().cloned());
        self.servers[at].told.extend(decided.events.iter().cloned());
        for to in (0..self.servers.len()).filter(|to| *to != at) {
            let events = decided.events.clone();
            self.bus.push(Message { to, events });
        }
        self.answer(&decided);
    }

    fn answer(&mut self, decided: &Decided) {
        let (Actor::Person(from), Some(id)) = (&decided.command.from, &decided.command.id) else {
            return;
        };
        let key = (from.id().clone(), id.clone());
        if let Ok(version) = decided.answer {
            let event = &self.log[version as usize];
            let cause = event.cause.as_ref();
            let is_theirs = cause.is_some_and(|cause| (&cause.by, &cause.id) == (&key.0, &key.1));
            // Nothing may have had to be done.
            let is_nothing = matches!(decided.command.action, Action::Wait);
            assert!(is_theirs || is_nothing, "{version} is not what {key:?} did: {event:?}");
        }
        if let Some(Ok(before)) = self.answers.get(&key) {
            assert_eq!(decided.answer, Ok(*before), "the same command, another answer");
        }
        self.answers.insert(key, decided.answer.clone());
        // The answer may be lost.
        if self.random.below(10) == 0 {
            self.again.push(decided.command.clone());
        }
    }

    /// Something on the bus arrives, in any order.
    fn deliver(&mut self) {
        if self.bus.is_empty() {
            return;
        }
        let at = self.random.below(self.bus.len());
        let Message { to, events } = self.bus.swap_remove(at);
        let server = &mut self.servers[to];
        if server.decided.is_some() {
            // It waits until the server has time.
            return self.bus.push(Message { to, events });
        }
        match server.copy.learn(&events).expect("what is in the log is possible") {
            Learned::Nothing => {}
            Learned::From(version) => {
                let new = events.into_iter().filter(|event| event.version >= version);
                server.told.extend(new);
            }
            Learned::Missed => {
                self.missed += 1;
                assert!(server.read_missed(&self.log));
            }
        }
    }

    /// A server dies; what it had decided may be in the log all the same, and nobody was told.
    fn kill(&mut self, at: usize) {
        if let Some(decided) = self.servers[at].decided.take() {
            if self.random.below(2) == 0 && decided.known == self.log.len() as u64 {
                self.log.extend(decided.events);
            }
            // Who asked before and was refused does not know now.
            if let (Actor::Person(from), Some(id)) = (&decided.command.from, &decided.command.id) {
                self.answers.remove(&(from.id().clone(), id.clone()));
            }
            self.again.push(decided.command);
        }
        self.bus.retain(|message| message.to != at);
        self.servers[at].check(&self.log);
        self.servers[at] = Server::start(&self.log, self.servers[at].ahead);
    }

    /// In the end everybody knows the same.
    fn close(mut self) {
        for at in 0..self.servers.len() {
            while self.servers[at].decided.is_some() {
                self.write(at);
            }
        }
        let whole = Table::restore(&self.log).expect("the log is possible");
        for server in &mut self.servers {
            server.read_missed(&self.log);
            server.check(&self.log);
            assert_eq!(server.begun + server.told.len() as u64, self.log.len() as u64);
            for id in (0..3).map(|number| person(number).id().clone()) {
                assert_eq!(
                    server.copy.snapshot(Some(&id), self.now),
                    whole.snapshot(Some(&id), self.now)
                );
            }
            assert_eq!(server.copy.deadline(), whole.deadline());
        }
        let mut causes: HashMap<(PersonId, String), u64> = HashMap::new();
        for (version, event) in (0..).zip(&self.log) {
            assert_eq!(event.version, version, "versions are without gaps");
            if let Some(cause) = &event.cause {
                let last = causes.insert((cause.by.clone(), cause.id.clone()), version);
                assert!(
                    last.is_none_or(|last| last + 1 == version),
                    "a command acted twice: {event:?}"
                );
            }
        }
        // What was refused did nothing.
        for (key, answer) in &self.answers {
            assert!(answer.is_ok() || !causes.contains_key(key), "{key:?} {answer:?}");
        }
    }
}

impl Server {
    fn start(log: &[Event], ahead: u64) -> Server {
        Server {
            copy: Table::restore(log).expect("the log is possible"),
            begun: log.len() as u64,
            told: Vec::new(),
            decided: None,
            ahead,
        }
    }

    /// Reads what it has missed; says whether there was anything.
    fn read_missed(&mut self, log: &[Event]) -> bool {
        let missed = &log[self.copy.version() as usize..];
        let learned = self.copy.learn(missed).expect("what is in the log is possible");
        self.told.extend(missed.iter().cloned());
        learned != Learned::Nothing
    }

    /// Reads everything again: its copy has what was never written.
    fn read_anew(&mut self, log: &[Event], known: u64) {
        self.copy = Table::restore(log).expect("the log is possible");
        self.told.extend(log[known as usize..].iter().cloned());
    }

    /// Those who look at the table there were told what is in the log, once and in order.
    fn check(&self, log: &[Event]) {
        let from = self.begun as usize;
        assert_eq!(self.told, log[from..from + self.told.len()]);
    }
}

#[test]
fn servers_that_share_a_log_agree() {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse().ok());
    let commands = number("HALTE_SIMULATED_COMMANDS").unwrap_or(COMMANDS);
    let first_seed = number("HALTE_SIMULATION_SEED").unwrap_or(1);
    let (mut done, mut conflicts, mut missed, mut moves) = (0, 0, 0, 0);
    for seed in first_seed.. {
        if done >= commands {
            break;
        }
        let mut site = Site::open(seed as u64);
        println!("seed {seed}: {}", site.servers[0].copy.terms().game);
        let length = 200 + site.random.below(3000);
        for _ in 0..length {
            site.step();
        }
        done += site.commands;
        conflicts += site.conflicts;
        missed += site.missed;
        moves += site.servers[0].copy.game().moves().len();
        site.close();
    }
    println!("{done} commands, {conflicts} conflicts, {missed} gaps, {moves} moves on the boards at last");
    // A simulation in which nothing happens would show nothing.
    if commands >= COMMANDS {
        assert!(conflicts > commands / 100 && missed > commands / 100 && moves > commands / 100);
    }
}
