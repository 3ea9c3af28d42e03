//! The engines' workers: a bounded pool of threads on which engines think, live games before everything else.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use halte_engine::{Score, SystemClock};
use halte_game::{Game, Player, Playthrough, Turn};
use halte_games::AnyGame;
use halte_table::{Action, ClockTerms, Offer, Table};
use tokio::sync::oneshot;
use tracing::error;

/// What goes before what.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// A move of a game that somebody waits for.
    Live,
    /// A move of a game by days.
    Correspondence,
    /// A hint, or an answer about a puzzle.
    Hint,
    /// An analysis.
    Analysis,
}

type Work = Box<dyn FnOnce() + Send>;

/// The pool. Clones share it; when the last is dropped the workers stop.
#[derive(Clone)]
pub struct Engines {
    office: Arc<Office>,
}

struct Office {
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
    /// How many workers may be at an analysis: all but one, so that a game never waits for one, or the only one.
    most_analysing: usize,
}

#[derive(Default)]
struct Waiting {
    /// By class, then in the order of coming.
    work: BTreeMap<(Class, u64), Work>,
    number: u64,
    /// How many workers are at it, and how many of them at an analysis.
    busy: usize,
    analysing: usize,
    is_closed: bool,
}

impl Engines {
    /// A pool of so many workers.
    pub fn new(workers: usize) -> std::io::Result<Engines> {
        let workers = workers.max(1);
        let queue = Arc::new(Queue {
            most_analysing: (workers - 1).max(1),
            ..Queue::default()
        });
        for number in 1..=workers {
            let queue = Arc::clone(&queue);
            thread::Builder::new()
                .name(format!("engine {number}"))
                .spawn(move || work(&queue))?;
        }
        Ok(Engines {
            office: Arc::new(Office { queue }),
        })
    }

    /// Has something done when its turn comes.
    pub fn queue(&self, class: Class, work: impl FnOnce() + Send + 'static) {
        let mut waiting = self.office.queue.waiting();
        let number = waiting.number;
        waiting.number += 1;
        waiting.work.insert((class, number), Box::new(work));
        self.office.queue.changed.notify_one();
    }

    /// How much is waiting, and how many workers are at it.
    #[must_use]
    pub fn load(&self) -> (usize, usize) {
        let waiting = self.office.queue.waiting();
        (waiting.work.len(), waiting.busy)
    }

    /// Has a question answered when its turn comes. It should end soon when `stop` is set, and is not asked at all then.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        class: Class,
        stop: Arc<AtomicBool>,
        question: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Thought<T> {
        let (answer, answered) = oneshot::channel();
        let stopped = Arc::clone(&stop);
        self.queue(class, move || {
            if !stopped.load(Ordering::Relaxed) {
                // Whoever asked may be gone.
                let _ = answer.send(question(&stopped));
            }
        });
        Thought { answered, stop }
    }

    /// Has an engine think about what it is asked at a table; the answer is what it wants to do.
    pub(super) fn answer(&self, table: &Table, question: Question) -> Thought<Option<Action>> {
        let class = match table.terms().clock {
            ClockTerms::Correspondence { .. } => Class::Correspondence,
            ClockTerms::None | ClockTerms::Live { .. } => Class::Live,
        };
        let (game, seed, is_rated) = (table.game().clone(), seed(table), table.terms().rated);
        self.ask(class, Arc::default(), move |stop| {
            let clock = SystemClock::new();
            let think = |game: &Playthrough<AnyGame>| halte_answers::think(game, question.level, seed, &clock, stop);
            match question.matter {
                Matter::Move => {
                    let text = think(&game).lines.first()?.moves.first()?.to_string();
                    let ply = question.ply;
                    Some(Action::Play { text, ply })
                }
                Matter::Draw => {
                    let score = |game: &Playthrough<AnyGame>| {
                        let best = think(game).lines.first()?.score;
                        let is_own_turn = game.turn() == Turn::Player(question.player);
                        Some(if is_own_turn { best } else { best.reversed() })
                    };
                    let lately = || score(&earlier(&game));
                    let agrees = agrees_to_draw(score(&game)?, lately, turns(&game), is_rated)?;
                    let offer = Offer::Draw;
                    Some(match agrees {
                        true => Action::Accept { offer },
                        false => Action::Decline { offer },
                    })
                }
            }
        })
    }
}

/// What an engine is asked at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Question {
    /// On which seat it sits.
    pub(super) player: Player,
    level: u8,
    /// How many moves have been played.
    ply: usize,
    matter: Matter,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Matter {
    /// What to play.
    Move,
    /// Whether to agree to a draw.
    Draw,
}

impl Question {
    /// What an engine must answer first at a table, if anything: who is offered a draw does not play on before.
    pub(super) fn at(table: &Table) -> Option<Question> {
        let asked = |matter| move |(player, level)| (player, level, matter);
        let draw = table.engine_offered_draw().map(asked(Matter::Draw));
        let (player, level, matter) = draw.or_else(|| table.engine_to_move().map(asked(Matter::Move)))?;
        Some(Question {
            player,
            level,
            ply: table.game().moves().len(),
            matter,
        })
    }
}

/// In how many turns of both together a game begins, in which an engine agrees to no draw. An untested guess: most games
/// of people and of engines against each other are not decided before.
const OPENING: usize = 30;

/// How many turns ago "lately" was: the last two of each player lie between.
const LATELY: usize = 4;

/// Whether an engine agrees to a draw: if it does not think itself better now, and did not lately, in a game that has
/// been played and not only begun. In a rated game it must be certain of that, or a draw offered whenever a search
/// wavers would be worth as much as one that was fought for. How it stood lately is asked for only if it matters; no
/// answer if that is not known.
fn agrees_to_draw(now: Score, lately: impl FnOnce() -> Option<Score>, turns: usize, is_rated: bool) -> Option<bool> {
    let is_better = |score: Score| score.probability() > 0.5;
    if is_better(now) || now.is_proven() {
        return Some(!is_better(now));
    }
    if is_rated || turns < OPENING {
        return Some(false);
    }
    lately().map(|lately| !is_better(lately))
}

/// Whether a player begins a turn in this position.
fn begins_turn(position: &AnyGame) -> bool {
    position.begins_turn() && matches!(position.turn(), Turn::Player(_))
}

/// How many turns were begun.
fn turns(game: &Playthrough<AnyGame>) -> usize {
    game.steps().filter(|(position, _)| begins_turn(position)).count()
}

/// The game as it stood lately; as it began, if that is not longer ago.
fn earlier(game: &Playthrough<AnyGame>) -> Playthrough<AnyGame> {
    let mut game = game.clone();
    let mut left = LATELY;
    while left > 0 && game.undo().is_some() {
        left -= usize::from(begins_turn(game.position()));
    }
    game
}

/// What makes an engine play one game differently from the next, and the same after a restart.
fn seed(table: &Table) -> u64 {
    let mut hasher = DefaultHasher::new();
    table.id().hash(&mut hasher);
    table.game().moves().len().hash(&mut hasher);
    hasher.finish()
}

impl Queue {
    fn waiting(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Office {
    fn drop(&mut self) {
        self.queue.waiting().is_closed = true;
        self.queue.changed.notify_all();
    }
}

/// What a worker does all day.
fn work(queue: &Queue) {
    loop {
        let (class, work) = {
            let mut waiting = queue.waiting();
            loop {
                if waiting.is_closed {
                    return;
                }
                let is_free = waiting.analysing < queue.most_analysing;
                let next = waiting.work.first_entry();
                if let Some(next) = next.filter(|next| is_free || next.key().0 != Class::Analysis) {
                    let ((class, _), work) = next.remove_entry();
                    waiting.busy += 1;
                    waiting.analysing += usize::from(class == Class::Analysis);
                    break (class, work);
                }
                waiting = queue.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            }
        };
        // A search that fails must not take the worker with it.
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).is_err() {
            error!("an engine failed");
        }
        let mut waiting = queue.waiting();
        waiting.busy -= 1;
        waiting.analysing -= usize::from(class == Class::Analysis);
    }
}

/// A question that an engine thinks about.
pub(crate) struct Thought<T> {
    answered: oneshot::Receiver<T>,
    stop: Arc<AtomicBool>,
}

impl<T> Thought<T> {
    /// Stops the engine when it is dropped.
    pub(crate) fn stop_on_drop(&self) -> StopOnDrop {
        StopOnDrop(Arc::clone(&self.stop))
    }

    /// The answer; nothing if nobody wants to know any more, or the engine failed.
    pub(crate) async fn answer(self) -> Option<T> {
        let answer = self.answered.await.ok();
        answer.filter(|_| !self.stop.load(Ordering::Relaxed))
    }
}

/// Stops an engine when it is dropped.
pub(crate) struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_better_plays_on() {
        let even = Score::Estimate(0.5);
        let check = |now, lately, turns, in_rated: bool, otherwise: bool| {
            assert_eq!(
                [true, false].map(|is_rated| agrees_to_draw(now, || Some(lately), turns, is_rated)),
                [Some(in_rated), Some(otherwise)],
                "{now}, {lately} before, turn {turns}"
            );
        };
        check(Score::Win { moves: 3 }, even, OPENING, false, false);
        check(Score::Estimate(0.51), even, OPENING, false, false);
        check(even, even, OPENING, false, true);
        check(even, Score::Estimate(0.51), OPENING, false, false);
        check(Score::Estimate(0.1), even, OPENING, false, true);
        check(Score::Estimate(0.1), even, OPENING - 1, false, false);
        check(Score::Draw, Score::Estimate(0.9), 2, true, true);
        check(Score::Loss { moves: 2 }, even, 2, true, true);
    }

    #[test]
    fn lately_is_some_turns_ago() {
        let check = |options: &str, moves: &[&str], expected: (usize, usize)| {
            let options = options.parse().expect("a variant");
            let mut game = Playthrough::new(AnyGame::start(&options));
            for text in moves {
                let mv = AnyGame::parse_move(&options, text).expect("a move");
                game.play(mv).expect("a legal move");
            }
            assert_eq!(
                (turns(&game), earlier(&game).moves().len()),
                expected,
                "{options} {moves:?}"
            );
        };
        check("mixtour 25/5", &[], (0, 0));
        check("mixtour 25/5", &["a1", "b1", "c1"], (3, 0));
        check("mixtour 25/5", &["a1", "b1", "c1", "d1", "e1", "a2"], (6, 2));
        // A turn of Fibonacci has several moves.
        check("fibonacci classic", &["a2-b4", "k10-i6"], (2, 0));
    }
}
