//! When nobody could play because there was no server or the store was not to be had: players' clocks are not charged for
//! that.

use std::sync::Mutex;

use halte_table::{Moment, Span};

use crate::lock;

/// How long the store may be silent before that is an outage.
pub(super) const SILENCE: Span = Span(2_000);

/// How much later than it happened somebody may be told of what sets their clock: they are not charged for more.
pub(super) const SLOW: Span = Span(100);

/// How long the store may take for an answer before that is an outage, and concerns not one table but all; and how much of
/// an outage must have been unknown for all of them to be looked at.
pub(super) const WORTH_NOTING: Span = Span(1_000);

/// The outages of late.
#[derive(Default)]
pub(super) struct Outages(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// From when to when, in order; they do not touch each other.
    over: Vec<(Moment, Moment)>,
    /// Since when there is one now.
    since: Option<Moment>,
}

impl Outages {
    /// The store did not answer what it was asked at this moment.
    pub(super) fn begin(&self, at: Moment) {
        lock(&self.0).since.get_or_insert(at);
    }

    /// The store has answered what it was asked at a moment; says whether that was an outage of which nobody knew yet.
    pub(super) fn end(&self, asked: Moment, now: Moment) -> bool {
        let mut known = lock(&self.0);
        let since = known.since.take().unwrap_or(asked);
        now - since >= WORTH_NOTING && known.add(since, now) >= WORTH_NOTING
    }

    /// There was an outage from one moment to another; says whether much of it is new.
    pub(super) fn add(&self, from: Moment, to: Moment) -> bool {
        lock(&self.0).add(from, to) >= WORTH_NOTING
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
    /// Adds an outage, which becomes one with those that it touches; says how much of it was none before.
    fn add(&mut self, from: Moment, to: Moment) -> Span {
        if from >= to {
            return Span::ZERO;
        }
        let first = self.over.partition_point(|(_, ended)| *ended < from);
        let behind = self.over.partition_point(|(began, _)| *began <= to);
        let touched = &self.over[first..behind];
        let known = touched
            .iter()
            .map(|(began, ended)| (*ended).min(to) - (*began).max(from));
        let known = known.fold(Span::ZERO, |sum, length| sum + length);
        let whole = (
            touched.first().map_or(from, |(began, _)| from.min(*began)),
            touched.last().map_or(to, |(_, ended)| to.max(*ended)),
        );
        self.over.splice(first..behind, [whole]);
        (to - from) - known
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
        assert!(!outages.end(Moment(590), Moment(600)), "a slow answer is none");
        check(0, 1000, 200);
        outages.begin(Moment(2000));
        assert!(outages.end(Moment(2900), Moment(3000)));
        assert!(
            !outages.end(Moment(1900), Moment(3000)),
            "all who waited end the same one"
        );
        check(0, 4000, 1300);
        // One that others knew of, and that has swallowed two.
        assert!(outages.add(Moment(50), Moment(2500)));
        check(0, 4000, 2950);
        assert!(!outages.add(Moment(50), Moment(2500)));
        assert!(!outages.add(Moment(5000), Moment(5000)));
        check(0, 9000, 2950);
    }

    /// However many there are, none is forgotten.
    #[test]
    fn no_outage_takes_the_place_of_another() {
        let outages = Outages::default();
        for number in (0..1000).rev() {
            outages.add(Moment(number * 10_000), Moment(number * 10_000 + 1_000));
        }
        assert_eq!(outages.since(Moment(0), Moment(10_000_000)), Span(1_000_000));
    }
}
