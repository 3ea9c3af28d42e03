//! What people ask to have analysed. It is kept as it was asked, so that another server can begin anew.

use halte_answers::Exploration;
use halte_answers::analysis::Subject;
use halte_table::{Stage, TableId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::hall::Hall;

/// What to analyse.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum NewAnalysis {
    /// Where a line of play leads: the best lines there, deeper and deeper while somebody watches.
    Position {
        /// The line of play.
        line: Exploration,
        /// How many of the best lines, 3 unless said otherwise.
        #[schema(minimum = 1, maximum = 10)]
        lines: Option<u8>,
    },
    /// A whole line of play, as a game: what each turn gave away, and where it turned.
    Game {
        /// The line of play.
        line: Exploration,
    },
    /// The game of a table, which must be over.
    Table {
        /// The table's name.
        table: TableId,
    },
}

impl NewAnalysis {
    /// What it is about, if that can be analysed.
    pub(super) async fn subject(&self, hall: &Hall) -> Result<Subject, ApiError> {
        match self {
            NewAnalysis::Position { line, lines } => Ok(Subject::position(line, *lines)?),
            NewAnalysis::Game { line } => Ok(Subject::game(line)?),
            NewAnalysis::Table { table } => {
                let look = hall.look(table, |table| (table.stage(), table.game().clone()));
                match look.await? {
                    (Stage::Over, game) => Ok(Subject::Game(game)),
                    _ => Err(halte_table::Refusal::NotOver.into()),
                }
            }
        }
    }
}
