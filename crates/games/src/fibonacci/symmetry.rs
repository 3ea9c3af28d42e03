//! The hexagon's symmetries. The rules know no direction and no colour, so all twelve turns and mirrorings commute
//! with play, each with and without exchanging the players. The set-up itself keeps only the half turn that does.

use halte_game::{Player, Symmetric};

use super::moves::Move;
use super::pieces::{Pieces, every_piece};
use super::point::Point;
use super::position::{Fibonacci, Stage};

/// Turns by a sixth, with and without mirroring.
const SHAPES: usize = 12;

/// The point f6.
const CENTRE: Point = Point::new(5, 6).unwrap();

/// A point under a symmetry: mirrored in the diagonal through a1 and k11 or not, then turned.
fn transformed_point(point: Point, symmetry: usize) -> Point {
    let mut rows = point.row() as isize - CENTRE.row() as isize;
    let mut numbers = point.number() as isize - CENTRE.number() as isize;
    if symmetry / 6 % 2 == 1 {
        (rows, numbers) = (numbers, rows);
    }
    for _ in 0..symmetry % 6 {
        (rows, numbers) = (numbers, numbers - rows);
    }
    CENTRE.offset(rows, numbers).expect("symmetries keep the hexagon")
}

impl Symmetric for Fibonacci {
    const SYMMETRIES: usize = 2 * SHAPES;

    fn exchanges_players(symmetry: usize) -> bool {
        symmetry >= SHAPES
    }

    fn transformed(&self, symmetry: usize) -> Fibonacci {
        let exchanged = Fibonacci::exchanges_players(symmetry);
        let player_of = |player: Player| if exchanged { !player } else { player };
        let pieces = every_piece().flat_map(|(player, kind)| {
            let points = self.pieces.of(player, kind);
            points
                .into_iter()
                .map(move |point| (transformed_point(point, symmetry), player_of(player), kind))
        });
        Fibonacci {
            pieces: Pieces::new(pieces),
            packs: self
                .packs
                .map(|packs| Player::ALL.map(|player| packs[player_of(player).index()])),
            player: player_of(self.player),
            stage: match self.stage {
                Stage::Won(winner) => Stage::Won(player_of(winner)),
                stage => stage,
            },
            ..self.clone()
        }
    }

    fn transformed_move(mv: Move, symmetry: usize) -> Move {
        match mv {
            Move::Step { from, to } => Move::Step {
                from: transformed_point(from, symmetry),
                to: transformed_point(to, symmetry),
            },
            Move::End | Move::Card(_) => mv,
        }
    }
}
