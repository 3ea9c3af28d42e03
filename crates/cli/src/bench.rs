//! `halte bench`: the signature of every search, and how fast it is on this machine.
//!
//! A signature is the checksum of a search's behaviour: a change that should only make it faster leaves it as it is. One
//! thread, no clock and a fixed seed give the same on every machine.

use std::io::{self, Write};

use clap::Args;
use halte_engine::{Control, Engine, Report, Settings};
use halte_game::Playthrough;
use halte_games::{GameId, with_game};
use halte_library::Bench;

use crate::arguments::game_parser;
use crate::failure::Failure;

/// Search a dozen fixed positions of each variant: the signatures, and the speed
///
/// The signature is the number of positions looked at, to a fixed depth. Mobius is searched with a fixed number instead, so
/// there the lines that were found are folded in. It changes exactly when the search behaves differently.
#[derive(Args)]
#[command(after_help = "Examples:\n  halte bench\n  halte bench mixtour")]
pub(crate) struct Arguments {
    /// The game; all games if not given
    #[arg(value_parser = game_parser(), ignore_case = true)]
    game: Option<GameId>,
    /// Print the signatures only: a variant and its signature on each line
    #[arg(long)]
    signatures: bool,
}

/// The memory that every search has, in bytes.
const MEMORY: usize = 4 << 20;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    for variant in halte_library::bench()? {
        let options = &variant.options;
        if arguments.game.is_some_and(|game| game != options.game()) {
            continue;
        }
        let found = with_game!(AnyOptions, options, |G, options| bench::<G>(options, &variant))?;
        if arguments.signatures {
            writeln!(output, "{options} {}", found.signature)?;
            continue;
        }
        let (positions, nodes) = (variant.positions.len(), found.nodes);
        let length = found.plies as f64 / positions.max(1) as f64;
        let speed = nodes as f64 / found.seconds.max(0.001);
        write!(output, "{:<17} {:<13}", options.to_string(), found.signature)?;
        writeln!(
            output,
            "{positions} positions, lines of {length:.1} plies, {nodes} nodes, {speed:.0} nodes/s"
        )?;
    }
    Ok(())
}

/// What became of a variant's positions.
#[derive(Default)]
struct Found {
    signature: u64,
    nodes: u64,
    /// The lengths of the best lines.
    plies: usize,
    seconds: f64,
}

/// Searches positions, each as if it were the first.
fn bench<G: Engine>(options: &G::Options, variant: &Bench) -> Result<Found, Failure> {
    let mut found = Found::default();
    let mut search = G::strongest_search(&Settings::with_memory(MEMORY));
    for text in &variant.positions {
        let game = Playthrough::new(G::parse(options, text).map_err(Failure::usage)?);
        let control = Control::within(variant.limits);
        search.clear();
        let report = search.search(&game, &control, &mut |_| {});
        found.signature += report.nodes;
        if variant.limits.nodes.is_some() {
            found.signature += folded(&report);
        }
        found.nodes += report.nodes;
        found.plies += report.lines.first().map_or(0, |line| line.moves.len());
        found.seconds += report.time.as_secs_f64();
    }
    Ok(found)
}

/// The best line as a number, by the 32-bit FNV-1a hash of its moves (Fowler, Noll and Vo). Its score is left out: what is
/// rounded differently somewhere must not count, and a search that thinks differently soon plays differently.
fn folded<M: std::fmt::Display>(report: &Report<M>) -> u64 {
    let moves = report.lines.iter().flat_map(|line| &line.moves);
    let text: String = moves.map(|mv| format!("{mv} ")).collect();
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    u64::from(hash)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use halte_engine::{Line, Score};

    use super::*;

    #[test]
    fn lines_are_folded_by_their_moves() {
        let check = |moves: &[&str], expected: u64| {
            let report = Report {
                depth: 1,
                nodes: 1,
                time: Duration::ZERO,
                lines: vec![Line {
                    score: Score::Draw,
                    moves: moves.to_vec(),
                }],
                is_whole: true,
            };
            assert_eq!(folded(&report), expected, "{moves:?}");
        };
        check(&[], 0x811c_9dc5);
        check(&["a1", "b2"], fnv("a1 b2 "));
    }

    fn fnv(text: &str) -> u64 {
        let mut hash = 2_166_136_261_u64;
        for byte in text.bytes() {
            hash = (hash ^ u64::from(byte)) * 16_777_619 % (1 << 32);
        }
        hash
    }
}
