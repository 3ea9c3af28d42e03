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

mod about;
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

pub use about::ABOUT;
pub use fault::Fault;
pub use moves::Move;
pub use options::Options;
pub use pack::Pack;
pub use pieces::{Kind, Pieces};
pub use point::Point;
pub use points::{Group, Points};
pub use position::Fibonacci;
