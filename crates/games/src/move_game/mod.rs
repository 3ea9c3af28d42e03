//! Move, by Jean-Pierre Cassoly and Jean-Michel Blanc: push rows and columns of marbles to a line of five.
//!
//! [`MoveGame`] is a position and [`Move`] is a move: the [`Cell`] where a marble is placed, or a [`Push`].

mod about;
mod drawing;
mod fault;
mod free_cells;
mod lines;
mod marbles;
mod moves;
mod notation;
mod position;
mod push;
mod symmetry;
#[cfg(test)]
mod tests;

pub use about::ABOUT;
pub use fault::Fault;
pub use lines::LINES;
pub use marbles::Marble;
pub use moves::Move;
pub use position::MoveGame;
pub use push::{Line, Push, Pushes};

pub use crate::square::Cell;
