//! What the engine knows about Fibonacci, classic and with cards.

mod attack;
mod masks;
#[cfg(test)]
mod tests;
mod winning_turn;

use halte_game::{Game, Outcome, Player, Turn};
use halte_games::fibonacci::{Fibonacci, Move};

use self::attack::Attack;
use self::winning_turn::WinningTurn;
use crate::level::strengths;
use crate::turn_search::{Budget, TurnKnowledge, TurnSearch};
use crate::{Answer, Control, Engine, Level, Search, Settings, Solver, Strength};

impl Engine for Fibonacci {
    fn strongest_search(settings: &Settings) -> Box<dyn Search<Fibonacci>> {
        Box::new(TurnSearch::new(settings, Knowledge::new))
    }

    fn strength(_: &<Fibonacci as Game>::Options, level: Level) -> Strength {
        STRENGTHS[level.index()]
    }

    fn solver(memory: usize) -> Box<dyn Solver<Fibonacci>> {
        Box::new(TurnSolver(WinningTurn::new(memory)))
    }
}

/// Proves what is won within the turn: what comes after is beyond any proof, with thousands of turns to answer.
struct TurnSolver(WinningTurn);

impl Solver<Fibonacci> for TurnSolver {
    fn win(&mut self, position: &Fibonacci, control: &Control<'_>) -> Answer<Move> {
        match self.0.find(position, &mut Budget::new(control, u64::MAX)) {
            Some(moves) => Answer::Win { moves },
            None if control.is_over() => Answer::Unknown,
            None => Answer::NoWin,
        }
    }

    fn win_by(&mut self, position: &Fibonacci, mv: Move, control: &Control<'_>) -> Answer<Move> {
        let hero = position.player();
        let mut next = position.clone();
        next.play_unchecked(mv);
        match next.turn() {
            Turn::Over(Outcome::Win(winner)) if winner == hero => Answer::Win { moves: Vec::new() },
            Turn::Player(_) if !next.begins_turn() => self.win(&next, control),
            _ => Answer::NoWin,
        }
    }

    fn quickest_win(&mut self, _: &Fibonacci, line: Vec<Move>, _: &Control<'_>) -> Answer<Move> {
        Answer::Win { moves: line }
    }
}

/// Not calibrated yet.
const STRENGTHS: [Strength; Level::COUNT] = strengths([
    (100, 0.2),
    (200, 0.1),
    (500, 0.05),
    (1_000, 0.03),
    (3_000, 0.02),
    (10_000, 0.01),
    (30_000, 0.0),
    (100_000, 0.0),
    (300_000, 0.0),
    (1_000_000, 0.0),
]);

/// What the search over turns asks.
struct Knowledge {
    winning_turn: WinningTurn,
    /// Attacks with their estimates: most steps change only one player's attack.
    estimates: Vec<Option<(Attack, f32)>>,
}

/// Estimates remembered: they fit into the second-level cache.
const ESTIMATES: usize = 4096;

/// From this turn on every classic turn has six steps before the reduction.
const MOST_STEPS: u32 = 6;

/// The steps of a turn with cards on average: the mean of a full pack.
const MEAN_CARD: f32 = 3.5;

/// How much more likely a step's lead makes winning: an eighth at first. Untested guess.
const STEP_WEIGHT: f32 = 0.25;

impl Knowledge {
    /// What fits into this memory, in bytes, and into the processor's cache.
    fn new(memory: usize) -> Knowledge {
        Knowledge {
            winning_turn: WinningTurn::new(memory),
            estimates: vec![None; ESTIMATES],
        }
    }

    /// About how many steps an attack needs.
    fn estimate(&mut self, attack: Attack) -> f32 {
        let slot = &mut self.estimates[attack.hash() as usize % ESTIMATES];
        match slot {
            Some((known, estimate)) if *known == attack => *estimate,
            _ => {
                let estimate = attack.estimate();
                *slot = Some((attack, estimate));
                estimate
            }
        }
    }
}

impl TurnKnowledge<Fibonacci> for Knowledge {
    fn winning_turn(&mut self, position: &Fibonacci, budget: &mut Budget<'_, '_>) -> Option<Vec<Move>> {
        self.winning_turn.find(position, budget)
    }

    /// Both players' steps to go, less those of their next turns.
    fn evaluate(&mut self, position: &Fibonacci, player: Player) -> f32 {
        let mut steps_to_go = |attacker: Player| {
            let to_go = self.estimate(Attack::of(position, attacker));
            let steps = match position.packs() {
                Some(_) => MEAN_CARD,
                None => {
                    let taken_away = position.pieces().attackers(!attacker).len() as f32;
                    position.turn_number().saturating_add(1).min(MOST_STEPS) as f32 - taken_away
                }
            };
            to_go - steps
        };
        let lead = steps_to_go(!player) - steps_to_go(player);
        // Unlike an exponential, a square root is the same on every machine.
        let slope = STEP_WEIGHT * lead;
        0.5 + 0.5 * slope / (1.0 + slope * slope).sqrt()
    }

    fn clear(&mut self) {
        self.winning_turn.clear();
    }
}
