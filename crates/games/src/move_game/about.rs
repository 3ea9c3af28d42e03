//! What is said wherever Move is offered.

use halte_game::{About, Named, NoVariants};

use super::MoveGame;

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
