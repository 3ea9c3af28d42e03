//! The exact, fast rules of Mobius, Move, Fibonacci and Mixtour.

pub mod fibonacci;
pub mod mixtour;
pub mod mobius;
pub mod move_game;
