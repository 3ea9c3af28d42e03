//! Matches, the shortest game there can be, for examples and tests: five lie there, a player takes one or two, and whoever
//! takes the last one wins.

use std::fmt;

use crate::{About, Game, IllegalMove, NoVariants, Outcome, ParseError, Player, Reason, Repetition, Turn, What};

/// A position: how many lie there, and who is to take.
///
/// ```
/// use halte_game::matches::{Matches, Take};
/// use halte_game::{Game, NoVariants, Outcome, Player, Turn};
///
/// let mut position = Matches::start(&NoVariants);
/// for take in [2, 1, 2] {
///     position.play(Take(take))?;
/// }
/// assert_eq!(position.turn(), Turn::Over(Outcome::Win(Player::First)));
/// # Ok::<(), halte_game::IllegalMove<halte_game::matches::Fault>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Matches {
    left: u8,
    player: Player,
}

/// A move: so many are taken. Written `x1` or `x2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take(pub u8);

crate::faults! {
    /// What can be wrong.
    pub enum Fault {
        #[fault("matches_position", "it is like 5 first")]
        Position,
        #[fault("matches_move", "it is x1 or x2")]
        Move,
        #[fault("matches_left", "there are {left} matches")]
        Left { left: u8 },
    }
}

impl fmt::Display for Matches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.left, self.player)
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

impl Game for Matches {
    type Move = Take;
    type Fault = Fault;
    type Options = NoVariants;

    fn start(_: &NoVariants) -> Matches {
        Matches {
            left: 5,
            player: Player::First,
        }
    }

    fn options(&self) -> NoVariants {
        NoVariants
    }

    fn parse(_: &NoVariants, text: &str) -> Result<Matches, ParseError<Fault>> {
        let all = (0..=5).flat_map(|left| Player::ALL.map(|player| Matches { left, player }));
        let found = all.into_iter().find(|position| position.to_string() == text);
        found.ok_or_else(|| ParseError::new(What::Position, text, Fault::Position))
    }

    fn parse_move(_: &NoVariants, text: &str) -> Result<Take, ParseError<Fault>> {
        let found = [Take(1), Take(2)].into_iter().find(|mv| mv.to_string() == text);
        found.ok_or_else(|| ParseError::new(What::Move, text, Fault::Move))
    }

    fn turn(&self) -> Turn {
        match self.left {
            0 => Turn::Over(Outcome::Win(!self.player)),
            _ => Turn::Player(self.player),
        }
    }

    fn player(&self) -> Player {
        self.player
    }

    fn add_legal_moves(&self, moves: &mut Vec<Take>) {
        moves.extend((1..=self.left.min(2)).map(Take));
    }

    fn check(&self, mv: Take) -> Result<(), IllegalMove<Fault>> {
        match self.left {
            0 => Err(IllegalMove::new(mv, Reason::Over)),
            left if (1..=left.min(2)).contains(&mv.0) => Ok(()),
            left => Err(IllegalMove::new(mv, Fault::Left { left })),
        }
    }

    fn play_unchecked(&mut self, mv: Take) {
        self.left -= mv.0;
        self.player = !self.player;
    }

    fn key(&self) -> u64 {
        u64::from(self.left) * 2 + self.player.index() as u64
    }

    fn repetition(&self) -> Repetition {
        // Matches that are taken do not come back.
        Repetition::None
    }
}

impl crate::Named for Matches {
    fn about(_: &NoVariants) -> &'static About {
        &About {
            name: "matches",
            title: "Matches",
            authors: "nobody",
            year: None,
            link: None,
            credit: "",
            summary: "Take one or two; whoever takes the last one wins.",
            players: ["First", "Second"],
            variants: &[],
            has_draws: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Contract;
    use crate::perft;

    #[test]
    fn keeps_the_contract() {
        Contract::<Matches> {
            options: NoVariants,
            every_move: vec![Take(1), Take(2), Take(3)],
            longest_turn: 1,
            games: 100,
            limit: 10,
        }
        .check_rules();
        assert_eq!(
            [1, 2, 3].map(|depth| perft(&Matches::start(&NoVariants), depth)),
            [2, 4, 7]
        );
    }
}
