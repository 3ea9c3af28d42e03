//! What can be wrong in Move.

use halte_game::faults;

faults! {
    /// Why a text or a move of Move is refused.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum Fault {
        /// No cell is free.
        #[fault("move_full", "the board is full: push a line")]
        Full,
        /// Cells are free.
        #[fault("move_not_full", "the board is not full yet: place a marble")]
        NotFull,
        /// A marble is there.
        #[fault("move_not_free", "the cell is not free")]
        NotFree,
        /// It would undo what the opponent did.
        #[fault("move_inverse", "it is the inverse of the opponent's last push")]
        Inverse,
        /// It is neither a cell nor a push.
        #[fault("move_move", "a move is a cell such as b4 or a push such as 3> or bv")]
        Move,
        /// The position has other parts.
        #[fault(
            "move_fields",
            "a position is the rows, the marble in hand, the player to move and the last push"
        )]
        Fields,
        /// No marble is in hand.
        #[fault("move_hand", "the marble in hand is o, g, n or k")]
        Hand,
        /// Nobody is to move.
        #[fault("move_player", "the player to move is o or g")]
        Player,
        /// It is no push.
        #[fault("move_last", "the last push is one such as 3> or bv, or - if there was none")]
        Last,
        /// There are more or fewer rows.
        #[fault("move_rows", "the board has 5 rows")]
        Rows,
        /// A row has more or fewer cells.
        #[fault("move_row_length", "row {row} does not have 5 cells")]
        RowLength { row: char },
        /// A number in a row is not one of free cells.
        #[fault("move_row_number", "row {row}: free cells are a number from 1 to 5")]
        RowNumber { row: char },
        /// A row has something else.
        #[fault("move_row_letter", "row {row}: {letter:?} is neither a marble nor a number")]
        RowLetter { row: char, letter: char },
        /// The black marble is on the board too early.
        #[fault("move_black", "while cells are free the black marble is in hand")]
        Black,
        /// Lines are pushed on a full board.
        #[fault("move_pushed", "while cells are free nothing was pushed")]
        Pushed,
        /// The neutral marbles have moved too early.
        #[fault("move_cross", "while cells are free the neutral marbles stand on column c and row 3")]
        Cross,
        /// Orange has more marbles, or fewer.
        #[fault("move_orange", "orange is to move only when both placed as many marbles")]
        Orange,
        /// Green has not one marble less.
        #[fault("move_green", "green is to move only when orange placed one marble more")]
        Green,
        /// Marbles are missing.
        #[fault("move_marbles", "board and hand have 8 orange, 8 green, 9 neutral marbles and 1 black")]
        Marbles,
    }
}
