//! Positions as text: rows from the top, `r` and `b` for stones, numbers for runs of empty cells, then who is to move.

use std::fmt::{self, Write};
use std::str::FromStr;

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
        let mut empty = 0;
        for cell in Cell::all() {
            let stone = self.stone(cell);
            empty += usize::from(stone.is_none());
            let ends_row = cell.column() == COLUMNS - 1;
            if empty > 0 && (stone.is_some() || ends_row) {
                write!(f, "{empty}")?;
                empty = 0;
            }
            if let Some(player) = stone {
                f.write_char(letter(player))?;
            }
            if ends_row && cell.row() < ROWS - 1 {
                f.write_char('/')?;
            }
        }
        write!(f, " {}", letter(self.player()))
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
        read_row(&mut position, row, text)?;
    }
    Ok(position)
}

fn read_row(position: &mut Mobius, row: usize, text: &str) -> Result<(), Fault> {
    let wrong_length = Fault::RowLength { row };
    let mut column: usize = 0;
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let end = match character {
            '0' => return Err(Fault::RowZero { row }),
            '1'..='9' => {
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let Ok(run) = rest[..end].parse::<usize>() else {
                    return Err(wrong_length);
                };
                column = column.saturating_add(run);
                end
            }
            _ => {
                let player = player_of(character).ok_or(Fault::RowLetter { row, letter: character })?;
                let Some(cell) = Cell::new(column, row) else {
                    return Err(wrong_length);
                };
                position.place(player, cell);
                column += 1;
                character.len_utf8()
            }
        };
        rest = &rest[end..];
    }
    if column == COLUMNS { Ok(()) } else { Err(wrong_length) }
}
