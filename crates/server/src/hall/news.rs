//! Who wants to hear of all tables at which they sit, and is told.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use halte_game::Player;
use halte_table::{PersonId, Table};
use tokio::sync::broadcast::{self, error::RecvError};

use crate::bus::{Bus, Report, ServerId};
use crate::hall::summary;
use crate::store::Summary;

/// How many changes wait for a slow listener before they miss some.
const CHANGES_KEPT: usize = 64;

/// Tells people what changes at their tables.
pub(super) struct News {
    /// Those who listen, by the ids of the people for whom they do.
    listeners: Mutex<HashMap<PersonId, Vec<Ear>>>,
    bus: Bus,
    /// The people for whom programs listen by way of each other server.
    programs: Mutex<HashMap<ServerId, HashSet<PersonId>>>,
}

/// One who listens.
#[derive(Clone)]
struct Ear {
    /// Nothing if something may have been missed.
    sender: broadcast::Sender<Option<Arc<Summary>>>,
    is_program: bool,
    /// One of those for whom it listens, if there are any.
    person: Option<PersonId>,
}

impl News {
    pub(super) fn new(bus: Bus) -> News {
        News {
            listeners: Mutex::default(),
            bus,
            programs: Mutex::default(),
        }
    }

    /// Tells those who sit at a table that it has changed.
    pub(super) fn announce(&self, table: &Table) {
        let seated = Player::ALL
            .into_iter()
            .filter_map(|player| Some(table.occupant(player)?.person()?.id().clone()));
        self.tell(seated, || Arc::new(summary::of(table)));
    }

    /// Tells those who sit at a table that it has changed at another server.
    pub(super) fn pass_on(&self, summary: &Arc<Summary>) {
        let seated = [&summary.first, &summary.second].into_iter().flatten();
        let seated = seated.filter_map(|person| person.id.parse().ok());
        self.tell(seated, || Arc::clone(summary));
    }

    fn tell(&self, people: impl Iterator<Item = PersonId>, summary: impl FnOnce() -> Arc<Summary>) {
        let listeners = self.listeners();
        let mut ears: Vec<&Ear> = Vec::new();
        for ear in people.filter_map(|person| listeners.get(&person)).flatten() {
            // Both seats may be one's own.
            if !ears.iter().any(|other| other.sender.same_channel(&ear.sender)) {
                ears.push(ear);
            }
        }
        if ears.is_empty() {
            return;
        }
        let summary = summary();
        for ear in ears {
            // Whoever listened may have just gone.
            let _ = ear.sender.send(Some(Arc::clone(&summary)));
        }
    }

    /// Tells everybody that other servers may have said what was not heard: look at everything.
    pub(super) fn interrupt(&self) {
        for (person, ears) in self.listeners().iter() {
            // Whoever listens as an account and as a guest is told once.
            for ear in ears.iter().filter(|ear| ear.person.as_ref() == Some(person)) {
                let _ = ear.sender.send(None);
            }
        }
    }

    /// Tells the other servers for whom programs listen here.
    pub(super) fn tell_programs(&self) {
        // Held until it is said.
        let listeners = self.listeners();
        self.bus.tell(|| {
            let has_program = |ears: &[Ear]| ears.iter().any(|ear| ear.is_program);
            let programs = listeners.iter().filter(|(_, ears)| has_program(ears));
            Report::Programs {
                persons: programs.map(|(person, _)| person.clone()).collect(),
            }
        });
    }

    /// Notes for whom programs listen by way of another server.
    pub(super) fn set_programs(&self, server: ServerId, persons: Vec<PersonId>) {
        let mut programs = crate::lock(&self.programs);
        match persons.is_empty() {
            true => programs.remove(&server),
            false => programs.insert(server, persons.into_iter().collect()),
        };
    }

    /// What changes from now on at the tables of these people, who are all one visitor.
    pub(super) fn listen(self: &Arc<News>, people: &[PersonId], is_program: bool) -> Listener {
        let (sender, changes) = broadcast::channel(CHANGES_KEPT);
        let ear = Ear {
            sender,
            is_program,
            person: people.first().cloned(),
        };
        let mut listeners = self.listeners();
        for person in people {
            listeners.entry(person.clone()).or_default().push(ear.clone());
        }
        drop(listeners);
        if is_program {
            self.tell_programs();
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
        let here = {
            let listeners = self.listeners();
            let ears = listeners.get(person);
            ears.is_some_and(|ears| ears.iter().any(|ear| ear.is_program))
        };
        here || crate::lock(&self.programs)
            .values()
            .any(|persons| persons.contains(person))
    }

    fn listeners(&self) -> MutexGuard<'_, HashMap<PersonId, Vec<Ear>>> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who hears what changes at their tables.
pub struct Listener {
    changes: broadcast::Receiver<Option<Arc<Summary>>>,
    ear: Ear,
    people: Vec<PersonId>,
    news: Arc<News>,
}

impl Listener {
    /// The next table that changes, as it is then. An error says that something was missed: look at all tables then.
    pub async fn next(&mut self) -> Result<Arc<Summary>, RecvError> {
        self.changes.recv().await?.ok_or(RecvError::Lagged(1))
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
        drop(listeners);
        if self.ear.is_program {
            self.news.tell_programs();
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    /// Whoever listens as an account and as the guest that they were looks at everything once.
    #[test]
    fn who_may_have_missed_something_hears_it_once() {
        let news = Arc::new(News::new(Bus::default()));
        let people = ["ada", "bob"].map(PersonId::guest);
        let mut listener = news.listen(&people, false);
        news.interrupt();
        assert!(matches!(
            listener.next().now_or_never(),
            Some(Err(RecvError::Lagged(_)))
        ));
        assert!(listener.next().now_or_never().is_none());
    }
}
