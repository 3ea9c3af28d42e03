#![doc = include_str!("../README.md")]
//!
//! ## Where to look
//!
//! [`Search`] is what every engine is: a game in, [`Report`]s out, within the limits of a [`Control`]; [`Engine`] is a game
//! that has one. The searches know games only through traits: [`AlphaBeta`], [`TreeSearch`] and [`Uct`]. [`analyse`] judges
//! whole games, [`prove`] proves who wins, [`PuzzleMaker`] finds puzzles.

mod alpha_beta;
mod ambush;
mod analysis;
mod any_search;
mod control;
mod eval;
mod level;
mod ordering;
mod proof;
mod puzzle;
mod score;
mod search;
mod simple;
#[cfg(feature = "system")]
mod system;
mod table;
mod tree_search;
mod turn_search;
mod uct;

pub use alpha_beta::{AlphaBeta, Evaluate};
pub use ambush::Ambush;
pub use analysis::{AnalysedTurn, Analysis, Judgement, Progress, analyse, annotate};
pub use control::{Clock, Control, Limits, Line, OneThread, Report, Threads};
pub use level::{Level, LevelError, LevelSearch, Strength};
pub use proof::{Answer, Numbers, Proof, ProofProgress, prove, prove_win, prove_win_within, quickest_win};
pub use puzzle::{LEAST_WRONG_MOVES, NoPuzzle, ProofSolver, Puzzle, PuzzleError, PuzzleMaker, PuzzlePlan, Solver};
pub use score::Score;
pub use search::{Engine, Search, Settings, Tell};
pub use simple::{GreedyPlayer, RandomPlayer};
#[cfg(feature = "system")]
pub use system::{SystemClock, SystemThreads, best_move};
pub use tree_search::{Knowledge, TreeSearch};
pub use uct::Uct;

/// What evaluations are made of, for the examples that fit them to games.
#[cfg(feature = "fitting")]
pub mod fitting {
    pub use crate::eval::{FibonacciFeatures, MobiusKnowledge};
}
