//! What the engine knows about Move.

use halte_game::NoVariants;
use halte_game::{Game, Outcome, Turn};
use halte_games::move_game::{Cell, Marble, Move, MoveGame, Push};

use super::square::{KIND, KINDS};
use crate::{Ambush, Engine, Evaluate, Level, ProofSolver, Search, Settings, Solver, Strength};

/// No win that takes more moves can be forced (`docs/strength.md`).
const LONGEST_WIN: usize = 5;

impl Engine for MoveGame {
    fn strongest_search(settings: &Settings) -> Box<dyn Search<MoveGame>> {
        Box::new(Ambush::new(settings))
    }

    fn strength(_: &NoVariants, level: Level) -> Strength {
        LEVELS[level.index()]
    }

    fn steps(_: &NoVariants) -> [u16; Level::COUNT - 1] {
        [139, 147, 156, 100, 108, 147, 108, 104, 127]
    }

    /// That nothing is won within the longest win is proved at once; without that limit, hardly ever.
    fn solver(memory: usize) -> Box<dyn Solver<MoveGame>> {
        Box::new(ProofSolver::new(memory).within(LONGEST_WIN))
    }
}

/// How levels play: `docs/levels.md`.
const LEVELS: [Strength; Level::COUNT] = [
    Strength::new(10, 3.0),
    Strength::new(30, 3.0),
    Strength::new(30, 2.0),
    Strength::new(30, 1.6),
    Strength::new(30, 1.43),
    Strength::new(30, 1.35),
    Strength::new(30, 0.4),
    Strength::new(220, 0.15),
    Strength::new(420, 0.1),
    Strength::new(2_500_000, 0.0),
];

const SIDE: usize = 5;
/// Rows, columns and the two diagonals.
const LINES: usize = 2 * SIDE + 2;

/// A number for each line, four bits each: rows, columns, diagonals.
#[derive(Clone, Copy)]
struct ByLine(u64);

impl ByLine {
    const ROWS: u64 = 0xf_ffff;
    const COLUMNS: u64 = 0xf_ffff << (4 * SIDE);
    const DIAGONALS: u64 = 0xff << (8 * SIDE);
    /// 1 for every line.
    const ONES: u64 = 0x1111_1111_1111;

    /// How many of these cells are on each line.
    #[inline]
    fn counts(cells: u32) -> ByLine {
        let in_row = |row: usize| COUNTS[row][(cells >> (SIDE * row)) as usize % (1 << SIDE)];
        ByLine(in_row(0) + in_row(1) + in_row(2) + in_row(3) + in_row(4))
    }

    /// Whether some line has the number 1.
    #[inline]
    fn has_one(self) -> bool {
        let differences = self.0 ^ ByLine::ONES;
        differences.wrapping_sub(ByLine::ONES) & !differences & (8 * ByLine::ONES) != 0
    }
}

/// What the cells of a row add to the counts of all lines, by row and cells.
static COUNTS: [[u64; 1 << SIDE]; SIDE] = {
    let mut counts = [[0; 1 << SIDE]; SIDE];
    let mut row = 0;
    while row < SIDE {
        let mut cells = 0;
        while cells < 1 << SIDE {
            let mut column = 0;
            while column < SIDE {
                if cells >> column & 1 != 0 {
                    counts[row][cells] += 1 << (4 * row) | 1 << (4 * (SIDE + column));
                    if row == column {
                        counts[row][cells] += 1 << (8 * SIDE);
                    }
                    if row + column == SIDE - 1 {
                        counts[row][cells] += 1 << (8 * SIDE + 4);
                    }
                }
                column += 1;
            }
            cells += 1;
        }
        row += 1;
    }
    counts
};

/// The cells of all columns but the last, and but the first.
const NOT_LAST_COLUMN: u32 = 0b01111_01111_01111_01111_01111;
const NOT_FIRST_COLUMN: u32 = 0b11110_11110_11110_11110_11110;
const ALL_CELLS: u32 = (1 << Cell::COUNT) - 1;

/// The cells of each kind.
const OF_KIND: [u32; KINDS] = {
    let mut cells = [0; KINDS];
    let mut index = 0;
    while index < Cell::COUNT {
        cells[KIND[index]] |= 1 << index;
        index += 1;
    }
    cells
};

/// The features, by the places of their weights. Those that belong to a player come twice: the mover's first.
mod feature {
    /// Lines by how many marbles spoil them (6 times) how many of those no push of a neighbour could replace.
    pub(super) const LINES: usize = 0;
    /// Marbles that do not spoil the player's lines, by kind of cell.
    pub(super) const CELLS: usize = LINES + 36;
    pub(super) const PLAYER: usize = CELLS + 6;
    /// The marble in hand: the mover's, the opponent's, a neutral one, the black one.
    pub(super) const HAND: usize = 2 * PLAYER;
    /// While marbles are placed.
    pub(super) const PLACING: usize = HAND + 4;
    /// Pushes after which the opponent has no line at once, from none to all.
    pub(super) const SAFE: usize = PLACING + 1;
    pub(super) const COUNT: usize = SAFE + 21;
}

/// How many pushes leave the opponent without a line, and without a push that makes one.
fn safe_pushes(position: &MoveGame) -> usize {
    let forbidden = position.forbidden_push();
    let is_safe = |&push: &Push| {
        let mut next = position.clone();
        next.play_unchecked(Move::Push(push));
        next.turn() != Turn::Over(Outcome::Win(next.player())) && next.winning_move().is_none()
    };
    Push::all()
        .filter(|&push| Some(push) != forbidden)
        .filter(is_safe)
        .count()
}

/// Those before the safe pushes are from `fit move 5000 300`, played with weights by hand; those of the safe pushes are
/// guesses, which `fit move 2500 300` found to fall the same way but less steeply. No match tells these weights from
/// others, and they predict next to nothing: 0.999 bits of surprise a result, on the games they were fitted to.
const FITTED: [i32; feature::COUNT] = [
    0, 0, 0, 0, 0, 0, 0, 57, 0, 0, 0, 0, 72, 11, -8, 0, 0, 0, 15, -6, -5, -9, 0, 0, -13, -6, 5, 25, 21, 0, -31, -18,
    -1, 16, 10, 10, 15, 3, -10, 2, 12, -4, 0, 0, 0, 0, 0, 0, -90, -51, 0, 0, 0, 0, -21, -11, 4, 0, 0, 0, 0, 3, 2, 4, 0,
    0, 11, 10, -1, -10, -3, 0, 32, 25, 9, -9, 0, 14, -8, 2, 9, 1, -8, 2, 20, -17, -7, 33, -78, -1500, -600, -450, -350,
    -300, -250, -220, -190, -160, -140, -120, -100, -80, -60, -50, -40, -30, -20, -10, 0, 0,
];

impl Evaluate for MoveGame {
    const WEIGHTS: &'static [i32] = &FITTED;

    const MOVE_NUMBERS: usize = Cell::COUNT + Push::COUNT;

    fn move_number(mv: Move) -> usize {
        match mv {
            Move::Place(cell) => cell.index(),
            Move::Push(push) => Cell::COUNT + push.index(),
        }
    }

    #[inline]
    fn features(&self, mut count: impl FnMut(usize, i32)) {
        let mover = self.player();
        for (player, place) in [(mover, 0), (!mover, feature::PLAYER)] {
            let spoilers = self.spoilers(player);
            let good = !spoilers & ALL_CELLS;
            // A push brings a neighbour: along the column to a row, along the row to a column, either to a diagonal.
            let along_columns = spoilers & !(good << SIDE | good >> SIDE);
            let along_rows = spoilers & !((good & NOT_LAST_COLUMN) << 1 | (good & NOT_FIRST_COLUMN) >> 1);
            let stuck = ByLine::counts(along_columns).0 & ByLine::ROWS
                | ByLine::counts(along_rows).0 & ByLine::COLUMNS
                | ByLine::counts(along_columns & along_rows).0 & ByLine::DIAGONALS;
            let spoilers = ByLine::counts(spoilers).0;
            for line in 0..LINES {
                let number = |by_line: u64| (by_line >> (4 * line)) as usize % 8;
                count(place + feature::LINES + 6 * number(spoilers) + number(stuck), 1);
            }
            for (kind, cells) in OF_KIND.into_iter().enumerate() {
                count(place + feature::CELLS + kind, (good & cells).count_ones() as i32);
            }
        }
        let hand = match self.marble_in_hand() {
            Marble::Neutral => 2,
            Marble::Black => 3,
            marble if marble == Marble::of(mover) => 0,
            _ => 1,
        };
        count(feature::HAND + hand, 1);
        if self.free_cells() > 0 {
            count(feature::PLACING, 1);
        } else {
            count(feature::SAFE + safe_pushes(self), 1);
        }
    }

    #[inline]
    fn winning_move(&self) -> Option<Move> {
        // No push completes a line that more than one marble spoils.
        if !ByLine::counts(self.spoilers(self.player())).has_one() {
            return None;
        }
        let forbidden = self.forbidden_push();
        let mut pushes = self.completing_pushes(self.player(), self.marble_in_hand()).iter();
        pushes.find(|&push| Some(push) != forbidden).map(Move::Push)
    }

    fn is_threatened(&self) -> bool {
        false
    }

    fn forcing_moves(&self, _: &mut Vec<Move>) {}

    fn urgency(&self, _: Move) -> i32 {
        0
    }
}
