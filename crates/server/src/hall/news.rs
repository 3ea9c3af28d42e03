//! Who wants to hear of all tables at which they sit, and is told.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use halte_game::Player;
use halte_table::{PersonId, Table};
use tokio::sync::broadcast::{self, error::RecvError};

use crate::hall::summary;
use crate::store::Summary;

/// How many changes wait for a slow listener before they miss some.
const CHANGES_KEPT: usize = 64;

/// Tells people what changes at their tables.
#[derive(Default)]
pub(super) struct News {
    /// Those who listen, by the ids of the people for whom they do.
    listeners: Mutex<HashMap<PersonId, Vec<Ear>>>,
}

/// One who listens.
#[derive(Clone)]
struct Ear {
    sender: broadcast::Sender<Arc<Summary>>,
    is_program: bool,
}

impl News {
    /// Tells those who sit at a table that it has changed.
    pub(super) fn announce(&self, table: &Table) {
        let listeners = self.listeners();
        let seated = Player::ALL
            .into_iter()
            .filter_map(|player| table.occupant(player)?.person());
        let mut ears: Vec<&Ear> = Vec::new();
        for ear in seated.filter_map(|person| listeners.get(person.id())).flatten() {
            // Both seats may be one's own.
            if !ears.iter().any(|other| other.sender.same_channel(&ear.sender)) {
                ears.push(ear);
            }
        }
        if ears.is_empty() {
            return;
        }
        let summary = Arc::new(summary::of(table));
        for ear in ears {
            // Whoever listened may have just gone.
            let _ = ear.sender.send(Arc::clone(&summary));
        }
    }

    /// What changes from now on at the tables of these people, who are all one visitor.
    pub(super) fn listen(self: &Arc<News>, people: &[PersonId], is_program: bool) -> Listener {
        let (sender, changes) = broadcast::channel(CHANGES_KEPT);
        let ear = Ear { sender, is_program };
        let mut listeners = self.listeners();
        for person in people {
            listeners.entry(person.clone()).or_default().push(ear.clone());
        }
        Listener {
            changes,
            ear,
            people: people.to_vec(),
            news: Arc::clone(self),
        }
    }

    /// Whether a program listens for this person.
    pub(super) fn is_program(&self, person: &PersonId) -> bool {
        let listeners = self.listeners();
        let ears = listeners.get(person);
        ears.is_some_and(|ears| ears.iter().any(|ear| ear.is_program))
    }

    fn listeners(&self) -> MutexGuard<'_, HashMap<PersonId, Vec<Ear>>> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who hears what changes at their tables.
pub struct Listener {
    changes: broadcast::Receiver<Arc<Summary>>,
    ear: Ear,
    people: Vec<PersonId>,
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
        for person in &self.people {
            if let Some(ears) = listeners.get_mut(person) {
                ears.retain(|ear| !ear.sender.same_channel(&self.ear.sender));
                if ears.is_empty() {
                    listeners.remove(person);
                }
            }
        }
    }
}
