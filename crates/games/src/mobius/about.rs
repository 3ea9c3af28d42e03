//! What is said wherever Mobius is offered.

use halte_game::{About, Named, NoVariants};

use super::Mobius;

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
