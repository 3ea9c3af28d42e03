//! Why a question is not answered.

use std::error::Error;
use std::fmt;

use halte_engine::LevelError;
use halte_game::record::{EditError, Flaw, ReadError};
use halte_game::{Codes, Explain, IllegalMove, Parameter, ParseError, faults};
use halte_games::AnyFault;
use halte_table::{Impossible, Refusal, Uncheckable};

faults! {
    /// Why a question is not answered.
    pub enum Unanswered {
        /// The question makes no sense.
        #[from]
        Senseless(Located<Invalid>),
        /// What it is about is not there.
        #[from]
        Missing(Missing),
        /// There is no answer as things stand.
        #[from]
        Nothing(Nothing),
        /// A table refuses it.
        #[from]
        Refused(Refusal),
    }
}

impl Unanswered {
    /// A question that makes no sense, with the place.
    pub fn invalid(at: &str, invalid: impl Into<Invalid>) -> Unanswered {
        Located::new(at, invalid.into()).into()
    }
}

faults! {
    /// What is wrong with a question.
    pub enum Invalid {
        #[fault("body_not_object", "the body must be an object")]
        BodyNotObject,
        #[fault("bad_body", "{problem}")]
        Body { problem: String },
        #[fault("line_too_long", "a line has at most {most} moves")]
        LineTooLong { most: usize },
        #[fault("analysis_lines", "there are 1 to {most} lines")]
        AnalysisLines { most: u8 },
        #[fault("page_of_puzzles", "a page has 1 to {most} puzzles")]
        PageOfPuzzles { most: u32 },
        #[fault("bad_difficulty", "puzzles are of difficulty 1 to {most}")]
        Difficulty { most: u8 },
        #[fault("no_such_puzzle", "there is no such puzzle")]
        NoSuchPuzzle,
        #[fault("no_try", "there is no try")]
        NoTry,
        #[fault("not_solvers_move", "the last move is not one of the solver's")]
        NotSolversMove,
        #[fault("not_solvers_turn", "it is not the solver's turn after them")]
        NotSolversTurn,
        #[fault("no_such_cell", "the board has no such cell")]
        NoSuchCell,
        #[fault("cell_twice", "the cell is named twice")]
        CellTwice,
        #[fault("no_such_piece", "the game has no such piece")]
        NoSuchPiece,
        #[fault("move_or_clicks", "either a move or clicks are asked about")]
        MoveOrClicks,
        #[fault("no_record", "there is no record")]
        NoRecord,
        #[fault("several_records", "there is more than one record")]
        SeveralRecords,
        #[fault("no_persons_game", "both players are engines")]
        NoPersonsGame,
        #[fault("no_such_node", "there is no such node")]
        NoSuchNode,
        #[fault("node_twice", "the node follows two others")]
        NodeTwice,
        #[fault("bad_ending", "{problem}")]
        Ending { problem: String },
        /// A text that is no record.
        #[from]
        Record(ReadError<AnyFault>),
        /// A tree that is no record.
        #[from]
        Edit(EditError<AnyFault>),
        /// A tag that cannot be one.
        #[from]
        Tag(ParseError<Flaw>),
        /// A text that is no position, move, game or variant.
        #[from]
        Unreadable(ParseError<AnyFault>),
        /// A move that is not legal.
        #[from]
        Illegal(IllegalMove<AnyFault>),
        /// A record whose cards cannot be checked.
        #[from]
        Cards(Uncheckable),
        /// An engine of no level.
        #[from]
        Level(LevelError),
        #[fault("needs_server", "only against an engine or at one screen can be played without a server, and not rated")]
        NeedsServer,
        #[fault("bad_events", "{problem}")]
        Events { problem: String },
    }
}

impl From<Impossible> for Invalid {
    fn from(impossible: Impossible) -> Invalid {
        let problem = impossible.to_string();
        Invalid::Events { problem }
    }
}

faults! {
    /// What is not there.
    pub enum Missing {
        #[fault("unknown_game", "there is no such game")]
        Game,
        #[fault("no_such_puzzle", "there is no such puzzle")]
        Puzzle,
    }
}

faults! {
    /// Why there is no answer as things stand.
    pub enum Nothing {
        #[fault("no_win", "no win is known any more: go back")]
        NoWin,
        #[fault("analysis_no_move", "no move was played")]
        AnalysisNoMove,
        #[fault("analysis_card", "a card is to be drawn")]
        AnalysisCard,
        #[fault("over", "the game is over")]
        Over,
        /// A person would not like it.
        #[fault("no_engine", "there are hints against engines only")]
        NoEngine,
        /// It would not be a fair test.
        #[fault("no_hint_rated", "there are no hints in a rated game")]
        NoHintRated,
    }
}

/// What is wrong with a question, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located<F> {
    /// What is wrong; in a box, because errors are handed on far more often than they are looked at.
    pub fault: Box<F>,
    /// Where: in the body or the address of a request; none if it is wrong as a whole.
    pub at: Option<String>,
}

impl<F> Located<F> {
    /// Something wrong at a place.
    pub fn new(at: &str, fault: F) -> Located<F> {
        Located {
            fault: Box::new(fault),
            at: Some(at.to_owned()),
        }
    }

    /// The same as another kind of fault, at the same place.
    pub fn map<G>(self, wider: impl FnOnce(F) -> G) -> Located<G> {
        Located {
            fault: Box::new(wider(*self.fault)),
            at: self.at,
        }
    }
}

impl<F: fmt::Display> fmt::Display for Located<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)
    }
}

impl<F: Error> Error for Located<F> {}

impl<F: Explain> Explain for Located<F> {
    fn code(&self) -> &'static str {
        self.fault.code()
    }

    fn parameters(&self) -> Vec<(&'static str, Parameter)> {
        self.fault.parameters()
    }

    fn list(codes: &mut Codes) {
        F::list(codes);
    }

    fn at(&self) -> Option<String> {
        self.at.clone()
    }
}
