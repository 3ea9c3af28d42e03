//! The engines' workers: a bounded pool of threads on which engines think. Class before class, everybody who asks in
//! turn, and whoever waits for a live game's move waits for no long search.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use halte_answers::tables::Question;
use halte_engine::SystemClock;
use halte_table::{Action, ClockTerms, Occupant, Table};
use tokio::sync::oneshot;
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
    waited: Mutex<Option<Waited>>,
}

/// What waits and what is being done.
struct Desk {
    queue: Queue<Class, Asker, Job>,
    /// What each worker does.
    workers: Vec<Option<Running>>,
    is_closed: bool,
}

/// The body of what waits.
struct Job {
    /// Does it. What was told to end before it was done is done again from the beginning.
    work: Box<dyn FnMut(&AtomicBool) + Send>,
    wish: Arc<Wish>,
    since: Instant,
    given_way: u32,
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
        self.put(class, asker, Arc::default(), Box::new(work));
    }

    fn put(&self, class: Class, asker: Asker, wish: Arc<Wish>, work: Box<dyn FnMut(&AtomicBool) + Send>) {
        let shared = &self.office.shared;
        let mut desk = shared.desk();
        let job = Job {
            work,
            wish,
            since: Instant::now(),
            given_way: 0,
        };
        desk.queue.put(class, asker, job);
        desk.make_room();
        shared.changed.notify_one();
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
        mut question: impl FnMut(&AtomicBool) -> T + Send + 'static,
    ) -> Thought<T> {
        let (answer, answered) = oneshot::channel();
        let mut answer = Some(answer);
        let wanted = Arc::clone(&wish);
        let work = move |ends_now: &AtomicBool| {
            let found = question(ends_now);
            if !wanted.has_given_way()
                && let Some(answer) = answer.take()
            {
                // Whoever asked may be gone.
                let _ = answer.send(found);
            }
        };
        self.put(class, asker, Arc::clone(&wish), Box::new(work));
        Thought { answered, wish }
    }

    /// Has an engine think about what it is asked at a table; the answer is what it wants to do.
    pub(super) fn answer(&self, table: &Table, question: Question) -> Thought<Option<Action>> {
        let brief = question.brief(table);
        let opponent = table.occupant(!question.player).and_then(Occupant::person);
        let asker = opponent.map_or_else(|| table.opener(), |person| person.id());
        let asker = self.askers.person(asker);
        self.ask(Class::of(table), asker, Arc::default(), move |ends_now| {
            brief.answer(&SystemClock::new(), ends_now)
        })
    }
}

impl Desk {
    fn new(workers: usize) -> Desk {
        Desk {
            queue: Queue::default(),
            workers: (0..workers).map(|_| None).collect(),
            is_closed: false,
        }
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

    /// What a worker does all day.
    fn work(&self, worker: usize) {
        let mut desk = self.desk();
        loop {
            if desk.is_closed {
                return;
            }
            let Some((class, asker, mut job)) = desk.next(worker) else {
                desk = self.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(desk);
            if let Some(waited) = &*crate::lock(&self.waited) {
                waited(class, job.since.elapsed());
            }
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
            self.changed.notify_one();
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
        let job = Job {
            work: Box::new(|_| {}),
            wish: Arc::default(),
            since: Instant::now(),
            given_way: 0,
        };
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
