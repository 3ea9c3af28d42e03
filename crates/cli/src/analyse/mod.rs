//! `halte analyse`: the best lines of a position, or what became of a recorded game.

mod record;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use halte_engine::{Control, Engine, Limits, Report, Score, Settings, SystemThreads};
use halte_game::{Game, Playthrough, Turn};
use halte_games::{AnyGame, AnyMove};
use indicatif::{ProgressBar, ProgressStyle};

use crate::arguments::{LineArguments, MOST_MEMORY, MOST_THREADS, seconds};
use crate::colour::ColourArguments;
use crate::draw::{Marks, drawing};
use crate::failure::Failure;
use crate::mistake::Mistake;
use crate::{letters, words};

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
        None => analyse_position(arguments),
    }
}

/// Lines that are found if nothing is said.
const STANDARD_LINES: u8 = 3;

/// Shows the best lines of one position.
fn analyse_position(arguments: &Arguments) -> Result<(), Failure> {
    let game = arguments.line.playthrough()?;
    match game.turn() {
        Turn::Player(_) => {}
        Turn::Chance => return Err(Mistake::CardFirst.into()),
        Turn::Over(_) => {
            let turn = halte_picture::words::turn(&game);
            return Err(Mistake::NothingToFind { turn }.into());
        }
    }
    let board = halte_game::draw::text(&drawing(&game, &Marks::LAST)?, arguments.colour.is_on());
    let mut output = io::stdout().lock();
    let title = halte_picture::words::title(&game.position().options());
    writeln!(output, "{title}\n\n{}", letters::readable(&board))?;
    writeln!(output, "{}\n", halte_picture::words::turn(&game))?;
    output.flush()?;
    write!(output, "{}", search(&game, arguments))?;
    Ok(())
}

/// Searches, shows what is found so far if there is a terminal, and returns what is found in the end.
fn search(game: &Playthrough<AnyGame>, arguments: &Arguments) -> String {
    let shown = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{msg}") {
        shown.set_style(style);
    }
    let control = Control::within(arguments.effort.limits()).with_threads(&SystemThreads);
    let mut search = AnyGame::search(&arguments.effort.settings(STANDARD_LINES));
    let mut whole = None;
    let found = search.search(game, &control, &mut |report| {
        if report.is_whole {
            whole = Some(report.clone());
        }
        // A line that the terminal breaks could not be taken away again.
        let lines = table(report, |label, _, line| {
            let line = format!("{label}{line}");
            format!("{}\n", line.chars().take(words::WIDTH).collect::<String>())
        });
        shown.set_message(lines);
    });
    shown.finish_and_clear();
    let (nodes, time) = (found.nodes, found.time);
    let whole = whole.unwrap_or(found);
    table(&Report { nodes, time, ..whole }, words::item)
}

/// What a search has found: its lines, each laid out with its label, and what it took.
fn table(report: &Report<AnyMove>, layout: impl Fn(&str, usize, &str) -> String) -> String {
    let mut text = String::new();
    for (number, line) in (1..).zip(&report.lines) {
        let label = format!("{number:>3}  {:<12}", score_words(line.score));
        text.push_str(&layout(&label, label.len(), &words::listed(&line.moves)));
    }
    let (depth, nodes, seconds) = (report.depth, report.nodes, report.time.as_secs_f64());
    let speed = nodes as f64 / seconds.max(0.001);
    format!("{text}\ndepth {depth}, {nodes} nodes in {seconds:.2} s, {speed:.0} a second\n")
}
