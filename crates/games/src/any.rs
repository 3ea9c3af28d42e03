//! The one enum over all games, for whatever learns only at run time which game it is about: records, the command
//! line, the server. It implements [`Game`] and [`Board`] itself by asking the game it holds.
//!
//! Search and playouts should not pay for the dispatch: [`with_game!`] runs generic code on the real type.

use std::fmt;
use std::str::FromStr;

use halte_game::board::{Board, Click, Field, Geometry, Scene, Scored, Stack};
use halte_game::{About, Game, IllegalMove, Named, ParseError, Player, Random, Reason, Repetition, Turn, What, faults};

use crate::fibonacci::{self, Fibonacci};
use crate::mixtour::{self, Mixtour};
use crate::mobius::{self, Mobius};
use crate::move_game::{self, MoveGame};

/// Runs generic code on the real type of a game that is known only at run time.
///
/// `with_game!(AnyOptions, &options, |G, options| expression)` evaluates the expression with the type `G` of the game and
/// what the enum holds; likewise for [`AnyGame`] and [`AnyMove`].
///
/// ```
/// use halte_game::{Game, perft};
/// use halte_games::{AnyGame, with_game};
///
/// let position = AnyGame::start(&"mixtour 20/1".parse()?);
/// assert_eq!(with_game!(AnyGame, &position, |G, position| perft::<G>(position, 2)), 600);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! with_game {
    ($enum:ident, $value:expr, |$G:ident, $inner:ident| $body:expr) => {
        $crate::with_game!(@ $enum, $value, $G, $inner, $body,
            (Mobius, $crate::mobius::Mobius)
            (Move, $crate::move_game::MoveGame)
            (Fibonacci, $crate::fibonacci::Fibonacci)
            (Mixtour, $crate::mixtour::Mixtour))
    };
    (@ $enum:ident, $value:expr, $G:ident, $inner:ident, $body:expr, $(($variant:ident, $type:ty))*) => {
        match $value {
            $($crate::$enum::$variant($inner) => {
                #[allow(dead_code, reason = "not every expression names the type")]
                type $G = $type;
                $body
            })*
        }
    };
}

/// Writes one match over the games, with the result in the variant of another enum.
macro_rules! wrap {
    ($enum:ident, $value:expr, $inner:ident => $wrap:ident($body:expr)) => {
        match $value {
            $enum::Mobius($inner) => $wrap::Mobius($body),
            $enum::Move($inner) => $wrap::Move($body),
            $enum::Fibonacci($inner) => $wrap::Fibonacci($body),
            $enum::Mixtour($inner) => $wrap::Mixtour($body),
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
    pub fn options(self, variant: Option<&str>) -> Result<AnyOptions, ParseError<AnyFault>> {
        fn read<G: Game<Fault: Into<AnyFault>>>(variant: Option<&str>) -> Result<G::Options, ParseError<AnyFault>> {
            let Some(variant) = variant else {
                return Ok(G::Options::default());
            };
            let options = variant.parse();
            options.map_err(|error| Into::<ParseError<G::Fault>>::into(error).widen())
        }
        Ok(match self {
            GameId::Mobius => AnyOptions::Mobius(read::<Mobius>(variant)?),
            GameId::Move => AnyOptions::Move(read::<MoveGame>(variant)?),
            GameId::Fibonacci => AnyOptions::Fibonacci(read::<Fibonacci>(variant)?),
            GameId::Mixtour => AnyOptions::Mixtour(read::<Mixtour>(variant)?),
        })
    }

    /// Reads a position of this game, whatever its variant.
    pub fn position(self, text: &str) -> Result<AnyGame, ParseError<AnyFault>> {
        Ok(match self {
            GameId::Mobius => AnyGame::Mobius(text.parse().map_err(ParseError::widen)?),
            GameId::Move => AnyGame::Move(text.parse().map_err(ParseError::widen)?),
            GameId::Fibonacci => AnyGame::Fibonacci(text.parse().map_err(ParseError::widen)?),
            GameId::Mixtour => AnyGame::Mixtour(text.parse().map_err(ParseError::widen)?),
        })
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.about().name)
    }
}

impl FromStr for GameId {
    type Err = ParseError<AnyFault>;

    fn from_str(text: &str) -> Result<GameId, ParseError<AnyFault>> {
        let found = GameId::ALL.into_iter().find(|game| game.about().name == text);
        found.ok_or_else(|| {
            let games = GameId::ALL.map(|game| game.about().name).join(", ");
            ParseError::new(What::Game, text, Reason::NoSuchGame { games })
        })
    }
}

/// A game and the variant that is played; by default the first game of the list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "one variant a game")]
pub enum AnyOptions {
    Mobius(<Mobius as Game>::Options),
    Move(<MoveGame as Game>::Options),
    Fibonacci(<Fibonacci as Game>::Options),
    Mixtour(<Mixtour as Game>::Options),
}

impl Default for AnyOptions {
    fn default() -> AnyOptions {
        AnyOptions::Mobius(Default::default())
    }
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
        with_game!(AnyOptions, self, |G, options| G::variant_name(options))
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
    type Err = ParseError<AnyFault>;

    fn from_str(text: &str) -> Result<AnyOptions, ParseError<AnyFault>> {
        match text.split_once(' ') {
            Some((game, variant)) => game.parse::<GameId>()?.options(Some(variant)),
            None => text.parse::<GameId>()?.options(None),
        }
    }
}

faults! {
    /// What can be wrong in any game.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum AnyFault {
        /// In Mobius.
        #[from]
        Mobius(mobius::Fault),
        /// In Move.
        #[from]
        Move(move_game::Fault),
        /// In Fibonacci.
        #[from]
        Fibonacci(fibonacci::Fault),
        /// In Mixtour.
        #[from]
        Mixtour(mixtour::Fault),
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
        with_game!(AnyGame, self, |G, position| position.fmt(f))
    }
}

impl fmt::Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_game!(AnyMove, self, |G, mv| mv.fmt(f))
    }
}

/// Runs `$body` on a position and a move of the same game, or `$otherwise`.
macro_rules! together {
    ($position:expr, $mv:expr, ($inner:ident, $inner_move:ident) => $body:expr, otherwise $otherwise:expr) => {
        // Position by position, so that the compiler misses a game that is left out.
        match $position {
            AnyGame::Mobius($inner) => {
                if let AnyMove::Mobius($inner_move) = $mv {
                    $body
                } else {
                    $otherwise
                }
            }
            AnyGame::Move($inner) => {
                if let AnyMove::Move($inner_move) = $mv {
                    $body
                } else {
                    $otherwise
                }
            }
            AnyGame::Fibonacci($inner) => {
                if let AnyMove::Fibonacci($inner_move) = $mv {
                    $body
                } else {
                    $otherwise
                }
            }
            AnyGame::Mixtour($inner) => {
                if let AnyMove::Mixtour($inner_move) = $mv {
                    $body
                } else {
                    $otherwise
                }
            }
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
    type Fault = AnyFault;
    type Options = AnyOptions;

    fn start(options: &AnyOptions) -> AnyGame {
        wrap!(AnyOptions, options, options => AnyGame(Game::start(options)))
    }

    fn options(&self) -> AnyOptions {
        wrap!(AnyGame, self, position => AnyOptions(position.options()))
    }

    fn parse(options: &AnyOptions, text: &str) -> Result<AnyGame, ParseError<AnyFault>> {
        Ok(wrap!(AnyOptions, options, options => AnyGame(Game::parse(options, text).map_err(ParseError::widen)?)))
    }

    fn parse_move(options: &AnyOptions, text: &str) -> Result<AnyMove, ParseError<AnyFault>> {
        Ok(match options {
            AnyOptions::Mobius(options) => {
                AnyMove::Mobius(Mobius::parse_move(options, text).map_err(ParseError::widen)?)
            }
            AnyOptions::Move(options) => AnyMove::Move(MoveGame::parse_move(options, text).map_err(ParseError::widen)?),
            AnyOptions::Fibonacci(options) => {
                AnyMove::Fibonacci(Fibonacci::parse_move(options, text).map_err(ParseError::widen)?)
            }
            AnyOptions::Mixtour(options) => {
                AnyMove::Mixtour(Mixtour::parse_move(options, text).map_err(ParseError::widen)?)
            }
        })
    }

    fn turn(&self) -> Turn {
        with_game!(AnyGame, self, |G, position| position.turn())
    }

    fn player(&self) -> Player {
        with_game!(AnyGame, self, |G, position| position.player())
    }

    fn begins_turn(&self) -> bool {
        with_game!(AnyGame, self, |G, position| position.begins_turn())
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
        with_game!(AnyGame, self, |G, position| position.move_count())
    }

    fn random_move(&self, random: &mut Random) -> Option<AnyMove> {
        Some(wrap!(AnyGame, self, position => AnyMove(position.random_move(random)?)))
    }

    fn weight(&self, outcome: AnyMove) -> u32 {
        together!(self, outcome, (position, mv) => position.weight(mv), otherwise 1)
    }

    fn check(&self, mv: AnyMove) -> Result<(), IllegalMove<AnyFault>> {
        let refused = || Err(IllegalMove::new(mv, Reason::OtherGame));
        together!(self, mv, (position, mv) => position.check(mv).map_err(IllegalMove::widen), otherwise refused())
    }

    fn play_unchecked(&mut self, mv: AnyMove) {
        together!(self, mv, (position, mv) => position.play_unchecked(mv), otherwise panic!("a move of another game"));
    }

    fn search_key(&self) -> u64 {
        with_game!(AnyGame, self, |G, position| position.search_key())
    }

    fn key(&self) -> u64 {
        with_game!(AnyGame, self, |G, position| position.key())
    }

    fn repetition(&self) -> Repetition {
        with_game!(AnyGame, self, |G, position| position.repetition())
    }
}

impl Board for AnyGame {
    fn geometry(options: &AnyOptions) -> Geometry {
        with_game!(AnyOptions, options, |G, options| G::geometry(options))
    }

    fn scene(&self) -> Scene {
        with_game!(AnyGame, self, |G, position| position.scene())
    }

    fn rows(options: &AnyOptions, stacks: &[Stack]) -> String {
        with_game!(AnyOptions, options, |G, options| G::rows(options, stacks))
    }

    fn fields(options: &AnyOptions) -> Vec<Field> {
        with_game!(AnyOptions, options, |G, options| G::fields(options))
    }

    fn clicks(mv: AnyMove) -> Vec<Click> {
        with_game!(AnyMove, mv, |G, mv| G::clicks(mv))
    }

    fn touched(mv: AnyMove) -> Vec<usize> {
        with_game!(AnyMove, mv, |G, mv| G::touched(mv))
    }

    fn group(&self, site: usize) -> Option<Vec<usize>> {
        with_game!(AnyGame, self, |G, position| position.group(site))
    }

    fn forbidden(&self) -> Option<AnyMove> {
        match self {
            AnyGame::Mobius(position) => position.forbidden().map(AnyMove::Mobius),
            AnyGame::Move(position) => position.forbidden().map(AnyMove::Move),
            AnyGame::Fibonacci(position) => position.forbidden().map(AnyMove::Fibonacci),
            AnyGame::Mixtour(position) => position.forbidden().map(AnyMove::Mixtour),
        }
    }

    fn scored(&self, mv: AnyMove) -> Option<Scored> {
        together!(self, mv, (position, mv) => position.scored(mv), otherwise None)
    }

    fn ending(&self) -> Option<&'static str> {
        with_game!(AnyGame, self, |G, position| position.ending())
    }
}

impl Named for AnyGame {
    fn about(options: &AnyOptions) -> &'static About {
        options.game().about()
    }

    fn options_named(game: &str, variant: Option<&str>) -> Result<AnyOptions, ParseError<AnyFault>> {
        game.parse::<GameId>()?.options(variant)
    }

    fn variant_name(options: &AnyOptions) -> Option<String> {
        options.variant()
    }

    fn has_steps(options: &AnyOptions) -> bool {
        with_game!(AnyOptions, options, |G, options| G::has_steps(options))
    }
}
