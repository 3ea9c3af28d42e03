//! Analyses on request: of a whole game, or of one position for as long as somebody watches.
//!
//! They are kept in memory only, so many at most, and think on the engines' pool after all games. One that nobody wants
//! any more is stopped, and forgotten after a while.

mod pooled;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use halte_answers::Unanswered;
use halte_answers::analysis::{self, AnalysisState, AnalysisView, LineView, Subject};
use halte_engine::SystemClock;
use halte_game::Playthrough;
use halte_games::AnyGame;
use halte_table::PersonId;
use tokio::sync::{Notify, Semaphore, watch};

use crate::analyses::pooled::PooledSearch;
use crate::asker::Asker;
use crate::error::{ApiError, Conflict, NotFound};
use crate::hall::{Class, Engines, Wish};
use crate::limits::Turns;
use crate::lock;
use crate::secret;

/// How many analyses are under way at once; each needs 16 MiB.
const AT_ONCE: usize = 8;

/// How many of them one who asks has at the most, so that others come to theirs.
const AT_ONCE_OF_ONE: usize = AT_ONCE / 2;

/// How many unfinished ones all guests of one client have together at the most: each of them may have some, but guests are
/// free to make.
const UNFINISHED_OF_ONE: usize = 30;

/// How many are kept, finished ones too.
const MOST: usize = 1000;

/// After so long without a watcher or a question an analysis is stopped.
pub const UNWANTED: Duration = Duration::from_secs(30);

/// A finished one is forgotten when nobody has asked for it for so long.
const KEPT: Duration = Duration::from_secs(15 * 60);

/// All analyses of the server. Clones share them.
#[derive(Clone)]
pub struct Analyses {
    shared: Arc<All>,
}

struct All {
    engines: Engines,
    /// How many unfinished ones a visitor may have.
    most_per_visitor: usize,
    slots: Semaphore,
    /// The slots of those who ask.
    slots_of: Turns<Asker>,
    known: Mutex<HashMap<String, Arc<Task>>>,
    /// Those who wait for a hint.
    hinted: Mutex<HashSet<PersonId>>,
}

struct Task {
    owner: PersonId,
    asker: Asker,
    view: watch::Sender<AnalysisView>,
    wish: Arc<Wish>,
    /// Told when it is stopped, while it waits for its turn.
    stopped: Notify,
    /// When somebody asked for it last.
    asked: Mutex<Instant>,
}

impl Analyses {
    pub(crate) fn new(engines: Engines, most_per_visitor: u32) -> Analyses {
        Analyses {
            shared: Arc::new(All {
                engines,
                most_per_visitor: most_per_visitor as usize,
                slots: Semaphore::new(AT_ONCE),
                slots_of: Turns::new(AT_ONCE_OF_ONE),
                known: Mutex::default(),
                hinted: Mutex::default(),
            }),
        }
    }

    /// Begins an analysis for a person, and returns its name.
    pub(crate) fn begin(&self, owner: &PersonId, subject: Subject) -> Result<String, ApiError> {
        let view = AnalysisView::new(secret::random_text::<12>()?, &subject).map_err(Unanswered::from)?;
        let id = view.analysis.clone();
        let task = Arc::new(Task {
            owner: owner.clone(),
            asker: self.shared.engines.askers().person(owner),
            view: watch::Sender::new(view),
            wish: Arc::default(),
            stopped: Notify::new(),
            asked: Mutex::new(Instant::now()),
        });
        {
            let mut known = lock(&self.shared.known);
            let theirs = known
                .values()
                .filter(|task| task.owner == *owner && !task.is_finished());
            let theirs: Vec<&Arc<Task>> = theirs.collect();
            if theirs.len() >= self.shared.most_per_visitor {
                // Whoever left a page does not wait for what was begun there.
                let left = theirs.into_iter().filter(|task| !task.is_watched());
                let oldest = left.min_by_key(|task| *lock(&task.asked));
                oldest.ok_or(Conflict::TooManyAnalyses)?.stop();
            }
            let unfinished = known
                .values()
                .filter(|other| other.asker == task.asker && !other.is_finished());
            if unfinished.count() >= UNFINISHED_OF_ONE {
                return Err(Conflict::TooManyAnalyses.into());
            }
            if known.len() >= MOST {
                let finished = known.iter().filter(|(_, task)| task.is_finished());
                let oldest = finished
                    .min_by_key(|(_, task)| *lock(&task.asked))
                    .map(|(id, _)| id.clone());
                let oldest = oldest.ok_or(Conflict::AnalysesFull)?;
                known.remove(&oldest);
            }
            known.insert(id.clone(), Arc::clone(&task));
        }
        let shared = Arc::clone(&self.shared);
        tokio::spawn(async move {
            let slots = async {
                // Who waits for their own slots stands in nobody's way.
                let own = shared.slots_of.take(task.asker.clone()).await;
                (own, shared.slots.acquire().await)
            };
            let slots = tokio::select! {
                slots = slots => slots,
                () = task.stopped.notified() => return,
            };
            let (_own, Ok(_slot)) = slots else { return };
            let (engines, working) = (shared.engines.clone(), Arc::clone(&task));
            // It waits for the pool most of the time, and searches there.
            let done = tokio::task::spawn_blocking(move || working.work(engines, &subject)).await;
            let finished = matches!(done, Ok(Some(())));
            task.finish(if finished {
                AnalysisState::Done
            } else {
                AnalysisState::Stopped
            });
        });
        Ok(id)
    }

    /// What an analysis has found so far, now and from then on.
    pub fn watch(&self, id: &str) -> Result<watch::Receiver<AnalysisView>, ApiError> {
        let known = lock(&self.shared.known);
        let task = known.get(id).ok_or(NotFound::Analysis)?;
        *lock(&task.asked) = Instant::now();
        Ok(task.view.subscribe())
    }

    /// Stops an analysis and forgets it. Only one whose it is can.
    pub(crate) fn end(&self, people: &[PersonId], id: &str) -> Result<(), ApiError> {
        let mut known = lock(&self.shared.known);
        let task = known.get(id).filter(|task| people.contains(&task.owner));
        task.ok_or(NotFound::Analysis)?.stop();
        known.remove(id);
        Ok(())
    }

    /// Stops the analyses that nobody wants any more at this moment, and forgets those that are finished for long.
    pub fn tidy(&self, now: Instant) {
        lock(&self.shared.known).retain(|_, task| {
            let unasked = now.saturating_duration_since(*lock(&task.asked));
            let is_watched = task.is_watched();
            if !is_watched && unasked >= UNWANTED && !task.is_finished() {
                task.stop();
            }
            is_watched || unasked < KEPT
        });
    }

    /// Stops them all: the server closes.
    pub(crate) fn close(&self) {
        self.shared.stop();
    }

    /// The best line for whoever is to move, thought about for a moment. A person gets one hint at a time.
    pub(crate) async fn hint(
        &self,
        person: &PersonId,
        game: Playthrough<AnyGame>,
    ) -> Result<Option<LineView>, ApiError> {
        let _waiting = Waiting::new(&self.shared, person)?;
        let engines = &self.shared.engines;
        let asker = engines.askers().person(person);
        let thought = engines.ask(Class::Hint, asker, Arc::default(), move |stop| {
            analysis::hint(&game, &SystemClock::new(), stop)
        });
        let _stop = thought.stop_on_drop();
        Ok(thought.answer().await.flatten())
    }
}

/// Somebody who waits for a hint.
struct Waiting<'a> {
    all: &'a All,
    person: &'a PersonId,
}

impl<'a> Waiting<'a> {
    fn new(all: &'a All, person: &'a PersonId) -> Result<Waiting<'a>, ApiError> {
        if !lock(&all.hinted).insert(person.clone()) {
            return Err(Conflict::HintOnItsWay.into());
        }
        Ok(Waiting { all, person })
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        lock(&self.all.hinted).remove(self.person);
    }
}

impl All {
    fn stop(&self) {
        lock(&self.known).values().for_each(|task| task.stop());
    }
}

impl Drop for All {
    /// The threads of those under way end before the process does.
    fn drop(&mut self) {
        self.stop();
    }
}

impl Task {
    fn is_watched(&self) -> bool {
        self.view.receiver_count() > 0
    }

    fn is_finished(&self) -> bool {
        self.view.borrow().state.is_finished()
    }

    fn stop(&self) {
        self.wish.end();
        self.stopped.notify_one();
        self.finish(AnalysisState::Stopped);
    }

    /// Notes how it ended, unless that is noted already.
    fn finish(&self, state: AnalysisState) {
        self.change(|view| view.state = state);
    }

    /// Changes what is known, unless it is finished. Who watches is told if something is different then.
    fn change(&self, change: impl FnOnce(&mut AnalysisView)) {
        self.view.send_if_modified(|view| {
            let before = (!view.state.is_finished()).then(|| view.clone());
            before.is_some_and(|before| {
                change(view);
                *view != before
            })
        });
    }

    /// Does the work; nothing if it was stopped.
    fn work(&self, engines: Engines, subject: &Subject) -> Option<()> {
        self.change(|view| view.state = AnalysisState::Running);
        let (asker, wish) = (self.asker.clone(), Arc::clone(&self.wish));
        let mut search = PooledSearch::new(engines, asker, wish, &subject.settings());
        subject.analyse(&mut search, &SystemClock::new(), self.wish.over(), &mut |found| {
            self.change(|view| view.add(found));
        })
    }
}
