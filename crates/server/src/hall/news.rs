//! Who wants to hear of all tables at which they sit, and is told.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use halte_game::Player;
use halte_table::Table;
use tokio::sync::broadcast::{self, error::RecvError};

use crate::hall::summary;
use crate::store::Summary;

/// How many changes wait for a slow listener before they miss some.
const CHANGES_KEPT: usize = 64;

type Listeners = HashMap<String, broadcast::Sender<Arc<Summary>>>;

/// Tells people what changes at their tables.
#[derive(Default)]
pub(super) struct News {
    /// By the ids of people.
    listeners: Mutex<Listeners>,
}

impl News {
    /// Tells those who sit at a table that it has changed.
    pub(super) fn tell(&self, table: &Table) {
        let listeners = self.listeners();
        if listeners.is_empty() {
            return;
        }
        let seated = Player::ALL
            .into_iter()
            .filter_map(|player| table.occupant(player)?.person());
        let mut senders: Vec<_> = seated
            .filter_map(|person| listeners.get_key_value(&person.id.0))
            .collect();
        // Both seats may be one's own.
        senders.dedup_by_key(|(person, _)| *person);
        if senders.is_empty() {
            return;
        }
        let summary = Arc::new(summary::of(table));
        for (_, sender) in senders {
            // Whoever listened may have just gone.
            let _ = sender.send(Arc::clone(&summary));
        }
    }

    /// What changes from now on at a person's tables.
    pub(super) fn listen(self: &Arc<News>, person: &str) -> Listener {
        let mut listeners = self.listeners();
        let sender = listeners
            .entry(person.to_owned())
            .or_insert_with(|| broadcast::channel(CHANGES_KEPT).0);
        Listener {
            changes: sender.subscribe(),
            person: person.to_owned(),
            news: Arc::clone(self),
        }
    }

    fn listeners(&self) -> MutexGuard<'_, Listeners> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who hears what changes at their tables.
pub struct Listener {
    changes: broadcast::Receiver<Arc<Summary>>,
    person: String,
    news: Arc<News>,
}

impl Listener {
    /// The next table that changes, as it is then. An error says that something was missed: look at all tables then.
    pub async fn next(&mut self) -> Result<Arc<Summary>, RecvError> {
        self.changes.recv().await
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut listeners = self.news.listeners();
        let is_last = |sender: &broadcast::Sender<_>| sender.receiver_count() <= 1;
        if listeners.get(&self.person).is_some_and(is_last) {
            listeners.remove(&self.person);
        }
    }
}
