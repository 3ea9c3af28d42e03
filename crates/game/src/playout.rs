//! Uniformly random games: the measure of speed, and the raw material of tests and tree search.

use rand_core::Rng;

use crate::{DRAWING_REPETITION, Game, History, Outcome};

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
/// The history is what has stood so far, `position` included. The playout adds to it: whoever goes on from before
/// rewinds it.
// A function of its own: within a large caller the compiler would no longer inline what the loop calls.
#[inline(never)]
pub fn playout<G: Game, R: Rng + ?Sized>(
    position: &mut G,
    history: &mut History,
    random: &mut R,
    limit: usize,
) -> Playout {
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
    Playout {
        moves,
        outcome: position.turn().outcome(),
    }
}
