//! The variants: how many pieces each player has, and how many points win.

use std::fmt;
use std::str::FromStr;

use halte_game::notation::number;
use halte_game::{ParseError, What};

use super::fault::Fault;

/// The variant `P/N`: P pieces each, N points to win, both from 1 to 25.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    pieces: u8,
    goal: u8,
}

impl Options {
    /// The most pieces a player may have, and the most points a game may be played to.
    pub const MOST: u8 = 25;

    /// This many pieces each and this many points to win, if both are from 1 to 25.
    #[must_use]
    pub const fn new(pieces: u8, goal: u8) -> Option<Options> {
        if pieces >= 1 && pieces <= Options::MOST && goal >= 1 && goal <= Options::MOST {
            Some(Options { pieces, goal })
        } else {
            None
        }
    }

    /// How many pieces each player has.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        self.pieces
    }

    /// How many points win the game.
    #[must_use]
    pub const fn goal(self) -> u8 {
        self.goal
    }
}

/// Dieter Stein's own rules: 25 pieces each, five points.
impl Default for Options {
    fn default() -> Self {
        Options { pieces: 25, goal: 5 }
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.pieces, self.goal)
    }
}

impl FromStr for Options {
    type Err = ParseError<Fault>;

    fn from_str(text: &str) -> Result<Self, ParseError<Fault>> {
        text.split_once('/')
            .and_then(|(pieces, goal)| Options::new(number(pieces)?, number(goal)?))
            .ok_or_else(|| ParseError::new(What::Variant, text, Fault::Variant))
    }
}
