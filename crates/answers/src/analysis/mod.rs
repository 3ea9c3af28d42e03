//! What an engine finds in positions and games.

mod view;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use halte_engine::{Clock, Control, Engine, Limits, Report, Search, Settings, analyse};
use halte_game::{Playthrough, Turn};
use halte_games::{AnyGame, AnyMove};

use crate::{Exploration, Invalid, MEMORY, Nothing, Unanswered};

pub use view::{
    AnalysisKind, AnalysisState, AnalysisView, GameAnalysisView, JudgementView, LineView, PositionAnalysisView,
    ProgressView, ProvenView, ScoreView, TurnView,
};

/// How many of the best lines are found at a position unless said otherwise, and at the most.
const LINES: u8 = 3;
const MOST_LINES: u8 = 10;

/// A position is thought about for so long at first, then for twice as long, and so on, up to the longest piece of work:
/// others must not wait long.
const FIRST_PIECE: Duration = Duration::from_millis(250);
const LONGEST_PIECE: Duration = Duration::from_secs(4);

/// How long a position is thought about in all.
const LONGEST_THOUGHT: Duration = Duration::from_secs(60);

/// How long all positions of a game are thought about, and how long each of them at the least and at the most.
const GAMES_THOUGHT: Duration = Duration::from_secs(60);
const GAMES_PIECES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(300));

/// How many lines are found for each turn of a game.
const GAMES_LINES: usize = 3;

/// How long a hint is thought about.
const HINTS_THOUGHT: Duration = Duration::from_secs(1);

/// What is to be analysed.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A whole game.
    Game(Playthrough<AnyGame>),
    /// The position that a game has come to.
    Position {
        /// The game.
        game: Playthrough<AnyGame>,
        /// How many of the best lines.
        lines: usize,
    },
}

/// A search that knows why it ended.
pub trait Thinker: Search<AnyGame> {
    /// Whether the last search ended because nothing was left to find.
    fn has_found_all(&self) -> bool;
}

/// What is found on the way.
#[derive(Clone, Debug)]
pub enum Found {
    /// How far the analysis of a game is.
    Progress(ProgressView),
    /// What is known about a position so far: at the beginning of a piece of work less than before, and at its end of
    /// some lines only.
    Position {
        /// What is known.
        view: PositionAnalysisView,
        /// Whether all lines were looked at.
        is_whole: bool,
    },
    /// What became of a game.
    Game(GameAnalysisView),
}

impl Subject {
    /// Where a line of play leads, with so many of the best lines.
    pub fn position(line: &Exploration, lines: Option<u8>) -> Result<Subject, Unanswered> {
        let lines = lines.unwrap_or(LINES);
        if lines == 0 || lines > MOST_LINES {
            let most = MOST_LINES;
            return Err(Unanswered::invalid("lines", Invalid::AnalysisLines { most }));
        }
        Ok(Subject::Position {
            game: line.play("line.")?,
            lines: lines.into(),
        })
    }

    /// A line of play, as a game.
    pub fn game(line: &Exploration) -> Result<Subject, Unanswered> {
        Ok(Subject::Game(line.play("line.")?))
    }

    /// The settings of the search for it.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings {
            memory: MEMORY,
            lines: match self {
                Subject::Game(_) => GAMES_LINES,
                Subject::Position { lines, .. } => *lines,
            },
            ..Settings::default()
        }
    }

    /// Analyses it, and tells what is found on the way; nothing if it was stopped.
    pub fn analyse(
        &self,
        search: &mut dyn Thinker,
        clock: &dyn Clock,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Found),
    ) -> Option<()> {
        let begin = |limits| Control::new(limits, clock, stop);
        match self {
            Subject::Game(game) => analyse_game(game, search, &begin, tell),
            Subject::Position { game, .. } => analyse_position(game, search, &begin, tell),
        }
    }
}

/// The best line for whoever is to move, thought about for a moment.
pub fn hint(game: &Playthrough<AnyGame>, clock: &dyn Clock, stop: &AtomicBool) -> Option<LineView> {
    let settings = Settings {
        memory: MEMORY,
        ..Settings::default()
    };
    let control = Control::new(Limits::time(HINTS_THOUGHT), clock, stop);
    let report = AnyGame::search(&settings).search(game, &control, &mut |_| {});
    report.lines.first().map(LineView::of)
}

/// Begins a piece of work.
type Begin<'b, 'c> = &'b dyn Fn(Limits) -> Control<'c>;

fn analyse_game(
    game: &Playthrough<AnyGame>,
    search: &mut dyn Thinker,
    begin: Begin<'_, '_>,
    tell: &mut dyn FnMut(Found),
) -> Option<()> {
    let (least, most) = GAMES_PIECES;
    let positions = u32::try_from(game.moves().len()).unwrap_or(u32::MAX).max(1);
    let limits = Limits::time((GAMES_THOUGHT / positions).clamp(least, most));
    let analysis = analyse(game, search, limits, begin, &mut |progress| {
        tell(Found::Progress(progress.into()));
    })?;
    tell(Found::Game(GameAnalysisView::of(game, &analysis)));
    Some(())
}

fn analyse_position(
    game: &Playthrough<AnyGame>,
    search: &mut dyn Thinker,
    begin: Begin<'_, '_>,
    tell: &mut dyn FnMut(Found),
) -> Option<()> {
    let (mut piece, mut spent) = (FIRST_PIECE, Duration::ZERO);
    while spent < LONGEST_THOUGHT {
        let mut show = |report: &Report<AnyMove>| {
            tell(Found::Position {
                view: PositionAnalysisView::of(report, spent),
                is_whole: report.is_whole,
            });
        };
        let control = begin(Limits::time(piece));
        let found = search.search(game, &control, &mut show);
        if control.is_stopped() {
            return None;
        }
        show(&found);
        if search.has_found_all() {
            return Some(());
        }
        spent += piece;
        piece = (piece * 2).min(LONGEST_PIECE);
    }
    Some(())
}

impl AnalysisView {
    /// An analysis that has not begun; none if there is nothing to analyse.
    pub fn new(analysis: String, subject: &Subject) -> Result<AnalysisView, Nothing> {
        let kind = match subject {
            Subject::Game(game) if game.moves().is_empty() => return Err(Nothing::AnalysisNoMove),
            Subject::Game(_) => AnalysisKind::Game,
            Subject::Position { game, .. } => match game.turn() {
                Turn::Player(_) => AnalysisKind::Position,
                Turn::Chance => return Err(Nothing::AnalysisCard),
                Turn::Over(_) => return Err(Nothing::Over),
            },
        };
        Ok(AnalysisView {
            analysis,
            kind,
            state: AnalysisState::Waiting,
            progress: None,
            position: None,
            game: None,
        })
    }

    /// Adds what was found, unless it is less than what is known.
    pub fn add(&mut self, found: Found) {
        match found {
            Found::Progress(progress) => self.progress = Some(progress),
            Found::Game(game) => self.game = Some(game),
            Found::Position { view, is_whole } => {
                let is_better = |shown: &PositionAnalysisView| is_whole && view.depth >= shown.depth;
                if self.position.as_ref().is_none_or(is_better) {
                    self.position = Some(view);
                }
            }
        }
    }
}
