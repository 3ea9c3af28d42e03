//! What can be wrong with a record's text, or with a change of a record.

use std::error::Error;
use std::fmt;

use super::TurnNumber;
use crate::{Code, Codes, Explain, IllegalMove, Parameter, ParseError, ToParameter, What};

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    /// Something is wrong here.
    pub(super) fn error<F>(self, problem: impl Into<Problem<F>>) -> ReadError<F> {
        ReadError {
            place: self,
            problem: problem.into(),
        }
    }

    /// This text should be something else here, by the form of records.
    pub(super) fn malformed<F: Explain>(self, what: What, text: &str, flaw: Flaw) -> ReadError<F> {
        self.error(Problem::Malformed(ParseError::new(what, text, flaw)))
    }
}

/// What is wrong with a text that should be a record, and where: `12:5: illegal move "e0": ...`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError<F> {
    place: Place,
    problem: Problem<F>,
}

impl<F> ReadError<F> {
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
    pub fn problem(&self) -> &Problem<F> {
        &self.problem
    }
}

impl<F: Explain> fmt::Display for ReadError<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.place.line, self.place.column, self.problem)
    }
}

impl<F: Explain> Error for ReadError<F> {}

impl<F: Explain> Explain for ReadError<F> {
    fn code(&self) -> &'static str {
        "record_problem"
    }

    fn parameters(&self) -> Vec<(&'static str, Parameter)> {
        vec![
            ("line", self.line().to_parameter()),
            ("column", self.column().to_parameter()),
            ("problem", self.problem.to_parameter()),
        ]
    }

    fn list(codes: &mut Codes) {
        codes.add::<Self>(&[Code {
            code: "record_problem",
            parameters: &["line", "column", "problem"],
            text: "{line}:{column}: {problem}",
        }]);
        <Problem<F> as Explain>::list(codes);
    }
}

crate::text_parameters!(TurnNumber);

crate::faults! {
    /// What is wrong at one place of a text.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum Problem<F> {
        /// It does not say what it should say there, in the game's own notation.
        #[from]
        Unreadable(ParseError<F>),
        /// It is a move, but not a legal one.
        #[from]
        Illegal(IllegalMove<F>),
        /// It does not have the form of a record.
        Malformed(ParseError<Flaw>),
    }
}

crate::faults! {
    /// Why a text is no record, or no part of one.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum Flaw {
        /// Something follows the last record.
        #[fault("record_after_result", "nothing follows the result")]
        AfterResult,
        /// It is no tag.
        #[fault("record_tag_form", "a tag is written [Name \"value\"]")]
        TagForm,
        /// The name of a tag has other characters.
        #[fault("record_tag_name", "a name has letters, digits and _")]
        TagName,
        /// The tag cannot be set.
        #[fault("record_tag_derived", "it follows from the game")]
        TagDerived,
        /// The tag's value has characters that cannot be seen.
        #[fault("record_tag_control", "its value has control characters")]
        TagControl,
        /// There is no room for the tag.
        #[fault("record_too_many_tags", "the record has too many tags already")]
        TooManyTags,
        /// The tag has no value.
        #[fault("record_no_tag_value", "no value in quotes after its name")]
        NoTagValue,
        /// The tag's value goes on to the end of the line.
        #[fault("record_tag_quote", "its value has no closing quote")]
        TagQuote,
        /// A backslash escapes something else.
        #[fault("record_tag_backslash", "a backslash stands only before a quote or a backslash")]
        TagBackslash,
        /// The tag's bracket is not closed.
        #[fault("record_tag_not_closed", "no ] after its value")]
        TagNotClosed,
        /// The tag was there before.
        #[fault("record_tag_twice", "it is there already")]
        TagTwice,
        /// There is no tag that says which game it is.
        #[fault("record_no_game", "before it a tag must name the Game")]
        NoGame,
        /// It does not look like a date.
        #[fault("record_date_form", "it has the form YYYY.MM.DD, with ? for what is unknown")]
        DateForm,
        /// It looks like a date, but is none.
        #[fault("record_no_such_day", "there is no such day")]
        NoSuchDay,
        /// It is no result.
        #[fault("record_no_such_result", "it is 1-0, 0-1, 1/2-1/2 or *")]
        NoSuchResult,
        /// The tag has another result.
        #[fault("record_result_tag", "the tag Result says {tagged}")]
        ResultTag { tagged: &'static str },
        /// The rules give another result.
        #[fault("record_result_by_rules", "by the rules it is {result}")]
        ResultByRules { result: &'static str },
        /// Nothing says why the game has a result.
        #[fault("record_no_termination", "the rules did not end the game, and no tag Termination says what did")]
        NoTermination,
        /// Nothing ends a game like this.
        #[fault(
            "record_no_such_termination",
            "it is rules, repetition, agreement, resignation, time, abandoned, adjudication or unterminated"
        )]
        NoSuchTermination,
        /// Games that end like this have other results.
        #[fault("record_needs_result", "its result is {results}")]
        NeedsResult { results: &'static str },
        /// The rules ended the game, in another way.
        #[fault("record_ended_by", "the game ended by {ending}")]
        EndedBy { ending: &'static str },
        /// The rules are said to have ended the game, and did not.
        #[fault("record_not_by_rules", "the rules did not end the game")]
        NotByRules,
        /// The movetext has no result.
        #[fault("record_text_ends", "the text ends where a move or the result should be")]
        TextEnds,
        /// The movetext has no result, and another record follows.
        #[fault("record_tag_follows", "a tag follows where a move or the result should be")]
        TagFollows,
        /// No move, number, comment, variation or result.
        #[fault("record_no_meaning", "it has no meaning here")]
        NoMeaning,
        /// A bracket or a brace is not closed.
        #[fault("record_not_closed", "it is not closed")]
        NotClosed,
        /// The result stands in a variation.
        #[fault("record_not_closed_before_result", "it is not closed before the result")]
        NotClosedBeforeResult,
        /// A comment would end in its middle.
        #[fault("record_closing_brace", "a comment cannot contain }}")]
        ClosingBrace,
        /// No glyph has this number.
        #[fault("record_glyph_number", "its number is 0 to 255")]
        GlyphNumber,
        /// No glyph is written so.
        #[fault("record_glyph_sign", "it is !, ?, !!, ??, !? or ?!")]
        GlyphSign,
        /// A glyph is about a move.
        #[fault("record_no_move_before", "no move before it")]
        NoMoveBefore,
        /// A turn's number is before a move.
        #[fault("record_no_move_after", "no move follows it")]
        NoMoveAfter,
        /// It is another turn.
        #[fault("record_other_turn", "here it is {turn}")]
        OtherTurn { turn: TurnNumber },
        /// There is no room for the move.
        #[fault("record_too_many_moves", "a record has at most {limit} moves")]
        TooManyMoves { limit: usize },
        /// There is no room for the variation.
        #[fault("record_too_deep", "variations are nested at most {limit} deep")]
        TooDeep { limit: usize },
        /// A move after the sign that there are no more.
        #[fault("record_main_line_ended", "the main line has ended with --")]
        MainLineEnded,
        /// Two variations begin with the same move.
        #[fault("record_line_twice", "the line it belongs to is there already")]
        LineTwice,
        /// The sign that there are no more moves, elsewhere.
        #[fault("record_not_at_end", "it stands only at the end of the main line")]
        NotAtEnd,
        /// A variation before the first move.
        #[fault("record_nothing_to_replace", "no move before it that it could replace")]
        NothingToReplace,
        /// A variation is closed, and none was opened.
        #[fault("record_none_open", "none is open")]
        NoneOpen,
        /// The variation is empty.
        #[fault("record_no_moves", "it has no moves")]
        NoMoves,
    }
}

crate::faults! {
    /// Why a record cannot be changed in this way.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum EditError<F> {
        /// There is no such node, or no longer.
        #[fault("edit_unknown_node", "there is no such node")]
        UnknownNode,
        /// The main line is what was played: it cannot be removed or reordered.
        #[fault("edit_main_line", "the main line cannot be removed or reordered")]
        MainLine,
        /// The game has ended: no move can be appended, and it cannot end once more.
        #[fault("edit_ended", "the game has ended")]
        Ended,
        /// The rules did not end the game, or not like this.
        #[fault("edit_not_by_the_rules", "the rules did not end the game like this")]
        NotByTheRules,
        /// Only the first move of a variation has a comment before it.
        #[fault("edit_no_comment_before", "only the first move of a variation has a comment before it")]
        NoCommentBefore,
        /// A glyph is about a move, and the root is none.
        #[fault("edit_no_move", "there is no move to judge at the start")]
        NoMove,
        /// The record has [`MAX_MOVES`](super::MAX_MOVES) already.
        #[fault("record_too_many_moves", "a record has at most {limit} moves")]
        TooManyMoves { limit: usize },
        /// A move would be in more than [`MAX_DEPTH`](super::MAX_DEPTH) variations.
        #[fault("record_too_deep", "variations are nested at most {limit} deep")]
        TooDeep { limit: usize },
        /// The move may not be played there.
        #[from]
        Illegal(IllegalMove<F>),
        /// The text cannot be a comment.
        #[from]
        Comment(ParseError<Flaw>),
    }
}
