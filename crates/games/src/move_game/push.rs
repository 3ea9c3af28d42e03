//! The 20 pushes: a row or a column, and the way its marbles travel.

use std::fmt;

use crate::square::{COLUMNS, Cell, ROWS, SIDE, column_letter, row_digit};

/// A push of one row or column by one cell.
///
/// Its number is twice the line's number, and one more if the marbles travel left or down: rows come before columns,
/// and a push and its inverse differ in the lowest bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Push(u8);

/// A set of pushes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pushes(u32);

impl Pushes {
    /// How many there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The pushes in the order of [`Push::all`].
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Push> {
        Push::all().filter(move |push| self.0 >> push.index() & 1 != 0)
    }

    /// Adds a push.
    #[inline]
    pub(super) const fn insert(&mut self, push: Push) {
        self.0 |= 1 << push.index();
    }
}

/// What is pushed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// A row, 0 for `1`.
    Row(usize),
    /// A column, 0 for `a`.
    Column(usize),
}

impl Line {
    /// Its place in the order of rows, then columns.
    pub(super) const fn index(self) -> usize {
        match self {
            Line::Row(row) => row,
            Line::Column(column) => SIDE + column,
        }
    }
}

impl Push {
    /// How many there are.
    pub const COUNT: usize = 4 * SIDE;

    /// All pushes: `1>`, `1<`, `2>` and on to `5<`, then `a^`, `av`, `b^` and on to `ev`.
    pub fn all() -> impl Iterator<Item = Push> {
        (0..Push::COUNT as u8).map(Push)
    }

    /// The push by which the marble in hand enters on the first of these cells and the one there goes to the second.
    pub(super) const fn through(first: Cell, second: Cell) -> Push {
        let line = if first.row() == second.row() {
            Line::Row(first.row())
        } else {
            Line::Column(first.column())
        };
        Push::new(line, second.index() > first.index())
    }

    /// The push of a line, forward being to the right or up.
    pub(super) const fn new(line: Line, forward: bool) -> Push {
        Push(2 * line.index() as u8 + !forward as u8)
    }

    /// The push with this index.
    #[inline]
    pub(super) const fn from_index(index: usize) -> Push {
        debug_assert!(index < Push::COUNT);
        Push(index as u8)
    }

    /// The push with this name.
    pub(super) fn named(name: &str) -> Option<Push> {
        Push::all().find(|push| name.chars().eq(push.name()))
    }

    /// Its place in the order of [`Push::all`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The same line pushed from the other end.
    #[inline]
    #[must_use]
    pub const fn inverse(self) -> Push {
        Push(self.0 ^ 1)
    }

    /// The line that is pushed.
    #[must_use]
    pub const fn line(self) -> Line {
        let line = self.index() / 2;
        if line < SIDE {
            Line::Row(line)
        } else {
            Line::Column(line - SIDE)
        }
    }

    /// Whether the marbles travel to the right or up.
    #[must_use]
    pub const fn is_forward(self) -> bool {
        self.0 & 1 == 0
    }

    /// The cells of the line in the order in which a marble would travel them: the first is where the marble in hand
    /// enters, the last is where one falls out.
    #[must_use]
    pub const fn cells(self) -> [Cell; SIDE] {
        let [a, b, c, d, e] = match self.line() {
            Line::Row(row) => ROWS[row],
            Line::Column(column) => COLUMNS[column],
        };
        if self.is_forward() {
            [a, b, c, d, e]
        } else {
            [e, d, c, b, a]
        }
    }

    /// The line, and the way it is pushed.
    pub(super) fn name(self) -> [char; 2] {
        match (self.line(), self.is_forward()) {
            (Line::Row(row), true) => [row_digit(row), '>'],
            (Line::Row(row), false) => [row_digit(row), '<'],
            (Line::Column(column), true) => [column_letter(column), '^'],
            (Line::Column(column), false) => [column_letter(column), 'v'],
        }
    }
}

impl fmt::Display for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [line, way] = self.name();
        write!(f, "{line}{way}")
    }
}
