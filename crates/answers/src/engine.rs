//! Engines of every level: the same move for the same seed, wherever they think.

use std::sync::atomic::AtomicBool;

use halte_engine::{Clock, Control, Engine, Level, Limits, Report, Settings};
use halte_game::Playthrough;
use halte_games::{AnyGame, AnyMove};
use serde::{Deserialize, Serialize};

use crate::{Exploration, MEMORY, Unanswered};

/// A line of play after which an engine is to move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnginesTurn {
    /// The line of play.
    pub line: Exploration,
    /// The engine's level, from 1 to 10.
    pub level: u8,
    /// What makes it play one game differently from the next.
    pub seed: u64,
}

/// What an engine plays.
#[derive(Serialize)]
pub struct EnginesMove {
    /// The move; none if it has none.
    pub r#move: Option<String>,
}

impl EnginesTurn {
    /// What does it play?
    pub fn play(&self, clock: &dyn Clock, stop: &AtomicBool) -> Result<EnginesMove, Unanswered> {
        let game = self.line.play("line.")?;
        let level = Level::try_from(self.level).map_err(|error| Unanswered::invalid("level", error))?;
        let best = think(&game, level, self.seed, clock, stop).best();
        Ok(EnginesMove {
            r#move: best.map(|mv| mv.to_string()),
        })
    }
}

/// What a level finds. It plays the same whatever was asked before, so nothing is remembered.
pub fn think(
    game: &Playthrough<AnyGame>,
    level: Level,
    seed: u64,
    clock: &dyn Clock,
    stop: &AtomicBool,
) -> Report<AnyMove> {
    let mut search = AnyGame::search(&Settings {
        memory: MEMORY,
        level: Some(level),
        seed,
        ..Settings::default()
    });
    search.search(game, &Control::new(Limits::default(), clock, stop), &mut |_| {})
}
