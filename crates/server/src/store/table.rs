//! What is kept of tables: their events, and the summary by which they are listed and found.

use halte_game::{Outcome, Player};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Events that go on where a table ends, and what follows from them.
#[derive(Clone, PartialEq, Debug)]
pub struct Append {
    /// The table as it is after the events; it names the table.
    pub summary: Summary,
    /// At least one event; their versions have no gaps.
    pub events: Vec<StoredEvent>,
    /// The ratings that change because of them.
    pub ratings: Vec<super::RatingUpdate>,
}

/// One event of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredEvent {
    /// Its number at the table, from 0.
    pub version: u64,
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// What happened, as JSON.
    pub body: String,
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TableState {
    /// A seat is open.
    Waiting,
    /// The game is on.
    Playing,
    /// The game is over or was aborted.
    Over,
}

impl TableState {
    /// The word for it, also in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            TableState::Waiting => "waiting",
            TableState::Playing => "playing",
            TableState::Over => "over",
        }
    }

    pub(super) fn parse(word: &str) -> Option<Self> {
        [TableState::Waiting, TableState::Playing, TableState::Over]
            .into_iter()
            .find(|state| state.word() == word)
    }
}

/// Who sits at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PersonSummary {
    /// The public id.
    pub id: String,
    /// The name that others see.
    pub name: String,
}

/// What lists and searches need of a table; follows from its events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The table's id.
    pub table: String,
    /// The game's name, such as `mixtour`.
    pub game: String,
    /// The variant's name; none if the game has no variants.
    pub variant: Option<String>,
    /// How far it is.
    pub state: TableState,
    /// Whether strangers may find it.
    pub listed: bool,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Who moves first.
    pub first: Option<PersonSummary>,
    /// Who moves second.
    pub second: Option<PersonSummary>,
    /// When it was opened.
    pub opened_at: i64,
    /// When the last event happened.
    pub changed_at: i64,
    /// The number of moves played.
    pub moves: u32,
    /// Whose move it is.
    #[serde(with = "player_text")]
    pub to_move: Option<Player>,
    /// How the game ended; none too if it was aborted.
    #[serde(with = "outcome_text")]
    pub outcome: Option<Outcome>,
    /// Why the game ended, in a word.
    pub ending: Option<String>,
    /// Whether it must be in memory though nobody looks: a clock runs, or an engine is to move or to answer.
    pub awake: bool,
}

impl Summary {
    /// Where a page that ends with this table ends.
    #[must_use]
    pub fn cursor(&self) -> Cursor {
        Cursor {
            changed_at: self.changed_at,
            table: self.table.clone(),
        }
    }
}

/// A place in the list of tables, which is ordered by the time of the last change, latest first, and then by id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cursor {
    /// When the table before this place was changed.
    pub changed_at: i64,
    /// The id of the table before this place.
    pub table: String,
}

/// Which tables to list: those that meet every condition given.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TableFilter {
    /// How far they are.
    pub state: Option<TableState>,
    /// Whether strangers may find them.
    pub listed: Option<bool>,
    /// Whether they count for ratings.
    pub rated: Option<bool>,
    /// The game's name.
    pub game: Option<String>,
    /// The variant's name.
    pub variant: Option<String>,
    /// The id of one who sits there.
    pub person: Option<String>,
    /// The id of one who sits opposite `person`; ignored without it.
    pub opponent: Option<String>,
    /// How they ended.
    pub outcome: Option<Outcome>,
    /// Changed at this time or later.
    pub since: Option<i64>,
    /// Changed before this time.
    pub until: Option<i64>,
}

/// What a person won, lost and drew at one game and variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Results {
    /// The game's name.
    pub game: String,
    /// The variant's name.
    pub variant: Option<String>,
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Games drawn.
    pub drawn: u64,
}

/// Reads what [`Player`] writes.
pub(super) fn player(text: &str) -> Option<Player> {
    Player::ALL.into_iter().find(|player| player.to_string() == text)
}

/// Reads what [`Outcome`] writes.
pub(super) fn outcome(text: &str) -> Option<Outcome> {
    match player(text) {
        Some(player) => Some(Outcome::Win(player)),
        None => (text == Outcome::Draw.to_string()).then_some(Outcome::Draw),
    }
}

/// A player in JSON, as elsewhere in text.
mod player_text {
    use super::Player;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(player: &Option<Player>, serializer: S) -> Result<S::Ok, S::Error> {
        player.map(|player| player.to_string()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Player>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| super::player(&text).ok_or_else(|| D::Error::custom(format!("{text:?} is no player"))))
            .transpose()
    }
}

/// An outcome in JSON, as elsewhere in text.
mod outcome_text {
    use super::Outcome;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(outcome: &Option<Outcome>, serializer: S) -> Result<S::Ok, S::Error> {
        outcome.map(|outcome| outcome.to_string()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Outcome>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| super::outcome(&text).ok_or_else(|| D::Error::custom(format!("{text:?} is no outcome"))))
            .transpose()
    }
}
