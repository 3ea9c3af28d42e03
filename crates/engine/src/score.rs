//! How good a position is: a probability of winning, or a proven end.

use std::cmp::Ordering;
use std::fmt;

/// The value of a position for the player whose turn it is.
///
/// A proven score holds whatever the opponent does. `moves` counts single moves (steps, drawn cards) to the end; a search
/// that does not look at all shorter ways, such as the tree search, may say more than are needed. Scores
/// are ordered: the quickest win is best, then later wins, then probabilities, then losses, the quickest last.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Score {
    /// A forced win in this many moves.
    Win {
        /// Moves to the end.
        moves: u32,
    },
    /// A forced loss in this many moves.
    Loss {
        /// Moves to the end.
        moves: u32,
    },
    /// A forced draw.
    Draw,
    /// The estimated probability of winning, a draw counting as half a win.
    Estimate(f32),
}

impl Score {
    /// The probability of winning that this score means; a proven one is certain.
    #[must_use]
    pub const fn probability(self) -> f32 {
        match self {
            Score::Win { .. } => 1.0,
            Score::Loss { .. } => 0.0,
            Score::Draw => 0.5,
            Score::Estimate(probability) => probability,
        }
    }

    /// Whether the score is proven.
    #[must_use]
    pub const fn is_proven(self) -> bool {
        !matches!(self, Score::Estimate(_))
    }

    /// The same for the other player.
    #[must_use]
    pub const fn reversed(self) -> Score {
        match self {
            Score::Win { moves } => Score::Loss { moves },
            Score::Loss { moves } => Score::Win { moves },
            Score::Draw => Score::Draw,
            Score::Estimate(probability) => Score::Estimate(1.0 - probability),
        }
    }

    /// The same so many moves before: a proven end is farther away.
    pub(crate) const fn moves_before(self, passed: u32) -> Score {
        match self {
            Score::Win { moves } => Score::Win { moves: moves + passed },
            Score::Loss { moves } => Score::Loss { moves: moves + passed },
            score => score,
        }
    }

    /// The same so many moves later: a proven end is nearer.
    pub(crate) const fn moves_later(self, passed: u32) -> Score {
        match self {
            Score::Win { moves } => Score::Win {
                moves: moves.saturating_sub(passed),
            },
            Score::Loss { moves } => Score::Loss {
                moves: moves.saturating_sub(passed),
            },
            score => score,
        }
    }

    /// Wins above everything, losses below, the quicker the farther out.
    fn rank(self) -> (i32, f32) {
        match self {
            Score::Win { moves } => (1, -(moves as f32)),
            Score::Loss { moves } => (-1, moves as f32),
            Score::Draw => (0, 0.5),
            Score::Estimate(probability) => (0, probability),
        }
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<Ordering> {
        self.rank().partial_cmp(&other.rank())
    }
}

/// `win in 5`, `loss in 4`, `draw`, `62.5 %`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Win { moves } => write!(f, "win in {moves}"),
            Score::Loss { moves } => write!(f, "loss in {moves}"),
            Score::Draw => f.write_str("draw"),
            Score::Estimate(probability) => write!(f, "{:.1} %", probability * 100.0),
        }
    }
}

/// The probability of winning with these odds, given by their logarithm, to five digits.
pub(crate) fn probability(log_odds: f32) -> f32 {
    (1.0 / (1.0 + exponential(-f64::from(log_odds)))) as f32
}

/// The exponential function of what is not much above 0, nearly.
///
/// The standard library's is not the same on every machine, and what is played is chosen by what comes of it.
pub(crate) fn exponential(exponent: f64) -> f64 {
    const SQUARINGS: i32 = 20;
    let mut power = (1.0 + exponent / f64::from(1 << SQUARINGS)).max(0.0);
    for _ in 0..SQUARINGS {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_probabilities() {
        for log_odds in [-1e9_f64, -20.0, -3.0, -0.5, -0.001, 0.0, 0.001, 0.7, 9.0, 1e9] {
            let expected = 1.0 / (1.0 + (-log_odds).exp());
            let found = probability(log_odds as f32);
            assert!(
                (f64::from(found) - expected).abs() < 1e-5,
                "{log_odds}: {found} instead of {expected}"
            );
        }
    }

    #[test]
    fn scores_are_ordered() {
        let ordered = [
            Score::Loss { moves: 1 },
            Score::Loss { moves: 4 },
            Score::Estimate(0.0),
            Score::Estimate(0.4),
            Score::Draw,
            Score::Estimate(0.9),
            Score::Estimate(1.0),
            Score::Win { moves: 9 },
            Score::Win { moves: 3 },
        ];
        for pair in ordered.windows(2) {
            assert!(pair[0] < pair[1], "{} and {}", pair[0], pair[1]);
            assert!(pair[1].reversed() < pair[0].reversed());
        }
    }
}
