//! Counting move sequences: the classic test that two implementations of the same rules agree.

use crate::playthrough::DRAWING_REPETITION;
use crate::{Game, Repetition};

/// The number of move sequences of exactly this length from a position, which stands for the first time.
///
/// Depth 0 has one, the empty sequence. A finished game has no continuations. A drawn card counts as a move.
#[must_use]
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    let mut path = vec![position.repetition()];
    let mut buffers = Vec::new();
    descend(position, depth, &mut path, &mut buffers)
}

fn descend<G: Game>(position: &G, depth: u32, path: &mut Vec<Repetition>, buffers: &mut Vec<Vec<G::Move>>) -> u64 {
    if depth == 0 {
        return 1;
    }
    if stands_the_third_time(path) {
        return 0;
    }
    if depth == 1 {
        return position.move_count() as u64;
    }
    let mut moves = buffers.pop().unwrap_or_default();
    moves.clear();
    position.legal_moves(&mut moves);
    let mut count = 0;
    for &mv in &moves {
        let mut next = position.clone();
        next.play_unchecked(mv);
        path.push(next.repetition());
        count += descend(&next, depth - 1, path, buffers);
        path.pop();
    }
    buffers.push(moves);
    count
}

fn stands_the_third_time(path: &[Repetition]) -> bool {
    let Some(Repetition::Key(key)) = path.last() else {
        return false;
    };
    let mut count = 0;
    for earlier in path.iter().rev() {
        match earlier {
            Repetition::Key(other) if other == key => count += 1,
            Repetition::Fresh(other) => return count + u32::from(other == key) >= DRAWING_REPETITION,
            Repetition::Key(_) | Repetition::None => {}
        }
    }
    count >= DRAWING_REPETITION
}
