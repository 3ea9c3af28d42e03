//! The options of a game that has only one variant.

use std::fmt;
use std::str::FromStr;

use halte_game::ParseError;

/// The only way to play a game without variants; its name is the empty text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct NoVariants;

impl fmt::Display for NoVariants {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl FromStr for NoVariants {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<NoVariants, ParseError> {
        match text {
            "" => Ok(NoVariants),
            _ => Err(ParseError::new("variant", text, "this game has no variants")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_one_name() {
        assert_eq!(NoVariants.to_string().parse(), Ok(NoVariants));
        let error = "5".parse::<NoVariants>().unwrap_err();
        assert_eq!(error.to_string(), "bad variant \"5\": this game has no variants");
    }
}
