//! Turns, outcomes and endings as programs are told them, and as events keep them: each is one of a few words.

use halte_game::{Player, record};
use serde::{Deserialize, Serialize};

/// Who acts next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Nobody: a card is drawn.
    Chance,
    /// Nobody any more: the game is over.
    None,
}

impl From<halte_game::Turn> for Turn {
    fn from(turn: halte_game::Turn) -> Turn {
        match turn {
            halte_game::Turn::Player(Player::First) => Turn::First,
            halte_game::Turn::Player(Player::Second) => Turn::Second,
            halte_game::Turn::Chance => Turn::Chance,
            halte_game::Turn::Over(_) => Turn::None,
        }
    }
}

/// What came of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The first player has won.
    First,
    /// The second player has won.
    Second,
    /// Nobody has.
    Draw,
}

impl From<halte_game::Outcome> for Outcome {
    fn from(outcome: halte_game::Outcome) -> Outcome {
        match outcome {
            halte_game::Outcome::Win(Player::First) => Outcome::First,
            halte_game::Outcome::Win(Player::Second) => Outcome::Second,
            halte_game::Outcome::Draw => Outcome::Draw,
        }
    }
}

impl From<Outcome> for halte_game::Outcome {
    fn from(outcome: Outcome) -> halte_game::Outcome {
        match outcome {
            Outcome::First => halte_game::Outcome::Win(Player::First),
            Outcome::Second => halte_game::Outcome::Win(Player::Second),
            Outcome::Draw => halte_game::Outcome::Draw,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The rules ended it.
    Rules,
    /// A position stood for the third time.
    Repetition,
    /// The players agreed on a draw.
    Agreement,
    /// A player gave up.
    Resignation,
    /// A player's time ran out.
    Time,
    /// Somebody left, or it was broken off.
    Abandoned,
    /// Somebody else decided.
    Adjudication,
}

impl Reason {
    /// All of them.
    pub const ALL: [Reason; 7] = [
        Reason::Rules,
        Reason::Repetition,
        Reason::Agreement,
        Reason::Resignation,
        Reason::Time,
        Reason::Abandoned,
        Reason::Adjudication,
    ];

    /// Its word, as in the tag Termination of a record.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Rules => "rules",
            Reason::Repetition => "repetition",
            Reason::Agreement => "agreement",
            Reason::Resignation => "resignation",
            Reason::Time => "time",
            Reason::Abandoned => "abandoned",
            Reason::Adjudication => "adjudication",
        }
    }
}

impl From<record::Ending> for Reason {
    fn from(ending: record::Ending) -> Reason {
        match ending {
            record::Ending::Rules(_) => Reason::Rules,
            record::Ending::Repetition => Reason::Repetition,
            record::Ending::Agreement => Reason::Agreement,
            record::Ending::Resignation { .. } => Reason::Resignation,
            record::Ending::Time { .. } => Reason::Time,
            record::Ending::Abandoned(_) => Reason::Abandoned,
            record::Ending::Adjudication(_) => Reason::Adjudication,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Ending {
    /// Why.
    pub reason: Reason,
    /// What came of it; nothing if the game was broken off.
    pub result: Option<Outcome>,
}

impl From<record::Ending> for Ending {
    fn from(ending: record::Ending) -> Ending {
        Ending {
            reason: ending.into(),
            result: ending.result().map(Into::into),
        }
    }
}

impl TryFrom<Ending> for record::Ending {
    type Error = String;

    fn try_from(Ending { reason, result }: Ending) -> Result<record::Ending, String> {
        let ending = record::Ending::named(reason.word(), result.map(Into::into));
        let ending = ending.map_err(|error| error.to_string())?;
        ending.ok_or_else(|| "a game that has ended is not unterminated".to_owned())
    }
}

/// Serde for an ending inside an event.
pub(crate) mod ending {
    use halte_game::record;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Ending;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands in a reference")]
    pub(crate) fn serialize<S: Serializer>(ending: &record::Ending, serializer: S) -> Result<S::Ok, S::Error> {
        Ending::from(*ending).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<record::Ending, D::Error> {
        let ending = Ending::deserialize(deserializer)?;
        ending.try_into().map_err(serde::de::Error::custom)
    }
}
