//! What a search has learned about positions, in a table of fixed size that any number of threads share.
//!
//! An entry is one word, and its key is stored combined with it (Hyatt and Mann, 2002): an entry that two threads wrote at
//! once fits no key, so nothing needs a lock.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Entries that share a place: a new one replaces the least valuable of them. Four of them fill a line of the cache.
const BUCKET: usize = 4;

/// How many plies deeper an entry of an earlier search must be to outlive a newer one: an untested guess.
const AGE_WEIGHT: i32 = 4;

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is the score.
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Entry {
    /// The number of the best move, from 0 to 2^14 - 2.
    pub(crate) best: Option<u16>,
    /// From -2^23 to 2^23 - 1.
    pub(crate) score: i32,
    /// From 0 to 255.
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// No best move, as it is stored.
const NO_MOVE: u64 = (1 << 14) - 1;

impl Entry {
    /// One word, never 0: score, best move, depth, age, bound, from the highest bits down.
    fn packed(self, age: u8) -> u64 {
        let best = self.best.map_or(NO_MOVE, |best| u64::from(best).min(NO_MOVE));
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        (self.score as u64) << 40 | best << 26 | (self.depth.clamp(0, 255) as u64) << 18 | u64::from(age) << 10 | bound
    }

    fn unpacked(word: u64) -> Option<Entry> {
        let bound = match word & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        let best = word >> 26 & NO_MOVE;
        Some(Entry {
            best: (best != NO_MOVE).then_some(best as u16),
            score: (word as i64 >> 40) as i32,
            depth: (word >> 18 & 0xff) as i32,
            bound,
        })
    }
}

/// The age of a packed entry.
fn age_of(word: u64) -> u8 {
    (word >> 10) as u8
}

#[derive(Default, Debug)]
struct Slot {
    /// The key of the position, exclusive or the entry.
    check: AtomicU64,
    entry: AtomicU64,
}

impl Slot {
    /// The key and the entry; an entry of 0 is none.
    fn load(&self) -> (u64, u64) {
        let entry = self.entry.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ entry, entry)
    }

    fn store(&self, key: u64, entry: u64) {
        self.entry.store(entry, Ordering::Relaxed);
        self.check.store(key ^ entry, Ordering::Relaxed);
    }
}

/// A table from keys to entries that forgets what is shallow and old.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<[Slot; BUCKET]>,
    age: AtomicU8,
}

impl Table {
    /// A table within this many bytes.
    pub(crate) fn new(memory: usize) -> Table {
        let count = (memory / size_of::<[Slot; BUCKET]>()).max(1);
        Table {
            buckets: std::iter::repeat_with(Default::default).take(count).collect(),
            age: AtomicU8::new(0),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        self.buckets.iter().flatten().for_each(|slot| slot.store(0, 0));
        self.age.store(0, Ordering::Relaxed);
    }

    /// Tells that a new search begins: what is known by now is older than what is to come.
    pub(crate) fn begin_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// What is known about a position.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        let mut slots = self.buckets[self.place(key)].iter().map(Slot::load);
        slots
            .find(|&(known, _)| known == key)
            .and_then(|(_, entry)| Entry::unpacked(entry))
    }

    /// Remembers what was found out about a position.
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = &self.buckets[self.place(key)];
        let (mut chosen, mut least) = (&bucket[0], i32::MAX);
        for slot in bucket {
            let (known, word) = slot.load();
            let Some(old) = Entry::unpacked(word) else {
                if least > i32::MIN {
                    (chosen, least) = (slot, i32::MIN);
                }
                continue;
            };
            if known == key {
                // The position must not be there twice, and its best move is worth keeping.
                entry.best = entry.best.or(old.best);
                chosen = slot;
                break;
            }
            let worth = old.depth - AGE_WEIGHT * i32::from(age.wrapping_sub(age_of(word)));
            if worth < least {
                (chosen, least) = (slot, worth);
            }
        }
        chosen.store(key, entry.packed(age));
    }

    fn place(&self, key: u64) -> usize {
        place(key, self.buckets.len())
    }
}

/// Which of so many buckets is a key's: its high bits scaled to their number (Lemire, 2016).
#[inline]
pub(crate) fn place(key: u64, buckets: usize) -> usize {
    ((u128::from(key) * buckets as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry {
            best: Some(1),
            score: 7,
            depth,
            bound: Bound::Exact,
        }
    }

    #[test]
    fn entries_fit_into_a_word() {
        for score in [-1_000_000, -1, 0, 1, 999_999] {
            for best in [None, Some(0), Some(300)] {
                for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                    for depth in [0, 1, 100, 255] {
                        let entry = Entry {
                            best,
                            score,
                            depth,
                            bound,
                        };
                        let word = entry.packed(200);
                        assert_eq!(Entry::unpacked(word), Some(entry));
                        assert_eq!(age_of(word), 200);
                    }
                }
            }
        }
    }

    #[test]
    fn the_deepest_and_newest_stay() {
        let table = Table::new(1);
        for key in 0..4 {
            table.store(key, entry(10 + key as i32));
        }
        table.store(9, entry(2));
        assert_eq!(table.find(0), None, "the shallowest goes");
        assert_eq!(table.find(3), Some(entry(13)));
        for _ in 0..10 {
            table.begin_search();
        }
        table.store(20, entry(1));
        table.store(21, entry(1));
        assert_eq!(table.find(9), None);
        assert_eq!(table.find(1), None, "old entries go though they are deeper");
        assert_eq!(table.find(20), Some(entry(1)));
        table.clear();
        assert_eq!(table.find(20), None);
    }

    #[test]
    fn a_position_keeps_its_best_move() {
        let table = Table::new(1000);
        table.store(5, entry(3));
        let unknown = Entry { best: None, ..entry(4) };
        table.store(5, unknown);
        assert_eq!(table.find(5), Some(entry(4)));
    }

    #[test]
    fn memory_is_bounded() {
        for memory in [1 << 12, 1 << 20] {
            let table = Table::new(memory);
            assert!(size_of_val(table.buckets.as_slice()) <= memory);
        }
    }
}
