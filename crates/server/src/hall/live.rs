//! A table in memory, and those who look at it.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use halte_game::Player;
use halte_games::GameId;
use halte_table::{
    ClockFaces, Event, Fact, Moment, Occupant, OfferMade, Person, PersonId, SealedCards, Snapshot, Span, Stage, Table,
    TableId, View, wire,
};
use serde::Serialize;
use tokio::sync::broadcast;
use utoipa::ToSchema;

use crate::hall::engines::{Question, StopOnDrop};
use crate::hall::news::News;
use crate::hall::now;

/// How many events are kept in memory for those whose connection was lost; who missed more gets everything anew.
const EVENTS_KEPT: usize = 200;

/// How many updates wait for a slow reader before they miss some.
const UPDATES_KEPT: usize = 32;

/// A table in memory.
pub(super) struct Live {
    pub(super) id: TableId,
    pub(super) game: GameId,
    pub(super) state: tokio::sync::Mutex<State>,
    updates: broadcast::Sender<Arc<Update>>,
    presence: Mutex<Attendance>,
}

/// What changes at a table. Only one command is done at a time.
pub(super) struct State {
    pub(super) table: Table,
    /// The latest events.
    recent: VecDeque<Event>,
    /// Whether the store knows less than this, or the table was forgotten: nothing may be done here any more.
    pub(super) is_lost: bool,
    /// What an engine is asked, and what stops it.
    pub(super) engine: Option<(Question, StopOnDrop)>,
}

/// Who is here.
#[derive(Default)]
struct Attendance {
    /// How many connections each person has.
    persons: HashMap<PersonId, usize>,
    spectators: usize,
    /// Since when a player has not been here, nor been heard.
    gone: HashMap<PersonId, Instant>,
}

/// Something that those who look at a table are told.
#[derive(Debug)]
pub enum Update {
    /// Something has happened.
    Happened(Box<Happened>),
    /// Somebody came or went.
    Presence(Presence),
    /// The table is not to be had now: come back later.
    Closed,
}

/// What has happened at a table.
#[derive(Debug)]
pub struct Happened {
    /// What.
    pub events: Vec<Event>,
    /// How things stand now.
    pub standing: Standing,
    /// The message that says so to everybody alike, once somebody has written it.
    pub text: OnceLock<Utf8Bytes>,
}

/// How things stand at a table, apart from what was played and said before.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Standing {
    /// How many events there have been.
    pub version: u64,
    /// How far it is.
    pub stage: Stage,
    /// Who sits where, the first player's seat first.
    pub seats: [Option<Occupant>; 2],
    /// The position, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// What the clocks show.
    pub clocks: Option<ClockFaces>,
    /// What is offered.
    pub offers: Vec<OfferMade>,
    /// Whether each player has the chat turned on.
    pub chat_on: [bool; 2],
    /// How it ended.
    pub ending: Option<wire::Ending>,
    /// How the cards are decided.
    pub cards: Option<SealedCards>,
    /// The table of the rematch.
    pub rematch: Option<TableId>,
}

/// Who is at a table now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Presence {
    /// Whether each player is here, the first one first. Engines always are.
    pub here: [bool; 2],
    /// How many others look on.
    pub spectators: usize,
}

impl Live {
    pub(super) fn new(table: Table, events: &[Event]) -> Live {
        let first = events.len().saturating_sub(EVENTS_KEPT);
        let mut attendance = Attendance::default();
        // Nobody has come yet: how long the players have been away counts from now.
        for person in seated(&table) {
            attendance.gone.insert(person.id().clone(), Instant::now());
        }
        Live {
            id: table.id().clone(),
            game: table.options().game(),
            state: tokio::sync::Mutex::new(State {
                table,
                recent: events[first..].iter().cloned().collect(),
                is_lost: false,
                engine: None,
            }),
            updates: broadcast::channel(UPDATES_KEPT).0,
            presence: Mutex::new(attendance),
        }
    }

    /// Somebody has done something: a player without a connection is away from now on, and not since they came last.
    pub(super) fn heard(&self, table: &Table, person: &PersonId) {
        if seated(table).any(|seated| seated.id() == person) {
            self.attendance().gone.insert(person.clone(), Instant::now());
        }
    }

    /// Tells everybody what has happened.
    pub(super) fn tell(&self, state: &mut State, events: &[Event]) {
        for event in events {
            if state.recent.len() == EVENTS_KEPT {
                state.recent.pop_front();
            }
            state.recent.push_back(event.clone());
        }
        let update = Update::Happened(Box::new(Happened {
            events: events.to_vec(),
            standing: Standing::of(&state.table, events),
            text: OnceLock::new(),
        }));
        // Nobody may be looking.
        let _ = self.updates.send(Arc::new(update));
    }

    /// Sends everybody away.
    pub(super) fn close(&self) {
        let _ = self.updates.send(Arc::new(Update::Closed));
    }

    pub(super) fn visitors(&self) -> usize {
        self.updates.receiver_count()
    }

    /// Those who are here and are known, be it as guests.
    pub(super) fn people(&self) -> Vec<PersonId> {
        self.attendance().persons.keys().cloned().collect()
    }

    /// How long each player has been away, if they are.
    pub(super) fn away(&self, table: &Table, news: &News) -> [Option<Span>; 2] {
        let mut attendance = self.attendance();
        Player::ALL.map(|player| {
            let person = table.occupant(player)?.person()?;
            if attendance.persons.contains_key(person.id()) || news.is_program(person.id()) {
                return None;
            }
            let gone = attendance.gone.entry(person.id().clone()).or_insert_with(Instant::now);
            Some(Span(u64::try_from(gone.elapsed().as_millis()).unwrap_or(u64::MAX)))
        })
    }

    fn attendance(&self) -> MutexGuard<'_, Attendance> {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn presence(&self, table: &Table, news: &News) -> Presence {
        let attendance = self.attendance();
        let is_here = |player| match table.occupant(player) {
            Some(Occupant::Person(person)) => {
                attendance.persons.contains_key(person.id()) || news.is_program(person.id())
            }
            Some(Occupant::Engine { .. }) => true,
            None => false,
        };
        let players = seated(table)
            .filter_map(|person| attendance.persons.get(person.id()))
            .sum::<usize>();
        let persons = attendance.persons.values().sum::<usize>();
        Presence {
            here: Player::ALL.map(is_here),
            spectators: attendance.spectators + persons.saturating_sub(players),
        }
    }

    /// Lets somebody in, unless the table is not to be used any more.
    pub(super) async fn visit(live: &Arc<Live>, person: Option<Person>, news: &Arc<News>) -> Option<Visit> {
        let state = live.state.lock().await;
        if state.is_lost {
            return None;
        }
        {
            let mut attendance = live.attendance();
            match &person {
                Some(person) => *attendance.persons.entry(person.id().clone()).or_default() += 1,
                None => attendance.spectators += 1,
            }
        }
        let updates = live.updates.subscribe();
        let presence = live.presence(&state.table, news);
        let _ = live.updates.send(Arc::new(Update::Presence(presence)));
        drop(state);
        Some(Visit {
            live: Arc::clone(live),
            news: Arc::clone(news),
            person,
            updates,
        })
    }

    /// Somebody has gone: tells the others.
    async fn leave(self: Arc<Live>, person: Option<Person>, news: Arc<News>) {
        let state = self.state.lock().await;
        if let Some(person) = person {
            self.heard(&state.table, person.id());
        }
        let presence = self.presence(&state.table, &news);
        let _ = self.updates.send(Arc::new(Update::Presence(presence)));
    }
}

/// The people who sit at a table, twice whoever has both seats.
fn seated(table: &Table) -> impl Iterator<Item = &Person> {
    Player::ALL
        .into_iter()
        .filter_map(|player| table.occupant(player)?.person())
}

impl Standing {
    fn of(table: &Table, events: &[Event]) -> Standing {
        let snapshot_time = table.changed_at();
        let moves = |event: &Event| {
            matches!(
                event.fact,
                Fact::Moved { .. } | Fact::TakenBack { .. } | Fact::Started { .. }
            )
        };
        Standing {
            version: table.version(),
            stage: table.stage(),
            seats: Player::ALL.map(|player| table.occupant(player).cloned()),
            view: events.iter().any(moves).then(|| View::of(table.game())),
            clocks: table.clocks(snapshot_time),
            offers: table.offers().map(|(by, offer)| OfferMade { by, offer }).collect(),
            chat_on: table.chat_on(),
            ending: table.ending().map(Into::into),
            cards: table.cards(),
            rematch: table.rematch().cloned(),
        }
    }
}

/// Somebody looks at a table. Dropping it is leaving.
pub struct Visit {
    live: Arc<Live>,
    news: Arc<News>,
    person: Option<Person>,
    updates: broadcast::Receiver<Arc<Update>>,
}

impl Visit {
    /// What happens next. An error says that something was missed: ask for a snapshot then.
    pub async fn next(&mut self) -> Result<Arc<Update>, broadcast::error::RecvError> {
        self.updates.recv().await
    }

    /// Who looks.
    #[must_use]
    pub fn person(&self) -> Option<&Person> {
        self.person.as_ref()
    }

    /// The table as it is now, unless the store did not keep that. What happened before it will not come again.
    pub async fn snapshot(&mut self) -> Option<(Snapshot, Presence, Moment)> {
        let state = self.live.state.lock().await;
        if state.is_lost {
            return None;
        }
        self.updates = self.updates.resubscribe();
        let moment = now();
        let id = self.person.as_ref().map(|person| person.id());
        Some((
            state.table.snapshot(id, moment),
            self.live.presence(&state.table, &self.news),
            moment,
        ))
    }

    /// What has happened since a version that one has seen, and who is here; or nothing if that is too long ago, has
    /// never been, or was not kept.
    pub async fn since(&mut self, version: u64) -> Option<(Vec<Event>, Standing, Presence)> {
        let state = self.live.state.lock().await;
        let first = state.recent.front()?.version;
        if state.is_lost || version < first || version > state.table.version() {
            return None;
        }
        self.updates = self.updates.resubscribe();
        let events: Vec<Event> = state
            .recent
            .iter()
            .filter(|event| event.version >= version)
            .cloned()
            .collect();
        let mut standing = Standing::of(&state.table, &events);
        standing.view = Some(View::of(state.table.game()));
        Some((events, standing, self.live.presence(&state.table, &self.news)))
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        {
            let mut attendance = self.live.attendance();
            match &self.person {
                Some(person) => {
                    let count = attendance.persons.entry(person.id().clone()).or_default();
                    *count = count.saturating_sub(1);
                    if *count == 0 {
                        attendance.persons.remove(person.id());
                    }
                }
                None => attendance.spectators = attendance.spectators.saturating_sub(1),
            }
        }
        // Somebody may be at work at the table: the others hear of it afterwards. Without a runtime there are none.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let (live, news) = (Arc::clone(&self.live), Arc::clone(&self.news));
            runtime.spawn(live.leave(self.person.take(), news));
        }
    }
}
