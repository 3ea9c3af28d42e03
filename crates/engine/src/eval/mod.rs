//! What is special about each game: the one place of this crate that knows them.

mod fibonacci;
mod mixtour;
mod mobius;
mod move_game;
mod square;

pub use fibonacci::FibonacciFeatures;
pub use mobius::MobiusKnowledge;
