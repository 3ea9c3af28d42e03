//! What can be wrong with a record's text, or with a change of a record.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use super::{MAX_DEPTH, MAX_MOVES};
use crate::{IllegalMove, ParseError};

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    /// Something is wrong here.
    pub(super) fn error(self, problem: impl Into<Problem>) -> ReadError {
        ReadError {
            place: self,
            problem: problem.into(),
        }
    }

    /// This text should be something else here, for this reason.
    pub(super) fn unreadable(self, what: &'static str, text: &str, reason: impl Into<Cow<'static, str>>) -> ReadError {
        self.error(ParseError::new(what, text, reason))
    }
}

/// What is wrong with a text that should be a record, and where: `12:5: illegal move "e0": ...`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    place: Place,
    problem: Problem,
}

impl ReadError {
    /// The line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.place.line
    }

    /// The column in characters, counted from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.place.column
    }

    /// What is wrong there.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.place.line, self.place.column, self.problem)
    }
}

impl Error for ReadError {}

/// What is wrong at one place of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// It does not say what it should say there.
    Unreadable(ParseError),
    /// It is a move, but not a legal one.
    Illegal(IllegalMove),
}

impl From<ParseError> for Problem {
    fn from(error: ParseError) -> Problem {
        Problem::Unreadable(error)
    }
}

impl From<IllegalMove> for Problem {
    fn from(error: IllegalMove) -> Problem {
        Problem::Illegal(error)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Unreadable(error) => error.fmt(f),
            Problem::Illegal(error) => error.fmt(f),
        }
    }
}

/// Why a record cannot be changed in this way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EditError {
    /// There is no such node, or no longer.
    UnknownNode,
    /// The main line is what was played: it cannot be removed or reordered.
    MainLine,
    /// The move may not be played there.
    Illegal(IllegalMove),
    /// The game has ended: no move can be appended, and it cannot end once more.
    Ended,
    /// The rules did not end the game, or not like this.
    NotByTheRules,
    /// The text cannot be a comment.
    Comment(ParseError),
    /// Only the first move of a variation has a comment before it.
    NoCommentBefore,
    /// A glyph is about a move, and the root is none.
    NoMove,
    /// The record has [`MAX_MOVES`] already.
    TooManyMoves,
    /// A move would be in more than [`MAX_DEPTH`] variations.
    TooDeep,
}

impl From<IllegalMove> for EditError {
    fn from(error: IllegalMove) -> EditError {
        EditError::Illegal(error)
    }
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::UnknownNode => f.write_str("there is no such node"),
            EditError::MainLine => f.write_str("the main line cannot be removed or reordered"),
            EditError::Illegal(error) => error.fmt(f),
            EditError::Ended => f.write_str("the game has ended"),
            EditError::NotByTheRules => f.write_str("the rules did not end the game like this"),
            EditError::Comment(error) => error.fmt(f),
            EditError::NoCommentBefore => f.write_str("only the first move of a variation has a comment before it"),
            EditError::NoMove => f.write_str("there is no move to judge at the start"),
            EditError::TooManyMoves => write!(f, "a record has at most {MAX_MOVES} moves"),
            EditError::TooDeep => write!(f, "variations are nested at most {MAX_DEPTH} deep"),
        }
    }
}

impl Error for EditError {}
