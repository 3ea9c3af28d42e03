//! What can be wrong in Tic-tac-toe.

use halte_game::faults;

faults! {
    /// Why a text or a move of Tic-tac-toe is refused.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum Fault {
        /// Somebody has the cell.
        #[fault("tic_tac_toe_taken", "the cell is taken")]
        Taken,
        /// It names no cell.
        #[fault("tic_tac_toe_cell", "the cells are a1 to c3")]
        Cell,
        /// It is no position.
        #[fault("tic_tac_toe_position", "a position is three rows of x, o and numbers, then x or o: 3/1x1/3 o")]
        Position,
    }
}
