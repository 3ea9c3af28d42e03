//! Tic-tac-toe, as an example of a new game. The folder `tic_tac_toe` is what would lie in `crates/games/src`, the folder
//! `game` what would lie in `games/`; "Adding a game" in CONTRIBUTING.md tells the steps, and `product.patch` is all that
//! changes elsewhere.

pub mod tic_tac_toe;

use halte_engine::Engine;

/// Plain UCT and levels that nobody has calibrated are good enough here.
impl Engine for tic_tac_toe::TicTacToe {}
