//! Mobius has no variants.

use std::fmt;
use std::str::FromStr;

use halte_game::ParseError;

/// The only way to play Mobius; its name is the empty text.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Options;

impl fmt::Display for Options {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl FromStr for Options {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Options, ParseError> {
        match text {
            "" => Ok(Options),
            _ => Err(ParseError::new("variant", text, "Mobius has no variants")),
        }
    }
}
