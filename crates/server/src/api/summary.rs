//! A table in lists, as programs and pages get it.

use halte_game::Player;
use halte_table::{Occupant, wire};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::store::{PersonSummary, Summary, TableState};

/// What lists show of a table.
#[derive(Serialize, ToSchema)]
#[schema(as = Summary)]
pub(super) struct SummaryView {
    /// The table's name in addresses.
    table: String,
    /// The game's name, such as `mixtour`.
    game: String,
    /// The variant's name; none if the game has no variants.
    variant: Option<String>,
    /// How far it is.
    state: TableState,
    /// Whether strangers may find it.
    listed: bool,
    /// Whether it counts for ratings.
    rated: bool,
    /// Who moves first.
    first: Option<Occupant>,
    /// Who moves second.
    second: Option<Occupant>,
    /// When it was opened, in milliseconds since 1970.
    opened_at: i64,
    /// When something last happened.
    changed_at: i64,
    /// The number of moves played.
    moves: u32,
    /// Whose move it is.
    to_move: Option<Player>,
    /// What came of the game; none too if it was broken off.
    outcome: Option<wire::Outcome>,
    /// Why the game ended.
    ending: Option<wire::Reason>,
}

impl TryFrom<Summary> for SummaryView {
    type Error = ApiError;

    fn try_from(summary: Summary) -> Result<SummaryView, ApiError> {
        let occupant = |kept: Option<PersonSummary>| {
            let occupant = kept.map(|PersonSummary { id, name }| Occupant::kept(&id, &name));
            occupant.transpose().map_err(ApiError::internal)
        };
        let reason = |word: String| {
            let found = wire::Reason::ALL.into_iter().find(|reason| reason.word() == word);
            found.ok_or_else(|| ApiError::internal(format!("no game ends by {word:?}")))
        };
        Ok(SummaryView {
            table: summary.table,
            game: summary.game,
            variant: summary.variant,
            state: summary.state,
            listed: summary.listed,
            rated: summary.rated,
            first: occupant(summary.first)?,
            second: occupant(summary.second)?,
            opened_at: summary.opened_at,
            changed_at: summary.changed_at,
            moves: summary.moves,
            to_move: summary.to_move,
            outcome: summary.outcome.map(Into::into),
            ending: summary.ending.map(reason).transpose()?,
        })
    }
}

impl SummaryView {
    pub(super) fn all(summaries: Vec<Summary>) -> Result<Vec<SummaryView>, ApiError> {
        summaries.into_iter().map(SummaryView::try_from).collect()
    }
}
