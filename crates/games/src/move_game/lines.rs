//! Where a player wins.

use crate::square::{COLUMNS, Cell, ROWS, SIDE};

/// The lines that win, each from its lower or left end on: the rows from `1` on, the columns from `a` on, the diagonal
/// from `a1` to `e5`, the diagonal from `e1` to `a5`.
///
/// ```
/// use halte_games::move_game::{LINES, Marble, MoveGame};
///
/// let position: MoveGame = "ogngo/gonog/nnnnn/gongo/ognog k o -".parse()?;
/// let orange = |line: &[_; 5]| line.iter().filter(|&&cell| position.marble(cell) == Some(Marble::Orange)).count();
/// assert_eq!(LINES.iter().map(orange).max(), Some(4), "on a diagonal, around the middle");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const LINES: [[Cell; SIDE]; 2 * SIDE + 2] = {
    let mut lines = [[ROWS[0][0]; SIDE]; 2 * SIDE + 2];
    let mut number = 0;
    while number < SIDE {
        lines[number] = ROWS[number];
        lines[SIDE + number] = COLUMNS[number];
        lines[2 * SIDE][number] = ROWS[number][number];
        lines[2 * SIDE + 1][number] = ROWS[number][SIDE - 1 - number];
        number += 1;
    }
    lines
};
