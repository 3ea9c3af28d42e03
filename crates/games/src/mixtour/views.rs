//! Sets of cells that know their eight directions: the board seen from its four sides.

use std::ops::{Add, BitAnd, BitOr, BitXor, Shl, Shr, Sub};

use super::cells::{self, Cells, STRIDE};
use crate::square::Cell;

/// From how many sides the board is seen.
pub(super) const SIDES: usize = 4;

/// The two steps that, made in four views, go in the eight directions.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// To the right.
    Straight,
    /// To the upper right.
    Diagonal,
}

impl Step {
    pub(super) const ALL: [Step; 2] = [Step::Straight, Step::Diagonal];

    /// How many bits on a step leads.
    #[inline]
    pub(super) const fn bits(self) -> u32 {
        match self {
            Step::Straight => 1,
            Step::Diagonal => STRIDE as u32 + 1,
        }
    }
}

/// A set of cells as four bitboards, each turned by a quarter against the one before.
///
/// Four words of 32 bits are one vector register wherever there are any: what is done in all views at once costs as
/// much as in one. Arithmetic is by word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Views(pub(super) [u32; SIDES]);

impl Views {
    pub(super) const NONE: Views = Views([0; SIDES]);

    /// The set of just one cell.
    #[inline]
    pub(super) fn of(cell: Cell) -> Views {
        SEEN[cell.index()]
    }

    /// The set as it is seen from the first side, where rows are rows.
    #[inline]
    pub(super) const fn cells(self) -> Cells {
        Cells(self.0[0])
    }

    /// The cell behind a bit of a view.
    #[inline]
    pub(super) fn cell(side: usize, bit: u32) -> Cell {
        CELL_AT[side][bit as usize]
    }

    /// The cells from which a step leads to one of these.
    #[inline]
    pub(super) fn back(self, step: Step) -> Views {
        self >> step.bits()
    }

    #[inline]
    fn zip(self, other: Views, operation: impl Fn(u32, u32) -> u32) -> Views {
        Views(std::array::from_fn(|side| operation(self.0[side], other.0[side])))
    }

    #[inline]
    fn map(self, operation: impl Fn(u32) -> u32) -> Views {
        Views(self.0.map(operation))
    }
}

/// The bit of a cell in a view: the first four symmetries are turns by quarters.
const fn bit(side: usize, cell: Cell) -> usize {
    cells::bit(cell.transformed(side))
}

/// Each cell in all views.
static SEEN: [Views; Cell::COUNT] = {
    let mut seen = [Views::NONE; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        let mut side = 0;
        while side < SIDES {
            seen[index].0[side] = 1 << bit(side, Cell::from_index_unchecked(index));
            side += 1;
        }
        index += 1;
    }
    seen
};

/// The cell of each bit that has one, by view.
static CELL_AT: [[Cell; 32]; SIDES] = {
    let mut cells = [[Cell::from_index_unchecked(0); 32]; SIDES];
    let mut index = 0;
    while index < Cell::COUNT {
        let cell = Cell::from_index_unchecked(index);
        let mut side = 0;
        while side < SIDES {
            cells[side][bit(side, cell)] = cell;
            side += 1;
        }
        index += 1;
    }
    cells
};

impl BitAnd for Views {
    type Output = Views;
    #[inline]
    fn bitand(self, other: Views) -> Views {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Views {
    type Output = Views;
    #[inline]
    fn bitor(self, other: Views) -> Views {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Views {
    type Output = Views;
    #[inline]
    fn bitxor(self, other: Views) -> Views {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Add for Views {
    type Output = Views;
    #[inline]
    fn add(self, other: Views) -> Views {
        self.zip(other, u32::wrapping_add)
    }
}

impl Sub for Views {
    type Output = Views;
    #[inline]
    fn sub(self, other: Views) -> Views {
        self.zip(other, u32::wrapping_sub)
    }
}

impl BitAnd<u32> for Views {
    type Output = Views;
    #[inline]
    fn bitand(self, mask: u32) -> Views {
        self.map(|word| word & mask)
    }
}

impl Shl<u32> for Views {
    type Output = Views;
    #[inline]
    fn shl(self, bits: u32) -> Views {
        self.map(|word| word << bits)
    }
}

impl Shr<u32> for Views {
    type Output = Views;
    #[inline]
    fn shr(self, bits: u32) -> Views {
        self.map(|word| word >> bits)
    }
}
