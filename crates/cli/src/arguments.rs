//! Arguments that several commands share.

use std::num::{IntErrorKind, ParseIntError};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use halte_game::record::Problem;
use halte_game::{Game, IllegalMove, ParseError, Playthrough};
use halte_games::{AnyFault, AnyGame, AnyOptions, GameId};

use crate::failure::Failure;
use crate::mistake::Mistake;

/// The most memory that an engine may be told to use, in mebibytes.
pub(crate) const MOST_MEMORY: u64 = 65_536;

/// The most threads that an engine may be told to use.
pub(crate) const MOST_THREADS: u64 = 256;

/// Which game, and which variant of it.
#[derive(Args, Clone)]
pub(crate) struct GameArguments {
    /// The game
    #[arg(value_parser = game_parser(), ignore_case = true)]
    game: GameId,
    /// The variant: `classic` or `cards` for Fibonacci, `P/N` for Mixtour (P pieces each, N points to win)
    #[arg(long, value_name = "V")]
    variant: Option<String>,
}

/// Accepts the games' names, in capitals too, and offers them for completion.
pub(crate) fn game_parser() -> impl TypedValueParser<Value = GameId> {
    let names = GameId::ALL.map(|game| game.about().name);
    PossibleValuesParser::new(names).map(|name| name.to_lowercase().parse().expect("only games' names are accepted"))
}

/// Reads a whole number, and refuses anything else in plain words.
pub(crate) fn number<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, &'static str> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => "it is too large",
        _ => "it must be a whole number from 0 on",
    })
}

/// An argument that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("bad {what} {text:?}: {reason}")]
pub(crate) struct BadArgument {
    pub(crate) what: &'static str,
    pub(crate) text: String,
    pub(crate) reason: String,
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "it is no number".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "it must be a number of seconds from 0 on".to_owned())
}

/// The start of a game, or the position that a text describes: of the variant asked for or, without one, of whatever
/// variant the text is.
pub(crate) fn position(
    game: GameId,
    variant: Option<&str>,
    text: Option<&str>,
) -> Result<AnyGame, ParseError<AnyFault>> {
    match (text, variant) {
        (None, _) => Ok(AnyGame::start(&game.options(variant)?)),
        (Some(text), None) => game.position(text),
        (Some(text), Some(_)) => AnyGame::parse(&game.options(variant)?, text),
    }
}

impl GameArguments {
    pub(crate) fn options(&self) -> Result<AnyOptions, Failure> {
        Ok(self.game.options(self.variant.as_deref())?)
    }

    /// The start, or a position given as text.
    pub(crate) fn position(&self, text: Option<&str>) -> Result<AnyGame, Failure> {
        Ok(position(self.game, self.variant.as_deref(), text)?)
    }
}

/// Which position: the start, a position's text, the moves that lead somewhere, or both.
#[derive(Args, Clone)]
pub(crate) struct PositionArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// The position to start from, in the game's notation; the standard start if not given
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Moves to play from there, separated by spaces
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

impl PositionArguments {
    /// The position before the moves.
    pub(crate) fn start(&self) -> Result<AnyGame, Failure> {
        self.game.position(self.position.as_deref())
    }

    /// The moves played from the start.
    pub(crate) fn playthrough(&self) -> Result<Playthrough<AnyGame>, Failure> {
        self.played(self.start()?)
    }

    /// The moves played from a position, which may be of one game's own type.
    pub(crate) fn played<G: Game<Fault: Into<AnyFault>>>(&self, start: G) -> Result<Playthrough<G>, Failure> {
        played(start, self.moves.as_deref())
    }
}

/// Which line of play: a position with moves from there, or a game in a file.
#[derive(Args, Clone)]
pub(crate) struct LineArguments {
    /// The game of the position
    #[arg(value_parser = game_parser(), ignore_case = true, required_unless_present = "record")]
    game: Option<GameId>,
    /// The variant: `classic` or `cards` for Fibonacci, `P/N` for Mixtour
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// The position to start from, in the game's notation; the standard start if not given
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Moves to play from there, separated by spaces
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Take the game in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "variant", "position", "moves"])]
    pub(crate) record: Option<PathBuf>,
    /// Which game of the file, counted from 1
    #[arg(long, value_name = "N", requires = "record", conflicts_with = "game", value_parser = number::<usize>)]
    pub(crate) number: Option<usize>,
}

impl LineArguments {
    /// The moves played from the position, where no file was named.
    pub(crate) fn playthrough(&self) -> Result<Playthrough<AnyGame>, Failure> {
        let Some(game) = self.game else {
            return Err(Mistake::WhichGame.into());
        };
        let start = position(game, self.variant.as_deref(), self.position.as_deref())?;
        played(start, self.moves.as_deref())
    }
}

/// Plays moves that are separated by spaces.
fn played<G: Game<Fault: Into<AnyFault>>>(start: G, moves: Option<&str>) -> Result<Playthrough<G>, Failure> {
    let options = start.options();
    let mut game = Playthrough::new(start);
    for (number, text) in (1..).zip(moves.unwrap_or("").split_whitespace()) {
        let wrong = |problem: Problem<AnyFault>| Mistake::Move { number, problem };
        let mv = G::parse_move(&options, text).map_err(|error| wrong(ParseError::widen(error).into()))?;
        game.play(mv).map_err(|error| wrong(IllegalMove::widen(error).into()))?;
    }
    Ok(game)
}
