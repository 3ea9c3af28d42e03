//! Levels: how an engine plays for people of every strength.
//!
//! A level is a number of nodes and a softness, never a time, so that it plays the same everywhere. A weak level sees little
//! and chooses among the moves by how good they look to it: what looks a little worse is played now and then, what looks
//! worse by its softness or more never is. So its mistakes are those of somebody who does not look far.

use std::fmt;
use std::str::FromStr;

use halte_game::{Playthrough, Random, faults};

use crate::{Control, Engine, Report, Score, Search, Settings, Tell};

/// How strongly an engine plays, from 1, a beginner, to 10, all it can in about a second on one core.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// How many levels there are.
    pub const COUNT: usize = 10;

    /// The level from whose rating the others' are counted.
    pub(crate) const ANCHOR: Level = Level(5);

    /// That level's rating.
    pub(crate) const ANCHOR_RATING: u16 = 1500;

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
    type Error = LevelError;

    fn try_from(number: u8) -> Result<Level, LevelError> {
        Level::all().find(|level| level.0 == number).ok_or(NO_SUCH_LEVEL)
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        text.parse::<u8>().map_err(|_| NO_SUCH_LEVEL)?.try_into()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

faults! {
    /// Why a text or number is no level.
    pub enum LevelError {
        #[fault("no_such_level", "a level is a number from 1 to {levels}")]
        NoSuchLevel { levels: usize },
    }
}

const NO_SUCH_LEVEL: LevelError = LevelError::NoSuchLevel { levels: Level::COUNT };

/// How a level plays a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// How many nodes it looks at for a move.
    pub nodes: u64,
    /// A move that looks worse than the best by this, as a probability of winning, is not played; one that looks worse by
    /// half of it is played a quarter as often as the best.
    ///
    /// A proven win is always played. Up to a half, no proven loss is played while there is anything else.
    pub softness: f32,
}

impl Strength {
    pub(crate) const fn new(nodes: u64, softness: f32) -> Strength {
        Strength { nodes, softness }
    }

    /// How many lines it chooses between.
    #[must_use]
    pub fn lines(self) -> usize {
        let share = self.softness / SOFTNESS_OF_MOST_LINES;
        ((share * MOST_LINES as f32).round() as usize).clamp(1, MOST_LINES)
    }
}

/// A soft level chooses between so many lines at most. All that a search over turns compares, so that none of them is an
/// unexamined one.
const MOST_LINES: usize = 32;

/// It needs that many with this softness, and with less as much less: many would cost alpha-beta most of its nodes. In
/// Mixtour the best of 32 lines with 11,000 nodes lost 84 of 100 games against a search for one line.
const SOFTNESS_OF_MOST_LINES: f32 = 0.02;

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
            let settings = Settings {
                threads: 1,
                lines: strength.lines().max(self.settings.lines),
                ..self.settings
            };
            (strength, G::strongest_search(&settings))
        }));
        search.as_mut()
    }
}

impl<G: Engine> Search<G> for LevelSearch<G> {
    fn search(&mut self, game: &Playthrough<G>, control: &Control<'_>, report: Tell<'_, G::Move>) -> Report<G::Move> {
        let strength = self.strength(&game.position().options());
        let control = control.with_at_most(strength.nodes);
        let search = self.search_of(strength);
        if strength.softness <= 0.0 {
            return search.search(game, &control, report);
        }
        let mut found = search.search(game, &control, &mut |_| {});
        let scores: Vec<Score> = found.lines.iter().map(|line| line.score).collect();
        if !scores.is_empty() {
            let chosen = choose_softly(&scores, strength.softness, &mut self.random);
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

/// Draws one of the lines with these scores, in the order in which they were reported: the worse, the more seldom.
fn choose_softly(scores: &[Score], softness: f32, random: &mut Random) -> usize {
    // Who sees a win plays it, however weakly they see.
    if let Some(Score::Win { .. }) = scores.first() {
        return 0;
    }
    let mut least = f32::INFINITY;
    // A search puts first what it thinks best. Where it knows less about a line its score may be higher all the same.
    let worths = scores.iter().map(|&score| {
        least = least.min(worth(score));
        least
    });
    let worths: Vec<f32> = worths.collect();
    let weight = |worth: f32| (1.0 - (worths[0] - worth) / softness).max(0.0).powi(2);
    let total: f32 = worths.iter().map(|&worth| weight(worth)).sum();
    /// So many numbers, all of which a float can hold, are drawn from.
    const FINENESS: usize = 1 << 24;
    let mut left = random.below(FINENESS) as f32 / FINENESS as f32 * total;
    for (index, &worth) in worths.iter().enumerate() {
        left -= weight(worth);
        if left < 0.0 {
            return index;
        }
    }
    0
}

/// How good a line looks: the probability of winning, and less than any for a proven loss, the less the sooner.
fn worth(score: Score) -> f32 {
    match score {
        Score::Loss { moves } => -0.5 - 0.5 / moves.max(1) as f32,
        score => score.probability(),
    }
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
            assert_eq!(text.parse::<Level>(), Err(NO_SUCH_LEVEL), "{text}");
        }
    }

    /// How often each of these lines is chosen in 10,000 times, give or take 200; what is not expected is never chosen.
    fn check(scores: &[Score], softness: f32, expected: &[i32]) {
        let mut random = Random::new(3);
        let mut counts = vec![0; scores.len()];
        for _ in 0..10_000 {
            counts[choose_softly(scores, softness, &mut random)] += 1;
        }
        for (&count, &expected) in counts.iter().zip(expected) {
            let is_near = if expected == 0 {
                count == 0
            } else {
                (count - expected).abs() < 200
            };
            assert!(is_near, "{counts:?} of {scores:?} with {softness}");
        }
    }

    #[test]
    fn what_looks_worse_is_played_more_seldom() {
        let estimates = [0.6, 0.5, 0.4, 0.3].map(Score::Estimate);
        check(&estimates, 0.2, &[8000, 2000, 0, 0]);
        check(&estimates, 0.4, &[5333, 3000, 1333, 333]);
        check(&estimates, 0.01, &[10_000, 0, 0, 0]);
        // Many bad moves do not add up to a bad one.
        let mut many = vec![Score::Estimate(0.4); 100];
        many[0] = Score::Estimate(0.6);
        check(&many, 0.2, &[&[10_000][..], &[0; 99]].concat());
    }

    #[test]
    fn a_search_knows_better_than_its_estimates() {
        check(&[0.5, 0.7, 0.4, 0.9].map(Score::Estimate), 0.1, &[5000, 5000, 0, 0]);
    }

    #[test]
    fn what_is_proven_leaves_little_doubt() {
        let win = |moves| Score::Win { moves };
        let loss = |moves| Score::Loss { moves };
        check(
            &[win(5), win(7), Score::Estimate(1.0), loss(2)],
            2.0,
            &[10_000, 0, 0, 0],
        );
        check(&[Score::Estimate(0.0), loss(90), loss(2)], 0.5, &[10_000, 0, 0]);
        check(&[Score::Draw, loss(2)], 1.25, &[10_000, 0]);
        check(&[Score::Draw, loss(4), loss(2)], 2.0, &[7507, 1437, 1056]);
        check(&[loss(6), loss(4), loss(2)], 0.01, &[10_000, 0, 0]);
    }
}
