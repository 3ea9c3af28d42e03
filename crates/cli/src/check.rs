//! `halte check`: validates records, and says what is wrong and where.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use halte_game::record::{Record, Records};
use halte_game::{Game, Turn};
use halte_games::AnyGame;
use halte_table::{CheckedCard, CheckedCards, CheckedNumber, Uncheckable, check_cards};
use halte_words::Language;

use crate::failure::Failure;
use crate::file;

/// Check records of games: every tag, move, variation and result, and the cards
///
/// Prints what is wrong as FILE:LINE:COLUMN: reason, and goes on with the next game. Of a game whose cards or seats a
/// server has drawn it says whether they follow from what was sealed before, and if not, which of them does not:
/// docs/cards.md describes how, and what only the players can tell. The exit status is 1 if anything was wrong, 2 if a
/// file could not be read.
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
        match record {
            Err(error) => {
                bad += 1;
                writeln!(output, "{path}:{error}")?;
            }
            Ok(record) => {
                let (is_well, lines) = cards(&record);
                bad += usize::from(!is_well);
                for line in lines {
                    writeln!(output, "{path}: game {games}: {line}")?;
                }
            }
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

/// Whether a game's cards and seats are those that were decided, as far as one can tell, and what is to be said of it.
fn cards(record: &Record<AnyGame>) -> (bool, Vec<String>) {
    match check_cards(record) {
        Ok(checked) if checked.holds => (true, vec![well(&checked)]),
        Ok(checked) => (false, wrong(&checked)),
        Err(Uncheckable::NotSealed) if !has_cards(record) => (true, Vec::new()),
        Err(reason @ (Uncheckable::NotSealed | Uncheckable::NotRevealed)) => {
            (true, vec![format!("cards not checked: {reason}")])
        }
        Err(reason) => (false, vec![reason.to_string()]),
    }
}

/// Whether a card was drawn in it.
fn has_cards(record: &Record<AnyGame>) -> bool {
    let mut steps = record.main_line().steps();
    steps.any(|(position, _)| position.turn() == Turn::Chance)
}

/// What holds.
fn well(checked: &CheckedCards) -> String {
    let count = checked.cards.len();
    let mut drawn = Vec::new();
    if checked.lot.is_some() {
        drawn.push("the lot for the seats".to_owned());
    }
    if count > 0 {
        let noun = if count == 1 { "card" } else { "cards" };
        let special = special(checked);
        let special = match special[..] {
            [] => String::new(),
            _ => format!(" ({})", special.join(", ")),
        };
        drawn.push(format!("{count} {noun}{special}"));
    }
    let drawn = if drawn.is_empty() {
        "nothing was drawn from".to_owned()
    } else {
        format!("{} as decided by", drawn.join(" and "))
    };
    let has_added = |number: &&CheckedNumber| number.number.is_some() && !number.is_engines;
    let numbers = checked.numbers.iter().filter(has_added).count();
    let has_engine = checked.numbers.iter().any(|number| number.is_engines);
    match numbers {
        2 => format!("{drawn} the sealed secret and both players' numbers"),
        1 if has_engine => format!("{drawn} the sealed secret and the person's number"),
        1 => format!("{drawn} the sealed secret and one player's number"),
        _ => format!("{drawn} the sealed secret alone: no person added a number"),
    }
}

/// What is to be known of some of the cards: how many were drawn after a takeback, and how many on an administrator's word.
fn special(checked: &CheckedCards) -> Vec<String> {
    let count = |is: fn(&CheckedCard) -> bool| checked.cards.iter().filter(|card| is(card)).count();
    let anew = count(|card| card.takebacks > 0);
    let trusted = count(|card| card.secret > 0);
    let takebacks = match checked.cards.last().map(|card| card.takebacks) {
        Some(1) => "1 takeback".to_owned(),
        last => format!("{} takebacks", last.unwrap_or_default()),
    };
    [
        (anew > 0).then(|| format!("{anew} after {takebacks}")),
        (trusted > 0).then(|| format!("{trusted} from a secret sealed after an administrator undid the end")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What does not.
fn wrong(checked: &CheckedCards) -> Vec<String> {
    let seals = checked.seals.iter().filter(|seal| !seal.holds);
    let seals = seals.map(|seal| format!("the secret {} is not the one in the seal {}", seal.secret, seal.seal));
    let players = ["first", "second"].iter().zip(&checked.numbers);
    let numbers = players
        .filter(|(_, number)| !number.holds)
        .map(|(player, _)| format!("the {player} player is an engine, whose number is another one"));
    let lot = checked.lot.iter().filter(|lot| !lot.holds).map(|lot| {
        let seats = if lot.exchanged { "exchanged" } else { "kept" };
        format!("the seats are {seats}, but the lot decided otherwise")
    });
    let cards = (1..).zip(&checked.cards).filter(|(_, card)| !card.holds);
    let cards = cards.map(|(number, card)| {
        let (ply, text) = (card.ply + 1, &card.card);
        match &card.decided {
            Some(decided) => format!("card {number} (move {ply}) is {text}, but {decided} was decided"),
            None => format!("card {number} (move {ply}) is {text}, but nothing says what was decided"),
        }
    });
    seals.chain(numbers).chain(lot).chain(cards).collect()
}
