//! The quickest forced win: the game cut off after more and more moves, until it is won before.

use std::fmt;

use halte_game::rand_core::Rng;
use halte_game::random::mix;
use halte_game::{Game, IllegalMove, Outcome, ParseError, Player, Playthrough, Reason, Repetition, Turn};

use super::{Answer, prove_win};
use crate::Control;

/// The quickest forced win of the player to move within so many moves, with the longest resistance to it.
///
/// What has stood before does not count.
pub fn quickest_win<G: Game>(position: &G, moves: usize, memory: usize, control: &Control<'_>) -> Answer<G::Move> {
    for left in 1..=moves {
        match prove_win_within(position, position.player(), left, memory, control) {
            Answer::NoWin => {}
            found => return found,
        }
    }
    Answer::NoWin
}

/// Tries to prove that a player wins within so many moves, or that this player cannot force it.
///
/// What has stood before does not count.
pub fn prove_win_within<G: Game>(
    position: &G,
    hero: Player,
    moves: usize,
    memory: usize,
    control: &Control<'_>,
) -> Answer<G::Move> {
    let limited = Within {
        position: position.clone(),
        left: moves,
    };
    prove_win(&Playthrough::new(limited), hero, memory, control)
}

/// A game that is drawn if it is not won within so many moves.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Within<G> {
    position: G,
    left: usize,
}

impl<G: Game> fmt::Display for Within<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} within {}", self.position, self.left)
    }
}

impl<G: Game> Game for Within<G> {
    type Move = G::Move;
    type Fault = G::Fault;
    type Options = G::Options;

    fn start(options: &G::Options) -> Within<G> {
        let position = G::start(options);
        Within {
            position,
            left: usize::MAX,
        }
    }

    fn options(&self) -> G::Options {
        self.position.options()
    }

    fn parse(options: &G::Options, text: &str) -> Result<Within<G>, ParseError<G::Fault>> {
        let position = G::parse(options, text)?;
        Ok(Within {
            position,
            left: usize::MAX,
        })
    }

    fn parse_move(options: &G::Options, text: &str) -> Result<G::Move, ParseError<G::Fault>> {
        G::parse_move(options, text)
    }

    fn turn(&self) -> Turn {
        match self.position.turn() {
            Turn::Player(_) | Turn::Chance if self.left == 0 => Turn::Over(Outcome::Draw),
            turn => turn,
        }
    }

    fn player(&self) -> Player {
        self.position.player()
    }

    fn begins_turn(&self) -> bool {
        self.position.begins_turn()
    }

    fn add_legal_moves(&self, moves: &mut Vec<G::Move>) {
        if self.left > 0 {
            self.position.add_legal_moves(moves);
        }
    }

    fn move_count(&self) -> usize {
        if self.left > 0 { self.position.move_count() } else { 0 }
    }

    fn random_move<R: Rng + ?Sized>(&self, random: &mut R) -> Option<G::Move> {
        if self.left > 0 {
            self.position.random_move(random)
        } else {
            None
        }
    }

    fn weight(&self, outcome: G::Move) -> u32 {
        self.position.weight(outcome)
    }

    fn check(&self, mv: G::Move) -> Result<(), IllegalMove<G::Fault>> {
        if self.left > 0 {
            self.position.check(mv)
        } else {
            Err(IllegalMove::new(mv, Reason::Over))
        }
    }

    fn play_unchecked(&mut self, mv: G::Move) {
        self.position.play_unchecked(mv);
        self.left = self.left.saturating_sub(1);
    }

    fn key(&self) -> u64 {
        self.position.key() ^ mix(self.left as u64)
    }

    fn search_key(&self) -> u64 {
        self.position.search_key() ^ mix(self.left as u64)
    }

    fn repetition(&self) -> Repetition {
        self.position.repetition()
    }
}
