//! An engine at work in a match: something that answers a position with a move, or fails. It is one of this program, or
//! another program, for which what a match asks becomes UGI and whose answers are checked.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use halte_engine::{Control, Engine, Limits, Search, Settings, SystemClock, SystemThreads};
use halte_game::Playthrough;
use halte_game::random::mix;

use crate::fault::{Fault, FaultKind};
use crate::program::{Clock, Program, UgiCommand, milliseconds};
use crate::ugi::{response, time_to_spend};
use crate::words;

/// An engine that plays one game after the other.
pub(super) trait Contestant<G: Engine> {
    /// Forgets the last game; `number` is another one for every game of a match.
    fn begin(&mut self, number: u64) -> Result<(), Fault>;

    /// The move to play, with what is left on the players' clocks.
    fn best_move(&mut self, game: &Playthrough<G>, clocks: [Option<Clock>; 2]) -> Result<G::Move, Fault>;

    /// Asks whose turn it is, whether the game is over and who won, and fails if an answer is wrong.
    fn examine(&mut self, _: &Playthrough<G>) -> Result<(), Fault> {
        Ok(())
    }
}

pub(super) struct BuiltIn<'a, G: Engine> {
    pub(super) make: fn(&Settings) -> Box<dyn Search<G>>,
    pub(super) settings: Settings,
    pub(super) limits: Limits,
    pub(super) stop: &'a AtomicBool,
    /// What searches, made anew for every game.
    pub(super) search: Option<Box<dyn Search<G>>>,
}

impl<G: Engine> Contestant<G> for BuiltIn<'_, G> {
    fn begin(&mut self, number: u64) -> Result<(), Fault> {
        // With one seed for all games, an engine that chooses at random would make the same choices in each.
        let seed = mix(self.settings.seed).wrapping_add(number);
        self.search = Some((self.make)(&Settings { seed, ..self.settings }));
        Ok(())
    }

    fn best_move(&mut self, game: &Playthrough<G>, clocks: [Option<Clock>; 2]) -> Result<G::Move, Fault> {
        let clock = clocks[game.position().player().index()];
        let on_clock = clock.map(|clock| time_to_spend(milliseconds(clock.left), milliseconds(clock.increment)));
        let limits = Limits {
            time: self.limits.time.or(on_clock),
            ..self.limits
        };
        let clock = SystemClock::new();
        let control = Control::new(limits, &clock, self.stop).with_threads(&SystemThreads);
        let search = self.search.get_or_insert_with(|| (self.make)(&self.settings));
        // A search that panicked is not used again: the next game has a new one.
        let found = catch_unwind(AssertUnwindSafe(|| search.search(game, &control, &mut |_| {})));
        let report = found.map_err(|_| FaultKind::Crash.because("the search panicked"))?;
        report
            .best()
            .ok_or_else(|| FaultKind::Illegal.because("it has no move"))
    }
}

/// Another program, which is started for its first game.
pub(super) struct Outsider<'a> {
    pub(super) command: &'a UgiCommand,
    pub(super) limits: Limits,
    /// How much longer for everything than it should it may take.
    pub(super) patience: Duration,
    pub(super) stop: &'a AtomicBool,
    pub(super) program: Option<Program<'a>>,
}

impl<'a> Outsider<'a> {
    fn program(&mut self) -> Result<&mut Program<'a>, Fault> {
        let program = match self.program.take() {
            Some(program) => program,
            None => Program::start(self.command, self.patience, self.stop)?,
        };
        Ok(self.program.insert(program))
    }

    /// Tells the program how the game stands: from its standard start.
    fn set_position<G: Engine>(&mut self, game: &Playthrough<G>) -> Result<&mut Program<'a>, Fault> {
        let program = self.program()?;
        program.send(&match game.moves() {
            [] => "position startpos".to_owned(),
            moves => format!("position startpos moves {}", words::listed(moves)),
        });
        program.synchronise()?;
        Ok(program)
    }
}

impl<G: Engine> Contestant<G> for Outsider<'_> {
    fn begin(&mut self, _: u64) -> Result<(), Fault> {
        let program = self.program()?;
        program.send("uginewgame");
        program.synchronise()
    }

    fn best_move(&mut self, game: &Playthrough<G>, clocks: [Option<Clock>; 2]) -> Result<G::Move, Fault> {
        let limits = self.limits;
        let player = game.position().player();
        let thought = self.set_position(game)?.think(&limits, clocks, player)?;
        let options = game.position().options();
        G::parse_move(&options, &thought.text).map_err(|error| FaultKind::Illegal.because(error.to_string()))
    }

    fn examine(&mut self, game: &Playthrough<G>) -> Result<(), Fault> {
        let program = self.set_position(game)?;
        for question in ["p1turn", "gameover", "result"] {
            let answer = program.query(question)?;
            let expected = response(game, question).unwrap_or_default();
            if answer != expected {
                let moves = game.moves().len();
                let detail = format!("{question} is {expected}, not {answer}, after {moves} moves");
                return Err(FaultKind::Answer.because(detail));
            }
        }
        Ok(())
    }
}
