//! Levels: how an engine plays for people of every strength.
//!
//! A level is a number of nodes and a softness, never a time, so that it plays the same everywhere. A weak level sees little
//! and chooses among the moves by how good they look to it: what looks a little worse is played now and then, what looks
//! much worse hardly ever.

use std::fmt;
use std::str::FromStr;

use halte_game::{Playthrough, Random};

use crate::{Control, Engine, Report, Search, Settings};

/// How strongly an engine plays, from 1, a beginner, to 10, all it can in about a second on one core.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// How many levels there are.
    pub const COUNT: usize = 10;

    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> {
        (1..=Level::COUNT as u8).map(Level)
    }

    /// Its place among the levels, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Its number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for Level {
    type Error = NoSuchLevel;

    fn try_from(number: u8) -> Result<Level, NoSuchLevel> {
        Level::all().find(|level| level.0 == number).ok_or(NoSuchLevel)
    }
}

impl FromStr for Level {
    type Err = NoSuchLevel;

    fn from_str(text: &str) -> Result<Level, NoSuchLevel> {
        text.parse::<u8>().map_err(|_| NoSuchLevel)?.try_into()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The error of a text or number that is no level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSuchLevel;

impl fmt::Display for NoSuchLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a level is a number from 1 to {}", Level::COUNT)
    }
}

impl std::error::Error for NoSuchLevel {}

/// How a level plays a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// How many nodes it looks at for a move.
    pub nodes: u64,
    /// How much worse a move may look, as a probability of winning, to be played about a third as often as the best.
    pub softness: f32,
}

/// Strengths that no match has compared yet, the weakest first: untested guesses.
pub(crate) const UNCALIBRATED: [Strength; Level::COUNT] = [
    Strength::new(100, 0.2),
    Strength::new(200, 0.1),
    Strength::new(500, 0.05),
    Strength::new(1_000, 0.03),
    Strength::new(3_000, 0.02),
    Strength::new(10_000, 0.01),
    Strength::new(30_000, 0.0),
    Strength::new(100_000, 0.0),
    Strength::new(300_000, 0.0),
    Strength::new(1_000_000, 0.0),
];

impl Strength {
    const fn new(nodes: u64, softness: f32) -> Strength {
        Strength { nodes, softness }
    }
}

/// A soft level chooses between so many moves at most: all there are.
const LINES_COMPARED: usize = 1024;

/// A search that plays at a level, or softly.
pub struct LevelSearch<G: Engine> {
    settings: Settings,
    /// What searches, and for which strength: that depends on the variant, which the first game tells.
    search: Option<(Strength, Box<dyn Search<G>>)>,
    random: Random,
}

impl<G: Engine> LevelSearch<G> {
    /// A search with these settings, but one thread: a level plays the same everywhere.
    #[must_use]
    pub fn new(settings: &Settings) -> LevelSearch<G> {
        LevelSearch {
            settings: *settings,
            search: None,
            random: Random::new(settings.seed),
        }
    }

    /// How strongly it plays a variant.
    fn strength(&self, options: &G::Options) -> Strength {
        let softly = Strength {
            nodes: u64::MAX,
            softness: self.settings.softness,
        };
        self.settings.level.map_or(softly, |level| G::strength(options, level))
    }

    /// What searches with this strength.
    fn search_of(&mut self, strength: Strength) -> &mut dyn Search<G> {
        let known = self.search.take().filter(|(known, _)| *known == strength);
        let (_, search) = self.search.insert(known.unwrap_or_else(|| {
            let lines = if strength.softness > 0.0 { LINES_COMPARED } else { 1 };
            let settings = Settings {
                threads: 1,
                lines: lines.max(self.settings.lines),
                ..self.settings
            };
            (strength, G::strongest_search(&settings))
        }));
        search.as_mut()
    }
}

impl<G: Engine> Search<G> for LevelSearch<G> {
    fn search(
        &mut self,
        game: &Playthrough<G>,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let strength = self.strength(&game.position().options());
        let control = control.with_at_most(strength.nodes);
        let search = self.search_of(strength);
        if strength.softness <= 0.0 {
            return search.search(game, &control, report);
        }
        let mut found = search.search(game, &control, &mut |_| {});
        let probabilities: Vec<f32> = found.lines.iter().map(|line| line.score.probability()).collect();
        if !probabilities.is_empty() {
            let chosen = choose_softly(&probabilities, strength.softness, &mut self.random);
            found.lines[..=chosen].rotate_right(1);
        }
        found.lines.truncate(self.settings.lines.max(1));
        report(&found);
        found
    }

    fn clear(&mut self) {
        if let Some((_, search)) = &mut self.search {
            search.clear();
        }
        self.random = Random::new(self.settings.seed);
    }
}

/// Draws one of these probabilities of winning, the worse the more seldom.
fn choose_softly(probabilities: &[f32], softness: f32, random: &mut Random) -> usize {
    let best = probabilities.iter().copied().fold(0.0, f32::max);
    let weight = |probability: f32| {
        // Falls nearly as an exponential does, which is not the same on every machine.
        let falling = 1.0 + (best - probability) / softness / 8.0;
        1.0 / falling.powi(2).powi(2).powi(2)
    };
    let total: f32 = probabilities.iter().map(|&probability| weight(probability)).sum();
    /// So many numbers, all of which a float can hold, are drawn from.
    const FINENESS: usize = 1 << 24;
    let mut left = random.below(FINENESS) as f32 / FINENESS as f32 * total;
    for (index, &probability) in probabilities.iter().enumerate() {
        left -= weight(probability);
        if left < 0.0 {
            return index;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_numbers() {
        assert_eq!(Level::all().count(), Level::COUNT);
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(Level::try_from(level.number()), Ok(level));
        }
        for text in ["0", "11", "-1", "one", ""] {
            assert_eq!(text.parse::<Level>(), Err(NoSuchLevel), "{text}");
        }
    }

    #[test]
    fn what_looks_worse_is_played_more_seldom() {
        let mut random = Random::new(3);
        let mut counts = [0; 4];
        for _ in 0..10_000 {
            counts[choose_softly(&[0.4, 0.6, 0.5, 0.0], 0.1, &mut random)] += 1;
        }
        // Exponentials would say 898, 6636, 2441 and 16.
        let expected = [1009, 6470, 2521, 63];
        for (count, expected) in counts.into_iter().zip(expected) {
            assert!(f64::abs(f64::from(count - expected)) < 200.0, "{counts:?}");
        }
        assert_eq!(choose_softly(&[0.4, 0.6], 0.0001, &mut random), 1);
    }
}
