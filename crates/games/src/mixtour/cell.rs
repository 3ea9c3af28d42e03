//! The 25 cells and the lines between them.

use std::fmt;
use std::str::FromStr;

use halte_game::ParseError;

/// Cells in a row, and rows on the board.
pub(super) const SIZE: usize = 5;

/// Cells on the board.
pub(super) const CELLS: usize = SIZE * SIZE;

/// A cell of the board, `a1` to `e5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// All cells in the order of their indices: row by row, `a1` first.
    pub const ALL: [Cell; CELLS] = {
        let mut cells = [Cell(0); CELLS];
        let mut index = 0;
        while index < CELLS {
            cells[index] = Cell(index as u8);
            index += 1;
        }
        cells
    };

    /// The cell in this column and row, both counted from 0.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub const fn new(column: usize, row: usize) -> Cell {
        assert!(column < SIZE && row < SIZE, "no such cell");
        Cell((row * SIZE + column) as u8)
    }

    /// From 0 for `a1`, 1 for `b1`, up to 24 for `e5`.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from 0 for `a`.
    #[must_use]
    pub const fn column(self) -> usize {
        self.index() % SIZE
    }

    /// The row, from 0 for the one at the bottom.
    #[must_use]
    pub const fn row(self) -> usize {
        self.index() / SIZE
    }

    /// The cell that comes here when the board is turned by a quarter.
    pub(super) const fn turned(self) -> Cell {
        Cell::new(self.row(), SIZE - 1 - self.column())
    }

    /// How many steps of a king it is to another cell.
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Cell) -> usize {
        let columns = self.column().abs_diff(other.column());
        let rows = self.row().abs_diff(other.row());
        if columns > rows { columns } else { rows }
    }

    /// The cells between this one and another, if a straight or diagonal line joins them.
    pub(super) fn between(self, other: Cell) -> Option<impl Iterator<Item = Cell>> {
        let columns = self.column().abs_diff(other.column());
        let rows = self.row().abs_diff(other.row());
        let joined = self != other && (columns == 0 || rows == 0 || columns == rows);
        joined.then(|| {
            let distance = self.distance(other);
            let along = move |from, to, step| (from * (distance - step) + to * step) / distance;
            (1..distance).map(move |step| {
                let column = along(self.column(), other.column(), step);
                Cell::new(column, along(self.row(), other.row(), step))
            })
        })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = (b'a' + self.column() as u8) as char;
        write!(f, "{column}{}", self.row() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match *text.as_bytes() {
            [column @ b'a'..=b'e', row @ b'1'..=b'5'] => Ok(Cell::new((column - b'a').into(), (row - b'1').into())),
            _ => Err(ParseError::new("cell", text, "cells are a1 to e5")),
        }
    }
}
