//! What is agreed on before a game: which one, who sits where, and how long it may take.

use halte_game::{Game, ParseError, Player, faults};
use halte_games::{AnyFault, AnyGame, AnyOptions};
use serde::{Deserialize, Serialize};

use crate::Span;

/// What a table is opened with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The game and its variant: `mixtour 20/1`.
    #[serde(with = "as_text")]
    #[cfg_attr(feature = "schema", schema(value_type = String, example = "mixtour 20/1"))]
    pub game: AnyOptions,
    /// The position to start from, if not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Who is to sit on each seat, the first player's first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub seats: [Invitation; 2],
    /// Whether the seats are exchanged by lot when the game starts.
    #[serde(default)]
    pub by_lot: bool,
    /// How long it may take.
    #[serde(default)]
    pub clock: ClockTerms,
    /// Whether everybody sees the table in the lobby, or only who has its address.
    #[serde(default)]
    pub listed: bool,
    /// Whether it counts for the players' ratings. Against an engine it counts for the person only, and nothing can be
    /// taken back then, nor the game paused.
    #[serde(default)]
    pub rated: bool,
    /// Whether it was played elsewhere and brought along, so that nobody has watched it. Who opens a table has no say in it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schema(read_only))]
    pub brought: bool,
}

/// Who is to sit on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Invitation {
    /// Whoever opens the table. Both seats may be theirs: then two people play at one screen.
    Opener,
    /// Whoever comes first.
    Anyone,
    /// An engine.
    Engine {
        /// How well it plays, from 1.
        level: u8,
    },
}

/// How long a game may take.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClockTerms {
    /// As long as one likes.
    #[default]
    None,
    /// So much time for the whole game, and some more for each turn.
    Live {
        /// What each player has at the start.
        initial: Span,
        /// What a finished turn adds.
        increment: Span,
    },
    /// So many days for each turn.
    Correspondence {
        /// How many.
        days: u8,
    },
}

/// The longest time and increment of a live game.
const LONGEST_LIVE: (Span, Span) = (Span::seconds(3 * 60 * 60), Span::seconds(3 * 60));

/// The most days a turn.
const MOST_DAYS: u8 = 14;

faults! {
    /// What is wrong with terms.
    pub enum BadTerms {
        #[fault("terms_over", "the game is over in its start position")]
        Over,
        #[fault("terms_too_long", "a live game has at most three hours, and three minutes more for each turn")]
        TooLong,
        #[fault("terms_too_short", "a live game has at least five seconds")]
        TooShort,
        #[fault("terms_days", "a turn takes from one day to fourteen")]
        Days,
        /// It would say nothing about how well somebody plays.
        #[fault(
            "terms_not_rated",
            "only a game from the usual start between two people, or of one against an engine, is rated"
        )]
        NotRated,
        /// The start is no position of the game.
        #[from]
        Start(ParseError<AnyFault>),
    }
}

impl Terms {
    /// Whether nobody shall play but engines.
    pub fn is_between_engines(&self) -> bool {
        let is_engine = |seat: &Invitation| matches!(seat, Invitation::Engine { .. });
        self.seats.iter().all(is_engine)
    }

    /// The position to start from, or what is wrong with these terms.
    pub fn start(&self) -> Result<AnyGame, BadTerms> {
        let start = match &self.start {
            Some(text) => AnyGame::parse(&self.game, text)?,
            None => AnyGame::start(&self.game),
        };
        if start.turn().is_over() {
            return Err(BadTerms::Over);
        }
        match self.clock {
            ClockTerms::Live { initial, increment } => {
                if initial > LONGEST_LIVE.0 || increment > LONGEST_LIVE.1 {
                    return Err(BadTerms::TooLong);
                }
                if initial < Span::seconds(5) {
                    return Err(BadTerms::TooShort);
                }
            }
            ClockTerms::Correspondence { days } if days == 0 || days > MOST_DAYS => {
                return Err(BadTerms::Days);
            }
            ClockTerms::None | ClockTerms::Correspondence { .. } => {}
        }
        if self.rated && !self.can_be_rated() {
            return Err(BadTerms::NotRated);
        }
        Ok(start)
    }

    /// Rated is what one person plays against another, or against an engine, on equal terms.
    fn can_be_rated(&self) -> bool {
        let is_pair = match self.seats {
            [Invitation::Anyone, Invitation::Anyone]
            | [Invitation::Opener, Invitation::Anyone | Invitation::Engine { .. }]
            | [Invitation::Anyone | Invitation::Engine { .. }, Invitation::Opener] => true,
            [Invitation::Opener, Invitation::Opener] => false,
            [Invitation::Engine { .. }, _] | [_, Invitation::Engine { .. }] => false,
        };
        self.start.is_none() && is_pair
    }

    /// The terms of a rematch: each player where the other one sat. The seats themselves are filled at once.
    pub(crate) fn of_rematch(&self) -> Terms {
        let [first, second] = self.seats;
        Terms {
            seats: [second, first],
            by_lot: false,
            brought: false,
            ..self.clone()
        }
    }

    /// Who is invited to this seat.
    pub const fn invitation(&self, seat: Player) -> Invitation {
        self.seats[seat.index()]
    }
}

/// Serde for values that are their text, as games with their variants are.
mod as_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
