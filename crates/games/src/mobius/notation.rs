//! Positions as text: rows from the top, `r` and `b` for stones, numbers for runs of empty cells, then who is to move.

use std::fmt;
use std::str::FromStr;

use halte_game::notation::{BadRow, read_row, written_rows};
use halte_game::{Game, ParseError, Player, What};

use super::cell::{COLUMNS, Cell, ROWS};
use super::fault::Fault;
use super::position::Mobius;

/// A player's letter.
pub(super) const fn letter(player: Player) -> char {
    match player {
        Player::First => 'r',
        Player::Second => 'b',
    }
}

/// The player with a letter.
fn player_of(character: char) -> Option<Player> {
    Player::ALL.into_iter().find(|&player| letter(player) == character)
}

impl fmt::Display for Mobius {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |row| Cell::of_row(row).map(|cell| self.stone(cell).map(letter));
        write!(f, "{} {}", written_rows((0..ROWS).map(letters)), letter(self.player()))
    }
}

impl FromStr for Mobius {
    type Err = ParseError<Fault>;

    fn from_str(text: &str) -> Result<Mobius, ParseError<Fault>> {
        read(text).map_err(|fault| ParseError::new(What::Position, text, fault))
    }
}

fn read(text: &str) -> Result<Mobius, Fault> {
    let (rows, to_move) = text.split_once(' ').ok_or(Fault::Fields)?;
    let player = to_move.parse().ok().and_then(player_of).ok_or(Fault::Player)?;
    let count = rows.split('/').count();
    if count != ROWS {
        return Err(Fault::Rows { rows: count });
    }
    let mut position = Mobius::empty(player);
    for (row, text) in rows.split('/').enumerate() {
        let stones = read_row(text, COLUMNS, player_of).map_err(|bad| match bad {
            BadRow::Number(digits) if digits.starts_with('0') => Fault::RowZero { row },
            BadRow::Number(_) => Fault::RowLength { row },
            BadRow::Letter(letter) => Fault::RowLetter { row, letter },
        })?;
        if stones.len() != COLUMNS {
            return Err(Fault::RowLength { row });
        }
        for (cell, stone) in Cell::of_row(row).zip(stones) {
            if let Some(player) = stone {
                position.place(player, cell);
            }
        }
    }
    Ok(position)
}
