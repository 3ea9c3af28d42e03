//! How a recorded game ended.

use super::Flaw;
use crate::{Outcome, ParseError, Player, What};

/// Why a game ended, and for whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The rules ended it.
    Rules(Outcome),
    /// A position stood for the third time: a draw.
    Repetition,
    /// The players agreed on a draw.
    Agreement,
    /// A player gave up.
    Resignation {
        /// The other one.
        winner: Player,
    },
    /// A player's time ran out.
    Time {
        /// The other one.
        winner: Player,
    },
    /// Somebody left, or the game was broken off; it may have been decided all the same.
    Abandoned(Option<Outcome>),
    /// Somebody else decided.
    Adjudication(Outcome),
}

impl Ending {
    /// The outcome, unless the game was abandoned without one.
    #[must_use]
    pub const fn result(self) -> Option<Outcome> {
        match self {
            Ending::Rules(outcome) | Ending::Adjudication(outcome) => Some(outcome),
            Ending::Repetition | Ending::Agreement => Some(Outcome::Draw),
            Ending::Resignation { winner } | Ending::Time { winner } => Some(Outcome::Win(winner)),
            Ending::Abandoned(result) => result,
        }
    }

    /// Its name in the tag Termination.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Rules(_) => "rules",
            Ending::Repetition => "repetition",
            Ending::Agreement => "agreement",
            Ending::Resignation { .. } => "resignation",
            Ending::Time { .. } => "time",
            Ending::Abandoned(_) => "abandoned",
            Ending::Adjudication(_) => "adjudication",
        }
    }

    /// The ending of this name with this result; none for the name `unterminated`.
    pub fn named(name: &str, result: Option<Outcome>) -> Result<Option<Ending>, ParseError<Flaw>> {
        let refuse = |flaw: Flaw| Err(ParseError::new(What::Termination, name, flaw));
        let needs = |results| refuse(Flaw::NeedsResult { results });
        let ending = match (name, result) {
            ("unterminated", None) => return Ok(None),
            ("abandoned", result) => Ending::Abandoned(result),
            ("rules", Some(outcome)) => Ending::Rules(outcome),
            ("adjudication", Some(outcome)) => Ending::Adjudication(outcome),
            ("repetition", Some(Outcome::Draw)) => Ending::Repetition,
            ("agreement", Some(Outcome::Draw)) => Ending::Agreement,
            ("resignation", Some(Outcome::Win(winner))) => Ending::Resignation { winner },
            ("time", Some(Outcome::Win(winner))) => Ending::Time { winner },
            ("unterminated", _) => return needs("*"),
            ("rules" | "adjudication", _) => return needs("1-0, 0-1 or 1/2-1/2"),
            ("repetition" | "agreement", _) => return needs("1/2-1/2"),
            ("resignation" | "time", _) => return needs("1-0 or 0-1"),
            _ => return refuse(Flaw::NoSuchTermination),
        };
        Ok(Some(ending))
    }
}

/// A result as it is written: `1-0`, `0-1`, `1/2-1/2`, or `*` for none.
#[must_use]
pub const fn result_text(result: Option<Outcome>) -> &'static str {
    match result {
        Some(Outcome::Win(Player::First)) => "1-0",
        Some(Outcome::Win(Player::Second)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// Reads a result as [`result_text`] writes it.
pub fn parse_result(text: &str) -> Result<Option<Outcome>, ParseError<Flaw>> {
    match text {
        "1-0" => Ok(Some(Outcome::Win(Player::First))),
        "0-1" => Ok(Some(Outcome::Win(Player::Second))),
        "1/2-1/2" => Ok(Some(Outcome::Draw)),
        "*" => Ok(None),
        _ => Err(ParseError::new(What::Result, text, Flaw::NoSuchResult)),
    }
}
