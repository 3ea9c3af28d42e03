//! The 91 points of the board, and which of them are next to each other.

use std::fmt;
use std::str::FromStr;

use halte_game::ParseError;

use super::points::Points;

/// Rows of the board, a to k; as many diagonals cross them, with the numbers 1 to 11.
pub(super) const ROWS: i8 = 11;

/// How many directions lead from a point to its neighbours; the one half of them further on is the opposite one.
pub(super) const DIRECTIONS: usize = 6;

/// The directions as differences of rows and numbers, counterclockwise.
const DIFFERENCES: [(i8, i8); DIRECTIONS] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// A point of the hexagon.
///
/// Rows run from a (bottom) to k (top); the number is that of the diagonal, so that f6 is the centre.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Point {
    /// The place in the rhombus of eleven rows with the numbers 1 to 11, whose middle the board is.
    place: u8,
}

impl Point {
    /// How many points there are.
    pub const COUNT: usize = 91;

    /// How many places the rhombus around the board has.
    pub(super) const PLACES: usize = ROWS as usize * ROWS as usize;

    /// All points, row a first, then by number.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..Point::PLACES).filter_map(Point::from_place)
    }

    /// The point of a row (0 for a) and number, if the board has it.
    #[must_use]
    pub const fn at(row: i8, number: i8) -> Option<Point> {
        let in_rhombus = 0 <= row && row < ROWS && 1 <= number && number <= ROWS;
        if in_rhombus && row - 4 <= number && number <= row + 6 {
            Some(Point {
                place: (row * ROWS + number - 1) as u8,
            })
        } else {
            None
        }
    }

    /// The point of a place in the rhombus, if the board has it.
    const fn from_place(place: usize) -> Option<Point> {
        let point = Point { place: place as u8 };
        Point::at(point.row(), point.number())
    }

    /// The point of a set's bit, which is a place of the board.
    #[inline]
    pub(super) const fn of_bit(bit: usize) -> Point {
        debug_assert!(Point::from_place(bit).is_some());
        Point { place: bit as u8 }
    }

    /// The row's points from left to right.
    pub(super) fn of_row(row: i8) -> impl Iterator<Item = Point> {
        (1..=ROWS).filter_map(move |number| Point::at(row, number))
    }

    /// The place in the rhombus: what sets of points and tables count by.
    #[inline]
    pub(super) const fn place(self) -> usize {
        self.place as usize
    }

    /// The point's place in [`Point::all`].
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(INDICES[self.place()])
    }

    /// The point's row, 0 for a.
    #[must_use]
    pub const fn row(self) -> i8 {
        self.place as i8 / ROWS
    }

    /// The point's number, that of its diagonal.
    #[must_use]
    pub const fn number(self) -> i8 {
        self.place as i8 % ROWS + 1
    }

    /// The next point in one of the [`DIRECTIONS`].
    #[inline]
    pub(super) fn neighbour(self, direction: usize) -> Option<Point> {
        NEIGHBOUR[self.place()][direction]
    }

    /// The points next to this one: six, fewer on the edge.
    #[inline]
    #[must_use]
    pub fn neighbours(self) -> Points {
        NEIGHBOURS[self.place()]
    }
}

static INDICES: [u8; Point::PLACES] = {
    let mut indices = [0; Point::PLACES];
    let mut next = 0;
    let mut place = 0;
    while place < Point::PLACES {
        indices[place] = next;
        if Point::from_place(place).is_some() {
            next += 1;
        }
        place += 1;
    }
    indices
};

static NEIGHBOUR: [[Option<Point>; DIRECTIONS]; Point::PLACES] = {
    let mut neighbour = [[None; DIRECTIONS]; Point::PLACES];
    let mut place = 0;
    while place < Point::PLACES {
        if let Some(point) = Point::from_place(place) {
            let mut direction = 0;
            while direction < DIRECTIONS {
                let (rows, numbers) = DIFFERENCES[direction];
                neighbour[place][direction] = Point::at(point.row() + rows, point.number() + numbers);
                direction += 1;
            }
        }
        place += 1;
    }
    neighbour
};

static NEIGHBOURS: [Points; Point::PLACES] = {
    let mut neighbours = [Points::EMPTY; Point::PLACES];
    let mut place = 0;
    while place < Point::PLACES {
        let mut direction = 0;
        while direction < DIRECTIONS {
            if let Some(neighbour) = NEIGHBOUR[place][direction] {
                neighbours[place] = neighbours[place].with(neighbour);
            }
            direction += 1;
        }
        place += 1;
    }
    neighbours
};

/// The letter of a row.
pub(super) fn row_letter(row: i8) -> char {
    char::from(b'a' + row as u8)
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", row_letter(self.row()), self.number())
    }
}

impl FromStr for Point {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Point, ParseError> {
        let read = || {
            let (letter, number) = text.split_at_checked(1)?;
            let row = letter.bytes().next()?.checked_sub(b'a')?;
            Point::at(i8::try_from(row).ok()?, i8::try_from(plain_number(number)?).ok()?)
        };
        read().ok_or_else(|| {
            ParseError::new(
                "point",
                text,
                "the points are a1 to a6, b1 to b7 and so on up to k6 to k11",
            )
        })
    }
}

/// Reads a number as `Display` writes it: digits only, no leading zero.
pub(super) fn plain_number(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
