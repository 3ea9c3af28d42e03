//! Finds puzzles in games between weak engines, so that the positions look like those of people's games.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use halte_game::random::mix;
use halte_game::{Game, Playthrough, Random, Symmetric, Turn};

use super::{NoPuzzle, Puzzle, Solver};
use crate::{Answer, Control, Engine, Settings};

/// Which puzzles to make.
#[derive(Clone, Debug)]
pub struct PuzzlePlan {
    /// The seed of everything that is random: the same seed gives the same puzzles.
    pub seed: u64,
    /// How many nodes the engines look at for a move of the games.
    pub thinking: u64,
    /// How many moves the quickest win may take.
    pub depths: RangeInclusive<usize>,
    /// How many positions may be looked at for each question about a puzzle.
    pub nodes: u64,
}

/// Makes puzzles one after the other, no two alike.
pub struct PuzzleMaker<G: Engine> {
    options: G::Options,
    plan: PuzzlePlan,
    solver: Box<dyn Solver<G>>,
    /// How many games were looked at.
    games: u64,
    /// The positions of the puzzles so far, of all that are alike by symmetry the first in the order of their texts.
    known: HashSet<String>,
}

/// Random moves before the engines begin: so many at least, and fewer than so many more.
const OPENING: (usize, usize) = (2, 5);

/// One in so many moves is random: whoever makes no mistakes leaves nothing to find.
const A_RANDOM_MOVE_IN: usize = 10;

/// A game that goes on for so long is given up.
const LONGEST_GAME: usize = 500;

/// So many turns of a game are looked at, from its end.
const TURNS_A_GAME: usize = 16;

/// After so many turns in a row without a proven win the rest of a game, towards its beginning, is left out.
const WITHOUT_WIN: usize = 8;

/// How many moves beside the one that was played are tried in each position.
const BESIDE: usize = 12;

/// How many moves are tried before all of them are. With three, looking for puzzles of Mixtour found them several times
/// as fast as without.
const PROBES: usize = 3;

/// The share of the nodes of a question that may be spent on a move that is tried, but so many at least.
const PROBE_SHARE: u64 = 16;
const LEAST_PROBE: u64 = 30;

/// Memory of the engines, and of the solver, in bytes: enough for their few nodes, and quickly set up.
const MEMORY: usize = 2 << 20;

impl<G: Engine + Symmetric> PuzzleMaker<G> {
    /// A maker of puzzles of this variant.
    #[must_use]
    pub fn new(options: G::Options, plan: PuzzlePlan) -> PuzzleMaker<G> {
        PuzzleMaker {
            options,
            plan,
            solver: G::solver(MEMORY),
            games: 0,
            known: HashSet::new(),
        }
    }

    /// How many games were looked at so far.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Plays a game and gives the puzzles in it that are not known yet, at most one of each depth, the deepest first.
    ///
    /// Looked at are the last positions of the game, and some to which other moves or cards would have led.
    pub fn next_game(&mut self, control: &Control<'_>) -> Vec<Puzzle<G>> {
        let mut random = Random::new(self.plan.seed ^ mix(self.games));
        self.games += 1;
        let mut game = self.play_game(&mut random, control);
        let mut puzzles: Vec<Puzzle<G>> = Vec::new();
        let mut seen = HashSet::new();
        let (mut turns, mut without_win) = (0, 0);
        while turns < TURNS_A_GAME && without_win < WITHOUT_WIN && game.undo().is_some() {
            let begins_turn = usize::from(game.position().begins_turn());
            turns += begins_turn;
            without_win += begins_turn;
            let beside = positions_beside(game.position(), &mut random);
            for position in std::iter::once(game.position().clone()).chain(beside) {
                let is_new = matches!(position.turn(), Turn::Player(_)) && seen.insert(position.key());
                if !is_new || !self.is_promising(&position, &mut random, control) {
                    continue;
                }
                let PuzzlePlan { depths, nodes, .. } = &self.plan;
                match Puzzle::of(&position, self.solver.as_mut(), depths, *nodes, control) {
                    Ok(puzzle) => {
                        without_win = 0;
                        let depth = puzzle.depth();
                        let is_wanted = puzzles.iter().all(|other| other.depth() != depth)
                            && self.known.insert(least_text(&puzzle.position));
                        if is_wanted {
                            puzzles.push(puzzle);
                        }
                    }
                    Err(NoPuzzle::NotClear) => without_win = 0,
                    Err(NoPuzzle::NoWin) => {}
                }
            }
        }
        puzzles.sort_by_key(|puzzle| std::cmp::Reverse(puzzle.depth()));
        puzzles
    }

    /// Whether some moves are quickly proved to win or not to: otherwise it would take long to prove it of all.
    fn is_promising(&mut self, position: &G, random: &mut Random, control: &Control<'_>) -> bool {
        let nodes = (self.plan.nodes / PROBE_SHARE).max(LEAST_PROBE);
        (0..PROBES).all(|_| {
            let mv = position.random_move(random);
            mv.is_some_and(|mv| {
                let answer = self.solver.win_by(position, mv, &control.with_at_most(nodes));
                answer != Answer::Unknown
            })
        })
    }

    /// A game between two engines from a random opening.
    fn play_game(&self, random: &mut Random, control: &Control<'_>) -> Playthrough<G> {
        let settings = Settings {
            memory: MEMORY,
            seed: random.bits(),
            ..Settings::default()
        };
        let mut search = G::search(&settings);
        let opening = OPENING.0 + random.below(OPENING.1);
        let mut game = Playthrough::new(G::start(&self.options));
        while !game.turn().is_over() && game.moves().len() < LONGEST_GAME {
            let mv = match game.turn() {
                Turn::Player(_) if game.moves().len() >= opening && random.below(A_RANDOM_MOVE_IN) > 0 => {
                    let control = control.with_at_most(self.plan.thinking);
                    search.search(&game, &control, &mut |_| {}).best()
                }
                _ => game.position().random_move(random),
            };
            if mv.is_none_or(|mv| game.play(mv).is_err()) {
                break;
            }
        }
        game
    }
}

/// Some positions to which moves from a position lead.
fn positions_beside<G: Game>(position: &G, random: &mut Random) -> Vec<G> {
    let mut moves = position.legal_moves();
    let count = moves.len().min(BESIDE);
    for index in 0..count {
        let other = index + random.below(moves.len() - index);
        moves.swap(index, other);
    }
    let after = |&mv: &G::Move| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        next
    };
    moves[..count].iter().map(after).collect()
}

/// The text of a position, or of one that is the same but for a symmetry: whichever comes first.
fn least_text<G: Symmetric>(position: &G) -> String {
    let texts = (0..G::SYMMETRIES).map(|symmetry| position.transformed(symmetry).to_string());
    texts.min().unwrap_or_default()
}
