//! Move, by Jean-Pierre Cassoly and Jean-Michel Blanc: push rows and columns of marbles to a line of five.
//!
//! [`MoveGame`] is a position and [`Move`] is a move: the [`Cell`] where a marble is placed, or a [`Push`].

mod cell;
mod drawing;
mod free_cells;
mod marbles;
mod moves;
mod notation;
mod options;
mod position;
mod push;
mod symmetry;
#[cfg(test)]
mod tests;

pub use cell::Cell;
pub use marbles::Marble;
pub use moves::Move;
pub use options::Options;
pub use position::MoveGame;
pub use push::{Line, Push};

use halte_game::About;

/// What is said wherever Move is offered.
pub const ABOUT: About = About {
    name: "move",
    title: "Move",
    authors: "Jean-Pierre Cassoly and Jean-Michel Blanc",
    year: None,
    link: None,
    credit: "French rule sheet: François Haffner",
    summary: "Push rows and columns of marbles until five of your colour, or four and the joker, stand in a line.",
    players: ["Orange", "Green"],
    variants: &[],
};
