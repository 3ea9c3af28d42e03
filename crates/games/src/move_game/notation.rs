//! Positions as text: `2n2/2n2/nnnnn/2n2/2n2 k o -`.

use std::fmt;
use std::str::FromStr;

use halte_game::notation::{BadRow, read_row, written_rows};
use halte_game::{ParseError, Player, What};

use super::fault::Fault;
use super::marbles::{Marble, Marbles};
use super::position::MoveGame;
use super::push::Push;
use crate::square::{Cell, ROWS, SIDE, row_digit};

impl fmt::Display for MoveGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |cell| self.marble(cell).map(Marble::letter);
        let rows = written_rows(ROWS.into_iter().rev().map(|cells| cells.map(letter)));
        let (hand, player) = (self.marbles.in_hand(), Marble::of(self.player));
        write!(f, "{rows} {} {} ", hand.letter(), player.letter())?;
        match self.last {
            Some(push) => push.fmt(f),
            None => f.write_str("-"),
        }
    }
}

/// What stands on every cell, by its index.
type Board = [Option<Marble>; Cell::COUNT];

impl FromStr for MoveGame {
    type Err = ParseError<Fault>;

    fn from_str(text: &str) -> Result<MoveGame, ParseError<Fault>> {
        read(text).map_err(|fault| ParseError::new(What::Position, text, fault))
    }
}

fn read(text: &str) -> Result<MoveGame, Fault> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [board, hand, player, last] = fields[..] else {
        return Err(Fault::Fields);
    };
    let board = read_board(board)?;
    let hand = Marble::ALL
        .into_iter()
        .find(|marble| hand.chars().eq([marble.letter()]))
        .ok_or(Fault::Hand)?;
    let player = match player {
        "o" => Player::First,
        "g" => Player::Second,
        _ => return Err(Fault::Player),
    };
    let last = match last {
        "-" => None,
        name => Some(Push::named(name).ok_or(Fault::Last)?),
    };
    if board.contains(&None) {
        check_placement(&board, hand, player, last)?;
    } else {
        check_full(&board, hand)?;
    }

    let mut marbles = Marbles::with_in_hand(hand);
    for cell in Cell::all() {
        if let Some(marble) = board[cell.index()] {
            marbles.place(marble, cell);
        }
    }
    Ok(MoveGame {
        marbles,
        free: board.iter().filter(|marble| marble.is_none()).count() as u8,
        player,
        last,
        // Whoever is not to move has pushed; while cells are free the cross spoils every line.
        winner: marbles.winner(player.opponent()),
    })
}

fn read_board(text: &str) -> Result<Board, Fault> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != SIDE {
        return Err(Fault::Rows);
    }
    let mut board = [None; Cell::COUNT];
    for (cells, text) in ROWS.into_iter().rev().zip(rows) {
        let row = row_digit(cells[0].row());
        let marbles = read_row(text, SIDE, Marble::lettered).map_err(|bad| match bad {
            BadRow::Number(_) => Fault::RowNumber { row },
            BadRow::Letter(letter) => Fault::RowLetter { row, letter },
        })?;
        if marbles.len() != SIDE {
            return Err(Fault::RowLength { row });
        }
        for (cell, marble) in cells.into_iter().zip(marbles) {
            board[cell.index()] = marble;
        }
    }
    Ok(board)
}

/// Whether a neutral marble stands on a cell when the game starts.
const fn is_on_cross(cell: Cell) -> bool {
    cell.column() == SIDE / 2 || cell.row() == SIDE / 2
}

/// Checks what must hold while marbles are placed.
fn check_placement(board: &Board, hand: Marble, player: Player, last: Option<Push>) -> Result<(), Fault> {
    if hand != Marble::Black || count(board, Marble::Black) > 0 {
        return Err(Fault::Black);
    }
    if last.is_some() {
        return Err(Fault::Pushed);
    }
    if Cell::all().any(|cell| is_on_cross(cell) != (board[cell.index()] == Some(Marble::Neutral))) {
        return Err(Fault::Cross);
    }
    let [orange, green] = Player::ALL.map(|player| count(board, Marble::of(player)));
    match player {
        Player::First if orange != green => Err(Fault::Orange),
        Player::Second if orange != green + 1 => Err(Fault::Green),
        Player::First | Player::Second => Ok(()),
    }
}

/// Checks that every marble is on the full board or in hand.
fn check_full(board: &Board, hand: Marble) -> Result<(), Fault> {
    let complete = Marble::ALL
        .into_iter()
        .all(|marble| count(board, marble) + usize::from(marble == hand) == marble.count());
    if complete { Ok(()) } else { Err(Fault::Marbles) }
}

fn count(board: &Board, marble: Marble) -> usize {
    board.iter().filter(|&&standing| standing == Some(marble)).count()
}
