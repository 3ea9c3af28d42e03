//! The board of 5 x 5 cells, `a1` to `e5`, on which Move and Mixtour are played, and its eight symmetries.

use std::fmt;
use std::str::FromStr;

use halte_game::board::{Label, Point};
use halte_game::{ParseError, What, faults, grid_cells, text_parameters};

/// How many cells a row has, and a column.
pub const SIDE: usize = 5;

/// How many symmetries the board has: four turns, each with and without mirroring.
pub const SYMMETRIES: usize = 8;

/// The cells of each row from left to right, row `1` first.
pub const ROWS: [[Cell; SIDE]; SIDE] = {
    let mut rows = [[Cell(0); SIDE]; SIDE];
    let mut index = 0;
    while index < Cell::COUNT {
        rows[index / SIDE][index % SIDE] = Cell(index as u8);
        index += 1;
    }
    rows
};

/// The cells of each column from the bottom up, column `a` first.
pub const COLUMNS: [[Cell; SIDE]; SIDE] = {
    let mut columns = [[Cell(0); SIDE]; SIDE];
    let mut index = 0;
    while index < Cell::COUNT {
        columns[index % SIDE][index / SIDE] = Cell(index as u8);
        index += 1;
    }
    columns
};

grid_cells! {
    /// A cell of the board, `a1` to `e5`, in the order `a1`, `b1` to `e1`, `a2`: column `a` and row `1`, at the bottom, are 0.
    ///
    /// ```
    /// use halte_games::square::Cell;
    ///
    /// let cell: Cell = "b4".parse()?;
    /// assert_eq!(Some(cell), Cell::new(1, 3));
    /// assert_eq!(Cell::all().nth(cell.index()), Some(cell));
    /// assert_eq!(cell.transformed(2).to_string(), "d2", "half a turn");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct Cell: SIDE x SIDE
}

impl Cell {
    /// The cell with this index, which must be below [`Cell::COUNT`].
    #[inline]
    pub(crate) const fn from_index_unchecked(index: usize) -> Cell {
        debug_assert!(index < Cell::COUNT);
        Cell(index as u8)
    }

    /// How many steps of a king it is to another cell.
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Cell) -> usize {
        let columns = self.column().abs_diff(other.column());
        let rows = self.row().abs_diff(other.row());
        if columns > rows { columns } else { rows }
    }

    /// Where one of the [`SYMMETRIES`] takes this cell: mirrored in the diagonal from `a1` to `e5` if the number is 4 or
    /// more, then turned clockwise by as many quarters as are left. Number 0 changes nothing, and 8 is 0 again.
    #[must_use]
    pub const fn transformed(self, symmetry: usize) -> Cell {
        const LAST: usize = SIDE - 1;
        let (column, row) = if symmetry % SYMMETRIES < 4 {
            (self.column(), self.row())
        } else {
            (self.row(), self.column())
        };
        match symmetry % 4 {
            0 => ROWS[row][column],
            1 => ROWS[LAST - column][row],
            2 => ROWS[LAST - row][LAST - column],
            _ => ROWS[column][LAST - row],
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_letter(self.column()), row_digit(self.row()))
    }
}

text_parameters!(Cell);

faults! {
    /// Why a text is refused.
    pub enum Fault {
        #[fault("square_cell", "cells are a1 to e5")]
        Cell,
    }
}

impl FromStr for Cell {
    type Err = ParseError<Fault>;

    fn from_str(text: &str) -> Result<Cell, ParseError<Fault>> {
        match *text.as_bytes() {
            [column @ b'a'..=b'e', row @ b'1'..=b'5'] => Ok(ROWS[usize::from(row - b'1')][usize::from(column - b'a')]),
            _ => Err(ParseError::new(What::Cell, text, Fault::Cell)),
        }
    }
}

/// The cells between two, if a straight or diagonal line joins them.
pub(crate) fn between(from: Cell, to: Cell) -> Option<impl Iterator<Item = Cell>> {
    let columns = from.column().abs_diff(to.column());
    let rows = from.row().abs_diff(to.row());
    let joined = from != to && (columns == 0 || rows == 0 || columns == rows);
    joined.then(|| {
        let distance = from.distance(to);
        let along = move |from, to, step| (from * (distance - step) + to * step) / distance;
        (1..distance).filter_map(move |step| {
            let column = along(from.column(), to.column(), step);
            Cell::new(column, along(from.row(), to.row(), step))
        })
    })
}

/// The letters of the columns and the digits of the rows, at places so far beside the first row and column.
pub(crate) fn labels(place: fn(f32, f32) -> Point, beside: f32) -> Vec<Label> {
    let columns = (0..SIDE).map(|column| Label::new(place(column as f32, beside), column_letter(column)));
    let rows = (0..SIDE).map(|row| Label::new(place(beside, row as f32), row_digit(row)));
    columns.chain(rows).collect()
}

/// The letter of a column of the board, counted from 0.
pub(crate) const fn column_letter(column: usize) -> char {
    (b'a' + column as u8) as char
}

/// The digit of a row of the board, counted from 0.
pub(crate) const fn row_digit(row: usize) -> char {
    (b'1' + row as u8) as char
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn cells_are_known_by_name_index_column_and_row() {
        let mut names = Vec::new();
        for (index, cell) in Cell::all().enumerate() {
            assert_eq!(cell.index(), index);
            assert_eq!(Cell::from_index(index), Some(cell));
            assert_eq!(Cell::new(cell.column(), cell.row()), Some(cell));
            assert_eq!(ROWS[cell.row()][cell.column()], cell);
            assert_eq!(COLUMNS[cell.column()][cell.row()], cell);
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(format!("{cell:?}"), cell.to_string());
            names.push(cell.to_string());
        }
        let expected = "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5 e5";
        assert_eq!(names.join(" "), expected);
        assert_eq!(Cell::all().len(), Cell::COUNT);
    }

    #[test]
    fn there_are_no_other_cells() {
        for (column, row) in [(5, 0), (0, 5), (5, 5), (usize::MAX, 0), (0, usize::MAX)] {
            assert_eq!(Cell::new(column, row), None);
        }
        for index in [25, 255, 256, usize::MAX] {
            assert_eq!(Cell::from_index(index), None);
        }
        for text in [
            "", "a", "1", "a0", "a6", "f1", "A1", "a1 ", " a1", "a11", "1a", "a\u{661}", "é1",
        ] {
            let error = text.parse::<Cell>().unwrap_err();
            assert_eq!(error.to_string(), format!("bad cell {text:?}: cells are a1 to e5"));
        }
    }

    #[test]
    fn symmetries_are_all_ways_to_keep_neighbours() {
        let maps: HashSet<Vec<Cell>> = (0..SYMMETRIES)
            .map(|symmetry| Cell::all().map(|cell| cell.transformed(symmetry)).collect())
            .collect();
        assert_eq!(maps.len(), SYMMETRIES, "all differ");
        for map in maps {
            assert_eq!(map.iter().collect::<HashSet<_>>().len(), Cell::COUNT, "{map:?}");
            for one in Cell::all() {
                for other in Cell::all() {
                    let distance = map[one.index()].distance(map[other.index()]);
                    assert_eq!(distance, one.distance(other), "{one} and {other} in {map:?}");
                }
            }
        }
    }

    #[test]
    fn symmetries_are_turns_then_mirrored_turns() {
        let check = |name: &str, images: &str| {
            let cell: Cell = name.parse().unwrap();
            let found: Vec<String> = (0..=SYMMETRIES)
                .map(|number| cell.transformed(number).to_string())
                .collect();
            assert_eq!(found.join(" "), images);
        };
        check("a1", "a1 a5 e5 e1 a1 a5 e5 e1 a1");
        check("b1", "b1 a4 d5 e2 a2 b5 e4 d1 b1");
        check("c3", "c3 c3 c3 c3 c3 c3 c3 c3 c3");
        for cell in Cell::all() {
            assert_eq!(cell.transformed(usize::MAX), cell.transformed(7));
        }
    }
}
