//! The board's one symmetry: half a turn of the drawing, which exchanges red and blue bars.

use halte_game::{Game, Player, Symmetric};

use super::cell::{COLUMNS, Cell, ROWS};
use super::position::Mobius;

impl Cell {
    /// Where half a turn of the drawing takes this cell. Row 0 is drawn at both ends, mirrored, and so comes to lie on
    /// itself.
    fn half_turned(self) -> Cell {
        match self.row() {
            0 => self,
            row => Cell::new(COLUMNS - 1 - self.column(), ROWS - row).expect("the board turns onto itself"),
        }
    }
}

impl Symmetric for Mobius {
    const SYMMETRIES: usize = 2;

    fn exchanges_players(symmetry: usize) -> bool {
        symmetry == 1
    }

    fn transformed(&self, symmetry: usize) -> Mobius {
        let recoloured = |player: Player| {
            if Self::exchanges_players(symmetry) {
                !player
            } else {
                player
            }
        };
        let mut transformed = Mobius::empty(recoloured(self.player()));
        for cell in Cell::all() {
            if let Some(player) = self.stone(cell) {
                transformed.place(recoloured(player), Self::transformed_move(cell, symmetry));
            }
        }
        transformed
    }

    fn transformed_move(cell: Cell, symmetry: usize) -> Cell {
        if symmetry == 1 { cell.half_turned() } else { cell }
    }
}
