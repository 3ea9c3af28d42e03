//! What is special about each game: the one place of this crate that knows them.

// What is fitted to games can be reached from outside only for that.
#![cfg_attr(not(feature = "fitting"), allow(unreachable_pub))]

mod fibonacci;
mod mixtour;
mod mobius;
mod move_game;
mod square;

#[cfg(feature = "fitting")]
pub use fibonacci::FibonacciFeatures;
#[cfg(any(test, feature = "fitting"))]
pub use mobius::MobiusKnowledge;
