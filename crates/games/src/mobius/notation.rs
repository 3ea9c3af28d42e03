//! Positions as text: rows from the top, `r` and `b` for stones, numbers for runs of empty cells, then who is to move.

use std::fmt::{self, Write};
use std::str::FromStr;

use halte_game::{Game, ParseError, Player};

use super::cell::{COLUMNS, Cell, ROWS};
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
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Mobius, ParseError> {
        read(text).map_err(|reason| ParseError::new("position", text, reason))
    }
}

fn read(text: &str) -> Result<Mobius, String> {
    let (rows, to_move) = text
        .split_once(' ')
        .ok_or("after the rows come a space and the player to move")?;
    let player = to_move
        .parse()
        .ok()
        .and_then(player_of)
        .ok_or("the player to move is r or b")?;
    let count = rows.split('/').count();
    if count != ROWS {
        return Err(format!("there are {ROWS} rows, not {count}"));
    }
    let mut position = Mobius::empty(player);
    for (row, text) in rows.split('/').enumerate() {
        read_row(&mut position, row, text).map_err(|reason| format!("row {row} {reason}"))?;
    }
    Ok(position)
}

fn read_row(position: &mut Mobius, row: usize, text: &str) -> Result<(), String> {
    const WRONG_LENGTH: &str = "must have 12 cells";
    let mut column: usize = 0;
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let end = match character {
            '0' => return Err("has a number that begins with 0".to_owned()),
            '1'..='9' => {
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let run: usize = rest[..end].parse().map_err(|_| WRONG_LENGTH)?;
                column = column.saturating_add(run);
                end
            }
            _ => {
                let player = player_of(character)
                    .ok_or_else(|| format!("has {character:?}, which is neither r, b nor a number"))?;
                position.place(player, Cell::new(column, row).ok_or(WRONG_LENGTH)?);
                column += 1;
                character.len_utf8()
            }
        };
        rest = &rest[end..];
    }
    if column == COLUMNS {
        Ok(())
    } else {
        Err(WRONG_LENGTH.to_owned())
    }
}
