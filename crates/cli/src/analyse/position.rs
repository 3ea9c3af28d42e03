//! The best lines of one position.

use std::io::{self, Write};

use halte_engine::{Control, Engine, Report, SystemThreads};
use halte_game::{Game, Playthrough, Turn};
use halte_games::{AnyGame, AnyMove};
use indicatif::{ProgressBar, ProgressStyle};

use super::{Arguments, score_words};
use crate::draw::{Marks, drawing};
use crate::failure::Failure;
use crate::mistake::Mistake;
use crate::words;

/// Lines that are found if nothing is said.
const STANDARD_LINES: u8 = 3;

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
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
    writeln!(output, "{title}\n\n{board}")?;
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
