//! The nine cells, which are also the moves.

use std::fmt;
use std::str::FromStr;

use halte_game::{ParseError, What, grid_cells};

use super::Fault;

/// How many rows and columns there are.
pub(super) const SIDE: usize = 3;

grid_cells! {
    /// A cell: they are numbered along the rows, from `a1` upward.
    pub struct Cell: SIDE x SIDE
}

impl Cell {
    /// The cell of a column and a row that are on the board.
    pub(super) const fn at(column: usize, row: usize) -> Cell {
        Cell((row * SIDE + column) as u8)
    }

    /// This cell alone, as a set of cells.
    pub(super) const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column() as u8), self.row() + 1)
    }
}

impl FromStr for Cell {
    type Err = ParseError<Fault>;

    fn from_str(text: &str) -> Result<Cell, ParseError<Fault>> {
        let found = Cell::all().find(|cell| cell.to_string() == text);
        found.ok_or_else(|| ParseError::new(What::Move, text, Fault::Cell))
    }
}
