//! What the engine knows about Mixtour.

use halte_game::{Game, Player};
use halte_games::mixtour::{Cell, Mixtour, Move, Options};

use super::square;
use crate::{AlphaBeta, Engine, Evaluate, Level, Search, Settings, Strength};

impl Engine for Mixtour {
    fn strongest_search(settings: &Settings) -> Box<dyn Search<Mixtour>> {
        Box::new(AlphaBeta::new(settings))
    }

    /// Two variants are calibrated: 20/1, which serves for short games, and 25/5, for long ones.
    fn strength(options: &Options, level: Level) -> Strength {
        let levels = if options.goal() <= LONGEST_SHORT_GAME {
            &SHORT
        } else {
            &LONG
        };
        levels[level.index()]
    }

    fn steps(options: &Options) -> [u16; Level::COUNT - 1] {
        if options.goal() <= LONGEST_SHORT_GAME {
            [241, 191, 191, 156, 191, 241, 191, 147, 207]
        } else {
            [228, 127, 215, 191, 147, 108, 241, 191, 241]
        }
    }
}

/// Games to so many points are nearer to one of 1 point than to one of 5.
const LONGEST_SHORT_GAME: u8 = 2;

/// How levels play 20/1: `docs/levels.md`.
const SHORT: [Strength; Level::COUNT] = [
    Strength::new(2400, 0.1),
    Strength::new(4800, 0.08),
    Strength::new(6400, 0.06),
    Strength::new(8500, 0.04),
    Strength::new(11_000, 0.02),
    Strength::new(16_000, 0.005),
    Strength::new(30_000, 0.0),
    Strength::new(150_000, 0.0),
    Strength::new(700_000, 0.0),
    Strength::new(3_500_000, 0.0),
];

/// How levels play 25/5: `docs/levels.md`.
const LONG: [Strength; Level::COUNT] = [
    Strength::new(16_000, 0.006),
    Strength::new(18_500, 0.0025),
    Strength::new(25_000, 0.001),
    Strength::new(42_000, 0.0),
    Strength::new(75_000, 0.0),
    Strength::new(140_000, 0.0),
    Strength::new(280_000, 0.0),
    Strength::new(600_000, 0.0),
    Strength::new(1_500_000, 0.0),
    Strength::new(3_500_000, 0.0),
];

const CELLS: usize = Cell::COUNT;

/// How urgent it is to complete a tower: before everything but the best move before, or after everything.
const TOWER: i32 = 1 << 24;

/// The features, by the places of their weights. Those that belong to a player come twice: the mover's first.
mod feature {
    use crate::eval::square::KINDS;

    /// Points.
    pub(super) const POINTS: usize = 0;
    /// Pairs of stacks that make a tower in one move.
    pub(super) const TOWERS: usize = 2;
    /// Pieces in reserve.
    pub(super) const RESERVE: usize = 4;
    /// Stacks by kind of cell and owner of the top piece.
    pub(super) const CELLS: usize = 6;
    /// Stacks by their code, as if the mover's pieces were the first player's.
    pub(super) const STACKS: usize = CELLS + 2 * KINDS;
    /// The right to move.
    pub(super) const TEMPO: usize = STACKS + 32;
    pub(super) const COUNT: usize = TEMPO + 1;
}

/// From `fit "mixtour 20/1 25/5 20/1 20/2 20/1" 4000 2000 60`: 0.8922 bits of surprise a result.
const FITTED: [i32; feature::COUNT] = [
    938, -929, 93, -52, -21, 17, 59, -49, 108, -86, 88, -72, 130, -87, 145, -96, 147, -91, 0, 0, -10, 29, 88, -62, 72,
    -69, 289, -262, 227, -327, 342, -199, 288, -293, 410, -428, 423, -578, 420, -450, 87, -512, 480, -50, 498, -406,
    613, -353, 476, -500, 39,
];

impl Evaluate for Mixtour {
    const WEIGHTS: &'static [i32] = &FITTED;

    /// Less than half a point. With 250 up to depth 4 it won 60 % of 50 games of 25/5 at 25 ms against leaving nothing out,
    /// with this up to depth 3 75 % of 60.
    const DOUBT: Option<i32> = Some(400);

    const MOVE_NUMBERS: usize = CELLS * CELLS * 4 + CELLS + 1;

    fn move_number(mv: Move) -> usize {
        match mv {
            Move::Stack { from, to, count } => (count as usize - 1) * CELLS * CELLS + from.index() * CELLS + to.index(),
            Move::Enter(cell) => 4 * CELLS * CELLS + cell.index(),
            Move::Pass => Mixtour::MOVE_NUMBERS - 1,
        }
    }

    #[inline]
    fn features(&self, mut count: impl FnMut(usize, i32)) {
        let mover = self.player();
        let side = |owner| usize::from(owner != mover);
        for player in [mover, !mover] {
            count(feature::POINTS + side(player), self.score(player).into());
            count(feature::RESERVE + side(player), self.reserve(player).into());
        }
        for (cell, stack) in self.stacks() {
            if let Some(owner) = stack.top() {
                count(feature::CELLS + 2 * square::KIND[cell.index()] + side(owner), 1);
                // The other player's pieces are the ones: exchanging the players turns all bits but the leading one.
                let pieces = (1 << stack.height()) - 1;
                let code = stack.code() ^ if mover == Player::First { 0 } else { pieces };
                count(feature::STACKS + code, 1);
            }
        }
        self.for_each_tower(|from, _| {
            if let Some(owner) = self.stack(from).top() {
                count(feature::TOWERS + side(owner), 1);
            }
        });
        count(feature::TEMPO, 1);
    }

    fn winning_move(&self) -> Option<Move> {
        let mover = self.player();
        if self.score(mover) + 1 < self.options().goal() {
            return None;
        }
        let mut found = None;
        self.for_each_tower(|from, to| {
            let stack = self.stack(from);
            if stack.top() == Some(mover) {
                found = Some(Move::Stack {
                    from,
                    to,
                    count: stack.height() as u8,
                });
            }
        });
        found
    }

    fn is_threatened(&self) -> bool {
        let opponent = !self.player();
        if self.score(opponent) + 1 < self.options().goal() {
            return false;
        }
        let mut is_threatened = false;
        self.for_each_tower(|from, _| is_threatened |= self.stack(from).top() == Some(opponent));
        is_threatened
    }

    fn forcing_moves(&self, moves: &mut Vec<Move>) {
        let mover = self.player();
        self.for_each_tower(|from, to| {
            let stack = self.stack(from);
            if stack.top() == Some(mover) {
                let fewest = 5 - self.stack(to).height();
                moves.extend((fewest..=stack.height()).map(|count| Move::Stack {
                    from,
                    to,
                    count: count as u8,
                }));
            }
        });
    }

    fn urgency(&self, mv: Move) -> i32 {
        match mv {
            Move::Stack { from, to, count } if self.stack(to).height() + count as usize >= 5 => {
                if self.stack(from).top() == Some(self.player()) {
                    TOWER
                } else {
                    -TOWER
                }
            }
            _ => 0,
        }
    }
}
