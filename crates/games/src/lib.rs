#![doc = include_str!("../README.md")]
//!
//! ## Where to look
//!
//! One module a game: its position implements [`halte_game::Game`]. [`AnyGame`] is the one enum over all of them;
//! [`square`] is the board that two of them share.

mod any;
pub mod fibonacci;
pub mod mixtour;
pub mod mobius;
pub mod move_game;
pub mod square;

pub use any::{AnotherGame, AnyFault, AnyGame, AnyMove, AnyOptions, GameId};
pub use halte_game as game;
pub use halte_game::NoVariants;
