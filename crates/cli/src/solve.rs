//! `halte solve`: who wins, proved.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use clap::Args;
use halte_engine::{Control, Limits, Proof, ProofProgress, prove};
use halte_game::{Named, Playthrough, counted};
use halte_games::with_game;

use crate::arguments::{MOST_MEMORY, PositionArguments, number, seconds};
use crate::failure::Failure;
use crate::{letters, words};

/// Prove who wins from a position, whatever the opponent does and whichever cards are drawn
///
/// Prints `win`, `loss` or `draw` for the player to move, with the line of the longest resistance, or `unknown` with exit
/// status 1. Most positions of a game's beginning stay unknown.
#[derive(Args)]
#[command(after_help = "Examples:
  halte solve mixtour --variant 2/1
  halte solve move --position 'ogono/ggooo/kngnn/noong/ggnnn g g 3<'")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// The most memory to use, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = memory, allow_negative_numbers = true)]
    memory: usize,
    /// The most positions to look at
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// The longest time to think; a minute if nodes are not limited either
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
}

/// How long to think if no limit is given.
const TIME: Duration = Duration::from_secs(60);

fn memory(text: &str) -> Result<usize, String> {
    let memory = number::<u64>(text)?;
    if (1..=MOST_MEMORY).contains(&memory) {
        Ok(memory as usize)
    } else {
        Err(format!("it must be a number from 1 to {MOST_MEMORY}"))
    }
}

/// How often progress is shown.
const PROGRESS: Duration = Duration::from_millis(200);

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let start = arguments.position.start()?;
    with_game!(AnyGame, start, |G, start| solve(
        arguments,
        &arguments.position.played(start)?
    ))
}

fn solve<G: Named>(arguments: &Arguments, game: &Playthrough<G>) -> Result<(), Failure> {
    let limits = Limits {
        nodes: arguments.nodes,
        depth: None,
        time: arguments.time.or(arguments.nodes.is_none().then_some(TIME)),
    };
    let control = Control::within(limits);
    let shows_progress = io::stderr().is_terminal();
    let mut shown = Duration::ZERO;
    let proof = prove(game, arguments.memory << 20, &control, &mut |progress| {
        if shows_progress && progress.time >= shown + PROGRESS {
            shown = progress.time;
            eprint!("\r{}", letters::readable(&progress_line(progress)));
        }
    });
    if shown > Duration::ZERO {
        // The line is wiped out: what follows stands alone.
        eprint!("\r{:width$}\r", "", width = words::WIDTH);
    }
    let about = G::about(&game.position().options());
    let player = game.position().player();
    let [own, other] = [player, !player].map(|player| about.players[player.index()]);
    let answer = match &proof {
        Proof::Win { moves } => format!("win: {own} wins{}", line(moves)),
        Proof::Loss { moves } => format!("loss: {other} wins{}", line(moves)),
        Proof::Neither => "draw: neither player can force a win".to_owned(),
        Proof::NoWin => format!("unknown: {own} cannot force a win, {other} perhaps can"),
        Proof::NoLoss => format!("unknown: {other} cannot force a win, {own} perhaps can"),
        Proof::Unknown => "unknown: nothing could be proved within the limits".to_owned(),
    };
    let mut output = io::stdout().lock();
    writeln!(output, "{answer}")?;
    let seconds = control.elapsed().as_secs_f64();
    writeln!(output, "{} positions in {seconds:.1} s", control.nodes())?;
    match proof {
        Proof::Win { .. } | Proof::Loss { .. } | Proof::Neither => Ok(()),
        Proof::NoWin | Proof::NoLoss | Proof::Unknown => Err(Failure::Found),
    }
}

/// ` in 3 moves: b2 c3 b2-c3`; nothing if the game is over already.
fn line<M: Display>(moves: &[M]) -> String {
    match moves.len() {
        0 => String::new(),
        count => format!(" in {}: {}", counted(count, "move"), words::listed(moves)),
    }
}

/// `win 1:20, loss 7:1 · 120000 positions · 3 s · memory 12 %`: what it takes to prove and to disprove each.
fn progress_line(progress: &ProofProgress) -> String {
    let (win, loss, nodes) = (&progress.win, &progress.loss, progress.nodes);
    let [win, loss] = [win, loss].map(|numbers| format!("{}:{}", numbers.proof, numbers.disproof));
    let (seconds, memory) = (progress.time.as_secs(), 100.0 * progress.table);
    let line = format!("win {win}, loss {loss} · {nodes} positions · {seconds} s · memory {memory:.0} %");
    format!("{line:width$}", width = words::WIDTH)
}
