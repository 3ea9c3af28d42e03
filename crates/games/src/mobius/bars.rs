//! The strip's only edge, and the six bars along it.

use halte_game::Player;

use super::cell::{COLUMNS, Cell, ROWS};

/// A coloured stretch of the edge.
pub(super) struct Bar {
    pub(super) name: &'static str,
    pub(super) player: Player,
    /// The first of its places on the edge, and the last. Where two bars meet they share a cell.
    pub(super) first: usize,
    pub(super) last: usize,
}

/// The bars in the order of the edge. Colours alternate, so that a cell touches at most one bar of each.
pub(super) const BARS: [Bar; 6] = [
    bar("red 1", Player::First, 0, 4),
    bar("blue 1", Player::Second, 4, 8),
    bar("red 2", Player::First, 8, 13),
    bar("blue 2", Player::Second, 13, 18),
    bar("red 3", Player::First, 18, 22),
    bar("blue 3", Player::Second, 22, 26),
];

const fn bar(name: &'static str, player: Player, first: usize, last: usize) -> Bar {
    Bar {
        name,
        player,
        first,
        last,
    }
}

/// The places of the edge go down the left side, a0 to a12, then down the right side, l0 to l12, and round again.
pub(super) const fn edge_cell(place: usize) -> Cell {
    let column = if place / ROWS % 2 == 1 { COLUMNS - 1 } else { 0 };
    match Cell::new(column, place % ROWS) {
        Some(cell) => cell,
        None => unreachable!(),
    }
}

impl Bar {
    /// Whether the bar crosses the seam on the way from its first place to this one.
    pub(super) const fn crosses_seam(&self, place: usize) -> bool {
        place / ROWS != self.first / ROWS
    }
}
