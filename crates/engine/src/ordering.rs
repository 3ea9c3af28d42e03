//! In which order moves are tried: what was best before, what the game thinks urgent, what refuted the last move
//! elsewhere.

use crate::alpha_beta::Evaluate;

/// The urgency of the move that was best before, and of the killers: above and below what a game may call urgent.
const BEST_BEFORE: i32 = 1 << 30;
const KILLERS: [i32; 2] = [(1 << 20) + 1, 1 << 20];

/// The most that the history can say about a move, for or against it.
const HISTORY_LIMIT: i32 = 1 << 14;

/// What was learned about moves, whatever the position.
#[derive(Clone, Debug)]
pub(crate) struct Ordering<G: Evaluate> {
    /// For each distance from the root the two moves that refuted something last.
    killers: Vec<[Option<G::Move>; 2]>,
    /// For each player and move how often it refuted something, and how often it failed to.
    history: [Vec<i32>; 2],
}

impl<G: Evaluate> Ordering<G> {
    pub(crate) fn new() -> Ordering<G> {
        Ordering {
            killers: Vec::new(),
            history: [vec![0; G::MOVE_NUMBERS], vec![0; G::MOVE_NUMBERS]],
        }
    }

    /// Killers belong to one search, the history fades.
    pub(crate) fn begin_search(&mut self) {
        self.killers.clear();
        for value in self.history.iter_mut().flatten() {
            *value /= 2;
        }
    }

    /// Rates moves: the most urgent is to be tried first.
    pub(crate) fn rate(
        &self,
        position: &G,
        best_before: Option<u16>,
        ply: usize,
        moves: &[G::Move],
        urgencies: &mut Vec<i32>,
    ) {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let history = &self.history[position.player().index()];
        urgencies.clear();
        urgencies.extend(moves.iter().map(|&mv| {
            if best_before.is_some_and(|best| usize::from(best) == G::move_number(mv)) {
                return BEST_BEFORE;
            }
            let killer = killers.iter().position(|&killer| killer == Some(mv));
            killer.map_or(0, |index| KILLERS[index]) + position.urgency(mv) + history[G::move_number(mv)]
                - HISTORY_LIMIT
        }));
    }

    /// The last of these moves refuted what led to the position, those before it did not.
    pub(crate) fn reward(&mut self, position: &G, tried: &[G::Move], depth: i32, ply: usize) {
        let Some((&refutation, failed)) = tried.split_last() else {
            return;
        };
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(refutation) {
            *killers = [Some(refutation), killers[0]];
        }
        let history = &mut self.history[position.player().index()];
        let weight = (depth * depth).min(HISTORY_LIMIT / 8);
        let mut add = |mv, weight: i32| {
            let value: &mut i32 = &mut history[G::move_number(mv)];
            // What is far from 0 is drawn back, so that nothing leaves the limits.
            *value += weight - *value * weight.abs() / HISTORY_LIMIT;
        };
        add(refutation, weight);
        failed.iter().for_each(|&mv| add(mv, -weight));
    }
}
