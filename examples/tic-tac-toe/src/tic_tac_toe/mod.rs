//! Tic-tac-toe: three in a line on a board of 3 x 3 cells win.

mod about;
mod cell;
mod drawing;
mod fault;
mod notation;
mod position;
mod symmetry;
#[cfg(test)]
mod tests;

pub use about::ABOUT;
pub use cell::Cell;
pub use fault::Fault;
pub use position::TicTacToe;
