//! Repetition: the history kept beside a position.

/// What a position means to the rule that a third repetition is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// This position does not count for repetition.
    None,
    /// It counts under this key.
    Key(u64),
    /// It counts under this key, and nothing that stood before it can ever come again.
    Fresh(u64),
}

/// How many slots the filter has: with two bytes a slot it stays in the first-level cache.
const SLOTS: usize = 4096;

/// The positions that have stood since the last irreversible move.
///
/// Most positions are new. A filter of generation stamps answers that in one look; only a hit walks the list of
/// keys. Forgetting everything, as irreversible moves do all the time, is one increment.
#[derive(Clone, Debug)]
pub struct History {
    keys: Vec<u64>,
    filter: Box<[u16; SLOTS]>,
    generation: u16,
}

impl Default for History {
    fn default() -> Self {
        History::new()
    }
}

impl History {
    /// An empty history.
    #[must_use]
    pub fn new() -> History {
        History {
            keys: Vec::new(),
            filter: Box::new([0; SLOTS]),
            generation: 1,
        }
    }

    /// Notes that a position stands, and says how many times it has stood by now (0 if it does not count).
    #[inline]
    pub fn note(&mut self, repetition: Repetition) -> u32 {
        match repetition {
            Repetition::None => 0,
            Repetition::Fresh(key) => {
                self.clear();
                self.note_key(key)
            }
            Repetition::Key(key) => self.note_key(key),
        }
    }

    #[inline]
    fn note_key(&mut self, key: u64) -> u32 {
        let slot = &mut self.filter[key as usize % SLOTS];
        let count = if *slot == self.generation {
            1 + self.keys.iter().filter(|&&other| other == key).count() as u32
        } else {
            *slot = self.generation;
            1
        };
        self.keys.push(key);
        count
    }

    /// Forgets everything.
    #[inline]
    pub fn clear(&mut self) {
        self.keys.clear();
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.filter.fill(0);
            self.generation = 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use std::collections::HashMap;

    #[test]
    fn counts_like_a_hash_map() {
        let mut random = Random::new(3);
        let mut history = History::new();
        let mut counts: HashMap<u64, u32> = HashMap::new();
        for _ in 0..200_000 {
            let key = crate::random::mix(random.below(600) as u64);
            let repetition = match random.below(200) {
                0 => Repetition::Fresh(key),
                1..20 => Repetition::None,
                _ => Repetition::Key(key),
            };
            let expected = match repetition {
                Repetition::None => 0,
                Repetition::Fresh(_) => {
                    counts.clear();
                    counts.insert(key, 1);
                    1
                }
                Repetition::Key(_) => {
                    let count = counts.entry(key).or_default();
                    *count += 1;
                    *count
                }
            };
            assert_eq!(history.note(repetition), expected);
        }
    }
}
