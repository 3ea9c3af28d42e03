//! `halte check`: validates records, and says what is wrong and where.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use halte_game::record::Records;
use halte_games::AnyGame;
use halte_words::Language;

use crate::failure::Failure;
use crate::file;

/// Check records of games: every tag, move, variation and result
///
/// Prints what is wrong as FILE:LINE:COLUMN: reason, and goes on with the next game. The exit status is 1 if anything
/// was wrong, 2 if a file could not be read.
#[derive(Args)]
#[command(after_help = "Example:\n  halte check games.txt more-games.txt")]
pub(crate) struct Arguments {
    /// The files to check; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    let mut result = Ok(());
    for path in &arguments.files {
        match read(path) {
            Ok(bytes) => {
                if !check(path, &bytes, &mut output)? {
                    result = result.and(Err(Failure::Found));
                }
            }
            Err(error) => {
                Failure::reading(path, &error).report(Language::English.words());
                result = Err(Failure::Told);
            }
        }
    }
    result
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    fs::read(path)
}

/// Checks one file, and says whether all is well with it.
fn check(path: &Path, bytes: &[u8], output: &mut impl Write) -> io::Result<bool> {
    let path = path.display();
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let line = good.matches('\n').count() + 1;
            let column = good.chars().rev().take_while(|&character| character != '\n').count() + 1;
            writeln!(output, "{path}:{line}:{column}: this is not text in UTF-8")?;
            return Ok(false);
        }
    };
    let (mut games, mut bad) = (0, 0);
    for record in Records::<AnyGame>::new(text) {
        games += 1;
        if let Err(error) = record {
            bad += 1;
            writeln!(output, "{path}:{error}")?;
        }
    }
    let noun = file::games(games);
    match (games, bad) {
        (0, _) => writeln!(output, "{path}: no game found")?,
        (_, 0) => writeln!(output, "{path}: {games} {noun}, all well")?,
        _ => writeln!(output, "{path}: {games} {noun}, {bad} with errors")?,
    }
    Ok(games > 0 && bad == 0)
}
