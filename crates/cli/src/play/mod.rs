//! `halte play`: a game at this terminal against the engine or a second person, on a full screen or line by line; or a
//! script that pipes moves in.

mod console;
mod engine;
mod screen;
mod session;
mod table;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use halte_engine::{Level, LevelError};
use halte_game::{Player, Random};
use halte_games::GameId;
use halte_words::Words;

use crate::arguments::{game_parser, number, position};
use crate::colour::ColourArguments;
use crate::failure::Failure;
use crate::mistake::Mistake;
use console::Console;
use session::Session;
use table::{Opponent, Table};

/// Play against the engine or a second person at this terminal
///
/// A full screen for arrow keys, mouse and typed moves; `?` shows all keys. With `--plain`, or piped, every line is a
/// line typed: moves in the game's notation, several on one line if you like, or `help`.
#[derive(Args)]
#[command(after_help = "Examples:
  halte play                               choose game, side and level
  halte play mobius --level 3              against the engine
  halte play move --level 5 --side second  the engine begins
  halte play mixtour --variant 20/1
  halte play mobius --save game.txt        keep the game in a file
  halte play --load game.txt               go on with a saved game, against the engine it names
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
    /// Play against the engine at this level: 1 is easiest, 10 hardest; `off` is two people, whatever a file says
    #[arg(long, value_name = "N", value_parser = OtherSide::from_str)]
    level: Option<OtherSide>,
    /// Who you are: the player who begins or, in a file, whoever the engine was not, if not given
    #[arg(long, value_enum, requires = "level")]
    side: Option<Side>,
    /// Line by line instead of a full screen
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    colour: ColourArguments,
}

/// Who the other side is: the engine at a level, or a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct OtherSide(Option<Level>);

impl FromStr for OtherSide {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<OtherSide, LevelError> {
        match text {
            "off" => Ok(OtherSide(None)),
            level => Ok(OtherSide(Some(level.parse()?))),
        }
    }
}

/// Which side a person plays against the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Side {
    /// You begin
    First,
    /// The engine begins
    Second,
    /// Either, by chance
    Random,
}

impl Side {
    fn opponent(self, random: &mut Random) -> Player {
        match self {
            Side::First => Player::Second,
            Side::Second => Player::First,
            Side::Random => Player::ALL[random.below(2)],
        }
    }
}

/// A path as it was typed, with `~` for the home folder as in a shell.
fn expanded(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(path),
    }
}

/// The game of a file that was typed: its path and, after a space, its number if the file holds several.
fn load(argument: &str) -> Result<Table, Failure> {
    let parts = argument.rsplit_once(' ');
    let numbered = parts.and_then(|(path, number)| Some((path, number.parse().ok()?)));
    // A file's name may end in a number too.
    match numbered.filter(|_| !expanded(argument).exists()) {
        Some((path, number)) => Table::load(&expanded(path.trim_end()), Some(number)),
        None => Table::load(&expanded(argument), None),
    }
}

/// Whether there is a screen to draw on and somebody to see it.
fn is_full_screen(is_plain: bool) -> bool {
    // Windows knows no such variable; elsewhere a terminal without it is none.
    let is_dumb = std::env::var_os("TERM").map_or(cfg!(unix), |terminal| terminal == "dumb");
    !is_plain && !is_dumb && io::stdin().is_terminal() && io::stdout().is_terminal()
}

pub(crate) fn run(arguments: &Arguments, words: &'static Words) -> Result<(), Failure> {
    arguments.check()?;
    let seed = arguments.seed.map_or_else(getrandom::u64, Ok);
    let no_chance = |cause: getrandom::Error| Mistake::NoChance {
        cause: cause.to_string(),
    };
    let mut random = Random::new(seed.map_err(no_chance)?);
    let mut table = match (&arguments.load, arguments.game) {
        (Some(path), _) => Some(Table::load(path, arguments.number)?),
        (None, Some(game)) => {
            let (variant, text) = (arguments.variant.as_deref(), arguments.position.as_deref());
            Some(Table::new(position(game, variant, text)?))
        }
        (None, None) => None,
    };
    if let Some(table) = &mut table {
        arguments.prepare(table, &mut random)?;
    }
    if is_full_screen(arguments.plain) {
        return screen::run(arguments, words, table, &mut random);
    }
    let mut session = Session::new(words, Console::new()?, arguments.colour.is_on(), random.bits());
    let mut table = match table {
        Some(table) => table,
        None => {
            let Some(start) = session.choose_start()? else {
                return Ok(());
            };
            let mut table = Table::new(start);
            arguments.prepare(&mut table, &mut random)?;
            table
        }
    };
    session.play(&mut table)
}

impl Arguments {
    /// The seed of the cards, unless the players draw them.
    fn card_seed(&self, random: &mut Random) -> Option<u64> {
        (!self.own_cards).then(|| self.seed.unwrap_or_else(|| random.bits()))
    }

    /// Seats the players, shuffles the cards and opens the file.
    fn prepare(&self, table: &mut Table, random: &mut Random) -> Result<(), Failure> {
        table.seed = self.card_seed(random);
        match self.level {
            Some(OtherSide(Some(level))) => {
                let seated = table.opponent.map_or(Player::Second, |opponent| opponent.player);
                let player = self.side.map_or(seated, |side| side.opponent(random));
                // The record must not name another engine as well.
                table.dismiss_engine();
                table.opponent = Some(Opponent { player, level });
            }
            Some(OtherSide(None)) => table.dismiss_engine(),
            None => {}
        }
        match &self.save {
            Some(path) => table.save(path),
            None => Ok(()),
        }
    }

    /// Refuses what does not go together.
    fn check(&self) -> Result<(), Failure> {
        let game = self.game.map(|_| "a game");
        let variant = self.variant.as_ref().map(|_| "--variant");
        let position = self.position.as_ref().map(|_| "--position");
        if let (Some(_), Some(given)) = (&self.load, game.or(variant).or(position)) {
            return Err(Mistake::LoadAnd { given }.into());
        }
        if self.game.is_some() {
            return Ok(());
        }
        if let Some(variant) = &self.variant {
            let has_it = |game: &GameId| !game.about().variants.is_empty() && game.options(Some(variant)).is_ok();
            let game = GameId::ALL.into_iter().find(has_it).map(|game| game.to_string());
            let variant = variant.clone();
            return Err(match game {
                Some(game) => Mistake::VariantOf { game, variant },
                None => Mistake::VariantOfNone { variant },
            }
            .into());
        }
        if self.position.is_some() {
            return Err(Mistake::PositionOf.into());
        }
        Ok(())
    }
}
