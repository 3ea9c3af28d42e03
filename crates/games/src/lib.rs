//! The exact, fast rules of Mobius, Move, Fibonacci and Mixtour.
//!
//! One module a game: its position implements [`halte_game::Game`]. [`AnyGame`] is the one enum over all of them;
//! [`square`] is the board that two of them share.
//!
//! ```
//! use halte_game::{Game, Outcome, Player, Playthrough, Turn};
//! use halte_games::mixtour::Mixtour;
//!
//! let options = "20/1".parse()?;
//! let mut game = Playthrough::new(Mixtour::start(&options));
//! for text in ["b2", "c3", "b2-c3", "d3"] {
//!     game.play(Mixtour::parse_move(&options, text)?)?;
//! }
//! assert_eq!(game.position().to_string(), ",,,,/,,,,/,,rw,r,/,,,,/,,,, w 0:0 20/1 d3");
//! assert_eq!(game.turn(), Turn::Player(Player::First));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
pub mod fibonacci;
pub mod mixtour;
pub mod mobius;
pub mod move_game;
mod no_variants;
mod number;
pub mod square;

pub use any::{AnotherGame, AnyGame, AnyMove, AnyOptions, GameId};
pub use halte_game as game;
pub use no_variants::NoVariants;

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
