//! What can be wrong in Mobius.

use halte_game::faults;

faults! {
    /// Why a text or a move of Mobius is refused.
    pub enum Fault {
        #[fault("mobius_occupied", "a stone is there already")]
        Occupied,
        #[fault("mobius_cell", "a cell is a column from a to l, then a row from 0 to 12")]
        Cell,
        #[fault("mobius_cell_row", "after the column comes a row from 0 to 12")]
        CellRow,
        #[fault("mobius_fields", "after the rows come a space and the player to move")]
        Fields,
        #[fault("mobius_player", "the player to move is r or b")]
        Player,
        #[fault("mobius_rows", "there are 13 rows, not {rows}")]
        Rows { rows: usize },
        #[fault("mobius_row_length", "row {row} must have 12 cells")]
        RowLength { row: usize },
        #[fault("mobius_row_zero", "row {row} has a number that begins with 0")]
        RowZero { row: usize },
        #[fault("mobius_row_letter", "row {row} has {letter:?}, which is neither r, b nor a number")]
        RowLetter { row: usize, letter: char },
    }
}
