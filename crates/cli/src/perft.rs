//! `halte perft`: counts move sequences. Outside scripts rely on it.

use std::io::{self, Write};
use std::str::FromStr;

use clap::Args;
use halte_game::board::Board;
use halte_game::{Game, ParseError, Symmetric};
use halte_games::Visitor;

use crate::arguments::GameArguments;
use crate::failure::Failure;

/// Count the move sequences of a length: the last word printed is their number
#[derive(Args)]
#[command(after_help = "Example:\n  halte perft mixtour 4 --variant 20/1")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// The length of the sequences; a drawn card counts as a move
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
    let count = Count {
        position: position.to_string(),
        depth: arguments.depth,
        divide: arguments.divide,
    };
    let sequences = position.options().visit(count)?;
    writeln!(output, "{sequences}")?;
    Ok(())
}

struct Count {
    position: String,
    depth: u32,
    divide: bool,
}

impl Visitor for Count {
    type Output = Result<u64, Failure>;

    fn visit<G>(self, options: &G::Options) -> Self::Output
    where
        G: Game + Board + Symmetric + FromStr<Err = ParseError>,
    {
        let position = G::parse(options, &self.position)?;
        if self.divide && self.depth > 0 {
            let mut output = io::stdout().lock();
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            for mv in moves {
                let mut next = position.clone();
                next.play_unchecked(mv);
                writeln!(output, "{mv} {}", halte_game::perft(&next, self.depth - 1))?;
            }
        }
        Ok(halte_game::perft(&position, self.depth))
    }
}
