//! The results of a match so far, and what they say.

use std::collections::BTreeMap;
use std::time::Duration;

use halte_game::draw::plain;

use super::game::Times;
use super::records::Finished;
use super::setup::{Round, Setup};
use super::statistics::{Difference, Pairs, SequentialTest, Verdict};
use crate::fault::FaultKind;
use crate::file;

#[derive(Default)]
pub(super) struct Tally {
    /// The points of the engine named first in each game of each pair, doubled.
    pairs: Vec<[Option<u8>; 2]>,
    /// Games lost, drawn and won by it.
    games: [u64; 3],
    moves: u64,
    endings: BTreeMap<&'static str, u64>,
    /// What each engine did wrong, and how often.
    faults: [BTreeMap<FaultKind, u64>; 2],
    times: [Times; 2],
}

impl Tally {
    pub(super) fn add(&mut self, game: &Finished) {
        let points = match game.winner {
            Some(0) => 2,
            None => 1,
            Some(_) => 0,
        };
        let round = game.round;
        if self.pairs.len() <= round.pair {
            self.pairs.resize(round.pair + 1, [None; 2]);
        }
        self.pairs[round.pair][round.game] = Some(points);
        self.games[usize::from(points)] += 1;
        self.moves += game.moves as u64;
        *self.endings.entry(game.ending).or_default() += 1;
        if let (Some(fault), Some(winner)) = (&game.fault, game.winner) {
            *self.faults[1 - winner].entry(fault.kind).or_default() += 1;
        }
        for (times, more) in self.times.iter_mut().zip(&game.times) {
            times.merge(more);
        }
    }

    /// Whether a game has been counted.
    pub(super) fn has(&self, round: Round) -> bool {
        let pair = self.pairs.get(round.pair);
        pair.is_some_and(|games| games[round.game].is_some())
    }

    pub(super) fn game_count(&self) -> u64 {
        self.games.iter().sum()
    }

    pub(super) fn has_faults(&self) -> bool {
        self.faults.iter().any(|faults| !faults.is_empty())
    }

    /// The pairs of which both games are over.
    fn complete_pairs(&self) -> Pairs {
        pairs(self.pairs.iter().filter_map(points))
    }

    /// The pairs up to the first that is not over. A test that looked at all would see short games before long ones,
    /// and its end would depend on how many games are played at once.
    fn leading_pairs(&self) -> Pairs {
        pairs(self.pairs.iter().map_while(points))
    }

    /// What a test says of the results.
    pub(super) fn verdict(&self, test: &SequentialTest) -> Option<Verdict> {
        test.verdict(&self.leading_pairs())
    }

    fn score(&self) -> f64 {
        let [_, drawn, won] = self.games;
        (won as f64 + drawn as f64 / 2.0) / self.game_count().max(1) as f64
    }

    /// The results in short: `+12 =3 -5, 67.5 %, Elo +127.0 ± 60.1`.
    pub(super) fn summary(&self, test: Option<&SequentialTest>) -> String {
        let [lost, drawn, won] = self.games;
        let mut text = format!("+{won} ={drawn} -{lost}");
        if self.game_count() > 0 {
            text.push_str(&format!(", {:.1} %", 100.0 * self.score()));
        }
        if let Some(difference) = Difference::new(&self.complete_pairs()) {
            text.push_str(&format!(", Elo {difference}"));
        }
        if let Some(test) = test {
            text.push_str(&format!(", LLR {:.2}", test.ratio(&self.leading_pairs())));
        }
        text
    }

    /// The results in full.
    pub(super) fn report(&self, setup: &Setup, test: Option<&SequentialTest>) -> String {
        let [lost, drawn, won] = self.games;
        let games = self.game_count();
        let mut lines = vec![
            format!("{}: {setup}", setup.options),
            format!(
                "{games} {}: {won} won, {drawn} drawn, {lost} lost; score {:.2} %",
                file::games(games as usize),
                100.0 * self.score()
            ),
        ];
        let pairs = self.complete_pairs();
        if let Some(difference) = Difference::new(&pairs) {
            lines.push(format!(
                "Elo difference {difference} (95 %); likelihood of superiority {:.1} %",
                100.0 * difference.superiority
            ));
            let counts = ["0", "½", "1", "1½", "2"].iter().zip(pairs);
            let counts: Vec<String> = counts.map(|(points, count)| format!("{count} of {points}")).collect();
            lines.push(format!("Pairs by points: {}", counts.join(", ")));
        }
        if let Some(test) = test {
            let leading = self.leading_pairs();
            let (lower, upper) = test.bounds();
            lines.push(format!(
                "SPRT of {test}: LLR {:.2} ({lower:.2} to {upper:.2}) after {} pairs, {}",
                test.ratio(&leading),
                leading.iter().sum::<u64>(),
                test.words(test.verdict(&leading))
            ));
        }
        if games > 0 {
            lines.push(format!("Moves a game: {:.1}", self.moves as f64 / games as f64));
            lines.push(format!("Endings: {}", counted(&self.endings)));
        }
        for (index, name) in ["first", "second"].into_iter().enumerate() {
            let (times, faults) = (&self.times[index], &self.faults[index]);
            if times.moves > 0 {
                let limit = setup.entrants[index].pace.limits.time;
                lines.push(format!("Time a move, {name} engine: {}", times_text(times, limit)));
            }
            if !faults.is_empty() {
                let faults: BTreeMap<&str, u64> = faults.iter().map(|(kind, &count)| (kind.name(), count)).collect();
                lines.push(format!("Faults, {name} engine: {}", counted(&faults)));
            }
        }
        lines.push(String::new());
        lines.join("\n")
    }
}

/// The points of a pair, doubled, if both its games are over.
fn points(games: &[Option<u8>; 2]) -> Option<usize> {
    Some(usize::from(games[0]? + games[1]?))
}

fn pairs(points: impl Iterator<Item = usize>) -> Pairs {
    let mut pairs = Pairs::default();
    points.for_each(|points| pairs[points] += 1);
    pairs
}

/// `3 repetition, 17 tower`.
fn counted(counts: &BTreeMap<&str, u64>) -> String {
    let counts = counts.iter().map(|(name, count)| format!("{count} {}", plain(name)));
    counts.collect::<Vec<_>>().join(", ")
}

/// `mean 0.1980 s, longest 0.2140 s, 0 of 2134 over the limit by a fifth`.
fn times_text(times: &Times, limit: Option<Duration>) -> String {
    let mean = times.total.as_secs_f64() / times.moves.max(1) as f64;
    let text = format!("mean {mean:.4} s, longest {:.4} s", times.longest.as_secs_f64());
    match limit {
        Some(_) => format!("{text}, {} of {} over the limit by a fifth", times.over, times.moves),
        None => text,
    }
}
