//! An engine at work in a match: something that answers a position with a move, or fails.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use halte_engine::{Control, Engine, Limits, Search, Settings, SystemClock, SystemThreads, Uct};
use halte_game::random::mix;
use halte_game::{Player, Playthrough};

use super::entrant::Pace;
use crate::fault::{Fault, FaultKind};
use crate::program::{Clock, milliseconds};
use crate::ugi::time_to_spend;

/// An engine that plays one game after the other.
pub(super) trait Contestant<G: Engine> {
    /// Forgets the last game; `number` is another one for every game of a match.
    fn begin(&mut self, number: u64) -> Result<(), Fault>;

    /// The move to play, with what is left on the players' clocks.
    fn best_move(&mut self, game: &Playthrough<G>, clocks: [Option<Clock>; 2]) -> Result<G::Move, Fault>;

    /// Asks whose turn it is, whether the game is over and who won, and fails if an answer is wrong.
    fn examine(&mut self, game: &Playthrough<G>) -> Result<(), Fault>;
}

/// An engine of this program.
pub(super) struct BuiltIn<'a, G: Engine> {
    make: fn(&Settings) -> Box<dyn Search<G>>,
    settings: Settings,
    pace: Pace,
    stop: &'a AtomicBool,
    search: Box<dyn Search<G>>,
}

impl<'a, G: Engine> BuiltIn<'a, G> {
    /// The engine for the game.
    pub(super) fn halte(settings: &Settings, pace: Pace, stop: &'a AtomicBool) -> BuiltIn<'a, G> {
        BuiltIn::new(G::search, settings, pace, stop)
    }

    /// Plain UCT.
    pub(super) fn uct(settings: &Settings, pace: Pace, stop: &'a AtomicBool) -> BuiltIn<'a, G> {
        BuiltIn::new(|settings| Box::new(Uct::new(settings)), settings, pace, stop)
    }

    fn new(
        make: fn(&Settings) -> Box<dyn Search<G>>,
        settings: &Settings,
        pace: Pace,
        stop: &'a AtomicBool,
    ) -> BuiltIn<'a, G> {
        BuiltIn {
            make,
            settings: *settings,
            pace,
            stop,
            search: make(settings),
        }
    }
}

impl<G: Engine> Contestant<G> for BuiltIn<'_, G> {
    fn begin(&mut self, number: u64) -> Result<(), Fault> {
        // With one seed for all games, an engine that chooses at random would make the same choices in each.
        let seed = mix(self.settings.seed).wrapping_add(number);
        self.search = (self.make)(&Settings { seed, ..self.settings });
        Ok(())
    }

    fn best_move(&mut self, game: &Playthrough<G>, clocks: [Option<Clock>; 2]) -> Result<G::Move, Fault> {
        let limits = Limits {
            time: self
                .pace
                .limits
                .time
                .or_else(|| thinking_time(game.position().player(), clocks)),
            ..self.pace.limits
        };
        let clock = SystemClock::new();
        let control = Control::new(limits, &clock, self.stop).with_threads(&SystemThreads);
        let search = &mut self.search;
        // A search that panicked is not used again: the next game has a new one.
        let found = catch_unwind(AssertUnwindSafe(|| search.search(game, &control, &mut |_| {})));
        match found {
            Ok(report) => report
                .best()
                .ok_or_else(|| FaultKind::Illegal.because("it has no move")),
            Err(_) => Err(FaultKind::Crash.because("the search panicked")),
        }
    }

    fn examine(&mut self, _: &Playthrough<G>) -> Result<(), Fault> {
        Ok(())
    }
}

/// How long to think with this much time on the clock, if there is one.
fn thinking_time(player: Player, clocks: [Option<Clock>; 2]) -> Option<Duration> {
    clocks[player.index()].map(|clock| time_to_spend(milliseconds(clock.left), milliseconds(clock.increment)))
}
