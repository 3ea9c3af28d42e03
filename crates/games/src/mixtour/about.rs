//! Who made Mixtour, and the editions it was published in.

use halte_game::{About, Named, Variant};

use super::{Mixtour, Options};

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
