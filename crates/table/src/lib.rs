//! One table as a state machine: what people and engines ask of it comes in, what happens goes out.
//!
//! A [`Table`] follows from its [`Event`]s and from nothing else. [`Table::execute`] does what a [`Command`] asks and says
//! what happened; [`Table::restore`] makes the same table again from what was kept. There is no network, disk, thread or
//! clock here: the time, the network's lag and chance are handed in as a [`World`].
//!
//! ```
//! use halte_game::Random;
//! use halte_table::{Action, Actor, Command, Moment, Person, Table, TableId, Terms, World};
//!
//! let mut random = Random::new(1);
//! let mut world = World::at(Moment(1000), &mut random);
//! let terms: Terms = serde_json::from_str(
//!     r#"{"game": "mixtour 20/1", "seats": [{"kind": "opener"}, {"kind": "engine", "level": 3}]}"#,
//! )?;
//! let ada = Person::account("Ada");
//! let id = TableId::random(world.chance);
//! let (mut table, mut events) = Table::open(id, terms, ada.clone(), false, None, &mut world)?;
//!
//! let play = Action::Play { text: "c3".into(), ply: 0 };
//! let executed = table.execute(&Command::of(Actor::Person(ada), play), &mut world);
//! assert!(executed.answer.is_ok());
//! events.extend(executed.events);
//! assert_eq!(table.engine_to_move(), Some((halte_game::Player::Second, 3)));
//! assert_eq!(Table::restore(&events)?.snapshot(None, world.now), table.snapshot(None, world.now));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cards;
mod clock;
mod command;
mod event;
mod execute;
mod messages;
mod person;
mod plan;
mod record;
mod seal;
mod snapshot;
mod stretches;
mod table;
mod terms;
mod time;
pub mod wire;

pub use cards::{CheckedCard, CheckedCards, CheckedLot, CheckedNumber, CheckedSeal, Uncheckable, check_cards};
pub use command::{Action, Actor, Claim, Command, Offer, Refusal};
pub use event::{Cause, Decision, Event, Fact, Mover, VOCABULARY};
pub use execute::{EXCUSED, Executed, FIRST_TURN, LONGEST_STANDSTILL, LONGEST_WAIT, NUMBER_PATIENCE, PATIENCE, World};
pub use messages::{Incoming, Outgoing, Presence, Standing, raw};
pub use person::{NoSuchOccupant, Occupant, Person, PersonId};
pub use plan::BadPlan;
pub use seal::{BadNumber, Draw, Number, Source, seal};
pub use snapshot::{Change, Choices, ClockFaces, Credits, LegalMove, MoveMade, OfferMade, SealedCards, Snapshot, View};
pub use stretches::Stretches;
pub use table::{BadTableId, Contradiction, Impossible, Learned, Remark, Stage, Table, TableId};
pub use terms::{BadTerms, ClockTerms, Invitation, Terms};
pub use time::{Moment, Span};

use halte_game::rand_core::Rng;

/// Where chance comes from: for a server a cryptographic generator, for a test one that repeats itself.
pub trait Chance {
    /// Fills bytes, each value as likely.
    fn fill(&mut self, bytes: &mut [u8]);
}

impl<R: Rng> Chance for R {
    fn fill(&mut self, bytes: &mut [u8]) {
        self.fill_bytes(bytes);
    }
}
