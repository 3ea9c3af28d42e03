//! The empty cells as a list without order: drawing one at random and taking one out are both a few instructions.

use halte_game::Draw;
use halte_game::rand_core::Rng;

use super::cell::Cell;

/// The cells without a stone.
///
/// Most of a random game is played on an almost full board, where trying cells until one is empty would be slow.
/// Their order depends on the moves that were played, so it must not show.
#[derive(Clone, Debug)]
pub(super) struct EmptyCells {
    /// A permutation of all cells, the empty ones first.
    cells: [Cell; Cell::COUNT],
    /// The place of each cell in that permutation, as far as empty cells go.
    places: [u8; Cell::COUNT],
    count: u8,
}

impl EmptyCells {
    pub(super) const ALL: EmptyCells = {
        let mut cells = [Cell::A0; Cell::COUNT];
        let mut places = [0; Cell::COUNT];
        let mut index = 0;
        while index < Cell::COUNT {
            cells[index] = Cell::from_index(index).unwrap();
            places[index] = index as u8;
            index += 1;
        }
        EmptyCells {
            cells,
            places,
            count: Cell::COUNT as u8,
        }
    };

    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.count as usize
    }

    /// One of the cells, each as likely.
    ///
    /// # Panics
    /// If there are none.
    #[inline]
    pub(super) fn pick<R: Rng + ?Sized>(&self, random: &mut R) -> Cell {
        self.cells[random.below(self.len())]
    }

    /// Takes a cell out, which must be in.
    #[inline]
    pub(super) fn remove(&mut self, cell: Cell) {
        self.count -= 1;
        let last = self.cells[self.len()];
        let place = self.places[cell.index()];
        self.cells[place as usize] = last;
        self.places[last.index()] = place;
    }
}
