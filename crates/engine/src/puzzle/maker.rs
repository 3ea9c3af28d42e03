//! Finds puzzles in games between strong levels, so that the positions make sense to whoever plays well.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use halte_game::board::Board;
use halte_game::random::mix;
use halte_game::{Playthrough, Random, Symmetric, Turn};

use super::{NoPuzzle, Puzzle, Solver};
use crate::{Answer, Control, Engine, Level, Search, Settings};

/// Which puzzles to make.
#[derive(Clone, Debug)]
pub struct PuzzlePlan {
    /// The seed of everything that is random: the same seed gives the same puzzles.
    pub seed: u64,
    /// The level of the players of the games: each plays at this one or a little below.
    pub level: Level,
    /// How many pieces may be on the board. Where a game only adds some, those that a puzzle does not need are taken away.
    pub most_pieces: usize,
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
const OPENING: (usize, usize) = (2, 4);

/// Each player's level is drawn anew for every game, from so many: players who are alike would draw too often.
const LEVELS: usize = 3;

/// A game that goes on for so long is given up.
const LONGEST_GAME: usize = 500;

/// So many turns of a game are looked at, from its end.
const TURNS_A_GAME: usize = 16;

/// After so many turns in a row without a proven win the rest of a game, towards its beginning, is left out.
const WITHOUT_WIN: usize = 8;

/// After so many failures to take something away from a position it is given up: a guess, nobody has tried others.
const THINNINGS: usize = 300;

/// How many moves are tried before all of them are. With three, looking for puzzles of Mixtour found them several times
/// as fast as without.
const PROBES: usize = 3;

/// The share of the nodes of a question that may be spent on a move that is tried, but so many at least.
const PROBE_SHARE: u64 = 16;
const LEAST_PROBE: u64 = 30;

/// Memory of the engines, and of the solver, in bytes: enough for their few nodes, and quickly set up.
const MEMORY: usize = 2 << 20;

impl<G: Engine + Symmetric + Board> PuzzleMaker<G> {
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

    /// Plays a game and gives the puzzles in it that are not known yet, at most one of each depth and of each turn, the
    /// deepest first.
    pub fn next_game(&mut self, control: &Control<'_>) -> Vec<Puzzle<G>> {
        let mut random = Random::new(self.plan.seed ^ mix(self.games));
        self.games += 1;
        let mut game = self.play_game(&mut random, control);
        let mut puzzles = match game.undo() {
            None => Vec::new(),
            Some(_) if G::thinned(game.position(), 0, &mut random).is_none() => self.met(game, &mut random, control),
            Some(_) => {
                // Where each move is a turn, a win takes as many moves of the winner and one fewer of the other.
                let depths = self.plan.depths.clone().filter(|depth| depth % 2 == 1);
                depths
                    .filter_map(|depth| self.thinned(game.position(), depth, &mut random, control))
                    .collect()
            }
        };
        puzzles.retain(|puzzle| self.known.insert(least_text(&puzzle.position)));
        puzzles.sort_by_key(|puzzle| std::cmp::Reverse(puzzle.depth()));
        puzzles
    }

    /// The puzzles that the players of a game met, looked for from its end.
    fn met(&mut self, mut game: Playthrough<G>, random: &mut Random, control: &Control<'_>) -> Vec<Puzzle<G>> {
        let mut puzzles: Vec<Puzzle<G>> = Vec::new();
        // The turn that the last of them was met in: what is met before it in the same turn is the same puzzle, and more.
        let mut met_in = None;
        let (mut turns, mut without_win) = (0, 0);
        while turns < TURNS_A_GAME && without_win < WITHOUT_WIN {
            let position = game.position();
            let turn = turns;
            let begins_turn = usize::from(position.begins_turn());
            turns += begins_turn;
            without_win += begins_turn;
            let is_clear = position.scene().piece_count() <= self.plan.most_pieces;
            let is_turn = matches!(position.turn(), Turn::Player(_));
            if is_clear && is_turn && self.is_promising(position, random, control) {
                let depths = self.plan.depths.clone();
                match self.puzzle(position, &depths, control) {
                    Ok(puzzle) => {
                        without_win = 0;
                        let is_known = self.known.contains(&least_text(&puzzle.position));
                        if !is_known && puzzles.iter().all(|other| other.depth() != puzzle.depth()) {
                            if met_in.replace(turn) == Some(turn) {
                                puzzles.pop();
                            }
                            puzzles.push(puzzle);
                        }
                    }
                    Err(NoPuzzle::NotClear) => without_win = 0,
                    Err(NoPuzzle::NoWin) => {}
                }
            }
            if game.undo().is_none() {
                break;
            }
        }
        puzzles
    }

    fn puzzle(
        &mut self,
        position: &G,
        depths: &RangeInclusive<usize>,
        control: &Control<'_>,
    ) -> Result<Puzzle<G>, NoPuzzle> {
        Puzzle::of(position, self.solver.as_mut(), depths, self.plan.nodes, control)
    }

    /// A puzzle of this depth made of a position that is nearly won, where pieces are only ever added to the board: such
    /// games end on a full board, and all but a few pieces on it decide nothing any more. Some of both players are taken
    /// away until no more are left than wanted, the win takes so long, and only one move begins it.
    fn thinned(&mut self, position: &G, depth: usize, random: &mut Random, control: &Control<'_>) -> Option<Puzzle<G>> {
        let (mut position, mut failures) = (position.clone(), 0);
        while failures < THINNINGS {
            let surplus = position.scene().piece_count().saturating_sub(self.plan.most_pieces);
            // Many at once as long as that goes well.
            let at_once = (surplus.div_ceil(2) >> (failures + 2).min(16)).max(1);
            let next = G::thinned(&position, at_once, random)?;
            let answer = self.solver.win(&next, depth, &control.with_at_most(self.plan.nodes));
            let Answer::Win { moves } = answer else {
                failures += 1;
                continue;
            };
            position = next;
            if moves.len() == depth && position.scene().piece_count() <= self.plan.most_pieces {
                match self.puzzle(&position, &(depth..=depth), control) {
                    Ok(puzzle) => return Some(puzzle),
                    Err(_) => failures += 1,
                }
            }
        }
        None
    }

    /// Whether some moves are quickly proved to win or not to: otherwise it would take long to prove it of all.
    fn is_promising(&mut self, position: &G, random: &mut Random, control: &Control<'_>) -> bool {
        let nodes = (self.plan.nodes / PROBE_SHARE).max(LEAST_PROBE);
        let within = *self.plan.depths.end();
        (0..PROBES).all(|_| {
            let mv = position.random_move(random);
            mv.is_some_and(|mv| {
                let answer = self.solver.win_by(position, mv, within, &control.with_at_most(nodes));
                answer != Answer::Unknown
            })
        })
    }

    /// A game between two levels from a random opening.
    fn play_game(&self, random: &mut Random, control: &Control<'_>) -> Playthrough<G> {
        let mut players = [(); 2].map(|()| self.player(random));
        let opening = OPENING.0 + random.below(OPENING.1);
        let mut game = Playthrough::new(G::start(&self.options));
        while !game.turn().is_over() && game.moves().len() < LONGEST_GAME {
            let mv = match game.turn() {
                Turn::Player(player) if game.moves().len() >= opening => {
                    let search = &mut players[player.index()];
                    search.search(&game, control, &mut |_| {}).best()
                }
                _ => game.position().random_move(random),
            };
            if mv.is_none_or(|mv| game.play(mv).is_err()) {
                break;
            }
        }
        game
    }

    /// A player of the games.
    fn player(&self, random: &mut Random) -> Box<dyn Search<G>> {
        let highest = self.plan.level.index();
        let index = highest.saturating_sub(random.below(LEVELS));
        G::search(&Settings {
            memory: MEMORY,
            seed: random.bits(),
            level: Level::all().nth(index),
            ..Settings::default()
        })
    }
}

/// The text of a position, or of one that is the same but for a symmetry: whichever comes first.
fn least_text<G: Symmetric>(position: &G) -> String {
    let texts = (0..G::SYMMETRIES).map(|symmetry| position.transformed(symmetry).to_string());
    texts.min().unwrap_or_default()
}
