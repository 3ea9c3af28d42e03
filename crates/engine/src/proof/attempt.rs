//! The attempt to prove that one player wins from a position: depth-first proof-number search (Nagai, 2002) with an
//! explicit stack, so that it can pause, and no game is too long for it.

use std::collections::HashMap;

use halte_game::{DRAWING_REPETITION, Game, History, Outcome, Player, Turn};

use super::table::{Entry, INFINITE, Numbers, Table};
use crate::Control;

/// A disproof that rests on nothing but the rules.
const FIRM: u32 = u32::MAX;
/// A disproof that rests on the horizon: it is none.
const HORIZON: u32 = 0;

/// The proof number of what was disproved only for the way it was reached: little hope, but no fact. An untested guess.
const LITTLE_HOPE: u32 = 1 << 24;

/// What stays the same through all attempts to answer one question.
pub(super) struct Claim {
    /// Who is to win.
    pub(super) hero: Player,
    /// What has stood in the game.
    pub(super) history: History,
    /// Whether some positions of the game would be drawn if they came again, so that positions must be told apart exactly.
    pub(super) is_exact: bool,
    /// How many moves are looked ahead at most.
    pub(super) horizon: usize,
    /// Memory for the way to the position that is looked at, in bytes.
    pub(super) memory: usize,
}

impl Claim {
    /// A key that tells apart what must be told apart, also what was found out for the other player.
    pub(super) fn key<G: Game>(&self, position: &G) -> u64 {
        let key = if self.is_exact {
            position.key()
        } else {
            position.search_key()
        };
        // Any odd number does: it makes the key of one player's claim another one for the other's.
        match self.hero {
            Player::First => key,
            Player::Second => key.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        }
    }

    /// What the rules alone say: whether the hero has won, or can win no more.
    pub(super) fn settled<G: Game>(&mut self, position: &G) -> Option<Numbers> {
        match position.turn() {
            Turn::Over(Outcome::Win(winner)) if winner == self.hero => Some(Numbers::PROVED),
            Turn::Over(_) => Some(Numbers::DISPROVED),
            _ => self.is_drawn(position).then_some(Numbers::DISPROVED),
        }
    }

    /// How often a position has stood, should it come now.
    pub(super) fn times<G: Game>(&mut self, position: &G) -> u32 {
        let mark = self.history.mark();
        let times = self.history.note(position.repetition());
        self.history.rewind(mark);
        times
    }

    fn is_drawn<G: Game>(&mut self, position: &G) -> bool {
        self.is_exact && self.times(position) >= DRAWING_REPETITION
    }

    /// Whether the hero chooses the next move.
    pub(super) fn is_heros<G: Game>(&self, position: &G) -> bool {
        position.turn() == Turn::Player(self.hero)
    }
}

/// Appends the legal moves, or the chance outcomes that can come.
pub(super) fn possible_moves<G: Game>(position: &G, moves: &mut Vec<G::Move>) {
    position.add_legal_moves(moves);
    if position.turn() == Turn::Chance {
        moves.retain(|&outcome| position.weight(outcome) > 0);
    }
}

/// A move of a position under way, with what is known about where it leads.
struct Child<M> {
    mv: M,
    key: u64,
    numbers: Numbers,
    /// If it is disproved, the depth of the first position on the way to it that must not come again for that.
    rests_on: u32,
    /// If it is proved, in how many moves.
    distance: u16,
}

/// A position under way.
struct Frame<G: Game> {
    position: G,
    key: u64,
    is_heros: bool,
    /// The search leaves the position when one of its numbers reaches these.
    limit: Numbers,
    children: Vec<Child<G::Move>>,
    /// Nodes counted when it was entered.
    entered: u64,
}

impl<G: Game> Frame<G> {
    /// Its memory in bytes, with its place on the path, which is kept in a map that may be half full.
    fn memory(&self) -> usize {
        size_of::<Frame<G>>() + 4 * size_of::<(u64, u32)>() + self.children.capacity() * size_of::<Child<G::Move>>()
    }
}

/// What is known about a frame, and where to go on.
struct Summary {
    numbers: Numbers,
    /// The child to look at next, and the best number among the others, for whoever chooses.
    best: usize,
    second: u32,
    /// How many children are not settled.
    open: u32,
}

/// An attempt under way.
pub(super) struct Attempt<G: Game> {
    stack: Vec<Frame<G>>,
    /// The depths of the positions on the way, by their keys. Those before the first frame are at depth 0.
    path: HashMap<u64, u32>,
    /// Memory of all frames, in bytes.
    used: usize,
    /// The numbers of the position in question.
    pub(super) numbers: Numbers,
    /// Whether nothing is left to look at.
    pub(super) is_finished: bool,
    /// The quickest move that was found to win, if the hero is to move.
    pub(super) winning_move: Option<G::Move>,
    /// A list to use again.
    moves: Vec<G::Move>,
}

impl<G: Game> Attempt<G> {
    /// An attempt from a position in which the game is not over, on the way to which others stood that must not come again.
    pub(super) fn new(claim: &mut Claim, table: &Table, position: &G, before: impl Iterator<Item = u64>) -> Attempt<G> {
        let mut attempt = Attempt {
            stack: Vec::new(),
            path: before.map(|key| (key, HORIZON)).collect(),
            used: 0,
            numbers: Numbers { proof: 1, disproof: 1 },
            is_finished: false,
            winning_move: None,
            moves: Vec::new(),
        };
        attempt.enter(claim, table, position.clone(), Numbers::UNLIMITED, 0);
        attempt
    }

    /// Goes on for so many nodes, or until it is finished; true if it was stopped.
    pub(super) fn advance(&mut self, claim: &mut Claim, table: &mut Table, control: &Control<'_>, nodes: u64) -> bool {
        let mut left = nodes;
        while let Some(frame) = self.stack.last() {
            let summary = summarise(frame);
            let Numbers { proof, disproof } = summary.numbers;
            if self.stack.len() == 1 {
                self.numbers = summary.numbers;
            }
            if proof >= frame.limit.proof || disproof >= frame.limit.disproof {
                self.leave(table, &summary, control.nodes());
                continue;
            }
            if left == 0 {
                return false;
            }
            left -= 1;
            let limit = limit(frame, &summary);
            let child = &frame.children[summary.best];
            let mut next = frame.position.clone();
            next.play_unchecked(child.mv);
            let is_beyond = self.stack.len() >= claim.horizon || self.used >= claim.memory;
            if is_beyond {
                self.settle_child(summary.best, Numbers::DISPROVED, HORIZON, 0);
                continue;
            }
            if control.count_node() {
                return true;
            }
            self.enter(claim, table, next, limit, control.nodes());
        }
        false
    }

    fn enter(&mut self, claim: &mut Claim, table: &Table, position: G, limit: Numbers, entered: u64) {
        let key = claim.key(&position);
        let is_heros = claim.is_heros(&position);
        self.path.insert(key, self.stack.len() as u32 + 1);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        possible_moves(&position, &mut moves);
        let mut children = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let mut next = position.clone();
            next.play_unchecked(mv);
            let child = self.child(claim, table, mv, &next);
            // One move that decides is enough.
            let decides = if is_heros {
                child.numbers.proof == 0
            } else {
                child.numbers.disproof == 0 && child.rests_on == FIRM
            };
            if decides {
                children.clear();
                children.push(child);
                break;
            }
            children.push(child);
        }
        self.moves = moves;
        let frame = Frame {
            position,
            key,
            is_heros,
            limit,
            children,
            entered,
        };
        self.used += frame.memory();
        self.stack.push(frame);
    }

    /// What is known about a move before it is looked at.
    fn child(&self, claim: &mut Claim, table: &Table, mv: G::Move, next: &G) -> Child<G::Move> {
        let mut child = Child {
            mv,
            key: claim.key(next),
            numbers: Numbers::DISPROVED,
            rests_on: FIRM,
            distance: 0,
        };
        if let Some(numbers) = claim.settled(next) {
            child.numbers = numbers;
        } else if let Some(&depth) = self.path.get(&child.key) {
            child.rests_on = depth;
        } else if let Some(entry) = table.find(child.key) {
            child.numbers = entry.numbers;
            child.distance = entry.distance;
        } else {
            // What looking at its moves would say, if none of them decided.
            let count = u32::try_from(next.move_count()).unwrap_or(INFINITE - 1).max(1);
            let numbers = Numbers {
                proof: 1,
                disproof: count,
            };
            child.numbers = if claim.is_heros(next) {
                numbers
            } else {
                numbers.exchanged()
            };
        }
        child
    }

    /// Leaves the last position, and tells the one before what was found out.
    fn leave(&mut self, table: &mut Table, summary: &Summary, nodes: u64) {
        let depth = self.stack.len() as u32;
        let Some(frame) = self.stack.pop() else { return };
        self.path.remove(&frame.key);
        self.used -= frame.memory();
        let (mut rests_on, mut distance) = (FIRM, 0);
        let (mut stored, numbers) = (summary.numbers, summary.numbers);
        let children = frame.children.iter();
        if numbers.proof == 0 {
            let proved = children.filter(|child| child.numbers.proof == 0);
            let distances = proved.map(|child| child.distance);
            let decisive = if frame.is_heros {
                distances.min()
            } else {
                distances.max()
            };
            distance = decisive.unwrap_or(0).saturating_add(1);
        } else if numbers.disproof == 0 {
            let disproved = children.filter(|child| child.numbers.disproof == 0);
            let supports = disproved.map(|child| child.rests_on);
            let decisive = if frame.is_heros { supports.min() } else { supports.max() };
            // What rests on this position alone, or on later ones, holds wherever it stands.
            rests_on = decisive.filter(|&support| support < depth).unwrap_or(FIRM);
            if rests_on < FIRM {
                stored = Numbers {
                    proof: LITTLE_HOPE,
                    disproof: 1,
                };
            }
        }
        let entry = Entry {
            numbers: stored,
            distance,
        };
        table.store(frame.key, entry, nodes.saturating_sub(frame.entered));
        if let Some(parent) = self.stack.last() {
            let index = parent.children.iter().position(|child| child.key == frame.key);
            if let Some(index) = index {
                self.settle_child(index, numbers, rests_on, distance);
            }
        } else {
            self.is_finished = true;
            let proved = frame.children.iter().filter(|child| child.numbers.proof == 0);
            let quickest = proved.min_by_key(|child| child.distance);
            self.winning_move = quickest.filter(|_| frame.is_heros).map(|child| child.mv);
            self.numbers = if rests_on == HORIZON { stored } else { numbers };
        }
    }

    /// Notes what was found out about a child of the last position, by whichever moves it is reached.
    fn settle_child(&mut self, index: usize, numbers: Numbers, rests_on: u32, distance: u16) {
        let Some(frame) = self.stack.last_mut() else { return };
        let key = frame.children[index].key;
        for child in frame.children.iter_mut().filter(|child| child.key == key) {
            child.numbers = numbers;
            child.rests_on = rests_on;
            child.distance = distance;
        }
    }
}

/// The numbers of a frame from those of its children.
///
/// Whoever chooses needs one child to be good, so that the smallest number counts; the other needs all. There the
/// largest number counts, and one for each other child (Ueda and others, 2008): adding them all up would count what is
/// reached in several ways again and again.
fn summarise<G: Game>(frame: &Frame<G>) -> Summary {
    let (mut best, mut first, mut second) = (0, INFINITE, INFINITE);
    let (mut largest, mut open, mut is_decided) = (0, 0, false);
    for (index, child) in frame.children.iter().enumerate() {
        let own = if frame.is_heros {
            child.numbers
        } else {
            child.numbers.exchanged()
        };
        is_decided |= own.proof == 0;
        if own.disproof > 0 {
            open += 1;
            largest = largest.max(own.disproof);
        }
        if own.proof < first {
            second = first;
            first = own.proof;
            best = index;
        } else {
            second = second.min(own.proof);
        }
    }
    let own = if is_decided {
        Numbers::PROVED
    } else if open == 0 {
        Numbers::DISPROVED
    } else {
        Numbers {
            proof: first.min(INFINITE - 1),
            disproof: largest.saturating_add(open - 1).min(INFINITE - 1),
        }
    };
    Summary {
        numbers: if frame.is_heros { own } else { own.exchanged() },
        best,
        second,
        open,
    }
}

/// When to come back from the best child: when another one is clearly better (by a quarter: Pawlewicz and Lew, 2007), or
/// when the frame itself is to be left.
fn limit<G: Game>(frame: &Frame<G>, summary: &Summary) -> Numbers {
    let own = if frame.is_heros {
        frame.limit
    } else {
        frame.limit.exchanged()
    };
    let better = summary.second.saturating_add(summary.second / 4).saturating_add(1);
    let limit = Numbers {
        proof: own.proof.min(better),
        disproof: match own.disproof {
            INFINITE => INFINITE,
            finite => finite - (summary.open - 1),
        },
    };
    if frame.is_heros { limit } else { limit.exchanged() }
}
