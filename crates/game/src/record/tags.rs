//! The tags of a record: what is said about the game as a whole.

use super::{Date, Flaw};
use crate::{ParseError, What};

/// The most tags that a record may have besides those that follow from the game itself.
pub const MAX_TAGS: usize = 100;

/// The tags that every record may have, in the order in which they are written. Others follow in the order given.
const ORDER: [&str; 7] = ["Event", "Site", "Date", "Round", "First", "Second", "TimeControl"];

/// The tags that follow from the game, so that they cannot contradict it.
pub(super) const DERIVED: [&str; 5] = ["Game", "Variant", "Result", "Termination", "Position"];

/// What is said about a game: `Event`, `Site`, `Date`, `Round`, the players `First` and `Second`, `TimeControl`, and
/// any other tags.
///
/// `Game`, `Variant`, `Result`, `Termination` and `Position` are not here: they follow from the record itself.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tags {
    /// Names and values in the order in which they are written.
    tags: Vec<(String, String)>,
}

impl Tags {
    /// The value of a tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|&(other, _)| other == name).map(|(_, value)| value)
    }

    /// Sets a tag, which keeps its place if it was there already.
    ///
    /// A name has letters, digits and `_`, a value no control characters; a `Date` is one.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParseError<Flaw>> {
        let refuse = |flaw: Flaw| Err(ParseError::new(What::Tag, name, flaw));
        if !is_name(name) {
            return refuse(Flaw::TagName);
        }
        if DERIVED.contains(&name) {
            return refuse(Flaw::TagDerived);
        }
        if value.contains(char::is_control) {
            return refuse(Flaw::TagControl);
        }
        if name == "Date" {
            value.parse::<Date>()?;
        }
        if let Some((_, old)) = self.tags.iter_mut().find(|(other, _)| other == name) {
            value.clone_into(old);
            return Ok(());
        }
        if self.tags.len() == MAX_TAGS {
            return refuse(Flaw::TooManyTags);
        }
        let place = self.tags.partition_point(|(other, _)| rank(other) <= rank(name));
        self.tags.insert(place, (name.to_owned(), value.to_owned()));
        Ok(())
    }

    /// Removes a tag, and says what its value was.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let place = self.tags.iter().position(|(other, _)| other == name)?;
        Some(self.tags.remove(place).1)
    }

    /// All names and values, in the order in which they are written.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Whether a tag has a fixed place in the order, before the tags that anyone may add.
pub(super) fn is_known(name: &str) -> bool {
    ORDER.contains(&name)
}

/// Whether a text can be the name of a tag.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_name_character)
}

pub(super) fn is_name_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

fn rank(name: &str) -> usize {
    ORDER.iter().position(|&known| known == name).unwrap_or(ORDER.len())
}
