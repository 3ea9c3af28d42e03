//! What is said wherever Tic-tac-toe is offered.

use halte_game::{About, Named};

use super::TicTacToe;
use halte_game::NoVariants;

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
