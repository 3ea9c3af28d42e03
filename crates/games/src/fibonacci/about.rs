//! What is said wherever Fibonacci is offered.

use halte_game::{About, Named, Variant};

use super::{Fibonacci, Options};

/// Who made Fibonacci, and what it is called.
pub const ABOUT: About = About {
    name: "fibonacci",
    title: "Fibonacci",
    authors: "Thomas Naylor",
    year: Some(1992),
    link: None,
    credit: "French sheet: François Haffner",
    summary: "Move your pieces in groups across a hexagon and close in on the enemy central piece, in turns of one to \
              six steps.",
    players: ["Red", "Green"],
    variants: &[
        Variant {
            name: "classic",
            summary: "Six attack pieces around the enemy central piece win; threats take steps away.",
        },
        Variant {
            name: "cards",
            summary: "A card says how many steps a turn has; six connected attack pieces, three of them next to the \
                      enemy central piece, win.",
        },
    ],
    has_draws: true,
};

impl Named for Fibonacci {
    fn about(_: &Options) -> &'static About {
        &ABOUT
    }

    fn has_steps(_: &Options) -> bool {
        true
    }
}
