//! Cards and lots that nobody can know in advance, choose, or change afterwards. docs/cards.md says why, and how anybody can
//! check it.
//!
//! A secret of 64 hexadecimal digits is picked when a table opens, and its SHA-256 published; the secret itself is when the
//! game is over. Then each player adds a number of 64 hexadecimal digits. What is drawn follows from the SHA-256 of a text,
//! as a number: `SECRET TABLE NUMBER NUMBER lot` is odd if the seats are exchanged, and the card is the one on which
//! `SECRET TABLE NUMBER NUMBER DRAW CARD` falls, counted through the pack.

use std::fmt;
use std::str::FromStr;

use halte_game::{choose, faults};
use halte_games::{AnyGame, AnyMove};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Chance, TableId};

/// How cards are drawn now. Events and records say which procedure was theirs.
pub(crate) const PROCEDURE: u8 = 2;

/// How they were drawn before players had a part in it, by tables that did not say how.
pub(crate) const FIRST_PROCEDURE: u8 = 1;

/// A secret, and what is published of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seal {
    /// Whoever restores a table from the events that a person sees does not have it.
    pub(crate) secret: Option<String>,
    pub(crate) hash: String,
    pub(crate) procedure: u8,
    pub(crate) is_revealed: bool,
}

/// A new secret.
pub(crate) fn secret(chance: &mut dyn Chance) -> String {
    let mut bytes = [0; 32];
    chance.fill(&mut bytes);
    hex::encode(bytes)
}

/// What is published of a secret.
///
/// ```
/// assert!(halte_table::seal("0123").starts_with("1be2e452b46d7a0d"));
/// ```
pub fn seal(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

/// What a player adds to the secret: 64 hexadecimal digits in small letters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String, pattern = "^[0-9a-f]{64}$"))]
#[serde(try_from = "String")]
pub struct Number(String);

faults! {
    /// Why a text is no number that a player adds.
    pub enum BadNumber {
        #[fault("bad_number", "bad number {text:?}: it has 64 hexadecimal digits, with small letters")]
        Digits { text: String },
    }
}

impl Number {
    /// What an engine adds, which has no dice of its own: it follows from its level and the table, and so anybody can tell.
    pub fn of_engine(level: u8, table: &TableId) -> Number {
        Number(seal(&format!("engine {level} {table}")))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Number {
    type Error = BadNumber;

    fn try_from(text: String) -> Result<Number, BadNumber> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() == 64 && text.bytes().all(is_digit) {
            Ok(Number(text))
        } else {
            Err(BadNumber::Digits { text })
        }
    }
}

impl FromStr for Number {
    type Err = BadNumber;

    fn from_str(text: &str) -> Result<Number, BadNumber> {
        Number::try_from(text.to_owned())
    }
}

/// Which draw a card is from: whatever was known of cards to come holds only for the draw that it was known in.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Draw {
    /// Which secret it is from, from 0: there is another one after an end that was reversed.
    pub secret: usize,
    /// How often a card had been taken back before.
    pub takebacks: usize,
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.secret, self.takebacks)
    }
}

impl FromStr for Draw {
    type Err = ();

    fn from_str(text: &str) -> Result<Draw, ()> {
        let (secret, takebacks) = text.split_once('.').ok_or(())?;
        let number = |text: &str| text.parse().map_err(|_| ());
        Ok(Draw {
            secret: number(secret)?,
            takebacks: number(takebacks)?,
        })
    }
}

/// All that decides what is drawn at a table.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    /// How it is drawn: 2 as described here, 1 as it was before players had a part in it.
    pub procedure: u8,
    /// The server's secret.
    pub secret: &'s str,
    /// The table's name.
    pub table: &'s str,
    /// What the players have added, in the order of the seats as they were taken; nothing from who added none.
    pub numbers: [&'s str; 2],
}

impl Source<'_> {
    /// Whether the lot exchanges the seats.
    pub fn lot(&self) -> bool {
        self.remainder("lot", 2) == 1
    }

    /// The card with this number, from 0, that is drawn in this position; none where none is to be drawn.
    pub fn card(&self, draw: Draw, number: usize, position: &AnyGame) -> Option<AnyMove> {
        choose(position, |limit| {
            if self.procedure == FIRST_PROCEDURE {
                first_procedure(self.secret, number, limit)
            } else {
                self.remainder(&format!("{draw} {number}"), limit)
            }
        })
    }

    /// A number below a limit. What it favours some remainders by is less than one part in 2^240.
    fn remainder(&self, what: &str, limit: usize) -> usize {
        let [first, second] = self.numbers;
        let text = format!("{} {} {first} {second} {what}", self.secret, self.table);
        let digest = Sha256::digest(text);
        digest
            .iter()
            .fold(0, |remainder, &byte| (remainder * 256 + usize::from(byte)) % limit)
    }
}

/// A number below a limit, as tables drew it that were sealed at their first card: the first 16 hexadecimal digits of the
/// SHA-256 of `SECRET CARD 0`. If they are so large that the remainder would favour a card, the last number is 1, then 2.
fn first_procedure(secret: &str, number: usize, limit: usize) -> usize {
    let limit = limit as u64;
    // Beyond the last whole multiple of the limit some remainders would come up more often than others.
    let fair = u64::MAX - u64::MAX % limit;
    let drawn = (0_u64..).map(|attempt| {
        let digest = Sha256::digest(format!("{secret} {number} {attempt}"));
        let (first, _) = digest.split_at(8);
        first.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
    });
    let number = drawn.into_iter().find(|&number| number < fair).unwrap_or_default();
    (number % limit) as usize
}
