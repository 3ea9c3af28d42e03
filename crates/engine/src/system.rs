//! The operating system's clock and threads, for targets that have them: the only place of this crate that asks for any.
//! Without the feature `system` it is left out, and nothing else needs it.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use halte_game::Playthrough;

use crate::{Clock, Control, Engine, Limits, Settings, Threads};

/// The best move that the game's own engine finds on one thread; none if no player is to move.
///
/// Without any limit it goes on until the end of the game is known from here, which is for ever in most positions.
#[must_use]
pub fn best_move<G: Engine>(game: &Playthrough<G>, limits: Limits) -> Option<G::Move> {
    let mut search = G::search(&Settings::default());
    search.search(game, &Control::within(limits), &mut |_| {}).best()
}

impl Control<'static> {
    /// A search that begins now by the operating system's clock, and that nobody stops before its limits do.
    #[must_use]
    pub fn within(limits: Limits) -> Control<'static> {
        static CLOCK: LazyLock<SystemClock> = LazyLock::new(SystemClock::new);
        static NEVER: AtomicBool = AtomicBool::new(false);
        Control::new(limits, &*CLOCK, &NEVER)
    }
}

/// The operating system's clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// A clock that begins now.
    #[must_use]
    pub fn new() -> SystemClock {
        SystemClock(Instant::now())
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        SystemClock::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The operating system's threads, as many as a search is told to use.
#[derive(Clone, Copy, Default, Debug)]
pub struct SystemThreads;

impl Threads for SystemThreads {
    fn most(&self) -> usize {
        usize::MAX
    }

    fn run<'work>(&self, own: &mut dyn FnMut(), rest: Vec<Box<dyn FnOnce() + Send + 'work>>) {
        thread::scope(|scope| {
            for work in rest {
                scope.spawn(work);
            }
            own();
        });
    }
}
