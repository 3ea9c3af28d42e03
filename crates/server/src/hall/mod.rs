//! The hall: all tables that somebody plays at or looks at, in memory.
//!
//! Whatever happens at a table is in the store before anybody is told of it. A table whose events could not be kept is
//! dropped and read again, so that memory never knows more than the disk.
//!
//! The life of a table in memory: it is read when somebody asks for it, or when something is due at it that nobody has
//! seen to (`take_on`), and then set in motion: its alarm is set, its engine asked. It is lost when its events could
//! not be kept, or a name in it is no more: everybody is sent away, and a task reads it again after a while. It is
//! forgotten when nobody looks at it ([`Hall::tidy`]). Whoever still holds a table that was lost or forgotten finds
//! `is_lost`, and asks for it anew.
//!
//! Many servers may have the same table, each a copy of its own: the log decides. A command is executed on the copy and
//! appended at the version that was seen; if another server was faster, the copy is read anew and the command executed
//! again. What others append is heard on the bus, and what was not heard is read from the store (`company.rs`).

mod alarms;
mod chance;
mod company;
mod engines;
mod interruptions;
mod live;
mod news;
mod outages;
mod queue;
mod ratings;
mod summary;
mod written;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use halte_answers::tables::Question;
use halte_game::Turn;
use halte_games::GameId;
use halte_table::{
    Action, Actor, Command, EXCUSED, Event, Executed, Fact, Impossible, Moment, Person, PersonId, Refusal, Span, Stage,
    Stretches, Table, TableId, Terms, World,
};
use tokio::sync::{OnceCell, mpsc};
use tracing::{error, info, warn};

use crate::bus::{Bus, Report, ServerId};
use crate::clock;
use crate::hall::alarms::Alarms;
use crate::hall::chance::SystemChance;
pub(crate) use crate::hall::engines::Wish;
pub use crate::hall::engines::{Class, Engines};
pub use crate::hall::engines::{Untaken, Word, WorkerId};
use crate::hall::interruptions::{Interruptions, SILENT};
pub use crate::hall::live::{Happened, Update, Visit};
use crate::hall::live::{Live, State};
pub use crate::hall::news::Listener;
use crate::hall::news::News;
use crate::hall::outages::Outages;
use crate::store::{Append, Store, StoreError, StoredEvent};

/// All tables, and who plays at them. Clones share them.
#[derive(Clone)]
pub struct Hall {
    inner: Arc<Inner>,
}

struct Inner {
    store: Arc<dyn Store>,
    /// The tables in memory, and those that are just being read.
    tables: Mutex<HashMap<TableId, Arc<OnceCell<Arc<Live>>>>>,
    /// The tables that will be read again when the store is back.
    reviving: Mutex<HashSet<TableId>>,
    alarms: Alarms,
    engines: Engines,
    /// How often something was written down.
    appends: AtomicU64,
    news: Arc<News>,
    bus: Bus,
    /// How many people are at tables of each game by way of each other server.
    elsewhere: Mutex<HashMap<ServerId, HashMap<String, usize>>>,
    interruptions: Interruptions,
    outages: Outages,
    opened_at: Moment,
    /// Since when those who come to a server that was just opened may have been cut off, if a server is gone.
    cut_off_at: Option<Moment>,
    /// Asks for outages to be read.
    learn: mpsc::Sender<()>,
    /// Whether something may not have been heard of which those who listen were not told.
    is_missing: AtomicBool,
}

/// Who sees to what a table needs next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Duty {
    /// This server: it has brought about what happened, or has taken the table on.
    Ours,
    /// The server that brought it about, as long as it lives.
    Others,
}

/// What goes on in the hall at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Census {
    /// Tables in memory.
    pub tables: usize,
    /// Connections of people who look at them or play.
    pub visitors: usize,
    /// Searches that wait for a worker.
    pub engines_waiting: usize,
    /// Workers that search.
    pub engines_thinking: usize,
    /// How often something that happened was written down since the start.
    pub appends: u64,
}

/// Why nothing came of a command.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum HallError {
    /// The table refused it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There is no such table.
    #[error("there is no table {0}")]
    NoSuchTable(TableId),
    /// The store did not keep it: nobody was told, and the same command may be sent again.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What the store has of a table cannot have happened.
    #[error("table {table}: {reason}")]
    Damaged {
        /// The table.
        table: TableId,
        /// What is wrong.
        reason: String,
    },
    /// What the store has of a table was written by a program that knows more than this one: the table is left alone.
    #[error("table {0} was written by a newer program")]
    Newer(TableId),
    /// The program failed.
    #[error("table {0} broke down")]
    Broken(TableId),
}

impl HallError {
    /// Why events that were kept make no table.
    pub(crate) fn of(table: &TableId, error: &Impossible) -> HallError {
        let table = table.clone();
        match error.is_newer() {
            true => HallError::Newer(table),
            false => HallError::Damaged {
                table,
                reason: error.to_string(),
            },
        }
    }
}

/// How often a table that was lost meanwhile, or at which other servers were faster, is read again for one command.
const ATTEMPTS: u32 = 100;

/// How long to wait, at most, before a command is tried again at a table at which another server was faster: by lot, so
/// that nobody is always the slower one.
const BEFORE_NEXT_ATTEMPT: Duration = Duration::from_millis(10);

/// How long a server that has taken a table on has to see to what is due there.
const GRACE: Span = Span(10_000);

/// How late an alarm may be: then another server than the one that should have heard it sees to it.
const OVERDUE: Span = Span(2_000);

/// How many tables a server takes on at once.
const TAKEN_AT_ONCE: u32 = 100;

/// A table whose alarm rings within this time stays in memory, so that it rings in time.
const SOON: Span = Span::seconds(120);

/// How long to wait before an engine's move or an alarm that the store did not keep is tried again.
const BEFORE_RETRY: Duration = Duration::from_secs(1);

impl Hall {
    /// Opens the hall of a server alone, or of one among others, and goes on with the tables at which something is due.
    pub async fn open(store: Arc<dyn Store>, engines: Engines, bus: Bus) -> Result<Hall, HallError> {
        let (alarms, rung) = Alarms::new();
        let cut_off_at = company::cut_off_at(&*store).await?;
        let (learn, asked) = mpsc::channel(1);
        let hall = Hall {
            inner: Arc::new(Inner {
                store,
                tables: Mutex::default(),
                reviving: Mutex::default(),
                alarms,
                engines,
                appends: AtomicU64::new(0),
                news: Arc::new(News::new(bus.clone())),
                bus,
                elsewhere: Mutex::default(),
                interruptions: Interruptions::default(),
                outages: Outages::default(),
                opened_at: now(),
                cut_off_at,
                learn,
                is_missing: AtomicBool::new(false),
            }),
        };
        hall.remember_outages().await?;
        tokio::spawn(Hall::learn_when_asked(Arc::downgrade(&hall.inner), asked));
        tokio::spawn(Hall::answer_alarms(Arc::downgrade(&hall.inner), rung));
        let mut count = 0;
        if !hall.inner.bus.is_shared() {
            // Nobody else has seen to them.
            loop {
                let taken = hall.take_on(now() + GRACE).await?;
                count += taken;
                if taken < TAKEN_AT_ONCE as usize {
                    break;
                }
            }
        }
        if count > 0 {
            info!(tables = count, "tables go on");
        }
        tokio::spawn(Hall::keep_company(Arc::downgrade(&hall.inner)));
        Ok(hall)
    }

    /// Takes on tables at which something was due at a moment and nobody has seen to it, and says how many.
    async fn take_on(&self, due: Moment) -> Result<usize, HallError> {
        let until = now().max(due) + GRACE;
        let [due, until] = [due, until].map(summary::milliseconds);
        let taken = self.inner.store.take_due(due, until, TAKEN_AT_ONCE).await?;
        for name in &taken {
            let see_to = async {
                let id = name.parse().map_err(|_| StoreError::NoSuchTable(name.clone()))?;
                self.see_to(&id).await
            };
            // One table that cannot be read must not keep all others closed.
            if let Err(error) = see_to.await {
                error!(table = name, %error, "a table could not be read");
            }
        }
        Ok(taken.len())
    }

    /// Does what a table needs that this server has taken on.
    async fn see_to(&self, id: &TableId) -> Result<(), HallError> {
        let live = self.live(id).await?;
        let mut state = live.state.lock().await;
        if !state.is_lost {
            self.go_on(&live, &mut state, Duty::Ours);
        }
        Ok(())
    }

    /// Opens a table. It is opened even if the caller does not wait for it. Who opens it may announce a number.
    pub async fn open_table(&self, terms: Terms, by: Person, number_follows: bool) -> Result<TableId, HallError> {
        let (table, events) = {
            let mut chance = SystemChance;
            let id = TableId::random(&mut chance);
            let mut world = World {
                now: now(),
                lag: Span::ZERO,
                excused: Stretches::default(),
                away: [None; 2],
                chance: &mut chance,
            };
            Table::open(id, terms, by, number_follows, None, &mut world)?
        };
        let (hall, id) = (self.clone(), table.id().clone());
        let append = first_append(&table, events);
        let done = tokio::spawn(async move {
            hall.append(vec![append]).await?;
            hall.wake(&table).await;
            Ok(())
        });
        done.await.unwrap_or_else(|_| Err(HallError::Broken(id.clone())))?;
        Ok(id)
    }

    /// Keeps the table of a game that is over, unless it is there already.
    pub(crate) async fn bring(&self, table: Table, events: Vec<Event>) -> Result<(), HallError> {
        let (hall, id) = (self.clone(), table.id().clone());
        let done = tokio::spawn(async move {
            match hall.append(vec![first_append(&table, events)]).await {
                // It is named after what is in it.
                Ok(()) | Err(StoreError::Conflict { .. }) => Ok(()),
                Err(error) => Err(error.into()),
            }
        });
        done.await.unwrap_or(Err(HallError::Broken(id)))
    }

    /// Sets a table in motion that is in the store since a moment ago.
    async fn wake(&self, table: &Table) {
        self.announce(table, 0, Vec::new());
        // It is kept, whatever comes now: whoever opened it must hear that.
        if let Err(error) = self.see_to(table.id()).await {
            warn!(table = %table.id(), %error, "a new table could not be read");
            self.revive(table.id());
        }
    }

    /// Does what is asked at a table. What comes of it is kept and told even if the caller does not wait for it.
    pub async fn execute(&self, id: &TableId, command: Command, lag: Span) -> Result<u64, HallError> {
        let (hall, table) = (self.clone(), id.clone());
        // Who waits for others at the table, or for the store, is not charged for that.
        let received = now();
        let done = tokio::spawn(async move { hall.execute_here(&table, &command, received, lag).await });
        done.await.unwrap_or_else(|_| Err(HallError::Broken(id.clone())))
    }

    async fn execute_here(
        &self,
        id: &TableId,
        command: &Command,
        received: Moment,
        lag: Span,
    ) -> Result<u64, HallError> {
        for _ in 0..ATTEMPTS {
            let live = self.live(id).await?;
            let mut state = live.state.lock().await;
            if state.is_lost {
                continue;
            }
            if let Actor::Person(person) = &command.from {
                live.heard(&state.table, person.id(), &self.inner.news);
            }
            let known = state.table.version();
            let executed = {
                let mut chance = SystemChance;
                let mut world = World {
                    now: received,
                    lag,
                    excused: self.excused(&live, &state, received),
                    away: live.away(&state.table, &self.inner.news),
                    chance: &mut chance,
                };
                state.table.execute(command, &mut world)
            };
            let Executed {
                events,
                answer,
                superseded,
                rematch,
            } = executed;
            let is_wait = command.action == Action::Wait && events.is_empty();
            if events.is_empty() && !is_wait {
                drop(state);
                // What is refused, or done already, may be neither by what another server did a moment ago.
                match self.refresh(&live).await? {
                    true => continue,
                    false => return Ok(answer?),
                }
            }
            let kept = match self.keep(&live, &mut state, events, superseded, rematch).await {
                // Another server was faster: what it has decided comes first.
                Err(HallError::Store(StoreError::Conflict { .. })) if self.inner.bus.is_shared() => {
                    match self.read_anew(&live, &mut state, known).await {
                        Ok(()) => {
                            drop(state);
                            let part = f64::from(getrandom::u32().unwrap_or_default()) / f64::from(u32::MAX);
                            tokio::time::sleep(BEFORE_NEXT_ATTEMPT.mul_f64(part)).await;
                            continue;
                        }
                        Err(error) => Err(error),
                    }
                }
                kept => kept,
            };
            if let Err(error) = kept {
                warn!(table = %id, %error, "what happened at a table could not be kept");
                if let HallError::Store(StoreError::Uncertain(..)) = error {
                    // It may have been kept, and then nobody is told that it has happened: whoever listens looks again.
                    self.inner.is_missing.store(true, Ordering::Relaxed);
                    self.inner.bus.tell(|| Report::Returned);
                }
                self.lose(&live, &mut state);
                return Err(error);
            }
            if is_wait {
                // It was too early, or an outage is not charged: wait again.
                self.go_on(&live, &mut state, Duty::Ours);
            }
            return Ok(answer?);
        }
        Err(HallError::Broken(id.clone()))
    }

    async fn append(&self, appends: Vec<Append>) -> Result<(), StoreError> {
        let asked = now();
        let appended = self.inner.store.append(appends).await;
        match &appended {
            Err(error) if error.is_outage() => self.inner.outages.begin(asked),
            _ => {
                if self.inner.outages.end(now()) {
                    self.excuse_all();
                }
                // It may have been written after an outage, with which it was noted.
                if appended.is_ok() && now() - asked >= outages::SLOW {
                    self.learn_outages_soon();
                }
            }
        }
        appended?;
        self.inner.appends.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// When whoever is to move could do nothing since they are: they are here and were told late, or there was an outage.
    fn excused(&self, live: &Live, state: &State, now: Moment) -> Stretches {
        let mut excused = self.inner.outages.within(state.table.timed_at(), now);
        if live.awaits(&state.table) {
            excused.add_all(&state.missed);
        }
        excused
    }

    /// How much of that nobody has written down yet.
    fn excusable(&self, live: &Live, state: &State) -> Span {
        let now = now();
        state.table.excusable(&self.excused(live, state, now), now).length()
    }

    /// Has what nobody is charged for written down at every table in memory whose clock runs.
    fn excuse_all(&self) {
        for live in self.in_memory() {
            self.excuse(&live);
        }
    }

    fn excuse(&self, live: &Arc<Live>) {
        let (hall, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(async move {
            let is_concerned = {
                let state = live.state.lock().await;
                state.table.deadline().is_some() && hall.excusable(&live, &state) >= EXCUSED
            };
            if is_concerned {
                hall.insist(&live.id, Command::of(Actor::House, Action::Wait)).await;
            }
        });
    }

    /// Tells those who sit at a table, here and at other servers, what has happened there from a version on.
    fn announce(&self, table: &Table, first: u64, events: Vec<StoredEvent>) {
        self.inner.news.announce(table);
        self.inner.bus.tell(|| Report::Happened {
            summary: Box::new(summary::of(table)),
            first,
            events: events.into_iter().map(|event| event.body).collect(),
        });
    }

    /// Writes down what has happened, then tells everybody and does what follows.
    async fn keep(
        &self,
        live: &Arc<Live>,
        state: &mut State,
        mut events: Vec<Event>,
        superseded: Vec<u64>,
        rematch: Option<(Table, Vec<Event>)>,
    ) -> Result<(), HallError> {
        if events.is_empty() {
            return Ok(());
        }
        let (stored, written): (Vec<_>, Vec<_>) = events.iter_mut().map(written::write).unzip();
        let summary = summary::of(&state.table);
        let (rematch, first) = match rematch {
            Some((table, events)) => {
                let first = first_append(&table, events);
                (Some(table), Some(first))
            }
            None => (None, None),
        };
        let first_version = events[0].version;
        let asked = now();
        loop {
            let append = Append {
                summary: summary.clone(),
                events: stored.clone(),
                superseded: superseded.clone(),
                ratings: ratings::after(&state.table, &events, &*self.inner.store).await?,
            };
            match self.append([append].into_iter().chain(first.clone()).collect()).await {
                Ok(()) => break,
                // The same player's other game ended at the same time.
                Err(StoreError::RatingConflict { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        live.tell(state, &events, written);
        self.announce(&state.table, first_version, stored);
        self.note_lateness(live, state, &events, Some(asked));
        self.go_on(live, state, Duty::Ours);
        if let Some(table) = &rematch {
            self.wake(table).await;
        }
        Ok(())
    }

    /// Sets the alarm and, if it is ours to do, the engine of a table in motion.
    fn go_on(&self, live: &Arc<Live>, state: &mut State, duty: Duty) {
        let is_ours = duty == Duty::Ours || !self.inner.bus.is_shared();
        // What others have to do is done here only if they do not: they may know of time that is not to be charged.
        let patience = if is_ours { Span::ZERO } else { OVERDUE };
        let excused = self.excusable(live, state);
        let deadline = state.table.deadline().map(|deadline| deadline + excused + patience);
        self.inner.alarms.set(&live.id, deadline);
        let question = Question::at(&state.table);
        // Whatever else has happened, the engine may think on.
        if state.engine.as_ref().map(|(asked, _)| *asked) == question {
            return;
        }
        state.engine = None;
        if let Some(question) = question.filter(|_| is_ours) {
            let thought = self.inner.engines.answer(&state.table, question);
            state.engine = Some((question, thought.stop_on_drop()));
            let (hall, live) = (self.clone(), Arc::clone(live));
            tokio::spawn(async move {
                let Some(action) = thought.answer().await.flatten() else {
                    return hall.ask_again(&live, question).await;
                };
                let command = Command {
                    id: None,
                    from: Actor::Engine(question.player),
                    action,
                };
                hall.insist(&live.id, command).await;
            });
        }
    }

    /// Asks an engine again that gave no answer, unless it was told to stop.
    async fn ask_again(&self, live: &Arc<Live>, question: Question) {
        tokio::time::sleep(BEFORE_RETRY).await;
        let mut state = live.state.lock().await;
        let is_asked = state.engine.as_ref().is_some_and(|(asked, _)| *asked == question);
        if is_asked && !state.is_lost {
            error!(table = %live.id, "an engine gave no answer, and is asked again");
            state.engine = None;
            self.go_on(live, &mut state, Duty::Ours);
        }
    }

    /// Does what time or an engine asks. If the store is gone, the table asks again when it is back.
    async fn insist(&self, id: &TableId, command: Command) {
        match self.execute(id, command, Span::ZERO).await {
            Err(HallError::Refused(_) | HallError::Store(StoreError::Closed)) | Ok(_) => {}
            Err(error) => {
                error!(table = %id, %error, "an engine or a clock was not heard");
                self.revive(id);
            }
        }
    }

    /// Does what the clocks ask for, as long as there is a hall.
    async fn answer_alarms(hall: Weak<Inner>, mut rung: alarms::Rung) {
        while let Some(id) = rung.next().await {
            let Some(inner) = hall.upgrade() else { return };
            let hall = Hall { inner };
            tokio::spawn(async move {
                hall.await_the_cut_off(&id).await;
                // If the store was not to be had until now, that is noted with this, and no clock has run out meanwhile.
                if hall.inner.store.beat().await.is_ok() {
                    let _ = hall.learn_outages().await;
                }
                hall.insist(&id, Command::of(Actor::House, Action::Wait)).await;
            });
        }
    }

    /// Waits while whoever is to move may have been cut off by a server that is gone, and so may be back in a moment: a clock
    /// that has run out meanwhile has not.
    async fn await_the_cut_off(&self, id: &TableId) {
        if !self.inner.bus.is_shared() {
            return;
        }
        let Ok(live) = self.live(id).await else { return };
        let person = live::person_to_move(&live.state.lock().await.table).cloned();
        let Some(person) = person else { return };
        // Before that no server counts as silent, and whoever has come back was not looked at twice.
        let longer = Duration::from_millis(SILENT.0 + SILENT.0 / 4);
        tokio::time::sleep(longer).await;
        let is_cut_off = || {
            let (servers, moment) = (live.servers_of(person.id())?, now());
            let (interruptions, opened) = (&self.inner.interruptions, self.inner.cut_off_at);
            interruptions.since(&live.id, &servers, opened, [moment; 2])
        };
        while is_cut_off().is_some() {
            tokio::time::sleep(longer).await;
        }
    }

    /// The table in memory, read from the store if it is not there yet.
    async fn live(&self, id: &TableId) -> Result<Arc<Live>, HallError> {
        let cell = {
            let mut tables = self.tables();
            Arc::clone(tables.entry(id.clone()).or_default())
        };
        let live = cell.get_or_try_init(|| self.read(id)).await;
        if live.is_err() {
            let mut tables = self.tables();
            // Others may be waiting to read it themselves: the last of them gives up.
            let is_last = |found: &Arc<_>| Arc::ptr_eq(found, &cell) && Arc::strong_count(found) == 2;
            if tables
                .get(id)
                .is_some_and(|found| is_last(found) && !found.initialized())
            {
                tables.remove(id);
            }
        }
        live.cloned()
    }

    /// What has happened at a table from a version on, at most so much, as it is kept: secrets and all.
    pub(crate) async fn events(&self, id: &TableId, version: u64, limit: u32) -> Result<Vec<Event>, HallError> {
        let stored = self.inner.store.some_events(id.as_str(), version, limit).await?;
        if stored.is_empty() && version == 0 {
            return Err(HallError::NoSuchTable(id.clone()));
        }
        let event = |kept: &StoredEvent| Event::read(&kept.body).map_err(|reason| reason.of(kept.version));
        let events: Result<Vec<_>, _> = stored.iter().map(event).collect();
        events.map_err(|error| HallError::of(id, &error))
    }

    /// A table as it is kept, with all that has happened at it.
    pub(crate) async fn restore(&self, id: &TableId) -> Result<(Table, Vec<Event>), HallError> {
        let events = self.events(id, 0, u32::MAX).await?;
        let table = Table::restore(&events).map_err(|error| HallError::of(id, &error))?;
        Ok((table, events))
    }

    async fn read(&self, id: &TableId) -> Result<Arc<Live>, HallError> {
        let (table, events) = self.restore(id).await?;
        let live = Arc::new(Live::new(table, &events, self.inner.bus.clone()));
        let mut state = live.state.lock().await;
        self.go_on(&live, &mut state, Duty::Others);
        drop(state);
        live.tell_attendance(true);
        self.excuse(&live);
        Ok(live)
    }

    /// Reads a table again at which another server was faster, and tells everybody here what has happened there since the
    /// version that was known.
    async fn read_anew(&self, live: &Arc<Live>, state: &mut State, known: u64) -> Result<(), HallError> {
        let (table, events) = self.restore(&live.id).await?;
        state.table = table;
        let new = events.into_iter().filter(|event| event.version >= known).collect();
        self.pass_on(live, state, new);
        Ok(())
    }

    /// Tells everybody here what another server has written down, which the table has learnt.
    fn pass_on(&self, live: &Arc<Live>, state: &mut State, mut events: Vec<Event>) {
        self.note_lateness(live, state, &events, None);
        for cause in events.iter().filter_map(|event| event.cause.as_ref()) {
            live.heard(&state.table, &cause.by, &self.inner.news);
        }
        let written = events.iter_mut().map(|event| written::write(event).1).collect();
        live.tell(state, &events, written);
        self.go_on(live, state, Duty::Others);
    }

    /// Notes how late those here are told of what has just set the clocks, if one of these events has. To be told late that
    /// one has more time hinders nobody, and each such event would bring about the next. Nor is it late what somebody has done
    /// in the middle of their own turn, but for what the store took, if it was asked here: they may do as much at once as they
    /// like, and each has to wait for the one before.
    fn note_lateness(&self, live: &Arc<Live>, state: &mut State, events: &[Event], asked: Option<Moment>) {
        let (set, now) = (state.table.timed_at(), now());
        let mut acts = events
            .iter()
            .filter(|event| !matches!(event.fact, Fact::Excused { .. }));
        let Some(first) = acts.next().filter(|first| first.at <= set) else {
            return;
        };
        let by = match &first.fact {
            Fact::Moved { by, .. } => by.player(),
            Fact::TakenBack { by, .. } => Some(*by),
            _ => None,
        };
        let is_own = by.is_some_and(|by| state.table.game().turn() == Turn::Player(by));
        let since = match (is_own, asked) {
            (false, _) => set,
            (true, Some(asked)) => set.max(asked),
            (true, None) => return,
        };
        if now - since >= outages::SLOW {
            state.miss(since, now);
            self.excuse(live);
        }
    }

    /// Drops the tables that know a person who is nobody any more, or has another name: those whose games are over, and
    /// those that the person opened for others. What they would write next brought the old name back.
    pub async fn release(&self, person: &PersonId) {
        let tables: Vec<TableId> = self.tables().keys().cloned().collect();
        for id in tables {
            // One that is just being read may be read as it was before.
            let Ok(live) = self.live(&id).await else { continue };
            let mut state = live.state.lock().await;
            let table = &state.table;
            let sat = table.stage() == Stage::Over && !table.seats_of(person).is_empty();
            if !state.is_lost && (sat || table.opener() == person) {
                self.lose(&live, &mut state);
            }
        }
    }

    /// Drops a table that knows something else than the store does.
    fn lose(&self, live: &Arc<Live>, state: &mut State) {
        state.is_lost = true;
        state.engine = None;
        live.close();
        self.inner.interruptions.close(&live.id, now());
        self.inner.bus.tell(|| Report::Closed { table: live.id.clone() });
        self.forget(live);
        self.revive(&live.id);
    }

    /// Reads a table again after a while, however long the store is gone: somebody may be waiting for an engine or a
    /// clock there, and nobody else may ask for the table.
    fn revive(&self, id: &TableId) {
        let (hall, id) = (self.clone(), id.clone());
        tokio::spawn(async move {
            // One at a time is enough; but what fails as soon as the table is read is a reason to do it again.
            while hall.reviving().insert(id.clone()) {
                tokio::time::sleep(BEFORE_RETRY).await;
                hall.reviving().remove(&id);
                match hall.live(&id).await {
                    Err(HallError::Store(error)) if error != StoreError::Closed => {}
                    _ => return,
                }
            }
        });
    }

    fn reviving(&self) -> MutexGuard<'_, HashSet<TableId>> {
        self.inner.reviving.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a table out of memory, unless another one has taken its place.
    fn forget(&self, live: &Arc<Live>) {
        let mut tables = self.tables();
        let is_it = |cell: &Arc<OnceCell<Arc<Live>>>| cell.get().is_some_and(|found| Arc::ptr_eq(found, live));
        if tables.get(&live.id).is_some_and(is_it) {
            tables.remove(&live.id);
        }
    }

    /// Forgets the tables that nobody looks at and at which nothing happens by itself.
    pub async fn tidy(&self) {
        let all: Vec<_> = {
            let mut tables = self.tables();
            // Whoever wanted to read these has gone away meanwhile.
            tables.retain(|_, cell| cell.initialized() || Arc::strong_count(cell) > 1);
            tables.values().filter_map(|cell| cell.get().cloned()).collect()
        };
        for live in all {
            let mut state = live.state.lock().await;
            // What is due there is seen to all the same.
            let is_due_soon = state.table.deadline().is_some_and(|deadline| deadline < now() + SOON);
            if live.visitors() == 0 && !is_due_soon && state.engine.is_none() {
                state.is_lost = true;
                self.inner.alarms.set(&live.id, None);
                self.forget(&live);
            }
        }
    }

    /// Looks at a table: what it is now, and whatever happens from then on.
    ///
    /// Whoever chooses with the eyes wants to be told what can be done after every move.
    pub async fn visit(&self, id: &TableId, person: Option<Person>, wants_choices: bool) -> Result<Visit, HallError> {
        for _ in 0..ATTEMPTS {
            let live = self.live(id).await?;
            self.refresh(&live).await?;
            self.note_interruption(&live, person.as_ref()).await;
            if let Some(visit) = Live::visit(&live, person.clone(), wants_choices, &self.inner.news).await {
                return Ok(visit);
            }
        }
        Err(HallError::Broken(id.clone()))
    }

    /// Notes for how long the one to move, who comes back, was cut off because the server by way of which they were here is
    /// gone, or the table was closed there: nobody else notices as soon as they do. Who comes back sooner than a server counts
    /// as silent is looked at once more when it does: with a few short ways in one turn they are charged as much as with a
    /// long one.
    async fn note_interruption(&self, live: &Arc<Live>, person: Option<&Person>) {
        let Some(person) = person else { return };
        // Somebody of whom nothing is known, at a table that was just read, may have been here by way of any server.
        let Some(servers) = live.servers_of(person.id()) else {
            return;
        };
        let back = now();
        let was_noted = self.note_cut_off(live, person.id(), &servers, back).await;
        if was_noted || !self.inner.bus.is_shared() {
            return;
        }
        let (hall, live, person) = (self.clone(), Arc::clone(live), person.id().clone());
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(SILENT.0)).await;
            hall.note_cut_off(&live, &person, &servers, back).await;
        });
    }

    /// Notes that somebody who came back at a moment was cut off, if that is so.
    async fn note_cut_off(&self, live: &Arc<Live>, person: &PersonId, servers: &[ServerId], back: Moment) -> bool {
        let (interruptions, opened) = (&self.inner.interruptions, self.inner.cut_off_at);
        let Some(since) = interruptions.since(&live.id, servers, opened, [back, now()]) else {
            return false;
        };
        let mut state = live.state.lock().await;
        if live::is_to_move(&state.table, person) {
            state.miss(since, back);
            self.excuse(live);
        }
        true
    }

    /// What changes from now on at the tables at which some people sit, who are all the same visitor. A program that
    /// listens is at all its tables: it need not look at them.
    #[must_use]
    pub fn listen(&self, people: &[PersonId], is_program: bool) -> Listener {
        self.inner.news.listen(people, is_program)
    }

    /// Looks at a table once.
    pub async fn look<T>(&self, id: &TableId, look: impl FnOnce(&Table) -> T) -> Result<T, HallError> {
        for _ in 0..ATTEMPTS {
            let live = self.live(id).await?;
            // Who has done something at another server must see it here.
            self.refresh(&live).await?;
            let state = live.state.lock().await;
            // What the store did not keep must not be seen.
            if !state.is_lost {
                return Ok(look(&state.table));
            }
        }
        Err(HallError::Broken(id.clone()))
    }

    /// What goes on now.
    #[must_use]
    pub fn census(&self) -> Census {
        let (tables, visitors) = {
            let tables = self.tables();
            let live = tables.values().filter_map(|cell| cell.get());
            (tables.len(), live.map(|live| live.visitors()).sum())
        };
        let (engines_waiting, engines_thinking) = self.inner.engines.load();
        Census {
            tables,
            visitors,
            engines_waiting,
            engines_thinking,
            appends: self.inner.appends.load(Ordering::Relaxed),
        }
    }

    /// How many people are at tables of a game now, each counted once at each server. Who looks on without a name, even a guest's,
    /// cannot be told apart from others and is not counted.
    #[must_use]
    pub fn people(&self, game: GameId) -> usize {
        let tables = self.tables();
        let live = tables.values().filter_map(|cell| cell.get());
        let people: HashSet<PersonId> = live
            .filter(|live| live.game == game)
            .flat_map(|live| live.people())
            .collect();
        let elsewhere = crate::lock(&self.inner.elsewhere);
        let elsewhere = elsewhere.values().filter_map(|people| people.get(&game.to_string()));
        people.len() + elsewhere.sum::<usize>()
    }

    /// Refuses to pass anything on to a server that was not heard of late. One that is gone took its jobs along, and what
    /// somebody made up is no name to ask the bus for; but who has just come knows nobody yet.
    pub(crate) fn must_know(&self, server: &str) -> Result<(), Untaken> {
        match crate::lock(&self.inner.elsewhere).contains_key(server) {
            true => Ok(()),
            false if now() - self.inner.opened_at < SILENT || !self.inner.bus.hears() => Err(Untaken::Away),
            false => Err(Untaken::Unknown),
        }
    }

    /// The pool of engines.
    #[must_use]
    pub fn engines(&self) -> &Engines {
        &self.inner.engines
    }

    /// What everything is kept in.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.inner.store
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, Arc<OnceCell<Arc<Live>>>>> {
        // Whoever panicked with the lock left the map whole: each change of it is one call.
        self.inner.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is written of a table that was just opened.
fn first_append(table: &Table, mut events: Vec<Event>) -> Append {
    Append {
        summary: summary::of(table),
        events: events.iter_mut().map(|event| written::write(event).0).collect(),
        superseded: Vec::new(),
        ratings: Vec::new(),
    }
}

/// What time it is for those who play. Setting the system's clock does not change it.
#[must_use]
pub fn now() -> Moment {
    Moment(u64::try_from(clock::moment()).unwrap_or_default())
}
