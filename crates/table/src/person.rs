//! Who is at a table: guests, owners of accounts, and engines. What they are called and how they are kept is decided here
//! and nowhere else.

use std::fmt;
use std::str::FromStr;

use halte_game::faults;
use serde::{Deserialize, Serialize};

faults! {
    /// Why a text names nobody.
    pub enum NoSuchOccupant {
        #[fault("bad_person", "bad person {text:?}: it begins with guest: or account:")]
        Person { text: String },
        #[fault("bad_engine", "bad engine {text:?}: its level is a number")]
        Engine { text: String },
    }
}

/// Names a person for good: `guest:` and a random text, or `account:` and the account's name in lower case. It is public:
/// to act for somebody takes more than knowing it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String, example = "account:anna"))]
#[serde(try_from = "String")]
pub struct PersonId(String);

impl PersonId {
    const GUEST: &'static str = "guest:";
    const ACCOUNT: &'static str = "account:";

    /// The guest of a random text.
    pub fn guest(text: &str) -> PersonId {
        PersonId(format!("{}{text}", PersonId::GUEST))
    }

    /// The owner of an account.
    pub fn account(name: &str) -> PersonId {
        PersonId(format!("{}{}", PersonId::ACCOUNT, name.to_ascii_lowercase()))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The account's name in lower case; nothing for a guest.
    pub fn account_name(&self) -> Option<&str> {
        self.0.strip_prefix(PersonId::ACCOUNT)
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl TryFrom<String> for PersonId {
    type Error = NoSuchOccupant;

    fn try_from(text: String) -> Result<PersonId, NoSuchOccupant> {
        if text.starts_with(PersonId::GUEST) || text.starts_with(PersonId::ACCOUNT) {
            Ok(PersonId(text))
        } else {
            Err(NoSuchOccupant::Person { text })
        }
    }
}

impl FromStr for PersonId {
    type Err = NoSuchOccupant;

    fn from_str(text: &str) -> Result<PersonId, NoSuchOccupant> {
        PersonId::try_from(text.to_owned())
    }
}

impl From<PersonId> for String {
    fn from(id: PersonId) -> String {
        id.0
    }
}

/// A person, as others see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", from = "Kept")]
pub enum Person {
    /// Somebody without an account.
    Guest {
        /// Who it is.
        id: PersonId,
        /// Enough to tell two guests at a table apart.
        #[cfg_attr(feature = "schema", schema(example = "7KQ2"))]
        mark: String,
    },
    /// The owner of an account.
    Account {
        /// Who it is.
        id: PersonId,
        /// The account's name, as its owner writes it.
        #[cfg_attr(feature = "schema", schema(example = "Anna"))]
        name: String,
    },
}

/// A person as events have kept them: once as an id and a name alone, which for guests was made from the id.
#[derive(Deserialize)]
struct Kept {
    id: PersonId,
    name: Option<String>,
}

impl From<Kept> for Person {
    fn from(Kept { id, name }: Kept) -> Person {
        match id.account_name() {
            Some(account) => Person::Account {
                name: name.unwrap_or_else(|| account.to_owned()),
                id,
            },
            None => Person::guest(id),
        }
    }
}

impl Person {
    /// The guest of this id.
    pub fn guest(id: PersonId) -> Person {
        let mark: String = id.0.chars().rev().filter(char::is_ascii_alphanumeric).take(4).collect();
        Person::Guest {
            id,
            mark: mark.to_ascii_uppercase(),
        }
    }

    /// The owner of an account.
    pub fn account(name: &str) -> Person {
        Person::Account {
            id: PersonId::account(name),
            name: name.to_owned(),
        }
    }

    /// Who it is.
    pub const fn id(&self) -> &PersonId {
        match self {
            Person::Guest { id, .. } | Person::Account { id, .. } => id,
        }
    }
}

/// What they are called, in English.
impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Person::Guest { mark, .. } => write!(f, "Guest {mark}"),
            Person::Account { name, .. } => f.write_str(name),
        }
    }
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// An engine.
    Engine {
        /// How well it plays, from 1.
        level: u8,
    },
    /// A person, of either kind.
    #[serde(untagged)]
    Person(Person),
}

impl Occupant {
    const ENGINE: &'static str = "engine:";

    /// What engines are called, before their level.
    const LEVEL: &'static str = "Halte level ";

    /// The person who sits here, unless an engine does.
    pub const fn person(&self) -> Option<&Person> {
        match self {
            Occupant::Person(person) => Some(person),
            Occupant::Engine { .. } => None,
        }
    }

    /// Whether this person sits here.
    pub fn is(&self, id: &PersonId) -> bool {
        self.person().is_some_and(|person| person.id() == id)
    }

    /// The engine that is called so in a record; none if it is none of ours. No level is as high as one that is no number
    /// of ours: whoever seats it says so.
    pub fn engine_named(name: &str) -> Option<Occupant> {
        let level = name.strip_prefix(Occupant::LEVEL)?;
        let is_number = !level.is_empty() && level.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| Occupant::Engine {
            level: level.parse().unwrap_or(u8::MAX),
        })
    }

    /// Whether an engine sits here.
    pub const fn is_engine(&self) -> bool {
        matches!(self, Occupant::Engine { .. })
    }

    /// By what they are found in lists: a person's id, or `engine:` and the level.
    pub fn id(&self) -> String {
        match self {
            Occupant::Person(person) => person.id().to_string(),
            Occupant::Engine { level } => format!("{}{level}", Occupant::ENGINE),
        }
    }

    /// The occupant of an id, as it is kept in lists with what they are called.
    pub fn kept(id: &str, name: &str) -> Result<Occupant, NoSuchOccupant> {
        match id.strip_prefix(Occupant::ENGINE) {
            Some(level) => level
                .parse()
                .map(|level| Occupant::Engine { level })
                .map_err(|_| NoSuchOccupant::Engine { text: id.to_owned() }),
            None => Ok(Occupant::Person(Person::from(Kept {
                id: id.parse()?,
                name: Some(name.to_owned()),
            }))),
        }
    }
}

/// What they are called, in English: in records and where names are kept.
impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Occupant::Person(person) => person.fmt(f),
            Occupant::Engine { level } => write!(f, "{}{level}", Occupant::LEVEL),
        }
    }
}

/// Written by hand: what is derived would not see that a person is told without a kind around it.
#[cfg(feature = "schema")]
mod schema {
    use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, SchemaType, Type};
    use utoipa::openapi::{Ref, RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::{Occupant, Person};

    impl PartialSchema for Occupant {
        fn schema() -> RefOr<Schema> {
            let kind = ObjectBuilder::new()
                .schema_type(SchemaType::Type(Type::String))
                .enum_values(Some(["engine"]));
            let engine = ObjectBuilder::new()
                .description(Some("An engine."))
                .property("kind", kind)
                .required("kind")
                .property("level", u8::schema())
                .required("level");
            OneOfBuilder::new()
                .description(Some("Who sits on a seat."))
                .item(Ref::from_schema_name(Person::name()))
                .item(engine)
                .into()
        }
    }

    impl ToSchema for Occupant {
        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            schemas.push((Person::name().into_owned(), Person::schema()));
            Person::schemas(schemas);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What old databases have is read as what is kept now.
    #[test]
    fn old_forms_are_read() {
        let check = |old: &str, now: &str, id: &str, name: &str| {
            let occupant: Occupant = serde_json::from_str(old).expect(old);
            assert_eq!(serde_json::to_string(&occupant).expect("JSON"), now);
            assert_eq!(serde_json::from_str::<Occupant>(now).expect(now), occupant);
            assert_eq!(
                Occupant::kept(&occupant.id(), &occupant.to_string()).expect(id),
                occupant
            );
            assert_eq!((&*occupant.id(), &*occupant.to_string()), (id, name));
        };
        check(
            r#"{"kind":"person","id":"guest:abc-2x_9z","name":"Guest Z9X2"}"#,
            r#"{"kind":"guest","id":"guest:abc-2x_9z","mark":"Z9X2"}"#,
            "guest:abc-2x_9z",
            "Guest Z9X2",
        );
        check(
            r#"{"kind":"person","id":"account:anna","name":"Anna"}"#,
            r#"{"kind":"account","id":"account:anna","name":"Anna"}"#,
            "account:anna",
            "Anna",
        );
        check(
            r#"{"kind":"engine","level":3}"#,
            r#"{"kind":"engine","level":3}"#,
            "engine:3",
            "Halte level 3",
        );
        assert!("anna".parse::<PersonId>().is_err());
        assert!(Occupant::kept("engine:x", "").is_err());
    }
}
