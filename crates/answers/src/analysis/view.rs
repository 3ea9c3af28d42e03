//! Analyses as programs and pages get them.

use std::time::Duration;

use halte_engine::{AnalysedTurn, Analysis, Judgement, Line, Progress, Report, Score};
use halte_game::{Player, Playthrough};
use halte_games::{AnyGame, AnyMove};
use serde::{Deserialize, Serialize};

/// An analysis, as far as it has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysisView {
    /// Its name in addresses.
    pub analysis: String,
    /// What is analysed.
    pub kind: AnalysisKind,
    /// How far it is.
    pub state: AnalysisState,
    /// How far the analysis of a game is.
    pub progress: Option<ProgressView>,
    /// What was found about a position so far.
    pub position: Option<PositionAnalysisView>,
    /// What was found about a game, when it is done.
    pub game: Option<GameAnalysisView>,
}

/// What is analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AnalysisKind {
    /// A whole game.
    Game,
    /// One position.
    Position,
}

/// How far an analysis is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AnalysisState {
    /// It has not begun: others come first.
    Waiting,
    /// It goes on.
    Running,
    /// All is found that will be.
    Done,
    /// It was stopped: nobody wanted it any more.
    Stopped,
}

impl AnalysisState {
    /// Whether nothing more will come.
    pub const fn is_finished(self) -> bool {
        matches!(self, AnalysisState::Done | AnalysisState::Stopped)
    }
}

/// How far the analysis of a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProgressView {
    /// Moves that are done. It begins with the last one.
    pub done: usize,
    /// All moves.
    pub total: usize,
}

impl From<Progress> for ProgressView {
    fn from(progress: Progress) -> ProgressView {
        ProgressView {
            done: progress.done,
            total: progress.total,
        }
    }
}

/// What something is worth to a player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ScoreView {
    /// The probability of winning, from 0 to 1, a draw counting as half a win; certain if it is proven.
    pub probability: f32,
    /// What is proven, if anything is.
    pub proven: Option<ProvenView>,
    /// In how many moves a proven win or loss comes at the latest: steps and drawn cards count as moves.
    pub moves: Option<u32>,
}

/// What is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProvenView {
    /// The player wins.
    Win,
    /// The other player wins.
    Loss,
    /// Neither does.
    Draw,
}

impl From<Score> for ScoreView {
    fn from(score: Score) -> ScoreView {
        let (proven, moves) = match score {
            Score::Win { moves } => (Some(ProvenView::Win), Some(moves)),
            Score::Loss { moves } => (Some(ProvenView::Loss), Some(moves)),
            Score::Draw => (Some(ProvenView::Draw), None),
            Score::Estimate(_) => (None, None),
        };
        ScoreView {
            probability: score.probability(),
            proven,
            moves,
        }
    }
}

/// A way to play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LineView {
    /// What it is worth to the player who begins it.
    pub score: ScoreView,
    /// The moves, drawn cards among them as one way it could go.
    pub moves: Vec<String>,
}

impl LineView {
    pub(super) fn of(line: &Line<AnyMove>) -> LineView {
        LineView {
            score: line.score.into(),
            moves: texts(&line.moves),
        }
    }
}

/// What was found about a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionAnalysisView {
    /// How far was looked ahead.
    pub depth: u32,
    /// How many positions were looked at since it was thought about for longer the last time.
    pub nodes: u64,
    /// How long it was thought about in all, in milliseconds.
    pub milliseconds: u64,
    /// The best lines, the best first.
    pub lines: Vec<LineView>,
}

impl PositionAnalysisView {
    pub(super) fn of(report: &Report<AnyMove>, before: Duration) -> PositionAnalysisView {
        PositionAnalysisView {
            depth: report.depth,
            nodes: report.nodes,
            milliseconds: u64::try_from((before + report.time).as_millis()).unwrap_or(u64::MAX),
            lines: report.lines.iter().map(LineView::of).collect(),
        }
    }
}

/// What became of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameAnalysisView {
    /// All turns of players, in order. A drawn card is nobody's turn.
    pub turns: Vec<TurnView>,
    /// Where the game turned: places in `turns`, the most important first.
    pub turning_points: Vec<usize>,
}

/// One turn, with all its steps. Scores are for the player who made it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TurnView {
    /// Whose turn it was.
    pub player: Player,
    /// How many moves of the game came before it.
    pub ply: usize,
    /// What was played.
    pub moves: Vec<String>,
    /// What the position was worth before it, with the best play that is known.
    pub before: ScoreView,
    /// What it was worth after it.
    pub after: ScoreView,
    /// What the turn gave away in probability of winning.
    pub loss: f32,
    /// How bad it was, if it was.
    pub judgement: Option<JudgementView>,
    /// Whether the engine would have played it too.
    pub is_best: bool,
    /// The best lines before the turn, the best first.
    pub lines: Vec<LineView>,
}

/// How bad a turn was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum JudgementView {
    /// It gave away 5 % or more.
    Inaccuracy,
    /// It gave away 10 % or more.
    Mistake,
    /// It gave away 20 % or more.
    Blunder,
}

impl From<Judgement> for JudgementView {
    fn from(judgement: Judgement) -> JudgementView {
        match judgement {
            Judgement::Inaccuracy => JudgementView::Inaccuracy,
            Judgement::Mistake => JudgementView::Mistake,
            Judgement::Blunder => JudgementView::Blunder,
        }
    }
}

impl GameAnalysisView {
    pub(super) fn of(game: &Playthrough<AnyGame>, analysis: &Analysis<AnyMove>) -> GameAnalysisView {
        let points = analysis.turning_points();
        let place = |point: &&AnalysedTurn<AnyMove>| analysis.turns.iter().position(|turn| std::ptr::eq(turn, *point));
        GameAnalysisView {
            turns: analysis.turns.iter().map(|turn| TurnView::of(game, turn)).collect(),
            turning_points: points.iter().filter_map(place).collect(),
        }
    }
}

impl TurnView {
    fn of(game: &Playthrough<AnyGame>, turn: &AnalysedTurn<AnyMove>) -> TurnView {
        TurnView {
            player: turn.player,
            ply: turn.moves.start,
            moves: game.moves().get(turn.moves.clone()).map_or_else(Vec::new, texts),
            before: turn.before.into(),
            after: turn.after.into(),
            loss: turn.loss(),
            judgement: turn.judgement().map(JudgementView::from),
            is_best: turn.is_best,
            lines: turn.lines.iter().map(LineView::of).collect(),
        }
    }
}

fn texts(moves: &[AnyMove]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}
