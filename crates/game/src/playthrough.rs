//! A game under way: the position, the moves that led to it, and the history behind the rule of repetition.

use std::sync::Arc;

use rand_core::Rng;

use crate::history::Mark;
use crate::record::Problem;
use crate::{DRAWING_REPETITION, Game, History, IllegalMove, Outcome, Reason, Turn};

/// A game from its start, with every move that was played.
///
/// Earlier positions are kept, so that taking a move back takes the same time however long the game is; copies of a game
/// share them.
#[derive(Clone, Debug)]
pub struct Playthrough<G: Game> {
    /// The positions before the one now, the start first, each with the history it stood in: one for each move.
    earlier: Vec<Arc<(G, Mark)>>,
    position: G,
    moves: Vec<G::Move>,
    history: History,
    repeated: bool,
}

impl<G: Game> Playthrough<G> {
    /// A game that starts from the given position, which stands for the first time.
    #[must_use]
    pub fn new(start: G) -> Playthrough<G> {
        let mut history = History::new();
        history.note(start.repetition());
        Playthrough {
            earlier: Vec::new(),
            position: start,
            moves: Vec::new(),
            history,
            repeated: false,
        }
    }

    /// The position the game started from.
    #[must_use]
    pub fn start(&self) -> &G {
        self.earlier.first().map_or(&self.position, |first| &first.0)
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

    /// All moves played so far, each with the position it was played in.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = (&G, G::Move)> + ExactSizeIterator {
        let positions = self.earlier.iter().map(|earlier| &earlier.0);
        positions.zip(self.moves.iter().copied())
    }

    /// What has stood so far, the position now included: a search or a playout goes on from a copy of it.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
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

    /// All legal moves; none when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<G::Move> {
        if self.repeated {
            Vec::new()
        } else {
            self.position.legal_moves()
        }
    }

    /// How many legal moves there are.
    #[must_use]
    pub fn move_count(&self) -> usize {
        if self.repeated { 0 } else { self.position.move_count() }
    }

    /// Says why a move is illegal, if it is.
    pub fn check(&self, mv: G::Move) -> Result<(), IllegalMove<G::Fault>> {
        if self.repeated {
            return Err(IllegalMove::new(mv, Reason::Repetition));
        }
        self.position.check(mv)
    }

    /// Plays a move, or leaves the game unchanged.
    pub fn play(&mut self, mv: G::Move) -> Result<(), IllegalMove<G::Fault>> {
        self.check(mv)?;
        self.earlier
            .push(Arc::new((self.position.clone(), self.history.mark())));
        self.position.play_unchecked(mv);
        self.moves.push(mv);
        self.repeated = self.history.note(self.position.repetition()) >= DRAWING_REPETITION;
        Ok(())
    }

    /// Plays a move as it is written, and says which it was.
    pub fn play_text(&mut self, text: &str) -> Result<G::Move, Problem<G::Fault>> {
        let mv = G::parse_move(&self.position.options(), text)?;
        self.play(mv)?;
        Ok(mv)
    }

    /// Plays random moves until so many have been played since the start, or the game is over.
    pub fn play_random<R: Rng + ?Sized>(&mut self, random: &mut R, moves: usize) {
        while self.moves.len() < moves
            && let Some(mv) = self.position.random_move(random)
            && self.play(mv).is_ok()
        {}
    }

    /// Takes the last move back, and says which it was.
    pub fn undo(&mut self) -> Option<G::Move> {
        let undone = self.moves.pop()?;
        let (position, mark) = Arc::unwrap_or_clone(self.earlier.pop()?);
        self.position = position;
        self.history.rewind(mark);
        self.repeated = false;
        Some(undone)
    }
}
