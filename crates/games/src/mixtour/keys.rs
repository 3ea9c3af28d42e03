//! The numbers that the keys of positions are made of: one for each thing that can differ, joined by exclusive or.

use halte_game::Player;
use halte_game::random::mix;

use super::moves::Move;
use super::options::Options;
use super::stack::{STACKS, Stack};
use crate::square::Cell;

/// Differs between the players to move.
pub(super) const PLAYER: u64 = number(Thing::Player, 0);

/// The number of a stack on a cell; an empty cell has 0.
#[inline]
pub(super) fn stack(cell: Cell, stack: Stack) -> u64 {
    STACK[cell.index()][stack.code()]
}

/// The number of a player's score.
pub(super) fn score(player: Player, points: u8) -> u64 {
    number(Thing::Score, (player.index() as u64) << 8 | u64::from(points))
}

/// The number of a variant.
pub(super) fn options(options: Options) -> u64 {
    number(
        Thing::Options,
        u64::from(options.pieces()) << 8 | u64::from(options.goal()),
    )
}

/// The number of the last move.
#[inline]
pub(super) fn last(last: Option<Move>, second_pass: bool) -> u64 {
    let detail = match last {
        None => 0,
        Some(Move::Enter(cell)) => 0x100 | cell.index() as u64,
        Some(Move::Stack { from, to, count }) => {
            u64::from(count) << 24 | (to.index() as u64) << 16 | 0x200 | from.index() as u64
        }
        Some(Move::Pass) => 0x300 | u64::from(second_pass),
    };
    number(Thing::Last, detail)
}

static STACK: [[u64; STACKS]; Cell::COUNT] = {
    let mut numbers = [[0; STACKS]; Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::COUNT {
        // The codes 0 and 1 are no stack and the empty one.
        let mut code = 2;
        while code < STACKS {
            numbers[cell][code] = number(Thing::Stack, (cell << 8 | code) as u64);
            code += 1;
        }
        cell += 1;
    }
    numbers
};

/// What a number stands for.
#[derive(Clone, Copy)]
enum Thing {
    Player,
    Stack,
    Score,
    Options,
    Last,
}

const fn number(thing: Thing, detail: u64) -> u64 {
    mix((thing as u64) << 56 | detail)
}
