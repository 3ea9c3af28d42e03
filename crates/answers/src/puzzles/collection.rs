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

/// How many positions a proof may look at; all proofs about one puzzle of the collection took 9,173 at the most.
const PROOF_NODES: u64 = 200_000;

/// How many positions are looked at for a refutation, and how long.
const REFUTATION_NODES: u64 = 20_000;
const REFUTATION_TIME: Duration = Duration::from_millis(500);

/// So much of a refutation is shown at most: what is wrong is seen by then.
const LONGEST_REFUTATION: usize = 12;

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
            let pieces = known.puzzle.position.scene().piece_count();
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

/// The puzzle of a day, counted from 1970, of one game or of any: the same for all, and no one twice before all have been.
pub(super) fn of_day(day: u64, game: Option<&str>) -> Option<&'static KnownPuzzle> {
    let Collection { all, shuffled } = &*COLLECTION;
    let is_wanted = |known: &KnownPuzzle| game.is_none_or(|game| known.options().game().to_string() == game);
    let known = shuffled.iter().map(|&index| &all[index]);
    let wanted: Vec<&KnownPuzzle> = known.filter(|known| is_wanted(known)).collect();
    let place = day.checked_rem(wanted.len() as u64)?;
    wanted.get(place as usize).copied()
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
    /// It does not win: in Mobius not within as many moves as the puzzle takes, in Fibonacci not within the turn.
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
    /// How play would go on after the reply to a wrong try.
    pub rest: Vec<AnyMove>,
}

impl Judged {
    fn new(verdict: Verdict, reply: Vec<AnyMove>) -> Judged {
        let rest = Vec::new();
        Judged { verdict, reply, rest }
    }
}

impl KnownPuzzle {
    pub(super) fn options(&self) -> AnyOptions {
        self.puzzle.position.options()
    }

    /// Who is to win.
    pub fn solver(&self) -> Player {
        self.puzzle.position.player()
    }

    /// How many moves a win may still take.
    fn left(&self, game: &Playthrough<AnyGame>) -> usize {
        self.puzzle.depth().saturating_sub(game.moves().len())
    }

    /// Judges a move that the solver played after `before`. It must be legal.
    pub fn judge(&self, before: &Playthrough<AnyGame>, mv: AnyMove, clock: &dyn Clock, stop: &AtomicBool) -> Judged {
        let mut game = before.clone();
        if game.play(mv).is_err() {
            return Judged::new(Verdict::Wrong, Vec::new());
        }
        match game.turn() {
            Turn::Over(Outcome::Win(winner)) if winner == self.solver() => {
                return Judged::new(Verdict::Solved, Vec::new());
            }
            Turn::Over(_) => return Judged::new(Verdict::Wrong, Vec::new()),
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
                AnyGame::solver(MEMORY).win_by(before.position(), mv, self.left(before), control)
            }),
        };
        match answer {
            Answer::Win { moves } => self.still_winning(&game, &moves),
            Answer::NoWin => self.refuted(&game, clock, stop),
            Answer::Unknown => Judged::new(Verdict::Unclear, Vec::new()),
        }
    }

    /// Some moves for a position of the solver's, at least one of which wins; nothing if none does any more, or that
    /// would take too long to find out.
    pub fn hint(&self, game: &Playthrough<AnyGame>, clock: &dyn Clock, stop: &AtomicBool) -> Option<Vec<String>> {
        let winning = match game.moves() {
            [] => self.puzzle.solutions.clone(),
            _ => match prove(clock, stop, |control| {
                AnyGame::solver(MEMORY).win(game.position(), self.left(game), control)
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
        Judged::new(verdict, reply)
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

    /// What is wrong with a try: what the other side would play, and how it would go on.
    fn refuted(&self, game: &Playthrough<AnyGame>, clock: &dyn Clock, stop: &AtomicBool) -> Judged {
        let limits = Limits {
            nodes: Some(REFUTATION_NODES),
            time: Some(REFUTATION_TIME),
            ..Limits::default()
        };
        let settings = Settings {
            memory: MEMORY,
            ..Settings::default()
        };
        let mut line = Vec::new();
        if game.turn() == Turn::Player(!self.solver()) {
            let report = AnyGame::search(&settings).search(game, &Control::new(limits, clock, stop), &mut |_| {});
            line = report.lines.into_iter().next().map_or(line, |best| best.moves);
        }
        let mut after = game.clone();
        line.truncate(LONGEST_REFUTATION);
        let legal = line.iter().take_while(|&&mv| after.play(mv).is_ok()).count();
        line.truncate(legal);
        let reply = self.reply(game, &line);
        let rest = line.split_off(reply.len());
        let verdict = Verdict::Wrong;
        Judged { verdict, reply, rest }
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
    use halte_games::GameId;

    use super::*;

    #[test]
    fn every_puzzle_has_a_name_and_a_day_of_its_own() {
        let names: HashSet<&str> = all().iter().map(|known| &*known.name).collect();
        assert_eq!(names.len(), all().len());
        let days: HashSet<&str> = (0..all().len() as u64)
            .filter_map(|day| Some(&*of_day(day, None)?.name))
            .collect();
        assert_eq!(days.len(), all().len());
        for game in GameId::ALL.map(|game| game.to_string()) {
            let of_game = |known: &&KnownPuzzle| known.options().game().to_string() == game;
            let count = all().iter().filter(of_game).count();
            let days = (0..count as u64).filter_map(|day| of_day(day, Some(&game)));
            let days: HashSet<&str> = days.filter(of_game).map(|known| &*known.name).collect();
            assert_eq!(days.len(), count, "{game}");
        }
        assert!(of_day(0, Some("chess")).is_none());
        for difficulty in 1..=MOST_DIFFICULT {
            assert!(all().iter().any(|known| known.difficulty == difficulty), "{difficulty}");
        }
    }

    /// Every so many-th puzzle of each game, the first at least.
    fn some(step: usize) -> impl Iterator<Item = &'static KnownPuzzle> {
        let of = |game: GameId| all().iter().filter(move |known| known.options().game() == game);
        GameId::ALL.into_iter().flat_map(move |game| of(game).step_by(step))
    }

    /// Whoever follows the line of a puzzle is always right, and solves it in the end.
    #[test]
    fn lines_are_right() {
        let stop = AtomicBool::new(false);
        for known in some(10) {
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
        for known in some(40) {
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
                        known.left(&game),
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
        for known in some(20) {
            let game = Playthrough::new(known.puzzle.position.clone());
            let hint = known.hint(&game, &SystemClock::new(), &stop).expect("a hint");
            let wins = |text: &&String| known.puzzle.solutions.iter().any(|mv| mv.to_string() == **text);
            assert_eq!(hint.iter().filter(wins).count(), 1, "{}: {hint:?}", known.name);
            assert_eq!(hint.len(), DECOYS + 1, "{}", known.name);
        }
    }
}
