//! Proof and disproof numbers, and a table of fixed size that remembers those of positions.

use crate::table::place;

/// What can never be proved, or disproved.
pub(super) const INFINITE: u32 = u32::MAX;

/// Entries that share a place. A new one replaces the one that took the least work.
const BUCKET: usize = 4;

/// How many unknown positions must at least be settled to prove a claim about a position, and to disprove it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// For a proof: 0 if it is proved, `u32::MAX` if it is disproved.
    pub proof: u32,
    /// For a disproof: 0 if it is disproved, `u32::MAX` if it is proved.
    pub disproof: u32,
}

impl Numbers {
    pub(super) const PROVED: Numbers = Numbers::new(0, INFINITE);
    pub(super) const DISPROVED: Numbers = Numbers::new(INFINITE, 0);
    /// Numbers that are sure to be found too small.
    pub(super) const UNLIMITED: Numbers = Numbers::new(INFINITE, INFINITE);

    pub(super) const fn new(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof, disproof }
    }

    /// Whether the claim is settled, one way or the other.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The same for the opposite claim.
    pub(super) const fn exchanged(self) -> Numbers {
        Numbers::new(self.disproof, self.proof)
    }
}

/// What is known about a claim and a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) numbers: Numbers,
    /// If it is proved, in how many moves.
    pub(super) distance: u16,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    entry: Entry,
    /// Positions looked at to know this; 0 if the slot is free.
    work: u32,
}

const FREE: Slot = Slot {
    key: 0,
    entry: Entry {
        numbers: Numbers::UNLIMITED,
        distance: 0,
    },
    work: 0,
};

/// A table from keys to entries that forgets what is quickly found again.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<[Slot; BUCKET]>,
    used: usize,
}

impl Table {
    /// A table within this many bytes, though with one bucket at least.
    pub(super) fn new(memory: usize) -> Table {
        let count = (memory / size_of::<[Slot; BUCKET]>()).max(1);
        Table {
            buckets: vec![[FREE; BUCKET]; count],
            used: 0,
        }
    }

    pub(super) fn find(&self, key: u64) -> Option<Entry> {
        let slots = self.buckets[self.place(key)].iter();
        let mut known = slots.filter(|slot| slot.work > 0 && slot.key == key);
        known.next().map(|slot| slot.entry)
    }

    /// Remembers an entry that took so much work.
    pub(super) fn store(&mut self, key: u64, entry: Entry, work: u64) {
        let place = self.place(key);
        let bucket = &mut self.buckets[place];
        let worth = |slot: &Slot| if slot.key == key { 0 } else { slot.work };
        // An entry of the same position must go first, or the position would be there twice.
        let least = bucket.iter_mut().min_by_key(|slot| (worth(slot), slot.key != key));
        if let Some(slot) = least {
            self.used += usize::from(slot.work == 0);
            let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
            *slot = Slot { key, entry, work };
        }
    }

    /// The share of the table that is used, from 0 to 1.
    pub(super) fn fill(&self) -> f32 {
        self.used as f32 / (self.buckets.len() * BUCKET) as f32
    }

    fn place(&self, key: u64) -> usize {
        place(key, self.buckets.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(proof: u32) -> Entry {
        Entry {
            numbers: Numbers { proof, disproof: 1 },
            distance: 0,
        }
    }

    #[test]
    fn what_took_the_most_work_stays() {
        let mut table = Table::new(1);
        for key in 0..4 {
            table.store(key, entry(key as u32), 10 + key);
        }
        assert_eq!(table.fill(), 1.0);
        table.store(7, entry(7), 1);
        assert_eq!(table.find(0), None, "the least work goes");
        assert_eq!(table.find(7), Some(entry(7)));
        table.store(3, entry(9), 1);
        assert_eq!(table.find(3), Some(entry(9)), "a position is there once");
        assert_eq!(table.find(7), Some(entry(7)));
    }

    #[test]
    fn memory_is_bounded() {
        for memory in [1 << 12, 1 << 20] {
            assert!(size_of_val(Table::new(memory).buckets.as_slice()) <= memory);
        }
    }
}
