//! Another program as a contestant: what a match asks becomes UGI, and what it answers is checked.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use halte_engine::Engine;
use halte_game::Playthrough;

use super::contestant::Contestant;
use super::entrant::Pace;
use crate::fault::{Fault, FaultKind};
use crate::program::{Clock, Program, UgiCommand};
use crate::ugi::response;
use crate::words;

/// Another program, which is started for its first game.
pub(super) struct Outsider<'a> {
    command: &'a UgiCommand,
    pace: Pace,
    patience: Duration,
    stop: &'a AtomicBool,
    program: Option<Program<'a>>,
}

impl<'a> Outsider<'a> {
    /// A program that may take `patience` longer for everything than it should.
    pub(super) fn new(command: &'a UgiCommand, pace: Pace, patience: Duration, stop: &'a AtomicBool) -> Outsider<'a> {
        Outsider {
            command,
            pace,
            patience,
            stop,
            program: None,
        }
    }

    fn program(&mut self) -> Result<&mut Program<'a>, Fault> {
        let program = match self.program.take() {
            Some(program) => program,
            None => Program::start(self.command, self.patience, self.stop)?,
        };
        Ok(self.program.insert(program))
    }

    /// Tells the program how the game stands.
    fn set_position<G: Engine>(&mut self, game: &Playthrough<G>) -> Result<&mut Program<'a>, Fault> {
        let program = self.program()?;
        program.send(&position(game));
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
        let limits = self.pace.limits;
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
                let detail = format!(
                    "{question} is {expected}, not {answer}, after {} moves",
                    game.moves().len()
                );
                return Err(FaultKind::Answer.because(detail));
            }
        }
        Ok(())
    }
}

/// The command that sets a program's position: the game from its standard start.
fn position<G: Engine>(game: &Playthrough<G>) -> String {
    match game.moves() {
        [] => "position startpos".to_owned(),
        moves => format!("position startpos moves {}", words::listed(moves)),
    }
}
