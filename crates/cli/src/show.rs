//! `halte show`: a position in the terminal.

use std::io::{self, Write};

use clap::Args;
use halte_game::Game;
use halte_words::Language;

use crate::arguments::PositionArguments;
use crate::colour::ColourArguments;
use crate::draw::{Marks, drawing};
use crate::failure::Failure;
use crate::{letters, words};

/// Show a position as text
#[derive(Args)]
#[command(after_help = "Examples:
  halte show mixtour --moves 'b2 c3 b2-c3'
  halte show fibonacci --legal --group a3
  halte show move --position 'ogngo/gonog/nnnnn/gongo/ognog k o -'")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    marks: Marks,
    #[command(flatten)]
    colour: ColourArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    let game = arguments.position.playthrough()?;
    let drawing = drawing(&game, &arguments.marks)?;
    writeln!(output, "{}\n", halte_picture::words::title(&game.position().options()))?;
    let board = halte_game::draw::text(&drawing, arguments.colour.is_on());
    writeln!(output, "{}", letters::readable(&board))?;
    writeln!(output, "{}", halte_picture::words::turn(&game))?;
    if arguments.marks.legal {
        let moves = game.legal_moves();
        writeln!(output, "{}", words::legal_moves(Language::English.words(), &moves))?;
    }
    writeln!(output, "{}", game.position())?;
    Ok(())
}
