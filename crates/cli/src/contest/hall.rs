//! Where a match is played: workers take pairs of games, each with engines of its own, and one thread counts the
//! results, writes the records and decides when it is enough.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use halte_engine::{Engine, GreedyPlayer, RandomPlayer, Settings, Uct};
use halte_game::board::Board;
use halte_game::{Game, Named, Player};

use super::Arguments;
use super::contestant::{BuiltIn, Contestant, Outsider};
use super::entrant::EngineKind;
use super::game::{End, Played, play};
use super::opening::{Opening, Openings};
use super::progress::Progress;
use super::records::{Finished, RecordFile, record};
use super::setup::{Round, Setup};
use super::tally::Tally;
use crate::failure::Failure;

/// What holds for every game of a match.
pub(super) struct Held<'a, O> {
    pub(super) arguments: &'a Arguments,
    pub(super) setup: &'a Setup,
    pub(super) options: &'a O,
    pub(super) stop: &'a AtomicBool,
}

/// A match under way.
pub(super) struct Hall<'a, O> {
    pub(super) held: Held<'a, O>,
    pub(super) tally: Tally,
    pub(super) file: Option<RecordFile>,
}

/// A game that is over, with its record.
type Message = Result<(String, Finished), Failure>;

impl<O: Sync> Hall<'_, O> {
    /// Plays the games that have not been played yet, so many at once.
    pub(super) fn play<G: Engine<Options = O> + Board + Named>(&mut self, concurrency: usize) -> Result<(), Failure> {
        let Hall { held, tally, file } = self;
        if is_decided(held, tally) {
            return Ok(());
        }
        let pairs: Vec<Vec<Round>> = (0..held.arguments.games / 2)
            .map(|pair| [0, 1].map(|game| Round { pair, game }).into_iter())
            .map(|rounds| rounds.filter(|&round| !tally.has(round)).collect())
            .filter(|rounds: &Vec<Round>| !rounds.is_empty())
            .collect();
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..concurrency.min(pairs.len()) {
                let worker = Worker::<G> {
                    held,
                    pairs: &pairs,
                    next: &next,
                    sender: sender.clone(),
                };
                scope.spawn(move || worker.work());
            }
            drop(sender);
            let counted = count(held, tally, file.as_mut(), &receiver);
            // Workers that still play hear of it.
            held.stop.fetch_or(counted.is_err(), Ordering::Relaxed);
            counted
        })
    }
}

/// Counts games until all are over.
fn count<O>(
    held: &Held<'_, O>,
    tally: &mut Tally,
    mut file: Option<&mut RecordFile>,
    receiver: &Receiver<Message>,
) -> Result<(), Failure> {
    let mut progress = Progress::new(held.arguments.games as u64, tally.game_count());
    for message in receiver {
        let (record, game) = message?;
        if let Some(file) = &mut file {
            file.append(&record)?;
        }
        if let (Some(fault), Some(winner)) = (&game.fault, game.winner) {
            let loser = &held.setup.entrants[1 - winner];
            progress.tell(&format!("round {}: {loser}: {fault}", game.round));
        }
        tally.add(&game);
        progress.update(tally.game_count(), &tally.summary(held.arguments.sprt.as_ref()));
        if is_decided(held, tally) {
            held.stop.store(true, Ordering::Relaxed);
        }
    }
    Ok(())
}

fn is_decided<O>(held: &Held<'_, O>, tally: &Tally) -> bool {
    held.arguments.sprt.is_some_and(|test| tally.verdict(&test).is_some())
}

/// Plays pairs of games, one after the other.
struct Worker<'a, G: Game> {
    held: &'a Held<'a, G::Options>,
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
        let Held {
            setup, options, stop, ..
        } = *self.held;
        let mut openings = Openings::<G>::new(options, setup.seed, setup.opening_turns);
        let mut engines = [0, 1].map(|index| self.engine(index));
        while let Some(rounds) = self.pairs.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let Some(pair) = rounds.first().map(|round| round.pair) else {
                continue;
            };
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let none = || Failure::Usage(format!("no game goes on after {} random turns", setup.opening_turns));
            let opening = openings.opening(pair).ok_or_else(none)?;
            for &round in rounds {
                let Some(played) = self.play_game(round, opening.clone(), &mut engines) else {
                    return Ok(());
                };
                if let End::Fault(player, _) = played.end {
                    // The next game gets a new one: what this one does from here on is anybody's guess.
                    let index = round.engine(player);
                    engines[index] = self.engine(index);
                }
                let message = record(setup, round, opening.game.moves().len(), played);
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
        play(self.held, round, opening, engines)
    }

    /// A new engine: 0 for the one named first.
    fn engine(&self, index: usize) -> Box<dyn Contestant<G> + '_> {
        let Held {
            arguments, setup, stop, ..
        } = *self.held;
        let limits = setup.entrants[index].pace.limits;
        let built_in = |make, settings: &Settings| BuiltIn {
            make,
            settings: *settings,
            limits,
            stop,
            search: None,
        };
        match &setup.entrants[index].engine {
            EngineKind::Halte(settings) => Box::new(built_in(G::search, settings)),
            EngineKind::Uct(settings) => Box::new(built_in(|settings| Box::new(Uct::new(settings)), settings)),
            EngineKind::Random(settings) => {
                Box::new(built_in(|settings| Box::new(RandomPlayer::new(settings)), settings))
            }
            EngineKind::Greedy(settings) => {
                Box::new(built_in(|settings| Box::new(GreedyPlayer::new(settings)), settings))
            }
            EngineKind::Ugi(command) => Box::new(Outsider {
                command,
                limits,
                patience: arguments.patience,
                stop,
                program: None,
            }),
        }
    }
}
