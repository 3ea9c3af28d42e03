//! `halte puzzles`: positions with a proven win.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use halte_engine::{Control, Engine, Level, Limits, PuzzleMaker, PuzzlePlan};
use halte_game::board::Board;
use halte_game::{Named, Symmetric};
use halte_games::with_game;

use crate::arguments::{GameArguments, number};
use crate::failure::Failure;
use crate::file::write_whole;

/// Make puzzles: positions with a proven win and one first move that leads to it
///
/// The positions come from games between strong levels. One first move wins, or as many as the winning turn has steps,
/// whose order may be free; all others are proved not to win: in Mobius not as quickly, in Fibonacci not within the
/// turn. Where there are too many pieces on the board of a game that only adds some, Mobius, those that change nothing
/// about the win are taken away, as many of each player.
///
/// A puzzle is written as a record (`halte check` reads it): the tag Position is what to solve, Solutions lists all
/// first moves that win, Depth is the number of moves (in Fibonacci of steps) of the quickest win against the longest
/// resistance, which is the line that follows. ProofSize tells how many positions were looked at to prove it.
///
/// The same arguments give the same puzzles. No two are alike, not even turned, mirrored or with the colours exchanged.
/// The exit status is 1 if there are fewer than wanted.
#[derive(Args)]
#[command(after_help = "Examples:
  halte puzzles mixtour --variant 20/1 --count 5
  halte puzzles move --least-depth 3 --seed 7 -o puzzles.txt")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<usize>, allow_negative_numbers = true)]
    count: usize,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>, allow_negative_numbers = true)]
    seed: u64,
    /// The fewest moves that the quickest win takes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>, allow_negative_numbers = true)]
    least_depth: usize,
    /// The most moves that the quickest win takes
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<usize>, allow_negative_numbers = true)]
    most_depth: usize,
    /// How many positions are looked at to answer one question about a puzzle
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = number::<u64>, allow_negative_numbers = true)]
    nodes: u64,
    /// The level of the players of the games, from 1 to 10: each plays at this one or up to two below it
    #[arg(long, value_name = "N", default_value = "8")]
    level: Level,
    /// The most pieces on the board
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = number::<usize>, allow_negative_numbers = true)]
    most_pieces: usize,
    /// The most games to look for puzzles in
    #[arg(long, value_name = "N", default_value_t = GAMES, value_parser = number::<u64>, allow_negative_numbers = true)]
    games: u64,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How many games are looked at if nothing is said: those of some hours.
const GAMES: u64 = 100_000;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let options = arguments.game.options()?;
    let texts = with_game!(AnyOptions, &options, |G, options| make::<G>(arguments, options))?;
    if let Some(path) = &arguments.output {
        write_whole(path, &texts.join("\n")).map_err(|error| Failure::writing(path, &error))?;
    }
    if texts.len() < arguments.count {
        eprintln!("only {} of {} puzzles were found", texts.len(), arguments.count);
        return Err(Failure::Found);
    }
    Ok(())
}

/// The puzzles as text. Without a file each is printed as soon as it is found.
fn make<G: Engine + Named + Symmetric + Board>(
    arguments: &Arguments,
    options: &G::Options,
) -> Result<Vec<String>, Failure> {
    let plan = PuzzlePlan {
        seed: arguments.seed,
        level: arguments.level,
        most_pieces: arguments.most_pieces,
        depths: arguments.least_depth..=arguments.most_depth,
        nodes: arguments.nodes,
    };
    let mut maker = PuzzleMaker::<G>::new(options.clone(), plan);
    let control = Control::within(Limits::NONE);
    let shows_progress = io::stderr().is_terminal() && arguments.output.is_some();
    let mut texts = Vec::new();
    while texts.len() < arguments.count && maker.games() < arguments.games {
        for puzzle in maker.next_game(&control) {
            if texts.len() < arguments.count {
                let text = puzzle.record().map_err(Failure::usage)?.to_string();
                if arguments.output.is_none() {
                    let mut output = io::stdout().lock();
                    let separator = if texts.is_empty() { "" } else { "\n" };
                    write!(output, "{separator}{text}")?;
                    output.flush()?;
                }
                texts.push(text);
            }
        }
        if shows_progress {
            let (found, games) = (texts.len(), maker.games());
            eprint!("\r{found} of {} puzzles, {games} games ", arguments.count);
        }
    }
    if shows_progress {
        eprintln!();
    }
    Ok(texts)
}
