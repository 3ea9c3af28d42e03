//! Alarms: one for each table whose clock runs, in one task.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use halte_table::{Moment, TableId};
use tokio::sync::Notify;

use crate::hall::now;

/// The longest time to sleep at once: the timers of a machine that sleeps stand still, the players' clocks do not.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);

#[derive(Default)]
struct Clockwork {
    due: BTreeSet<(Moment, TableId)>,
    /// When each table's alarm is due.
    set: HashMap<TableId, Moment>,
}

/// Sets alarms.
pub(super) struct Alarms {
    clockwork: Arc<Mutex<Clockwork>>,
    changed: Arc<Notify>,
}

/// The alarms that ring.
pub(super) struct Rung {
    clockwork: Arc<Mutex<Clockwork>>,
    changed: Arc<Notify>,
}

impl Alarms {
    pub(super) fn new() -> (Alarms, Rung) {
        let clockwork = Arc::<Mutex<Clockwork>>::default();
        let changed = Arc::<Notify>::default();
        let alarms = Alarms {
            clockwork: Arc::clone(&clockwork),
            changed: Arc::clone(&changed),
        };
        (alarms, Rung { clockwork, changed })
    }

    /// Sets a table's alarm instead of the one before; none to turn it off.
    pub(super) fn set(&self, table: &TableId, at: Option<Moment>) {
        let mut clockwork = self.clockwork.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = clockwork.set.remove(table) {
            clockwork.due.remove(&(before, table.clone()));
        }
        if let Some(at) = at {
            clockwork.set.insert(table.clone(), at);
            clockwork.due.insert((at, table.clone()));
            // Only the earliest alarm matters to the one who sleeps.
            if clockwork.due.first().is_some_and(|(_, first)| first == table) {
                self.changed.notify_one();
            }
        }
    }
}

impl Rung {
    /// Waits for the next alarm, and turns it off.
    pub(super) async fn next(&mut self) -> Option<TableId> {
        loop {
            let wait = {
                let mut clockwork = self.clockwork.lock().unwrap_or_else(PoisonError::into_inner);
                match clockwork.due.first().cloned() {
                    Some((at, table)) if at <= now() => {
                        clockwork.due.pop_first();
                        clockwork.set.remove(&table);
                        return Some(table);
                    }
                    Some((at, _)) => Duration::from_millis((at - now()).0).min(LONGEST_SLEEP),
                    None => LONGEST_SLEEP,
                }
            };
            // Nobody is left to set an alarm.
            if Arc::strong_count(&self.clockwork) == 1 {
                return None;
            }
            let _ = tokio::time::timeout(wait, self.changed.notified()).await;
        }
    }
}
