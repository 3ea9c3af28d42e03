//! What the engine knows about Mixtour.

use halte_game::Game;
use halte_games::mixtour::{Cell, Mixtour, Move};

use crate::level::strengths;
use crate::{AlphaBeta, Engine, Evaluate, Level, Search, Settings, Strength};

impl Engine for Mixtour {
    fn strongest_search(settings: &Settings) -> Box<dyn Search<Mixtour>> {
        Box::new(AlphaBeta::new(settings))
    }

    fn strength(_: &<Mixtour as Game>::Options, level: Level) -> Strength {
        STRENGTHS[level.index()]
    }
}

/// Not calibrated yet.
const STRENGTHS: [Strength; Level::COUNT] = strengths([
    (100, 0.2),
    (200, 0.1),
    (500, 0.05),
    (1_000, 0.03),
    (3_000, 0.02),
    (10_000, 0.01),
    (30_000, 0.0),
    (100_000, 0.0),
    (300_000, 0.0),
    (1_000_000, 0.0),
]);

const CELLS: usize = Cell::COUNT;

/// How urgent it is to complete a tower: before everything but the best move before, or after everything.
const TOWER: i32 = 1 << 24;

/// The features, by the places of their weights. Those that belong to a player come twice: the mover's first.
mod feature {
    /// Points.
    pub(super) const POINTS: usize = 0;
    /// Pairs of stacks that make a tower in one move.
    pub(super) const TOWERS: usize = 1;
    /// Stacks with the player's piece on top, by height.
    pub(super) const TOPS: usize = 2;
    pub(super) const PLAYER: usize = 7;
    /// The right to move.
    pub(super) const TEMPO: usize = 2 * PLAYER;
    pub(super) const COUNT: usize = TEMPO + 1;
}

impl Evaluate for Mixtour {
    // By hand and never fitted: untested guesses, with which the engine won all its 44 latest games against UCT.
    const WEIGHTS: &'static [i32] = &{
        let mut weights = [0; feature::COUNT];
        weights[feature::POINTS] = 1000;
        weights[feature::TOWERS] = 800;
        weights[feature::TOPS + 1] = 30;
        weights[feature::TOPS + 2] = 60;
        weights[feature::TOPS + 3] = 100;
        weights[feature::TOPS + 4] = 150;
        let mut index = 0;
        while index < feature::PLAYER {
            weights[feature::PLAYER + index] = -weights[index];
            index += 1;
        }
        weights[feature::PLAYER + feature::TOWERS] = -400;
        weights
    };

    const MOVE_NUMBERS: usize = CELLS * CELLS * 4 + CELLS + 1;

    fn move_number(mv: Move) -> usize {
        match mv {
            Move::Stack { from, to, count } => (count as usize - 1) * CELLS * CELLS + from.index() * CELLS + to.index(),
            Move::Enter(cell) => 4 * CELLS * CELLS + cell.index(),
            Move::Pass => Mixtour::MOVE_NUMBERS - 1,
        }
    }

    fn features(&self, mut count: impl FnMut(usize, i32)) {
        let mover = self.player();
        let of = |owner| if owner == mover { 0 } else { feature::PLAYER };
        for player in [mover, !mover] {
            count(of(player) + feature::POINTS, self.score(player).into());
        }
        for cell in Cell::all() {
            let stack = self.stack(cell);
            if let Some(owner) = stack.top() {
                count(of(owner) + feature::TOPS + stack.height(), 1);
            }
        }
        self.for_each_tower(|from, _| {
            if let Some(owner) = self.stack(from).top() {
                count(of(owner) + feature::TOWERS, 1);
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
