//! Fibonacci, by Thomas Naylor (1992): a hexagon of 91 points, groups that leap, and turns of one to six steps.
//!
//! [`Fibonacci`] is a position of either variant. A turn is several moves: steps, perhaps an early `end`, and with
//! cards a draw by chance before them.
//!
//! ```
//! use halte_game::{Game, Player, Turn};
//! use halte_games::fibonacci::{Fibonacci, Options};
//!
//! let mut position = Fibonacci::start(&Options::Classic);
//! position.play("a5-b5".parse()?)?;
//! assert_eq!(position.turn(), Turn::Player(Player::Second));
//! assert_eq!(position.to_string(), "caaaaa/1a5/8/8D/2d3DDD1/3d3D3/1ddd3D2/d8/8/4AA1/AAAA1C g 2 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod drawing;
mod fault;
mod moves;
mod notation;
mod options;
mod pack;
mod pieces;
mod point;
mod points;
mod position;
#[cfg(test)]
mod reference;
mod symmetry;
#[cfg(test)]
mod tests;

pub use fault::Fault;
pub use moves::Move;
pub use options::Options;
pub use pack::Pack;
pub use pieces::{Kind, Pieces};
pub use point::Point;
pub use points::{Group, Points};
pub use position::Fibonacci;

use halte_game::{About, Named, Variant};

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

    fn has_chance(options: &Options) -> bool {
        *options == Options::Cards
    }
}
