//! Who may have been cut off, and since when: servers that are silent, tables that were closed. Whoever comes back is not
//! charged for the way.

use std::collections::HashMap;
use std::sync::Mutex;

use halte_table::{Moment, Span, TableId};

use crate::bus::ServerId;
use crate::lock;

/// After how long without another server's beats those who were here by way of it may have been cut off.
pub(super) const SILENT: Span = Span(750);

/// Within what time they come back, unless something else keeps them away.
pub(super) const LONGEST: Span = Span(5_000);

/// What of late may have cut somebody off.
#[derive(Default)]
pub(super) struct Interruptions(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// When each other server was heard last.
    beats: HashMap<ServerId, Moment>,
    /// When servers were heard last of which others say that they are silent.
    silent: Vec<Moment>,
    /// Since when those at a table were sent away, by whichever server.
    closed: HashMap<TableId, Moment>,
}

impl Interruptions {
    /// A server is heard, and says of others that they are silent since.
    pub(super) fn hear(&self, server: &ServerId, silent: Vec<Moment>, now: Moment) {
        let mut known = lock(&self.0);
        known.beats.insert(server.clone(), now);
        for moment in silent {
            if !known.silent.contains(&moment) {
                known.silent.push(moment);
            }
        }
        known.silent.retain(|at| now - *at < LONGEST);
        known.beats.retain(|_, at| now - *at < LONGEST);
    }

    /// Those at a table are sent away, and come back.
    pub(super) fn close(&self, table: &TableId, now: Moment) {
        let mut known = lock(&self.0);
        known.closed.retain(|_, at| now - *at < LONGEST);
        known.closed.entry(table.clone()).or_insert(now);
    }

    /// Since when other servers are silent, of those that were heard of late.
    pub(super) fn silent(&self, now: Moment) -> Vec<Moment> {
        let known = lock(&self.0);
        let silent = known.beats.values().filter(|at| is_silent(**at, now));
        silent.copied().collect()
    }

    /// Since when somebody who comes to a table at a moment may have been cut off. They were here by way of these servers, or
    /// by way of any if there are none; a server that was just opened has heard of this moment, too.
    pub(super) fn since(
        &self,
        table: &TableId,
        servers: &[ServerId],
        opened: Option<Moment>,
        [back, now]: [Moment; 2],
    ) -> Option<Moment> {
        let known = lock(&self.0);
        let closed = known.closed.get(table).copied();
        let mut beats = servers.iter().filter_map(|server| known.beats.get(server).copied());
        let moments: Vec<Moment> = match servers {
            [] => known
                .beats
                .values()
                .chain(&known.silent)
                .copied()
                .chain(opened)
                .collect(),
            // Whoever has another connection left was not cut off.
            _ if beats.clone().any(|at| !is_silent(at, now)) => Vec::new(),
            _ => beats.by_ref().collect(),
        };
        let silent = moments.into_iter().filter(|at| is_silent(*at, now));
        silent.chain(closed).filter(|at| back - *at < LONGEST).min()
    }
}

fn is_silent(at: Moment, now: Moment) -> bool {
    now - at > SILENT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_back_was_away_since_their_server_was_silent() {
        let interruptions = Interruptions::default();
        let [table, other] = ["t", "u"].map(|letter| letter.repeat(12).parse::<TableId>().expect("a name"));
        let name = |name: &str| name.to_owned();
        interruptions.hear(&name("a"), Vec::new(), Moment(10_000));
        interruptions.hear(&name("b"), vec![Moment(9_000)], Moment(11_000));
        let check = |servers: &[&str], opened: Option<u64>, back: u64, expected: Option<u64>| {
            let servers: Vec<ServerId> = servers.iter().copied().map(name).collect();
            let found = interruptions.since(&table, &servers, opened.map(Moment), [Moment(back); 2]);
            assert_eq!(found, expected.map(Moment), "{servers:?}, {opened:?}, back at {back}");
        };
        check(&["a"], None, 10_700, None);
        check(&["a"], None, 10_751, Some(10_000));
        check(&["a"], None, 14_999, Some(10_000));
        check(&["a"], None, 15_000, None);
        // By way of b they were never away.
        check(&["a", "b"], None, 11_500, None);
        check(&["a", "b"], None, 11_800, Some(10_000));
        check(&["nobody"], None, 11_800, None);
        // Of whom nothing is known may have been anywhere.
        check(&[], None, 11_500, Some(9_000));
        check(&[], Some(8_000), 11_500, Some(8_000));
        check(&[], None, 14_500, Some(10_000));
        assert_eq!(interruptions.silent(Moment(11_500)), [Moment(10_000)]);
        // The table was closed at a server that lives.
        interruptions.close(&table, Moment(12_000));
        interruptions.close(&table, Moment(12_500));
        interruptions.close(&other, Moment(9_999));
        check(&["b"], None, 12_100, Some(11_000));
        interruptions.hear(&name("b"), Vec::new(), Moment(16_500));
        check(&["b"], None, 16_600, Some(12_000));
        check(&["b"], None, 17_000, None);
    }
}
