//! Events as they are written: once, for the store and for those who listen.

use halte_game::Player;
use halte_table::{Event, Fact};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::hall::summary::milliseconds;
use crate::store::StoredEvent;

/// An event as it is told.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub(super) version: u64,
    /// Without its cause, and without what is still a secret.
    pub(super) text: Box<RawValue>,
    /// The one player whose business it is, if it is not everybody's.
    pub(super) only: Option<Player>,
}

impl Written {
    /// Whether those who have these seats are told.
    pub(super) fn is_for(&self, seats: &[Player]) -> bool {
        self.only.is_none_or(|player| seats.contains(&player))
    }
}

/// Writes an event, and takes out of it what only the store may know.
pub(super) fn write(event: &mut Event) -> (StoredEvent, Written) {
    let cause = event.cause.take();
    let (secret, only) = match &mut event.fact {
        Fact::Sealed { secret, .. } => (secret.take(), None),
        Fact::Planned { by, .. } => (None, Some(*by)),
        _ => (None, None),
    };
    let text = to_raw_value(event).expect("events are plain data");
    let mut body = text.get().to_owned();
    add(&mut body, "cause", cause.as_ref());
    add(&mut body, "secret", secret.as_ref());
    let stored = StoredEvent {
        version: event.version,
        at: milliseconds(event.at),
        body,
    };
    let version = event.version;
    (stored, Written { version, text, only })
}

/// Adds a field at the end of an object that has some already.
fn add(object: &mut String, name: &str, value: Option<&impl Serialize>) {
    if let Some(value) = value {
        let value = serde_json::to_string(value).expect("causes and secrets are plain data");
        object.pop();
        object.push_str(&format!(",\"{name}\":{value}}}"));
    }
}

/// Events as they were kept, for those who come later.
pub(super) fn written(events: &[Event]) -> impl Iterator<Item = Written> {
    events.iter().cloned().map(|mut event| write(&mut event).1)
}

#[cfg(test)]
mod tests {
    use halte_table::{Cause, Moment, PersonId};

    use super::*;

    /// What is kept reads back whole, and what is told has no cause and no secret.
    #[test]
    fn an_event_is_written_for_both() {
        let check = |fact: Fact, only: Option<Player>| {
            let event = Event {
                version: 7,
                at: Moment(1000),
                clocks: None,
                cause: Some(Cause {
                    by: PersonId::guest("1"),
                    id: "\"x\"".to_owned(),
                }),
                vocabulary: 1,
                fact,
            };
            let (stored, written) = write(&mut event.clone());
            assert_eq!(serde_json::from_str::<Event>(&stored.body).expect("an event"), event);
            let seats: Vec<Player> = only.into_iter().collect();
            let seen = event.seen_by(None, &seats).expect("it is their business");
            assert_eq!(
                serde_json::from_str::<Event>(written.text.get()).expect("an event"),
                seen
            );
            assert_eq!((written.version, written.only), (7, only));
        };
        check(Fact::Paused, None);
        let secret = Some("s".to_owned());
        let hash = "h".to_owned();
        check(Fact::Sealed { hash, secret }, None);
        let (by, lines) = (Player::Second, vec![vec!["a1".to_owned()]]);
        check(Fact::Planned { by, lines }, Some(by));
    }
}
