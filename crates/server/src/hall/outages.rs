//! When nobody could play because the store was not to be had: players' clocks are not charged for that.

use std::collections::VecDeque;
use std::sync::Mutex;

use halte_table::{Moment, Span};

use crate::lock;

/// How many outages are remembered, the latest ones.
const REMEMBERED: usize = 64;

/// How long the store may be silent before that is an outage.
pub(super) const SILENCE: Span = Span(2_000);

/// How long the store may take for an answer. What was asked is told so much later, and whoever is to move then is not
/// charged for that.
pub(super) const SLOW: Span = Span(100);

/// How long an outage is that is written down.
pub(super) const WORTH_NOTING: Span = Span(1_000);

/// The outages of late.
#[derive(Default)]
pub(super) struct Outages(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// From when to when, in order; they do not overlap.
    over: VecDeque<(Moment, Moment)>,
    /// Since when there is one now.
    since: Option<Moment>,
}

impl Outages {
    /// The store did not answer what it was asked at this moment.
    pub(super) fn begin(&self, at: Moment) {
        lock(&self.0).since.get_or_insert(at);
    }

    /// The store has answered what it was asked at a moment; says whether an outage is over that is worth noting.
    pub(super) fn end(&self, asked: Moment, now: Moment) -> bool {
        let mut known = lock(&self.0);
        let since = known.since.take().unwrap_or(asked);
        if now - since >= SLOW {
            known.add(since, now);
        }
        now - since >= WORTH_NOTING
    }

    /// Nobody was there from one moment to another.
    pub(super) fn add(&self, from: Moment, to: Moment) {
        lock(&self.0).add(from, to);
    }

    /// How much of the time since a moment was an outage.
    pub(super) fn since(&self, moment: Moment, now: Moment) -> Span {
        let known = lock(&self.0);
        let open = known.since.map(|since| (since, now));
        let parts = known.over.iter().copied().chain(open);
        let lengths = parts.map(|(from, to)| to.min(now) - from.max(moment));
        lengths.fold(Span::ZERO, |sum, length| sum + length)
    }
}

impl Known {
    fn add(&mut self, from: Moment, to: Moment) {
        let from = self.over.back().map_or(from, |(_, last)| from.max(*last));
        if from < to {
            self.over.push_back((from, to));
            if self.over.len() > REMEMBERED {
                self.over.pop_front();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_an_outage_is_counted_once() {
        let outages = Outages::default();
        let check = |moment: u64, now: u64, expected: u64| {
            let found = outages.since(Moment(moment), Moment(now));
            assert_eq!(found, Span(expected), "from {moment} to {now}");
        };
        check(0, 1000, 0);
        outages.add(Moment(100), Moment(200));
        // It overlaps with the one before.
        outages.add(Moment(150), Moment(300));
        outages.add(Moment(250), Moment(260));
        check(0, 1000, 200);
        check(120, 1000, 180);
        check(120, 180, 60);
        check(300, 1000, 0);
        outages.begin(Moment(400));
        outages.begin(Moment(450));
        check(0, 500, 300);
        check(420, 500, 80);
        outages.end(Moment(590), Moment(600));
        outages.end(Moment(690), Moment(700));
        check(0, 1000, 400);
        // A slow answer is one, too.
        outages.end(Moment(700), Moment(900));
        check(0, 1000, 600);
    }
}
