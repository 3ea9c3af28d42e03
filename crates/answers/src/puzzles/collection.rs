//! The collection: which puzzles there are, whether a try is right, and what the other side replies.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use halte_engine::{Answer, Clock, Control, Engine, Limits, Puzzle, Settings};
use halte_game::board::Board;
use halte_game::{Game, Outcome, Player, Playthrough, Turn};
use halte_games::{AnyGame, AnyMove, AnyOptions};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// How hard puzzles can be, from 1.
pub(super) const MOST_DIFFICULT: u8 = 5;

/// How long a puzzle's name is: 48 bits, which no two of them share.
const NAME_LENGTH: usize = 12;

/// How many positions a proof may look at; all proofs about one puzzle of the collection took 2,722 at the most.
const PROOF_NODES: u64 = 200_000;

/// How many positions are looked at for a refutation, and how long.
const REFUTATION_NODES: u64 = 20_000;
const REFUTATION_TIME: Duration = Duration::from_millis(500);

/// How much a search or proof may remember, in bytes.
const MEMORY: usize = 4 << 20;

/// How many moves a hint names beside one that wins.
const DECOYS: usize = 3;

/// A puzzle of the collection.
#[derive(Debug)]
pub struct KnownPuzzle {
    /// Its name, which follows from its position alone.
    pub name: String,
    pub puzzle: Puzzle<AnyGame>,
    /// How hard it is, from 1 to [`MOST_DIFFICULT`].
    pub difficulty: u8,
}

/// All puzzles, by game, variant and difficulty.
static COLLECTION: LazyLock<Collection> = LazyLock::new(Collection::new);

struct Collection {
    all: Vec<KnownPuzzle>,
    /// In the order of their names, which is as good as shuffled.
    shuffled: Vec<usize>,
}

impl Collection {
    fn new() -> Collection {
        let mut variants: HashMap<String, Vec<Puzzle<AnyGame>>> = HashMap::new();
        for puzzle in halte_library::puzzles() {
            let options = puzzle.position.options().to_string();
            variants.entry(options).or_default().push(puzzle);
        }
        let mut all = Vec::new();
        for mut puzzles in variants.into_values() {
            // A longer win is harder to see, and one that took more to prove.
            puzzles.sort_by_key(|puzzle| (puzzle.depth(), puzzle.proof_size));
            let count = puzzles.len();
            all.extend(puzzles.into_iter().enumerate().map(|(rank, puzzle)| KnownPuzzle {
                name: name(&puzzle.position),
                difficulty: 1 + (rank * usize::from(MOST_DIFFICULT) / count) as u8,
                puzzle,
            }));
        }
        // Of those that are as hard, the ones with fewer pieces come first: they are taken in at a glance.
        all.sort_by_cached_key(|known| {
            let stacks = known.puzzle.position.scene().stacks;
            let pieces: usize = stacks.iter().map(|stack| stack.pieces.len()).sum();
            let options = known.options().to_string();
            (options, known.difficulty, pieces, known.name.clone())
        });
        let mut shuffled: Vec<usize> = (0..all.len()).collect();
        shuffled.sort_by_key(|&index| &all[index].name);
        Collection { all, shuffled }
    }
}

/// The name of the puzzle that a position is.
fn name(position: &AnyGame) -> String {
    let digest = Sha256::digest(format!("{} {position}", position.options()));
    let text: String = hex::encode(digest);
    text.chars().take(NAME_LENGTH).collect()
}

/// All puzzles, by game, variant and difficulty.
pub(super) fn all() -> &'static [KnownPuzzle] {
    &COLLECTION.all
}

/// The place of a puzzle among all.
pub(super) fn place(name: &str) -> Option<usize> {
    let Collection { all, shuffled } = &*COLLECTION;
    let found = shuffled.binary_search_by_key(&name, |&index| &all[index].name);
    found.ok().map(|place| shuffled[place])
}

/// The puzzle of a day, counted from 1970: the same for all, and no one twice before all have been.
pub(super) fn of_day(day: u64) -> Option<&'static KnownPuzzle> {
    let count = COLLECTION.shuffled.len() as u64;
    let index = COLLECTION.shuffled.get(day.checked_rem(count)? as usize)?;
    COLLECTION.all.get(*index)
}

/// What a try is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", schema(as = VerdictWord))]
pub enum Verdict {
    /// It still wins: play on after the reply.
    Right,
    /// It has won.
    Solved,
    /// It does not win.
    Wrong,
    /// It would take too long to find out.
    Unclear,
}

/// What comes of a try.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    pub verdict: Verdict,
    /// What the other side replies: the longest resistance, or what is wrong with the try. Nothing if it is the solver
    /// who plays on.
    pub reply: Vec<AnyMove>,
}

impl KnownPuzzle {
    pub(super) fn options(&self) -> AnyOptions {
        self.puzzle.position.options()
    }

    /// Who is to win.
    pub fn solver(&self) -> Player {
        self.puzzle.position.player()
    }

    /// Judges a move that the solver played after `before`. It must be legal.
    pub fn judge(&self, before: &Playthrough<AnyGame>, mv: AnyMove, clock: &dyn Clock, stop: &AtomicBool) -> Judged {
        let mut game = before.clone();
        let judged = |verdict, reply| Judged { verdict, reply };
        if game.play(mv).is_err() {
            return judged(Verdict::Wrong, Vec::new());
        }
        match game.turn() {
            Turn::Over(Outcome::Win(winner)) if winner == self.solver() => return judged(Verdict::Solved, Vec::new()),
            Turn::Over(_) => return judged(Verdict::Wrong, Vec::new()),
            Turn::Player(_) | Turn::Chance => {}
        }
        // The line of the puzzle resists longest.
        if let Some(rest) = self.puzzle.line.strip_prefix(game.moves()) {
            return self.still_winning(&game, rest);
        }
        let is_wrong_at_once = before.moves().is_empty() && !self.puzzle.solutions.contains(&mv);
        let answer = match is_wrong_at_once {
            true => Answer::NoWin,
            false => prove(clock, stop, |control| {
                AnyGame::solver(MEMORY).win_by(before.position(), mv, control)
            }),
        };
        match answer {
            Answer::Win { moves } => self.still_winning(&game, &moves),
            Answer::NoWin => judged(Verdict::Wrong, self.refutation(&game, clock, stop)),
            Answer::Unknown => judged(Verdict::Unclear, Vec::new()),
        }
    }

    /// Some moves for a position of the solver's, at least one of which wins; nothing if none does any more, or that
    /// would take too long to find out.
    pub fn hint(&self, game: &Playthrough<AnyGame>, clock: &dyn Clock, stop: &AtomicBool) -> Option<Vec<String>> {
        let winning = match game.moves() {
            [] => self.puzzle.solutions.clone(),
            _ => match prove(clock, stop, |control| {
                AnyGame::solver(MEMORY).win(game.position(), control)
            }) {
                Answer::Win { moves } => moves.into_iter().take(1).collect(),
                Answer::NoWin | Answer::Unknown => Vec::new(),
            },
        };
        let right = winning.first()?.to_string();
        let moves = game.legal_moves();
        let others = moves.iter().filter(|mv| !winning.contains(mv)).map(ToString::to_string);
        let mut others: Vec<String> = others.collect();
        // Always the same ones, or asking twice would tell which.
        others.sort_by_cached_key(|text| Sha256::digest(format!("{} {text}", game.position())).to_vec());
        others.truncate(DECOYS);
        others.push(right);
        others.sort();
        Some(others)
    }

    /// What a right move is, if the other side goes on with a line: its last move may end the game, on a full strip.
    fn still_winning(&self, game: &Playthrough<AnyGame>, line: &[AnyMove]) -> Judged {
        let reply = self.reply(game, line);
        let mut after = game.clone();
        let is_over = reply.iter().all(|&mv| after.play(mv).is_ok()) && after.turn().is_over();
        let verdict = if is_over { Verdict::Solved } else { Verdict::Right };
        Judged { verdict, reply }
    }

    /// The moves of a line up to where the solver plays on.
    fn reply(&self, game: &Playthrough<AnyGame>, line: &[AnyMove]) -> Vec<AnyMove> {
        let mut game = game.clone();
        let replies = line
            .iter()
            .copied()
            .take_while(|&mv| game.turn() != Turn::Player(self.solver()) && game.play(mv).is_ok());
        replies.collect()
    }

    /// What the other side would play.
    fn refutation(&self, game: &Playthrough<AnyGame>, clock: &dyn Clock, stop: &AtomicBool) -> Vec<AnyMove> {
        if game.turn() != Turn::Player(!self.solver()) {
            return Vec::new();
        }
        let limits = Limits {
            nodes: Some(REFUTATION_NODES),
            time: Some(REFUTATION_TIME),
            ..Limits::default()
        };
        let settings = Settings {
            memory: MEMORY,
            ..Settings::default()
        };
        let report = AnyGame::search(&settings).search(game, &Control::new(limits, clock, stop), &mut |_| {});
        report
            .lines
            .first()
            .map_or_else(Vec::new, |line| self.reply(game, &line.moves))
    }
}

/// Asks for a proof within the limits.
fn prove(
    clock: &dyn Clock,
    stop: &AtomicBool,
    question: impl FnOnce(&Control<'_>) -> Answer<AnyMove>,
) -> Answer<AnyMove> {
    let limits = Limits {
        nodes: Some(PROOF_NODES),
        ..Limits::default()
    };
    question(&Control::new(limits, clock, stop))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use halte_engine::SystemClock;

    use super::*;

    #[test]
    fn every_puzzle_has_a_name_and_a_day_of_its_own() {
        let names: HashSet<&str> = all().iter().map(|known| &*known.name).collect();
        assert_eq!(names.len(), all().len());
        let days: HashSet<&str> = (0..all().len() as u64)
            .filter_map(|day| Some(&*of_day(day)?.name))
            .collect();
        assert_eq!(days.len(), all().len());
        for difficulty in 1..=MOST_DIFFICULT {
            assert!(all().iter().any(|known| known.difficulty == difficulty), "{difficulty}");
        }
    }

    /// Whoever follows the line of a puzzle is always right, and solves it in the end.
    #[test]
    fn lines_are_right() {
        let stop = AtomicBool::new(false);
        for known in all().iter().step_by(10) {
            let mut game = Playthrough::new(known.puzzle.position.clone());
            let mut verdict = Verdict::Right;
            while let Some(&mv) = known.puzzle.line.get(game.moves().len()) {
                assert_eq!(verdict, Verdict::Right, "{}", known.name);
                let judged = known.judge(&game, mv, &SystemClock::new(), &stop);
                for mv in std::iter::once(mv).chain(judged.reply) {
                    game.play(mv).expect("a legal move");
                }
                verdict = judged.verdict;
            }
            assert_eq!(verdict, Verdict::Solved, "{}", known.name);
        }
    }

    /// Other first moves are right if and only if they are solutions; a solver who finds their own way solves it too.
    #[test]
    fn only_solutions_are_right() {
        let stop = AtomicBool::new(false);
        for known in all().iter().step_by(40) {
            let game = Playthrough::new(known.puzzle.position.clone());
            let moves = game.legal_moves();
            for mv in moves {
                let verdict = known.judge(&game, mv, &SystemClock::new(), &stop).verdict;
                let is_right = matches!(verdict, Verdict::Right | Verdict::Solved);
                assert_eq!(is_right, known.puzzle.solutions.contains(&mv), "{} {mv}", known.name);
            }
            for &first in &known.puzzle.solutions {
                let mut game = game.clone();
                let mut next = Some(first);
                while let Some(mv) = next {
                    let judged = known.judge(&game, mv, &SystemClock::new(), &stop);
                    assert!(
                        matches!(judged.verdict, Verdict::Right | Verdict::Solved),
                        "{} {mv}: {judged:?}",
                        known.name
                    );
                    for mv in std::iter::once(mv).chain(judged.reply) {
                        game.play(mv).expect("a legal move");
                    }
                    next = match AnyGame::solver(MEMORY).win(
                        game.position(),
                        &Control::new(Limits::default(), &SystemClock::new(), &stop),
                    ) {
                        Answer::Win { moves } => moves.first().copied(),
                        _ => None,
                    };
                }
                assert!(game.turn().is_over(), "{}", known.name);
            }
        }
    }

    #[test]
    fn hints_name_a_move_that_wins_among_others() {
        let stop = AtomicBool::new(false);
        for known in all().iter().step_by(20) {
            let game = Playthrough::new(known.puzzle.position.clone());
            let hint = known.hint(&game, &SystemClock::new(), &stop).expect("a hint");
            let wins = |text: &&String| known.puzzle.solutions.iter().any(|mv| mv.to_string() == **text);
            assert_eq!(hint.iter().filter(wins).count(), 1, "{}: {hint:?}", known.name);
            assert_eq!(hint.len(), DECOYS + 1, "{}", known.name);
        }
    }
}
