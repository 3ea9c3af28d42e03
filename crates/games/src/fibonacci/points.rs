//! Sets of points, one bit a point.

use std::hint::select_unpredictable;
use std::ops::{BitAnd, BitOr, BitXorAssign, Sub};

use super::point::Point;

/// A set of points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Points(u128);

impl Points {
    /// No points.
    pub const EMPTY: Points = Points(0);

    /// The set of one point.
    #[inline]
    #[must_use]
    pub const fn of(point: Point) -> Points {
        Points(1 << point.place())
    }

    /// This set and one point more.
    #[inline]
    #[must_use]
    pub const fn with(self, point: Point) -> Points {
        Points(self.0 | Points::of(point).0)
    }

    /// The set as bits, for whoever computes with whole sets: the bit of row r (0 for a) and number n is 11 r + n - 1.
    /// Neighbours are 1, 11 or 12 bits apart, and no other two points of the board are.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Whether there is no point in it.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the point is in it.
    #[inline]
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.place() & 1 != 0
    }

    /// How many points it has.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has at least so many points, and at least one: shorter than counting them all.
    #[inline]
    #[must_use]
    pub const fn has_at_least(self, count: usize) -> bool {
        let mut rest = self.0;
        let mut dropped = 1;
        while dropped < count {
            rest &= rest.wrapping_sub(1);
            dropped += 1;
        }
        rest != 0
    }

    /// The first point in the order of [`Point::all`].
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Point> {
        if self.is_empty() {
            None
        } else {
            Some(Point::of_bit(self.0.trailing_zeros() as usize))
        }
    }

    /// The point that has `n` points of the set before it.
    #[inline]
    #[must_use]
    pub fn nth(self, n: usize) -> Option<Point> {
        let low = ByteSums::of(self.0 as u64);
        let high = ByteSums::of((self.0 >> 64) as u64);
        let n = n as u64;
        if n >= low.total() + high.total() {
            return None;
        }
        // Which half it is cannot be foreseen: a branch would be mispredicted every other time.
        let in_low = n < low.total();
        let half = select_unpredictable(in_low, low, high);
        let rank = select_unpredictable(in_low, n, n.wrapping_sub(low.total()));
        Some(Point::of_bit(select_unpredictable(in_low, 0, 64) + half.select(rank)))
    }

    /// The points that have another point of the set next to them.
    ///
    /// Neighbours are 1, 11 or 12 places apart, and no other two points of the board are: a step beyond the end of a
    /// row of the rhombus leads into the next row, but off the board.
    #[inline]
    #[must_use]
    pub const fn touching(self) -> Points {
        let right = self.0 & self.0 >> 1;
        let up = self.0 & self.0 >> 11;
        let up_right = self.0 & self.0 >> 12;
        Points(right | right << 1 | up | up << 11 | up_right | up_right << 12)
    }

    /// The points connected with `start` within this set, and the points around them.
    #[inline]
    #[must_use]
    pub fn group(self, start: Point) -> Group {
        let mut points = Points::of(start);
        let mut reached = start.neighbours();
        while let Some(next) = (self & (reached - points)).first() {
            points = points.with(next);
            reached = reached | next.neighbours();
        }
        Group {
            points,
            around: reached - points,
        }
    }

    /// Whether all its points are one group.
    #[must_use]
    pub fn is_connected(self) -> bool {
        self.groups().count() <= 1
    }

    /// All groups of this set, in the order of their first points.
    pub fn groups(self) -> impl Iterator<Item = Group> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let group = self.group(rest.first()?);
            rest = rest - group.points;
            Some(group)
        })
    }
}

/// A maximal set of connected points of a larger set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The connected points.
    pub points: Points,
    /// The points next to them.
    pub around: Points,
}

/// The points of a set, in the order of [`Point::all`].
#[derive(Clone, Debug)]
pub struct IntoIter(Points);

impl Iterator for IntoIter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let Points(rest) = self.0;
        let first = self.0.first()?;
        self.0 = Points(rest & (rest - 1));
        Some(first)
    }
}

impl IntoIterator for Points {
    type Item = Point;
    type IntoIter = IntoIter;

    #[inline]
    fn into_iter(self) -> IntoIter {
        IntoIter(self)
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<T: IntoIterator<Item = Point>>(points: T) -> Points {
        points.into_iter().fold(Points::EMPTY, Points::with)
    }
}

impl BitAnd for Points {
    type Output = Points;

    #[inline]
    fn bitand(self, other: Points) -> Points {
        Points(self.0 & other.0)
    }
}

impl BitOr for Points {
    type Output = Points;

    #[inline]
    fn bitor(self, other: Points) -> Points {
        Points(self.0 | other.0)
    }
}

impl BitXorAssign for Points {
    #[inline]
    fn bitxor_assign(&mut self, other: Points) {
        self.0 ^= other.0;
    }
}

/// The points of the first set that are not in the second.
impl Sub for Points {
    type Output = Points;

    #[inline]
    fn sub(self, other: Points) -> Points {
        Points(self.0 & !other.0)
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// A word and how many bits it has set up to the end of each byte: finds its n-th bit without POPCNT, PDEP or a loop.
/// After Vigna, "Broadword implementation of rank/select queries" (2008).
#[derive(Clone, Copy)]
struct ByteSums {
    word: u64,
    sums: u64,
}

impl ByteSums {
    #[inline]
    const fn of(word: u64) -> ByteSums {
        let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        ByteSums {
            word,
            sums: bytes.wrapping_mul(ONES),
        }
    }

    #[inline]
    const fn total(self) -> u64 {
        self.sums >> 56
    }

    /// The index of the bit that has `n` set bits below it; `n` is less than the total.
    #[inline]
    fn select(self, n: u64) -> usize {
        // The high bit of each byte whose sum is at most n: these bytes lie below the one sought.
        let below = ((n.wrapping_mul(ONES) | HIGHS) - self.sums) & HIGHS;
        let shift = ((below >> 7).wrapping_mul(ONES) >> 56) * 8;
        let byte = (self.word >> shift) as u8;
        let rank = n - ((self.sums << 8) >> shift & 0xff);
        shift as usize + usize::from(BIT_OF_BYTE[rank as usize & 7][usize::from(byte)])
    }
}

/// `BIT_OF_BYTE[n][byte]` is the index of the byte's n-th set bit.
static BIT_OF_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        let mut n = 0;
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[n][byte] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};
