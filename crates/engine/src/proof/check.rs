//! The check of a proof: a strategy against every reply and every drawn card, walked by the rules to its ends.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Place;

use halte_game::{DRAWING_REPETITION, Game};

use super::attempt::{Attempt, Claim, possible_moves};
use super::table::{Numbers, Table};
use crate::Control;

/// Memory for one position of a strategy, in bytes, generously: an entry in each of two maps that are at worst half full,
/// and are copied when they grow.
const POSITION_MEMORY: usize = 128;

/// What is known about a position of the strategy: in how many moves it wins, and by which to play on.
#[derive(Clone, Copy)]
struct Known<M> {
    distance: u32,
    /// The hero's move, or the one that holds out the longest. None while the position is under way.
    mv: Option<M>,
}

/// A position under way.
struct Frame<G: Game> {
    position: G,
    key: u64,
    /// The moves to answer: only the chosen one where the hero moves.
    moves: Vec<G::Move>,
    next: usize,
    deepest: u32,
    decisive: Option<G::Move>,
}

/// The strategy of a proof.
struct Strategy<'a, G: Game> {
    claim: &'a mut Claim,
    table: &'a mut Table,
    control: &'a Control<'a>,
    known: HashMap<u64, Known<G::Move>>,
    /// How many positions of the strategy are the same to the rule of repetition.
    standing: HashMap<u64, u32>,
    stack: Vec<Frame<G>>,
    room: usize,
}

/// The line of a proof that the table remembers, with the longest resistance to the strategy; none if the strategy could
/// not be checked.
pub(super) fn check<G: Game>(
    root: &G,
    claim: &mut Claim,
    table: &mut Table,
    control: &Control<'_>,
    memory: usize,
) -> Option<Vec<G::Move>> {
    let mut strategy = Strategy {
        claim,
        table,
        control,
        known: HashMap::new(),
        standing: HashMap::new(),
        stack: Vec::new(),
        room: memory / POSITION_MEMORY,
    };
    strategy.walk(root)?;
    let (mut moves, mut position) = (Vec::new(), root.clone());
    while !position.turn().is_over() {
        let mv = strategy.known.get(&strategy.claim.key(&position))?.mv?;
        moves.push(mv);
        position.play_unchecked(mv);
    }
    Some(moves)
}

impl<G: Game> Strategy<'_, G> {
    /// Walks everything that can follow, each position once.
    fn walk(&mut self, root: &G) -> Option<()> {
        self.enter(root.clone())?;
        while let Some(frame) = self.stack.last_mut() {
            let Some(&mv) = frame.moves.get(frame.next) else {
                self.leave();
                continue;
            };
            frame.next += 1;
            let mut next = frame.position.clone();
            next.play_unchecked(mv);
            let distance = match self.claim.settled(&next) {
                Some(Numbers::PROVED) => 0,
                Some(_) => return None,
                None => match self.known.get(&self.claim.key(&next)) {
                    // On the way to itself a strategy leads nowhere.
                    Some(Known { mv: None, .. }) => return None,
                    Some(known) => known.distance,
                    None => {
                        self.count(&next)?;
                        self.enter(next)?;
                        continue;
                    }
                },
            };
            self.answered(mv, distance);
        }
        Some(())
    }

    /// Counts a position that stands; none if it could come to stand for the third time.
    ///
    /// No line through the strategy has a position twice, but it may have several that the rule of repetition does not
    /// tell apart: all of them together must be too few.
    fn count(&mut self, position: &G) -> Option<()> {
        if let Some(key) = position.repetition().key() {
            let times = self.claim.times(position);
            let count = match self.standing.entry(key) {
                Place::Occupied(count) => count.into_mut(),
                Place::Vacant(place) => place.insert(times - 1),
            };
            *count += 1;
            if *count >= DRAWING_REPETITION {
                return None;
            }
        }
        Some(())
    }

    fn enter(&mut self, position: G) -> Option<()> {
        if self.known.len() >= self.room || self.control.count_node() {
            return None;
        }
        let mut moves = Vec::new();
        if self.claim.is_heros(&position) {
            moves.push(self.winning_move(&position)?);
        } else {
            possible_moves(&position, &mut moves);
        }
        let key = self.claim.key(&position);
        let under_way = Known { distance: 0, mv: None };
        self.known.insert(key, under_way);
        self.stack.push(Frame {
            position,
            key,
            moves,
            next: 0,
            deepest: 0,
            decisive: None,
        });
        Some(())
    }

    /// Leaves a position all of whose moves are answered.
    fn leave(&mut self) {
        let Some(frame) = self.stack.pop() else { return };
        let known = Known {
            distance: frame.deepest,
            mv: frame.decisive,
        };
        self.known.insert(frame.key, known);
        if let Some(before) = self.stack.last() {
            let mv = before.moves[before.next - 1];
            self.answered(mv, known.distance);
        }
    }

    /// A move of the last position leads to a win in so many further moves.
    fn answered(&mut self, mv: G::Move, distance: u32) {
        if let Some(frame) = self.stack.last_mut()
            && (frame.decisive.is_none() || distance >= frame.deepest)
        {
            frame.deepest = distance + 1;
            frame.decisive = Some(mv);
        }
    }

    /// The hero's quickest move that is known to win. Where the table has forgotten it, it is looked for anew.
    fn winning_move(&mut self, position: &G) -> Option<G::Move> {
        if let Some(mv) = self.known_winning_move(position) {
            return Some(mv);
        }
        let before = self.stack.iter().map(|frame| frame.key);
        let mut attempt = Attempt::new(self.claim, self.table, position, before);
        attempt.advance(self.claim, self.table, self.control, u64::MAX);
        attempt.winning_move
    }

    fn known_winning_move(&mut self, position: &G) -> Option<G::Move> {
        let moves = position.legal_moves();
        let mut best = None;
        for mv in moves {
            let mut next = position.clone();
            next.play_unchecked(mv);
            let distance = match self.claim.settled(&next) {
                Some(Numbers::PROVED) => return Some(mv),
                Some(_) => continue,
                None => {
                    let key = self.claim.key(&next);
                    match (self.known.get(&key), self.table.find(key)) {
                        (Some(Known { mv: None, .. }), _) => continue,
                        (Some(known), _) => known.distance,
                        (None, Some(entry)) if entry.numbers == Numbers::PROVED => entry.distance.into(),
                        _ => continue,
                    }
                }
            };
            if best.is_none_or(|(shortest, _)| distance < shortest) {
                best = Some((distance, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }
}
