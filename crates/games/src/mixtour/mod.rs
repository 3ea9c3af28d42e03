//! Mixtour, by Dieter Stein (2011): stacks move onto stacks, from as many cells away as the one they land on is high.
//!
//! ```
//! use halte_game::Game;
//! use halte_games::mixtour::{Mixtour, Options};
//!
//! let mut position = Mixtour::start(&Options::default());
//! for text in ["b2", "c3", "c3-b2"] {
//!     position.play(text.parse()?)?;
//! }
//! assert_eq!(position.to_string(), ",,,,/,,,,/,,,,/,wr,,,/,,,, r 0:0 25/5 c3-b2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
mod cells;
mod drawing;
mod fault;
mod keys;
mod lines;
mod moves;
mod notation;
mod options;
mod position;
mod stack;
mod stack_moves;
mod stacks;
mod symmetry;
#[cfg(test)]
mod tests;
mod views;

pub use about::ABOUT;
pub use fault::Fault;
pub use moves::Move;
pub use options::Options;
pub use position::Mixtour;
pub use stack::Stack;

pub use crate::square::Cell;
