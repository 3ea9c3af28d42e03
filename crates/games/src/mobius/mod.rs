//! Mobius, by Mark Steere (2008): stones on a strip with a half twist link bars along its only edge, and loops.

mod bars;
mod cell;
mod drawing;
mod empty_cells;
mod fault;
mod groups;
mod notation;
mod position;
mod stones;
mod symmetry;
#[cfg(test)]
mod tests;

pub use bars::Bar;
pub use cell::Cell;
pub use fault::Fault;
pub use position::Mobius;

use halte_game::{About, Named, NoVariants};

/// Who made Mobius, and what it is called.
pub const ABOUT: About = About {
    name: "mobius",
    title: "Mobius",
    authors: "Mark Steere",
    year: Some(2008),
    link: Some("https://www.marksteeregames.com"),
    credit: "Mobius is by Mark Steere, marksteeregames.com, who allows programs for online and offline play.",
    summary: "On a strip with a half twist, link your three bars, or two of them and a loop.",
    players: ["Red", "Blue"],
    variants: &[],
    has_draws: false,
};

impl Named for Mobius {
    fn about(_: &NoVariants) -> &'static About {
        &ABOUT
    }
}
