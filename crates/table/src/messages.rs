//! What is said between a table and those who look at it. What everybody hears alike is written once.

use halte_game::{Explanation, Player};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::{
    Action, Change, Choices, ClockFaces, Decision, Event, Fact, Moment, Occupant, OfferMade, SealedCards, Snapshot,
    Span, Stage, Table, TableId, View, wire,
};

/// What a visitor is told.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Outgoing<'a> {
    /// Everything, as it is now.
    Snapshot {
        /// The table.
        snapshot: Box<Snapshot>,
        /// Who is here.
        presence: Presence,
        /// What time it is at the table.
        now: Moment,
    },
    /// Something has happened.
    Events {
        /// What, in order.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Event>))]
        events: Vec<&'a RawValue>,
        /// How things stand now.
        #[cfg_attr(feature = "schema", schema(value_type = Standing))]
        standing: &'a RawValue,
        /// What can be done now, if the board has changed and the visitor asked to be told.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(value_type = Option<crate::Choices>))]
        choices: Option<&'a RawValue>,
        /// What time it is at the table.
        now: Moment,
    },
    /// Somebody came or went.
    Presence {
        /// Who is here.
        presence: Presence,
    },
    /// A command was done.
    Done {
        /// The command's id.
        id: String,
        /// The version of the last event that it brought about.
        version: u64,
    },
    /// A command was refused, or a message made no sense.
    Refused {
        /// The command's id, if it had one.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Why.
        error: Explanation,
    },
    /// The answer to a ping.
    Pong,
    /// Connect again, with the last version seen.
    Reconnect,
}

impl Outgoing<'_> {
    /// The message as it goes out.
    pub fn text(&self) -> String {
        // Messages are plain data.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// What a visitor asks for.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Incoming {
    /// Do something at the table.
    Command {
        /// The visitor's own name for it: sent twice, it acts once.
        id: String,
        /// What to do.
        action: Action,
    },
    /// Is anybody there? A page cannot send the protocol's own ping.
    Ping,
}

/// How things stand at a table after something has happened: what is short, and what has changed of the rest.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Standing {
    /// The version of the next event: how many there have been.
    pub version: u64,
    /// How many moves have been played.
    pub moves: usize,
    /// Who acts next.
    pub turn: wire::Turn,
    /// How far it is.
    pub stage: Stage,
    /// Who sits where, the first player's seat first, if that has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<[Option<Occupant>; 2]>,
    /// What has changed on the board, if moves were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// The position and what can be done in it, if moves were taken back or it is not known what the visitor has seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// What the clocks show.
    pub clocks: Option<ClockFaces>,
    /// What is offered.
    pub offers: Vec<OfferMade>,
    /// Whether each player has the chat turned on.
    pub chat_on: [bool; 2],
    /// How it ended.
    pub ending: Option<wire::Ending>,
    /// The decision that ended it, if an administrator did.
    pub decision: Option<Decision>,
    /// How the cards are decided.
    pub cards: Option<SealedCards>,
    /// The table of the rematch.
    pub rematch: Option<TableId>,
}

/// A value as it goes into messages.
pub fn raw(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).expect("what is told is plain data")
}

impl Standing {
    /// What can be done now, as the one to move and as others see it; nothing where the board has not changed.
    pub fn choices(&self, table: &Table) -> Option<[Box<RawValue>; 2]> {
        self.change.is_some().then(|| {
            let choices = Choices::of(table.game());
            [raw(&choices), raw(&choices.of_others())]
        })
    }

    /// How things stand after these events, which were the last.
    pub fn after(events: &[Event], table: &Table) -> Standing {
        let has = |is: fn(&Fact) -> bool| events.iter().any(|event| is(&event.fact));
        let is_seating = has(|fact| matches!(fact, Fact::Sat { .. } | Fact::Left { .. } | Fact::Started { .. }));
        let played = events
            .iter()
            .filter(|event| matches!(event.fact, Fact::Moved { .. }))
            .count();
        let is_taken_back = has(|fact| matches!(fact, Fact::TakenBack { .. }));
        let before = table.game().moves().len().saturating_sub(played);
        Standing {
            seats: is_seating.then(|| seats(table)),
            change: (!is_taken_back).then(|| Change::since(table.game(), before)).flatten(),
            view: is_taken_back.then(|| View::of(table.game())),
            ..Standing::bare(table)
        }
    }

    /// How things stand, for one who may not have seen what was before.
    pub fn whole(table: &Table) -> Standing {
        Standing {
            seats: Some(seats(table)),
            view: Some(View::of(table.game())),
            ..Standing::bare(table)
        }
    }

    fn bare(table: &Table) -> Standing {
        Standing {
            version: table.version(),
            moves: table.game().moves().len(),
            turn: table.game().turn().into(),
            stage: table.stage(),
            seats: None,
            change: None,
            view: None,
            clocks: table.clocks(table.changed_at()),
            offers: table.offers().map(|(by, offer)| OfferMade { by, offer }).collect(),
            chat_on: table.chat_on(),
            ending: table.ending().map(Into::into),
            decision: table.decision().cloned(),
            cards: table.cards(),
            rematch: table.rematch().cloned(),
        }
    }
}

fn seats(table: &Table) -> [Option<Occupant>; 2] {
    Player::ALL.map(|player| table.occupant(player).cloned())
}

/// Who is at a table now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Presence {
    /// Whether each player is here, the first one first. Engines always are.
    pub here: [bool; 2],
    /// In how many milliseconds each player's opponent may claim the game; none if that player is here, or if nothing
    /// can be claimed from them.
    pub claim_in: [Option<Span>; 2],
    /// How many others look on.
    pub spectators: usize,
}
