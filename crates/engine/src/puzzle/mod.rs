//! Puzzles: positions with a proven win and one first move that leads to it.
//!
//! [`Puzzle`] is one with its solutions, [`PuzzleMaker`] finds them in games between strong engines, and a [`Solver`]
//! proves what is said about them.

mod maker;
mod solver;

pub use maker::{PuzzleMaker, PuzzlePlan};
pub use solver::{ProofSolver, Solver};

use std::ops::RangeInclusive;

use halte_game::record::{EditError, Flaw, Record};
use halte_game::{Game, IllegalMove, Named, ParseError, counted, faults};

use crate::{Answer, Control};

/// A position whose player to move can force a win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle<G: Game> {
    /// The position.
    pub position: G,
    /// All first moves that win, as far as the game's [`Solver`] asks: one. Where the order of a turn's steps is free, each
    /// that may come first is one.
    pub solutions: Vec<G::Move>,
    /// The quickest win with the longest resistance. It begins with one of the solutions and ends the game.
    pub line: Vec<G::Move>,
    /// How many positions were looked at to prove all this.
    pub proof_size: u64,
}

/// The tag of a record that lists the first moves that win.
const SOLUTIONS: &str = "Solutions";
/// The tag of a record that tells the number of moves to the win.
const DEPTH: &str = "Depth";
/// The tag of a record that tells how many positions were looked at.
const PROOF_SIZE: &str = "ProofSize";

/// Fewer wrong moves than this make no puzzle.
pub const LEAST_WRONG_MOVES: usize = 4;

/// Why a position is no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPuzzle {
    /// No win was found.
    NoWin,
    /// The win is too quick or too slow, too many moves win, or what the others come to was not found out.
    NotClear,
}

faults! {
    /// Why a record tells of no puzzle, or a puzzle cannot be told of.
    pub enum PuzzleError<F> {
        #[fault("puzzle_no_tag", "the puzzle has no tag {name}")]
        NoTag { name: &'static str },
        #[fault("puzzle_no_number", "{name} {text:?} is no number")]
        NoNumber { name: &'static str, text: String },
        #[fault("puzzle_depth", "the depth is {depth}, but the line has {moves}", moves = counted(*moves, "move"))]
        Depth { depth: u64, moves: usize },
        #[fault("puzzle_line", "the line begins with none of the solutions {solutions:?}")]
        Line { solutions: String },
        /// A solution is no move.
        #[from]
        Unreadable(ParseError<F>),
        /// A solution may not be played.
        #[from]
        Illegal(IllegalMove<F>),
        /// The line cannot be played.
        #[from]
        Edit(EditError<F>),
        /// A tag cannot be written.
        Tag(ParseError<Flaw>),
    }
}

impl<G: Game> Puzzle<G> {
    /// The puzzle of one of these depths that a position is, if it can be proved with so many nodes for each question.
    pub fn of(
        position: &G,
        solver: &mut dyn Solver<G>,
        depths: &RangeInclusive<usize>,
        nodes: u64,
        control: &Control<'_>,
    ) -> Result<Puzzle<G>, NoPuzzle> {
        let mut proof_size = 0;
        let mut ask = |question: &mut dyn FnMut(&Control<'_>) -> Answer<G::Move>| {
            let control = control.with_at_most(nodes);
            let answer = question(&control);
            proof_size += control.nodes();
            answer
        };
        let Answer::Win { moves: line } = ask(&mut |control| solver.win(position, *depths.end(), control)) else {
            return Err(NoPuzzle::NoWin);
        };
        // The quickest win is not longer.
        if line.len() < *depths.start() {
            return Err(NoPuzzle::NotClear);
        }
        let moves = position.legal_moves();
        // One first move wins. Where a turn has several steps, their order may be free.
        let most = steps_of_turn(position, &line);
        let mut solutions = Vec::new();
        let mut wrong = 0;
        for &mv in &moves {
            match ask(&mut |control| solver.win_by(position, mv, line.len(), control)) {
                Answer::Win { .. } if solutions.len() == most => return Err(NoPuzzle::NotClear),
                Answer::Win { .. } => solutions.push(mv),
                Answer::NoWin => wrong += 1,
                Answer::Unknown => return Err(NoPuzzle::NotClear),
            }
        }
        if wrong < LEAST_WRONG_MOVES {
            return Err(NoPuzzle::NotClear);
        }
        let answer = ask(&mut |control| solver.quickest_win(position, line.clone(), control));
        let Answer::Win { moves: line } = answer else {
            return Err(NoPuzzle::NotClear);
        };
        if !depths.contains(&line.len()) {
            return Err(NoPuzzle::NotClear);
        }
        Ok(Puzzle {
            position: position.clone(),
            solutions,
            line,
            proof_size,
        })
    }

    /// How many moves the quickest win takes against the longest resistance: in Fibonacci, steps.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.line.len()
    }
}

impl<G: Named> Puzzle<G> {
    /// The puzzle as a record: the line is what is played, tags tell the rest. An error if the line cannot be played.
    pub fn record(&self) -> Result<Record<G>, PuzzleError<G::Fault>> {
        let mut record = Record::new(self.position.clone());
        for &mv in &self.line {
            record.append(mv)?;
        }
        let solutions: Vec<String> = self.solutions.iter().map(ToString::to_string).collect();
        for (name, value) in [
            (DEPTH, self.depth().to_string()),
            (SOLUTIONS, solutions.join(" ")),
            (PROOF_SIZE, self.proof_size.to_string()),
        ] {
            record.tags_mut().set(name, &value).map_err(PuzzleError::Tag)?;
        }
        Ok(record)
    }

    /// The puzzle that a record tells of.
    pub fn from_record(record: &Record<G>) -> Result<Puzzle<G>, PuzzleError<G::Fault>> {
        let tag = |name| record.tags().get(name).ok_or(PuzzleError::NoTag { name });
        let number = |name| {
            let text = tag(name)?.to_owned();
            text.parse::<u64>().map_err(|_| PuzzleError::NoNumber { name, text })
        };
        let position = record.start().clone();
        let mut solutions = Vec::new();
        for text in tag(SOLUTIONS)?.split_whitespace() {
            let mv = G::parse_move(&position.options(), text)?;
            position.check(mv)?;
            solutions.push(mv);
        }
        let line = record.main_line().moves().to_vec();
        let (depth, moves) = (number(DEPTH)?, line.len());
        if depth != moves as u64 {
            return Err(PuzzleError::Depth { depth, moves });
        }
        if line.first().is_none_or(|first| !solutions.contains(first)) {
            let solutions = tag(SOLUTIONS)?.to_owned();
            return Err(PuzzleError::Line { solutions });
        }
        Ok(Puzzle {
            position,
            solutions,
            line,
            proof_size: number(PROOF_SIZE)?,
        })
    }
}

/// How many moves of a line the player to move makes before the turn ends.
fn steps_of_turn<G: Game>(position: &G, line: &[G::Move]) -> usize {
    let mut next = position.clone();
    let ends_turn = |&mv: &G::Move| {
        next.play_unchecked(mv);
        next.begins_turn()
    };
    line.iter().position(ends_turn).map_or(line.len(), |last| last + 1)
}
