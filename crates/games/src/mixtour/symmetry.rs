//! The eight symmetries of the square.

use halte_game::Symmetric;

use super::cell::Cell;
use super::moves::Move;
use super::position::Mixtour;

/// A cell under a symmetry: the board is mirrored from number 4 on, then turned by a quarter as often as is left.
fn transformed(cell: Cell, symmetry: usize) -> Cell {
    let mirrored = if symmetry < 4 {
        cell
    } else {
        Cell::new(cell.row(), cell.column())
    };
    (0..symmetry % 4).fold(mirrored, |cell, _| cell.turned())
}

impl Symmetric for Mixtour {
    const SYMMETRIES: usize = 8;

    fn exchanges_players(_symmetry: usize) -> bool {
        false
    }

    fn transformed(&self, symmetry: usize) -> Self {
        let mut position = self.clone();
        for cell in Cell::ALL {
            position.put(transformed(cell, symmetry), self.stack(cell));
        }
        position.last = self.last.map(|mv| Self::transformed_move(mv, symmetry));
        position
    }

    fn transformed_move(mv: Move, symmetry: usize) -> Move {
        mv.map(|cell| transformed(cell, symmetry))
    }
}
