//! Cards that nobody can know in advance and nobody can change afterwards.
//!
//! A secret of 64 hexadecimal digits decides all cards of a game. Its SHA-256 is published before the first card is drawn, the
//! secret itself when the game is over. Card number `n`, from 0, is the outcome that the number `x % w` falls on, where `w` is
//! how many cards are left in the pack, counted by value, and `x` the first 16 hexadecimal digits of the SHA-256 of the text
//! `SECRET n 0`. If `x` is so large that the remainder would favour a card, the last number of the text becomes 1, then 2.

use halte_game::choose;
use halte_games::{AnyGame, AnyMove};
use sha2::{Digest, Sha256};

use crate::Chance;

/// What decides the cards, and what is published of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seal {
    /// What decides the cards; whoever restores a table from the events that a person sees does not have it.
    pub(crate) secret: Option<String>,
    pub(crate) hash: String,
    /// How many moves had been played when it was made.
    pub(crate) from: usize,
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

/// The card that a secret decides on: the one with this number, from 0, drawn in this position.
pub fn sealed_card(secret: &str, number: usize, position: &AnyGame) -> Option<AnyMove> {
    choose(position, |limit| {
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
    })
}
