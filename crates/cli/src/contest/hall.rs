//! Where a match is played: workers take pairs of games, each with engines of its own, and one thread counts the
//! results, writes the records and decides when it is enough.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use halte_engine::Engine;
use halte_game::board::Board;
use halte_game::{Game, Named, Player};

use super::contestant::{BuiltIn, Contestant};
use super::entrant::EngineKind;
use super::game::{Conditions, End, Played, play};
use super::opening::{Opening, Openings};
use super::outsider::Outsider;
use super::progress::Progress;
use super::records::{Finished, RecordFile, record};
use super::setup::{Round, Setup};
use super::statistics::SequentialTest;
use super::tally::Tally;
use crate::failure::Failure;

/// A match under way.
pub(super) struct Hall<'a, O> {
    pub(super) setup: &'a Setup,
    pub(super) options: &'a O,
    /// How many games the match has.
    pub(super) games: usize,
    /// How many are played at once.
    pub(super) concurrency: usize,
    /// How much longer than it should another program may take before it is said to hang.
    pub(super) patience: Duration,
    /// Whether engines are asked about the game after every move.
    pub(super) queries: bool,
    /// What may end it early.
    pub(super) test: Option<&'a SequentialTest>,
    /// Ends it.
    pub(super) stop: &'a AtomicBool,
    pub(super) tally: Tally,
    pub(super) file: Option<RecordFile>,
}

/// A game that is over, with its record.
type Message = Result<(String, Finished), Failure>;

impl<O: Sync> Hall<'_, O> {
    /// Plays the games that have not been played yet.
    pub(super) fn play<G: Engine<Options = O> + Board + Named>(&mut self) -> Result<(), Failure> {
        if self.is_decided() {
            return Ok(());
        }
        let pairs: Vec<Vec<Round>> = (0..self.games / 2)
            .map(|pair| [0, 1].map(|game| Round { pair, game }).into_iter())
            .map(|rounds| rounds.filter(|&round| !self.tally.has(round)).collect())
            .filter(|rounds: &Vec<Round>| !rounds.is_empty())
            .collect();
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.min(pairs.len()) {
                let worker = Worker::<G> {
                    setup: self.setup,
                    options: self.options,
                    patience: self.patience,
                    queries: self.queries,
                    stop: self.stop,
                    pairs: &pairs,
                    next: &next,
                    sender: sender.clone(),
                };
                scope.spawn(move || worker.work());
            }
            drop(sender);
            let counted = self.count(&receiver);
            // Workers that still play hear of it.
            self.stop.fetch_or(counted.is_err(), Ordering::Relaxed);
            counted
        })
    }

    /// Counts games until all are over.
    fn count(&mut self, receiver: &Receiver<Message>) -> Result<(), Failure> {
        let mut progress = Progress::new(self.games as u64, self.tally.game_count());
        for message in receiver {
            let (record, game) = message?;
            if let Some(file) = &mut self.file {
                file.append(&record)?;
            }
            if let (Some(fault), Some(winner)) = (&game.fault, game.winner) {
                let loser = &self.setup.entrants[1 - winner];
                progress.tell(&format!("round {}: {loser}: {fault}", game.round));
            }
            self.tally.add(&game);
            progress.update(self.tally.game_count(), &self.tally.summary(self.test));
            if self.is_decided() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    fn is_decided(&self) -> bool {
        self.test.is_some_and(|test| self.tally.verdict(test).is_some())
    }
}

/// Plays pairs of games, one after the other.
struct Worker<'a, G: Game> {
    setup: &'a Setup,
    options: &'a G::Options,
    patience: Duration,
    queries: bool,
    stop: &'a AtomicBool,
    pairs: &'a [Vec<Round>],
    /// The next pair that nobody has taken.
    next: &'a AtomicUsize,
    sender: Sender<Message>,
}

impl<G: Engine + Board + Named> Worker<'_, G> {
    fn work(self) {
        if let Err(failure) = self.play_pairs() {
            // Nobody listens any more if something else has failed.
            let _ = self.sender.send(Err(failure));
        }
    }

    fn play_pairs(&self) -> Result<(), Failure> {
        let Setup {
            seed, opening_turns, ..
        } = *self.setup;
        let mut openings = Openings::<G>::new(self.options, seed, opening_turns);
        let mut engines = [0, 1].map(|index| self.engine(index));
        while let Some(rounds) = self.pairs.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let Some(pair) = rounds.first().map(|round| round.pair) else {
                continue;
            };
            if self.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let opening = openings
                .opening(pair)
                .ok_or_else(|| Failure::Usage(format!("no game goes on after {opening_turns} random turns")))?;
            for &round in rounds {
                let Some(played) = self.play_game(round, opening.clone(), &mut engines) else {
                    return Ok(());
                };
                if let End::Fault(player, _) = played.end {
                    // The next game gets a new one: what this one does from here on is anybody's guess.
                    let index = round.engine(player);
                    engines[index] = self.engine(index);
                }
                let message = record(self.setup, round, opening.game.moves().len(), played);
                if self.sender.send(message).is_err() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Plays a game; none if the match was ended.
    fn play_game<'e>(
        &self,
        round: Round,
        opening: Opening<G>,
        [first, second]: &mut [Box<dyn Contestant<G> + 'e>; 2],
    ) -> Option<Played<G>> {
        let mut engines = [first.as_mut(), second.as_mut()];
        if round.engine(Player::First) == 1 {
            engines.reverse();
        }
        let paces = Player::ALL.map(|player| self.setup.entrants[round.engine(player)].pace);
        let conditions = Conditions {
            longest: self.setup.longest,
            queries: self.queries,
            stop: self.stop,
        };
        play(opening, round.number(), engines, paces, &conditions)
    }

    /// A new engine: 0 for the one named first.
    fn engine(&self, index: usize) -> Box<dyn Contestant<G> + '_> {
        let entrant = &self.setup.entrants[index];
        match &entrant.engine {
            EngineKind::Halte(settings) => Box::new(BuiltIn::halte(settings, entrant.pace, self.stop)),
            EngineKind::Uct(settings) => Box::new(BuiltIn::uct(settings, entrant.pace, self.stop)),
            EngineKind::Ugi(command) => Box::new(Outsider::new(command, entrant.pace, self.patience, self.stop)),
        }
    }
}
