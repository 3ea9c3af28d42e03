//! What a table does when it is asked: commands in, events out.

use halte_game::record::Ending;
use halte_game::{Game, IllegalMove, Named, Outcome, Player, Turn};
use halte_games::{AnyFault, AnyGame, AnyMove};

use crate::plan::Plan;
use crate::table::{Made, Played};
use crate::{
    Action, Actor, Cause, Chance, Claim, ClockTerms, Command, Decision, Event, Fact, Invitation, Moment, Mover, Number,
    Occupant, Offer, Person, Refusal, Span, Stage, Stretches, Table, TableId, Terms, seal,
};

/// What a table cannot know of itself.
pub struct World<'w> {
    /// What time it is.
    pub now: Moment,
    /// How long the command was under way in the network.
    pub lag: Span,
    /// When whoever is to move could do nothing, as far as is known: the last move was not kept and told yet, or nobody could
    /// have been heard. Their clock is not charged for what of it lies after [`Table::timed_at`].
    pub excused: Stretches,
    /// How long each player has been away, if they are.
    pub away: [Option<Span>; 2],
    /// Where chance comes from.
    pub chance: &'w mut dyn Chance,
}

impl<'w> World<'w> {
    /// This moment; everybody is there, and nothing takes time in the network.
    pub fn at(now: Moment, chance: &'w mut dyn Chance) -> World<'w> {
        World {
            now,
            lag: Span::ZERO,
            excused: Stretches::default(),
            away: [None; 2],
            chance,
        }
    }
}

/// What came of a command.
#[derive(Debug)]
pub struct Executed {
    /// What has happened. This may be something though the command was refused: its sender's time had run out.
    pub events: Vec<Event>,
    /// The version of the table that has what was asked for, or why it was refused.
    pub answer: Result<u64, Refusal>,
    /// The versions of plans that mean nothing any more, all of them events of this table: replies are events of their
    /// own. Their lines need not be kept once the new events are.
    pub superseded: Vec<u64>,
    /// The table of a rematch that was agreed on, with its events.
    pub rematch: Option<(Table, Vec<Event>)>,
}

/// How long a player must have been away before the other may claim.
pub const PATIENCE: Span = Span::seconds(60);

/// How long a player may take for the first turn of a live game.
pub const FIRST_TURN: Span = Span::seconds(90);
/// The same of a rated game without a clock, once something was drawn in it.
const FIRST_DAY: Span = Span::days(1);

/// How long a table waits for players before it ends by itself: whoever opened it looks in once in a fortnight, as one
/// must who plays by days.
pub const LONGEST_WAIT: Span = Span::days(14);

/// How long a game without a clock, or a pause, lasts without anything happening before it ends by itself: a season, after
/// which hardly anybody goes on. A rated game that both have played in is then lost by whoever is to move, and goes on
/// after a pause: nobody keeps a rating by waiting. An untested guess.
pub const LONGEST_STANDSTILL: Span = Span::days(90);

/// How much time is at least written down that nobody is charged for: less comes and goes with every busy disk.
pub const EXCUSED: Span = Span(300);

/// How long a game waits for what a player adds to the secret of its cards. A page sends it at once.
pub const NUMBER_PATIENCE: Span = Span::seconds(15);

/// The longest thing that can be said.
const LONGEST_TEXT: usize = 500;

/// How much may happen at a table beside the moves on its board, so that its history has an end.
const MOST_ASIDES: u64 = 5000;

/// The longest name of a command.
const LONGEST_ID: usize = 64;

impl Table {
    /// Opens a table. Whoever opens it may announce a number for the secret of its cards: it must not be known before that
    /// is sealed.
    pub fn open(
        id: TableId,
        terms: Terms,
        by: Person,
        number_follows: bool,
        command: Option<&str>,
        world: &mut World<'_>,
    ) -> Result<(Table, Vec<Event>), Refusal> {
        terms.start()?;
        let seats = terms.seats.map(|invitation| match invitation {
            Invitation::Opener => Some(Occupant::Person(by.clone())),
            Invitation::Engine { level } => Some(Occupant::Engine { level }),
            Invitation::Anyone => None,
        });
        let cause = cause(command, &by)?;
        let terms = Terms {
            brought: false,
            ..terms
        };
        let follows = terms
            .seats
            .map(|invitation| number_follows && invitation == Invitation::Opener);
        Ok(Table::furnish(
            id,
            terms,
            by,
            seats.into_iter().zip(follows),
            cause,
            world,
        ))
    }

    /// A table at which these sit, whose number may follow.
    fn furnish(
        id: TableId,
        terms: Terms,
        by: Person,
        seats: impl Iterator<Item = (Option<Occupant>, bool)>,
        cause: Option<Cause>,
        world: &mut World<'_>,
    ) -> (Table, Vec<Event>) {
        let fact = Fact::Opened { table: id, terms, by };
        let opened = Event {
            version: 0,
            at: world.now,
            clocks: None,
            cause: cause.clone(),
            vocabulary: fact.vocabulary(),
            fact,
        };
        let mut table = Table::opened(&opened).expect("the terms were checked");
        let mut session = Session::new(&mut table, world, cause);
        session.events.push(opened);
        // Before anybody adds anything: the server must not know it when it picks the secret.
        if session.table.terms.by_lot || session.table.has_cards() {
            session.seal();
        }
        for (seat, (occupant, number_follows)) in Player::ALL.into_iter().zip(seats) {
            if let Some(occupant) = occupant {
                session.seat(seat, occupant, None, number_follows);
            }
        }
        session.start_if_full();
        let events = session.events;
        (table, events)
    }

    /// Does what is asked, or refuses. Either way the table is then in the state after the events.
    pub fn execute(&mut self, command: &Command, world: &mut World<'_>) -> Executed {
        let at_once = |answer| Executed {
            events: Vec::new(),
            answer,
            superseded: Vec::new(),
            rematch: None,
        };
        let cause = match &command.from {
            Actor::Person(person) => match cause(command.id.as_deref(), person) {
                Ok(cause) => cause,
                Err(refusal) => return at_once(Err(refusal)),
            },
            _ => None,
        };
        if let Some(version) = cause.as_ref().and_then(|cause| self.done(cause)) {
            return at_once(Ok(version));
        }
        let mut session = Session::new(self, world, None);
        session.pass_time();
        session.cause = cause;
        let done = session.act(command);
        let (events, rematch) = (session.events, session.rematch);
        Executed {
            answer: done.map(|()| self.version.saturating_sub(1)),
            superseded: match events.is_empty() {
                true => Vec::new(),
                false => self.take_superseded(),
            },
            events,
            rematch,
        }
    }

    /// When the house should say that time has passed: a clock will have run out, or a player never began.
    pub fn deadline(&self) -> Option<Moment> {
        let runs_out = self.runs_out().map(|(_, moment)| moment);
        let first_turn = || self.first_turn_due().map(|(_, moment)| moment);
        runs_out.or_else(first_turn).or_else(|| self.numbers_due())
    }

    /// When the house may end the table, or a pause, by [`Action::Wait`] because nothing happens: nobody comes, or no clock
    /// runs that would end it. Any event puts it off.
    pub fn expires(&self) -> Option<Moment> {
        let longest = match self.stage {
            Stage::Waiting => LONGEST_WAIT,
            Stage::Paused => LONGEST_STANDSTILL,
            Stage::Playing if self.terms.clock == ClockTerms::None => LONGEST_STANDSTILL,
            Stage::Playing | Stage::Over => return None,
        };
        Some(self.changed_at + longest)
    }

    /// When the first turn must have been played, and by whom.
    fn first_turn_due(&self) -> Option<(Player, Moment)> {
        let patience = match self.terms.clock {
            ClockTerms::Live { .. } => FIRST_TURN,
            ClockTerms::None if self.is_binding() => FIRST_DAY,
            ClockTerms::None | ClockTerms::Correspondence { .. } => return None,
        };
        let Turn::Player(player) = self.game.turn() else {
            return None;
        };
        let is_persons = matches!(self.occupant(player), Some(Occupant::Person(_)));
        let waits = self.stage == Stage::Playing && is_persons && !self.has_begun();
        waits.then(|| (player, self.clock.since() + patience))
    }

    /// When a game starts without the numbers that are still to come.
    fn numbers_due(&self) -> Option<Moment> {
        let is_full = self.seats.iter().all(Option::is_some);
        let waits = self.stage == Stage::Waiting && is_full && self.awaited().next().is_some();
        waits.then(|| self.seated_at + NUMBER_PATIENCE)
    }

    fn has_cards(&self) -> bool {
        AnyGame::has_chance(&self.terms.game)
    }
}

/// The cause that events of this person's command carry.
fn cause(id: Option<&str>, person: &Person) -> Result<Option<Cause>, Refusal> {
    match id {
        Some(id) if id.is_empty() || id.len() > LONGEST_ID => Err(Refusal::BadId { limit: LONGEST_ID }),
        Some(id) => Ok(Some(Cause {
            by: person.id().clone(),
            id: id.to_owned(),
        })),
        None => Ok(None),
    }
}

/// A table while it does what one command asks.
struct Session<'s, 'w> {
    table: &'s mut Table,
    world: &'s mut World<'w>,
    /// Never earlier than what has happened already, even if the clock was set back.
    now: Moment,
    cause: Option<Cause>,
    events: Vec<Event>,
    rematch: Option<(Table, Vec<Event>)>,
}

impl<'s, 'w> Session<'s, 'w> {
    fn new(table: &'s mut Table, world: &'s mut World<'w>, cause: Option<Cause>) -> Session<'s, 'w> {
        Session {
            now: world.now.max(table.changed_at),
            table,
            world,
            cause,
            events: Vec::new(),
            rematch: None,
        }
    }

    /// Lets something happen, with the clocks as they are now.
    fn note(&mut self, fact: Fact) {
        self.settle(fact, self.clocks(Span::ZERO), None);
    }

    /// What the clocks show now, if so much of the time was the network's.
    fn clocks(&self, lag: Span) -> Option<[Span; 2]> {
        self.table.clock.after(self.now, self.excusable().length() + lag)
    }

    /// What must not be charged and is not written down yet.
    fn excusable(&self) -> Stretches {
        self.table.excusable(&self.world.excused, self.now)
    }

    fn settle(&mut self, fact: Fact, clocks: Option<[Span; 2]>, played: Option<Played>) {
        let event = Event {
            version: self.table.version,
            at: self.now,
            clocks: clocks.filter(|_| self.table.started_at.is_some()),
            cause: self.cause.clone(),
            vocabulary: fact.vocabulary(),
            fact,
        };
        self.table
            .settle(&event, played)
            .expect("only what is possible happens");
        self.events.push(event);
    }

    /// What time alone has brought about.
    fn pass_time(&mut self) {
        let excused = self.excusable().length();
        let is_past = |moment: Moment| self.now >= moment + excused;
        if let Some((player, moment)) = self.table.runs_out() {
            if is_past(moment) {
                self.end(Ending::Time { winner: !player }, None);
            }
        } else if let Some((player, _)) = self.table.first_turn_due().filter(|(_, due)| is_past(*due)) {
            let ending = match self.table.is_binding() {
                true => Ending::Time { winner: !player },
                false => Ending::Abandoned(None),
            };
            self.end(ending, None);
        } else if self.table.numbers_due().is_some_and(is_past) {
            let awaited: Vec<Player> = self.table.awaited().collect();
            for seat in awaited {
                self.note(Fact::Numbered { seat, number: None });
            }
            self.start_if_full();
        }
    }

    /// Writes down what a player whose clock runs is not charged for, so that every server and every restart knows.
    fn excuse(&mut self) {
        let during = self.excusable();
        let span = during.length();
        if self.table.clock.running().is_some() && span >= EXCUSED {
            self.note(Fact::Excused { span, during });
        }
    }

    /// Ends a table at which nothing happens, or its pause. Whoever comes at last before that may still go on.
    fn expire(&mut self) {
        if self.table.expires().is_none_or(|moment| self.now < moment) {
            return;
        }
        let is_bound = self.table.terms.rated && self.table.has_begun();
        match (self.table.stage, self.table.game.turn()) {
            (Stage::Paused, Turn::Player(by)) if is_bound => self.note(Fact::Resumed { by }),
            (Stage::Playing, Turn::Player(late)) if is_bound => self.end(Ending::Time { winner: !late }, None),
            _ => self.end(Ending::Abandoned(None), None),
        }
    }

    fn act(&mut self, command: &Command) -> Result<(), Refusal> {
        let asides = self.table.version.saturating_sub(self.table.made.len() as u64);
        ensure(asides < MOST_ASIDES || !command.action.is_aside(), Refusal::TooMuch)?;
        match (&command.from, &command.action) {
            (Actor::House, Action::Wait) => {
                self.expire();
                self.excuse();
                Ok(())
            }
            (_, Action::Wait) => Ok(()),
            (Actor::Administrator(name), Action::Reverse { reason }) => self.reverse(name, reason),
            (Actor::Administrator(name), Action::End { reason }) => self.end_by(name, reason),
            (_, Action::Reverse { .. } | Action::End { .. }) => Err(Refusal::NotAdministrator),
            (Actor::Person(person), Action::Sit { seat, number }) => self.sit(*seat, person, number.clone()),
            (Actor::Person(person), Action::AddNumber { number }) => self.add_number(person, number),
            (Actor::Person(person), Action::Leave) => self.leave(person),
            (from, action) => {
                let player = self.player(from)?;
                self.act_as(player, action)
            }
        }
    }

    /// For whom somebody acts: whoever has both seats, for the player to move.
    fn player(&self, from: &Actor) -> Result<Player, Refusal> {
        match from {
            Actor::Person(person) => match self.table.seats_of(person.id())[..] {
                [] => Err(Refusal::NotSeated),
                [player] => Ok(player),
                _ => Ok(self.table.game.position().player()),
            },
            Actor::Engine(player) if self.occupant(*player).is_some_and(Occupant::is_engine) => Ok(*player),
            Actor::Engine(_) | Actor::House | Actor::Administrator(_) => Err(Refusal::NotSeated),
        }
    }

    fn occupant(&self, player: Player) -> Option<&Occupant> {
        self.table.occupant(player)
    }

    fn act_as(&mut self, player: Player, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Play { text, ply } => self.play(player, text, *ply),
            Action::UndoStep => self.undo_step(player),
            Action::Resign => {
                self.must_be_under_way()?;
                self.end(Ending::Resignation { winner: !player }, None);
                Ok(())
            }
            Action::Abort => {
                self.must_be_under_way()?;
                ensure(!self.table.has_begun(), Refusal::TooLateToAbort)?;
                ensure(!self.table.is_binding(), Refusal::DrawnAlready)?;
                self.end(Ending::Abandoned(None), None);
                Ok(())
            }
            Action::Offer { offer } => self.offer(player, *offer),
            Action::Accept { offer } => {
                self.must_be_offered(!player, *offer)?;
                self.agree(!player, *offer)
            }
            Action::Decline { offer } => {
                let offer = *offer;
                let fact = if self.table.offers.contains(&(player, offer)) {
                    Fact::Withdrawn { by: player, offer }
                } else {
                    self.must_be_offered(!player, offer)?;
                    Fact::Declined { by: !player, offer }
                };
                self.note(fact);
                Ok(())
            }
            Action::Resume => {
                self.must_be_started()?;
                ensure(self.table.stage == Stage::Paused, Refusal::NotPaused)?;
                self.note(Fact::Resumed { by: player });
                Ok(())
            }
            Action::Claim { claim } => self.claim(player, *claim),
            Action::Plan { lines } => {
                self.must_be_playing()?;
                let is_live = matches!(self.table.terms.clock, ClockTerms::Live { .. });
                ensure(!is_live, Refusal::NoPlans)?;
                Plan::check_length(lines)?;
                Plan::read(player, &self.table.game, lines)?;
                self.note(Fact::Planned {
                    by: player,
                    lines: lines.clone(),
                });
                self.go_on();
                Ok(())
            }
            Action::Say { text } => {
                let text = checked(text)?;
                ensure(!self.table.is_mute.contains(&true), Refusal::ChatOff)?;
                self.note(Fact::Said { by: player, text });
                Ok(())
            }
            Action::SwitchChat { on } => {
                if self.table.is_mute[player.index()] == *on {
                    self.note(Fact::ChatSwitched { by: player, on: *on });
                }
                Ok(())
            }
            Action::Sit { .. }
            | Action::AddNumber { .. }
            | Action::Leave
            | Action::Wait
            | Action::Reverse { .. }
            | Action::End { .. } => Err(Refusal::NotSeated),
        }
    }

    /// A game that has started and is not over, paused or not.
    fn must_be_under_way(&self) -> Result<(), Refusal> {
        self.must_be_started()?;
        ensure(self.table.stage != Stage::Over, Refusal::Over)
    }

    fn must_be_started(&self) -> Result<(), Refusal> {
        ensure(self.table.started_at.is_some(), Refusal::NotStarted)
    }

    fn must_be_playing(&self) -> Result<(), Refusal> {
        self.must_be_under_way()?;
        ensure(self.table.stage != Stage::Paused, Refusal::Paused)
    }

    fn must_be_waiting(&self) -> Result<(), Refusal> {
        match self.table.stage {
            Stage::Waiting => Ok(()),
            Stage::Over => Err(Refusal::Over),
            Stage::Playing | Stage::Paused => Err(Refusal::Started),
        }
    }

    fn must_be_offered(&self, by: Player, offer: Offer) -> Result<(), Refusal> {
        ensure(self.table.offers.contains(&(by, offer)), Refusal::NotOffered)
    }

    fn sit(&mut self, seat: Player, person: &Person, number: Option<Number>) -> Result<(), Refusal> {
        self.must_be_waiting()?;
        ensure(self.table.seats_of(person.id()).is_empty(), Refusal::SeatedAlready)?;
        ensure(self.occupant(seat).is_none(), Refusal::SeatTaken)?;
        self.seat(seat, Occupant::Person(person.clone()), number, false);
        self.start_if_full();
        Ok(())
    }

    /// Somebody takes a seat. Where nothing is sealed nothing is added to it.
    fn seat(&mut self, seat: Player, occupant: Occupant, number: Option<Number>, number_follows: bool) {
        let is_sealed = !self.table.seals.is_empty();
        let number = match &occupant {
            Occupant::Engine { level } => Some(Number::of_engine(*level, &self.table.id)),
            Occupant::Person(_) => number,
        };
        self.note(Fact::Sat {
            seat,
            number_follows: number_follows && is_sealed && !occupant.is_engine(),
            occupant,
            number: number.filter(|_| is_sealed),
        });
    }

    /// What was announced comes; one number for both seats of one who has both.
    fn add_number(&mut self, person: &Person, number: &Number) -> Result<(), Refusal> {
        let seats = self.table.seats_of(person.id());
        ensure(!seats.is_empty(), Refusal::NotSeated)?;
        let awaited: Vec<Player> = self.table.awaited().filter(|seat| seats.contains(seat)).collect();
        let is_awaited = self.table.stage == Stage::Waiting && !awaited.is_empty();
        ensure(is_awaited, Refusal::NumberNotAwaited)?;
        for seat in awaited {
            let number = Some(number.clone());
            self.note(Fact::Numbered { seat, number });
        }
        self.start_if_full();
        Ok(())
    }

    fn leave(&mut self, person: &Person) -> Result<(), Refusal> {
        self.must_be_waiting()?;
        if self.table.opener == *person.id() {
            self.end(Ending::Abandoned(None), None);
            return Ok(());
        }
        let seats = self.table.seats_of(person.id());
        let seat = *seats.first().ok_or(Refusal::NotSeated)?;
        self.note(Fact::Left { seat });
        Ok(())
    }

    /// Starts the game when nobody is missing, nor what they add to the secret.
    fn start_if_full(&mut self) {
        if self.table.seats.iter().any(Option::is_none) || self.table.awaited().next().is_some() {
            return;
        }
        let is_by_lot = self.table.terms.by_lot;
        if is_by_lot && self.table.lot().is_none() {
            // A program that sealed nothing has opened it, or it comes from a copy without secrets.
            self.seal();
        }
        let swapped = is_by_lot && self.table.lot().expect("the lot is sealed");
        self.note(Fact::Started { swapped });
        self.go_on();
    }

    fn play(&mut self, player: Player, text: &str, ply: usize) -> Result<(), Refusal> {
        self.must_be_playing()?;
        let played = self.table.made.len();
        ensure(played == ply, Refusal::Stale { played, expected: ply })?;
        ensure(self.table.game.turn() == Turn::Player(player), Refusal::NotYourTurn)?;
        let mv = AnyGame::parse_move(&self.table.terms.game, text)?;
        let passed = self.now - self.table.clock.since() - self.excusable().length();
        let began = self.table.turn_began(player);
        let lag = self.table.clock.granted(player, self.world.lag, passed, began);
        let clocks = self.clocks(lag);
        let is_late = clocks.is_some_and(|left| left[player.index()] == Span::ZERO);
        if is_late && self.table.clock.running() == Some(player) {
            self.table.game.check(mv)?;
            // The move is refused, and stays so when it is sent again.
            self.cause = None;
            self.end(Ending::Time { winner: !player }, None);
            return Err(Refusal::Over);
        }
        self.make(player, mv, lag, clocks)?;
        self.go_on();
        Ok(())
    }

    /// Makes a move of a player; a turn that ends with it may give time.
    fn make(
        &mut self,
        player: Player,
        mv: AnyMove,
        lag: Span,
        clocks: Option<[Span; 2]>,
    ) -> Result<(), IllegalMove<AnyFault>> {
        let played = self.table.play(mv)?;
        let is_running = self.table.clock.running() == Some(player);
        let clocks = clocks.map(|mut left| {
            if played.ends_turn && is_running {
                left[player.index()] = self.table.clock.after_turn(left[player.index()]);
            }
            left
        });
        let fact = Fact::Moved {
            by: player.into(),
            text: mv.to_string(),
            lag,
        };
        self.settle(fact, clocks, Some(played));
        Ok(())
    }

    /// What follows without anybody being asked: cards are drawn, planned replies played, the end is noted.
    fn go_on(&mut self) {
        while self.table.stage == Stage::Playing {
            match self.table.game.turn() {
                Turn::Over(_) if self.table.game.is_repetition() => self.end(Ending::Repetition, None),
                Turn::Over(outcome) => self.end(Ending::Rules(outcome), None),
                Turn::Chance => self.draw_card(),
                Turn::Player(player) => {
                    let Some(reply) = self.table.plans[player.index()].reply() else {
                        return;
                    };
                    let clocks = self.clocks(Span::ZERO);
                    self.make(player, reply, Span::ZERO, clocks)
                        .expect("a plan has legal moves");
                }
            }
        }
    }

    /// Draws the card that was sealed; seals it first where nothing is, or the secret got lost with a copy without it.
    fn draw_card(&mut self) {
        let Some(card) = self.table.next_card() else {
            return self.seal();
        };
        let played = self.table.play(card).expect("a card of the pack");
        let fact = Fact::Moved {
            by: Mover::Chance,
            text: card.to_string(),
            lag: Span::ZERO,
        };
        let clocks = self.clocks(Span::ZERO);
        self.settle(fact, clocks, Some(played));
    }

    /// Picks a secret, and seals it.
    fn seal(&mut self) {
        let secret = seal::secret(self.world.chance);
        let before = self.table.seals.last();
        self.note(Fact::Sealed {
            hash: seal::seal(&secret),
            // One table draws in one way.
            procedure: before.map_or(seal::PROCEDURE, |seal| seal.procedure),
            secret: Some(secret),
        });
    }

    /// Ends the game, perhaps by an administrator's decision.
    fn end(&mut self, ending: Ending, decision: Option<Decision>) {
        self.note(Fact::Ended { ending, decision });
        let sealed = self.table.seals.last().filter(|seal| !seal.is_revealed);
        if let Some(secret) = sealed.and_then(|seal| seal.secret.clone()) {
            self.note(Fact::Revealed { secret });
        }
    }

    fn undo_step(&mut self, player: Player) -> Result<(), Refusal> {
        self.must_be_playing()?;
        ensure(self.table.game.turn() == Turn::Player(player), Refusal::NotYourTurn)?;
        let is_under_way = !self.table.game.position().begins_turn();
        match self.table.made.last() {
            Some(last) if is_under_way && last.by == player.into() => {
                let ply = self.table.made.len() - 1;
                self.note(Fact::TakenBack { ply, by: player });
                Ok(())
            }
            _ => Err(Refusal::NothingToTakeBack),
        }
    }

    /// How many moves are left when a player takes back their last turn, as far as it has come.
    fn before_last_turn(&self, player: Player) -> Option<usize> {
        let made = &self.table.made;
        let is_theirs = |made: &Made| made.by == player.into();
        let last = made.iter().rposition(is_theirs)?;
        let begins = |&ply: &usize| made[ply].begins_turn || ply == 0 || !is_theirs(&made[ply - 1]);
        (0..=last).rev().find(begins)
    }

    fn offer(&mut self, by: Player, offer: Offer) -> Result<(), Refusal> {
        match offer {
            Offer::Draw => self.must_be_under_way()?,
            Offer::Pause => self.must_be_playing()?,
            Offer::Takeback => {
                self.must_be_playing()?;
                self.before_last_turn(by).ok_or(Refusal::NothingToTakeBack)?;
            }
            Offer::Rematch => {
                self.must_be_started()?;
                ensure(self.table.stage == Stage::Over, Refusal::NotOver)?;
                ensure(self.table.rematch.is_none(), Refusal::OfferedAlready)?;
            }
        }
        // Nobody else is asked where nobody else is concerned: two at one screen, an engine, a turn not handed over.
        let is_alone = self.occupant(by) == self.occupant(!by) && !self.occupant(by).is_some_and(Occupant::is_engine);
        let is_against_engine = self.occupant(!by).is_some_and(Occupant::is_engine) && offer != Offer::Draw;
        let is_own_turn = offer == Offer::Takeback && self.is_in_turn(by);
        // An engine agrees to all: a person's rating would be worth nothing.
        let is_unfair = is_against_engine && self.table.terms.rated && offer != Offer::Rematch && !is_own_turn;
        ensure(!is_unfair, Refusal::Rated)?;
        if is_alone || is_against_engine || is_own_turn || self.table.offers.contains(&(!by, offer)) {
            return self.agree(by, offer);
        }
        ensure(!self.table.offers.contains(&(by, offer)), Refusal::OfferedAlready)?;
        self.note(Fact::Offered { by, offer });
        Ok(())
    }

    /// Whether a player has begun a turn and not finished it.
    fn is_in_turn(&self, player: Player) -> bool {
        let last = self.table.made.last();
        self.table.game.turn() == Turn::Player(player)
            && last.is_some_and(|made| made.by == player.into() && !made.ends_turn)
    }

    /// Does what one player has offered and the other accepts.
    fn agree(&mut self, by: Player, offer: Offer) -> Result<(), Refusal> {
        match offer {
            Offer::Draw => self.end(Ending::Agreement, None),
            Offer::Pause => self.note(Fact::Paused),
            Offer::Takeback => {
                let ply = self.before_last_turn(by).ok_or(Refusal::NothingToTakeBack)?;
                let left = self.clocks(Span::ZERO);
                // Whoever takes back steps of a turn that goes on would otherwise never have to end it.
                let left = match self.is_in_turn(by) {
                    true => left,
                    false => left.map(|left| self.table.clock.after_takeback(left)),
                };
                self.settle(Fact::TakenBack { ply, by }, left, None);
            }
            Offer::Rematch => self.open_rematch(by),
        }
        Ok(())
    }

    fn open_rematch(&mut self, by: Player) {
        let [first, second] = self.table.seats.clone();
        let person = self.occupant(by).and_then(Occupant::person);
        let person = person
            .or_else(|| self.occupant(!by).and_then(Occupant::person))
            .cloned();
        // Two engines do not ask for a rematch.
        let Some(person) = person else { return };
        let id = self.table.id.another(self.world.chance);
        self.note(Fact::Rematched { table: id.clone() });
        let terms = self.table.terms.of_rematch();
        // Who had something to add has something new to add: the old number is known to all.
        let [first_follows, second_follows] = Player::ALL.map(|player| self.table.number_of(player).is_some());
        let seats = [(second, second_follows), (first, first_follows)];
        let table = Table::furnish(id, terms, person, seats.into_iter(), None, self.world);
        self.rematch = Some(table);
    }

    fn claim(&mut self, player: Player, claim: Claim) -> Result<(), Refusal> {
        self.must_be_playing()?;
        let patience = self.table.patience(!player).ok_or(Refusal::NobodyToClaimFrom)?;
        let is_away = self.world.away[(!player).index()].is_some_and(|away| away >= patience);
        let seconds = patience.0 / 1000;
        ensure(is_away, Refusal::NotAway { seconds })?;
        let outcome = match claim {
            Claim::Win => Outcome::Win(player),
            Claim::Draw => Outcome::Draw,
        };
        self.end(Ending::Abandoned(Some(outcome)), None);
        Ok(())
    }

    /// Ends a table, however far it is. Nobody wins by it.
    fn end_by(&mut self, name: &str, reason: &str) -> Result<(), Refusal> {
        ensure(self.table.stage != Stage::Over, Refusal::Over)?;
        let decision = Decision {
            by: name.to_owned(),
            reason: checked(reason)?,
        };
        self.end(Ending::Abandoned(None), Some(decision));
        Ok(())
    }

    fn reverse(&mut self, name: &str, reason: &str) -> Result<(), Refusal> {
        self.must_be_started()?;
        match self.table.ending {
            None => return Err(Refusal::NotOver),
            Some(Ending::Rules(_) | Ending::Repetition) => return Err(Refusal::EndedByRules),
            Some(_) => {}
        }
        let fact = Fact::Reversed {
            by: name.to_owned(),
            reason: checked(reason)?,
        };
        self.settle(fact, self.table.clocks_before_end, None);
        // Whatever cards were known are not drawn any more.
        if self.table.has_cards() {
            self.seal();
        }
        self.go_on();
        Ok(())
    }
}

/// Refuses what is not so.
fn ensure(is_so: bool, refusal: Refusal) -> Result<(), Refusal> {
    if is_so { Ok(()) } else { Err(refusal) }
}

/// What somebody said, without what a screen could not show.
fn checked(text: &str) -> Result<String, Refusal> {
    let text = text.trim();
    let limit = LONGEST_TEXT;
    let is_hidden = |character: char| character.is_control() && character != '\n';
    ensure(!text.is_empty(), Refusal::NothingSaid)?;
    ensure(text.chars().count() <= limit, Refusal::TooMuchSaid { limit })?;
    ensure(!text.contains(is_hidden), Refusal::Unspeakable)?;
    Ok(text.to_owned())
}
