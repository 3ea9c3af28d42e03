//! When a search ends, and what it says on the way. Time, threads and the wish to stop are handed in: nothing here asks
//! the operating system, so that the crate also serves where there is none.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::Score;

/// Tells the time.
pub trait Clock: Sync {
    /// The time since some moment that stays the same.
    fn now(&self) -> Duration;
}

/// Runs several pieces of work at once.
pub trait Threads: Sync {
    /// How many pieces of work can run at once.
    fn most(&self) -> usize;

    /// Does `own` here and the rest beside it, and comes back when all is done.
    fn run<'work>(&self, own: &mut dyn FnMut(), rest: Vec<Box<dyn FnOnce() + Send + 'work>>);
}

/// For targets without threads: one thing after another.
#[derive(Clone, Copy, Default, Debug)]
pub struct OneThread;

impl Threads for OneThread {
    fn most(&self) -> usize {
        1
    }

    fn run<'work>(&self, own: &mut dyn FnMut(), rest: Vec<Box<dyn FnOnce() + Send + 'work>>) {
        own();
        rest.into_iter().for_each(|work| work());
    }
}

/// What ends a search; whichever comes first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Moves looked ahead.
    pub depth: Option<u32>,
    /// Time spent.
    pub time: Option<Duration>,
}

impl Limits {
    /// Nothing but the end of what can be found, or the wish to stop.
    pub const NONE: Limits = Limits {
        nodes: None,
        depth: None,
        time: None,
    };

    /// So many positions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::NONE
        }
    }

    /// So many moves ahead.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::NONE
        }
    }

    /// So much time.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits {
            time: Some(time),
            ..Limits::NONE
        }
    }
}

/// How a search is steered from outside.
pub struct Control<'a> {
    limits: Limits,
    clock: &'a dyn Clock,
    started: Duration,
    stop: &'a AtomicBool,
    threads: &'a dyn Threads,
    nodes: AtomicU64,
    /// Whether nothing more is wanted of the threads that help.
    has_ended: AtomicBool,
}

/// How many nodes are counted before the clock and the flag are looked at: a millisecond or less of work.
const NODES_A_LOOK: u64 = 64;

impl<'a> Control<'a> {
    /// A search that begins now, and ends at a limit or when `stop` is set.
    #[must_use]
    pub fn new(limits: Limits, clock: &'a dyn Clock, stop: &'a AtomicBool) -> Control<'a> {
        Control {
            limits,
            clock,
            started: clock.now(),
            stop,
            threads: &OneThread,
            nodes: AtomicU64::new(0),
            has_ended: AtomicBool::new(false),
        }
    }

    /// Allows a search to use these threads, as many as its settings say.
    #[must_use]
    pub fn with_threads(mut self, threads: &'a dyn Threads) -> Control<'a> {
        self.threads = threads;
        self
    }

    /// The same clock, flag, threads and limits, but so many nodes at most, counted anew.
    #[must_use]
    pub fn with_at_most(&self, nodes: u64) -> Control<'a> {
        Control {
            limits: Limits {
                nodes: Some(self.limits.nodes.map_or(nodes, |limit| limit.min(nodes))),
                ..self.limits
            },
            nodes: AtomicU64::new(0),
            has_ended: AtomicBool::new(false),
            ..*self
        }
    }

    /// The limits.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Time since the beginning.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// Nodes counted so far, by all threads. Those that were refused, because the limit was reached, are not among them.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        let nodes = self.nodes.load(Ordering::Relaxed);
        self.limits.nodes.map_or(nodes, |limit| nodes.min(limit))
    }

    /// The threads that a search may use.
    #[must_use]
    pub fn threads(&self) -> &'a dyn Threads {
        self.threads
    }

    /// Tells all threads of the search that nothing more is wanted of them.
    pub(crate) fn end(&self) {
        self.has_ended.store(true, Ordering::Relaxed);
    }

    /// Counts a node; true if the search must end now.
    ///
    /// A limit of nodes is kept exactly by one thread; the clock and the flag are looked at every 64 nodes.
    #[inline]
    pub fn count_node(&self) -> bool {
        let nodes = self.nodes.fetch_add(1, Ordering::Relaxed) + 1;
        if self.limits.nodes.is_some_and(|limit| nodes >= limit) {
            return true;
        }
        nodes.is_multiple_of(NODES_A_LOOK) && self.is_over()
    }

    /// Whether somebody asked to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether a limit is reached or somebody asked to stop.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_stopped()
            || self.has_ended.load(Ordering::Relaxed)
            || self.limits.nodes.is_some_and(|limit| self.nodes() >= limit)
            || self.limits.time.is_some_and(|limit| self.elapsed() >= limit)
    }
}

/// What a search has found so far. The one kind of event that terminals, UGI, servers and browsers get.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// Moves looked ahead, or the depth of the tree.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// The best lines, the best first.
    pub lines: Vec<Line<M>>,
    /// Whether all lines are of one iteration. Those of one that was cut off stand before what only the iteration before
    /// knows, and need not look better.
    pub is_whole: bool,
}

/// A way to play, and what it is worth for the player whose turn it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<M> {
    /// Its value.
    pub score: Score,
    /// The moves, the one to play first. Drawn cards may be among them, as one way it could go.
    pub moves: Vec<M>,
}

impl<M> Report<M> {
    /// Nothing found yet.
    pub(crate) fn empty(control: &Control<'_>) -> Report<M> {
        Report {
            depth: 0,
            nodes: control.nodes(),
            time: control.elapsed(),
            lines: Vec::new(),
            is_whole: true,
        }
    }
}

impl<M: Copy> Report<M> {
    /// The move to play, if there is one.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.lines.first()?.moves.first().copied()
    }
}
