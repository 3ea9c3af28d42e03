//! Whether a player can win within a turn, and how: an exact search.
//!
//! Iterative deepening over the steps, so that the quickest win is found first. Steps after which too few are left are
//! never made, and positions from which nothing was found are remembered: other orders of the same steps lead there, and
//! other turns.

use halte_game::random::mix;
use halte_game::{Game, Outcome, Turn};
use halte_games::fibonacci::{Fibonacci, Move, Points};

use super::attack::Attack;
use super::masks::place;
use crate::turn_search::Budget;

/// The search for a winning turn, with what it remembers.
pub(super) struct WinningTurn {
    /// Keys of positions and numbers of steps with which they cannot be won; 0 where there is none.
    failed: Vec<u64>,
}

/// Positions remembered at most: more than a search of some seconds fails at.
const MOST_FAILED: usize = 1 << 20;

impl WinningTurn {
    /// A search that remembers as much as the memory allows, in bytes.
    pub(super) fn new(memory: usize) -> WinningTurn {
        let room = memory / 2 / size_of::<u64>();
        WinningTurn {
            failed: vec![0; room.clamp(1, MOST_FAILED)],
        }
    }

    pub(super) fn clear(&mut self) {
        self.failed.fill(0);
    }

    /// The quickest way to win within the steps of this turn, unless there is none or the budget ends before.
    pub(super) fn find(&mut self, position: &Fibonacci, budget: &mut Budget<'_, '_>) -> Option<Vec<Move>> {
        let steps = u32::from(position.steps_left()?);
        let attack = Attack::of(position, position.player());
        for limit in 1..=steps {
            if attack.is_possible_within(limit) {
                let mut moves = Vec::new();
                match self.within(position, limit, &mut moves, budget) {
                    Found::Win => {
                        moves.reverse();
                        return Some(moves);
                    }
                    Found::Nothing => {}
                    Found::Unknown => return None,
                }
            }
        }
        None
    }

    /// Looks for a win within so many steps; its steps are appended, the last one first.
    fn within(
        &mut self,
        position: &Fibonacci,
        steps: u32,
        moves: &mut Vec<Move>,
        budget: &mut Budget<'_, '_>,
    ) -> Found {
        let key = position.pieces().key() ^ mix(u64::from(steps) << 1 | position.player().index() as u64);
        let slot = key as usize % self.failed.len();
        if self.failed[slot] == key {
            return Found::Nothing;
        }
        if budget.spend() {
            return Found::Unknown;
        }
        let player = position.player();
        let attack = Attack::of(position, player);
        let kinds = [position.pieces().attack(player), position.pieces().defence(player)];
        for group in kinds.into_iter().flat_map(Points::groups) {
            for from in group.points {
                for to in group.around {
                    if !attack.stepped(place(from), place(to)).is_possible_within(steps - 1) {
                        continue;
                    }
                    let mv = Move::Step { from, to };
                    let mut next = position.clone();
                    next.play_unchecked(mv);
                    let found = match next.turn() {
                        Turn::Over(Outcome::Win(winner)) if winner == player => Found::Win,
                        Turn::Over(_) => Found::Nothing,
                        _ if steps > 1 => self.within(&next, steps - 1, moves, budget),
                        _ => Found::Nothing,
                    };
                    match found {
                        Found::Win => {
                            moves.push(mv);
                            return Found::Win;
                        }
                        Found::Nothing => {}
                        Found::Unknown => return Found::Unknown,
                    }
                }
            }
        }
        self.failed[slot] = key;
        Found::Nothing
    }
}

/// What a search for a win found.
enum Found {
    Win,
    Nothing,
    /// The budget ended before.
    Unknown,
}
