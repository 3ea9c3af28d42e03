//! What can be wrong with a record's text, or with a change of a record.

use super::TurnNumber;
use crate::{Explain, IllegalMove, ParseError, What};

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    /// Something is wrong here.
    pub(super) fn error<F>(self, problem: impl Into<Problem<F>>) -> ReadError<F> {
        let (Place { line, column }, problem) = (self, problem.into());
        ReadError::At { line, column, problem }
    }

    /// This text should be something else here, by the form of records.
    pub(super) fn malformed<F: Explain>(self, what: What, text: &str, flaw: Flaw) -> ReadError<F> {
        self.error(Problem::Malformed(ParseError::new(what, text, flaw)))
    }
}

crate::faults! {
    /// What is wrong with a text that should be a record, and where: `12:5: illegal move "e0": ...`.
    pub enum ReadError<F> {
        /// Lines, and columns in characters, are counted from 1.
        #[fault("record_problem", "{line}:{column}: {problem}")]
        At { line: usize, column: usize, problem: Problem<F> },
    }
}

crate::text_parameters!(TurnNumber);

crate::faults! {
    /// What is wrong at one place of a text.
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
    pub enum Flaw {
        #[fault("record_after_result", "nothing follows the result")]
        AfterResult,
        #[fault("record_tag_form", "a tag is written [Name \"value\"]")]
        TagForm,
        #[fault("record_tag_name", "a name has letters, digits and _")]
        TagName,
        #[fault("record_tag_derived", "it follows from the game")]
        TagDerived,
        #[fault("record_tag_control", "its value has control characters")]
        TagControl,
        #[fault("record_too_many_tags", "the record has too many tags already")]
        TooManyTags,
        #[fault("record_no_tag_value", "no value in quotes after its name")]
        NoTagValue,
        #[fault("record_tag_quote", "its value has no closing quote")]
        TagQuote,
        #[fault("record_tag_backslash", "a backslash stands only before a quote or a backslash")]
        TagBackslash,
        #[fault("record_tag_not_closed", "no ] after its value")]
        TagNotClosed,
        #[fault("record_tag_twice", "it is there already")]
        TagTwice,
        #[fault("record_no_game", "before it a tag must name the Game")]
        NoGame,
        #[fault("record_date_form", "it has the form YYYY.MM.DD, with ? for what is unknown")]
        DateForm,
        #[fault("record_no_such_day", "there is no such day")]
        NoSuchDay,
        #[fault("record_no_such_result", "it is 1-0, 0-1, 1/2-1/2 or *")]
        NoSuchResult,
        #[fault("record_result_tag", "the tag Result says {tagged}")]
        ResultTag { tagged: &'static str },
        #[fault("record_result_by_rules", "by the rules it is {result}")]
        ResultByRules { result: &'static str },
        /// Nothing says why the game has a result.
        #[fault("record_no_termination", "the rules did not end the game, and no tag Termination says what did")]
        NoTermination,
        #[fault(
            "record_no_such_termination",
            "it is rules, repetition, agreement, resignation, time, abandoned, adjudication or unterminated"
        )]
        NoSuchTermination,
        /// Games that end like this have other results.
        #[fault("record_needs_result", "its result is {results}")]
        NeedsResult { results: &'static str },
        #[fault("record_ended_by", "the game ended by {ending}")]
        EndedBy { ending: &'static str },
        #[fault("record_not_by_rules", "the rules did not end the game")]
        NotByRules,
        #[fault("record_text_ends", "the text ends where a move or the result should be")]
        TextEnds,
        #[fault("record_tag_follows", "a tag follows where a move or the result should be")]
        TagFollows,
        /// No move, number, comment, variation or result.
        #[fault("record_no_meaning", "it has no meaning here")]
        NoMeaning,
        /// A bracket or a brace is not closed.
        #[fault("record_not_closed", "it is not closed")]
        NotClosed,
        #[fault("record_not_closed_before_result", "it is not closed before the result")]
        NotClosedBeforeResult,
        /// A comment would end in its middle.
        #[fault("record_closing_brace", "a comment cannot contain }}")]
        ClosingBrace,
        #[fault("record_glyph_number", "its number is 0 to 255")]
        GlyphNumber,
        #[fault("record_glyph_sign", "it is !, ?, !!, ??, !? or ?!")]
        GlyphSign,
        /// A glyph is about a move.
        #[fault("record_no_move_before", "no move before it")]
        NoMoveBefore,
        /// A turn's number is before a move.
        #[fault("record_no_move_after", "no move follows it")]
        NoMoveAfter,
        #[fault("record_other_turn", "here it is {turn}")]
        OtherTurn { turn: TurnNumber },
        #[fault("record_too_many_moves", "a record has at most {limit} moves")]
        TooManyMoves { limit: usize },
        #[fault("record_too_deep", "variations are nested at most {limit} deep")]
        TooDeep { limit: usize },
        #[fault("record_main_line_ended", "the main line has ended with --")]
        MainLineEnded,
        /// Two variations begin with the same move.
        #[fault("record_line_twice", "the line it belongs to is there already")]
        LineTwice,
        /// The sign that there are no more moves, elsewhere.
        #[fault("record_not_at_end", "it stands only at the end of the main line")]
        NotAtEnd,
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
    pub enum EditError<F> {
        #[fault("edit_unknown_node", "there is no such node")]
        UnknownNode,
        /// The main line is what was played: it cannot be removed or reordered.
        #[fault("edit_main_line", "the main line cannot be removed or reordered")]
        MainLine,
        /// The game has ended: no move can be appended, and it cannot end once more.
        #[fault("edit_ended", "the game has ended")]
        Ended,
        #[fault("edit_not_by_the_rules", "the rules did not end the game like this")]
        NotByTheRules,
        #[fault("edit_no_comment_before", "only the first move of a variation has a comment before it")]
        NoCommentBefore,
        /// A glyph is about a move, and the root is none.
        #[fault("edit_no_move", "there is no move to judge at the start")]
        NoMove,
        #[fault("record_too_many_moves", "a record has at most {limit} moves")]
        TooManyMoves { limit: usize },
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
