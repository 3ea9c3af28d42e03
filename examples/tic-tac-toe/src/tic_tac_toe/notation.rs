//! Positions as text: rows from the top, `x` and `o`, numbers for runs of empty cells, then who is to move.

use std::fmt;
use std::str::FromStr;

use halte_game::notation::written_rows;
use halte_game::{Game, ParseError, Player, What};

use super::Fault;
use super::cell::{Cell, SIDE};
use super::position::TicTacToe;

/// A player's letter.
pub(super) const fn letter(player: Player) -> char {
    match player {
        Player::First => 'x',
        Player::Second => 'o',
    }
}

/// The rows as they are written, from the top.
pub(super) fn rows() -> impl Iterator<Item = [Cell; SIDE]> {
    (0..SIDE).rev().map(|row| [0, 1, 2].map(|column| Cell::at(column, row)))
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = written_rows(rows().map(|cells| cells.map(|cell| self.owner(cell).map(letter))));
        write!(f, "{rows} {}", letter(self.player()))
    }
}

impl FromStr for TicTacToe {
    type Err = ParseError<Fault>;

    fn from_str(text: &str) -> Result<TicTacToe, ParseError<Fault>> {
        let mut cells = [0; 2];
        let mut places = rows().flatten();
        for character in text.split(' ').next().unwrap_or_default().chars() {
            let skipped = character.to_digit(10).unwrap_or(1) as usize;
            let player = Player::ALL.into_iter().find(|&player| letter(player) == character);
            for place in places.by_ref().take(if character == '/' { 0 } else { skipped }) {
                if let Some(player) = player {
                    cells[player.index()] |= place.bit();
                }
            }
        }
        // What is written back as it was is what it should be.
        let position = TicTacToe::new(cells).filter(|position| position.to_string() == text);
        position.ok_or_else(|| ParseError::new(What::Position, text, Fault::Position))
    }
}
