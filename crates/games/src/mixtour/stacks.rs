//! All stacks on the board, and how they move.

use super::cell::{CELLS, Cell};
use super::cells::Cells;
use super::moves::Move;
use super::stack::{Stack, TOWER};
use super::views::{DIAGONAL, SIDES, STRAIGHT, Views};

/// What stands on each cell.
#[derive(Clone, Debug)]
pub(super) struct Stacks {
    cells: [Stack; CELLS],
    /// The cells with no piece, one piece, and so on.
    by_height: [Views; TOWER],
}

/// Two boards are the same if the same stacks stand on every cell; the heights follow.
impl PartialEq for Stacks {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

impl Eq for Stacks {}

impl Stacks {
    /// An empty board.
    pub(super) fn new() -> Stacks {
        let everywhere = Cell::all().fold(Views::NONE, |cells, cell| cells | Views::of(cell));
        Stacks {
            cells: [Stack::EMPTY; CELLS],
            by_height: [everywhere, Views::NONE, Views::NONE, Views::NONE, Views::NONE],
        }
    }

    /// What stands on a cell.
    #[inline]
    pub(super) fn on(&self, cell: Cell) -> Stack {
        self.cells[cell.index()]
    }

    /// Puts a stack in the place of what stands on a cell.
    #[inline]
    pub(super) fn put(&mut self, cell: Cell, stack: Stack) {
        let place = &mut self.cells[cell.index()];
        for height in [place.height(), stack.height()] {
            self.by_height[height] = self.by_height[height] ^ Views::of(cell);
        }
        *place = stack;
    }

    /// The empty cells.
    #[inline]
    pub(super) fn empty(&self) -> Cells {
        self.by_height[0].cells()
    }

    /// All ways to move a stack, were there no rule against undoing a move.
    #[inline]
    pub(super) fn moves(&self) -> StackMoves<'_> {
        let [_, one, two, three, four] = self.by_height;
        let occupied = one | two | three | four;
        let sources = [STRAIGHT, DIAGONAL].map(|step| self.reaching(step) & occupied);
        let [straight, diagonal] = sources.map(|sources| {
            let nibbles = count_by_nibble(sources & (one | three)) + (count_by_nibble(sources & (two | three)) << 1);
            let bytes = (nibbles & 0x0f0f_0f0f) + (nibbles >> 4 & 0x0f0f_0f0f);
            let fours = count_by_nibble(sources & four);
            let bytes = bytes + ((fours + (fours >> 4) & 0x0f0f_0f0f) << 2);
            (bytes & 0x00ff_00ff) + (bytes >> 8 & 0x00ff_00ff)
        });
        let halves = straight | diagonal << 8;
        let counts = (halves + (halves >> 16)).0.map(|word| u64::from(word as u16));
        StackMoves {
            stacks: self,
            occupied,
            sources,
            counts: counts[0] | counts[1] << 16 | counts[2] << 32 | counts[3] << 48,
        }
    }

    /// The cells, occupied or not, that in each view have a stack to their right or upper right at the distance of
    /// its height with nothing between.
    #[inline]
    fn reaching(&self, step: u32) -> Views {
        let [empty, one, two, three, four] = self.by_height;
        let short_of_four = four >> step & empty;
        let short_of_three = (short_of_four | three) >> step & empty;
        let short_of_two = (short_of_three | two) >> step & empty;
        (short_of_two | one) >> step
    }
}

/// How many bits are set in each four.
#[inline]
fn count_by_nibble(bits: Views) -> Views {
    let pairs = bits - (bits >> 1 & 0x5555_5555);
    (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333)
}

/// All ways to move a stack, in a fixed order.
#[derive(Clone, Debug)]
pub(super) struct StackMoves<'a> {
    stacks: &'a Stacks,
    occupied: Views,
    /// The cells whose stacks may move, to the right and to the upper right.
    sources: [Views; 2],
    /// How many moves there are in each of the eight directions, in bytes: the straight and the diagonal one of the
    /// first view, and so on. A piece moves at most once in a direction, so that none has more than 50.
    counts: u64,
}

impl StackMoves<'_> {
    const EVERY_16: u64 = 0x0001_0001_0001_0001;

    /// How many moves there are in the views up to each, in fields of 16 bits.
    #[inline]
    fn counts_up_to_view(&self) -> u64 {
        let by_view = (self.counts & 0xff * Self::EVERY_16) + (self.counts >> 8 & 0xff * Self::EVERY_16);
        by_view.wrapping_mul(Self::EVERY_16)
    }

    /// How many there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        (self.counts_up_to_view() >> 48) as usize
    }

    /// The move of this index.
    #[inline]
    pub(super) fn nth(&self, index: usize) -> Move {
        let up_to = self.counts_up_to_view();
        // A field's high bit survives unless the views up to it have too few moves.
        let enough = (up_to | 0x8000 * Self::EVERY_16) - (index as u64 + 1) * Self::EVERY_16 & 0x8000 * Self::EVERY_16;
        let field = enough.trailing_zeros() & 0x30;
        let side = (field / 16) as usize & 3;
        let mut index = index - ((up_to << 16 >> field) & 0xffff) as usize;
        let straight = (self.counts >> field & 0xff) as usize;
        let diagonal = index >= straight;
        if diagonal {
            index -= straight;
        }
        let mut sources = self.sources[usize::from(diagonal)].0[side];
        loop {
            let bit = sources.trailing_zeros();
            let from = Views::cell(side, bit);
            let height = self.stacks.on(from).height();
            if index < height {
                let to = self.target(side, diagonal, bit);
                return Move::Stack {
                    from,
                    to,
                    count: index as u8 + 1,
                };
            }
            index -= height;
            sources &= sources - 1;
        }
    }

    /// Hands every move to `visit`, in the order of their indices.
    pub(super) fn for_each(&self, mut visit: impl FnMut(Move)) {
        for side in 0..SIDES {
            for diagonal in [false, true] {
                let mut sources = self.sources[usize::from(diagonal)].0[side];
                while sources != 0 {
                    let bit = sources.trailing_zeros();
                    let from = Views::cell(side, bit);
                    let to = self.target(side, diagonal, bit);
                    for count in 1..=self.stacks.on(from).height() as u8 {
                        visit(Move::Stack { from, to, count });
                    }
                    sources &= sources - 1;
                }
            }
        }
    }

    /// The first stack that a move in this direction meets.
    #[inline]
    fn target(&self, side: usize, diagonal: bool, source: u32) -> Cell {
        let ray = RAYS[usize::from(diagonal)][source as usize];
        Views::cell(side, (ray & self.occupied.0[side]).trailing_zeros())
    }
}

/// The bits that lie to the right and to the upper right of each.
const RAYS: [[u32; 32]; 2] = {
    let mut rays = [[0; 32]; 2];
    let mut direction = 0;
    while direction < 2 {
        let step = [STRAIGHT, DIAGONAL][direction];
        let mut bit = 0;
        while bit < 32 {
            let mut next = bit + step;
            while next < 32 {
                rays[direction][bit as usize] |= 1 << next;
                next += step;
            }
            bit += 1;
        }
        direction += 1;
    }
    rays
};
