//! The strip's only edge, and the six bars along it.

use halte_game::Player;

use super::cell::{COLUMNS, Cell, ROWS};

/// A coloured stretch of the edge, which its player's stones link with others.
///
/// ```
/// use halte_games::mobius::Bar;
///
/// let [first, ..] = Bar::ALL;
/// let cells: Vec<String> = first.cells().map(|cell| cell.to_string()).collect();
/// assert_eq!((first.name(), cells.join(" ")), ("red 1", "a0 a1 a2 a3 a4".to_owned()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bar {
    name: &'static str,
    player: Player,
    /// The first of its places on the edge, and the last. Where two bars meet they share a cell.
    pub(super) first: usize,
    pub(super) last: usize,
}

impl Bar {
    /// The bars in the order of the edge. Colours alternate, so that a cell touches at most one bar of each.
    pub const ALL: [Bar; 6] = [
        Bar::new("red 1", Player::First, 0, 4),
        Bar::new("blue 1", Player::Second, 4, 8),
        Bar::new("red 2", Player::First, 8, 13),
        Bar::new("blue 2", Player::Second, 13, 18),
        Bar::new("red 3", Player::First, 18, 22),
        Bar::new("blue 3", Player::Second, 22, 26),
    ];

    const fn new(name: &'static str, player: Player, first: usize, last: usize) -> Bar {
        Bar {
            name,
            player,
            first,
            last,
        }
    }

    /// What it is called: its colour, and its number among the bars of that colour.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Whose bar it is.
    #[must_use]
    pub const fn player(self) -> Player {
        self.player
    }

    /// The cells along it, in the order of the edge. The first and the last also touch a bar of the opponent.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> {
        (self.first..=self.last).map(edge_cell)
    }

    /// Whether the bar crosses the seam on the way from its first place to this one.
    pub(super) const fn crosses_seam(self, place: usize) -> bool {
        place / ROWS != self.first / ROWS
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
