//! The options of a game that has only one variant.

use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::{Explain, ParseError, Reason, What};

/// The only way to play a game without variants; its name is the empty text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct NoVariants;

impl fmt::Display for NoVariants {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

/// A variant of a game that has none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchVariant(String);

impl fmt::Display for NoSuchVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ParseError::<Infallible>::from(self.clone()).fmt(f)
    }
}

impl Error for NoSuchVariant {}

impl<F: Explain> From<NoSuchVariant> for ParseError<F> {
    fn from(NoSuchVariant(text): NoSuchVariant) -> ParseError<F> {
        ParseError::new(What::Variant, &text, Reason::NoVariants)
    }
}

impl FromStr for NoVariants {
    type Err = NoSuchVariant;

    fn from_str(text: &str) -> Result<NoVariants, NoSuchVariant> {
        match text {
            "" => Ok(NoVariants),
            _ => Err(NoSuchVariant(text.to_owned())),
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
