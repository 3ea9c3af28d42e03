//! The engines' workers: a bounded pool of threads on which engines think, and programs elsewhere that ask for errands.
//! Class before class, everybody who asks in turn, and whoever waits for a live game's move waits for no long search.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use halte_answers::tables::{Brief, Errand, Question};
use halte_engine::SystemClock;
use halte_game::{Explain, Explanation};
use halte_table::{Action, ClockTerms, Occupant, Table};
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, oneshot};
use tokio::time::timeout_at;
use tracing::error;

use crate::asker::{Asker, Askers};
use crate::hall::queue::Queue;

/// What goes before what.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// A move of a game that somebody waits for.
    Live,
    /// A move of a game by days.
    Correspondence,
    /// A hint, or an answer about a puzzle.
    Hint,
    /// An analysis.
    Analysis,
    /// A move of a game between engines only.
    Engines,
}

impl Class {
    /// All of them, the most urgent first.
    pub const ALL: [Class; 5] = [
        Class::Live,
        Class::Correspondence,
        Class::Hint,
        Class::Analysis,
        Class::Engines,
    ];

    /// Its name in the metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Class::Live => "live",
            Class::Correspondence => "correspondence",
            Class::Hint => "hint",
            Class::Analysis => "analysis",
            Class::Engines => "engines",
        }
    }

    /// Whether it may take long and nobody waits for each answer: it leaves a worker to the others, and gives way.
    const fn is_slow(self) -> bool {
        matches!(self, Class::Analysis | Class::Engines)
    }

    /// Of what class a question at a table is.
    fn of(table: &Table) -> Class {
        if table.is_between_engines() {
            return Class::Engines;
        }
        match table.terms().clock {
            ClockTerms::Correspondence { .. } => Class::Correspondence,
            ClockTerms::None | ClockTerms::Live { .. } => Class::Live,
        }
    }
}

/// How often a search is broken off for others before it may think to its end: it comes to one even where somebody always
/// waits. An untested guess.
const MOST_GIVEN_WAY: u32 = 5;

/// How long a worker elsewhere may be silent before its job goes to the next. Somebody may wait for the move, so it is
/// short: three of its signs of life may be lost. An untested guess.
pub(crate) const LONGEST_SILENCE: Duration = Duration::from_secs(15);

/// How long a worker elsewhere may have a job at all: no level thinks so long, even on a slow machine.
const LONGEST_ERRAND: Duration = Duration::from_secs(120);

/// Called with how long a job of a class waited.
type Waited = Box<dyn Fn(Class, Duration) + Send + Sync>;

/// The pool. Clones share it; when the last is dropped the workers stop.
#[derive(Clone)]
pub struct Engines {
    office: Arc<Office>,
    askers: Askers,
}

struct Office {
    shared: Arc<Shared>,
}

struct Shared {
    desk: Mutex<Desk>,
    changed: Condvar,
    /// Tells those who wait for an errand that there may be one.
    errands: Notify,
    waited: Mutex<Option<Waited>>,
}

/// What waits and what is being done.
struct Desk {
    queue: Queue<Class, Asker, Job>,
    /// What each worker does.
    workers: Vec<Option<Running>>,
    /// What is done elsewhere, by its name.
    away: HashMap<String, Away>,
    is_closed: bool,
}

/// The body of what waits.
struct Job {
    /// Does it. What was told to end before it was done is done again from the beginning.
    work: Box<dyn FnMut(&AtomicBool) + Send>,
    wish: Arc<Wish>,
    since: Instant,
    given_way: u32,
    /// How it can be done elsewhere instead, if it can.
    outside: Option<Outside>,
}

/// How a job is done elsewhere.
struct Outside {
    brief: Arc<Brief>,
    /// Hears the answer.
    reply: Reply<Option<Action>>,
}

/// A job that is done elsewhere, by this worker.
struct Away {
    worker: WorkerId,
    class: Class,
    asker: Asker,
    job: Job,
    /// When it goes to the next unless the worker gives a sign of life.
    until: Instant,
    /// When it goes to the next in any case.
    latest: Instant,
}

/// What a worker elsewhere is called: a digest of its token.
pub type WorkerId = [u8; 32];

/// What a worker elsewhere says about its job.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    /// It still thinks.
    Beat,
    /// This is what the engine wants to do.
    Answer(Action),
    /// Others may do it.
    GiveBack,
}

/// Why what a worker elsewhere says is not taken.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Untaken {
    /// Nobody waits for it any more, or somebody else does the job.
    Unknown,
    /// The server that gave the job cannot be asked.
    Away,
    /// It is no answer to the question.
    Wrong(Explanation),
}

/// Hears one answer, whoever has it first.
struct Reply<T>(Arc<Mutex<Option<oneshot::Sender<T>>>>);

impl<T> Reply<T> {
    fn send(&self, found: T) {
        if let Some(answer) = crate::lock(&self.0).take() {
            // Whoever asked may be gone.
            let _ = answer.send(found);
        }
    }
}

/// What a worker is at.
struct Running {
    class: Class,
    wish: Arc<Wish>,
    /// Whether it goes on however many others wait.
    is_settled: bool,
}

/// Whether somebody still wants an answer, and whether the search for it shall end now.
#[derive(Default, Debug)]
pub(crate) struct Wish {
    is_over: AtomicBool,
    ends_now: AtomicBool,
}

impl Wish {
    /// Nobody wants the answer any more.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::SeqCst);
        self.ends_now.store(true, Ordering::SeqCst);
    }

    /// True when nobody wants the answer any more.
    pub(crate) fn over(&self) -> &AtomicBool {
        &self.is_over
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }

    /// Others come first.
    fn give_way(&self) {
        self.ends_now.store(true, Ordering::SeqCst);
    }

    /// Whether the search for the answer was broken off because others come first.
    pub(crate) fn has_given_way(&self) -> bool {
        self.ends_now.load(Ordering::SeqCst) && !self.is_over()
    }

    /// It goes on, unless nobody wants the answer any more.
    fn go_on(&self) {
        self.ends_now.store(false, Ordering::SeqCst);
        if self.is_over() {
            self.ends_now.store(true, Ordering::SeqCst);
        }
    }
}

impl Engines {
    /// A pool of so many workers, for which every guest is somebody else.
    pub fn new(workers: usize) -> std::io::Result<Engines> {
        Engines::knowing(Askers::without_key(), workers)
    }

    /// A pool of so many workers that knows who asks.
    pub(crate) fn knowing(askers: Askers, workers: usize) -> std::io::Result<Engines> {
        let workers = workers.max(1);
        let shared = Arc::new(Shared {
            desk: Mutex::new(Desk::new(workers)),
            changed: Condvar::new(),
            errands: Notify::new(),
            waited: Mutex::default(),
        });
        for number in 0..workers {
            let shared = Arc::clone(&shared);
            thread::Builder::new()
                .name(format!("engine {}", number + 1))
                .spawn(move || shared.work(number))?;
        }
        let office = Arc::new(Office { shared });
        Ok(Engines { office, askers })
    }

    /// Who asks for what.
    pub(crate) fn askers(&self) -> &Askers {
        &self.askers
    }

    /// Has something done when its turn comes.
    pub fn queue(&self, class: Class, asker: Asker, work: impl FnOnce() + Send + 'static) {
        let mut work = Some(work);
        let work = move |_: &AtomicBool| {
            if let Some(work) = work.take() {
                work();
            }
        };
        self.put(class, asker, Job::new(Arc::default(), Box::new(work), None));
    }

    fn put(&self, class: Class, asker: Asker, job: Job) {
        let shared = &self.office.shared;
        let mut desk = shared.desk();
        desk.queue.put(class, asker, job);
        desk.make_room();
        shared.tell_change();
    }

    /// How much of a class waits.
    #[must_use]
    pub fn waiting(&self, class: Class) -> usize {
        self.office.shared.desk().queue.waiting(class)
    }

    /// How much is waiting, and how many workers are at it.
    #[must_use]
    pub fn load(&self) -> (usize, usize) {
        let desk = self.office.shared.desk();
        let waiting = Class::ALL.iter().map(|&class| desk.queue.waiting(class)).sum();
        (waiting, desk.busy())
    }

    /// Has it told from now on how long each job waited.
    pub(crate) fn tell_waits(&self, waited: impl Fn(Class, Duration) + Send + Sync + 'static) {
        *crate::lock(&self.office.shared.waited) = Some(Box::new(waited));
    }

    /// Has a question answered when its turn comes. It should end soon when its flag is set; it is asked again if only
    /// others came first, and not at all if nobody wants the answer.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        class: Class,
        asker: Asker,
        wish: Arc<Wish>,
        question: impl FnMut(&AtomicBool) -> T + Send + 'static,
    ) -> Thought<T> {
        self.ask_anywhere(class, asker, wish, question, |_| None)
    }

    /// Has a question answered that may be told elsewhere.
    fn ask_anywhere<T: Send + 'static>(
        &self,
        class: Class,
        asker: Asker,
        wish: Arc<Wish>,
        mut question: impl FnMut(&AtomicBool) -> T + Send + 'static,
        outside: impl FnOnce(Reply<T>) -> Option<Outside>,
    ) -> Thought<T> {
        let (answer, answered) = oneshot::channel();
        let answer = Arc::new(Mutex::new(Some(answer)));
        let (reply, outside) = (Reply(Arc::clone(&answer)), outside(Reply(answer)));
        let wanted = Arc::clone(&wish);
        let work = move |ends_now: &AtomicBool| {
            let found = question(ends_now);
            if !wanted.has_given_way() {
                reply.send(found);
            }
        };
        self.put(class, asker, Job::new(Arc::clone(&wish), Box::new(work), outside));
        Thought { answered, wish }
    }

    /// Has an engine think about what it is asked at a table; the answer is what it wants to do.
    pub(super) fn answer(&self, table: &Table, question: Question) -> Thought<Option<Action>> {
        let brief = Arc::new(question.brief(table));
        let opponent = table.occupant(!question.player).and_then(Occupant::person);
        let asker = opponent.map_or_else(|| table.opener(), |person| person.id());
        let asker = self.askers.person(asker);
        let told = Arc::clone(&brief);
        let outside = |reply| told.can_be_told().then_some(Outside { brief: told, reply });
        let think = move |ends_now: &AtomicBool| brief.answer(&SystemClock::new(), ends_now);
        self.ask_anywhere(Class::of(table), asker, Arc::default(), think, outside)
    }

    /// The next errand for a worker elsewhere, under this name, as soon as there is one.
    pub(crate) async fn take_errand(&self, worker: WorkerId, name: &str) -> Errand {
        let shared = &self.office.shared;
        loop {
            // Before looking, or what comes in between would not be heard of.
            let mut told = std::pin::pin!(shared.errands.notified());
            told.as_mut().enable();
            let (taken, silence) = {
                let (mut desk, now) = (shared.desk(), Instant::now());
                (desk.send_away(worker, name, now), desk.miss(now))
            };
            if let Some((class, waited, brief)) = taken {
                shared.tell_wait(class, waited);
                // A thread that has nothing to do waits for this one's silence.
                shared.changed.notify_one();
                return brief.errand();
            }
            match silence {
                // What another worker leaves undone is given to this one.
                Some(until) => drop(timeout_at(until.into(), told).await),
                None => told.await,
            }
        }
    }

    /// Hears a worker elsewhere about its job. If it leaves it, or its answer is none, the job goes to the next.
    pub(crate) fn hear(&self, worker: WorkerId, name: &str, word: Word) -> Result<(), Untaken> {
        let shared = &self.office.shared;
        let mut desk = shared.desk();
        match word {
            Word::Beat => desk.beat(worker, name, Instant::now()),
            Word::Answer(action) => {
                let finished = desk.finish(worker, name, action);
                if matches!(finished, Err(Untaken::Wrong(_))) {
                    shared.tell_change();
                }
                finished
            }
            Word::GiveBack => {
                let away = desk.take_away(worker, name).ok_or(Untaken::Unknown)?;
                desk.call_back(away);
                shared.tell_change();
                Ok(())
            }
        }
    }
}

impl Job {
    fn new(wish: Arc<Wish>, work: Box<dyn FnMut(&AtomicBool) + Send>, outside: Option<Outside>) -> Job {
        Job {
            work,
            wish,
            since: Instant::now(),
            given_way: 0,
            outside,
        }
    }
}

impl Desk {
    fn new(workers: usize) -> Desk {
        Desk {
            queue: Queue::default(),
            workers: (0..workers).map(|_| None).collect(),
            away: HashMap::new(),
            is_closed: false,
        }
    }

    /// Takes the next job that can be done elsewhere, for a worker there.
    fn send_away(&mut self, worker: WorkerId, name: &str, now: Instant) -> Option<(Class, Duration, Arc<Brief>)> {
        self.miss(now);
        loop {
            let (class, asker, job) = self.queue.take_fit(|_| true, |job| job.outside.is_some())?;
            let Some(outside) = job.outside.as_ref().filter(|_| !job.wish.is_over()) else {
                continue;
            };
            let told = (
                class,
                now.saturating_duration_since(job.since),
                Arc::clone(&outside.brief),
            );
            let away = Away {
                worker,
                class,
                asker,
                job,
                until: now + LONGEST_SILENCE,
                latest: now + LONGEST_ERRAND,
            };
            self.away.insert(name.to_owned(), away);
            return Some(told);
        }
    }

    /// Takes a job from the worker elsewhere who has it.
    fn take_away(&mut self, worker: WorkerId, name: &str) -> Option<Away> {
        let is_theirs = self.away.get(name).is_some_and(|away| away.worker == worker);
        is_theirs.then(|| self.away.remove(name)).flatten()
    }

    /// Puts a job back that was not done elsewhere, where it was.
    fn call_back(&mut self, away: Away) {
        if !away.job.wish.is_over() {
            self.queue.put_back(away.class, away.asker, away.job);
            self.make_room();
        }
    }

    fn beat(&mut self, worker: WorkerId, name: &str, now: Instant) -> Result<(), Untaken> {
        let away = self.away.get_mut(name).filter(|away| away.worker == worker);
        let Some(away) = away.filter(|away| !away.job.wish.is_over()) else {
            self.take_away(worker, name);
            return Err(Untaken::Unknown);
        };
        away.until = (now + LONGEST_SILENCE).min(away.latest);
        Ok(())
    }

    fn finish(&mut self, worker: WorkerId, name: &str, answer: Action) -> Result<(), Untaken> {
        let away = self.take_away(worker, name).ok_or(Untaken::Unknown)?;
        let Some(outside) = away.job.outside.as_ref().filter(|_| !away.job.wish.is_over()) else {
            return Err(Untaken::Unknown);
        };
        if let Err(refusal) = outside.brief.check(&answer) {
            self.call_back(away);
            return Err(Untaken::Wrong(refusal.explanation()));
        }
        outside.reply.send(Some(answer));
        Ok(())
    }

    /// Puts back what workers elsewhere have who were silent for too long; says when the next will have been.
    fn miss(&mut self, now: Instant) -> Option<Instant> {
        let silent = self.away.extract_if(|_, away| away.until <= now);
        let silent: Vec<Away> = silent.map(|(_, away)| away).collect();
        silent.into_iter().for_each(|away| self.call_back(away));
        self.away.values().map(|away| away.until).min()
    }

    fn busy(&self) -> usize {
        self.workers.iter().flatten().count()
    }

    /// Takes the next job for a worker that has none. All workers but one, or the only one, may be at slow ones.
    fn next(&mut self, worker: usize) -> Option<(Class, Asker, Job)> {
        let most_slow = (self.workers.len() - 1).max(1);
        let slow = self.workers.iter().flatten().filter(|running| running.class.is_slow());
        let is_free = slow.count() < most_slow;
        let (class, asker, job) = self.queue.take(|class| is_free || !class.is_slow())?;
        job.wish.go_on();
        self.workers[worker] = Some(Running {
            class,
            wish: Arc::clone(&job.wish),
            is_settled: !class.is_slow() || job.given_way >= MOST_GIVEN_WAY,
        });
        Some((class, asker, job))
    }

    /// Has slow searches give way to what should not wait for them, those that matter least first.
    fn make_room(&mut self) {
        let urgent = Class::ALL.into_iter().filter(|class| !class.is_slow());
        let urgent: usize = urgent.map(|class| self.queue.waiting(class)).sum();
        let leaving = self.workers.iter().flatten();
        let leaving = leaving.filter(|running| running.wish.ends_now.load(Ordering::SeqCst));
        let idle = self.workers.len() - self.busy();
        let missing = urgent.saturating_sub(idle + leaving.count());
        let mut slow: Vec<&Running> = self.workers.iter().flatten().collect();
        slow.retain(|running| !running.is_settled && !running.wish.ends_now.load(Ordering::SeqCst));
        slow.sort_by_key(|running| Reverse(running.class));
        slow.into_iter()
            .take(missing)
            .for_each(|running| running.wish.give_way());
    }

    /// Notes that a worker has done its job, or has left it for others.
    fn end(&mut self, worker: usize, class: Class, asker: Asker, mut job: Job) {
        self.workers[worker] = None;
        if class.is_slow() && job.wish.has_given_way() {
            job.given_way += 1;
            job.since = Instant::now();
            self.queue.put_back(class, asker, job);
        }
    }
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// There may be something to do, here or elsewhere.
    fn tell_change(&self) {
        self.changed.notify_one();
        self.errands.notify_waiters();
    }

    fn tell_wait(&self, class: Class, time: Duration) {
        if let Some(waited) = &*crate::lock(&self.waited) {
            waited(class, time);
        }
    }

    /// What a worker does all day.
    fn work(&self, worker: usize) {
        let mut desk = self.desk();
        loop {
            if desk.is_closed {
                return;
            }
            let now = Instant::now();
            let silence = desk.miss(now);
            let Some((class, asker, mut job)) = desk.next(worker) else {
                desk = match silence {
                    Some(until) => {
                        let waited = self.changed.wait_timeout(desk, until - now);
                        waited.unwrap_or_else(PoisonError::into_inner).0
                    }
                    None => self.changed.wait(desk).unwrap_or_else(PoisonError::into_inner),
                };
                continue;
            };
            if silence.is_some() {
                // Now another one waits for that.
                self.changed.notify_one();
            }
            drop(desk);
            self.tell_wait(class, job.since.elapsed());
            if !job.wish.is_over() {
                // A search that fails must not take the worker with it.
                let work = std::panic::AssertUnwindSafe(|| (job.work)(&job.wish.ends_now));
                if std::panic::catch_unwind(work).is_err() {
                    error!("an engine failed");
                    // What it was asked has no answer: whoever waits for one hears that.
                    job.wish.end();
                }
            }
            desk = self.desk();
            desk.end(worker, class, asker, job);
            // Another worker may have waited because so many were at slow ones.
            self.tell_change();
        }
    }
}

impl Drop for Office {
    fn drop(&mut self) {
        self.shared.desk().is_closed = true;
        self.shared.changed.notify_all();
    }
}

/// A question that an engine thinks about.
pub(crate) struct Thought<T> {
    answered: oneshot::Receiver<T>,
    wish: Arc<Wish>,
}

impl<T> Thought<T> {
    /// Stops the engine when it is dropped.
    pub(crate) fn stop_on_drop(&self) -> StopOnDrop {
        StopOnDrop(Arc::clone(&self.wish))
    }

    /// The answer; nothing if nobody wants to know any more, or the engine failed.
    pub(crate) async fn answer(self) -> Option<T> {
        let answer = self.answered.await.ok();
        answer.filter(|_| !self.wish.is_over())
    }
}

/// Stops an engine when it is dropped.
pub(crate) struct StopOnDrop(Arc<Wish>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts a job that does nothing.
    fn put(desk: &mut Desk, class: Class, asker: &str) {
        let job = Job::new(Arc::default(), Box::new(|_| {}), None);
        desk.queue.put(class, Asker::named(asker), job);
        desk.make_room();
    }

    fn is_leaving(desk: &Desk, worker: usize) -> bool {
        let running = desk.workers[worker].as_ref().expect("it is at something");
        running.wish.ends_now.load(Ordering::SeqCst)
    }

    #[test]
    fn people_before_engines_and_everybody_in_turn() {
        let mut desk = Desk::new(1);
        for _ in 0..3 {
            put(&mut desk, Class::Engines, "eve");
            put(&mut desk, Class::Live, "eve");
        }
        let jobs = [
            (Class::Engines, "ada"),
            (Class::Analysis, "ada"),
            (Class::Hint, "ada"),
            (Class::Correspondence, "bob"),
            (Class::Live, "ada"),
        ];
        for (class, asker) in jobs {
            put(&mut desk, class, asker);
        }
        let mut order = Vec::new();
        while let Some((class, asker, job)) = desk.next(0) {
            order.push((class, asker.clone()));
            desk.end(0, class, asker, job);
        }
        let expected = [
            (Class::Live, "eve"),
            (Class::Live, "ada"),
            (Class::Live, "eve"),
            (Class::Live, "eve"),
            (Class::Correspondence, "bob"),
            (Class::Hint, "ada"),
            (Class::Analysis, "ada"),
            (Class::Engines, "eve"),
            (Class::Engines, "ada"),
            (Class::Engines, "eve"),
            (Class::Engines, "eve"),
        ];
        assert_eq!(order, expected.map(|(class, asker)| (class, Asker::named(asker))));
    }

    #[test]
    fn one_worker_is_left_to_those_who_wait() {
        let mut desk = Desk::new(3);
        for number in 0..3 {
            put(&mut desk, Class::Engines, &format!("eve {number}"));
        }
        assert!(desk.next(0).is_some());
        assert!(desk.next(1).is_some());
        assert!(desk.next(2).is_none(), "the last one is kept free");
        put(&mut desk, Class::Live, "ada");
        assert!(!is_leaving(&desk, 0) && !is_leaving(&desk, 1), "there is a free one");
        assert_eq!(desk.next(2).map(|(class, ..)| class), Some(Class::Live));
        // A second one waits for nobody's search either.
        put(&mut desk, Class::Live, "bob");
        assert_eq!([0, 1].map(|worker| is_leaving(&desk, worker)), [true, false]);
        put(&mut desk, Class::Analysis, "bob");
        assert!(!is_leaving(&desk, 1), "an analysis interrupts nothing");
    }

    #[test]
    fn a_search_gives_way_and_comes_to_its_end_all_the_same() {
        let mut desk = Desk::new(1);
        put(&mut desk, Class::Engines, "eve");
        for time in 0..=MOST_GIVEN_WAY {
            let (class, asker, job) = desk.next(0).expect("the engines' move");
            assert_eq!((class, job.given_way), (Class::Engines, time));
            put(&mut desk, Class::Live, "ada");
            assert_eq!(is_leaving(&desk, 0), time < MOST_GIVEN_WAY);
            desk.end(0, class, asker, job);
            let (class, asker, job) = desk.next(0).expect("the live move");
            assert_eq!(class, Class::Live);
            desk.end(0, class, asker, job);
        }
        assert!(desk.next(0).is_none(), "it is done");
    }

    /// A search that was broken off is asked again, and its answer is one of a whole search.
    #[tokio::test]
    async fn what_was_broken_off_is_asked_again() {
        let engines = Engines::new(1).expect("a pool");
        let (begun, mut has_begun) = tokio::sync::mpsc::unbounded_channel();
        let mut times = 0;
        let slow = engines.ask(Class::Engines, Asker::named("eve"), Arc::default(), move |ends_now| {
            times += 1;
            let _ = begun.send(());
            while times == 1 && !ends_now.load(Ordering::SeqCst) {
                thread::yield_now();
            }
            times
        });
        has_begun.recv().await.expect("it begins");
        let live = engines.ask(Class::Live, Asker::named("ada"), Arc::default(), |_| "live");
        assert_eq!(live.answer().await, Some("live"));
        assert_eq!(slow.answer().await, Some(2));
    }

    /// An engine's first move at Mixtour, to be told elsewhere.
    fn errand(engines: &Engines, class: Class, asker: &str) -> Thought<Option<Action>> {
        let line = serde_json::json!({"game": "mixtour 20/1", "moves": ["c3"]});
        let told = serde_json::json!({"line": line, "player": "second", "matter": "move", "level": 1, "seed": 0,
            "rated": false});
        let told: Errand = serde_json::from_value(told).expect("an errand");
        let brief = Arc::new(told.brief().expect("a question"));
        let outside = |reply| Some(Outside { brief, reply });
        engines.ask_anywhere(class, Asker::named(asker), Arc::default(), |_| None, outside)
    }

    /// A pool whose only thread is at something until the sender is dropped.
    fn busy() -> (Engines, std::sync::mpsc::Sender<()>) {
        let engines = Engines::new(1).expect("a pool");
        let (release, released) = std::sync::mpsc::channel::<()>();
        engines.queue(Class::Live, Asker::named("busy"), move || {
            let _ = released.recv();
        });
        while engines.load() != (0, 1) {
            thread::yield_now();
        }
        (engines, release)
    }

    fn plays(text: &str) -> Action {
        let (text, ply) = (text.to_owned(), 1);
        Action::Play { text, ply }
    }

    fn answer(text: &str) -> Word {
        Word::Answer(plays(text))
    }

    /// Whether a worker's job is still to be done.
    fn beats(engines: &Engines, worker: WorkerId, name: &str) -> bool {
        engines.hear(worker, name, Word::Beat).is_ok()
    }

    #[tokio::test]
    async fn errands_are_done_elsewhere_in_the_queues_order() {
        let (engines, _release) = busy();
        let last = errand(&engines, Class::Engines, "eve");
        // Nobody elsewhere can do this.
        let here = engines.ask(Class::Live, Asker::named("ada"), Arc::default(), |_| ());
        let first = errand(&engines, Class::Live, "bob");
        engines.take_errand([0; 32], "a").await;
        engines.take_errand([1; 32], "b").await;
        assert!(beats(&engines, [0; 32], "a"));
        assert!(
            !beats(&engines, [1; 32], "a") && !beats(&engines, [0; 32], "b"),
            "each has its own"
        );
        let taken = engines.hear([1; 32], "a", answer("b2"));
        assert!(matches!(taken, Err(Untaken::Unknown)), "{taken:?}");
        engines.hear([0; 32], "a", answer("b2")).expect("an answer");
        assert_eq!(first.answer().await, Some(Some(plays("b2"))));
        drop(last.stop_on_drop());
        assert!(!beats(&engines, [1; 32], "b"), "nobody waits for it any more");
        assert_eq!(engines.waiting(Class::Live), 1);
        drop(here);
    }

    #[tokio::test]
    async fn an_errand_that_is_not_done_goes_to_the_next() {
        let (engines, _release) = busy();
        let thought = errand(&engines, Class::Live, "ada");
        let _other = errand(&engines, Class::Live, "bob");
        engines.take_errand([0; 32], "a").await;
        let wrong = engines.hear([0; 32], "a", answer("c3"));
        let code = "illegal_move";
        assert!(
            matches!(&wrong, Err(Untaken::Wrong(told)) if told.code == code),
            "{wrong:?}"
        );
        assert!(!beats(&engines, [0; 32], "a"));
        engines.take_errand([0; 32], "b").await;
        assert!(engines.hear([0; 32], "b", Word::GiveBack).is_ok());
        assert!(engines.hear([0; 32], "b", Word::GiveBack).is_err());
        engines.take_errand([0; 32], "silent").await;
        let soon = Instant::now() + LONGEST_SILENCE / 2;
        assert!(engines.office.shared.desk().beat([0; 32], "silent", soon).is_ok());
        engines.office.shared.desk().miss(soon + LONGEST_SILENCE / 2);
        assert!(beats(&engines, [0; 32], "silent"), "it was heard in between");
        engines.office.shared.desk().miss(Instant::now() + LONGEST_SILENCE);
        assert!(!beats(&engines, [0; 32], "silent"));
        engines.take_errand([0; 32], "c").await;
        // However alive it is, it has had its time; the next one is asked the same, before what came later.
        let late = Instant::now() + LONGEST_ERRAND;
        assert!(engines.office.shared.desk().beat([0; 32], "c", late).is_ok());
        let (class, _, brief) = engines
            .office
            .shared
            .desk()
            .send_away([1; 32], "d", late)
            .expect("a job");
        assert_eq!((class, brief.errand().line.moves), (Class::Live, vec!["c3".to_owned()]));
        assert!(!beats(&engines, [0; 32], "c"));
        engines.hear([1; 32], "d", answer("a1")).expect("an answer");
        assert_eq!(thought.answer().await, Some(Some(plays("a1"))));
    }

    #[tokio::test]
    async fn what_nobody_wants_is_not_done() {
        let engines = Engines::new(1).expect("a pool");
        let (release, released) = std::sync::mpsc::channel::<()>();
        engines.queue(Class::Live, Asker::named("ada"), move || {
            let _ = released.recv();
        });
        let unwanted = engines.ask(Class::Live, Asker::named("ada"), Arc::default(), |_| ());
        drop(unwanted.stop_on_drop());
        drop(release);
        assert_eq!(unwanted.answer().await, None);
        let fails = engines.ask(Class::Live, Asker::named("ada"), Arc::default(), |_| -> u8 {
            panic!("as a test")
        });
        assert_eq!(fails.answer().await, None);
        let next = engines.ask(Class::Live, Asker::named("ada"), Arc::default(), |_| 1);
        assert_eq!(next.answer().await, Some(1), "the worker is still there");
    }
}
