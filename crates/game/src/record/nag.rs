//! Annotation glyphs: what PGN calls numeric annotation glyphs, or NAGs.

use std::fmt;

/// A judgement of a move by its number in PGN's table: 1 is a good move, 2 a mistake.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Nag(pub u8);

/// The judgements that have a sign of their own, from number 1 on.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

impl Nag {
    /// The judgement that is written with this sign after a move.
    #[must_use]
    pub fn from_sign(sign: &str) -> Option<Nag> {
        let place = SIGNS.iter().position(|&other| other == sign)?;
        u8::try_from(place + 1).ok().map(Nag)
    }

    /// Its sign, if it has one: `!`, `?`, `!!`, `??`, `!?` or `?!`.
    #[must_use]
    pub fn sign(self) -> Option<&'static str> {
        SIGNS.get(usize::from(self.0).checked_sub(1)?).copied()
    }
}

/// `$1`, as in the movetext.
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
