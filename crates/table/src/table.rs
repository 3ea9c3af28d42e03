//! The state of a table, which follows from its events and from nothing else.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::str::FromStr;

use halte_game::record::Ending;
use halte_game::{Game, IllegalMove, Outcome, ParseError, Player, Playthrough, Turn, faults};
use halte_games::{AnyFault, AnyGame, AnyMove, AnyOptions};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::clock::Clock;
use crate::plan::Plan;
use crate::seal::{FIRST_PROCEDURE, Seal};
use crate::{
    BadPlan, BadTerms, Cause, Chance, ClockTerms, Decision, Draw, Event, Fact, Moment, Mover, Number, Occupant, Offer,
    PATIENCE, PersonId, Source, Span, Stretches, Terms,
};

/// A table's name in addresses: short, and not to be guessed. Who keeps a table without a server has `local-` before it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(try_from = "String")]
pub struct TableId(String);

impl TableId {
    /// How long a name is: twelve characters out of 32 are 60 bits.
    const LENGTH: usize = 12;
    /// No letter that is easily taken for another.
    const LETTERS: &'static [u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

    /// What stands before the name of a table that is kept without a server.
    const LOCAL: &'static str = "local-";

    /// A new name.
    pub fn random(chance: &mut dyn Chance) -> TableId {
        TableId::new("", chance)
    }

    /// A new name of a table that is kept without a server.
    pub fn local(chance: &mut dyn Chance) -> TableId {
        TableId::new(TableId::LOCAL, chance)
    }

    /// A name that follows from something, and is as hard to guess.
    pub fn of(secret: &[u8]) -> TableId {
        let letters = Sha256::digest(secret).into_iter().take(TableId::LENGTH);
        TableId(letters.map(TableId::letter).collect())
    }

    /// A new name of a table that is kept where this one is.
    pub(crate) fn another(&self, chance: &mut dyn Chance) -> TableId {
        let place = if self.is_local() { TableId::LOCAL } else { "" };
        TableId::new(place, chance)
    }

    fn new(place: &str, chance: &mut dyn Chance) -> TableId {
        let mut bytes = [0; TableId::LENGTH];
        chance.fill(&mut bytes);
        TableId(place.chars().chain(bytes.map(TableId::letter)).collect())
    }

    fn letter(byte: u8) -> char {
        char::from(TableId::LETTERS[usize::from(byte % 32)])
    }

    /// Whether it is of a table that is kept without a server.
    pub fn is_local(&self) -> bool {
        self.0.starts_with(TableId::LOCAL)
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

faults! {
    /// Why a text names no table.
    pub enum BadTableId {
        #[fault("bad_table", "bad table {text:?}: it has twelve small letters and digits, without 0, 1, l and o")]
        Name { text: String },
    }
}

impl FromStr for TableId {
    type Err = BadTableId;

    fn from_str(text: &str) -> Result<TableId, BadTableId> {
        TableId::try_from(text.to_owned())
    }
}

impl TryFrom<String> for TableId {
    type Error = BadTableId;

    fn try_from(text: String) -> Result<TableId, BadTableId> {
        let letters = text.strip_prefix(TableId::LOCAL).unwrap_or(&text);
        if letters.len() == TableId::LENGTH && letters.bytes().all(|byte| TableId::LETTERS.contains(&byte)) {
            Ok(TableId(text))
        } else {
            Err(BadTableId::Name { text })
        }
    }
}

/// How far a table's game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// A seat is free, or what a player adds to the secret of the cards is still to come.
    Waiting,
    /// It is being played.
    Playing,
    /// The clocks stand still.
    Paused,
    /// It is over, or was never started.
    Over,
}

/// One table.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) id: TableId,
    pub(crate) terms: Terms,
    pub(crate) opener: PersonId,
    pub(crate) seats: [Option<Occupant>; 2],
    pub(crate) stage: Stage,
    pub(crate) game: Playthrough<AnyGame>,
    /// When and by whom each move of the game was played.
    pub(crate) made: Vec<Made>,
    pub(crate) clock: Clock,
    pub(crate) offers: BTreeSet<(Player, Offer)>,
    pub(crate) chat: Vec<Remark>,
    pub(crate) is_mute: [bool; 2],
    pub(crate) plans: [Plan; 2],
    /// The versions of the events by which the players said these, as long as they may play something.
    planned: [Option<u64>; 2],
    /// The versions of plans that play nothing any more and whose lines are still kept.
    superseded: Vec<u64>,
    /// What the server has sealed, the latest last.
    pub(crate) seals: Vec<Seal>,
    /// What the players have added, in the order of the seats as they were taken, and what is still to come of it.
    pub(crate) numbers: [Option<Number>; 2],
    pub(crate) number_follows: [bool; 2],
    /// When somebody last took a seat.
    pub(crate) seated_at: Moment,
    /// When something last happened that is more than talk, and what of the time since then is excused already.
    acted_at: Moment,
    excused: Stretches,
    /// Whether the lot has exchanged the seats.
    pub(crate) is_swapped: bool,
    /// How often a card was taken back.
    takebacks: usize,
    pub(crate) ending: Option<Ending>,
    /// The administrator's decision that ended it.
    pub(crate) decision: Option<Decision>,
    /// What the clocks showed before the game ended, in case that was a mistake.
    pub(crate) clocks_before_end: Option<[Span; 2]>,
    pub(crate) rematch: Option<TableId>,
    /// Commands that have acted already, with the version after them, the oldest first.
    done: VecDeque<(Cause, u64)>,
    /// How many events there have been.
    pub(crate) version: u64,
    pub(crate) opened_at: Moment,
    pub(crate) started_at: Option<Moment>,
    pub(crate) changed_at: Moment,
}

/// A move, when and by whom it was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Made {
    pub(crate) by: Mover,
    pub(crate) at: Moment,
    /// Whether it was the first of a turn, or the last.
    pub(crate) begins_turn: bool,
    pub(crate) ends_turn: bool,
    /// What it was drawn in, if it is a card that was sealed.
    pub(crate) draw: Option<Draw>,
}

/// A move that is on the board since a moment ago.
#[derive(Clone, Copy)]
pub(crate) struct Played {
    mv: AnyMove,
    begins_turn: bool,
    pub(crate) ends_turn: bool,
}

/// What a player said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Remark {
    /// When.
    pub at: Moment,
    /// Who.
    pub by: Player,
    /// What.
    pub text: String,
}

/// What a table has learnt of what somebody else wrote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Learned {
    /// It was known already.
    Nothing,
    /// What came from this version on.
    From(u64),
    /// Something is missing before it.
    Missed,
}

/// How many commands are remembered so that they act only once.
const COMMANDS_REMEMBERED: usize = 1000;

/// How many remarks a table keeps.
const MOST_REMARKS: usize = 500;

/// The error of events that cannot have happened at a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {version} cannot have happened: {reason}")]
pub struct Impossible {
    /// Which event.
    pub version: u64,
    /// Why.
    pub reason: Contradiction,
}

faults! {
    /// Why an event cannot have happened.
    pub enum Contradiction {
        /// Nothing has happened at all.
        #[fault("event_none", "there is none")]
        NoEvent,
        #[fault("event_not_opened", "a table is opened first")]
        NotOpened,
        #[fault("event_opened_twice", "the table is open already")]
        OpenAlready,
        /// The events are not in order.
        #[fault("event_order", "it comes after event {after}")]
        Order { after: u64 },
        /// More is taken back than there is.
        #[fault(
            "event_taken_back",
            "only {moves} been played",
            moves = if *played == 1 { "1 move has".to_owned() } else { format!("{played} moves have") }
        )]
        TakenBack { played: usize },
        #[fault("event_no_move", "no move was played")]
        NoMove,
        /// Whoever wrote it knew more: nothing is wrong with it.
        #[fault("event_newer", "a newer program wrote it")]
        Newer,
        /// It is no event at all.
        #[fault("event_unreadable", "it cannot be read: {problem}")]
        Malformed { problem: String },
        /// No table has these terms.
        #[from]
        Terms(BadTerms),
        /// The plan cannot be followed.
        #[from]
        Plan(BadPlan),
        /// It is no move.
        #[from]
        Unreadable(ParseError<AnyFault>),
        /// It is a move, but not a legal one.
        #[from]
        Illegal(IllegalMove<AnyFault>),
    }
}

impl Contradiction {
    /// That an event of this version cannot have happened, because of this.
    pub const fn of(self, version: u64) -> Impossible {
        let reason = self;
        Impossible { version, reason }
    }
}

impl Impossible {
    /// Whether nothing is wrong but that a newer program wrote it.
    pub fn is_newer(&self) -> bool {
        self.reason == Contradiction::Newer
    }
}

impl Table {
    /// The table that these events lead to.
    pub fn restore(events: &[Event]) -> Result<Table, Impossible> {
        let Some((opened, later)) = events.split_first() else {
            return Err(Contradiction::NoEvent.of(0));
        };
        let opening = opened.check_vocabulary().and_then(|()| Table::opened(opened));
        let mut table = opening.map_err(|reason| reason.of(opened.version))?;
        for event in later {
            table.apply(event)?;
        }
        Ok(table)
    }

    /// The table after its first event.
    pub(crate) fn opened(event: &Event) -> Result<Table, Contradiction> {
        let Fact::Opened { table, terms, by } = &event.fact else {
            return Err(Contradiction::NotOpened);
        };
        let start = terms.start()?;
        Ok(Table {
            id: table.clone(),
            opener: by.id().clone(),
            seats: [None, None],
            stage: Stage::Waiting,
            game: Playthrough::new(start),
            made: Vec::new(),
            clock: Clock::new(terms.clock),
            terms: terms.clone(),
            offers: BTreeSet::new(),
            chat: Vec::new(),
            is_mute: [false; 2],
            plans: Default::default(),
            planned: [None; 2],
            superseded: Vec::new(),
            seals: Vec::new(),
            numbers: [None, None],
            number_follows: [false; 2],
            seated_at: event.at,
            acted_at: Moment::default(),
            excused: Stretches::default(),
            is_swapped: false,
            takebacks: 0,
            ending: None,
            decision: None,
            clocks_before_end: None,
            rematch: None,
            done: VecDeque::from_iter(event.cause.clone().map(|cause| (cause, event.version))),
            version: event.version.saturating_add(1),
            opened_at: event.at,
            started_at: None,
            changed_at: event.at,
        })
    }

    /// Goes on to the state after events that somebody else has written down, and says from which version on they were new;
    /// those that are known already are passed over. If some are missing before them, nothing changes.
    ///
    /// After an error the table may be anywhere among them: restore it from all of its events.
    pub fn learn(&mut self, events: &[Event]) -> Result<Learned, Impossible> {
        let known = self.version;
        let mut new = events.iter().skip_while(|event| event.version < known).peekable();
        match new.peek() {
            None => return Ok(Learned::Nothing),
            Some(first) if first.version > known => return Ok(Learned::Missed),
            Some(_) => {}
        }
        for event in new {
            if event.version != self.version {
                let after = self.version.saturating_sub(1);
                return Err(Contradiction::Order { after }.of(event.version));
            }
            self.apply(event)?;
        }
        Ok(Learned::From(known))
    }

    /// Goes on to the state after an event.
    pub fn apply(&mut self, event: &Event) -> Result<(), Impossible> {
        self.try_apply(event).map_err(|reason| reason.of(event.version))
    }

    fn try_apply(&mut self, event: &Event) -> Result<(), Contradiction> {
        event.check_vocabulary()?;
        if event.version < self.version {
            let after = self.version - 1;
            return Err(Contradiction::Order { after });
        }
        let played = match &event.fact {
            Fact::Moved { text, .. } => Some(self.play(AnyGame::parse_move(&self.terms.game, text)?)?),
            _ => None,
        };
        self.settle(event, played)
    }

    /// Plays a move on the board. All else that it changes follows when its event is settled.
    pub(crate) fn play(&mut self, mv: AnyMove) -> Result<Played, IllegalMove<AnyFault>> {
        let begins_turn = self.game.position().begins_turn();
        self.game.play(mv)?;
        Ok(Played {
            mv,
            begins_turn,
            ends_turn: self.game.turn().is_over() || self.game.position().begins_turn(),
        })
    }

    /// Goes on to the state after an event whose move, if it is one, is on the board already.
    pub(crate) fn settle(&mut self, event: &Event, played: Option<Played>) -> Result<(), Contradiction> {
        match &event.fact {
            Fact::Opened { .. } => return Err(Contradiction::OpenAlready),
            Fact::Sat {
                seat,
                occupant,
                number,
                number_follows,
            } => {
                self.seats[seat.index()] = Some(occupant.clone());
                self.numbers[seat.index()] = number.clone();
                self.number_follows[seat.index()] = *number_follows;
                self.seated_at = event.at;
            }
            Fact::Left { seat } => {
                self.seats[seat.index()] = None;
                self.numbers[seat.index()] = None;
                self.number_follows[seat.index()] = false;
            }
            Fact::Numbered { seat, number } => {
                self.numbers[seat.index()] = number.clone();
                self.number_follows[seat.index()] = false;
            }
            Fact::Started { swapped } => {
                if *swapped {
                    self.seats.swap(0, 1);
                }
                self.is_swapped = *swapped;
                self.stage = Stage::Playing;
                self.started_at = Some(event.at);
            }
            Fact::Sealed {
                hash,
                procedure,
                secret,
            } => {
                self.seals.push(Seal {
                    secret: secret.clone(),
                    hash: hash.clone(),
                    procedure: *procedure,
                    is_revealed: false,
                });
            }
            Fact::Moved { by, lag, .. } => {
                self.follow(*by, played.ok_or(Contradiction::NoMove)?, event.at, *lag);
            }
            Fact::TakenBack { ply, .. } => {
                if *ply > self.made.len() {
                    let played = self.made.len();
                    return Err(Contradiction::TakenBack { played });
                }
                let (_, gone) = self.made.split_at(*ply);
                self.takebacks += usize::from(gone.iter().any(|made| made.by == Mover::Chance));
                while self.made.len() > *ply {
                    self.made.pop();
                    self.game.undo();
                }
                self.drop_plans();
                self.offers.clear();
            }
            Fact::Offered { by, offer } => {
                self.offers.insert((*by, *offer));
            }
            Fact::Declined { by, offer } | Fact::Withdrawn { by, offer } => {
                self.offers.remove(&(*by, *offer));
            }
            Fact::Paused => {
                self.stage = Stage::Paused;
                self.offers.clear();
            }
            Fact::Resumed { .. } => self.stage = Stage::Playing,
            Fact::Planned { by, lines } => {
                let plan = Plan::read(*by, &self.game, lines)?;
                self.drop_plan(*by);
                self.plans[by.index()] = plan;
                self.planned[by.index()] = (!lines.is_empty()).then_some(event.version);
            }
            Fact::Ended { ending, decision } => {
                self.clocks_before_end = self.clock.before();
                self.ending = Some(*ending);
                self.decision.clone_from(decision);
                self.stage = Stage::Over;
                self.drop_plans();
                self.offers.clear();
            }
            Fact::Revealed { secret } => {
                if let Some(seal) = self.seals.last_mut() {
                    seal.secret = Some(secret.clone());
                    seal.is_revealed = true;
                }
            }
            Fact::Reversed { .. } => {
                self.ending = None;
                self.decision = None;
                self.stage = Stage::Playing;
                self.offers.clear();
            }
            Fact::Rematched { table } => {
                self.rematch = Some(table.clone());
                self.offers.clear();
            }
            Fact::Said { by, text } => {
                if self.chat.len() == MOST_REMARKS {
                    self.chat.remove(0);
                }
                self.chat.push(Remark {
                    at: event.at,
                    by: *by,
                    text: text.clone(),
                });
            }
            Fact::Excused { during, .. } if during.is_empty() => {
                self.excused.add(self.acted_at, event.at);
            }
            Fact::Excused { during, .. } => self.excused.add_all(during),
            Fact::ChatSwitched { by, on } => self.is_mute[by.index()] = !on,
        }
        // Talk, offers and plans leave the clocks alone: whoever has no time left gets none by them.
        match event.fact.is_timed() {
            true => self.clock.set(event.clocks, self.runner(), event.at),
            false => self.clock.show(event.clocks, event.at),
        }
        if event.fact.is_timed() && !matches!(event.fact, Fact::Excused { .. }) {
            self.acted_at = event.at;
            self.excused = Stretches::default();
        }
        if let Some(cause) = &event.cause {
            if self.done.len() == COMMANDS_REMEMBERED {
                self.done.pop_front();
            }
            self.done.push_back((cause.clone(), event.version));
        }
        self.version = event.version.saturating_add(1);
        self.changed_at = event.at;
        Ok(())
    }

    /// What follows from a move that was played.
    fn follow(&mut self, by: Mover, played: Played, at: Moment, lag: Span) {
        for planner in Player::ALL {
            let plan = &mut self.plans[planner.index()];
            plan.follow(played.mv);
            if plan.is_empty() {
                self.drop_plan(planner);
            }
        }
        if let Some(player) = by.player() {
            // Whoever plays on has not accepted what was offered, nor waits for a turn to be taken back.
            let lapses = |&(other, offer): &(Player, Offer)| other != player || offer == Offer::Takeback;
            self.offers.retain(|offer| !lapses(offer));
            self.clock
                .use_lag(player, lag, self.turn_began(player), self.made.len());
        }
        let draw = (by == Mover::Chance).then(|| self.draw()).flatten();
        self.made.push(Made {
            by,
            at,
            draw,
            begins_turn: played.begins_turn,
            ends_turn: by != Mover::Chance && played.ends_turn,
        });
    }

    /// Forgets what a player said to reply: it is over, and what is kept of it may be emptied.
    fn drop_plan(&mut self, player: Player) {
        self.plans[player.index()] = Plan::default();
        self.superseded.extend(self.planned[player.index()].take());
    }

    fn drop_plans(&mut self) {
        Player::ALL.into_iter().for_each(|player| self.drop_plan(player));
    }

    /// The versions of plans whose lines need not be kept any longer, each told once.
    pub(crate) fn take_superseded(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.superseded)
    }

    /// With which move a player's turn that is not finished began, or will begin.
    pub(crate) fn turn_began(&self, player: Player) -> usize {
        let is_step = |made: &Made| made.by == player.into() && !made.ends_turn;
        let before = self.made.iter().rposition(|made| !is_step(made));
        before.map_or(0, |before| before + 1)
    }

    /// Whose clock runs out, and when at the latest.
    pub(crate) fn runs_out(&self) -> Option<(Player, Moment)> {
        let player = self.clock.running()?;
        self.clock.runs_out(self.turn_began(player))
    }

    /// What the next card is drawn in, if it was sealed.
    fn draw(&self) -> Option<Draw> {
        Some(Draw {
            secret: self.seals.len().checked_sub(1)?,
            takebacks: self.takebacks,
        })
    }

    /// What decides what is drawn now; nothing if nothing is sealed, or the secret is known to all already.
    fn source(&self) -> Option<Source<'_>> {
        let seal = self.seals.last().filter(|seal| !seal.is_revealed)?;
        Some(Source {
            procedure: seal.procedure,
            secret: seal.secret.as_deref()?,
            table: self.id.as_str(),
            numbers: self
                .numbers
                .each_ref()
                .map(|number| number.as_ref().map_or("", Number::as_str)),
        })
    }

    /// What the lot says, if it is sealed.
    pub(crate) fn lot(&self) -> Option<bool> {
        Some(self.source()?.lot())
    }

    /// The card that is drawn now, if it is sealed.
    pub(crate) fn next_card(&self) -> Option<AnyMove> {
        let (source, draw) = (self.source()?, self.draw()?);
        let drawn = self.made.iter().filter_map(|made| made.draw);
        // In the first procedure each secret counts its own cards.
        let counts = |other: &Draw| source.procedure != FIRST_PROCEDURE || other.secret == draw.secret;
        source.card(draw, drawn.filter(counts).count(), self.game.position())
    }

    /// The seats whose number is still to come.
    pub(crate) fn awaited(&self) -> impl Iterator<Item = Player> + '_ {
        Player::ALL
            .into_iter()
            .filter(|player| self.number_follows[player.index()])
    }

    /// What a player has added to the secret, once the seats are no longer exchanged.
    pub(crate) fn number_of(&self, player: Player) -> Option<&Number> {
        let seat = if self.is_swapped { !player } else { player };
        self.numbers[seat.index()].as_ref()
    }

    /// Whether what was drawn binds its players: a rated game is not thrown away for better cards, or the other seat.
    pub(crate) fn is_binding(&self) -> bool {
        self.terms.rated && self.started_at.is_some() && (self.terms.by_lot || !self.seals.is_empty())
    }

    /// Whose clock should run now. An engine's never does, and a live game's only when both have played a turn.
    fn runner(&self) -> Option<Player> {
        let Turn::Player(player) = self.game.turn() else {
            return None;
        };
        let has_begun = !matches!(self.terms.clock, ClockTerms::Live { .. }) || self.has_begun();
        let is_person = matches!(self.seats[player.index()], Some(Occupant::Person(_)));
        (self.stage == Stage::Playing && has_begun && is_person).then_some(player)
    }

    /// Whether both players have played a turn.
    pub(crate) fn has_begun(&self) -> bool {
        let has_played = |player: Player| self.made.iter().any(|made| made.ends_turn && made.by == player.into());
        Player::ALL.into_iter().all(has_played)
    }

    /// The version after a command, if it has acted already.
    pub(crate) fn done(&self, cause: &Cause) -> Option<u64> {
        // Names differ more often than senders do.
        let is_it = |other: &Cause| other.id == cause.id && other.by == cause.by;
        let mut done = self.done.iter().rev();
        done.find(|(other, _)| is_it(other)).map(|(_, version)| *version)
    }

    /// The table's name in addresses.
    pub fn id(&self) -> &TableId {
        &self.id
    }

    /// Who opened it.
    pub fn opener(&self) -> &PersonId {
        &self.opener
    }

    /// Whether nobody sits here but engines.
    pub fn is_between_engines(&self) -> bool {
        let is_engine = |seat: &Option<Occupant>| seat.as_ref().is_some_and(Occupant::is_engine);
        self.seats.iter().all(is_engine)
    }

    /// What was agreed on.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The game and its variant.
    pub fn options(&self) -> &AnyOptions {
        &self.terms.game
    }

    /// How far it is.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The game as far as it has been played.
    pub fn game(&self) -> &Playthrough<AnyGame> {
        &self.game
    }

    /// Who sits on a seat.
    pub fn occupant(&self, seat: Player) -> Option<&Occupant> {
        self.seats[seat.index()].as_ref()
    }

    /// How long a player must have been away before the other may claim the game; none if nothing can be claimed from
    /// them: an engine is never away, a game by days waits for its clock, and nothing is claimed before or after a game.
    pub fn patience(&self, away: Player) -> Option<Span> {
        let is_person = matches!(self.occupant(away), Some(Occupant::Person(_))) && self.stage == Stage::Playing;
        let is_by_days = matches!(self.terms.clock, ClockTerms::Correspondence { .. });
        (is_person && !is_by_days).then_some(PATIENCE)
    }

    /// The seats of a person.
    pub fn seats_of(&self, person: &PersonId) -> Vec<Player> {
        let sits = |seat: &Player| self.occupant(*seat).is_some_and(|occupant| occupant.is(person));
        Player::ALL.into_iter().filter(sits).collect()
    }

    /// How it ended.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Its outcome.
    pub fn result(&self) -> Option<Outcome> {
        self.ending?.result()
    }

    /// How many events there have been: the version that the next one gets.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// When it was opened.
    pub fn opened_at(&self) -> Moment {
        self.opened_at
    }

    /// When something last happened.
    pub fn changed_at(&self) -> Moment {
        self.changed_at
    }

    /// Since when whoever is to move has been to move, and is charged for the time: when something last happened that is
    /// more than talk, offers and plans. Before the game nobody waits for anything from before somebody last sat down.
    pub fn timed_at(&self) -> Moment {
        self.acted_at.max(self.seated_at)
    }

    /// What must not be charged to whoever's clock runs, of the time since then and up to a moment, if nobody could do
    /// anything during these stretches: what is written down already is left out.
    #[must_use]
    pub fn excusable(&self, stretches: &Stretches, now: Moment) -> Stretches {
        stretches.within(self.timed_at(), now).without(&self.excused)
    }

    /// The decision of an administrator that ended it.
    pub fn decision(&self) -> Option<&Decision> {
        self.decision.as_ref()
    }

    /// What is offered now, and by whom.
    pub fn offers(&self) -> impl Iterator<Item = (Player, Offer)> + '_ {
        self.offers.iter().copied()
    }

    /// The engine that is to move, with its level.
    pub fn engine_to_move(&self) -> Option<(Player, u8)> {
        let Turn::Player(player) = self.game.turn() else {
            return None;
        };
        match self.seats[player.index()] {
            Some(Occupant::Engine { level }) if self.stage == Stage::Playing => Some((player, level)),
            _ => None,
        }
    }

    /// The engine that was offered a draw and has not answered, with its level.
    pub fn engine_offered_draw(&self) -> Option<(Player, u8)> {
        Player::ALL.into_iter().find_map(|player| match self.occupant(player) {
            Some(Occupant::Engine { level }) if self.offers.contains(&(!player, Offer::Draw)) => Some((player, *level)),
            _ => None,
        })
    }
}
