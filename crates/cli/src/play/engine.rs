//! The engine at the table: it plays a side at a level, and advises people at its full strength.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::Duration;

use halte_engine::{Control, Engine, Level, Limits, Score, Search, Settings, SystemClock};
use halte_game::Playthrough;
use halte_games::{AnyGame, AnyMove};

use crate::failure::Failure;
use crate::mistake::Mistake;

/// How long the engine thinks about a hint.
const HINT_TIME: Duration = Duration::from_millis(1000);
/// How long the engine thinks about who will win.
const CHANCES_TIME: Duration = Duration::from_millis(400);

/// What the engine is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    Move(Level),
    Hint,
    Chances,
}

/// What the engine found.
#[derive(Clone, Debug)]
pub(super) struct Advice {
    pub(super) mv: AnyMove,
    /// What it is worth for the player to move.
    pub(super) score: Score,
}

/// An engine for the games of one start position. It remembers what it learned from one question to the next.
pub(super) struct Thinker {
    start: AnyGame,
    /// What makes one game different from the next.
    seed: u64,
    /// Plays a side.
    player: Option<(Level, Box<dyn Search<AnyGame>>)>,
    /// Answers at full strength.
    adviser: Option<Box<dyn Search<AnyGame>>>,
}

impl Thinker {
    pub(super) fn new(start: &AnyGame, seed: u64) -> Thinker {
        Thinker {
            start: start.clone(),
            seed,
            player: None,
            adviser: None,
        }
    }

    /// Thinks until it has an answer or `stop` is set. No answer if no player is to move.
    pub(super) fn think(
        &mut self,
        game: &Playthrough<AnyGame>,
        question: Question,
        stop: &AtomicBool,
    ) -> Option<Advice> {
        if self.start != *game.start() {
            *self = Thinker::new(game.start(), self.seed);
        }
        let limits = match question {
            // A level limits itself.
            Question::Move(_) => Limits::NONE,
            Question::Hint => Limits::time(HINT_TIME),
            Question::Chances => Limits::time(CHANCES_TIME),
        };
        let clock = SystemClock::new();
        let control = Control::new(limits, &clock, stop);
        let report = self.search_for(question).search(game, &control, &mut |_| {});
        let (mv, line) = report.best().zip(report.lines.first())?;
        Some(Advice { mv, score: line.score })
    }

    /// What answers a question.
    fn search_for(&mut self, question: Question) -> &mut dyn Search<AnyGame> {
        let seed = self.seed;
        let search = |level| {
            AnyGame::search(&Settings {
                seed,
                level,
                ..Settings::default()
            })
        };
        match question {
            Question::Move(level) => {
                self.player = self.player.take().filter(|(made_for, _)| *made_for == level);
                let (_, player) = self.player.get_or_insert_with(|| (level, search(Some(level))));
                player.as_mut()
            }
            Question::Hint | Question::Chances => self.adviser.get_or_insert_with(|| search(None)).as_mut(),
        }
    }
}

/// An engine on a thread of its own. It thinks about one question at a time; a new one takes the place of the old.
pub(super) struct Study {
    requests: Sender<Request>,
    answers: Receiver<(u64, Option<Advice>)>,
    /// The number of the question it thinks about, and what makes it stop.
    current: Option<(u64, Arc<AtomicBool>)>,
}

struct Request {
    number: u64,
    game: Playthrough<AnyGame>,
    question: Question,
    stop: Arc<AtomicBool>,
}

impl Study {
    /// A thread that ends when this value is dropped.
    pub(super) fn new(seed: u64) -> Study {
        let (requests, received) = mpsc::channel::<Request>();
        let (answer, answers) = mpsc::channel();
        thread::spawn(move || {
            let mut thinker: Option<Thinker> = None;
            for request in received {
                // Whoever asked has lost interest while this question waited.
                if request.stop.load(Ordering::Relaxed) {
                    continue;
                }
                let thinker = thinker.get_or_insert_with(|| Thinker::new(request.game.start(), seed));
                let found = thinker.think(&request.game, request.question, &request.stop);
                if answer.send((request.number, found)).is_err() {
                    return;
                }
            }
        });
        Study {
            requests,
            answers,
            current: None,
        }
    }

    /// The number of the question that it thinks about.
    pub(super) fn current(&self) -> Option<u64> {
        self.current.as_ref().map(|(number, _)| *number)
    }

    /// Thinks about this from now on, and about nothing else.
    pub(super) fn ask(&mut self, number: u64, game: &Playthrough<AnyGame>, question: Question) {
        self.stop();
        let stop = Arc::new(AtomicBool::new(false));
        let request = Request {
            number,
            game: game.clone(),
            question,
            stop: Arc::clone(&stop),
        };
        // A thread that is gone is found out by whoever waits for the answer.
        let _ = self.requests.send(request);
        self.current = Some((number, stop));
    }

    pub(super) fn stop(&mut self) {
        if let Some((_, stop)) = self.current.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// The answer to the question it was asked last, once it is there.
    pub(super) fn answer(&mut self) -> Result<Option<(u64, Option<Advice>)>, Failure> {
        loop {
            match self.answers.try_recv() {
                Ok((number, found)) if self.current() == Some(number) => {
                    self.current = None;
                    return Ok(Some((number, found)));
                }
                // An answer to a question that nobody asks any more.
                Ok(_) => {}
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => return Err(Mistake::EngineBroken.into()),
            }
        }
    }
}

impl Drop for Study {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halte_game::{Game, Turn};
    use halte_games::AnyOptions;
    use std::time::Instant;

    fn start(name: &str) -> Playthrough<AnyGame> {
        Playthrough::new(AnyGame::start(&name.parse().expect("a game")))
    }

    fn level() -> Level {
        Level::all().next().expect("the first level")
    }

    #[test]
    fn every_game_has_an_opponent_and_an_adviser() {
        for name in AnyOptions::all() {
            let mut game = Playthrough::new(AnyGame::start(&name));
            let mut thinker = Thinker::new(game.position(), 1);
            let level = level();
            let stop = AtomicBool::new(false);
            for question in [Question::Move(level), Question::Chances, Question::Move(level)] {
                if game.turn() == Turn::Chance {
                    let found = thinker.think(&game, question, &stop);
                    assert!(found.is_none(), "{name}: nobody is to move");
                    let card = AnyGame::parse_move(&game.position().options(), "#2").expect("a card");
                    game.play(card).expect("a card");
                }
                let advice = thinker.think(&game, question, &stop).expect("a move");
                game.play(advice.mv).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }

    /// Waits for an answer, for as long as a slow machine may need.
    fn wait(study: &mut Study) -> (u64, Option<Advice>) {
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(300) {
            if let Some(answer) = study.answer().expect("it works") {
                return answer;
            }
            thread::yield_now();
        }
        panic!("no answer");
    }

    #[test]
    fn a_new_question_takes_the_place_of_the_old() {
        let mut study = Study::new(1);
        let game = start("mixtour");
        study.ask(1, &game, Question::Hint);
        study.ask(2, &game, Question::Move(level()));
        assert_eq!(study.current(), Some(2));
        let (number, advice) = wait(&mut study);
        assert_eq!(number, 2);
        assert!(advice.is_some());
        study.ask(3, &game, Question::Hint);
        study.stop();
        study.ask(4, &start("mobius"), Question::Move(level()));
        let (number, advice) = wait(&mut study);
        assert_eq!(number, 4);
        let mv = advice.expect("an advice").mv;
        assert!(halte_games::mobius::Cell::try_from(mv).is_ok(), "{mv}");
    }
}
