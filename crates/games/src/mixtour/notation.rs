//! The notation of positions, and what must hold for a position to be read.

use std::fmt;
use std::str::FromStr;

use halte_game::notation::number;
use halte_game::{Game, ParseError, Player, What};

use super::fault::Fault;
use super::moves::Move;
use super::options::Options;
use super::position::Mixtour;
use super::stack::{LETTERS, Stack, TOWER};
use crate::square::{Cell, ROWS, SIDE, between, row_digit};

/// What stands for the last move when two passes have ended the game.
const SECOND_PASS: &str = "pass2";

impl fmt::Display for Mixtour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, cells) in ROWS.into_iter().enumerate().rev() {
            for (column, cell) in cells.into_iter().enumerate() {
                if column > 0 {
                    f.write_str(",")?;
                }
                self.stack(cell).fmt(f)?;
            }
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        let [white, red] = Player::ALL.map(|player| self.score(player));
        write!(
            f,
            "{} {white}:{red} {} ",
            LETTERS[self.player().index()],
            self.options()
        )?;
        match self.last {
            None => f.write_str("-"),
            Some(_) if self.second_pass => f.write_str(SECOND_PASS),
            Some(mv) => mv.fmt(f),
        }
    }
}

/// Reads a position of any variant.
impl FromStr for Mixtour {
    type Err = ParseError<Fault>;

    fn from_str(text: &str) -> Result<Self, ParseError<Fault>> {
        read(text).map_err(|fault| ParseError::new(What::Position, text, fault))
    }
}

fn read(text: &str) -> Result<Mixtour, Fault> {
    let [board, player, score, variant, last] = parts(text, ' ').ok_or(Fault::Fields)?;
    let options: Options = variant.parse().map_err(Box::new)?;
    let mut position = Mixtour::start(&options);

    let rows: [&str; SIDE] = parts(board, '/').ok_or(Fault::Rows)?;
    for (row, cells) in rows.into_iter().zip(ROWS.into_iter().rev()) {
        let wrong_length = Fault::RowLength {
            row: row_digit(cells[0].row()),
        };
        let stacks: [&str; SIDE] = parts(row, ',').ok_or(wrong_length)?;
        for (letters, cell) in stacks.into_iter().zip(cells) {
            let stack = read_stack(cell, letters)?;
            if !position.set_up(cell, stack) {
                let pieces = options.pieces();
                return Err(Fault::TooMany { pieces });
            }
        }
    }

    match player {
        "w" => {}
        "r" => position.change_player(),
        _ => return Err(Fault::Player),
    }

    let points = score
        .split_once(':')
        .and_then(|(white, red)| Some([number(white)?, number(red)?]))
        .ok_or(Fault::Score)?;
    let goal = options.goal();
    if points.iter().any(|&points| points > goal) || points == [goal, goal] {
        return Err(Fault::Goal { goal });
    }
    for player in Player::ALL {
        position.set_score(player, points[player.index()]);
    }

    (position.last, position.second_pass) = match last {
        "-" => (None, false),
        SECOND_PASS => (Some(Move::Pass), true),
        _ => (Some(last.parse().map_err(Box::new)?), false),
    };
    if !last_move_is_plausible(&position) {
        let last = last.to_owned();
        return Err(Fault::Last { last });
    }
    Ok(position)
}

/// The parts of a text, if there are exactly so many.
fn parts<const COUNT: usize>(text: &str, separator: char) -> Option<[&str; COUNT]> {
    let parts: Vec<&str> = text.split(separator).take(COUNT + 1).collect();
    parts.try_into().ok()
}

fn read_stack(cell: Cell, letters: &str) -> Result<Stack, Fault> {
    let mut stack = Stack::EMPTY;
    for letter in letters.chars() {
        let Some(owner) = Player::ALL.into_iter().find(|owner| LETTERS[owner.index()] == letter) else {
            return Err(Fault::Letter { cell, letter });
        };
        stack = stack.with(owner);
        if stack.is_tower() {
            return Err(Fault::Tower { cell });
        }
    }
    Ok(stack)
}

/// Whether the last move can have led to this position, as far as the position shows.
///
/// Play relies on it: where the last move can be undone at all, the way back is free.
fn last_move_is_plausible(position: &Mixtour) -> bool {
    let Some(last) = position.last else {
        // A position that was set up has no last move.
        return true;
    };
    if position.is_won() && position.tower().is_none() {
        return false;
    }
    let moved = position.player().opponent();
    match last {
        Move::Enter(cell) => position.stack(cell) == Stack::single(moved),
        Move::Stack { from, to, count } => could_have_moved(position, from, to, count.into()),
        Move::Pass => could_have_passed(position, moved),
    }
}

fn could_have_moved(position: &Mixtour, from: Cell, to: Cell, count: usize) -> bool {
    let Some(mut passed) = between(from, to) else {
        return false;
    };
    // The distance was the height of the stack that was landed on.
    let landed = from.distance(to) + count;
    let stands = position.stack(to).height();
    let scored = Player::ALL.iter().any(|&player| position.score(player) > 0);
    position.stack(from).height() + count < TOWER
        && passed.all(|cell| position.stack(cell).is_empty())
        && if landed < TOWER {
            stands == landed
        } else {
            stands == 0 && scored
        }
}

/// A player who passed had no other move, and a pass leaves the board as it is.
fn could_have_passed(position: &Mixtour, passed: Player) -> bool {
    let stuck = |player| position.reserve(player) == 0 || position.stacks.empty().is_empty();
    position.stacks.moves().len() == 0 && stuck(passed) && (stuck(!passed) || !position.second_pass)
}
