//! How Mixtour is drawn and entered.

use halte_game::board::{
    Board, Click, Colour, Face, Feature, Field, Geometry, Held, Holding, Mark, PieceKind, Point, Scene, Scored, Shape,
    Site, Stack, letters,
};
use halte_game::{Game, Outcome, Player, Turn};

use super::moves::Move;
use super::options::Options;
use super::position::Mixtour;
use super::stack::{LETTERS, TOWER};
use crate::square::{Cell, ROWS, SIDE, labels};

/// The button that comes after the cells.
const PASS: usize = Cell::COUNT;

/// Room around the cells, for the labels.
const MARGIN: f32 = 0.5;

/// Width and height of the drawing.
const EXTENT: f32 = SIDE as f32 + 2.0 * MARGIN;

/// The place `column` units to the right of column a and `row` units above row 1: rows count upward, drawings downward.
fn place(column: f32, row: f32) -> Point {
    Point::new(MARGIN + 0.5 + column, EXTENT - MARGIN - 0.5 - row)
}

fn site(cell: Cell) -> Site {
    let face = Face::square(place(cell.column() as f32, cell.row() as f32));
    let neighbours = Cell::all().filter(|&other| cell.distance(other) == 1);
    Site::cell(cell.to_string(), face, neighbours.map(Cell::index).collect())
}

impl Board for Mixtour {
    fn geometry(_options: &Options) -> Geometry {
        let pass = Site::button(Move::Pass.to_string());
        let piece = |name, letter, owner, colour, mark| PieceKind {
            name,
            letter,
            owner: Some(owner),
            colour,
            shape: Shape::Counter,
            mark,
        };
        Geometry {
            game: super::ABOUT.name,
            width: EXTENT,
            height: EXTENT,
            sites: Cell::all().map(site).chain([pass]).collect(),
            lines: Vec::new(),
            bars: Vec::new(),
            labels: labels(place, -0.5 - MARGIN / 2.0),
            seams: Vec::new(),
            pushes: Vec::new(),
            features: vec![Feature::Stacks, Feature::Reach],
            pieces: vec![
                piece("white_piece", 'w', Player::First, Colour::White, Mark::Ring),
                piece("red_piece", 'r', Player::Second, Colour::Red, Mark::Dot),
            ],
            players: [Colour::White, Colour::Red],
            // A stack of four letters, and room between it and the next.
            text_scale: (7.0, 2.0),
        }
    }

    fn scene(&self) -> Scene {
        let stacks = self.stacks().map(|(cell, stack)| Stack {
            site: cell.index(),
            pieces: stack.pieces().map(Player::index).collect(),
        });
        let reserves = Player::ALL
            .map(|player| Holding::pieces_of(player, "in_reserve", self.reserve(player).into(), player.index()));
        let points = Player::ALL.map(|player| Holding {
            owner: Some(player),
            name: "points",
            held: Held::Counter {
                count: self.score(player).into(),
                of: Some(self.options().goal().into()),
                piece: None,
            },
        });
        Scene {
            stacks: stacks.collect(),
            holdings: [reserves, points].concat(),
            winning: if self.turn().is_over() {
                self.tower().map(Cell::index).into_iter().collect()
            } else {
                Vec::new()
            },
        }
    }

    fn rows(options: &Options, stacks: &[Stack]) -> String {
        let pieces = Mixtour::geometry(options).pieces;
        let row = |cells: [Cell; SIDE]| {
            let stacks = cells.map(|cell| letters(&pieces, stacks, cell.index()).collect::<String>());
            stacks.join(",")
        };
        let rows: Vec<String> = ROWS.into_iter().rev().map(row).collect();
        rows.join("/")
    }

    fn fields(options: &Options) -> Vec<Field> {
        vec![
            Field::of("player", LETTERS),
            Field::open("score"),
            Field::of("variant", [options]),
            Field::open("last_move"),
        ]
    }

    fn clicks(mv: Move) -> Vec<Click> {
        match mv {
            Move::Enter(cell) => vec![Click::on(cell.index())],
            Move::Stack { from, to, count } => {
                let take = Click {
                    site: from.index(),
                    take: Some(count),
                };
                vec![take, Click::on(to.index())]
            }
            Move::Pass => vec![Click::on(PASS)],
        }
    }

    fn entered(_: &Options, clicks: &[Click]) -> Option<Move> {
        let cell = |click: &Click| Cell::from_index(click.site);
        match clicks {
            [Click { site: PASS, .. }] => Some(Move::Pass),
            [at] => cell(at).map(Move::Enter),
            [taken, to] => {
                let count = taken.take.unwrap_or(1);
                let (from, to) = (cell(taken)?, cell(to)?);
                (1..TOWER)
                    .contains(&count.into())
                    .then_some(Move::Stack { from, to, count })
            }
            _ => None,
        }
    }

    fn touched(mv: Move) -> Vec<usize> {
        match mv {
            Move::Enter(cell) => vec![cell.index()],
            Move::Stack { from, to, .. } => vec![from.index(), to.index()],
            Move::Pass => Vec::new(),
        }
    }

    fn scored(&self, mv: Move) -> Option<Scored> {
        let Move::Stack { from, to, count } = mv else {
            return None;
        };
        let landed = self.stack(to).with_top_of(self.stack(from), count);
        landed.is_tower().then_some(())?;
        Some(Scored {
            player: landed.top()?,
            pieces: landed.pieces().map(Player::index).collect(),
        })
    }

    fn forbidden(&self) -> Option<Move> {
        self.undo().filter(|_| self.is_undoable() && !self.turn().is_over())
    }

    fn ending(&self) -> Option<&'static str> {
        match self.turn() {
            Turn::Over(Outcome::Win(_)) if self.options().goal() == 1 => Some("tower"),
            Turn::Over(Outcome::Win(_)) => Some("points"),
            Turn::Over(Outcome::Draw) => Some("two_passes"),
            Turn::Player(_) | Turn::Chance => None,
        }
    }
}
