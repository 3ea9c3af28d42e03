//! What every search is to those who use it.

use halte_game::{Game, Playthrough, Random};

use crate::simple::greedy_move;
use crate::{Control, Level, LevelSearch, ProofSolver, Report, Solver, Strength, Uct};

/// What an engine is allowed to use, and how it should think.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The most memory for what a search remembers, in bytes.
    pub memory: usize,
    /// How many threads may work at once, if [`Control`] hands them in.
    pub threads: usize,
    /// How many of the best lines are reported.
    pub lines: usize,
    /// The seed of whatever is random. One thread with the same seed and limit of nodes plays the same everywhere.
    pub seed: u64,
    /// How strongly to play; as strongly as the limits allow if there is none.
    pub level: Option<Level>,
    /// Without a level: how much worse a move must look, as a probability of winning, not to be played; 0 to play the best
    /// only. Levels are calibrated with it.
    pub softness: f32,
}

impl Settings {
    /// The usual settings with so much memory.
    #[must_use]
    pub const fn with_memory(memory: usize) -> Settings {
        Settings {
            memory,
            threads: 1,
            lines: 1,
            seed: 0,
            level: None,
            softness: 0.0,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings::with_memory(64 << 20)
    }
}

/// Whom a search tells what it has found.
pub type Tell<'r, M> = &'r mut dyn FnMut(&Report<M>);

/// A search for one game. It may remember what it learned from one search to the next.
pub trait Search<G: Game>: Send {
    /// Looks for the best move in the position that a game has come to.
    ///
    /// Ends at a limit of `control`, when it is stopped, or when there is nothing left to find. Tells what it has found
    /// through `report`, better and better; the last report is also returned. It has no lines only if no player is to
    /// move: the game is over, or a card is to be drawn.
    fn search(&mut self, game: &Playthrough<G>, control: &Control<'_>, report: Tell<'_, G::Move>) -> Report<G::Move>;

    /// Forgets everything, as before a new game.
    fn clear(&mut self);
}

/// What levels are apart as long as no match has said it.
const GUESSED_STEPS: [u16; Level::COUNT - 1] = [100; Level::COUNT - 1];

/// A game with an engine of its own.
pub trait Engine: Game {
    /// The strongest search there is for this game, whatever the level and the softness: plain UCT until there is a
    /// better one.
    fn strongest_search(settings: &Settings) -> Box<dyn Search<Self>> {
        Box::new(Uct::new(settings))
    }

    /// How a level plays this game, as matches have calibrated it (`docs/levels.md`); until then each thinks three times
    /// as much as the one below it.
    fn strength(_options: &Self::Options, level: Level) -> Strength {
        let softness = if level.index() + 1 == Level::COUNT { 0.0 } else { 0.2 };
        Strength::new(10 * 3_u64.pow(level.index() as u32), softness)
    }

    /// How many Elo each level is above the one below it, from level 2 on: `docs/levels.md`, or a guess.
    fn steps(_options: &Self::Options) -> [u16; Level::COUNT - 1] {
        GUESSED_STEPS
    }

    /// The fixed rating of a level, on the scale of people's ratings.
    ///
    /// Level 5 has 1500, what a newcomer begins with, and the others what lies between them and it. That anchor is an
    /// untested guess: no people have played against the levels yet.
    fn rating(options: &Self::Options, level: Level) -> u16 {
        let steps = Self::steps(options);
        let (anchor, index) = (Level::ANCHOR.index(), level.index());
        if index >= anchor {
            Level::ANCHOR_RATING + steps[anchor..index].iter().sum::<u16>()
        } else {
            Level::ANCHOR_RATING.saturating_sub(steps[index..anchor].iter().sum())
        }
    }

    /// A turn of [`GreedyPlayer`](crate::GreedyPlayer): one that wins, or else any after which the opponent does not win with
    /// the next. Where turns have several moves, the game says what else is sensible.
    fn greedy_turn(position: &Self, _control: &Control<'_>, random: &mut Random) -> Vec<Self::Move> {
        greedy_move(position, random).into_iter().collect()
    }

    /// What proves puzzles of this game, within so many bytes of memory.
    fn solver(memory: usize) -> Box<dyn Solver<Self>> {
        Box::new(ProofSolver::new(memory))
    }

    /// The position with so many pieces of each player fewer, where pieces are only ever added to the board: what a
    /// puzzle does not need can be left out. Nothing in other games.
    fn thinned(_position: &Self, _pieces: usize, _random: &mut Random) -> Option<Self> {
        None
    }

    /// A search with these settings, at their level if they have one.
    fn search(settings: &Settings) -> Box<dyn Search<Self>> {
        if settings.level.is_none() && settings.softness == 0.0 {
            Self::strongest_search(settings)
        } else {
            Box::new(LevelSearch::new(settings))
        }
    }
}
