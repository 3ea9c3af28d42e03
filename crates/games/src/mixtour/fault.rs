//! What can be wrong in Mixtour.

use halte_game::{ParseError, counted, faults};

use crate::square::Cell;

faults! {
    /// Why a text or a move of Mixtour is refused.
    pub enum Fault {
        #[fault("mixtour_occupied", "{cell} is occupied")]
        Occupied { cell: Cell },
        #[fault("mixtour_no_reserve", "no piece is left to enter")]
        NoReserve,
        #[fault("mixtour_too_few", "{cell} has {pieces}", pieces = pieces_in_words(*pieces))]
        TooFew { cell: Cell, pieces: usize },
        #[fault("mixtour_no_stack", "{cell} has no stack to land on")]
        NoStack { cell: Cell },
        #[fault("mixtour_not_in_line", "{from} and {to} are not in line")]
        NotInLine { from: Cell, to: Cell },
        /// The distance is not the height.
        #[fault("mixtour_distance", "{to} has {pieces}, but is {distance} away", pieces = pieces_in_words(*pieces))]
        Distance { to: Cell, pieces: usize, distance: usize },
        #[fault("mixtour_in_the_way", "{cell} is in the way")]
        InTheWay { cell: Cell },
        /// What the opponent did cannot be undone at once.
        #[fault("mixtour_undo", "it would undo the last move")]
        Undo,
        /// Only who cannot move passes.
        #[fault("mixtour_pass", "there is another move")]
        Pass,
        #[fault("mixtour_move", "moves are written b2, a1-b2, c4:3-d3 or pass, on cells a1 to e5")]
        Move,
        #[fault("mixtour_count", "one to four pieces are taken")]
        Count,
        #[fault("mixtour_variant", "a variant is pieces each and points to win, both from 1 to 25, such as 25/5")]
        Variant,
        #[fault(
            "mixtour_fields",
            "a position is the rows, the player to move, the score, the variant and the last move"
        )]
        Fields,
        #[fault("mixtour_rows", "a board has five rows")]
        Rows,
        #[fault("mixtour_row_length", "row {row} does not have five cells")]
        RowLength { row: char },
        #[fault(
            "mixtour_too_many",
            "more than {pieces} of a colour {verb} on the board",
            pieces = counted(*pieces, "piece"),
            verb = if *pieces == 1 { "is" } else { "are" }
        )]
        TooMany { pieces: u8 },
        #[fault("mixtour_letter", "{cell}: pieces are w and r, not {letter:?}")]
        Letter { cell: Cell, letter: char },
        /// A tower cannot stay.
        #[fault("mixtour_tower", "{cell}: a stack of five or more has left the board")]
        Tower { cell: Cell },
        #[fault("mixtour_player", "w or r is to move")]
        Player,
        #[fault("mixtour_score", "a score is White's and Red's points, such as 0:0")]
        Score,
        /// The game would have ended before.
        #[fault("mixtour_goal", "the game ends when one player has {goal}")]
        Goal { goal: u8 },
        #[fault("mixtour_last", "the last move cannot have been {last}")]
        Last { last: String },
        /// A part of the position cannot be read.
        #[from]
        Part(Box<ParseError<Fault>>),
    }
}

/// So many pieces, in words.
fn pieces_in_words(count: usize) -> String {
    match count {
        0 => "no piece".to_owned(),
        _ => counted(count, "piece"),
    }
}
