//! What can be wrong in Move.

use halte_game::faults;

faults! {
    /// Why a text or a move of Move is refused.
    pub enum Fault {
        #[fault("move_full", "the board is full: push a line")]
        Full,
        #[fault("move_not_full", "the board is not full yet: place a marble")]
        NotFull,
        #[fault("move_not_free", "the cell is not free")]
        NotFree,
        /// It would undo what the opponent did.
        #[fault("move_inverse", "it is the inverse of the opponent's last push")]
        Inverse,
        #[fault("move_move", "a move is a cell such as b4 or a push such as 3> or bv")]
        Move,
        #[fault(
            "move_fields",
            "a position is the rows, the marble in hand, the player to move and the last push"
        )]
        Fields,
        #[fault("move_hand", "the marble in hand is o, g, n or k")]
        Hand,
        #[fault("move_player", "the player to move is o or g")]
        Player,
        #[fault("move_last", "the last push is one such as 3> or bv, or - if there was none")]
        Last,
        #[fault("move_rows", "the board has 5 rows")]
        Rows,
        #[fault("move_row_length", "row {row} does not have 5 cells")]
        RowLength { row: char },
        #[fault("move_row_number", "row {row}: free cells are a number from 1 to 5")]
        RowNumber { row: char },
        #[fault("move_row_letter", "row {row}: {letter:?} is neither a marble nor a number")]
        RowLetter { row: char, letter: char },
        #[fault("move_black", "while cells are free the black marble is in hand")]
        Black,
        /// Lines are pushed on a full board.
        #[fault("move_pushed", "while cells are free nothing was pushed")]
        Pushed,
        #[fault("move_cross", "while cells are free the neutral marbles stand on column c and row 3")]
        Cross,
        #[fault("move_orange", "orange is to move only when both placed as many marbles")]
        Orange,
        #[fault("move_green", "green is to move only when orange placed one marble more")]
        Green,
        #[fault("move_marbles", "board and hand have 8 orange, 8 green, 9 neutral marbles and 1 black")]
        Marbles,
    }
}
