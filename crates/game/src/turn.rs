//! Players, outcomes, and whose turn it is.

use std::fmt;
use std::ops::Not;

/// One of the two players, in the order in which they first move.
///
/// Each game gives them colours; shared code never does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Player {
    /// Moves first.
    First,
    /// Moves second.
    Second,
}

impl Player {
    /// Both players, the first one first.
    pub const ALL: [Player; 2] = [Player::First, Player::Second];

    /// 0 for the first player, 1 for the second.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other player.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

impl Not for Player {
    type Output = Player;

    #[inline]
    fn not(self) -> Player {
        self.opponent()
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::First => "first",
            Player::Second => "second",
        })
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(player) => player.fmt(f),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}

/// Who acts next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// This player makes a move, or the next step of a turn.
    Player(Player),
    /// Chance: the legal moves are the outcomes, each with its [`weight`](crate::Game::weight).
    Chance,
    /// Nobody: the game is over.
    Over(Outcome),
}

impl Turn {
    /// The outcome, if the game is over.
    #[inline]
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            Turn::Player(_) | Turn::Chance => None,
        }
    }

    /// Whether the game is over.
    #[inline]
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Turn::Over(_))
    }
}

/// `first`, `second`, `chance` or `none`, as in machine-readable output.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Player(player) => player.fmt(f),
            Turn::Chance => f.write_str("chance"),
            Turn::Over(_) => f.write_str("none"),
        }
    }
}
