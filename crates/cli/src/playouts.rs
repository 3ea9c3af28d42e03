//! `halte playouts`: how fast the rules are. Outside scripts rely on it.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::Args;
use halte_game::{Game, History, Outcome, Player, Random, playout};
use halte_games::with_game;
use serde::Serialize;

use crate::arguments::{GameArguments, number, seconds};
use crate::failure::Failure;

/// A game is cut off after this many moves, and counted.
const LONGEST_GAME: usize = 2000;

/// Play uniformly random games for a while, on one thread, and count them
///
/// Prints one JSON object: `playouts`, `moves` (drawn cards included), `seconds`, and how the games ended. A game is cut
/// off after 2,000 moves and counted.
#[derive(Args)]
#[command(after_help = "Example:\n  halte playouts mixtour --variant 20/1 --seconds 3")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// For how long to play
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    seconds: Duration,
    /// The seed of the random games
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>, allow_negative_numbers = true)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let options = arguments.game.options()?;
    let random = Random::new(arguments.seed);
    let time = arguments.seconds;
    let counts = with_game!(AnyOptions, &options, |G, options| play::<G>(options, time, random));
    let text = serde_json::to_string(&counts).map_err(io::Error::from)?;
    Ok(writeln!(io::stdout(), "{text}")?)
}

#[derive(Serialize, Default)]
struct Counts {
    playouts: u64,
    moves: u64,
    seconds: f64,
    first: u64,
    second: u64,
    draw: u64,
    cut_off: u64,
}

fn play<G: Game>(options: &G::Options, time: Duration, mut random: Random) -> Counts {
    let start = G::start(options);
    let mut history = History::new();
    let mut counts = Counts::default();
    let started = Instant::now();
    let mut elapsed = Duration::ZERO;
    while elapsed < time {
        // Asking the clock costs as much as a move: once in a few games is often enough.
        for _ in 0..16 {
            history.clear();
            history.note(start.repetition());
            let mut position = start.clone();
            let playout = playout(&mut position, &mut history, &mut random, LONGEST_GAME);
            counts.playouts += 1;
            counts.moves += playout.moves as u64;
            match playout.outcome {
                Some(Outcome::Win(Player::First)) => counts.first += 1,
                Some(Outcome::Win(Player::Second)) => counts.second += 1,
                Some(Outcome::Draw) => counts.draw += 1,
                None => counts.cut_off += 1,
            }
        }
        elapsed = started.elapsed();
    }
    counts.seconds = elapsed.as_secs_f64();
    counts
}
