//! The eight symmetries of the square.

use halte_game::Symmetric;

use super::cell::{Cell, SIDE};
use super::marbles::Marbles;
use super::moves::Move;
use super::position::MoveGame;
use super::push::{Line, Push};

/// A symmetry of the square, by the bits of its number: first the columns are mirrored, then the rows, then rows and
/// columns are exchanged.
#[derive(Clone, Copy)]
struct Symmetry(usize);

impl Symmetry {
    const fn mirrors_columns(self) -> bool {
        self.0 & 1 != 0
    }

    const fn mirrors_rows(self) -> bool {
        self.0 & 2 != 0
    }

    const fn exchanges_lines(self) -> bool {
        self.0 & 4 != 0
    }

    const fn cell(self, cell: Cell) -> Cell {
        let column = mirrored(cell.column(), self.mirrors_columns());
        let row = mirrored(cell.row(), self.mirrors_rows());
        if self.exchanges_lines() {
            Cell::new(row, column)
        } else {
            Cell::new(column, row)
        }
    }

    const fn push(self, push: Push) -> Push {
        let (line, turns) = match push.line() {
            Line::Row(row) => (Line::Row(mirrored(row, self.mirrors_rows())), self.mirrors_columns()),
            Line::Column(column) => (
                Line::Column(mirrored(column, self.mirrors_columns())),
                self.mirrors_rows(),
            ),
        };
        let line = match line {
            Line::Row(number) if self.exchanges_lines() => Line::Column(number),
            Line::Column(number) if self.exchanges_lines() => Line::Row(number),
            line => line,
        };
        Push::new(line, push.is_forward() != turns)
    }
}

const fn mirrored(number: u8, mirror: bool) -> u8 {
    if mirror { SIDE - 1 - number } else { number }
}

impl Symmetric for MoveGame {
    const SYMMETRIES: usize = 8;

    fn exchanges_players(_: usize) -> bool {
        false
    }

    fn transformed(&self, symmetry: usize) -> MoveGame {
        let symmetry = Symmetry(symmetry);
        let mut marbles = Marbles::with_in_hand(self.marbles.in_hand());
        for cell in Cell::all() {
            marbles.place(self.marbles.on(cell), symmetry.cell(cell));
        }
        MoveGame {
            marbles,
            last: self.last.map(|push| symmetry.push(push)),
            ..self.clone()
        }
    }

    fn transformed_move(mv: Move, symmetry: usize) -> Move {
        let symmetry = Symmetry(symmetry);
        match mv {
            Move::Place(cell) => Move::Place(symmetry.cell(cell)),
            Move::Push(push) => Move::Push(symmetry.push(push)),
        }
    }
}
