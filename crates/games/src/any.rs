//! The one list of games, and the enums over them, for whatever learns only at run time which game it is about: records,
//! the command line, the server. [`AnyGame`] implements [`Game`] and [`Board`] itself by asking the game it holds.
//!
//! Search and playouts should not pay for the dispatch: [`with_game!`] runs generic code on the real type.

use std::fmt;
use std::str::FromStr;

use halte_game::board::{Board, Click, Field, Geometry, Scene, Scored, Stack};
use halte_game::rand_core::Rng;
use halte_game::{About, Game, IllegalMove, Named, ParseError, Player, Reason, Repetition, Turn, What, faults};

/// Declares the games: the enums, the list of all games and every match over them come from one line each. The dollar
/// sign is handed in, because a macro that declares macros cannot spell it.
macro_rules! games {
    ($d:tt $($(#[doc = $about:literal])+ $variant:ident = $module:ident::$type:ident;)*) => {
        /// A game by its name.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum GameId {
            $($(#[doc = $about])+ $variant,)*
        }

        impl GameId {
            /// All games, in the order in which lists show them.
            pub const ALL: [GameId; [$(GameId::$variant),*].len()] = [$(GameId::$variant),*];

            /// Who made the game, and what it is called.
            #[must_use]
            pub const fn about(self) -> &'static About {
                match self {
                    $(GameId::$variant => &crate::$module::ABOUT,)*
                }
            }

            /// The options of the standard variant.
            #[must_use]
            pub fn standard(self) -> AnyOptions {
                match self {
                    $(GameId::$variant => AnyOptions::$variant(Default::default()),)*
                }
            }
        }

        /// A game and the variant that is played; by default the first game of the list.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "one variant a game")]
        pub enum AnyOptions {
            $($variant(<crate::$module::$type as Game>::Options),)*
        }

        impl AnyOptions {
            /// Which game it is.
            #[must_use]
            pub const fn game(&self) -> GameId {
                match self {
                    $(AnyOptions::$variant(_) => GameId::$variant,)*
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
            $($variant(crate::$module::$type),)*
        }

        /// A move of any game.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "one variant a game")]
        pub enum AnyMove {
            $($variant(<crate::$module::$type as Game>::Move),)*
        }

        faults! {
            /// What can be wrong in any game.
            pub enum AnyFault {
                $($(#[doc = $about])+ #[from] $variant(crate::$module::Fault),)*
            }
        }

        $(
            convert!(crate::$module::$type, AnyGame::$variant);
            convert!(<crate::$module::$type as Game>::Move, AnyMove::$variant);
        )*

        /// Runs generic code on the real type of a game that is known only at run time.
        ///
        /// `with_game!(AnyOptions, &options, |G, options| expression)` evaluates the expression with the type `G` of the
        /// game and what the enum holds; likewise for [`AnyGame`] and [`AnyMove`].
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
            ($d any:ident, $d value:expr, |$d G:ident, $d inner:ident| $d body:expr) => {
                match $d value {
                    $($d crate::$d any::$variant($d inner) => {
                        #[allow(dead_code, reason = "not every expression names the type")]
                        type $d G = $d crate::$module::$type;
                        $d body
                    })*
                }
            };
        }

        /// As `with_game!`, with the result in the same game's variant of another enum.
        macro_rules! wrap {
            ($d any:ident, $d value:expr, |$d G:ident, $d inner:ident| $d other:ident($d body:expr)) => {
                match $d value {
                    $($d any::$variant($d inner) => {
                        #[allow(dead_code, reason = "not every expression names the type")]
                        type $d G = crate::$module::$type;
                        $d other::$variant($d body)
                    })*
                }
            };
        }
    };
}

/// A game's own position or move as one of any game, and back. Options have no such way back: games without variants
/// share one type.
macro_rules! convert {
    ($own:ty, $any:ident::$variant:ident) => {
        impl From<$own> for $any {
            fn from(own: $own) -> $any {
                $any::$variant(own)
            }
        }

        impl TryFrom<$any> for $own {
            type Error = AnotherGame;

            fn try_from(any: $any) -> Result<$own, AnotherGame> {
                match any {
                    $any::$variant(own) => Ok(own),
                    _ => Err(AnotherGame),
                }
            }
        }
    };
}

games! { $
    /// Mark Steere's Mobius.
    Mobius = mobius::Mobius;
    /// Jean-Pierre Cassoly's and Jean-Michel Blanc's Move.
    Move = move_game::MoveGame;
    /// Thomas Naylor's Fibonacci.
    Fibonacci = fibonacci::Fibonacci;
    /// Dieter Stein's Mixtour.
    Mixtour = mixtour::Mixtour;
}

/// Why a position or a move is not one of a certain game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnotherGame;

impl fmt::Display for AnotherGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it belongs to another game")
    }
}

impl std::error::Error for AnotherGame {}

fn read_options<G: Game<Fault: Into<AnyFault>>>(variant: &str) -> Result<G::Options, ParseError<AnyFault>> {
    let options = variant.parse();
    options.map_err(|error| Into::<ParseError<G::Fault>>::into(error).widen())
}

impl GameId {
    /// The options of a variant by its name; no name means the standard variant.
    pub fn options(self, variant: Option<&str>) -> Result<AnyOptions, ParseError<AnyFault>> {
        let Some(variant) = variant else {
            return Ok(self.standard());
        };
        Ok(wrap!(AnyOptions, self.standard(), |G, _standard| AnyOptions(
            read_options::<G>(variant)?
        )))
    }

    /// The variants that its list names, the standard one first.
    #[must_use]
    pub fn variants(self) -> Vec<AnyOptions> {
        let named = self.about().variants.iter();
        let named = named.map(|variant| self.options(Some(variant.name)).expect("a game knows its variants"));
        let named: Vec<AnyOptions> = named.collect();
        if named.is_empty() { vec![self.standard()] } else { named }
    }

    /// Reads a position of this game, whatever its variant.
    pub fn position(self, text: &str) -> Result<AnyGame, ParseError<AnyFault>> {
        Ok(wrap!(AnyOptions, self.standard(), |G, _standard| AnyGame(
            text.parse().map_err(ParseError::widen)?
        )))
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

impl Default for AnyOptions {
    fn default() -> AnyOptions {
        GameId::ALL[0].standard()
    }
}

impl AnyOptions {
    /// Every game in every variant that its list names.
    #[must_use]
    pub fn all() -> Vec<AnyOptions> {
        GameId::ALL.into_iter().flat_map(GameId::variants).collect()
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

impl Game for AnyGame {
    type Move = AnyMove;
    type Fault = AnyFault;
    type Options = AnyOptions;

    fn start(options: &AnyOptions) -> AnyGame {
        wrap!(AnyOptions, options, |G, options| AnyGame(G::start(options)))
    }

    fn options(&self) -> AnyOptions {
        wrap!(AnyGame, self, |G, position| AnyOptions(position.options()))
    }

    fn parse(options: &AnyOptions, text: &str) -> Result<AnyGame, ParseError<AnyFault>> {
        Ok(wrap!(AnyOptions, options, |G, options| AnyGame(
            G::parse(options, text).map_err(ParseError::widen)?
        )))
    }

    fn parse_move(options: &AnyOptions, text: &str) -> Result<AnyMove, ParseError<AnyFault>> {
        Ok(wrap!(AnyOptions, options, |G, options| AnyMove(
            G::parse_move(options, text).map_err(ParseError::widen)?
        )))
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

    fn add_legal_moves(&self, moves: &mut Vec<AnyMove>) {
        with_game!(AnyGame, self, |G, position| {
            let own = position.legal_moves();
            moves.extend(own.into_iter().map(AnyMove::from));
        });
    }

    fn move_count(&self) -> usize {
        with_game!(AnyGame, self, |G, position| position.move_count())
    }

    fn random_move<R: Rng + ?Sized>(&self, random: &mut R) -> Option<AnyMove> {
        Some(wrap!(AnyGame, self, |G, position| AnyMove(
            position.random_move(random)?
        )))
    }

    fn weight(&self, outcome: AnyMove) -> u32 {
        with_game!(AnyGame, self, |G, position| {
            outcome.try_into().map_or(1, |outcome| position.weight(outcome))
        })
    }

    fn check(&self, mv: AnyMove) -> Result<(), IllegalMove<AnyFault>> {
        with_game!(AnyGame, self, |G, position| {
            let own = mv
                .try_into()
                .map_err(|_: AnotherGame| IllegalMove::new(mv, Reason::OtherGame))?;
            position.check(own).map_err(IllegalMove::widen)
        })
    }

    fn play_unchecked(&mut self, mv: AnyMove) {
        with_game!(AnyGame, self, |G, position| {
            position.play_unchecked(mv.try_into().expect("a move of this game"));
        });
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

    fn entered(options: &AnyOptions, clicks: &[Click]) -> Option<AnyMove> {
        Some(wrap!(AnyOptions, options, |G, options| AnyMove(G::entered(
            options, clicks
        )?)))
    }

    fn touched(mv: AnyMove) -> Vec<usize> {
        with_game!(AnyMove, mv, |G, mv| G::touched(mv))
    }

    fn group(&self, site: usize) -> Option<Vec<usize>> {
        with_game!(AnyGame, self, |G, position| position.group(site))
    }

    fn forbidden(&self) -> Option<AnyMove> {
        Some(wrap!(AnyGame, self, |G, position| AnyMove(position.forbidden()?)))
    }

    fn scored(&self, mv: AnyMove) -> Option<Scored> {
        with_game!(AnyGame, self, |G, position| position.scored(mv.try_into().ok()?))
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

    fn has_chance(options: &AnyOptions) -> bool {
        with_game!(AnyOptions, options, |G, options| G::has_chance(options))
    }
}
