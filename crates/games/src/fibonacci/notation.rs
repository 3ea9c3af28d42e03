//! Positions as text: `caaaaa/1a5/8/8D/2d3DDD1/3d3D3/1ddd3D2/d8/8/5A1/AAAAAC r 1 1`.

use std::fmt::{self, Write};
use std::str::FromStr;
use std::sync::LazyLock;

use halte_game::notation::{BadRow, number, read_row, written_rows};
use halte_game::{ParseError, Player, What};

use super::fault::Fault;
use super::pack::{HIGHEST_CARD, Pack};
use super::pieces::{Kind, Pieces, every_piece};
use super::point::{Point, ROWS, row_letter};
use super::position::{Fibonacci, Stage, base_steps};

/// The rows of the start, k to a. The sheet's figure is lost; this is João Pedro Neto's set-up, turned half round.
const START: &str = "caaaaa/1a5/8/8D/2d3DDD1/3d3D3/1ddd3D2/d8/8/5A1/AAAAAC";

impl Kind {
    /// The letter of a player's pieces of this kind.
    pub(super) const fn letter(self, player: Player) -> char {
        let red = match self {
            Kind::Central => 'C',
            Kind::Attack => 'A',
            Kind::Defence => 'D',
        };
        match player {
            Player::First => red,
            Player::Second => red.to_ascii_lowercase(),
        }
    }
}

/// The rows from k to a, separated by `/`.
impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |point| self.at(point).map(|(player, kind)| kind.letter(player));
        f.write_str(&written_rows((0..ROWS).rev().map(|row| Point::of_row(row).map(letter))))
    }
}

/// A player's letter.
pub(super) const fn letter(player: Player) -> char {
    match player {
        Player::First => 'r',
        Player::Second => 'g',
    }
}

impl fmt::Display for Fibonacci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} ", self.pieces, letter(self.player), self.number)?;
        match self.stage {
            Stage::Card => f.write_char('?')?,
            Stage::FirstStep => write!(f, "{}", self.steps)?,
            Stage::LaterStep | Stage::Won(_) => write!(f, "{}+", self.steps)?,
        }
        if let Some([first, second]) = self.packs {
            write!(f, " {first},{second}")?;
        }
        Ok(())
    }
}

impl Pieces {
    /// The set-up.
    pub(super) fn start() -> Pieces {
        static PIECES: LazyLock<Pieces> = LazyLock::new(|| read_pieces(START).expect("the set-up is well written"));
        PIECES.clone()
    }
}

/// Reads both variants; the packs tell which it is.
impl FromStr for Fibonacci {
    type Err = ParseError<Fault>;

    fn from_str(text: &str) -> Result<Fibonacci, ParseError<Fault>> {
        read_position(text).map_err(|fault| ParseError::new(What::Position, text, fault))
    }
}

fn read_position(text: &str) -> Result<Fibonacci, Fault> {
    let fields: Vec<&str> = text.split(' ').collect();
    let (pieces, player, turn, steps, packs) = match fields[..] {
        [pieces, player, turn, steps] => (pieces, player, turn, steps, None),
        [pieces, player, turn, steps, packs] => (pieces, player, turn, steps, Some(packs)),
        _ => return Err(Fault::Fields { fields: fields.len() }),
    };
    let mut position = Fibonacci {
        pieces: read_pieces(pieces)?,
        packs: packs.map(read_packs).transpose()?,
        number: number(turn)
            .filter(|&number| number > 0)
            .ok_or(Fault::Turn { limit: u32::MAX })?,
        steps: 0,
        player: match player {
            "r" => Player::First,
            "g" => Player::Second,
            _ => return Err(Fault::Player),
        },
        stage: Stage::Card,
    };
    (position.steps, position.stage) = read_steps(&position, steps)?;
    Ok(position)
}

fn read_pieces(text: &str) -> Result<Pieces, Fault> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ROWS {
        return Err(Fault::Rows { rows: rows.len() });
    }
    let piece = |letter| every_piece().find(|&(player, kind)| kind.letter(player) == letter);
    let mut pieces = Vec::new();
    for (row, text) in (0..ROWS).rev().zip(rows) {
        let name = row_letter(row);
        let contents = read_row(text, ROWS, piece).map_err(|bad| match bad {
            BadRow::Number(_) => Fault::RowNumber { row: name },
            BadRow::Letter(letter) => Fault::RowLetter { row: name, letter },
        })?;
        let expected = Point::of_row(row).count();
        if contents.len() != expected {
            return Err(Fault::RowLength {
                row: name,
                points: contents.len(),
                expected,
            });
        }
        let placed = Point::of_row(row).zip(contents);
        pieces.extend(placed.filter_map(|(point, piece)| piece.map(|(player, kind)| (point, player, kind))));
    }
    let pieces = Pieces::new(pieces);
    for (player, kind) in every_piece() {
        let count = pieces.of(player, kind).len();
        if count != kind.count() {
            return Err(Fault::Pieces {
                pieces: count,
                letter: kind.letter(player),
                expected: kind.count(),
            });
        }
    }
    Ok(pieces)
}

fn read_packs(text: &str) -> Result<[Pack; 2], Fault> {
    let read = |text: &str| {
        let digits: Option<Vec<u8>> = text.chars().map(|digit| Some(digit.to_digit(10)? as u8)).collect();
        Pack::new(digits?.try_into().ok()?)
    };
    let packs = text
        .split_once(',')
        .and_then(|(first, second)| Some([read(first)?, read(second)?]));
    packs.ok_or(Fault::Packs)
}

/// Reads the steps left in a position that is complete but for them.
fn read_steps(position: &Fibonacci, text: &str) -> Result<(u8, Stage), Fault> {
    let winner = position.winner();
    let made = text.ends_with('+');
    if winner.is_some() && !made {
        return Err(Fault::Won);
    }
    if text == "?" {
        return match position.packs {
            Some(_) => Ok((0, Stage::Card)),
            None => Err(Fault::NoPacks),
        };
    }
    let steps = number(text.strip_suffix('+').unwrap_or(text))
        .filter(|&steps| steps <= HIGHEST_CARD)
        .ok_or(Fault::Steps)?;
    let allowed = match position.pack() {
        Some(pack) if made => pack.may_have_given_more_than(steps),
        Some(pack) => pack.may_have_given(steps),
        None if made => steps < base_steps(position.number),
        None => steps == position.reduced_steps(),
    };
    if !allowed {
        return Err(Fault::StepsLeft {
            turn: position.number,
            steps,
            mark: if made { "+" } else { "" },
        });
    }
    let stage = match winner {
        Some(winner) => Stage::Won(winner),
        None if made => Stage::LaterStep,
        None => Stage::FirstStep,
    };
    // Such a turn has passed, or was skipped.
    if steps == 0 && winner.is_none() {
        return Err(Fault::NoStepsLeft);
    }
    Ok((steps, stage))
}
