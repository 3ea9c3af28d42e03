//! `halte perft`: counts move sequences. Outside scripts rely on it.

use std::io::{self, Write};

use clap::Args;
use halte_game::{perft, perft_by_move};
use halte_games::with_game;

use crate::arguments::{GameArguments, number};
use crate::failure::Failure;

/// Count the move sequences of a length: the last word printed is their number
#[derive(Args)]
#[command(after_help = "Example:\n  halte perft mixtour 4 --variant 20/1")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// The length of the sequences; a drawn card counts as a move
    #[arg(value_parser = number::<u32>, allow_negative_numbers = true)]
    depth: u32,
    /// The position to start from; the standard start if not given
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Also count the sequences behind each first move
    #[arg(long)]
    divide: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    let position = arguments.game.position(arguments.position.as_deref())?;
    let depth = arguments.depth;
    if arguments.divide && depth > 0 {
        let mut total = 0;
        with_game!(
            AnyGame,
            &position,
            |G, position| for (mv, count) in perft_by_move(position, depth) {
                writeln!(output, "{mv} {count}")?;
                total += count;
            }
        );
        writeln!(output, "{total}")?;
    } else {
        let count = with_game!(AnyGame, &position, |G, position| perft(position, depth));
        writeln!(output, "{count}")?;
    }
    Ok(())
}
