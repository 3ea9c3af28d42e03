//! When nobody could play because there was no server or the store was not to be had: players' clocks are not charged for
//! that.

use std::sync::Mutex;

use halte_table::{Moment, Span, Stretches};

use crate::lock;

/// How long the store may be silent before that is an outage.
pub(super) const SILENCE: Span = Span(2_000);

/// How much later than it happened somebody may be told of what sets their clock: they are not charged for more.
pub(super) const SLOW: Span = Span(100);

/// How long an outage must be, and how much of it must have been unknown, for all tables to be looked at.
pub(super) const WORTH_NOTING: Span = Span(1_000);

/// The outages of late.
#[derive(Default)]
pub(super) struct Outages(Mutex<Known>);

#[derive(Default)]
struct Known {
    over: Stretches,
    /// Up to when those are known that the store has.
    learnt_at: Moment,
    /// Since when there is one now.
    since: Option<Moment>,
}

impl Outages {
    /// The store did not answer what it was asked at this moment.
    pub(super) fn begin(&self, at: Moment) {
        lock(&self.0).since.get_or_insert(at);
    }

    /// The store has answered; says whether one had begun of which nobody knew yet. An answer that only took long is none, or
    /// a store with much to do would be given more and more.
    pub(super) fn end(&self, now: Moment) -> bool {
        let mut known = lock(&self.0);
        let Some(since) = known.since.take() else {
            return false;
        };
        now - since >= WORTH_NOTING && known.over.add(since, now) >= WORTH_NOTING
    }

    /// There was an outage from one moment to another; says whether much of it is new.
    pub(super) fn add(&self, from: Moment, to: Moment) -> bool {
        lock(&self.0).over.add(from, to) >= WORTH_NOTING
    }

    /// Up to when those are known that the store has.
    pub(super) fn learnt_at(&self) -> Moment {
        lock(&self.0).learnt_at
    }

    pub(super) fn set_learnt(&self, moment: Moment) {
        lock(&self.0).learnt_at = moment;
    }

    /// Forgets what was over at a moment.
    pub(super) fn forget(&self, moment: Moment) {
        lock(&self.0).over.forget(moment);
    }

    /// The outages between two moments.
    pub(super) fn within(&self, from: Moment, to: Moment) -> Stretches {
        let known = lock(&self.0);
        let mut found = known.over.within(from, to);
        if let Some(since) = known.since {
            found.add(since.max(from), to);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_an_outage_is_counted_once() {
        let outages = Outages::default();
        let check = |moment: u64, now: u64, expected: u64| {
            let found = outages.within(Moment(moment), Moment(now));
            assert_eq!(found.length(), Span(expected), "from {moment} to {now}");
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
        assert!(!outages.end(Moment(600)), "it was short");
        check(0, 1000, 200);
        outages.begin(Moment(2000));
        assert!(outages.end(Moment(3000)));
        assert!(!outages.end(Moment(3000)), "all who waited end the same one");
        check(0, 4000, 1200);
        assert!(!outages.end(Moment(9000)), "whatever the answer took");
        // One that others knew of, and that has swallowed two.
        assert!(outages.add(Moment(50), Moment(2500)));
        check(0, 4000, 2950);
        assert!(!outages.add(Moment(50), Moment(2500)));
        assert!(!outages.add(Moment(5000), Moment(5000)));
        check(0, 9000, 2950);
        outages.forget(Moment(3000));
        check(0, 9000, 0);
    }

    /// However many there are, none is forgotten.
    #[test]
    fn no_outage_takes_the_place_of_another() {
        let outages = Outages::default();
        for number in (0..1000).rev() {
            outages.add(Moment(number * 10_000), Moment(number * 10_000 + 1_000));
        }
        let since = |moment| outages.within(Moment(moment), Moment(10_000_000)).length();
        assert_eq!(since(0), Span(1_000_000));
        assert_eq!(since(5_000_500), Span(499_500));
    }
}
