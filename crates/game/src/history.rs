//! Repetition: the history kept beside a position.

/// How often a position stands before the game is drawn.
pub const DRAWING_REPETITION: u32 = 3;

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

impl Repetition {
    /// The key that it counts under, if it counts.
    #[must_use]
    pub const fn key(self) -> Option<u64> {
        match self {
            Repetition::None => None,
            Repetition::Key(key) | Repetition::Fresh(key) => Some(key),
        }
    }
}

/// How many chains there are; a power of two, and few enough for the first-level cache.
const CHAINS: usize = 2048;

/// The positions that have stood in a game, and on the way through a search or a playout from it.
///
/// Positions are [noted](History::note) as they come to stand. [`mark`](History::mark) and
/// [`rewind`](History::rewind) take them back, as a search does on its way up.
#[derive(Clone, Debug)]
pub struct History {
    noted: Vec<Noted>,
    /// For every chain of keys, the number of its last position. Positions with equal keys are in the same chain.
    chains: Box<[u32; CHAINS]>,
    /// The number of the first position in `noted`. Numbers never come again, so clearing leaves the chains alone.
    first: u32,
    /// The number of the first position that can still come again.
    era: u32,
}

/// A position that stood.
#[derive(Clone, Copy, Debug)]
struct Noted {
    key: u64,
    /// The number of the position before it in its chain.
    previous: u32,
    /// The era before it stood.
    era: u32,
}

/// A moment in a history, to come back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark(usize);

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
            noted: Vec::new(),
            chains: Box::new([0; CHAINS]),
            first: 1,
            era: 1,
        }
    }

    /// Notes that a position stands, and says how many times it has stood by now (0 if it does not count).
    #[inline]
    pub fn note(&mut self, repetition: Repetition) -> u32 {
        let era = self.era;
        let key = match repetition {
            Repetition::None => return 0,
            Repetition::Key(key) => key,
            Repetition::Fresh(key) => {
                self.era = self.first + self.noted.len() as u32;
                key
            }
        };
        let chain = &mut self.chains[key as usize % CHAINS];
        let previous = *chain;
        *chain = self.first + self.noted.len() as u32;
        self.noted.push(Noted { key, previous, era });
        // Most positions are new: nothing of this era is in their chain.
        if previous < self.era {
            1
        } else {
            1 + self.count(key, previous)
        }
    }

    /// How often a key stands in the chain that ends with this position.
    fn count(&self, key: u64, mut number: u32) -> u32 {
        let mut count = 0;
        while number >= self.era {
            let noted = &self.noted[(number - self.first) as usize];
            count += u32::from(noted.key == key);
            number = noted.previous;
        }
        count
    }

    /// The keys of what has stood so often that the game is drawn should it come again, each once.
    pub fn nearly_drawn(&self) -> impl Iterator<Item = u64> {
        let era = &self.noted[(self.era - self.first) as usize..];
        let times = |noted: &Noted| 1 + self.count(noted.key, noted.previous);
        let last_allowed = era.iter().filter(move |noted| times(noted) == DRAWING_REPETITION - 1);
        last_allowed.map(|noted| noted.key)
    }

    /// This moment, to come back to.
    #[inline]
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark(self.noted.len())
    }

    /// Forgets everything that was noted since the mark was made.
    #[inline]
    pub fn rewind(&mut self, mark: Mark) {
        while self.noted.len() > mark.0 {
            if let Some(noted) = self.noted.pop() {
                self.chains[noted.key as usize % CHAINS] = noted.previous;
                self.era = noted.era;
            }
        }
    }

    /// Forgets everything.
    #[inline]
    pub fn clear(&mut self) {
        match self
            .first
            .checked_add(self.noted.len() as u32)
            .filter(|&first| first < u32::MAX / 2)
        {
            Some(first) => self.first = first,
            None => {
                self.chains.fill(0);
                self.first = 1;
            }
        }
        self.era = self.first;
        self.noted.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Counts by going through everything that was noted.
    #[derive(Default)]
    struct Plain(Vec<Repetition>);

    impl Plain {
        fn note(&mut self, repetition: Repetition) -> u32 {
            self.0.push(repetition);
            let Some(key) = repetition.key() else {
                return 0;
            };
            let mut count = 0;
            for earlier in self.0.iter().rev() {
                match earlier {
                    Repetition::Key(other) => count += u32::from(*other == key),
                    Repetition::Fresh(other) => return count + u32::from(*other == key),
                    Repetition::None => {}
                }
            }
            count
        }

        /// What has stood twice or more since nothing before can come again, in order.
        fn nearly_drawn(&self) -> Vec<u64> {
            let is_fresh = |earlier: &Repetition| matches!(earlier, Repetition::Fresh(_));
            let era = self.0.iter().rposition(is_fresh).unwrap_or(0);
            let mut keys: Vec<u64> = self.0[era..].iter().filter_map(|earlier| earlier.key()).collect();
            keys.sort_unstable();
            let twice = keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
            let mut twice: Vec<u64> = twice.collect();
            twice.dedup();
            twice
        }
    }

    #[test]
    fn counts_like_a_plain_list() {
        let mut random = Random::new(3);
        let mut history = History::new();
        let mut plain = Plain::default();
        let mut marks = Vec::new();
        for _ in 0..300_000 {
            // Few keys, some of them in the same chain.
            let key = (random.below(300) * CHAINS / 4) as u64;
            match random.below(100) {
                0 => {
                    history.clear();
                    plain.0.clear();
                    marks.clear();
                }
                1..20 => marks.push((history.mark(), plain.0.len())),
                20..40 => {
                    if let Some((mark, len)) = marks.pop() {
                        history.rewind(mark);
                        plain.0.truncate(len);
                    }
                }
                draw => {
                    let repetition = match draw {
                        40..45 => Repetition::Fresh(key),
                        45..50 => Repetition::None,
                        _ => Repetition::Key(key),
                    };
                    assert_eq!(history.note(repetition), plain.note(repetition));
                }
            }
            if random.below(100) == 0 {
                let mut nearly_drawn: Vec<u64> = history.nearly_drawn().collect();
                nearly_drawn.sort_unstable();
                assert_eq!(nearly_drawn, plain.nearly_drawn());
            }
        }
    }

    #[test]
    fn numbers_begin_again_in_time() {
        let mut history = History::new();
        history.first = u32::MAX / 2 - 2;
        history.clear();
        for round in 0..5 {
            assert_eq!(history.note(Repetition::Fresh(7)), 1, "round {round}");
            assert_eq!(history.note(Repetition::Key(7)), 2, "round {round}");
            history.clear();
        }
    }
}
