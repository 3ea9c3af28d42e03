//! The eight symmetries of the square.

use halte_game::{Player, Symmetric};

use super::cell::{Cell, SIDE};
use super::position::TicTacToe;

impl Symmetric for TicTacToe {
    const SYMMETRIES: usize = 8;

    fn exchanges_players(_: usize) -> bool {
        false
    }

    fn transformed(&self, symmetry: usize) -> TicTacToe {
        let cells = Player::ALL.map(|player| {
            let own = Cell::all().filter(|&cell| self.owner(cell) == Some(player));
            own.map(|cell| Self::transformed_move(cell, symmetry).bit()).sum()
        });
        TicTacToe::new(cells).expect("as many cells as before")
    }

    fn transformed_move(cell: Cell, symmetry: usize) -> Cell {
        let (column, row) = (cell.column(), cell.row());
        let (column, row) = if symmetry & 1 == 0 {
            (column, row)
        } else {
            (row, column)
        };
        let mirrored = |place: usize, bit: usize| if symmetry & bit == 0 { place } else { SIDE - 1 - place };
        Cell::at(mirrored(column, 2), mirrored(row, 4))
    }
}
