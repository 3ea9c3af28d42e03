//! What can be wrong in Fibonacci.

use halte_game::{counted, faults, text_parameters};

use super::point::Point;

text_parameters!(Point);

faults! {
    /// Why a text or a move of Fibonacci is refused.
    pub enum Fault {
        #[fault("fibonacci_no_such_card", "no {card} is left in the pack")]
        NoSuchCard { card: u8 },
        #[fault("fibonacci_draw_first", "a card is to be drawn first")]
        DrawFirst,
        #[fault("fibonacci_no_draw", "no card is to be drawn")]
        NoDraw,
        #[fault("fibonacci_no_step_yet", "a turn has at least one step")]
        NoStepYet,
        #[fault("fibonacci_no_piece", "no piece stands on {point}")]
        NoPiece { point: Point },
        #[fault("fibonacci_opponents", "the piece on {point} is the opponent's")]
        Opponents { point: Point },
        #[fault("fibonacci_central", "a central piece never moves by itself")]
        Central,
        /// The pieces cannot be told apart.
        #[fault("fibonacci_same_kind", "{from} and {to} hold pieces of the same kind: a swap would change nothing")]
        SameKind { from: Point, to: Point },
        #[fault("fibonacci_not_next", "{to} is not next to the group of {from}")]
        NotNext { from: Point, to: Point },
        #[fault("fibonacci_move", "a move is like a5-b5, end or #4")]
        Move,
        #[fault("fibonacci_card", "cards are #1 to #6")]
        Card,
        #[fault("fibonacci_point", "the points are a1 to a6, b1 to b7 and so on up to k6 to k11")]
        Point,
        #[fault("fibonacci_variant", "Fibonacci has the variants classic and cards")]
        Variant,
        #[fault("fibonacci_fields", "not 4 fields, or 5 with cards, but {fields}")]
        Fields { fields: usize },
        #[fault("fibonacci_turn", "the turn's number is not from 1 to {limit}")]
        Turn { limit: u32 },
        #[fault("fibonacci_player", "the player is neither r nor g")]
        Player,
        #[fault("fibonacci_rows", "not 11 rows, but {rows}")]
        Rows { rows: usize },
        #[fault(
            "fibonacci_row_length",
            "row {row} has {points} instead of {expected}",
            points = counted(*points, "point")
        )]
        RowLength { row: char, points: usize, expected: usize },
        #[fault("fibonacci_row_number", "row {row}: a number of empty points is not from 1 to 11")]
        RowNumber { row: char },
        #[fault("fibonacci_row_letter", "row {row}: {letter:?} is no piece")]
        RowLetter { row: char, letter: char },
        #[fault(
            "fibonacci_pieces",
            "{pieces} {letter} instead of {expected}",
            pieces = counted(*pieces, "piece")
        )]
        Pieces { pieces: usize, letter: char, expected: usize },
        #[fault("fibonacci_packs", "the packs are not like 222222,210222")]
        Packs,
        /// A card is to be drawn, but from where?
        #[fault("fibonacci_no_packs", "the packs are missing")]
        NoPacks,
        /// A game is won by a step.
        #[fault("fibonacci_won", "the game is won, so the steps left need a +")]
        Won,
        #[fault("fibonacci_steps", "the steps left are not ?, nor a number up to 6 with or without +")]
        Steps,
        /// No turn of this number has so many steps. After a step they have a mark.
        #[fault(
            "fibonacci_steps_left",
            "turn {turn} cannot have {steps}{mark} {noun} left",
            noun = if *steps == 1 { "step" } else { "steps" }
        )]
        StepsLeft { turn: u32, steps: u8, mark: &'static str },
        /// It would be the other player's turn.
        #[fault("fibonacci_no_steps_left", "a turn without steps left is over")]
        NoStepsLeft,
    }
}
