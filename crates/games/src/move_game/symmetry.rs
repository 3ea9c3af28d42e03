//! The eight symmetries of the square.

use halte_game::Symmetric;

use super::marbles::Marbles;
use super::moves::Move;
use super::position::MoveGame;
use super::push::Push;
use crate::square::{Cell, SYMMETRIES};

impl Push {
    /// The push that goes where a symmetry takes the cells of this one.
    const fn transformed(self, symmetry: usize) -> Push {
        let [first, second, ..] = self.cells();
        Push::through(first.transformed(symmetry), second.transformed(symmetry))
    }
}

impl Symmetric for MoveGame {
    const SYMMETRIES: usize = SYMMETRIES;

    fn exchanges_players(_: usize) -> bool {
        false
    }

    fn transformed(&self, symmetry: usize) -> MoveGame {
        let mut marbles = Marbles::with_in_hand(self.marbles.in_hand());
        for cell in Cell::all() {
            marbles.place(self.marbles.on(cell), cell.transformed(symmetry));
        }
        MoveGame {
            marbles,
            last: self.last.map(|push| push.transformed(symmetry)),
            ..self.clone()
        }
    }

    fn transformed_move(mv: Move, symmetry: usize) -> Move {
        match mv {
            Move::Place(cell) => Move::Place(cell.transformed(symmetry)),
            Move::Push(push) => Move::Push(push.transformed(symmetry)),
        }
    }
}
