//! What is kept of tables: their events, and the summary by which they are listed and found.

#![allow(missing_docs, reason = "many fields are said by their names")]

use std::fmt;

use halte_game::{Outcome, Player};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::store::row::{Word, rows};

/// Events that go on where a table ends, and what follows from them.
#[derive(Clone, PartialEq, Debug)]
pub struct Append {
    /// The table as it is after the events; it names the table.
    pub summary: Summary,
    /// At least one event; their versions have no gaps.
    pub events: Vec<StoredEvent>,
    /// The versions of plans whose lines are not kept any longer: they mean nothing after the events.
    pub superseded: Vec<u64>,
    /// The ratings that change because of them.
    pub ratings: Vec<super::RatingUpdate>,
}

rows! {
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

impl fmt::Display for TableState {
    /// The word for it, also in JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TableState::Waiting => "waiting",
            TableState::Playing => "playing",
            TableState::Over => "over",
        })
    }
}

impl Word for TableState {
    const ALL: &'static [Self] = &[TableState::Waiting, TableState::Playing, TableState::Over];
}

/// Who sits at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PersonSummary {
    pub id: String,
    /// The name that others see.
    pub name: String,
}

rows! {
    /// What lists and searches need of a table; follows from its events.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Summary {
        pub table: String = "id",
        /// The game's name, such as `mixtour`.
        pub game: String,
        /// The variant's name; none if the game has no variants.
        pub variant: Option<String>,
        pub state: TableState,
        /// Whether strangers may find it.
        pub listed: bool,
        /// Whether it counts for ratings.
        pub rated: bool,
        pub first: Option<PersonSummary> = "first_id" & "first_name",
        pub second: Option<PersonSummary> = "second_id" & "second_name",
        pub opened_at: i64,
        /// When the last event happened.
        pub changed_at: i64,
        pub moves: u32,
        /// Whose move it is.
        #[serde(with = "word")]
        pub to_move: Option<Player>,
        /// How the game ended; none too if it was aborted.
        #[serde(with = "word")]
        pub outcome: Option<Outcome>,
        /// Why the game ended, in a word.
        pub ending: Option<String>,
        /// Whether it must be in memory though nobody looks: a clock runs, or an engine is to move or to answer.
        pub awake: bool,
    }
}

impl Summary {
    /// Where a page that ends with this table ends.
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
    pub state: Option<TableState>,
    /// Whether strangers may find them.
    pub listed: Option<bool>,
    pub rated: Option<bool>,
    /// The game's name.
    pub game: Option<String>,
    /// The variant's name.
    pub variant: Option<String>,
    /// The id of one who sits there.
    pub person: Option<String>,
    /// The id of one who sits opposite `person`; ignored without it.
    pub opponent: Option<String>,
    pub outcome: Option<Outcome>,
    /// Changed at this time or later.
    pub since: Option<i64>,
    /// Changed before this time.
    pub until: Option<i64>,
}

rows! {
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
}

/// A word in JSON, as elsewhere in text.
mod word {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use super::Word;

    pub(super) fn serialize<W: Word, S: Serializer>(word: &Option<W>, serializer: S) -> Result<S::Ok, S::Error> {
        word.map(|word| word.to_string()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, W: Word, D: Deserializer<'de>>(deserializer: D) -> Result<Option<W>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        let parse = |text: String| W::parse(&text).ok_or_else(|| D::Error::custom(format!("{text:?} is no such word")));
        text.map(parse).transpose()
    }
}
