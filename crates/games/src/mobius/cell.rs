//! The cells of the strip: their names, and which are next to each other.

use std::fmt;
use std::str::FromStr;

use halte_game::{ParseError, Player, What, grid_cells};

use super::bars::Bar;
use super::fault::Fault;
use super::stones::Ring;

/// Columns a to l.
pub(super) const COLUMNS: usize = 12;
/// Rows 0 to 12; row 0 is the row of half cells, where top and bottom meet.
pub(super) const ROWS: usize = 13;

grid_cells! {
    /// A cell, which is also the move that puts a stone there: `e0`. They are in the order a0, b0 to l0, a1 and on to l12.
    pub struct Cell: COLUMNS x ROWS
}

impl Cell {
    /// The first cell.
    pub(super) const A0: Cell = Cell(0);

    /// The cells of a row from left to right.
    pub(super) fn of_row(row: usize) -> impl Iterator<Item = Cell> {
        (0..COLUMNS).filter_map(move |column| Cell::new(column, row))
    }

    /// The cells next to this one, clockwise: six, fewer on the edge. Past the seam between rows 12 and 0 they are
    /// mirrored.
    ///
    /// ```
    /// use halte_games::mobius::Cell;
    ///
    /// let cell: Cell = "e0".parse()?;
    /// let neighbours: Vec<String> = cell.neighbours().map(|cell| cell.to_string()).collect();
    /// assert_eq!(neighbours.join(" "), "i12 h12 f0 e1 d1 d0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn neighbours(self) -> impl Iterator<Item = Cell> {
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| Some(self.step(direction)?.0))
    }

    /// The cells next to this one in the order of the bits of [`stones_around`](super::Mobius::stones_around): up left, up
    /// right, down left, down right, left, none, right.
    #[must_use]
    pub fn around(self) -> [Option<Cell>; 7] {
        let mut around = [None; 7];
        for direction in Direction::ALL {
            around[Ring::bit(direction).trailing_zeros() as usize] = self.step(direction).map(|(cell, _)| cell);
        }
        around
    }

    /// The bar of a player that this cell touches, if it touches one.
    #[must_use]
    pub fn bar(self, player: Player) -> Option<Bar> {
        let mut bars = Bar::ALL.into_iter().filter(|bar| bar.player() == player);
        bars.find(|bar| bar.cells().any(|cell| cell == self))
    }

    /// The next cell in a direction, and whether the way there crosses the seam between rows 12 and 0.
    pub(super) const fn step(self, direction: Direction) -> Option<(Cell, bool)> {
        let (right, down) = direction.offset(self.row() % 2 == 1);
        let column = self.column().wrapping_add_signed(right);
        if column >= COLUMNS {
            return None;
        }
        // Past the seam lies the other end of the strip, mirrored.
        let (column, row, crosses) = match self.row().wrapping_add_signed(down) {
            ROWS => (COLUMNS - 1 - column, 0, true),
            usize::MAX => (COLUMNS - 1 - column, ROWS - 1, true),
            row => (column, row, false),
        };
        Some((Cell((row * COLUMNS + column) as u8), crosses))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.column() as u8);
        write!(f, "{letter}{}", self.row())
    }
}

impl FromStr for Cell {
    type Err = ParseError<Fault>;

    fn from_str(text: &str) -> Result<Cell, ParseError<Fault>> {
        let refuse = |fault: Fault| ParseError::new(What::Move, text, fault);
        let [letter @ b'a'..=b'l', digits @ ..] = text.as_bytes() else {
            return Err(refuse(Fault::Cell));
        };
        let row = match *digits {
            [digit @ b'0'..=b'9'] => usize::from(digit - b'0'),
            [b'1', digit @ b'0'..=b'2'] => usize::from(10 + digit - b'0'),
            _ => return Err(refuse(Fault::CellRow)),
        };
        Ok(Cell::new(usize::from(letter - b'a'), row).expect("the patterns allow only rows and columns of the board"))
    }
}

/// One of the six ways from a cell to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    UpLeft,
    UpRight,
    Right,
    DownRight,
    DownLeft,
    Left,
}

impl Direction {
    /// Clockwise, so that two cells next to a third and consecutive here are next to each other.
    pub(super) const ALL: [Direction; 6] = [
        Direction::UpLeft,
        Direction::UpRight,
        Direction::Right,
        Direction::DownRight,
        Direction::DownLeft,
        Direction::Left,
    ];

    /// Columns to the right and rows down, from a cell of an even row or of an odd one, which is half a cell further
    /// to the right.
    const fn offset(self, odd_row: bool) -> (isize, isize) {
        let left = if odd_row { 0 } else { -1 };
        match self {
            Direction::UpLeft => (left, -1),
            Direction::UpRight => (left + 1, -1),
            Direction::Right => (1, 0),
            Direction::DownRight => (left + 1, 1),
            Direction::DownLeft => (left, 1),
            Direction::Left => (-1, 0),
        }
    }
}
