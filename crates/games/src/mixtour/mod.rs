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

mod cells;
mod drawing;
mod fault;
mod keys;
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

pub use fault::Fault;
pub use moves::Move;
pub use options::Options;
pub use position::Mixtour;
pub use stack::Stack;

pub use crate::square::Cell;

use halte_game::{About, Named, Variant};

/// What is said wherever Mixtour is offered.
pub const ABOUT: About = About {
    name: "mixtour",
    title: "Mixtour",
    authors: "Dieter Stein",
    year: Some(2011),
    link: Some("https://spielstein.com/games/mixtour"),
    credit: "By Dieter Stein, spielstein.com; the rule sheet is under CC BY-NC 3.0. Gerhards' edition: Clemens \
             Gerhards KG, 2012. French translations: François Haffner; Anaïs Gaulard (Gerhards' edition).",
    summary: "Stack pieces of both colours into towers of five with your own on top: how high a stack is says from how \
              far away it can be reached.",
    players: ["White", "Red"],
    variants: &[
        Variant {
            name: "25/5",
            summary: "Dieter Stein's rules: 25 pieces each, five points win",
        },
        Variant {
            name: "20/1",
            summary: "Gerhards, one game: 20 pieces each, the first tower wins",
        },
        Variant {
            name: "20/2",
            summary: "Gerhards, tournament of three points: 20 pieces each, two points win",
        },
        Variant {
            name: "20/3",
            summary: "Gerhards, tournament of five points: 20 pieces each, three points win",
        },
    ],
    has_draws: true,
};

impl Named for Mixtour {
    fn about(_: &Options) -> &'static About {
        &ABOUT
    }
}
