//! The 91 points of the board, and which of them are next to each other.

use std::fmt;
use std::str::FromStr;

use halte_game::notation::number;
use halte_game::{ParseError, What};

use super::fault::Fault;

use super::points::Points;

/// Rows of the board, a to k; as many diagonals cross them, with the numbers 1 to 11.
pub(super) const ROWS: usize = 11;

/// How many directions lead from a point to its neighbours; the one half of them further on is the opposite one.
pub(super) const DIRECTIONS: usize = 6;

/// The directions as differences of rows and numbers, counterclockwise.
const DIFFERENCES: [(isize, isize); DIRECTIONS] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// A point of the hexagon.
///
/// Rows run from a (bottom) to k (top); the number is that of the diagonal, so that f6 is the centre.
///
/// ```
/// use halte_games::fibonacci::Point;
///
/// let point: Point = "a6".parse()?;
/// assert_eq!(Some(point), Point::new(0, 6));
/// assert_eq!(Point::all().nth(point.index()), Some(point));
/// let neighbours: Vec<String> = point.neighbours().into_iter().map(|point| point.to_string()).collect();
/// assert_eq!(neighbours.join(" "), "a5 b6 b7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The place in the rhombus of eleven rows with the numbers 1 to 11, whose middle the board is.
    place: u8,
}

impl Point {
    /// How many there are.
    pub const COUNT: usize = 91;

    /// How many places the rhombus around the board has.
    pub(super) const PLACES: usize = ROWS * ROWS;

    /// All points, row a first, then by number.
    pub fn all() -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator {
        POINTS.iter().copied()
    }

    /// The point in a row, 0 for a, with a number, 1 to 11, if there is one.
    #[must_use]
    pub const fn new(row: usize, number: usize) -> Option<Point> {
        let in_rhombus = row < ROWS && 1 <= number && number <= ROWS;
        if in_rhombus && row <= number + 4 && number <= row + 6 {
            Some(Point {
                place: (row * ROWS + number - 1) as u8,
            })
        } else {
            None
        }
    }

    /// The point with this [`index`](Point::index), if there is one.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Point> {
        if index < Point::COUNT {
            Some(POINTS[index])
        } else {
            None
        }
    }

    /// The point of a place in the rhombus, if the board has it.
    const fn from_place(place: usize) -> Option<Point> {
        Point::new(place / ROWS, place % ROWS + 1)
    }

    /// The point of a set's bit, which is a place of the board.
    #[inline]
    pub(super) const fn of_bit(bit: usize) -> Point {
        debug_assert!(Point::from_place(bit).is_some());
        Point { place: bit as u8 }
    }

    /// The row's points from left to right.
    pub(super) fn of_row(row: usize) -> impl Iterator<Item = Point> {
        (1..=ROWS).filter_map(move |number| Point::new(row, number))
    }

    /// The place in the rhombus: what sets of points and tables count by.
    #[inline]
    pub(super) const fn place(self) -> usize {
        self.place as usize
    }

    /// Its place in the order of [`Point::all`].
    #[must_use]
    pub const fn index(self) -> usize {
        INDICES[self.place()] as usize
    }

    /// Its row, 0 for a.
    #[must_use]
    pub const fn row(self) -> usize {
        self.place() / ROWS
    }

    /// Its number, that of its diagonal.
    #[must_use]
    pub const fn number(self) -> usize {
        self.place() % ROWS + 1
    }

    /// The point so many rows and numbers further on, if the board has it.
    pub(super) const fn offset(self, rows: isize, numbers: isize) -> Option<Point> {
        // Below row a and number 1 the differences wrap around, to what is not on the board either.
        Point::new(
            self.row().wrapping_add_signed(rows),
            self.number().wrapping_add_signed(numbers),
        )
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

/// All points in order.
static POINTS: [Point; Point::COUNT] = {
    let mut points = [Point { place: 0 }; Point::COUNT];
    let mut next = 0;
    let mut place = 0;
    while place < Point::PLACES {
        if let Some(point) = Point::from_place(place) {
            points[next] = point;
            next += 1;
        }
        place += 1;
    }
    points
};

static INDICES: [u8; Point::PLACES] = {
    let mut indices = [0; Point::PLACES];
    let mut index = 0;
    while index < Point::COUNT {
        indices[POINTS[index].place()] = index as u8;
        index += 1;
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
                neighbour[place][direction] = point.offset(rows, numbers);
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
pub(super) const fn row_letter(row: usize) -> char {
    (b'a' + row as u8) as char
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", row_letter(self.row()), self.number())
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Point {
    type Err = ParseError<Fault>;

    fn from_str(text: &str) -> Result<Point, ParseError<Fault>> {
        let read = || {
            let (letter, digits) = text.split_at_checked(1)?;
            let row = letter.bytes().next()?.checked_sub(b'a')?;
            Point::new(row.into(), number(digits)?)
        };
        read().ok_or_else(|| ParseError::new(What::Point, text, Fault::Point))
    }
}
