//! What proves that a puzzle is one.

use halte_game::{Game, Playthrough};

use crate::{Answer, Control, prove_win, prove_win_within, quickest_win};

/// Proves who wins, as far as puzzles of a game ask for it.
pub trait Solver<G: Game>: Send {
    /// Whether the player to move can force a win.
    ///
    /// Where nobody could prove that there is none, as in Mobius, it is asked whether there is one within so many moves.
    fn win(&mut self, position: &G, within: usize, control: &Control<'_>) -> Answer<G::Move>;

    /// Whether the player to move can force a win that begins with this move; the answer's line goes on after it.
    /// `within` is as above, this move counted.
    fn win_by(&mut self, position: &G, mv: G::Move, within: usize, control: &Control<'_>) -> Answer<G::Move>;

    /// The quickest win of the player to move, who is known to win by `line`.
    fn quickest_win(&mut self, position: &G, line: Vec<G::Move>, control: &Control<'_>) -> Answer<G::Move>;
}

/// Proof search.
#[derive(Clone, Copy, Debug)]
pub struct ProofSolver {
    memory: usize,
    horizon: Option<usize>,
}

impl ProofSolver {
    /// A solver that uses so many bytes of memory.
    #[must_use]
    pub const fn new(memory: usize) -> ProofSolver {
        ProofSolver { memory, horizon: None }
    }

    /// The same, but only what is won within so many moves is a win.
    #[must_use]
    pub const fn within(self, moves: usize) -> ProofSolver {
        ProofSolver {
            horizon: Some(moves),
            ..self
        }
    }
}

impl<G: Game> Solver<G> for ProofSolver {
    fn win(&mut self, position: &G, _: usize, control: &Control<'_>) -> Answer<G::Move> {
        match self.horizon {
            Some(moves) => quickest_win(position, moves, self.memory, control),
            None => prove_win(
                &Playthrough::new(position.clone()),
                position.player(),
                self.memory,
                control,
            ),
        }
    }

    fn win_by(&mut self, position: &G, mv: G::Move, _: usize, control: &Control<'_>) -> Answer<G::Move> {
        let hero = position.player();
        let mut next = position.clone();
        next.play_unchecked(mv);
        match self.horizon {
            Some(moves) => prove_win_within(&next, hero, moves - 1, self.memory, control),
            None => prove_win(&Playthrough::new(next), hero, self.memory, control),
        }
    }

    fn quickest_win(&mut self, position: &G, line: Vec<G::Move>, control: &Control<'_>) -> Answer<G::Move> {
        match quickest_win(position, line.len() - 1, self.memory, control) {
            Answer::NoWin => Answer::Win { moves: line },
            answer => answer,
        }
    }
}
