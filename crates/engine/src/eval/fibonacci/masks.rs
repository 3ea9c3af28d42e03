//! Sets of points as bits, and distances between points.

use halte_games::fibonacci::{Point, Points};

/// A set of points: the bits of [`Points::bits`].
pub(super) type Mask = u128;

/// Bits from a point to the one above it.
const ROW: usize = 11;

/// Bits there are; some belong to no point of the board.
const PLACES: usize = ROW * ROW;

/// The longest distance between two points.
const FARTHEST: usize = 10;

/// All points.
pub(super) const BOARD: Mask = {
    let mut board = 0;
    let mut place = 0;
    while place < PLACES {
        let (row, number) = coordinates(place);
        if let Some(point) = Point::new(row as usize, number as usize) {
            board |= Points::of(point).bits();
        }
        place += 1;
    }
    board
};

/// The points with six neighbours.
pub(super) const INTERIOR: Mask = neighbour_counts(BOARD).exactly(6);

/// The place of a point's bit.
#[inline]
pub(super) const fn place(point: Point) -> usize {
    Points::of(point).bits().trailing_zeros() as usize
}

/// The set of one place.
#[inline]
pub(super) const fn bit(place: usize) -> Mask {
    1 << place
}

/// The places of a set.
pub(super) fn places(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (mask != 0).then_some(mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(place)
    })
}

/// The set and all points next to it.
#[inline]
pub(super) const fn grown(mask: Mask) -> Mask {
    (mask | mask << 1 | mask >> 1 | mask << 11 | mask >> 11 | mask << 12 | mask >> 12) & BOARD
}

/// Steps between two places of the board.
#[inline]
pub(super) fn distance(one: usize, other: usize) -> u32 {
    u32::from(DISTANCES[one][other])
}

/// The points at most so many steps from a place.
#[inline]
pub(super) fn ball(centre: usize, radius: u32) -> Mask {
    BALLS[centre][(radius as usize).min(FARTHEST)]
}

/// The distance from a place to the nearest point of a set, which is not empty.
#[inline]
pub(super) fn distance_to(centre: usize, mask: Mask) -> u32 {
    (0..FARTHEST as u32)
        .find(|&radius| ball(centre, radius) & mask != 0)
        .unwrap_or(FARTHEST as u32)
}

/// How many neighbours each point has in a set, as a binary number across three sets.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    ones: Mask,
    twos: Mask,
    fours: Mask,
}

impl Counts {
    /// How many a place has.
    #[inline]
    pub(super) fn at(self, place: usize) -> u32 {
        let digit = |mask: Mask| (mask >> place & 1) as u32;
        digit(self.ones) + 2 * digit(self.twos) + 4 * digit(self.fours)
    }

    /// The points with exactly so many.
    #[inline]
    pub(super) const fn exactly(self, count: u32) -> Mask {
        let ones = if count & 1 != 0 { self.ones } else { !self.ones };
        let twos = if count & 2 != 0 { self.twos } else { !self.twos };
        let fours = if count & 4 != 0 { self.fours } else { !self.fours };
        ones & twos & fours & BOARD
    }
}

/// Counts every point's neighbours in a set.
#[inline]
pub(super) const fn neighbour_counts(mask: Mask) -> Counts {
    let (one, carry_one) = add(mask << 1, mask >> 1, mask << 11);
    let (other, carry_other) = add(mask >> 11, mask << 12, mask >> 12);
    let (twos, fours) = add(carry_one, carry_other, one & other);
    Counts {
        ones: one ^ other,
        twos,
        fours,
    }
}

/// The sum of three bits in every place, and the carry.
#[inline]
const fn add(a: Mask, b: Mask, c: Mask) -> (Mask, Mask) {
    (a ^ b ^ c, a & b | c & (a | b))
}

/// Row and number of a place.
const fn coordinates(place: usize) -> (i8, i8) {
    ((place / ROW) as i8, (place % ROW) as i8 + 1)
}

static DISTANCES: [[u8; PLACES]; PLACES] = {
    let mut distances = [[0; PLACES]; PLACES];
    let mut one = 0;
    while one < PLACES {
        let mut other = 0;
        while other < PLACES {
            distances[one][other] = steps_between(one, other);
            other += 1;
        }
        one += 1;
    }
    distances
};

/// Both coordinates grow together in one direction, so that differences of the same sign are covered at once.
const fn steps_between(one: usize, other: usize) -> u8 {
    let ((row, number), (other_row, other_number)) = (coordinates(one), coordinates(other));
    let (rows, numbers) = (other_row - row, other_number - number);
    let along = (rows - numbers).unsigned_abs();
    let (rows, numbers) = (rows.unsigned_abs(), numbers.unsigned_abs());
    let longer = if rows > numbers { rows } else { numbers };
    if longer > along { longer } else { along }
}

static BALLS: [[Mask; FARTHEST + 1]; PLACES] = {
    let mut balls = [[0; FARTHEST + 1]; PLACES];
    let mut centre = 0;
    while centre < PLACES {
        let mut radius = 0;
        let mut ball = bit(centre) & BOARD;
        while radius <= FARTHEST {
            balls[centre][radius] = ball;
            ball = grown(ball);
            radius += 1;
        }
        centre += 1;
    }
    balls
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_and_balls_agree_with_the_board() {
        for one in Point::all() {
            assert_eq!(ball(place(one), 1), one.neighbours().with(one).bits(), "next to {one}");
            for other in Point::all() {
                let steps = distance(place(one), place(other));
                assert_eq!(steps, distance_to(place(one), bit(place(other))), "{one} and {other}");
            }
        }
    }

    #[test]
    fn neighbours_are_counted() {
        let some: Points = Point::all().filter(|point| point.index() % 3 != 1).collect();
        for point in Point::all() {
            let count = (some & point.neighbours()).len() as u32;
            for expected in 0..=6 {
                let is_it = neighbour_counts(some.bits()).exactly(expected) & bit(place(point)) != 0;
                assert_eq!(is_it, count == expected, "{point}");
            }
        }
    }
}
