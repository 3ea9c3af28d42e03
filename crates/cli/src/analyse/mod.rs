//! `halte analyse`: the best lines of a position, or what became of a recorded game.

mod position;
mod record;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use halte_engine::{Limits, Score, Settings};

use crate::arguments::{LineArguments, MOST_MEMORY, MOST_THREADS, seconds};
use crate::colour::ColourArguments;
use crate::failure::Failure;

/// Find the best lines of a position, or the turning points of a game
///
/// For a position: the best lines, each with the probability of winning or a proven result for the player to move. For a
/// record: the turns that gave most away, a graph of the probability of winning, and all turns. A turn that gives away 5% is an
/// inaccuracy, 10% a mistake, 20% a blunder.
#[derive(Args)]
#[command(after_help = "Examples:
  halte analyse mixtour --moves 'b2 c3 d4' --time 5
  halte analyse mobius --lines 5 --nodes 100000
  halte analyse --record game.txt --graph game.svg
  halte analyse --record games.txt --number 3 --in-place")]
pub(crate) struct Arguments {
    #[command(flatten)]
    line: LineArguments,
    /// Draw the graph into this file, ending in .svg or .png
    #[arg(long, value_name = "FILE", requires = "record", conflicts_with = "game")]
    graph: Option<PathBuf>,
    /// Write the game with comments and better lines to this new file
    #[arg(long, value_name = "FILE", requires = "record", conflicts_with = "game")]
    output: Option<PathBuf>,
    /// Write comments and better lines into the record itself, in place of those of an earlier analysis
    #[arg(long, requires = "record", conflicts_with_all = ["game", "output"])]
    in_place: bool,
    /// Show the board before each turning point
    #[arg(long, requires = "record", conflicts_with = "game")]
    boards: bool,
    /// Draw the graph in plain ASCII; so is it if the locale is not UTF-8
    #[arg(long, requires = "record", conflicts_with = "game")]
    ascii: bool,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    colour: ColourArguments,
}

/// How hard to think about each position.
#[derive(Args)]
struct Effort {
    /// How many lines to find; 3 for a position and 1 for each turn of a record if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=200))]
    lines: Option<u8>,
    /// Seconds to think about each position; 1 if no limit is given
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Positions to look at, for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Moves to look ahead; turns in Fibonacci
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Threads that work at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MOST_THREADS))]
    threads: u64,
    /// Memory for what a search remembers, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=MOST_MEMORY))]
    memory: u64,
}

/// How long to think about a position if nothing is said.
const STANDARD_TIME: Duration = Duration::from_secs(1);

impl Effort {
    fn settings(&self, lines: u8) -> Settings {
        Settings {
            memory: (self.memory as usize) << 20,
            threads: self.threads as usize,
            lines: self.lines.unwrap_or(lines).into(),
            ..Settings::default()
        }
    }

    fn limits(&self) -> Limits {
        let is_limited = self.nodes.is_some() || self.depth.is_some();
        Limits {
            nodes: self.nodes,
            depth: self.depth,
            time: self.time.or((!is_limited).then_some(STANDARD_TIME)),
        }
    }
}

/// A score in words: `62.5%`, `win in 5`, `lost`.
fn score_words(score: Score) -> String {
    match score {
        Score::Win { moves: 0 } => "won".to_owned(),
        Score::Loss { moves: 0 } => "lost".to_owned(),
        // In prose a line must not break before the sign.
        score => score.to_string().replace(" %", "%"),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.line.record {
        Some(path) => record::run(arguments, path),
        None => position::run(arguments),
    }
}
