//! The pieces that stand on one cell.

use std::fmt;

use halte_game::Player;

/// The letters of the players' pieces, the first player's first.
pub(super) const LETTERS: [char; 2] = ['w', 'r'];

/// A stack of this height or more is a tower: it leaves the board and scores.
pub(super) const TOWER: usize = 5;

/// How many codes the stacks have that may stand on the board.
pub(super) const STACKS: usize = 1 << TOWER;

/// The pieces on a cell, or on their way off the board as a tower.
///
/// The code is a 1 followed by a bit for each piece from the bottom up, 0 for White and 1 for Red: pieces are taken
/// from the low end and put there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stack(u16);

impl Stack {
    /// No pieces.
    pub const EMPTY: Stack = Stack(1);

    /// A single piece.
    #[inline]
    #[must_use]
    pub const fn single(owner: Player) -> Stack {
        Stack::EMPTY.with(owner)
    }

    /// This stack with another piece on top.
    #[inline]
    #[must_use]
    pub const fn with(self, owner: Player) -> Stack {
        Stack(self.0 << 1 | owner as u16)
    }

    /// Whether there are no pieces.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == Stack::EMPTY.0
    }

    /// How many pieces there are.
    #[inline]
    #[must_use]
    pub const fn height(self) -> usize {
        // The code is never 0: saying so spares the case.
        (self.0 | 1).ilog2() as usize
    }

    /// The owner of the top piece, if there is one.
    #[must_use]
    pub const fn top(self) -> Option<Player> {
        if self.is_empty() {
            None
        } else {
            Some(Player::ALL[(self.0 & 1) as usize])
        }
    }

    /// The owners of the pieces from the bottom up.
    pub fn pieces(self) -> impl Iterator<Item = Player> {
        (0..self.height())
            .rev()
            .map(move |above| Player::ALL[usize::from(self.0 >> above & 1)])
    }

    /// How many pieces of a player there are.
    #[must_use]
    pub fn count(self, owner: Player) -> usize {
        self.pieces().filter(|&piece| piece == owner).count()
    }

    /// Whether the stack is high enough to score.
    #[inline]
    pub(super) const fn is_tower(self) -> bool {
        self.0 as usize >= STACKS
    }

    /// A number for a stack that is no tower, from 1 to 31: a 1 followed by a bit for each piece from the bottom up, 0 for the
    /// first player's.
    #[inline]
    #[must_use]
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    /// What stays when the top `count` pieces are taken.
    #[inline]
    pub(super) const fn without_top(self, count: u8) -> Stack {
        Stack(self.0 >> count)
    }

    /// This stack with the top `count` pieces of another put on it in the same order.
    #[inline]
    pub(super) const fn with_top_of(self, other: Stack, count: u8) -> Stack {
        Stack(self.0 << count | other.0 & ((1 << count) - 1))
    }
}

/// The letters of the pieces from the bottom up; nothing for the empty stack.
impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces()
            .try_for_each(|owner| write!(f, "{}", LETTERS[owner.index()]))
    }
}
