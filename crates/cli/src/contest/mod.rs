//! `halte match`: two engines against each other over many games.
//!
//! Games come in pairs with the same opening and exchanged colours. `entrant` reads who plays, `hall` lets games be
//! played at several tables at once, `game` is one of them; `tally` and `statistics` say what came out.

mod contestant;
mod entrant;
mod game;
mod hall;
mod opening;
mod progress;
mod records;
mod setup;
mod statistics;
mod tally;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use clap::Args;
use halte_engine::Engine;
use halte_game::Named;
use halte_game::board::Board;
use halte_game::record::MAX_MOVES;
use halte_games::with_game;

use self::entrant::{EngineKind, Entrant};
use self::hall::{Hall, Held};
use self::records::RecordFile;
use self::setup::{MOST_GAMES, Setup};
use self::statistics::SequentialTest;
use self::tally::Tally;
use crate::arguments::{GameArguments, number, seconds};
use crate::failure::Failure;
use crate::program::Program;

/// Let two engines play many games, and say which is stronger
///
/// Games are played in pairs: both have the same opening, random turns after which neither side is better, and the
/// engines exchange colours. Cards and openings follow from the seed. An engine that plays an illegal move, crashes,
/// hangs or runs out of time loses the game.
#[derive(Args)]
#[command(
    override_usage = "halte match GAME --first ENGINE --second ENGINE --games N\n       [OPTIONS]",
    after_help = after_help()
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// The engine whose results are counted
    #[arg(long, value_name = "ENGINE")]
    first: Entrant,
    /// The engine that it plays against
    #[arg(long, value_name = "ENGINE")]
    second: Entrant,
    /// How many games to play, an even number
    #[arg(long, value_name = "N", value_parser = game_count)]
    games: usize,
    /// The seed of openings and cards
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>)]
    seed: u64,
    /// How many turns are played at random before the engines begin
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<u32>)]
    opening_turns: u32,
    /// A game of so many moves, drawn cards included, is a draw
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = move_count)]
    longest: usize,
    /// How many games to play at once; if not given, as many as the machine has cores for
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    /// End the match as soon as it shows a difference of ELO0 or less, or of ELO1 or more
    ///
    /// A sequential probability ratio test on pairs, in logistic Elo; ALPHA and BETA are the chances of either error,
    /// 0.05 if not given.
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<SequentialTest>,
    /// How many seconds longer than it should another program may take before it is said to hang
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    patience: Duration,
    /// Ask other programs after every move whose turn it is, whether the game is over and who won
    ///
    /// As kz04px/cutegames does; a wrong answer loses the game.
    #[arg(long)]
    queries: bool,
    /// Append a record of each game to this file
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Go on with the match whose games are in the file of records
    #[arg(long, requires = "records")]
    resume: bool,
}

fn after_help() -> String {
    format!(
        "{}\n\nExamples:
  halte match mixtour --first halte --second uct --games 100
  halte match mobius --games 1000 --sprt 0,20 --records games.txt \\
    --first halte:nodes=5000 \\
    --second 'ugi:nodes=5000,command=old/halte ugi mobius'

The exit status is 1 if an engine failed or the match was interrupted.",
        entrant::SYNTAX
    )
}

fn game_count(text: &str) -> Result<usize, String> {
    match number::<usize>(text)? {
        0 => Err("there must be games to play".to_owned()),
        games if games > MOST_GAMES => Err(format!("it must be at most {MOST_GAMES}")),
        games if games % 2 == 1 => Err("games are played in pairs: it must be even".to_owned()),
        games => Ok(games),
    }
}

/// Reads the length of the longest game that a record can hold.
fn move_count(text: &str) -> Result<usize, String> {
    let moves = number::<usize>(text)?;
    match (1..=MAX_MOVES).contains(&moves) {
        true => Ok(moves),
        false => Err(format!("it must be from 1 to {MAX_MOVES}")),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let options = arguments.game.options()?;
    let setup = Setup {
        options: options.clone(),
        entrants: [arguments.first.clone(), arguments.second.clone()],
        seed: arguments.seed,
        opening_turns: arguments.opening_turns,
        longest: arguments.longest,
    };
    with_game!(AnyOptions, &options, |G, options| hold::<G>(arguments, &setup, options))
}

/// Holds the match and prints its results.
fn hold<G: Engine + Board + Named>(arguments: &Arguments, setup: &Setup, options: &G::Options) -> Result<(), Failure> {
    let interrupts = Interrupts::watch()?;
    try_out(setup, arguments.patience, &interrupts.stop)?;
    let mut tally = Tally::default();
    let file = match &arguments.records {
        Some(path) if arguments.resume => {
            let (file, games) = RecordFile::resume::<G>(path, setup, options)?;
            games.iter().for_each(|game| tally.add(game));
            Some(file)
        }
        Some(path) => Some(RecordFile::create(path)?),
        None => None,
    };
    let held = Held {
        arguments,
        setup,
        options,
        stop: &interrupts.stop,
    };
    let mut hall = Hall { held, tally, file };
    let played = hall.play::<G>(arguments.concurrency.map_or_else(|| room(setup), NonZeroUsize::get));
    let tally = hall.tally;
    // A full disk, say, must not hide what hours of play have shown.
    let mut output = io::stdout().lock();
    write!(output, "{}", tally.report(setup, arguments.sprt.as_ref()))?;
    let is_interrupted = interrupts.happened.load(Ordering::Relaxed);
    if is_interrupted {
        writeln!(output, "Interrupted before the end")?;
    }
    played?;
    if tally.has_faults() || is_interrupted {
        return Err(Failure::Found);
    }
    Ok(())
}

/// Starts other programs once, so that a mistake in a command is told and loses no game.
fn try_out(setup: &Setup, patience: Duration, stop: &AtomicBool) -> Result<(), Failure> {
    for entrant in &setup.entrants {
        if let EngineKind::Ugi(command) = &entrant.engine {
            let started = Program::start(command, patience, stop);
            started.map_err(|fault| Failure::Usage(format!("{entrant}: {}", fault.detail)))?;
        }
    }
    Ok(())
}

/// How many games fit on the machine's cores: in a game one engine thinks at a time.
fn room(setup: &Setup) -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = setup.entrants.iter().map(Entrant::threads).max().unwrap_or(1);
    (cores / threads).max(1)
}

/// Ctrl-C and the wish of the system that the program end.
struct Interrupts {
    /// Ends the match.
    stop: Arc<AtomicBool>,
    happened: Arc<AtomicBool>,
}

impl Interrupts {
    /// The first interrupt ends the match, the second one the program.
    fn watch() -> Result<Interrupts, Failure> {
        let interrupts = Interrupts {
            stop: Arc::default(),
            happened: Arc::default(),
        };
        let (stop, happened) = (Arc::clone(&interrupts.stop), Arc::clone(&interrupts.happened));
        let watched = ctrlc::set_handler(move || {
            if happened.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            stop.store(true, Ordering::Relaxed);
        });
        watched.map_err(|error| Failure::Usage(format!("cannot watch for interrupts: {error}")))?;
        Ok(interrupts)
    }
}
