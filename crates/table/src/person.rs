//! Who is at a table.

use serde::{Deserialize, Serialize};

/// Names a person for good. It is public: to act for somebody takes more than knowing it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct PersonId(pub String);

/// A person, as others see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Person {
    /// Who it is.
    pub id: PersonId,
    /// What they are called.
    pub name: String,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// A person.
    Person(Person),
    /// An engine.
    Engine {
        /// How well it plays, from 1.
        level: u8,
    },
}

impl Occupant {
    /// The person who sits here, unless an engine does.
    #[must_use]
    pub const fn person(&self) -> Option<&Person> {
        match self {
            Occupant::Person(person) => Some(person),
            Occupant::Engine { .. } => None,
        }
    }

    /// Whether this person sits here.
    #[must_use]
    pub fn is(&self, id: &PersonId) -> bool {
        self.person().is_some_and(|person| person.id == *id)
    }

    /// Whether an engine sits here.
    #[must_use]
    pub const fn is_engine(&self) -> bool {
        matches!(self, Occupant::Engine { .. })
    }
}
