//! The free cells while marbles are placed.

use std::hint::select_unpredictable;

use crate::square::{Cell, SIDE};

/// A set of free cells, one bit a cell by its index. The cells of row 3 are never free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FreeCells(u32);

/// How many cells there are below row 3, and how many above it.
const HALF: usize = 2 * SIDE;
/// The index of the first cell above row 3.
const UPPER: usize = 3 * SIDE;
/// How many bits an index takes in a list.
const DIGIT: usize = 4;
/// What follows the indices in a list.
const END: u64 = (1 << DIGIT) - 1;

/// For every set of cells of half the board the list of their indices, the first in the lowest digit.
static LISTS: [u64; 1 << HALF] = {
    let mut lists = [u64::MAX; 1 << HALF];
    let mut set = 0;
    while set < lists.len() {
        let mut index = HALF;
        while index > 0 {
            index -= 1;
            if set >> index & 1 != 0 {
                lists[set] = lists[set] << DIGIT | index as u64;
            }
        }
        set += 1;
    }
    lists
};

impl FreeCells {
    /// The cells whose bits are set.
    #[inline]
    pub(super) const fn from_bits(bits: u32) -> FreeCells {
        FreeCells(bits)
    }

    /// One of the `count` free cells, another one for each `number` below `count`.
    ///
    /// Numbers count up the cells below row 3 first, then down those above, so that neither half's count is needed.
    /// Two looks and no branch: a loop would end where no processor can foresee it.
    #[inline]
    pub(super) fn numbered(self, number: usize, count: usize) -> Cell {
        let lower = LISTS[self.0 as usize % LISTS.len()] >> (DIGIT * number) & END;
        let upper = LISTS[(self.0 >> UPPER) as usize % LISTS.len()] >> (DIGIT * (count - 1 - number)) & END;
        let index = select_unpredictable(lower == END, UPPER as u64 + upper, lower);
        Cell::from_index_unchecked(index as usize)
    }

    /// The free cells in order.
    pub(super) fn iter(self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |cell| self.0 >> cell.index() & 1 != 0)
    }
}
