//! The lines along which stacks move.

use crate::square::Cell;

/// The cells between two, if a straight or diagonal line joins them.
pub(super) fn between(from: Cell, to: Cell) -> Option<impl Iterator<Item = Cell>> {
    let columns = from.column().abs_diff(to.column());
    let rows = from.row().abs_diff(to.row());
    let joined = from != to && (columns == 0 || rows == 0 || columns == rows);
    joined.then(|| {
        let distance = from.distance(to);
        let along = move |from, to, step| (from * (distance - step) + to * step) / distance;
        (1..distance).filter_map(move |step| {
            let column = along(from.column(), to.column(), step);
            Cell::new(column, along(from.row(), to.row(), step))
        })
    })
}
