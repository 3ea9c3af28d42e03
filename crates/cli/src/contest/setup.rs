//! What makes a match the same match: who plays what, and from where.

use std::fmt;
use std::str::FromStr;

use halte_game::Player;
use halte_games::AnyOptions;

use super::entrant::Entrant;

/// A match has no more games than this, and its records no later round: a list of them fits into memory.
pub(super) const MOST_GAMES: usize = 1_000_000;

/// Everything that the games of a match follow from.
pub(super) struct Setup {
    pub(super) options: AnyOptions,
    pub(super) entrants: [Entrant; 2],
    pub(super) seed: u64,
    pub(super) opening_turns: u32,
    /// A game of so many moves is a draw.
    pub(super) longest: usize,
}

/// In one line, for the tag `Event` of its records.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.entrants;
        write!(
            f,
            "{first} against {second}; seed {}, openings of {} turns, at most {} moves",
            self.seed, self.opening_turns, self.longest
        )
    }
}

/// Which game of a match: `12.1` and `12.2` have the same opening, with the colours exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Round {
    /// Counted from 0.
    pub(super) pair: usize,
    /// 0 if the engine named first plays first, 1 if it plays second.
    pub(super) game: usize,
}

impl Round {
    /// Which engine plays for this player: 0 for the one named first.
    pub(super) fn engine(self, player: Player) -> usize {
        player.index() ^ self.game
    }

    /// Another number for every game.
    pub(super) fn number(self) -> u64 {
        2 * self.pair as u64 + self.game as u64
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.pair + 1, self.game + 1)
    }
}

/// Reads what `Display` writes; nothing else is a round.
impl FromStr for Round {
    type Err = ();

    fn from_str(text: &str) -> Result<Round, ()> {
        let (pair, game) = text.split_once('.').ok_or(())?;
        let index = |text: &str| {
            text.parse::<usize>()
                .ok()
                .and_then(|number| number.checked_sub(1))
                .ok_or(())
        };
        let round = Round {
            pair: index(pair)?,
            game: index(game)?,
        };
        let is_possible = round.game < 2 && round.pair < MOST_GAMES / 2;
        (is_possible && round.to_string() == text).then_some(round).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_read_as_they_are_written() {
        let check = |text: &str, expected: Option<(usize, usize)>| {
            let round = text.parse::<Round>().ok();
            assert_eq!(round.map(|round| (round.pair, round.game)), expected, "{text}");
        };
        check("1.1", Some((0, 0)));
        check("12.2", Some((11, 1)));
        check("500000.1", Some((499_999, 0)));
        for text in " 1 0.1 1.0 1.3 01.1 1.1.1 +1.1 500001.1 99999999999999999999.1".split(' ') {
            check(text, None);
        }
    }

    #[test]
    fn colours_are_exchanged() {
        let round = |game| Round { pair: 3, game };
        assert_eq!(Player::ALL.map(|player| round(0).engine(player)), [0, 1]);
        assert_eq!(Player::ALL.map(|player| round(1).engine(player)), [1, 0]);
    }
}
