//! What has happened at a table: facts that are never changed, from which everything else follows.

use halte_game::Player;
use halte_game::record::Ending;
use serde::{Deserialize, Serialize};

use crate::seal::FIRST_PROCEDURE;
use crate::{Contradiction, Moment, Number, Occupant, Offer, Person, PersonId, Span, Stretches, TableId, Terms};

/// Something that has happened at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Event {
    /// Its place among the table's events, from 0.
    pub version: u64,
    /// When it happened.
    pub at: Moment,
    /// What both players have left on the clock after it, the first player's first, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<[Span; 2]>,
    /// The command that caused it, if somebody may repeat that. Only who sent it sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// What a program must know to understand it, 1 unless said otherwise.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub vocabulary: u32,
    /// What has happened.
    #[serde(flatten)]
    pub fact: Fact,
}

/// The newest vocabulary of events that this program knows. A fact, a field or a value that an older program would
/// misunderstand gets the next number, by `Fact::vocabulary`; what an older program may overlook needs none.
pub const VOCABULARY: u32 = 2;

/// A command by its sender and their own name for it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Cause {
    /// Who sent it.
    pub by: PersonId,
    /// What they call it.
    pub id: String,
}

/// What has happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Fact {
    /// Somebody opened the table.
    Opened {
        /// The table's name in addresses.
        table: TableId,
        /// What they proposed.
        terms: Terms,
        /// Who it was.
        by: Person,
    },
    /// Somebody took a seat.
    Sat {
        /// Which; it may still be exchanged by lot.
        seat: Player,
        /// Who it was.
        occupant: Occupant,
        /// What they add to the secret that decides cards and the lot, if there are any and they add something.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<Number>,
        /// Whether that is still to come: the game does not start before.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        number_follows: bool,
    },
    /// What somebody adds to the secret has come, after they sat down.
    Numbered {
        /// Whose, as the seats were taken.
        seat: Player,
        /// What it is; none if it did not come in time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<Number>,
    },
    /// Somebody left a seat before the game started.
    Left {
        /// Which.
        seat: Player,
    },
    /// The game started.
    Started {
        /// Whether the lot exchanged the seats.
        swapped: bool,
    },
    /// The server's part of what decides cards and the lot was picked, and sealed: it cannot be changed any more.
    Sealed {
        /// The SHA-256 of the secret.
        hash: String,
        /// How cards are drawn: 2 with what the players add, 1 as the secret alone decides.
        #[serde(default = "first_procedure", skip_serializing_if = "is_first_procedure")]
        procedure: u8,
        /// The secret. Nobody sees it before it is revealed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<String>,
    },
    /// A move was played, or a card drawn.
    Moved {
        /// Who played it: `first`, `second` or `chance`.
        by: Mover,
        /// The move, in the game's notation.
        #[serde(rename = "move")]
        text: String,
        /// How much of the time it took was the network's, and not taken off the clock.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: Span,
    },
    /// The server or its database was not to be had, and nobody is charged for that.
    Excused {
        /// How long.
        span: Span,
        /// From when to when. A server that hears late of what others have written down excuses no moment twice. Older
        /// programs left it out.
        #[serde(default, skip_serializing_if = "Stretches::is_empty")]
        during: Stretches,
    },
    /// Moves were taken back.
    TakenBack {
        /// How many moves are left.
        ply: usize,
        /// Who wanted it.
        by: Player,
    },
    /// A player offered something.
    Offered {
        /// Who.
        by: Player,
        /// What.
        offer: Offer,
    },
    /// An offer was declined.
    Declined {
        /// Who had offered it.
        by: Player,
        /// What.
        offer: Offer,
    },
    /// An offer was withdrawn.
    Withdrawn {
        /// Who had offered it.
        by: Player,
        /// What.
        offer: Offer,
    },
    /// The clocks were stopped.
    Paused,
    /// The game went on after a pause.
    Resumed {
        /// Who wanted it; whoever is to move, if the pause was too long.
        by: Player,
    },
    /// A player said in advance what to reply. Only they see it.
    Planned {
        /// Who.
        by: Player,
        /// Lines of moves from the position of that moment.
        lines: Vec<Vec<String>>,
    },
    /// The game ended.
    Ended {
        /// How.
        #[serde(with = "crate::wire::ending")]
        #[cfg_attr(feature = "schema", schema(value_type = crate::wire::Ending))]
        ending: Ending,
        /// The decision that ended it, if an administrator did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<Decision>,
    },
    /// What had decided the cards was made known.
    Revealed {
        /// The secret whose hash was published before.
        secret: String,
    },
    /// An administrator undid an ending that was a mistake.
    Reversed {
        /// Who.
        by: String,
        /// Why.
        reason: String,
    },
    /// The players agreed on another game.
    Rematched {
        /// The table it is played at.
        table: TableId,
    },
    /// A player said something.
    Said {
        /// Who.
        by: Player,
        /// What.
        text: String,
    },
    /// A player turned the chat on or off.
    ChatSwitched {
        /// Who.
        by: Player,
        /// Which.
        on: bool,
    },
}

/// What an administrator decided about a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Decision {
    /// Who.
    pub by: String,
    /// Why.
    pub reason: String,
}

impl Fact {
    /// The words for the facts of this vocabulary.
    const NAMES: [&'static str; 21] = [
        "opened",
        "sat",
        "numbered",
        "left",
        "started",
        "sealed",
        "moved",
        "excused",
        "taken_back",
        "offered",
        "declined",
        "withdrawn",
        "paused",
        "resumed",
        "planned",
        "ended",
        "revealed",
        "reversed",
        "rematched",
        "said",
        "chat_switched",
    ];

    /// The oldest vocabulary that has it.
    pub(crate) const fn vocabulary(&self) -> u32 {
        match self {
            // An older program would charge somebody for it, or draw other cards.
            Fact::Excused { .. } | Fact::Numbered { .. } => 2,
            Fact::Sealed { procedure, .. } if *procedure != FIRST_PROCEDURE => 2,
            _ => 1,
        }
    }

    /// Whether it changes whose clock runs, or what the clocks show but for the passing of time.
    pub(crate) fn is_timed(&self) -> bool {
        matches!(
            self,
            Fact::Started { .. }
                | Fact::Moved { .. }
                | Fact::Excused { .. }
                | Fact::TakenBack { .. }
                | Fact::Paused
                | Fact::Resumed { .. }
                | Fact::Ended { .. }
                | Fact::Reversed { .. }
        )
    }
}

/// Who plays a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Mover {
    First,
    Second,
    Chance,
}

impl Mover {
    /// The player, unless it is chance.
    pub fn player(self) -> Option<Player> {
        Player::ALL.into_iter().find(|&player| self == player.into())
    }
}

impl From<Player> for Mover {
    fn from(player: Player) -> Mover {
        match player {
            Player::First => Mover::First,
            Player::Second => Mover::Second,
        }
    }
}

const fn first() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands in a reference")]
fn is_first(vocabulary: &u32) -> bool {
    *vocabulary <= 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands in a reference")]
fn is_zero(span: &Span) -> bool {
    *span == Span::ZERO
}

const fn first_procedure() -> u8 {
    FIRST_PROCEDURE
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands in a reference")]
fn is_first_procedure(procedure: &u8) -> bool {
    *procedure == FIRST_PROCEDURE
}

impl Event {
    /// Reads an event as it was kept. What a newer program wrote is told apart from what cannot be read at all.
    pub fn read(text: &str) -> Result<Event, Contradiction> {
        /// What every event has, whoever wrote it.
        #[derive(Deserialize)]
        struct Bare {
            #[serde(default = "first")]
            vocabulary: u32,
            #[serde(rename = "type")]
            name: String,
        }
        let malformed = match serde_json::from_str::<Event>(text) {
            Ok(event) => return event.check_vocabulary().map(|()| event),
            Err(error) => Contradiction::Malformed {
                problem: error.to_string(),
            },
        };
        let is_newer = |bare: &Bare| bare.vocabulary > VOCABULARY || !Fact::NAMES.contains(&&*bare.name);
        match serde_json::from_str::<Bare>(text) {
            Ok(bare) if is_newer(&bare) => Err(Contradiction::Newer),
            _ => Err(malformed),
        }
    }

    /// Whether this program understands it.
    pub(crate) fn check_vocabulary(&self) -> Result<(), Contradiction> {
        match self.vocabulary > VOCABULARY {
            true => Err(Contradiction::Newer),
            false => Ok(()),
        }
    }

    /// The event as these players see it, of whom it may show more to one than to another; nothing if it is none of their
    /// business. A spectator is nobody among the players.
    pub fn seen_by(&self, person: Option<&PersonId>, players: &[Player]) -> Option<Event> {
        if let Fact::Planned { by, .. } = &self.fact
            && !players.contains(by)
        {
            return None;
        }
        let mut event = self.clone();
        event.cause = event.cause.filter(|cause| Some(&cause.by) == person);
        if let Fact::Sealed { secret, .. } = &mut event.fact {
            *secret = None;
        }
        Some(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every fact of ours has its word in the list, and none is there that serde does not know.
    #[test]
    fn the_list_of_facts_is_whole() {
        let text = format!(
            "{:?}",
            serde_json::from_str::<Fact>(r#"{"type":""}"#).expect_err("no fact")
        );
        let expected: Vec<String> = Fact::NAMES.iter().map(|name| format!("`{name}`")).collect();
        assert!(
            text.contains(&format!("expected one of {}", expected.join(", "))),
            "{text}"
        );
    }
}
