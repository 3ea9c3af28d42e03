//! A game under way: the position, the moves that led to it, and the history behind the rule of repetition.

use std::collections::HashMap;

use crate::{Game, IllegalMove, Outcome, Repetition, Turn};

/// How often a position stands before the game is drawn.
pub const DRAWING_REPETITION: u32 = 3;

/// A game from its start, with every move that was played.
///
/// Earlier positions are kept, so that taking a move back takes the same time however long the game is. Playouts
/// count repetitions with a [`History`](crate::History) instead, which cannot take back.
#[derive(Clone, Debug)]
pub struct Playthrough<G: Game> {
    /// The positions before the one now, the start first: one for each move.
    earlier: Vec<G>,
    position: G,
    moves: Vec<G::Move>,
    stood: Stood,
    repeated: bool,
}

impl<G: Game> Playthrough<G> {
    /// A game that starts from the given position, which stands for the first time.
    #[must_use]
    pub fn new(start: G) -> Playthrough<G> {
        let mut stood = Stood::default();
        stood.note(start.repetition());
        Playthrough {
            earlier: Vec::new(),
            position: start,
            moves: Vec::new(),
            stood,
            repeated: false,
        }
    }

    /// The position the game started from.
    #[must_use]
    pub fn start(&self) -> &G {
        self.earlier.first().unwrap_or(&self.position)
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &G {
        &self.position
    }

    /// All moves played so far.
    #[must_use]
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Whether the game was drawn by the third repetition of a position.
    #[must_use]
    pub fn is_repetition(&self) -> bool {
        self.repeated
    }

    /// Who acts next, repetition included.
    #[must_use]
    pub fn turn(&self) -> Turn {
        match self.position.turn() {
            Turn::Over(outcome) => Turn::Over(outcome),
            _ if self.repeated => Turn::Over(Outcome::Draw),
            turn => turn,
        }
    }

    /// Appends all legal moves; none when the game is over.
    pub fn legal_moves(&self, moves: &mut Vec<G::Move>) {
        if !self.repeated {
            self.position.legal_moves(moves);
        }
    }

    /// How many legal moves there are.
    #[must_use]
    pub fn move_count(&self) -> usize {
        if self.repeated { 0 } else { self.position.move_count() }
    }

    /// Says why a move is illegal, if it is.
    pub fn check(&self, mv: G::Move) -> Result<(), IllegalMove> {
        if self.repeated {
            return Err(IllegalMove::new(mv, "the game is over: drawn by repetition"));
        }
        self.position.check(mv)
    }

    /// Plays a move, or leaves the game unchanged.
    pub fn play(&mut self, mv: G::Move) -> Result<(), IllegalMove> {
        self.check(mv)?;
        self.earlier.push(self.position.clone());
        self.position.play_unchecked(mv);
        self.moves.push(mv);
        self.repeated = self.stood.note(self.position.repetition()) >= DRAWING_REPETITION;
        Ok(())
    }

    /// Takes the last move back, and says which it was.
    pub fn undo(&mut self) -> Option<G::Move> {
        let undone = self.moves.pop()?;
        self.stood.forget(self.position.repetition());
        self.position = self.earlier.pop()?;
        self.repeated = false;
        Some(undone)
    }
}

/// How often each position of a game has stood.
#[derive(Clone, Debug, Default)]
struct Stood {
    /// How often nothing that stood before could come again: keys of different eras are different positions.
    era: usize,
    counts: HashMap<(usize, u64), u32>,
}

impl Stood {
    /// Notes that a position stands, and says how many times it has stood by now (0 if it does not count).
    fn note(&mut self, repetition: Repetition) -> u32 {
        let key = match repetition {
            Repetition::None => return 0,
            Repetition::Key(key) => key,
            Repetition::Fresh(key) => {
                self.era += 1;
                key
            }
        };
        let count = self.counts.entry((self.era, key)).or_default();
        *count += 1;
        *count
    }

    /// Takes back the last note that was taken, which was of this position.
    fn forget(&mut self, repetition: Repetition) {
        let (Repetition::Key(key) | Repetition::Fresh(key)) = repetition else {
            return;
        };
        if let Some(count) = self.counts.get_mut(&(self.era, key)) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&(self.era, key));
            }
        }
        if matches!(repetition, Repetition::Fresh(_)) {
            self.era -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{History, Random};

    #[test]
    fn counts_as_history_does_and_takes_back() {
        let mut random = Random::new(5);
        let mut stood = Stood::default();
        let mut noted: Vec<Repetition> = Vec::new();
        for _ in 0..2_000 {
            for _ in 0..random.below(8) {
                if let Some(last) = noted.pop() {
                    stood.forget(last);
                }
            }
            for _ in 0..random.below(12) {
                let key = random.below(5) as u64;
                noted.push(match random.below(20) {
                    0 => Repetition::Fresh(key),
                    1..4 => Repetition::None,
                    _ => Repetition::Key(key),
                });
                let mut history = History::new();
                let expected = noted.iter().map(|&repetition| history.note(repetition)).last();
                assert_eq!(noted.last().map(|&last| stood.note(last)), expected);
            }
        }
        while let Some(last) = noted.pop() {
            stood.forget(last);
        }
        assert_eq!((stood.era, stood.counts.len()), (0, 0));
    }
}
