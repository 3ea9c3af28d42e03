//! Uniformly random games: the measure of speed, and the raw material of tests and tree search.

use crate::playthrough::DRAWING_REPETITION;
use crate::{Game, History, Outcome, Random, Turn};

/// How one random game went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// Moves made, drawn cards included.
    pub moves: usize,
    /// The outcome, unless the game was cut off.
    pub outcome: Option<Outcome>,
}

/// Plays uniformly random legal moves from `position` to the end of the game, or until `limit` moves are made.
///
/// The history is cleared first; it is handed in so that many playouts share one allocation.
// A function of its own: within a large caller the compiler would no longer inline what the loop calls.
#[inline(never)]
pub fn playout<G: Game>(position: &mut G, history: &mut History, random: &mut Random, limit: usize) -> Playout {
    history.clear();
    history.note(position.repetition());
    let mut moves = 0;
    while moves < limit {
        let Some(mv) = position.random_move(random) else {
            break;
        };
        position.play_unchecked(mv);
        moves += 1;
        if history.note(position.repetition()) >= DRAWING_REPETITION && !position.turn().is_over() {
            return Playout {
                moves,
                outcome: Some(Outcome::Draw),
            };
        }
    }
    let outcome = match position.turn() {
        Turn::Over(outcome) => Some(outcome),
        Turn::Player(_) | Turn::Chance => None,
    };
    Playout { moves, outcome }
}
