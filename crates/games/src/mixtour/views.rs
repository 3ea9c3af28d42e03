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

/// Operators that do the same in every view, with another set or with one word.
macro_rules! by_word {
    ($($Operator:ident $method:ident $operation:expr;)*) => {$(
        impl $Operator for Views {
            type Output = Views;
            #[inline]
            fn $method(self, other: Views) -> Views {
                Views(std::array::from_fn(|side| $operation(self.0[side], other.0[side])))
            }
        }

        impl $Operator<u32> for Views {
            type Output = Views;
            #[inline]
            fn $method(self, word: u32) -> Views {
                Views(self.0.map(|own| $operation(own, word)))
            }
        }
    )*};
}

by_word! {
    BitAnd bitand |one, other| one & other;
    BitOr bitor |one, other| one | other;
    BitXor bitxor |one, other| one ^ other;
    Add add u32::wrapping_add;
    Sub sub u32::wrapping_sub;
    Shl shl |one, other| one << other;
    Shr shr |one, other| one >> other;
}
