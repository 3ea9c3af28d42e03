//! Tic-tac-toe: three in a line on a board of 3 x 3 cells win.

mod cell;
mod drawing;
mod fault;
mod notation;
mod position;
mod symmetry;
#[cfg(test)]
mod tests;

pub use cell::Cell;
pub use fault::Fault;
pub use position::TicTacToe;

use halte_game::{About, Named, NoVariants};

/// What Tic-tac-toe is called.
pub const ABOUT: About = About {
    name: "tic-tac-toe",
    title: "Tic-tac-toe",
    authors: "unknown",
    year: None,
    link: None,
    credit: "",
    summary: "Three in a line win.",
    players: ["Red", "Blue"],
    variants: &[],
    has_draws: true,
};

impl Named for TicTacToe {
    fn about(_: &NoVariants) -> &'static About {
        &ABOUT
    }
}
