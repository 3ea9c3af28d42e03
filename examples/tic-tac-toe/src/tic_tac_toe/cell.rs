//! The nine cells, which are also the moves.

use std::fmt;
use std::str::FromStr;

use halte_game::{ParseError, What};

use super::Fault;

/// How many rows and columns there are.
pub(super) const SIDE: usize = 3;

/// A cell: its number counts along the rows, from `a1` upward.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// How many there are.
    pub const COUNT: usize = SIDE * SIDE;

    /// All cells in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..Cell::COUNT as u8).map(Cell)
    }

    /// The cell of this number.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Cell> {
        Cell::all().nth(index)
    }

    /// Its number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for column a.
    #[must_use]
    pub const fn column(self) -> usize {
        self.index() % SIDE
    }

    /// 0 for row 1.
    #[must_use]
    pub const fn row(self) -> usize {
        self.index() / SIDE
    }

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
