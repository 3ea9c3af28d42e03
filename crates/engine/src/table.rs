//! What a search has learned about positions, in a table of fixed size.

/// Entries that share a place: a new one replaces the least valuable of them. Four is what most chess engines use.
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
pub(crate) struct Entry<M> {
    pub(crate) best: Option<M>,
    pub(crate) score: i32,
    pub(crate) depth: i16,
    pub(crate) bound: Bound,
}

#[derive(Clone, Copy, Debug)]
struct Slot<M> {
    key: u64,
    age: u8,
    entry: Entry<M>,
}

/// A table from keys to entries that forgets what is shallow and old.
#[derive(Clone, Debug)]
pub(crate) struct Table<M> {
    buckets: Vec<[Option<Slot<M>>; BUCKET]>,
    age: u8,
}

impl<M: Copy> Table<M> {
    /// A table within this many bytes.
    pub(crate) fn new(memory: usize) -> Table<M> {
        let count = (memory / size_of::<[Option<Slot<M>>; BUCKET]>()).max(1);
        Table {
            buckets: vec![[None; BUCKET]; count],
            age: 0,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill([None; BUCKET]);
        self.age = 0;
    }

    /// Tells that a new search begins: what is known by now is older than what is to come.
    pub(crate) fn begin_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// What is known about a position.
    pub(crate) fn find(&self, key: u64) -> Option<Entry<M>> {
        let slots = self.buckets[self.place(key)].iter().flatten();
        slots.into_iter().find(|slot| slot.key == key).map(|slot| slot.entry)
    }

    /// Remembers what was found out about a position.
    pub(crate) fn store(&mut self, key: u64, mut entry: Entry<M>) {
        let (place, age) = (self.place(key), self.age);
        let worth = |slot: &Option<Slot<M>>| match slot {
            None => i32::MIN,
            Some(slot) if slot.key == key => i32::MIN + 1,
            Some(slot) => i32::from(slot.entry.depth) - AGE_WEIGHT * i32::from(age.wrapping_sub(slot.age)),
        };
        let bucket = &mut self.buckets[place];
        // An entry of the same position must go first, or the position would be there twice.
        let same = bucket.iter().position(|slot| slot.is_some_and(|slot| slot.key == key));
        let index = same.or_else(|| (0..BUCKET).min_by_key(|&index| worth(&bucket[index])));
        if let Some(slot) = index.map(|index| &mut bucket[index]) {
            if let Some(known) = slot.filter(|known| known.key == key) {
                entry.best = entry.best.or(known.entry.best);
            }
            *slot = Some(Slot { key, age, entry });
        }
    }

    /// The bucket of a key: its high bits scaled to the number of buckets (Lemire, 2016).
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i16) -> Entry<u8> {
        Entry {
            best: Some(1),
            score: 7,
            depth,
            bound: Bound::Exact,
        }
    }

    #[test]
    fn the_deepest_and_newest_stay() {
        let mut table = Table::new(1);
        for key in 0..4 {
            table.store(key, entry(10 + key as i16));
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
        let mut table = Table::new(1000);
        table.store(5, entry(3));
        let unknown = Entry { best: None, ..entry(4) };
        table.store(5, unknown);
        assert_eq!(table.find(5), Some(entry(4)));
    }

    #[test]
    fn memory_is_bounded() {
        for memory in [1 << 12, 1 << 20] {
            let table = Table::<u32>::new(memory);
            assert!(size_of_val(table.buckets.as_slice()) <= memory);
        }
    }
}
