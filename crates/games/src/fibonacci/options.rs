//! The two variants.

use std::fmt;
use std::str::FromStr;

use halte_game::{ParseError, What};

use super::fault::Fault;

/// Which Fibonacci is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Options {
    /// The number of steps follows from the turn and the enemy's attack pieces; surrounding wins.
    #[default]
    Classic,
    /// The number of steps is drawn; a connected attack next to the enemy central piece wins.
    Cards,
}

impl Options {
    /// All variants, the default first.
    pub const ALL: [Options; 2] = [Options::Classic, Options::Cards];
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Options::Classic => "classic",
            Options::Cards => "cards",
        })
    }
}

impl FromStr for Options {
    type Err = ParseError<Fault>;

    fn from_str(text: &str) -> Result<Options, ParseError<Fault>> {
        Options::ALL
            .into_iter()
            .find(|options| options.to_string() == text)
            .ok_or_else(|| ParseError::new(What::Variant, text, Fault::Variant))
    }
}
