//! Moves and their notation.

use std::fmt;
use std::str::FromStr;

use halte_game::ParseError;

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
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        if text == "end" {
            return Ok(Move::End);
        }
        if text.starts_with('#') {
            return (1..=HIGHEST_CARD)
                .map(Move::Card)
                .find(|card| card.to_string() == text)
                .ok_or_else(|| ParseError::new("move", text, "cards are #1 to #6"));
        }
        let Some((from, to)) = text.split_once('-') else {
            return Err(ParseError::new("move", text, "a move is like a5-b5, end or #4"));
        };
        let point = |name: &str| {
            let point: Result<Point, ParseError> = name.parse();
            point.map_err(|error| ParseError::new("move", text, error.reason().to_owned()))
        };
        Ok(Move::Step {
            from: point(from)?,
            to: point(to)?,
        })
    }
}
