//! Proves what is won in Mobius within a few moves, on boards that are still half empty.
//!
//! A stone never harms its owner and only one player can win, so nothing but the cells that a win needs can stop it:
//! its carrier. Whoever resists must play into the carrier of every win there is (Anshelevich, 2002), which leaves a
//! handful of replies. And whoever attacks must bring the stones that are missing down by one with every stone.

use std::collections::HashMap;
use std::sync::LazyLock;

use halte_game::{Game, Outcome, Player, Turn};
use halte_games::mobius::{Bar, Cell, Mobius};

use super::CELLS;
use crate::{Answer, Control, Solver};

/// So many stones of one's own a win may take. With more, a question takes seconds instead of milliseconds.
const MOST_STONES: usize = 5;

/// Cells and the bars of one player.
const NODES: usize = CELLS + 3;

/// Some cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Cells([u64; 3]);

impl Cells {
    fn one(cell: Cell) -> Cells {
        let mut cells = Cells::default();
        cells.0[cell.index() / 64] |= 1 << (cell.index() % 64);
        cells
    }

    fn and(self, other: Cells) -> Cells {
        Cells([0, 1, 2].map(|word| self.0[word] & other.0[word]))
    }

    fn or(self, other: Cells) -> Cells {
        Cells([0, 1, 2].map(|word| self.0[word] | other.0[word]))
    }

    fn without(self, other: Cells) -> Cells {
        Cells([0, 1, 2].map(|word| self.0[word] & !other.0[word]))
    }

    fn contains(self, cell: Cell) -> bool {
        self.and(Cells::one(cell)) != Cells::default()
    }

    fn iter(self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |&cell| self.contains(cell))
    }
}

/// By node, the nodes that it touches, and whether the way crosses the seam.
type Touching = Vec<Vec<(usize, bool)>>;

/// Which nodes touch, for each player.
static TOUCHING: LazyLock<[Touching; 2]> = LazyLock::new(|| Player::ALL.map(touching));

fn touching(player: Player) -> Touching {
    let mut touching = vec![Vec::new(); NODES];
    for cell in Cell::all() {
        for beside in cell.neighbours() {
            let crosses = cell.row().abs_diff(beside.row()) > 1;
            touching[cell.index()].push((beside.index(), crosses));
        }
    }
    let bars = Bar::ALL.into_iter().filter(|bar| bar.player() == player);
    for (bar, node) in bars.zip(CELLS..) {
        let first = bar.cells().next();
        for cell in bar.cells() {
            let crosses = first.is_some_and(|first| first.column() != cell.column());
            touching[node].push((cell.index(), crosses));
            touching[cell.index()].push((node, crosses));
        }
    }
    touching
}

/// One question: whether a player wins with so many stones.
struct Race<'a, 'c> {
    hero: Player,
    control: &'a Control<'c>,
    /// The carriers of wins, and that there is none, by the stones on the board and the stones to come; the player to move
    /// is the hero.
    known: HashMap<(u64, usize), Option<(Cell, Cells)>>,
    is_over: bool,
}

impl Race<'_, '_> {
    /// The hero, to move, wins with so many stones: the first of them, and the carrier.
    fn attack(&mut self, position: &Mobius, stones: usize) -> Option<(Cell, Cells)> {
        if self.is_over || stones == 0 {
            return None;
        }
        let key = (position.key(), stones);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if stones > 1 && self.control.count_node() {
            self.is_over = true;
            return None;
        }
        let found = self.first_stone(position, stones);
        if !self.is_over {
            self.known.insert(key, found);
        }
        found
    }

    fn first_stone(&mut self, position: &Mobius, stones: usize) -> Option<(Cell, Cells)> {
        let near = self.near(position, stones);
        let wins = |cell: Cell| self.wins(&with(position, self.hero, cell));
        if let Some(cell) = near.iter().find(|&cell| wins(cell)) {
            return Some((cell, Cells::one(cell)));
        }
        if stones == 1 {
            return None;
        }
        near.iter().find_map(|cell| {
            let carrier = self.defend(&with(position, self.hero, cell), stones - 1)?;
            Some((cell, carrier.or(Cells::one(cell))))
        })
    }

    /// The hero wins with so many stones whatever the opponent, to move, plays: the carrier.
    fn defend(&mut self, position: &Mobius, stones: usize) -> Option<Cells> {
        let (_, carrier) = self.attack(position, stones)?;
        let (mut all, mut open, mut tried) = (carrier, carrier, Cells::default());
        while let Some(reply) = open.without(tried).iter().next() {
            tried = tried.or(Cells::one(reply));
            let (_, carrier) = self.attack(&with(position, !self.hero, reply), stones)?;
            all = all.or(carrier).or(Cells::one(reply));
            open = open.and(carrier);
        }
        Some(all)
    }

    fn wins(&self, position: &Mobius) -> bool {
        position.turn() == Turn::Over(Outcome::Win(self.hero))
    }

    /// The empty cells that are among so many which would win if the opponent did nothing. It may name too many: where two
    /// linked bars and a loop are apart, what links them is not counted.
    fn near(&self, position: &Mobius, stones: usize) -> Cells {
        let costs = self.costs(position);
        let bars = [0, 1, 2].map(|bar| self.distances(&costs, &[(2 * (CELLS + bar), 0)], stones, None));
        let cost = |node: usize| usize::from(costs[node].unwrap_or(FAR));
        // A tree between the three bars: from the node to one of them, and to where the ways to the others part.
        let trees = [(0, 1, 2), (1, 2, 0), (2, 0, 1)].map(|(one, other, third)| {
            let parts = |node: usize| {
                let sum = usize::from(bars[one][2 * node]) + usize::from(bars[other][2 * node]);
                let distance = sum.saturating_sub(cost(node));
                (distance <= stones).then_some((2 * node, distance as u8))
            };
            let seeds: Vec<(usize, u8)> = (0..NODES).filter_map(parts).collect();
            (self.distances(&costs, &seeds, stones, None), third)
        });
        let is_linked = |from: usize, to: usize| usize::from(bars[from][2 * (CELLS + to)]) <= stones;
        let has_link = is_linked(0, 1) || is_linked(1, 2) || is_linked(0, 2);
        let loops = if has_link {
            self.loops(&costs, stones)
        } else {
            Cells::default()
        };
        let has_loop = loops != Cells::default();
        let mut near = Cells::default();
        for cell in Cell::all().filter(|&cell| position.stone(cell).is_none()) {
            let node = cell.index();
            let in_tree = trees.iter().any(|(tree, third)| {
                let sum = usize::from(tree[2 * node]) + usize::from(bars[*third][2 * node]);
                sum <= stones + cost(node)
            });
            let in_link = || (0..3).filter(|&bar| usize::from(bars[bar][2 * node]) <= stones).count() >= 2;
            if in_tree || has_loop && (in_link() || loops.contains(cell)) {
                near = near.or(Cells::one(cell));
            }
        }
        near
    }

    /// The cells of loops that so many stones would close. Every loop crosses the seam, and so passes through row 0.
    fn loops(&self, costs: &[Option<u8>; NODES], stones: usize) -> Cells {
        let mut loops = Cells::default();
        for top in Cell::all().filter(|cell| cell.row() == 0) {
            let Some(first) = costs[top.index()] else { continue };
            let node = top.index();
            let distances = self.distances(costs, &[(2 * node, first)], stones, Some(node));
            // From the front of a cell to the back of the first is as far as from the first's front to the cell's back.
            for cell in Cell::all() {
                let [front, back] = [0, 1].map(|side| usize::from(distances[2 * cell.index() + side]));
                let again = costs[cell.index()].filter(|_| cell != top).unwrap_or(0);
                if front + back <= stones + usize::from(first + again) {
                    loops = loops.or(Cells::one(cell));
                }
            }
        }
        loops
    }

    /// What each node costs the hero: a stone, nothing, or it cannot be had.
    fn costs(&self, position: &Mobius) -> [Option<u8>; NODES] {
        let mut costs = [Some(0); NODES];
        for cell in Cell::all() {
            costs[cell.index()] = match position.stone(cell) {
                None => Some(1),
                Some(player) if player == self.hero => Some(0),
                Some(_) => None,
            };
        }
        costs
    }

    /// The stones from where some ways begin, with what they have cost so far, to each front and, after it, each back. Only
    /// for a loop sides count: it is closed at the back of where it begins, which needs no second stone. What needs more
    /// stones than `most` is [`FAR`].
    fn distances(
        &self,
        costs: &[Option<u8>; NODES],
        from: &[(usize, u8)],
        most: usize,
        closes_at: Option<usize>,
    ) -> [u8; 2 * NODES] {
        let touching = &TOUCHING[self.hero.index()];
        let mut distances = [FAR; 2 * NODES];
        let mut waiting: [Vec<usize>; MOST_STONES + 1] = Default::default();
        for &(place, distance) in from.iter().filter(|(_, distance)| usize::from(*distance) <= most) {
            distances[place] = distances[place].min(distance);
            waiting[usize::from(distance)].push(place);
        }
        for distance in 0..=most {
            while let Some(place) = waiting[distance].pop() {
                if usize::from(distances[place]) != distance {
                    continue;
                }
                for &(beside, crosses) in &touching[place / 2] {
                    let Some(cost) = costs[beside] else { continue };
                    let cost = if closes_at == Some(beside) { 0 } else { cost };
                    let next = 2 * beside + ((place % 2) ^ usize::from(crosses && closes_at.is_some()));
                    let reached = distance as u8 + cost;
                    if reached < distances[next] && usize::from(reached) <= most {
                        distances[next] = reached;
                        waiting[usize::from(reached)].push(next);
                    }
                }
            }
        }
        distances
    }

    /// How many stones the hero, to move, needs; one more than `most` if that is not enough.
    fn stones(&mut self, position: &Mobius, most: usize) -> usize {
        (1..=most)
            .find(|&stones| self.attack(position, stones).is_some())
            .unwrap_or(most + 1)
    }

    /// The line from a position in which the hero, to move, needs so many stones, with the longest resistance.
    fn line(&mut self, position: &Mobius, stones: usize, line: &mut Vec<Cell>) {
        let Some((cell, carrier)) = self.attack(position, stones) else {
            return;
        };
        line.push(cell);
        let next = with(position, self.hero, cell);
        if !self.wins(&next) {
            self.resistance(&next, carrier, stones - 1, line);
        }
    }

    /// The same from a position in which the opponent is to move.
    fn resistance(&mut self, position: &Mobius, carrier: Cells, stones: usize, line: &mut Vec<Cell>) {
        let empty = |&cell: &Cell| position.stone(cell).is_none();
        let near = carrier.iter().filter(empty);
        let mut replies: Vec<Cell> = near
            .chain(Cell::all().filter(|cell| !carrier.contains(*cell)))
            .collect();
        replies.retain(empty);
        let resists = |race: &mut Self, reply: Cell| race.stones(&with(position, !race.hero, reply), stones);
        let mut best = None;
        for reply in replies {
            let needed = resists(self, reply);
            if best.is_none_or(|(most, _)| needed > most) {
                best = Some((needed, reply));
            }
            if needed >= stones {
                break;
            }
        }
        if let Some((needed, reply)) = best {
            line.push(reply);
            self.line(&with(position, !self.hero, reply), needed, line);
        }
    }
}

/// A distance that is longer than any that counts.
const FAR: u8 = 100;

/// A position with one more stone.
fn with(position: &Mobius, player: Player, cell: Cell) -> Mobius {
    let mut next = position.clone();
    next.place(player, cell);
    next
}

/// Proves what is won within a few moves.
pub(super) struct RaceSolver;

impl RaceSolver {
    fn race<'a, 'c>(hero: Player, control: &'a Control<'c>) -> Race<'a, 'c> {
        Race {
            hero,
            control,
            known: HashMap::new(),
            is_over: false,
        }
    }
}

impl Solver<Mobius> for RaceSolver {
    /// The quickest win.
    fn win(&mut self, position: &Mobius, within: usize, control: &Control<'_>) -> Answer<Cell> {
        let mut race = RaceSolver::race(position.player(), control);
        let most = within.div_ceil(2).min(MOST_STONES);
        let stones = race.stones(position, most);
        let mut moves = Vec::new();
        if stones <= most {
            race.line(position, stones, &mut moves);
        }
        match race.is_over {
            true => Answer::Unknown,
            false if moves.is_empty() => Answer::NoWin,
            false => Answer::Win { moves },
        }
    }

    fn win_by(&mut self, position: &Mobius, mv: Cell, within: usize, control: &Control<'_>) -> Answer<Cell> {
        let mut race = RaceSolver::race(position.player(), control);
        let next = with(position, race.hero, mv);
        if race.wins(&next) {
            return Answer::Win { moves: Vec::new() };
        }
        for stones in 1..within.div_ceil(2).min(MOST_STONES) {
            if let Some(carrier) = race.defend(&next, stones) {
                let mut moves = Vec::new();
                race.resistance(&next, carrier, stones, &mut moves);
                if !race.is_over {
                    return Answer::Win { moves };
                }
            }
        }
        if race.is_over { Answer::Unknown } else { Answer::NoWin }
    }

    fn quickest_win(&mut self, _: &Mobius, line: Vec<Cell>, _: &Control<'_>) -> Answer<Cell> {
        Answer::Win { moves: line }
    }
}

#[cfg(test)]
mod tests {
    use halte_game::Random;

    use super::*;
    use crate::{Limits, prove_win_within};

    /// Where the board is nearly full, plain proof search says the same of every move.
    #[test]
    fn it_agrees_with_plain_proof_search() {
        let control = Control::within(Limits::NONE);
        let mut answers = [0; 2];
        for seed in 0..40 {
            let mut random = Random::new(seed);
            let mut position = Mobius::empty(Player::First);
            while position.move_count() > 14 {
                let mv = position.random_move(&mut random).expect("a move");
                let mut next = position.clone();
                next.play_unchecked(mv);
                if next.turn().is_over() {
                    break;
                }
                position = next;
            }
            for within in [1, 3, 5] {
                for mv in position.legal_moves() {
                    let mut next = position.clone();
                    next.play_unchecked(mv);
                    let plain = prove_win_within(&next, position.player(), within - 1, 1 << 20, &control);
                    let found = RaceSolver.win_by(&position, mv, within, &control);
                    let [plain, found] = [plain, found].map(|answer| matches!(answer, Answer::Win { .. }));
                    assert_eq!(plain, found, "{position} {mv} within {within}");
                    answers[usize::from(found)] += 1;
                }
            }
        }
        assert!(answers.iter().all(|&count| count > 100), "{answers:?}");
    }
}
