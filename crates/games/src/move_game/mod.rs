//! Move, by Jean-Pierre Cassoly and Jean-Michel Blanc: push rows and columns of marbles to a line of five.
//!
//! [`MoveGame`] is a position and [`Move`] is a move: the [`Cell`] where a marble is placed, or a [`Push`].

mod drawing;
mod fault;
mod free_cells;
mod marbles;
mod moves;
mod notation;
mod position;
mod push;
mod symmetry;
#[cfg(test)]
mod tests;

pub use fault::Fault;
pub use marbles::{LINES, Marble};
pub use moves::Move;
pub use position::MoveGame;
pub use push::{Line, Push, Pushes};

pub use crate::square::Cell;

use halte_game::{About, Named, NoVariants};

/// Who made Move, and what it is called.
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
    has_draws: true,
};

impl Named for MoveGame {
    fn about(_: &NoVariants) -> &'static About {
        &ABOUT
    }
}
