//! The eight symmetries of the square.

use halte_game::Symmetric;

use super::moves::Move;
use super::position::Mixtour;
use crate::square::{Cell, SYMMETRIES};

impl Symmetric for Mixtour {
    const SYMMETRIES: usize = SYMMETRIES;

    fn exchanges_players(_symmetry: usize) -> bool {
        false
    }

    fn transformed(&self, symmetry: usize) -> Self {
        let mut position = self.clone();
        for cell in Cell::all() {
            position.put(cell.transformed(symmetry), self.stack(cell));
        }
        position.last = self.last.map(|mv| Self::transformed_move(mv, symmetry));
        position
    }

    fn transformed_move(mv: Move, symmetry: usize) -> Move {
        mv.map(|cell| cell.transformed(symmetry))
    }
}
