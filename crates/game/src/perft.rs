//! Counting move sequences: the classic test that two implementations of the same rules agree.

use crate::{DRAWING_REPETITION, Game, History};

/// The number of move sequences of exactly this length from a position, which stands for the first time.
///
/// Depth 0 has one, the empty sequence. A finished game has no continuations. A drawn card counts as a move.
#[must_use]
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.move_count() as u64,
        _ => perft_by_move(position, depth).iter().map(|(_, count)| count).sum(),
    }
}

/// The same number by first moves; none for depth 0.
#[must_use]
pub fn perft_by_move<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut count = Count {
        history: History::new(),
        buffers: Vec::new(),
    };
    count.history.note(position.repetition());
    let moves = position.legal_moves();
    let behind = |mv| (mv, count.behind(position, mv, rest));
    moves.into_iter().map(behind).collect()
}

/// What a count carries along.
struct Count<M> {
    history: History,
    /// Lists to use again, so that counting does not allocate.
    buffers: Vec<Vec<M>>,
}

impl<M: Copy> Count<M> {
    /// The sequences that follow a move.
    fn behind<G: Game<Move = M>>(&mut self, position: &G, mv: M, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut next = position.clone();
        next.play_unchecked(mv);
        let mark = self.history.mark();
        let is_drawn = self.history.note(next.repetition()) >= DRAWING_REPETITION;
        let count = match depth {
            _ if is_drawn => 0,
            1 => next.move_count() as u64,
            _ => {
                let mut moves = self.buffers.pop().unwrap_or_default();
                next.add_legal_moves(&mut moves);
                let count = moves.iter().map(|&mv| self.behind(&next, mv, depth - 1)).sum();
                moves.clear();
                self.buffers.push(moves);
                count
            }
        };
        self.history.rewind(mark);
        count
    }
}
