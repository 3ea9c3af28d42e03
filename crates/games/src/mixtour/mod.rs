//! Mixtour, by Dieter Stein (2011): stacks move onto stacks as many cells away as the stack they land on is high.

mod about;
mod cell;
mod cells;
mod drawing;
mod keys;
mod moves;
mod notation;
mod options;
mod position;
mod stack;
mod stacks;
mod symmetry;
#[cfg(test)]
mod tests;
mod views;

pub use about::ABOUT;
pub use cell::Cell;
pub use moves::Move;
pub use options::Options;
pub use position::Mixtour;
pub use stack::Stack;
