//! A table in memory, and those who look at it.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use halte_answers::tables::Question;
use halte_game::{Player, Turn};
use halte_games::GameId;
use halte_table::{
    Event, Moment, Occupant, Outgoing, Person, PersonId, Presence, Snapshot, Span, Standing, Stretches, Table, TableId,
    raw,
};
use serde_json::value::RawValue;
use tokio::sync::broadcast;

use crate::bus::{Bus, Report, ServerId};
use crate::hall::engines::StopOnDrop;
use crate::hall::news::News;
use crate::hall::now;
use crate::hall::written::{Written, written};

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
    /// The version that those who look were told of.
    version: AtomicU64,
    bus: Bus,
}

/// What changes at a table. Only one command is done at a time.
pub(super) struct State {
    pub(super) table: Table,
    /// The latest events.
    recent: VecDeque<Written>,
    /// Whether the store knows less than this, or the table was forgotten: nothing may be done here any more.
    pub(super) is_lost: bool,
    /// When whoever is to move could not do anything, for reasons that are theirs alone. What was before the clocks were last
    /// set is over.
    pub(super) missed: Stretches,
    /// What an engine is asked, and what stops it.
    pub(super) engine: Option<(Question, StopOnDrop)>,
}

/// Who is here.
#[derive(Default)]
struct Attendance {
    /// How many connections each person has.
    persons: HashMap<PersonId, usize>,
    spectators: usize,
    /// Those who are here by way of other servers.
    elsewhere: HashMap<ServerId, Elsewhere>,
    /// How many connections want to be told what can be done.
    want_choices: usize,
    /// Since when somebody has not been here, nor been heard.
    gone: HashMap<PersonId, Instant>,
}

/// Who is here by way of one other server.
struct Elsewhere {
    persons: HashMap<PersonId, usize>,
    spectators: usize,
    /// When it said so.
    heard: Instant,
}

impl Attendance {
    /// Whether a person has a connection.
    fn has(&self, person: &PersonId) -> bool {
        let mut elsewhere = self.elsewhere.values();
        self.persons.contains_key(person) || elsewhere.any(|elsewhere| elsewhere.persons.contains_key(person))
    }

    /// How many connections people have, and how many look on without a name.
    fn count(&self, of: impl Fn(&PersonId) -> bool) -> (usize, usize) {
        let elsewhere = self.elsewhere.values();
        let all = elsewhere.map(|elsewhere| (&elsewhere.persons, elsewhere.spectators));
        let all = all.chain([(&self.persons, self.spectators)]);
        all.fold((0, 0), |(known, nameless), (persons, spectators)| {
            let counted = persons.iter().filter(|(person, _)| of(person));
            (
                known + counted.map(|(_, count)| *count).sum::<usize>(),
                nameless + spectators,
            )
        })
    }
}

/// Something that those who look at a table are told.
#[derive(Debug)]
pub enum Update {
    /// Something has happened.
    Happened(Box<Happened>),
    /// Somebody came or went: the message that says so.
    Presence(Utf8Bytes),
    /// The table is not to be had now: come back later.
    Closed,
}

/// What has happened at a table, written down.
#[derive(Debug)]
pub struct Happened {
    events: Vec<Written>,
    standing: Box<RawValue>,
    /// What can be done now, as the one to move and as others see it, if anybody wants to know.
    choices: Option<[Box<RawValue>; 2]>,
    /// Who sits where, and who is to move.
    seats: [Option<PersonId>; 2],
    to_move: Option<Player>,
    now: Moment,
    /// The messages that say so to everybody alike: without choices, to the one to move, to others.
    texts: [OnceLock<Utf8Bytes>; 3],
}

impl Happened {
    /// The message for one who listens.
    fn text(&self, person: Option<&PersonId>, wants_choices: bool) -> Utf8Bytes {
        let sits = |player: &Player| person.is_some() && self.seats[player.index()].as_ref() == person;
        let (kind, choices) = match &self.choices {
            Some([own, _]) if wants_choices && self.to_move.as_ref().is_some_and(sits) => (1, Some(own)),
            Some([_, others]) if wants_choices => (2, Some(others)),
            _ => (0, None),
        };
        let message = |seats: &[Player]| {
            let events = self.events.iter().filter(|event| event.is_for(seats));
            let message = Outgoing::Events {
                events: events.map(|event| &*event.text).collect(),
                standing: &self.standing,
                choices: choices.map(|choices| &**choices),
                now: self.now,
            };
            message.text().into()
        };
        if self.events.iter().all(|event| event.only.is_none()) {
            return self.texts[kind].get_or_init(|| message(&[])).clone();
        }
        let seats: Vec<Player> = Player::ALL.into_iter().filter(sits).collect();
        message(&seats)
    }
}

impl State {
    /// Notes that whoever is to move could not do anything from one moment to another.
    pub(super) fn miss(&mut self, from: Moment, to: Moment) {
        self.missed.forget(self.table.timed_at());
        self.missed.add(from, to);
    }
}

impl Live {
    pub(super) fn new(table: Table, events: &[Event], bus: Bus) -> Live {
        let first = events.len().saturating_sub(EVENTS_KEPT);
        let mut attendance = Attendance::default();
        // Nobody has come yet: how long the players have been away counts from now.
        for person in seated(&table) {
            attendance.gone.insert(person.id().clone(), Instant::now());
        }
        Live {
            id: table.id().clone(),
            game: table.options().game(),
            version: AtomicU64::new(table.version()),
            bus,
            state: tokio::sync::Mutex::new(State {
                table,
                recent: written(&events[first..]).collect(),
                is_lost: false,
                missed: Stretches::default(),
                engine: None,
            }),
            updates: broadcast::channel(UPDATES_KEPT).0,
            presence: Mutex::new(attendance),
        }
    }

    /// Somebody has done something: a player without a connection is away from now on, which the others are told.
    pub(super) fn heard(&self, table: &Table, person: &PersonId, news: &News) {
        let is_player = self.note_last_seen(table, person);
        if is_player && self.visitors() > 0 && !self.attendance().has(person) {
            self.tell_presence(table, news);
        }
    }

    /// Notes that a player is away from now on, and not since they came last; says whether it is one.
    fn note_last_seen(&self, table: &Table, person: &PersonId) -> bool {
        let is_player = seated(table).any(|seated| seated.id() == person);
        if is_player {
            self.attendance().gone.insert(person.clone(), Instant::now());
        }
        is_player
    }

    /// Tells everybody what has happened.
    pub(super) fn tell(&self, state: &mut State, events: &[Event], written: Vec<Written>) {
        self.version.store(state.table.version(), Ordering::Relaxed);
        let overflow = (state.recent.len() + written.len()).saturating_sub(EVENTS_KEPT);
        state.recent.drain(..overflow.min(state.recent.len()));
        state.recent.extend(written.iter().cloned());
        if self.visitors() == 0 {
            return;
        }
        let table = &state.table;
        let standing = Standing::after(events, table);
        let wants_choices = self.attendance().want_choices > 0;
        let update = Update::Happened(Box::new(Happened {
            events: written,
            choices: if wants_choices { standing.choices(table) } else { None },
            standing: raw(&standing),
            seats: Player::ALL.map(|player| Some(table.occupant(player)?.person()?.id().clone())),
            to_move: match table.game().turn() {
                Turn::Player(player) => Some(player),
                Turn::Chance | Turn::Over(_) => None,
            },
            now: now(),
            texts: Default::default(),
        }));
        // Whoever was looking may have just gone.
        let _ = self.updates.send(Arc::new(update));
    }

    /// Sends everybody away.
    pub(super) fn close(&self) {
        let _ = self.updates.send(Arc::new(Update::Closed));
    }

    /// The version that everybody was told of.
    pub(super) fn version(&self) -> u64 {
        self.version.load(Ordering::Relaxed)
    }

    /// Tells the other servers who is here, and perhaps asks them the same.
    pub(super) fn tell_attendance(&self, asks: bool) {
        // Held until it is said: who comes meanwhile is said after it.
        let attendance = self.attendance();
        self.bus.tell(|| {
            let persons = attendance.persons.iter();
            Report::Attendance {
                table: self.id.clone(),
                persons: persons.map(|(person, count)| (person.clone(), *count)).collect(),
                spectators: attendance.spectators,
                asks,
            }
        });
    }

    /// Notes who is here by way of another server. What it says is noted in the order in which it was said; the others are
    /// told when the table has time.
    pub(super) fn attended(
        self: &Arc<Live>,
        server: ServerId,
        persons: &HashMap<PersonId, usize>,
        spectators: usize,
        news: &Arc<News>,
    ) {
        let has_changed = {
            let mut attendance = self.attendance();
            let before = match persons.is_empty() && spectators == 0 {
                true => attendance.elsewhere.remove(&server),
                false => attendance.elsewhere.insert(
                    server,
                    Elsewhere {
                        persons: persons.clone(),
                        spectators,
                        heard: Instant::now(),
                    },
                ),
            };
            let (were_here, looked_on) =
                before.map_or_else(Default::default, |before| (before.persons, before.spectators));
            for person in were_here.keys().filter(|person| !persons.contains_key(*person)) {
                attendance.gone.insert(person.clone(), Instant::now());
            }
            were_here != *persons || looked_on != spectators
        };
        if has_changed && self.visitors() > 0 {
            let (live, news) = (Arc::clone(self), Arc::clone(news));
            tokio::spawn(async move {
                let state = live.state.lock().await;
                live.forget_gone(&state.table);
                live.tell_presence(&state.table, &news);
            });
        }
    }

    /// Whether the person who is to move has a connection here.
    pub(super) fn awaits(&self, table: &Table) -> bool {
        person_to_move(table).is_some_and(|person| self.attendance().persons.contains_key(person.id()))
    }

    /// Those of whom another server has said nothing for so long are not here by way of it: that they left was not heard.
    pub(super) fn miss_unheard(self: &Arc<Live>, longest: Duration, news: &Arc<News>) {
        let unheard: Vec<ServerId> = {
            let attendance = self.attendance();
            let elsewhere = attendance.elsewhere.iter();
            let unheard = elsewhere.filter(|(_, elsewhere)| elsewhere.heard.elapsed() > longest);
            unheard.map(|(server, _)| server.clone()).collect()
        };
        for server in unheard {
            self.attended(server, &HashMap::new(), 0, news);
        }
    }

    /// The other servers by way of which somebody is here; nothing if they are here by way of this one.
    pub(super) fn servers_of(&self, person: &PersonId) -> Option<Vec<ServerId>> {
        let attendance = self.attendance();
        if attendance.persons.contains_key(person) {
            return None;
        }
        let elsewhere = attendance.elsewhere.iter();
        let servers = elsewhere.filter(|(_, elsewhere)| elsewhere.persons.contains_key(person));
        Some(servers.map(|(server, _)| server.clone()).collect())
    }

    /// Whether somebody is here by way of a server.
    pub(super) fn has_from(&self, server: &ServerId) -> bool {
        self.attendance().elsewhere.contains_key(server)
    }

    /// Others are heard again: whoever is away counts from now, for nobody could tell.
    pub(super) fn returned(&self) {
        let now = Instant::now();
        self.attendance().gone.values_mut().for_each(|since| *since = now);
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
            // Nobody is known to be away while other servers are not heard.
            if attendance.has(person.id()) || news.is_program(person.id()) || !self.bus.hears() {
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
        let away = self.away(table, news);
        let attendance = self.attendance();
        let is_here = |player| match table.occupant(player) {
            Some(Occupant::Person(person)) => attendance.has(person.id()) || news.is_program(person.id()),
            Some(Occupant::Engine { .. }) => true,
            None => false,
        };
        let is_player = |person: &PersonId| seated(table).any(|seated| seated.id() == person);
        let (others, nameless) = attendance.count(|person| !is_player(person));
        Presence {
            here: Player::ALL.map(is_here),
            claim_in: Player::ALL.map(|player| {
                let (patience, away) = (table.patience(player)?, away[player.index()]?);
                Some(Span(patience.0.saturating_sub(away.0)))
            }),
            spectators: others + nameless,
        }
    }

    /// Lets somebody in, unless the table is not to be used any more.
    pub(super) async fn visit(
        live: &Arc<Live>,
        person: Option<Person>,
        wants_choices: bool,
        news: &Arc<News>,
    ) -> Option<Visit> {
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
            attendance.want_choices += usize::from(wants_choices);
        }
        let updates = live.updates.subscribe();
        live.tell_presence(&state.table, news);
        live.tell_attendance(false);
        drop(state);
        Some(Visit {
            live: Arc::clone(live),
            news: Arc::clone(news),
            person,
            wants_choices,
            updates,
        })
    }

    /// Somebody has gone: tells the others.
    async fn leave(self: Arc<Live>, news: Arc<News>) {
        self.tell_attendance(false);
        let state = self.state.lock().await;
        self.forget_gone(&state.table);
        self.tell_presence(&state.table, &news);
    }

    /// Forgets since when those are away who are no players.
    fn forget_gone(&self, table: &Table) {
        let is_player = |person: &PersonId| seated(table).any(|seated| seated.id() == person);
        self.attendance().gone.retain(|person, _| is_player(person));
    }

    /// Tells everybody who is here.
    fn tell_presence(&self, table: &Table, news: &News) {
        let presence = self.presence(table, news);
        let _ = self.updates.send(Arc::new(Update::Presence(
            Outgoing::Presence { presence }.text().into(),
        )));
    }
}

/// The person who is to move.
pub(super) fn person_to_move(table: &Table) -> Option<&Person> {
    match table.game().turn() {
        Turn::Player(player) => table.occupant(player)?.person(),
        Turn::Chance | Turn::Over(_) => None,
    }
}

/// Whether it is this one.
pub(super) fn is_to_move(table: &Table, person: &PersonId) -> bool {
    person_to_move(table).is_some_and(|to_move| to_move.id() == person)
}

/// The people who sit at a table, twice whoever has both seats.
fn seated(table: &Table) -> impl Iterator<Item = &Person> {
    Player::ALL
        .into_iter()
        .filter_map(|player| table.occupant(player)?.person())
}

/// Somebody looks at a table. Dropping it is leaving.
pub struct Visit {
    live: Arc<Live>,
    news: Arc<News>,
    person: Option<Person>,
    wants_choices: bool,
    updates: broadcast::Receiver<Arc<Update>>,
}

impl Visit {
    /// What happens next. An error says that something was missed: ask for a snapshot then.
    pub async fn next(&mut self) -> Result<Arc<Update>, broadcast::error::RecvError> {
        self.updates.recv().await
    }

    /// What has happened already and was not asked for yet.
    pub fn ready(&mut self) -> Option<Arc<Update>> {
        self.updates.try_recv().ok()
    }

    /// The message that tells the one who looks what has happened.
    #[must_use]
    pub fn text(&self, happened: &Happened) -> Utf8Bytes {
        happened.text(self.person.as_ref().map(Person::id), self.wants_choices)
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
        let id = self.person.as_ref().map(Person::id);
        Some((
            state.table.snapshot(id, moment),
            self.live.presence(&state.table, &self.news),
            moment,
        ))
    }

    /// The messages that tell what has happened since a version that one has seen, and who is here; or nothing if that
    /// is too long ago, has never been, or was not kept.
    pub async fn since(&mut self, version: u64) -> Option<[Utf8Bytes; 2]> {
        let state = self.live.state.lock().await;
        let first = state.recent.front()?.version;
        if state.is_lost || version < first || version > state.table.version() {
            return None;
        }
        self.updates = self.updates.resubscribe();
        let person = self.person.as_ref().map(Person::id);
        let seats = person.map_or_else(Vec::new, |person| state.table.seats_of(person));
        let missed = state.recent.iter().filter(|event| event.version >= version);
        let missed = missed.filter(|event| event.is_for(&seats));
        let happened = Outgoing::Events {
            events: missed.map(|event| &*event.text).collect(),
            standing: &raw(&Standing::whole(&state.table)),
            choices: None,
            now: now(),
        };
        let presence = self.live.presence(&state.table, &self.news);
        Some([happened.text().into(), Outgoing::Presence { presence }.text().into()])
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
                        // From this moment on, however long the table is busy.
                        attendance.gone.insert(person.id().clone(), Instant::now());
                    }
                }
                None => attendance.spectators = attendance.spectators.saturating_sub(1),
            }
            attendance.want_choices = attendance.want_choices.saturating_sub(usize::from(self.wants_choices));
        }
        // Somebody may be at work at the table: the others hear of it afterwards. Without a runtime there are none.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let (live, news) = (Arc::clone(&self.live), Arc::clone(&self.news));
            runtime.spawn(live.leave(news));
        }
    }
}
