//! A player's pack of cards.

use std::fmt;

use halte_game::Draw;
use halte_game::rand_core::Rng;

/// The highest card, and the most steps a turn has.
pub(super) const HIGHEST_CARD: u8 = 6;

/// How many cards of each value a full pack has.
const COPIES: u8 = 2;

/// The cards left in a pack, in unknown order; never none, as an empty pack is shuffled anew at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pack {
    left: [u8; HIGHEST_CARD as usize],
}

impl Pack {
    /// All twelve cards: two each of 1 to 6.
    pub const FULL: Pack = Pack {
        left: [COPIES; HIGHEST_CARD as usize],
    };

    /// The pack with these many cards of the values 1 to 6, if there is one.
    #[must_use]
    pub fn new(left: [u8; 6]) -> Option<Pack> {
        let possible = left.iter().all(|&count| count <= COPIES) && left.iter().any(|&count| count > 0);
        possible.then_some(Pack { left })
    }

    /// How many cards of the values 1 to 6 are left.
    #[must_use]
    pub const fn left(self) -> [u8; 6] {
        self.left
    }

    /// How many cards of one value are left; none of a value that no card has.
    #[must_use]
    pub fn left_of(self, value: u8) -> u8 {
        let index = usize::from(value).wrapping_sub(1);
        self.left.get(index).copied().unwrap_or(0)
    }

    /// The values left, lowest first.
    pub(super) fn values(self) -> impl Iterator<Item = u8> {
        (1..=HIGHEST_CARD).filter(move |&value| self.left_of(value) > 0)
    }

    /// The value of a random card.
    pub(super) fn random_value<R: Rng + ?Sized>(self, random: &mut R) -> u8 {
        let total: u8 = self.left.iter().sum();
        let mut cards_below = random.below(usize::from(total)) as u8;
        let mut value = 1;
        for count in self.left {
            if cards_below < count {
                break;
            }
            cards_below -= count;
            value += 1;
        }
        value
    }

    /// Takes a card of this value out; the twelfth card's drawing brings all twelve back.
    pub(super) fn draw(&mut self, value: u8) {
        self.left[usize::from(value) - 1] -= 1;
        if self.left == [0; HIGHEST_CARD as usize] {
            *self = Pack::FULL;
        }
    }

    /// Whether the card drawn last can have been of this value.
    pub(super) fn may_have_given(self, value: u8) -> bool {
        (1..=HIGHEST_CARD).contains(&value) && (self == Pack::FULL || self.left_of(value) < COPIES)
    }

    /// Whether the card drawn last can have been higher than this value.
    pub(super) fn may_have_given_more_than(self, value: u8) -> bool {
        (value + 1..=HIGHEST_CARD).any(|higher| self.may_have_given(higher))
    }

    /// Two bits a value.
    pub(super) fn bits(self) -> u64 {
        self.left.iter().fold(0, |bits, &count| bits << 2 | u64::from(count))
    }
}

/// The cards left as six digits.
impl fmt::Display for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.left.iter().try_for_each(|count| count.fmt(f))
    }
}
