//! Moves and their notation.

use std::fmt;
use std::str::FromStr;

use halte_game::notation::number;
use halte_game::{ParseError, What};

use super::fault::Fault;
use super::stack::TOWER;
use crate::square::Cell;

/// What a player does in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Enters a piece of one's colour: `b2`.
    Enter(Cell),
    /// Moves the top pieces of a stack onto another: `c4:3-d3`, or `a1-b2` for one piece.
    Stack {
        /// Where the pieces are taken.
        from: Cell,
        /// Where they land.
        to: Cell,
        /// How many.
        count: u8,
    },
    /// Does nothing, for want of any other move: `pass`.
    Pass,
}

impl Move {
    /// The same pieces going back, if this moves a stack.
    #[inline]
    pub(super) fn reversed(self) -> Option<Move> {
        match self {
            Move::Stack { from, to, count } => Some(Move::Stack {
                from: to,
                to: from,
                count,
            }),
            Move::Enter(_) | Move::Pass => None,
        }
    }

    /// This move with its cells mapped.
    pub(super) fn map(self, cell: impl Fn(Cell) -> Cell) -> Move {
        match self {
            Move::Enter(at) => Move::Enter(cell(at)),
            Move::Stack { from, to, count } => Move::Stack {
                from: cell(from),
                to: cell(to),
                count,
            },
            Move::Pass => Move::Pass,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Move::Enter(cell) => cell.fmt(f),
            Move::Stack { from, to, count: 1 } => write!(f, "{from}-{to}"),
            Move::Stack { from, to, count } => write!(f, "{from}:{count}-{to}"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError<Fault>;

    fn from_str(text: &str) -> Result<Self, ParseError<Fault>> {
        read(text).map_err(|fault| ParseError::new(What::Move, text, fault))
    }
}

fn read(text: &str) -> Result<Move, Fault> {
    let cell = |name: &str| name.parse().map_err(|_| Fault::Move);
    if text == "pass" {
        return Ok(Move::Pass);
    }
    let Some((taken, to)) = text.split_once('-') else {
        return Ok(Move::Enter(cell(text)?));
    };
    let (from, count) = match taken.split_once(':') {
        None => (taken, 1),
        Some((from, count)) => (from, number(count).unwrap_or(0)),
    };
    if !(1..TOWER).contains(&count.into()) {
        return Err(Fault::Count);
    }
    Ok(Move::Stack {
        from: cell(from)?,
        to: cell(to)?,
        count,
    })
}
