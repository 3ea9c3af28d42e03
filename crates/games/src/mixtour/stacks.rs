//! All stacks on the board, by cell and by height.

use super::cells::Cells;
use super::stack::{Stack, TOWER};
use super::stack_moves::StackMoves;
use super::views::Views;
use crate::square::Cell;

/// What stands on each cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stacks {
    cells: [Stack; Cell::COUNT],
    /// The cells with no piece, with one piece, and so on up to four.
    by_height: [Views; TOWER],
}

impl Stacks {
    /// An empty board.
    pub(super) fn new() -> Stacks {
        let mut by_height = [Views::NONE; TOWER];
        for cell in Cell::all() {
            by_height[0] = by_height[0] | Views::of(cell);
        }
        Stacks {
            cells: [Stack::EMPTY; Cell::COUNT],
            by_height,
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

    /// The cells with no piece, with one piece, and so on up to four.
    #[inline]
    pub(super) fn by_height(&self) -> [Views; TOWER] {
        self.by_height
    }

    /// All ways to move a stack, were there no rule against undoing a move.
    #[inline]
    pub(super) fn moves(&self) -> StackMoves<'_> {
        StackMoves::new(self)
    }
}
