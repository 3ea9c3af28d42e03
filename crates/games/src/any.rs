//! The one enum over all games, for whatever learns only at run time which game it is about: records, the command
//! line, the server. It implements [`Game`] and [`Board`] itself by asking the game it holds.
//!
//! Search and playouts should not pay for the dispatch: [`AnyOptions::visit`] runs generic code on the real type.

use std::fmt;
use std::str::FromStr;

use halte_game::board::{Board, Click, Geometry, Scene};
use halte_game::{About, Game, IllegalMove, Named, ParseError, Player, Random, Repetition, Symmetric, Turn};

use crate::fibonacci::{self, Fibonacci};
use crate::mixtour::{self, Mixtour};
use crate::mobius::{self, Mobius};
use crate::move_game::{self, MoveGame};

/// Writes one match over the games: `each!(AnyGame, value, position => position.turn())`, or with `wrap` the same
/// with the result in the variant of another enum.
macro_rules! each {
    ($enum:ident, $value:expr, $inner:ident => wrap $wrap:ident($body:expr)) => {
        match $value {
            $enum::Mobius($inner) => $wrap::Mobius($body),
            $enum::Move($inner) => $wrap::Move($body),
            $enum::Fibonacci($inner) => $wrap::Fibonacci($body),
            $enum::Mixtour($inner) => $wrap::Mixtour($body),
        }
    };
    ($enum:ident, $value:expr, $inner:ident => $body:expr) => {
        match $value {
            $enum::Mobius($inner) => $body,
            $enum::Move($inner) => $body,
            $enum::Fibonacci($inner) => $body,
            $enum::Mixtour($inner) => $body,
        }
    };
}

/// A game by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameId {
    /// Mark Steere's Mobius.
    Mobius,
    /// Jean-Pierre Cassoly's and Jean-Michel Blanc's Move.
    Move,
    /// Thomas Naylor's Fibonacci.
    Fibonacci,
    /// Dieter Stein's Mixtour.
    Mixtour,
}

impl GameId {
    /// All games, in the order in which lists show them.
    pub const ALL: [GameId; 4] = [GameId::Mobius, GameId::Move, GameId::Fibonacci, GameId::Mixtour];

    /// Who made the game, and what it is called.
    #[must_use]
    pub const fn about(self) -> &'static About {
        match self {
            GameId::Mobius => &mobius::ABOUT,
            GameId::Move => &move_game::ABOUT,
            GameId::Fibonacci => &fibonacci::ABOUT,
            GameId::Mixtour => &mixtour::ABOUT,
        }
    }

    /// The options of a variant by its name; no name means the standard variant.
    pub fn options(self, variant: Option<&str>) -> Result<AnyOptions, ParseError> {
        fn read<T: FromStr<Err = ParseError> + Default>(variant: Option<&str>) -> Result<T, ParseError> {
            variant.map_or_else(|| Ok(T::default()), str::parse)
        }
        Ok(match self {
            GameId::Mobius => AnyOptions::Mobius(read(variant)?),
            GameId::Move => AnyOptions::Move(read(variant)?),
            GameId::Fibonacci => AnyOptions::Fibonacci(read(variant)?),
            GameId::Mixtour => AnyOptions::Mixtour(read(variant)?),
        })
    }

    /// Reads a position of this game, whatever its variant.
    pub fn position(self, text: &str) -> Result<AnyGame, ParseError> {
        Ok(match self {
            GameId::Mobius => AnyGame::Mobius(text.parse()?),
            GameId::Move => AnyGame::Move(text.parse()?),
            GameId::Fibonacci => AnyGame::Fibonacci(text.parse()?),
            GameId::Mixtour => AnyGame::Mixtour(text.parse()?),
        })
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.about().name)
    }
}

impl FromStr for GameId {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<GameId, ParseError> {
        let found = GameId::ALL.into_iter().find(|game| game.about().name == text);
        found.ok_or_else(|| {
            let names = GameId::ALL.map(|game| game.about().name).join(", ");
            ParseError::new("game", text, format!("there are {names}"))
        })
    }
}

/// A game and the variant that is played.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "one variant a game")]
pub enum AnyOptions {
    Mobius(<Mobius as Game>::Options),
    Move(<MoveGame as Game>::Options),
    Fibonacci(<Fibonacci as Game>::Options),
    Mixtour(<Mixtour as Game>::Options),
}

/// Generic code to run on the type of a game that is known only at run time.
pub trait Visitor {
    /// What it hands back.
    type Output;

    /// Runs on the game `G` with these options.
    fn visit<G>(self, options: &G::Options) -> Self::Output
    where
        G: Game + Board + Symmetric + FromStr<Err = ParseError>;
}

impl AnyOptions {
    /// Which game it is.
    #[must_use]
    pub const fn game(&self) -> GameId {
        match self {
            AnyOptions::Mobius(_) => GameId::Mobius,
            AnyOptions::Move(_) => GameId::Move,
            AnyOptions::Fibonacci(_) => GameId::Fibonacci,
            AnyOptions::Mixtour(_) => GameId::Mixtour,
        }
    }

    /// The variant's name, in games that have several.
    #[must_use]
    pub fn variant(&self) -> Option<String> {
        let has_variants = !self.game().about().variants.is_empty();
        has_variants.then(|| each!(AnyOptions, self, options => options.to_string()))
    }

    /// Runs generic code on the real type of the game.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        match self {
            AnyOptions::Mobius(options) => visitor.visit::<Mobius>(options),
            AnyOptions::Move(options) => visitor.visit::<MoveGame>(options),
            AnyOptions::Fibonacci(options) => visitor.visit::<Fibonacci>(options),
            AnyOptions::Mixtour(options) => visitor.visit::<Mixtour>(options),
        }
    }
}

/// The game's name, then the variant's if there are several: `mixtour 20/1`.
impl fmt::Display for AnyOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.variant() {
            Some(variant) => write!(f, "{} {variant}", self.game()),
            None => write!(f, "{}", self.game()),
        }
    }
}

impl FromStr for AnyOptions {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<AnyOptions, ParseError> {
        match text.split_once(' ') {
            Some((game, variant)) => game.parse::<GameId>()?.options(Some(variant)),
            None => text.parse::<GameId>()?.options(None),
        }
    }
}

/// A position of any game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "one variant a game")]
#[expect(
    clippy::large_enum_variant,
    reason = "positions are heap-free by design, and few live at a time here"
)]
pub enum AnyGame {
    Mobius(Mobius),
    Move(MoveGame),
    Fibonacci(Fibonacci),
    Mixtour(Mixtour),
}

/// A move of any game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "one variant a game")]
pub enum AnyMove {
    Mobius(<Mobius as Game>::Move),
    Move(<MoveGame as Game>::Move),
    Fibonacci(<Fibonacci as Game>::Move),
    Mixtour(<Mixtour as Game>::Move),
}

impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each!(AnyGame, self, position => position.fmt(f))
    }
}

impl fmt::Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each!(AnyMove, self, mv => mv.fmt(f))
    }
}

/// Runs `$body` on a position and a move of the same game, or `$otherwise`.
macro_rules! together {
    ($position:expr, $mv:expr, ($inner:ident, $inner_move:ident) => $body:expr, otherwise $otherwise:expr) => {
        match ($position, $mv) {
            (AnyGame::Mobius($inner), AnyMove::Mobius($inner_move)) => $body,
            (AnyGame::Move($inner), AnyMove::Move($inner_move)) => $body,
            (AnyGame::Fibonacci($inner), AnyMove::Fibonacci($inner_move)) => $body,
            (AnyGame::Mixtour($inner), AnyMove::Mixtour($inner_move)) => $body,
            _ => $otherwise,
        }
    };
}

/// Appends a game's own moves, wrapped, to a list of moves of any game.
fn append<G: Game>(position: &G, moves: &mut Vec<AnyMove>, wrap: fn(G::Move) -> AnyMove) {
    let mut own = Vec::new();
    position.legal_moves(&mut own);
    moves.extend(own.into_iter().map(wrap));
}

impl Game for AnyGame {
    type Move = AnyMove;
    type Options = AnyOptions;

    fn start(options: &AnyOptions) -> AnyGame {
        each!(AnyOptions, options, options => wrap AnyGame(Game::start(options)))
    }

    fn options(&self) -> AnyOptions {
        each!(AnyGame, self, position => wrap AnyOptions(position.options()))
    }

    fn parse(options: &AnyOptions, text: &str) -> Result<AnyGame, ParseError> {
        Ok(each!(AnyOptions, options, options => wrap AnyGame(Game::parse(options, text)?)))
    }

    fn parse_move(options: &AnyOptions, text: &str) -> Result<AnyMove, ParseError> {
        Ok(match options {
            AnyOptions::Mobius(options) => AnyMove::Mobius(Mobius::parse_move(options, text)?),
            AnyOptions::Move(options) => AnyMove::Move(MoveGame::parse_move(options, text)?),
            AnyOptions::Fibonacci(options) => AnyMove::Fibonacci(Fibonacci::parse_move(options, text)?),
            AnyOptions::Mixtour(options) => AnyMove::Mixtour(Mixtour::parse_move(options, text)?),
        })
    }

    fn turn(&self) -> Turn {
        each!(AnyGame, self, position => position.turn())
    }

    fn player(&self) -> Player {
        each!(AnyGame, self, position => position.player())
    }

    fn begins_turn(&self) -> bool {
        each!(AnyGame, self, position => position.begins_turn())
    }

    fn legal_moves(&self, moves: &mut Vec<AnyMove>) {
        match self {
            AnyGame::Mobius(position) => append(position, moves, AnyMove::Mobius),
            AnyGame::Move(position) => append(position, moves, AnyMove::Move),
            AnyGame::Fibonacci(position) => append(position, moves, AnyMove::Fibonacci),
            AnyGame::Mixtour(position) => append(position, moves, AnyMove::Mixtour),
        }
    }

    fn move_count(&self) -> usize {
        each!(AnyGame, self, position => position.move_count())
    }

    fn random_move(&self, random: &mut Random) -> Option<AnyMove> {
        Some(each!(AnyGame, self, position => wrap AnyMove(position.random_move(random)?)))
    }

    fn weight(&self, outcome: AnyMove) -> u32 {
        together!(self, outcome, (position, mv) => position.weight(mv), otherwise 1)
    }

    fn check(&self, mv: AnyMove) -> Result<(), IllegalMove> {
        together!(self, mv, (position, mv) => position.check(mv), otherwise Err(IllegalMove::new(mv, format!("it is no move of {}", self.options().game()))))
    }

    fn play_unchecked(&mut self, mv: AnyMove) {
        together!(self, mv, (position, mv) => position.play_unchecked(mv), otherwise panic!("a move of another game"));
    }

    fn key(&self) -> u64 {
        each!(AnyGame, self, position => position.key())
    }

    fn repetition(&self) -> Repetition {
        each!(AnyGame, self, position => position.repetition())
    }
}

impl Board for AnyGame {
    fn geometry(options: &AnyOptions) -> Geometry {
        match options {
            AnyOptions::Mobius(options) => Mobius::geometry(options),
            AnyOptions::Move(options) => MoveGame::geometry(options),
            AnyOptions::Fibonacci(options) => Fibonacci::geometry(options),
            AnyOptions::Mixtour(options) => Mixtour::geometry(options),
        }
    }

    fn scene(&self) -> Scene {
        each!(AnyGame, self, position => position.scene())
    }

    fn clicks(mv: AnyMove) -> Vec<Click> {
        match mv {
            AnyMove::Mobius(mv) => Mobius::clicks(mv),
            AnyMove::Move(mv) => MoveGame::clicks(mv),
            AnyMove::Fibonacci(mv) => Fibonacci::clicks(mv),
            AnyMove::Mixtour(mv) => Mixtour::clicks(mv),
        }
    }

    fn touched(mv: AnyMove) -> Vec<usize> {
        match mv {
            AnyMove::Mobius(mv) => Mobius::touched(mv),
            AnyMove::Move(mv) => MoveGame::touched(mv),
            AnyMove::Fibonacci(mv) => Fibonacci::touched(mv),
            AnyMove::Mixtour(mv) => Mixtour::touched(mv),
        }
    }

    fn group(&self, site: usize) -> Option<Vec<usize>> {
        each!(AnyGame, self, position => position.group(site))
    }

    fn ending(&self) -> Option<&'static str> {
        each!(AnyGame, self, position => position.ending())
    }
}

impl Named for AnyGame {
    fn options_named(game: &str, variant: Option<&str>) -> Result<AnyOptions, ParseError> {
        game.parse::<GameId>()?.options(variant)
    }

    fn game_name(options: &AnyOptions) -> &'static str {
        options.game().about().name
    }

    fn variant_name(options: &AnyOptions) -> Option<String> {
        options.variant()
    }

    fn has_steps(options: &AnyOptions) -> bool {
        matches!(options, AnyOptions::Fibonacci(_))
    }
}
