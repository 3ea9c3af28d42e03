//! Tables that are kept by the one who plays at them, where no server is needed: against an engine, or two at one screen.
//! Their events come with every question, and new ones go out with the answer; what is told is told in a server's words.

mod engines;

use std::sync::atomic::AtomicBool;

use halte_engine::Clock;
use halte_game::record::write_all;
use halte_game::{Explain, Player, Playthrough, Random, Turn};
use halte_games::AnyGame;
use halte_table::{
    Action, Actor, Command, Contradiction, Event, Fact, Impossible, Invitation, Moment, Occupant, Outgoing, Person,
    PersonId, Presence, Refusal, Stage, Standing, Table, TableId, Terms, World, raw,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::analysis::{self, LineView};
use crate::{Invalid, Nothing, Unanswered};

pub use engines::{Brief, Errand, Matter, Question};

/// A table to open.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// What is played, by whom, and how long it may take.
    pub terms: Terms,
    /// Who opens it.
    pub by: Person,
    /// What time it is.
    pub now: Moment,
    /// What decides what chance decides.
    pub seed: u64,
}

/// A table that was opened.
#[derive(Serialize)]
pub struct Opened {
    /// Its name.
    pub table: TableId,
    /// What has happened, to be kept.
    pub events: Vec<Event>,
}

/// A table as it is kept, to be looked at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// All its events, in order.
    pub events: Vec<Event>,
    /// What time it is.
    pub now: Moment,
}

/// Something to do at a table that is kept.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deed {
    /// All its events, in order.
    pub events: Vec<Event>,
    /// Who does it.
    pub by: Doer,
    /// The name by which it acts once even if it is asked for twice; none for what nobody repeats.
    pub id: Option<String>,
    /// What to do.
    pub action: Action,
    /// What time it is.
    pub now: Moment,
    /// What decides what chance decides.
    pub seed: u64,
}

/// Who does something.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Doer {
    /// Whoever opened the table.
    Opener,
    /// The engine whose turn it is to answer.
    Engine,
    /// Nobody: time has passed.
    Time,
}

/// How things stand at a table that is kept.
#[derive(Serialize)]
pub struct Told {
    /// What has happened, to be kept.
    pub events: Vec<Event>,
    /// What those who look at the table are told, as a server would.
    pub messages: Vec<Box<RawValue>>,
    /// When time itself does something, if nothing else happens.
    pub deadline: Option<Moment>,
    /// What an engine is asked now, as a name that changes with the question; none if it is asked nothing.
    pub question: Option<String>,
    /// The table of a rematch that was agreed on, to be kept.
    pub rematch: Option<Opened>,
}

/// What an engine wants to do.
#[derive(Serialize)]
pub struct EnginesAnswer {
    /// What; nothing if it is not asked, or knows nothing.
    pub action: Option<Action>,
}

/// What an engine would play.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Hint {
    /// How many moves had been played.
    pub ply: usize,
    /// The line, which begins with the move to play.
    pub line: LineView,
}

impl Opening {
    /// Opens it, if it needs nobody from elsewhere.
    pub fn open(self) -> Result<Opened, Unanswered> {
        let is_open = |seat: &Invitation| matches!(seat, Invitation::Anyone);
        if self.terms.rated || self.terms.seats.iter().any(is_open) {
            return Err(Unanswered::invalid("terms", Invalid::NeedsServer));
        }
        let mut random = Random::new(self.seed);
        let mut world = World::at(self.now, &mut random);
        let id = TableId::local(world.chance);
        // This browser deals for itself: there is nobody whom a number of its own would guard against.
        let (table, events) = Table::open(id, self.terms, self.by, false, None, &mut world)?;
        let table = table.id().clone();
        Ok(Opened { table, events })
    }
}

impl Kept {
    /// How does it stand?
    pub fn look(&self) -> Result<Told, Unanswered> {
        let (table, opener) = restore(&self.events)?;
        let snapshot = Outgoing::Snapshot {
            snapshot: Box::new(table.snapshot(Some(opener.id()), self.now)),
            presence: EVERYBODY,
            now: self.now,
        };
        Ok(Told {
            events: Vec::new(),
            messages: vec![raw(&snapshot)],
            ..standing(&table)
        })
    }

    /// What does the engine want to do?
    pub fn ask_engine(&self, clock: &dyn Clock, stop: &AtomicBool) -> Result<EnginesAnswer, Unanswered> {
        let (table, _) = restore(&self.events)?;
        let answer = Question::at(&table).and_then(|question| question.brief(&table).answer(clock, stop));
        Ok(EnginesAnswer { action: answer })
    }

    /// What would an engine play for the one who opened it?
    pub fn hint(&self, clock: &dyn Clock, stop: &AtomicBool) -> Result<Hint, Unanswered> {
        let (table, opener) = restore(&self.events)?;
        let game = game_to_hint(&table, opener.id())?;
        let line = analysis::hint(&game, clock, stop).ok_or(Nothing::Over)?;
        let ply = game.moves().len();
        Ok(Hint { ply, line })
    }

    /// The record of its game.
    pub fn record(&self) -> Result<String, Unanswered> {
        let (table, _) = restore(&self.events)?;
        let record = table.record("Halte");
        let record = record.map_err(|error| Unanswered::invalid("events", error))?;
        Ok(write_all([&record]))
    }
}

impl Deed {
    /// Does it, or says in a message why not.
    pub fn execute(self) -> Result<Told, Unanswered> {
        let (mut table, opener) = restore(&self.events)?;
        let from = match self.by {
            Doer::Opener => Actor::Person(opener.clone()),
            Doer::Engine => match Question::at(&table) {
                Some(question) => Actor::Engine(question.player),
                None => return Ok(standing(&table)),
            },
            Doer::Time => Actor::House,
        };
        let command = Command {
            id: self.id.clone(),
            from,
            action: self.action,
        };
        let mut random = Random::new(self.seed);
        let executed = table.execute(&command, &mut World::at(self.now, &mut random));
        let mut messages = Vec::new();
        if !executed.events.is_empty() {
            messages.push(happened(&table, &executed.events, opener.id(), self.now));
        }
        if let Some(id) = self.id {
            messages.push(raw(&match &executed.answer {
                &Ok(version) => Outgoing::Done { id, version },
                Err(refusal) => Outgoing::Refused {
                    id: Some(id),
                    error: refusal.explanation(),
                },
            }));
        }
        let opened = |(table, events): (Table, _)| {
            let table = table.id().clone();
            Opened { table, events }
        };
        Ok(Told {
            events: executed.events,
            messages,
            rematch: executed.rematch.map(opened),
            ..standing(&table)
        })
    }
}

/// Who is there is always there.
const EVERYBODY: Presence = Presence {
    here: [true; 2],
    claim_in: [None; 2],
    spectators: 0,
};

/// How a table stands to which nothing has happened.
fn standing(table: &Table) -> Told {
    Told {
        events: Vec::new(),
        messages: Vec::new(),
        deadline: table.deadline(),
        question: Question::at(table).map(|question| format!("{question:?}")),
        rematch: None,
    }
}

/// The message that something has happened.
fn happened(table: &Table, events: &[Event], person: &PersonId, now: Moment) -> Box<RawValue> {
    let seats = table.seats_of(person);
    let seen = events.iter().filter_map(|event| event.seen_by(None, &seats));
    let seen: Vec<_> = seen.map(|event| raw(&event)).collect();
    let standing = Standing::after(events, table);
    let choices = standing.choices(table).map(|[own, others]| match table.game().turn() {
        Turn::Player(player) if seats.contains(&player) => own,
        _ => others,
    });
    raw(&Outgoing::Events {
        events: seen.iter().map(|event| &**event).collect(),
        standing: &raw(&standing),
        choices: choices.as_deref(),
        now,
    })
}

/// The table that events lead to, and who opened it.
fn restore(events: &[Event]) -> Result<(Table, &Person), Unanswered> {
    let invalid = |impossible: Impossible| Unanswered::invalid("events", impossible);
    let table = Table::restore(events).map_err(invalid)?;
    match events.first().map(|event| &event.fact) {
        Some(Fact::Opened { by, .. }) => Ok((table, by)),
        _ => Err(invalid(Contradiction::NotOpened.of(0))),
    }
}

/// The game for which a person may have a hint.
pub fn game_to_hint(table: &Table, person: &PersonId) -> Result<Playthrough<AnyGame>, Unanswered> {
    let player: Player = match table.seats_of(person)[..] {
        [player] => player,
        [] => return Err(Refusal::NotSeated.into()),
        _ => return Err(Nothing::NoEngine.into()),
    };
    if table.terms().rated {
        return Err(Nothing::NoHintRated.into());
    }
    if !table.occupant(!player).is_some_and(Occupant::is_engine) {
        return Err(Nothing::NoEngine.into());
    }
    match table.stage() {
        Stage::Waiting => return Err(Refusal::NotStarted.into()),
        Stage::Over => return Err(Refusal::Over.into()),
        Stage::Playing | Stage::Paused => {}
    }
    if table.game().turn() != Turn::Player(player) {
        return Err(Refusal::NotYourTurn.into());
    }
    Ok(table.game().clone())
}
