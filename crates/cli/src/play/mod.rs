//! `halte play`: two people at one terminal, or a script that pipes moves in.

mod console;
mod session;
mod table;

use std::path::PathBuf;

use clap::Args;
use halte_games::GameId;

use crate::arguments::{game_parser, number, position};
use crate::colour::ColourArguments;
use crate::failure::Failure;
use console::Console;
use session::Session;
use table::Table;

/// Play a game for two at this terminal
///
/// Type moves in the game's notation, several on one line if you like, or `help`. Works piped as well: every line of
/// standard input is a line typed.
#[derive(Args)]
#[command(after_help = "Examples:
  halte play                               choose a game from a list
  halte play mixtour --variant 20/1
  halte play mobius --save game.txt        keep the game in a file
  halte play --load game.txt               go on with a saved game
  halte play --load games.txt --number 3   go on with one of several")]
pub(crate) struct Arguments {
    /// The game; a list to choose from if not given
    #[arg(value_parser = game_parser(), ignore_case = true)]
    game: Option<GameId>,
    /// The variant: `classic` or `cards` for Fibonacci, `P/N` for Mixtour
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// The position to start from; the standard start if not given
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Go on with the game in this file
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Which game of the file to go on with, counted from 1
    #[arg(long, value_name = "N", requires = "load", value_parser = number::<usize>)]
    number: Option<usize>,
    /// Keep the game in this new file: it is written after every line you type
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Draw your own cards and type them (`#4`) instead of letting the program draw
    #[arg(long)]
    own_cards: bool,
    /// The seed of the cards; different in every game if not given
    #[arg(long, value_name = "N", conflicts_with = "own_cards", value_parser = number::<u64>)]
    seed: Option<u64>,
    #[command(flatten)]
    colour: ColourArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.check()?;
    let mut session = Session::new(Console::new()?, arguments.colour.is_on());
    let mut table = match &arguments.load {
        Some(path) => Table::load(path, arguments.number)?,
        None => {
            let start = match arguments.game {
                Some(game) => {
                    let text = arguments.position.as_deref();
                    Some(position(game, arguments.variant.as_deref(), text)?)
                }
                None => session.choose_start()?,
            };
            let Some(start) = start else {
                return Ok(());
            };
            Table::new(start)
        }
    };
    if !arguments.own_cards {
        let seed = arguments.seed.map_or_else(getrandom::u64, Ok);
        table.seed = Some(seed.map_err(|error| Failure::Usage(format!("cannot draw cards: {error}")))?);
    }
    if let Some(path) = &arguments.save {
        table.save(path)?;
    }
    session.play(&mut table)
}

impl Arguments {
    /// Refuses what does not go together.
    fn check(&self) -> Result<(), Failure> {
        let refused = |message: String| Err(Failure::Usage(message));
        let game = self.game.map(|_| "a game");
        let variant = self.variant.as_ref().map(|_| "--variant");
        let position = self.position.as_ref().map(|_| "--position");
        if let (Some(_), Some(given)) = (&self.load, game.or(variant).or(position)) {
            return refused(format!(
                "the file says what is played: --load and {given} do not go together"
            ));
        }
        if self.game.is_some() {
            return Ok(());
        }
        if let Some(variant) = &self.variant {
            let has_it = |game: &GameId| !game.about().variants.is_empty() && game.options(Some(variant)).is_ok();
            return refused(match GameId::ALL.into_iter().find(has_it) {
                Some(game) => format!("{game} has the variant {variant}: `halte play {game} --variant {variant}`"),
                None => format!("no game has a variant {variant:?}: `halte games` lists them"),
            });
        }
        if self.position.is_some() {
            return refused("a position of which game? `halte play GAME --position P`".to_owned());
        }
        Ok(())
    }
}
