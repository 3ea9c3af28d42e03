//! The 25 cells of the board, `a1` to `e5`.

use std::fmt;

/// How many cells a row and a column have.
pub(super) const SIDE: u8 = 5;

/// A cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// How many there are.
    pub const COUNT: usize = SIDE as usize * SIDE as usize;

    /// All cells row by row: `a1`, `b1` to `e1`, `a2` and on to `e5`.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..Cell::COUNT as u8).map(Cell)
    }

    /// The cell in a column, 0 for `a`, and a row, 0 for `1`.
    pub(super) const fn new(column: u8, row: u8) -> Cell {
        assert!(column < SIDE && row < SIDE, "no such cell");
        Cell(row * SIDE + column)
    }

    /// The cell with this index.
    #[inline]
    pub(super) const fn from_index(index: usize) -> Cell {
        debug_assert!(index < Cell::COUNT);
        Cell(index as u8)
    }

    /// The cell with this name.
    pub(super) fn named(name: &str) -> Option<Cell> {
        Cell::all().find(|cell| name.chars().eq(cell.name()))
    }

    /// Its place in the order of [`Cell::all`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its column, 0 for `a`.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % SIDE
    }

    /// Its row, 0 for `1`.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / SIDE
    }

    /// Whether a neutral marble stands on it when the game starts.
    pub(super) const fn is_on_cross(self) -> bool {
        self.column() == SIDE / 2 || self.row() == SIDE / 2
    }

    fn name(self) -> [char; 2] {
        [column_letter(self.column()), row_digit(self.row())]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [column, row] = self.name();
        write!(f, "{column}{row}")
    }
}

/// The letter of a column, counted from 0.
pub(super) const fn column_letter(column: u8) -> char {
    (b'a' + column) as char
}

/// The digit of a row, counted from 0.
pub(super) const fn row_digit(row: u8) -> char {
    (b'1' + row) as char
}
