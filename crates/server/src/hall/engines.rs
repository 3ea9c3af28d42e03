//! The engines' workers: a bounded pool of threads on which engines think, live games before everything else.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use halte_answers::tables::Question;
use halte_engine::SystemClock;
use halte_table::{Action, ClockTerms, Table};
use tokio::sync::oneshot;
use tracing::error;

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
}

type Work = Box<dyn FnOnce() + Send>;

/// The pool. Clones share it; when the last is dropped the workers stop.
#[derive(Clone)]
pub struct Engines {
    office: Arc<Office>,
}

struct Office {
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
    /// How many workers may be at an analysis: all but one, so that a game never waits for one, or the only one.
    most_analysing: usize,
}

#[derive(Default)]
struct Waiting {
    /// By class, then in the order of coming.
    work: BTreeMap<(Class, u64), Work>,
    number: u64,
    /// How many workers are at it, and how many of them at an analysis.
    busy: usize,
    analysing: usize,
    is_closed: bool,
}

impl Engines {
    /// A pool of so many workers.
    pub fn new(workers: usize) -> std::io::Result<Engines> {
        let workers = workers.max(1);
        let queue = Arc::new(Queue {
            most_analysing: (workers - 1).max(1),
            ..Queue::default()
        });
        for number in 1..=workers {
            let queue = Arc::clone(&queue);
            thread::Builder::new()
                .name(format!("engine {number}"))
                .spawn(move || work(&queue))?;
        }
        Ok(Engines {
            office: Arc::new(Office { queue }),
        })
    }

    /// Has something done when its turn comes.
    pub fn queue(&self, class: Class, work: impl FnOnce() + Send + 'static) {
        let mut waiting = self.office.queue.waiting();
        let number = waiting.number;
        waiting.number += 1;
        waiting.work.insert((class, number), Box::new(work));
        self.office.queue.changed.notify_one();
    }

    /// How much is waiting, and how many workers are at it.
    #[must_use]
    pub fn load(&self) -> (usize, usize) {
        let waiting = self.office.queue.waiting();
        (waiting.work.len(), waiting.busy)
    }

    /// Has a question answered when its turn comes. It should end soon when `stop` is set, and is not asked at all then.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        class: Class,
        stop: Arc<AtomicBool>,
        question: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Thought<T> {
        let (answer, answered) = oneshot::channel();
        let stopped = Arc::clone(&stop);
        self.queue(class, move || {
            if !stopped.load(Ordering::Relaxed) {
                // Whoever asked may be gone.
                let _ = answer.send(question(&stopped));
            }
        });
        Thought { answered, stop }
    }

    /// Has an engine think about what it is asked at a table; the answer is what it wants to do.
    pub(super) fn answer(&self, table: &Table, question: Question) -> Thought<Option<Action>> {
        let class = match table.terms().clock {
            ClockTerms::Correspondence { .. } => Class::Correspondence,
            ClockTerms::None | ClockTerms::Live { .. } => Class::Live,
        };
        let brief = question.brief(table);
        self.ask(class, Arc::default(), move |stop| {
            brief.answer(&SystemClock::new(), stop)
        })
    }
}

impl Queue {
    fn waiting(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Office {
    fn drop(&mut self) {
        self.queue.waiting().is_closed = true;
        self.queue.changed.notify_all();
    }
}

/// What a worker does all day.
fn work(queue: &Queue) {
    loop {
        let (class, work) = {
            let mut waiting = queue.waiting();
            loop {
                if waiting.is_closed {
                    return;
                }
                let is_free = waiting.analysing < queue.most_analysing;
                let next = waiting.work.first_entry();
                if let Some(next) = next.filter(|next| is_free || next.key().0 != Class::Analysis) {
                    let ((class, _), work) = next.remove_entry();
                    waiting.busy += 1;
                    waiting.analysing += usize::from(class == Class::Analysis);
                    break (class, work);
                }
                waiting = queue.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            }
        };
        // A search that fails must not take the worker with it.
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).is_err() {
            error!("an engine failed");
        }
        let mut waiting = queue.waiting();
        waiting.busy -= 1;
        waiting.analysing -= usize::from(class == Class::Analysis);
    }
}

/// A question that an engine thinks about.
pub(crate) struct Thought<T> {
    answered: oneshot::Receiver<T>,
    stop: Arc<AtomicBool>,
}

impl<T> Thought<T> {
    /// Stops the engine when it is dropped.
    pub(crate) fn stop_on_drop(&self) -> StopOnDrop {
        StopOnDrop(Arc::clone(&self.stop))
    }

    /// The answer; nothing if nobody wants to know any more, or the engine failed.
    pub(crate) async fn answer(self) -> Option<T> {
        let answer = self.answered.await.ok();
        answer.filter(|_| !self.stop.load(Ordering::Relaxed))
    }
}

/// Stops an engine when it is dropped.
pub(crate) struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
