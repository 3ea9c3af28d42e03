//! How far a match has come, on standard error: a bar at a terminal, a line now and then elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// How often a line is printed where there is no terminal.
const INTERVAL: Duration = Duration::from_secs(30);

pub(super) struct Progress {
    bar: Option<ProgressBar>,
    /// All games, and those that had been played before.
    games: (u64, u64),
    started: Instant,
    told: Instant,
}

impl Progress {
    /// A match of so many games, of which some have been played.
    pub(super) fn new(games: u64, played: u64) -> Progress {
        let now = Instant::now();
        Progress {
            bar: io::stderr().is_terminal().then(|| bar(games, played)),
            games: (games, played),
            started: now,
            told: now,
        }
    }

    /// So many games are over now, with these results.
    pub(super) fn update(&mut self, played: u64, results: &str) {
        if let Some(bar) = &self.bar {
            bar.set_position(played);
            bar.set_message(results.to_owned());
        } else if self.told.elapsed() >= INTERVAL {
            self.told = Instant::now();
            let (games, before) = self.games;
            let left = games.saturating_sub(played) as f64 / played.saturating_sub(before).max(1) as f64;
            let left = HumanDuration(self.started.elapsed().mul_f64(left));
            say(&format!("{played} of {games} games, {left} left: {results}"));
        }
    }

    /// Says something that should not be overlooked.
    pub(super) fn tell(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| say(line)),
            None => say(line),
        }
    }
}

/// Prints a line, if anybody reads it: the results matter more.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(games: u64, played: u64) -> ProgressBar {
    let bar = ProgressBar::new(games).with_position(played);
    let style = ProgressStyle::with_template("{bar:12} {pos}/{len}, {eta} left  {wide_msg}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
