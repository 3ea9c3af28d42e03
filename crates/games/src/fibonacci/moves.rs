//! Moves and their notation.

use std::fmt;
use std::str::FromStr;

use halte_game::{ParseError, What};

use super::fault::Fault;
use super::pack::HIGHEST_CARD;
use super::point::Point;

/// A step of a turn, its early end, or a drawn card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A piece goes to a point; whatever stands there changes places with it.
    Step {
        /// Where the piece stands.
        from: Point,
        /// Where it goes.
        to: Point,
    },
    /// The player stops before the allowed steps are used up.
    End,
    /// A card of this value is drawn.
    Card(u8),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Step { from, to } => write!(f, "{from}-{to}"),
            Move::End => f.write_str("end"),
            Move::Card(value) => write!(f, "#{value}"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError<Fault>;

    fn from_str(text: &str) -> Result<Move, ParseError<Fault>> {
        let refuse = |fault: Fault| ParseError::new(What::Move, text, fault);
        if text == "end" {
            return Ok(Move::End);
        }
        if text.starts_with('#') {
            return (1..=HIGHEST_CARD)
                .map(Move::Card)
                .find(|card| card.to_string() == text)
                .ok_or_else(|| refuse(Fault::Card));
        }
        let Some((from, to)) = text.split_once('-') else {
            return Err(refuse(Fault::Move));
        };
        let point = |name: &str| name.parse().map_err(|_| refuse(Fault::Point));
        Ok(Move::Step {
            from: point(from)?,
            to: point(to)?,
        })
    }
}
