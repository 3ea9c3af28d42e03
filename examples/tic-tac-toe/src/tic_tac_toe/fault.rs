//! What can be wrong in Tic-tac-toe.

use halte_game::faults;

faults! {
    /// Why a text or a move of Tic-tac-toe is refused.
    pub enum Fault {
        #[fault("tic_tac_toe_taken", "the cell is taken")]
        Taken,
        #[fault("tic_tac_toe_cell", "the cells are a1 to c3")]
        Cell,
        #[fault("tic_tac_toe_position", "a position is three rows of x, o and numbers, then x or o: 3/1x1/3 o")]
        Position,
    }
}
