//! Iterative deepening principal variation search, for games in which the players move in turn and nothing is drawn by
//! chance.
//!
//! Wins and losses are only ever found by the rules, never estimated, and what is cut short counts as an estimate: so a
//! score beyond [`PROVEN`] is a proof. Once there is one, nothing is cut short any more until it is known to be the
//! quickest.

use halte_game::{DRAWING_REPETITION, Game, History, Outcome, Playthrough, Repetition, Turn};

use crate::ordering::Ordering;
use crate::table::{Bound, Entry, Table};
use crate::{Control, Line, Report, Score, Search, Settings};

/// What alpha-beta needs to know about a game.
///
/// The players of such a game move in turn, one move each, and no move is drawn by chance.
pub trait Evaluate: Game {
    /// What each feature is worth to the player to move, in thousandths of the logarithm of the odds of winning.
    const WEIGHTS: &'static [i32];

    /// How many numbers [`move_number`](Evaluate::move_number) gives.
    const MOVE_NUMBERS: usize;

    /// A number for a move, the same in all positions, for tables of what was good before.
    fn move_number(mv: Self::Move) -> usize;

    /// Hands to `count` the features of a position of a game under way: which weight, and how many times.
    fn features(&self, count: impl FnMut(usize, i32));

    /// What a position is worth to the player to move, in thousandths of the logarithm of the odds of winning.
    #[inline]
    fn evaluate(&self) -> i32 {
        let mut sum = 0;
        self.features(|feature, count| sum += Self::WEIGHTS[feature] * count);
        sum
    }

    /// A move that wins the game at once, if there is any.
    fn winning_move(&self) -> Option<Self::Move>;

    /// Whether the opponent would win at once if it were their turn, as far as that can be told without trying.
    fn is_threatened(&self) -> bool;

    /// Appends the moves that change the worth of a position so much that it should not be estimated before.
    fn forcing_moves(&self, moves: &mut Vec<Self::Move>);

    /// How early a move should be tried: 0 for an ordinary one, more before and less after all of those.
    fn urgency(&self, mv: Self::Move) -> i32;
}

/// The worth of a won game, less one for every move until then.
const WIN: i32 = 1_000_000;
/// What is beyond this is a proven win, and below its negative a proven loss.
const PROVEN: i32 = WIN - 1000;
/// The worth of a draw.
const DRAW: i32 = 0;

/// The most moves that a search looks ahead on its main path, and along any path with all extensions.
const DEEPEST: i32 = 100;
const LONGEST_PATH: usize = 200;

/// Half the width of the first window around the score of the iteration before: an untested guess.
const ASPIRATION: i32 = 150;

/// An iterative deepening principal variation search.
#[derive(Clone, Debug)]
pub struct AlphaBeta<G: Evaluate> {
    settings: Settings,
    table: Table<G::Move>,
    ordering: Ordering<G>,
}

impl<G: Evaluate> AlphaBeta<G> {
    /// A search with these settings.
    #[must_use]
    pub fn new(settings: &Settings) -> AlphaBeta<G> {
        AlphaBeta {
            settings: *settings,
            table: Table::new(settings.memory),
            ordering: Ordering::new(),
        }
    }
}

impl<G: Evaluate> Search<G> for AlphaBeta<G> {
    fn search(
        &mut self,
        game: &Playthrough<G>,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.table.begin_search();
        self.ordering.begin_search();
        let mut tree = Tree {
            table: &mut self.table,
            ordering: &mut self.ordering,
            control,
            history: game.history().clone(),
            path: Vec::new(),
            frames: vec![Frame::default(); LONGEST_PATH + 1],
            left_out: Vec::new(),
            is_exact: false,
            is_stopped: false,
        };
        if matches!(game.turn(), Turn::Player(_)) {
            tree.deepen(game.position(), self.settings.lines.max(1), report)
        } else {
            tree.report(0, &[])
        }
    }

    fn clear(&mut self) {
        self.table.clear();
        self.ordering = Ordering::new();
    }
}

/// A search under way.
struct Tree<'a, G: Evaluate> {
    table: &'a mut Table<G::Move>,
    ordering: &'a mut Ordering<G>,
    control: &'a Control<'a>,
    history: History,
    /// What the positions on the way from the root mean to the rule of repetition, the root included.
    path: Vec<Repetition>,
    /// What is kept for each distance from the root.
    frames: Vec<Frame<G::Move>>,
    /// Moves at the root that have a line already.
    left_out: Vec<G::Move>,
    /// Whether nothing may be cut short.
    is_exact: bool,
    is_stopped: bool,
}

#[derive(Clone, Debug)]
struct Frame<M> {
    /// The best moves from here on.
    line: Vec<M>,
    /// Lists to use again, so that searching does not allocate.
    moves: Vec<M>,
    urgencies: Vec<i32>,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Frame {
            line: Vec::new(),
            moves: Vec::new(),
            urgencies: Vec::new(),
        }
    }
}

/// A way to play, with the score as the tree counts it.
type Found<M> = (i32, Vec<M>);

impl<G: Evaluate> Tree<'_, G> {
    /// Searches deeper and deeper, and tells what it finds.
    fn deepen(&mut self, root: &G, wanted: usize, report: &mut dyn FnMut(&Report<G::Move>)) -> Report<G::Move> {
        self.path.push(root.repetition());
        let wanted = wanted.min(root.move_count());
        let limit = self.control.limits().depth.map_or(DEEPEST, |depth| depth as i32);
        let mut moves = Vec::new();
        root.legal_moves(&mut moves);
        // Should there be no time at all, any move is better than none.
        let mut last = self.report(0, &[(DRAW, vec![moves[0]])]);
        let mut found: Vec<Found<G::Move>> = Vec::new();
        for depth in 1..=limit.clamp(1, DEEPEST) {
            self.search_lines(root, depth, wanted, &mut found);
            if !found.is_empty() {
                last = self.report(depth as u32, &found);
            }
            report(&last);
            // A proven end within the horizon is the quickest.
            let is_settled = |&(score, _): &Found<_>| score.abs() > PROVEN && WIN - score.abs() <= depth + 1;
            if self.is_stopped || found.iter().all(is_settled) {
                break;
            }
            self.is_exact = found[0].0.abs() > PROVEN;
        }
        last
    }

    /// Searches the best lines to a depth, and puts them in the place of those of the iteration before.
    ///
    /// When it is stopped on the way, what it has found about the best one is still better than what was known.
    fn search_lines(&mut self, root: &G, depth: i32, wanted: usize, found: &mut Vec<Found<G::Move>>) {
        self.left_out.clear();
        let mut lines = Vec::new();
        for number in 0..wanted {
            let known = found.get(number).map(|&(score, _)| score);
            let line = self.search_window(root, depth, known);
            if self.is_stopped {
                if let Some(line) = line.filter(|_| number == 0) {
                    found.retain(|(_, moves)| moves[0] != line.1[0]);
                    found.insert(0, line);
                    found.truncate(wanted);
                }
                return;
            }
            if let Some(line) = line {
                self.left_out.push(line.1[0]);
                lines.push(line);
            }
        }
        lines.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        *found = lines;
    }

    /// Searches the root with a narrow window around the known score, and a wider one where that fails.
    fn search_window(&mut self, root: &G, depth: i32, known: Option<i32>) -> Option<Found<G::Move>> {
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = match known {
            Some(score) if score.abs() < PROVEN => (score - width, score + width),
            _ => (-WIN, WIN),
        };
        let mut best = None;
        loop {
            let score = self.visit(root, depth, alpha, beta, 0);
            let line = &self.frames[0].line;
            if !line.is_empty() {
                best = Some((score, line.clone()));
            }
            if self.is_stopped || alpha < score && score < beta {
                return best;
            }
            width *= 4;
            if score <= alpha {
                alpha = if width > 10 * ASPIRATION { -WIN } else { score - width };
            } else {
                beta = if width > 10 * ASPIRATION { WIN } else { score + width };
            }
        }
    }

    /// The score of a position for the player to move, as far as it lies between `alpha` and `beta`.
    fn visit(&mut self, position: &G, mut depth: i32, mut alpha: i32, mut beta: i32, ply: usize) -> i32 {
        self.frames[ply].line.clear();
        let from_here = ply as i32;
        if let Turn::Over(outcome) = position.turn() {
            return match outcome {
                Outcome::Draw => DRAW,
                Outcome::Win(winner) if winner == position.player() => WIN - from_here,
                Outcome::Win(_) => from_here - WIN,
            };
        }
        self.is_stopped = self.is_stopped || self.control.count_node();
        if self.is_stopped {
            return DRAW;
        }
        let is_main = beta - alpha > 1;
        if ply > 0 {
            if let Some(mv) = position.winning_move() {
                self.frames[ply].line.push(mv);
                return WIN - from_here - 1;
            }
            // The best that is left is to win with the next move but one, the worst to lose with the opponent's next, which
            // must still be above alpha to be part of a line.
            alpha = alpha.max(from_here + 1 - WIN);
            beta = beta.min(WIN - from_here - 3);
            if alpha >= beta {
                return alpha;
            }
        }
        let is_threatened = position.is_threatened();
        if is_threatened {
            depth += 1;
        }
        if depth <= 0 || ply >= LONGEST_PATH {
            return self.settle(position, alpha, beta, ply);
        }

        let key = position.search_key();
        let known = self.table.find(key);
        if let Some(entry) = known
            && !is_main
            && i32::from(entry.depth) >= depth
        {
            let score = from_table(entry.score, ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if cuts && (!self.is_exact || is_proof(score, alpha, beta)) {
                return score;
            }
        }

        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        let mut urgencies = std::mem::take(&mut self.frames[ply].urgencies);
        moves.clear();
        position.legal_moves(&mut moves);
        if ply == 0 {
            moves.retain(|mv| !self.left_out.contains(mv));
        }
        self.ordering.rate(
            position,
            known.and_then(|entry| entry.best),
            ply,
            &moves,
            &mut urgencies,
        );

        let (mut best, mut best_move, bound_below) = (-WIN, None, alpha);
        for index in 0..moves.len() {
            let mv = next_move(&mut moves, &mut urgencies, index);
            let reduction = if is_threatened || self.is_exact || urgencies[index] > 0 {
                0
            } else {
                reduction(depth, index)
            };
            let mut next = position.clone();
            next.play_unchecked(mv);
            let mut score = i32::MIN;
            if index > 0 {
                score = self.follow(&next, depth - 1 - reduction, alpha, alpha + 1, ply);
                if score > alpha && reduction > 0 {
                    score = self.follow(&next, depth - 1, alpha, alpha + 1, ply);
                }
            }
            if index == 0 || score > alpha && is_main {
                score = self.follow(&next, depth - 1, alpha, beta, ply);
            }
            if self.is_stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.extend_line(ply, mv);
                }
            }
            if alpha >= beta {
                self.ordering.reward(position, &moves[..=index], depth, ply);
                break;
            }
        }
        self.frames[ply].moves = moves;
        self.frames[ply].urgencies = urgencies;
        if self.is_stopped {
            // Only the root asks for this: the best of the moves that were searched to the end.
            return best;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > bound_below {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if ply > 0 || self.left_out.is_empty() {
            let entry = Entry {
                best: best_move,
                score: to_table(best, ply),
                depth: depth as i16,
                bound,
            };
            self.table.store(key, entry);
        }
        best
    }

    /// The score of a position after forcing moves only, unless the player would rather not make one.
    fn settle(&mut self, position: &G, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        let mut best = position.evaluate().clamp(1 - PROVEN, PROVEN - 1);
        alpha = alpha.max(best);
        if alpha >= beta || ply >= LONGEST_PATH {
            return best;
        }
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        moves.clear();
        position.forcing_moves(&mut moves);
        for &mv in &moves {
            let mut next = position.clone();
            next.play_unchecked(mv);
            let score = self.follow(&next, 0, alpha, beta, ply);
            if self.is_stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, mv);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        self.frames[ply].moves = moves;
        best
    }

    /// The score of a move that led to `next`, for the player who made it.
    fn follow(&mut self, next: &G, depth: i32, alpha: i32, beta: i32, ply: usize) -> i32 {
        let mark = self.history.mark();
        let repetition = next.repetition();
        let times = self.history.note(repetition);
        // What comes a second time within the search could go on so: a third time needs no look.
        let is_drawn = times >= DRAWING_REPETITION || times == 2 && self.path.contains(&repetition);
        let score = if is_drawn && !next.turn().is_over() {
            self.frames[ply + 1].line.clear();
            DRAW
        } else {
            self.path.push(repetition);
            let score = -self.visit(next, depth, -beta, -alpha, ply + 1);
            self.path.pop();
            score
        };
        self.history.rewind(mark);
        score
    }

    /// Makes a move and the line after it the best line.
    fn extend_line(&mut self, ply: usize, mv: G::Move) {
        let (before, after) = self.frames.split_at_mut(ply + 1);
        let line = &mut before[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0].line);
    }

    fn report(&self, depth: u32, found: &[Found<G::Move>]) -> Report<G::Move> {
        let lines = found.iter().map(|(score, moves)| Line {
            score: meaning(*score),
            moves: moves.clone(),
        });
        Report {
            depth,
            nodes: self.control.nodes(),
            time: self.control.elapsed(),
            lines: lines.collect(),
        }
    }
}

/// Brings the most urgent of the moves from `index` on to that place.
fn next_move<M: Copy>(moves: &mut [M], urgencies: &mut [i32], index: usize) -> M {
    let mut most = index;
    for other in index + 1..urgencies.len() {
        if urgencies[other] > urgencies[most] {
            most = other;
        }
    }
    moves.swap(index, most);
    urgencies.swap(index, most);
    moves[index]
}

/// By how many moves less a move is searched at first that comes so late.
fn reduction(depth: i32, index: usize) -> i32 {
    if depth < 2 || index < 3 {
        return 0;
    }
    let late = if index < 12 { 1 } else { 2 };
    late.min(depth - 1)
}

/// Whether a score is beyond the window and proven, so that it holds however it was found.
fn is_proof(score: i32, alpha: i32, beta: i32) -> bool {
    score > PROVEN && score >= beta || score < -PROVEN && score <= alpha
}

/// In the table, proven scores count from the position and not from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        score if score > PROVEN => score + ply as i32,
        score if score < -PROVEN => score - ply as i32,
        score => score,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        score if score > PROVEN => score - ply as i32,
        score if score < -PROVEN => score + ply as i32,
        score => score,
    }
}

/// What a score means to those outside.
fn meaning(score: i32) -> Score {
    let moves = (WIN - score.abs()) as u32;
    match score {
        score if score > PROVEN => Score::Win { moves },
        score if score < -PROVEN => Score::Loss { moves },
        score => Score::Estimate(1.0 / (1.0 + (-score as f32 / 1000.0).exp())),
    }
}
