//! The hall among those of other servers at the same store: what they have done is heard or read, what they leave undone is
//! taken on. A server alone takes on only what is due at tables that nobody has in memory.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use halte_games::GameId;
use halte_table::{
    Action, Actor, Command, Event, LONGEST_STANDSTILL, LONGEST_WAIT, Learned, Moment, PersonId, Span, TableId,
};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tracing::warn;

use super::live::{Live, State};
use super::{Hall, HallError, Inner, OVERDUE, interruptions, now, outages, summary};
use crate::bus::{Heard, Passed, Report, ServerId};
use crate::lock;
use crate::store::{self, Store, StoreError, TableState};
use crate::visitor::Revocation;

/// How often the hall looks after what nobody else does.
const ROUND: Duration = Duration::from_millis(500);

/// How often a server notes in the store that it lives: what time passes without any is an outage.
pub(super) const BEAT: Span = Span(5_000);

/// How often a server among others does.
const BEAT_AMONG_OTHERS: Span = Span(1_000);

/// How late a beat may be.
const LATE: Span = Span(500);

/// How often a server tells others that it lives. One of so many times it says how many people are here.
const BEAT_ON_BUS: Duration = Duration::from_millis(250);
const BEATS_A_COUNT: u32 = 4;

/// How often tables are compared with the store though everything seems to be heard, and those who are here told again: a
/// message may be lost.
const COMPARED: Duration = Duration::from_secs(5);

/// After how long somebody of whom another server says nothing is not here by way of it.
const UNHEARD: Duration = Duration::from_secs(3 * COMPARED.as_secs());

/// How long before it was read an outage may have ended that was not there to be read: as long as a commit may take.
const OF_LATE: Span = Span(60_000);

/// How long an outage is remembered: longer than any clock runs for one turn.
const REMEMBERED: Span = Span::days(90);

/// How often tables are ended that nobody uses, and how many at once.
const EXPIRED: Duration = Duration::from_secs(60 * 60);
const ENDED_AT_ONCE: u32 = 1000;

/// How often the clock is set by the database's.
const CLOCK_SET: Duration = Duration::from_secs(10);

/// So long ago.
fn before(span: Span) -> Moment {
    Moment(now().0.saturating_sub(span.0))
}

/// Since when those who come to a server that opens now may have been cut off: since another one is silent, or this one
/// before it is gone.
pub(super) async fn cut_off_at(store: &dyn Store) -> Result<Option<Moment>, StoreError> {
    let [earlier, moment] =
        [interruptions::LONGEST, BEAT_AMONG_OTHERS + LATE].map(|span| summary::milliseconds(before(span)));
    let silent = store.silent_since(earlier, moment).await?;
    Ok(silent.map(|at| Moment(u64::try_from(at).unwrap_or_default())))
}

impl Hall {
    /// Looks after what nobody else does, as long as there is a hall.
    pub(super) async fn keep_company(hall: Weak<Inner>) {
        let mut round = interval(ROUND);
        round.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut compared, mut interrupted, mut tidied) = (Instant::now(), Instant::now(), None);
        tokio::spawn(Hall::beat(Weak::clone(&hall)));
        tokio::spawn(Hall::beat_on_bus(Weak::clone(&hall)));
        loop {
            round.tick().await;
            let Some(inner) = hall.upgrade() else { return };
            let hall = Hall { inner };
            let bus = &hall.inner.bus;
            if bus.is_shared() && (!bus.hears() || compared.elapsed() > COMPARED) {
                compared = Instant::now();
                hall.compare_all().await;
            }
            // Who listens for all tables at which somebody sits looks at them again; but not for each of many reasons.
            let is_missing = hall.inner.is_missing.load(Ordering::Relaxed) || !bus.hears();
            if is_missing && interrupted.elapsed() > COMPARED {
                hall.inner.is_missing.store(false, Ordering::Relaxed);
                interrupted = Instant::now();
                hall.inner.news.interrupt();
            }
            if tidied.is_none_or(|tidied: Instant| tidied.elapsed() > EXPIRED) {
                tidied = Some(Instant::now());
                if let Err(error) = hall.end_unused().await {
                    warn!(%error, "tables that nobody uses could not be looked for");
                }
                let before = before(REMEMBERED);
                hall.inner.outages.forget(before);
                if let Err(error) = hall.inner.store.forget_outages(summary::milliseconds(before)).await {
                    warn!(%error, "old outages could not be forgotten");
                }
            }
            match hall.take_on(before(OVERDUE)).await {
                Err(HallError::Store(StoreError::Closed)) => return,
                Err(error) => warn!(%error, "what is due could not be looked for"),
                Ok(_) => {}
            }
        }
    }

    /// Ends the tables at which nothing has happened for so long that nobody can want them.
    async fn end_unused(&self) -> Result<(), HallError> {
        for (state, longest) in [
            (TableState::Waiting, LONGEST_WAIT),
            (TableState::Playing, LONGEST_STANDSTILL),
        ] {
            let unchanged = summary::milliseconds(before(longest));
            for name in self.inner.store.unused(state, unchanged, ENDED_AT_ONCE).await? {
                let Ok(id) = name.parse() else { continue };
                self.insist(&id, Command::of(Actor::House, Action::Wait)).await;
            }
        }
        Ok(())
    }

    /// Waits until every other server that lives was heard: who comes now may have been cut off by one that does not.
    pub(crate) async fn get_acquainted(&self) {
        if self.inner.bus.is_shared() {
            tokio::time::sleep(2 * BEAT_ON_BUS).await;
        }
    }

    /// Tells the other servers that this one lives, and who is here, however long the store takes for anything.
    async fn beat_on_bus(hall: Weak<Inner>) {
        let mut beat = interval(BEAT_ON_BUS);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut told = Instant::now();
        for number in (0..BEATS_A_COUNT).cycle() {
            beat.tick().await;
            let Some(inner) = hall.upgrade() else { return };
            let hall = Hall { inner };
            hall.inner.bus.tell(|| Report::Beat {
                people: (number == 0).then(|| hall.people_here()),
                silent: hall.inner.interruptions.silent(now()),
            });
            if hall.inner.bus.is_shared() && told.elapsed() > COMPARED {
                told = Instant::now();
                hall.tell_attendances();
            }
        }
    }

    /// Tells the other servers again who is at which table: a message may have been lost. For the same reason those are missed
    /// of whom the others say nothing.
    fn tell_attendances(&self) {
        for live in self.in_memory() {
            if live.visitors() > 0 {
                live.tell_attendance(false);
            }
            if self.inner.bus.hears() {
                live.miss_unheard(UNHEARD, &self.inner.news);
            }
        }
    }

    /// Notes in the store that the server lives, and notices when the store does not.
    async fn beat(hall: Weak<Inner>) {
        let Some(inner) = hall.upgrade() else { return };
        let is_shared = inner.bus.is_shared();
        drop(inner);
        let period = if is_shared { BEAT_AMONG_OTHERS } else { BEAT };
        let mut beat = interval(Duration::from_millis(period.0));
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut clock_set = Instant::now();
        let mut last = now();
        loop {
            beat.tick().await;
            let Some(inner) = hall.upgrade() else { return };
            let hall = Hall { inner };
            match hall.inner.store.beat().await {
                Ok(()) => {
                    let moment = now();
                    if hall.inner.outages.end(moment) {
                        hall.excuse_all();
                    }
                    // Others may have noted an outage, or this very beat has.
                    if is_shared || moment - last > period + outages::SILENCE {
                        hall.learn_outages_soon();
                    }
                    last = moment;
                }
                Err(StoreError::Closed) => return,
                Err(_) => hall.inner.outages.begin(last),
            }
            // Whoever reads much keeps nobody from noticing that it is written.
            if clock_set.elapsed() > CLOCK_SET {
                clock_set = Instant::now();
                tokio::spawn(async move { store::set_clock(&*hall.inner.store).await });
            }
        }
    }

    /// Reads when no server was there, if that is not known here.
    pub(super) async fn learn_outages(&self) -> Result<(), StoreError> {
        let asked = now();
        let after = Moment(self.inner.outages.learnt_at().0.saturating_sub(OF_LATE.0));
        let moment = |milliseconds| Moment(u64::try_from(milliseconds).unwrap_or_default());
        let found = self.inner.store.outages(summary::milliseconds(after)).await?;
        let mut is_new = false;
        for (began, ended) in found {
            is_new |= self.inner.outages.add(moment(began), moment(ended));
        }
        self.inner.outages.set_learnt(asked);
        if is_new {
            self.excuse_all();
        }
        Ok(())
    }

    /// The same while nobody waits for it. Once is enough for all who ask before it begins.
    pub(super) fn learn_outages_soon(&self) {
        let _ = self.inner.learn.try_send(());
    }

    /// Reads outages whenever somebody asks for it, as long as there is a hall.
    pub(super) async fn learn_when_asked(hall: Weak<Inner>, mut asked: mpsc::Receiver<()>) {
        while let Some(()) = asked.recv().await {
            let Some(inner) = hall.upgrade() else { return };
            // What could not be read is read with what comes next.
            let _ = Hall { inner }.learn_outages().await;
        }
    }

    /// Reads all the outages that a clock may still run through.
    pub(super) async fn remember_outages(&self) -> Result<(), StoreError> {
        // What is written first says how long nothing was.
        self.inner.store.beat().await?;
        self.inner.outages.set_learnt(before(REMEMBERED));
        self.learn_outages().await
    }

    /// How many people are at tables of each game by way of this server.
    fn people_here(&self) -> HashMap<String, usize> {
        let mut people: HashMap<GameId, HashSet<PersonId>> = HashMap::new();
        for live in self.in_memory() {
            people.entry(live.game).or_default().extend(live.people());
        }
        people
            .into_iter()
            .map(|(game, people)| (game.to_string(), people.len()))
            .collect()
    }

    /// The tables in memory.
    pub(super) fn in_memory(&self) -> Vec<Arc<Live>> {
        self.tables().values().filter_map(|cell| cell.get().cloned()).collect()
    }

    /// Hears something on the bus.
    pub fn hear(&self, heard: Heard) {
        match heard {
            Heard::Report(_, Report::Happened { summary, first, events }) => {
                let id: Option<TableId> = summary.table.parse().ok();
                self.inner.news.pass_on(&Arc::new(*summary));
                // One that is just being read may be read as it was before.
                if let Some(id) = id.filter(|id| self.tables().contains_key(id)) {
                    let hall = self.clone();
                    tokio::spawn(async move { hall.learn(&id, first, &events).await });
                }
            }
            Heard::Report(
                from,
                Report::Attendance {
                    table,
                    persons,
                    spectators,
                    asks,
                },
            ) => {
                let live = self.tables().get(&table).and_then(|cell| cell.get().cloned());
                if let Some(live) = live {
                    live.attended(from, &persons.into_iter().collect(), spectators, &self.inner.news);
                    if asks {
                        live.tell_attendance(false);
                    }
                }
            }
            Heard::Report(from, Report::Programs { persons }) => self.inner.news.set_programs(from, persons),
            Heard::Report(from, Report::Beat { people, silent }) => {
                self.inner.interruptions.hear(&from, silent, now());
                let is_new = {
                    let mut elsewhere = lock(&self.inner.elsewhere);
                    let is_new = !elsewhere.contains_key(&from);
                    let known = elsewhere.entry(from).or_default();
                    *known = people.unwrap_or_else(|| std::mem::take(known));
                    is_new
                };
                if is_new {
                    self.inner.news.tell_programs();
                }
            }
            Heard::Report(_, Report::Closed { table }) => self.inner.interruptions.close(&table, now()),
            Heard::Report(_, Report::Returned) => self.hear_again(),
            Heard::Report(_, Report::Revoked(Revocation::Gone(person))) => {
                let hall = self.clone();
                tokio::spawn(async move { hall.release(&person).await });
            }
            Heard::Report(_, Report::Revoked(_)) => {}
            Heard::Passed(Passed { worker, job, word }, asker) => {
                let answer = self.inner.engines.hear(worker, &job, word);
                tokio::spawn(async move { asker.tell(&answer).await });
            }
            Heard::Gone(server) => self.miss(&server),
            Heard::Deaf => {}
            Heard::Back => {
                // What was said here meanwhile nobody else has heard.
                self.inner.bus.tell(|| Report::Returned);
                self.hear_again();
                for live in self.in_memory() {
                    live.returned();
                    live.tell_attendance(true);
                }
            }
        }
    }

    /// Something may have been said that was not heard: it is read, and who is told of changes alone looks again.
    fn hear_again(&self) {
        self.inner.news.tell_programs();
        self.inner.is_missing.store(true, Ordering::Relaxed);
        let hall = self.clone();
        tokio::spawn(async move { hall.compare_all().await });
    }

    /// Another server is gone, and with it those who were here by way of it. What it wrote last it may not have told.
    fn miss(&self, server: &ServerId) {
        self.inner.is_missing.store(true, Ordering::Relaxed);
        lock(&self.inner.elsewhere).remove(server);
        self.inner.news.set_programs(server.clone(), Vec::new());
        for live in self.in_memory() {
            if live.has_from(server) {
                live.attended(server.clone(), &HashMap::new(), 0, &self.inner.news);
            }
        }
    }

    /// Learns what another server has written down about a table.
    async fn learn(&self, id: &TableId, first: u64, bodies: &[String]) {
        let Ok(live) = self.live(id).await else { return };
        if live.version() > first {
            return;
        }
        let events: Result<Vec<Event>, _> = bodies.iter().map(|body| Event::read(body)).collect();
        // What makes no sense here is read from the store, where it is said what is wrong.
        let events = events.unwrap_or_default();
        let mut state = live.state.lock().await;
        let learned = match events.is_empty() {
            true => self.catch_up(&live, &mut state).await,
            false => self.learn_events(&live, &mut state, events).await,
        };
        if let Err(error) = learned {
            warn!(table = %id, %error, "what another server did at a table could not be learnt");
            self.lose(&live, &mut state);
        }
    }

    async fn learn_events(&self, live: &Arc<Live>, state: &mut State, events: Vec<Event>) -> Result<(), HallError> {
        if state.is_lost {
            return Ok(());
        }
        match state.table.learn(&events) {
            Ok(Learned::Nothing) => Ok(()),
            Ok(Learned::From(version)) => {
                let new = events.into_iter().filter(|event| event.version >= version).collect();
                self.pass_on(live, state, new);
                Ok(())
            }
            Ok(Learned::Missed) => self.catch_up(live, state).await,
            Err(error) => Err(HallError::of(&live.id, &error)),
        }
    }

    /// Reads what a table has missed.
    async fn catch_up(&self, live: &Arc<Live>, state: &mut State) -> Result<(), HallError> {
        if state.is_lost {
            return Ok(());
        }
        let events = self.events(&live.id, state.table.version(), u32::MAX).await?;
        match state.table.learn(&events) {
            Ok(Learned::Nothing) => Ok(()),
            Ok(Learned::From(_)) => {
                self.pass_on(live, state, events);
                Ok(())
            }
            Ok(Learned::Missed) => Err(HallError::Broken(live.id.clone())),
            Err(error) => Err(HallError::of(&live.id, &error)),
        }
    }

    /// Reads what other servers have done at a table and was not heard yet; says whether there was anything. Nobody waits
    /// for the table unless there is.
    pub(super) async fn refresh(&self, live: &Arc<Live>) -> Result<bool, HallError> {
        if !self.inner.bus.is_shared() {
            return Ok(false);
        }
        let known = live.version();
        let found = self.inner.store.versions(&[live.id.to_string()]).await?;
        if found.iter().all(|(_, version)| *version <= known) {
            return Ok(false);
        }
        let mut state = live.state.lock().await;
        if let Err(error) = self.catch_up(live, &mut state).await {
            self.lose(live, &mut state);
            return Err(error);
        }
        Ok(true)
    }

    async fn compare_all(&self) {
        if let Err(error) = self.compare().await {
            warn!(%error, "tables could not be compared with the store");
        }
    }

    /// Compares all tables in memory with the store, and reads what was not heard.
    async fn compare(&self) -> Result<(), HallError> {
        self.inner.news.tell_programs();
        let known: HashMap<String, Arc<Live>> = self
            .in_memory()
            .into_iter()
            .map(|live| (live.id.to_string(), live))
            .collect();
        if known.is_empty() {
            return Ok(());
        }
        let ids: Vec<String> = known.keys().cloned().collect();
        for (id, version) in self.inner.store.versions(&ids).await? {
            let Some(live) = known.get(&id).filter(|live| live.version() < version) else {
                continue;
            };
            let mut state = live.state.lock().await;
            if let Err(error) = self.catch_up(live, &mut state).await {
                warn!(table = id, %error, "what another server did at a table could not be learnt");
                self.lose(live, &mut state);
            }
        }
        Ok(())
    }
}
