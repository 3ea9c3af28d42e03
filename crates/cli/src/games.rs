//! `halte games`: what there is to play, and who made it.

use std::io::{self, Write};

use clap::Args;
use halte_games::GameId;

use crate::failure::Failure;
use crate::{letters, words};

/// List the games, their variants and their authors
#[derive(Args)]
pub(crate) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    let games = GameId::ALL.map(GameId::about);
    if arguments.json {
        let text = serde_json::to_string_pretty(&games).map_err(io::Error::from)?;
        return Ok(writeln!(output, "{text}")?);
    }
    for game in games {
        let year = game.year.map_or(String::new(), |year| format!(", {year}"));
        writeln!(output, "{}: {} by {}{year}", game.name, game.title, game.authors)?;
        let indented = |text: &str| words::wrapped(&format!("    {text}"));
        write!(output, "{}", indented(game.summary))?;
        writeln!(output, "    {} moves first, then {}.", game.players[0], game.players[1])?;
        for variant in game.variants {
            let label = format!("    --variant {}", variant.name);
            write!(output, "{}", words::item(&label, 23, variant.summary))?;
        }
        if let Some(link) = game.link {
            writeln!(output, "    {link}")?;
        }
        if !game.credit.is_empty() {
            write!(output, "{}", letters::readable(&indented(game.credit)))?;
        }
        writeln!(output)?;
    }
    Ok(())
}
