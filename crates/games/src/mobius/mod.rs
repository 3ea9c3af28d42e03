//! Mobius, by Mark Steere (2008): stones on a strip with a half twist link bars along its only edge, and loops.

mod about;
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

pub use about::ABOUT;
pub use bars::Bar;
pub use cell::Cell;
pub use fault::Fault;
pub use position::Mobius;
