//! What can be wrong with a text or a move, in words a person can act on.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

/// A text that is not what it should be: a position, a move or a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    what: &'static str,
    text: String,
    reason: Cow<'static, str>,
}

impl ParseError {
    /// `what` the text should be ("position", "move", "variant"), the offending text, and why it is not.
    pub fn new(what: &'static str, text: &str, reason: impl Into<Cow<'static, str>>) -> ParseError {
        ParseError {
            what,
            text: text.to_owned(),
            reason: reason.into(),
        }
    }

    /// The offending text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Why it was refused.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

/// How much of an offending text an error message repeats: a line of garbage may be megabytes long.
const SHOWN_CHARACTERS: usize = 120;

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = self.text.chars();
        let shown: String = characters.by_ref().take(SHOWN_CHARACTERS).collect();
        let more = if characters.next().is_some() { "..." } else { "" };
        write!(f, "bad {} {shown:?}{more}: {}", self.what, self.reason)
    }
}

impl Error for ParseError {}

/// A move that reads well but may not be played here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    text: String,
    reason: Cow<'static, str>,
}

impl IllegalMove {
    /// The move's text, and why it may not be played.
    pub fn new(mv: impl fmt::Display, reason: impl Into<Cow<'static, str>>) -> IllegalMove {
        IllegalMove {
            text: mv.to_string(),
            reason: reason.into(),
        }
    }

    /// The move's text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Why it may not be played.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move {:?}: {}", self.text, self.reason)
    }
}

impl Error for IllegalMove {}
