#![doc = include_str!("../README.md")]
//!
//! ## Where to look
//!
//! [`Game`] is a position and its moves; [`Playthrough`] adds the history that the rule of repetition needs;
//! [`board`] is how a game is drawn; [`record`] is how games are written down; [`contract`] is what every
//! implementation must keep; [`mod@matches`] is the shortest game there can be, to begin with.

mod about;
pub mod board;
pub mod contract;
pub mod draw;
mod error;
mod explain;
mod game;
mod grid;
mod history;
pub mod matches;
mod no_variants;
pub mod notation;
mod perft;
mod playout;
mod playthrough;
pub mod random;
pub mod record;
mod turn;

pub use about::{About, Variant};
pub use error::{IllegalMove, ParseError, Reason, What};
pub use explain::{Code, Codes, Explain, Explanation, Parameter, ToParameter, counted};
pub use game::{Game, Named, Symmetric, choose};
pub use history::{DRAWING_REPETITION, History, Mark, Repetition};
pub use no_variants::{NoSuchVariant, NoVariants};
pub use perft::{perft, perft_by_move};
pub use playout::{Playout, playout};
pub use playthrough::Playthrough;
pub use random::{Draw, Random};
pub use turn::{Outcome, Player, Turn};

/// The traits of generators, as in the ecosystem around `rand`.
pub use rand_core;
