//! What the store keeps of a table besides its events.

use halte_answers::tables::Question;
use halte_game::{Player, Turn};
use halte_table::{Moment, Occupant, Span, Stage, Table};

use crate::store::{PersonSummary, Summary, TableState};

/// What lists show of a table.
pub(super) fn of(table: &Table) -> Summary {
    let options = table.options();
    let to_move = match table.game().turn() {
        Turn::Player(player) if table.stage() == Stage::Playing => Some(player),
        _ => None,
    };
    let asked = Question::at(table).map(|_| table.changed_at() + ENGINES_TIME);
    let due = asked.or_else(|| table.deadline());
    Summary {
        table: table.id().to_string(),
        game: options.game().to_string(),
        variant: options.variant(),
        state: match table.stage() {
            Stage::Waiting => TableState::Waiting,
            Stage::Playing | Stage::Paused => TableState::Playing,
            Stage::Over => TableState::Over,
        },
        listed: table.terms().listed,
        rated: table.terms().rated,
        first: table.occupant(Player::First).map(person),
        second: table.occupant(Player::Second).map(person),
        opened_at: milliseconds(table.opened_at()),
        changed_at: milliseconds(table.changed_at()),
        moves: u32::try_from(table.game().moves().len()).unwrap_or(u32::MAX),
        to_move,
        outcome: table.result(),
        ending: table.ending().map(|ending| ending.name().to_owned()),
        awake: due.is_some(),
        due_at: due.map(milliseconds),
    }
}

/// How long an engine may take before another server than the one that asked it may ask again.
const ENGINES_TIME: Span = Span::seconds(8);

fn person(occupant: &Occupant) -> PersonSummary {
    PersonSummary {
        id: occupant.id(),
        name: occupant.to_string(),
    }
}

pub(super) fn milliseconds(moment: Moment) -> i64 {
    i64::try_from(moment.0).unwrap_or(i64::MAX)
}
