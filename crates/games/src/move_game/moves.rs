//! A move: a marble placed, or a line pushed.

use std::fmt;
use std::str::FromStr;

use halte_game::{ParseError, What};

use super::fault::Fault;
use super::push::Push;
use crate::square::Cell;

/// A move of Move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A marble of the player's own colour is placed on a free cell.
    Place(Cell),
    /// A line is pushed with the marble in hand.
    Push(Push),
}

impl Move {
    /// Every move that can be written down, legal or not.
    pub fn all() -> impl Iterator<Item = Move> {
        Cell::all().map(Move::Place).chain(Push::all().map(Move::Push))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(cell) => cell.fmt(f),
            Move::Push(push) => push.fmt(f),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError<Fault>;

    fn from_str(text: &str) -> Result<Move, ParseError<Fault>> {
        let place = text.parse().ok().map(Move::Place);
        let push = || Push::named(text).map(Move::Push);
        place
            .or_else(push)
            .ok_or_else(|| ParseError::new(What::Move, text, Fault::Move))
    }
}
