//! A set of cells, and which is its n-th.

use crate::square::{Cell, SIDE};

/// Bits in a row: its cells and one that never is. Whatever steps off a row lands there and not on the next row.
pub(super) const STRIDE: usize = SIDE + 1;

/// The lowest bit of every row.
const EVERY_ROW: u32 = 0b000001_000001_000001_000001_000001;

/// The highest bit of every row, which is no cell.
const BESIDE_ROWS: u32 = EVERY_ROW << SIDE;

/// A set of cells, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cells(pub(super) u32);

impl Cells {
    pub(super) const NONE: Cells = Cells(0);

    /// Whether there are no cells.
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cells there are in the rows up to each, in the bits of each row.
    #[inline]
    fn counts_up_to_row(self) -> u32 {
        let pairs = (self.0 & (0b00101 * EVERY_ROW)) + (self.0 >> 1 & (0b00101 * EVERY_ROW));
        let by_row = (pairs & (0b11 * EVERY_ROW)) + (pairs >> 2 & (0b11 * EVERY_ROW)) + (self.0 >> 4 & EVERY_ROW);
        by_row.wrapping_mul(EVERY_ROW)
    }

    /// How many cells there are.
    #[inline]
    pub(super) fn len(self) -> usize {
        (self.counts_up_to_row() >> ((SIDE - 1) * STRIDE)) as usize % (1 << STRIDE)
    }

    /// The cell of this index, which must be below the set's length.
    #[inline]
    pub(super) fn nth(self, index: usize) -> Cell {
        let up_to = self.counts_up_to_row();
        // The bit beside a row survives where the rows up to it have enough cells.
        let enough = (up_to | BESIDE_ROWS).wrapping_sub((index as u32 + 1) * EVERY_ROW) & BESIDE_ROWS;
        let row = (enough.trailing_zeros() - SIDE as u32) % 32;
        let before = up_to << STRIDE >> row & 0b111111;
        let columns = self.0 >> row & 0b11111;
        let column = NTH_COLUMN[columns as usize][(index as u32 - before) as usize % SIDE];
        AT[row as usize + column as usize]
    }

    /// The cells in the order of their indices.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Cell> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (bit < 32).then(|| AT[bit as usize])
        })
    }
}

/// The bit of a cell.
pub(super) const fn bit(cell: Cell) -> usize {
    cell.row() * STRIDE + cell.column()
}

/// The cell of each bit that has one.
static AT: [Cell; 32] = {
    let mut cells = [Cell::from_index_unchecked(0); 32];
    let mut index = 0;
    while index < Cell::COUNT {
        let cell = Cell::from_index_unchecked(index);
        cells[bit(cell)] = cell;
        index += 1;
    }
    cells
};

/// Which columns of a row are in a set of columns: the first, the second, and so on.
static NTH_COLUMN: [[u8; SIDE]; 1 << SIDE] = {
    let mut columns = [[0; SIDE]; 1 << SIDE];
    let mut set = 0;
    while set < 1 << SIDE {
        let (mut column, mut index) = (0, 0);
        while column < SIDE {
            if set >> column & 1 == 1 {
                columns[set][index] = column as u8;
                index += 1;
            }
            column += 1;
        }
        set += 1;
    }
    columns
};
