//! How the board is drawn, and what is clicked to enter a move.

use halte_game::board::{
    self, Board, Click, Colour, Face, Feature, Field, Geometry, Held, Holding, Mark, PieceKind, Point, Scene, Shape,
    Site, SiteKind, Stack, letters,
};
use halte_game::notation::written_rows;
use halte_game::{Game, NoVariants, Player};

use super::marbles::Marble;
use super::moves::Move;
use super::position::MoveGame;
use super::push::Push;
use crate::square::{Cell, ROWS, SIDE, labels};

/// Width and height of the drawing: labels, pushes from one side, the board, pushes from the other side.
const SIZE: f32 = 1.0 + 1.0 + SIDE as f32 + 1.0;
/// From the middle of a push's arrow to its tip and its corners.
const ARROW: f32 = 0.3;

/// The place `column` units to the right of column a and `row` units above row 1.
fn place(column: f32, row: f32) -> Point {
    Point::new(2.5 + column, SIZE - 2.5 - row)
}

fn centre(cell: Cell) -> Point {
    place(cell.column() as f32, cell.row() as f32)
}

/// The arrow of a push, before the cell where the marble in hand enters.
fn arrow(push: Push) -> Face {
    let [entering, next, ..] = push.cells().map(centre);
    let (x, y) = (next.x - entering.x, next.y - entering.y);
    let centre = Point::new(entering.x - x, entering.y - y);
    // The tip, then the two corners behind it; (-y, x) is a quarter turn to the right of (x, y).
    let corners = [(x, y), (-y - x, x - y), (y - x, -x - y)];
    Face::new(centre, &corners.map(|(x, y)| (ARROW * x, ARROW * y)))
}

/// The cells, then the pushes. Sites are neighbours when they are one unit apart.
fn sites() -> Vec<Site> {
    let cells = Cell::all().map(|cell| Site::cell(cell.to_string(), Face::square(centre(cell)), Vec::new()));
    let pushes = Push::all().map(|push| Site {
        kind: SiteKind::Edge,
        shown: Some(shown(push)),
        ..Site::cell(push.to_string(), arrow(push), Vec::new())
    });
    let mut sites: Vec<Site> = cells.chain(pushes).collect();
    let centres: Vec<Point> = sites.iter().map(|site| site.faces[0].centre).collect();
    for (site, at) in sites.iter_mut().zip(&centres) {
        let distance = |other: &Point| (other.x - at.x).abs() + (other.y - at.y).abs();
        site.neighbours = (0..centres.len())
            .filter(|&other| distance(&centres[other]) == 1.0)
            .collect();
    }
    sites
}

/// A push with a real arrow.
fn shown(push: Push) -> String {
    let [line, way] = push.name();
    let arrow = match way {
        '>' => '→',
        '<' => '←',
        '^' => '↑',
        _ => '↓',
    };
    format!("{line}{arrow}")
}

fn board_push(push: Push) -> board::Push {
    let [first, second, ..] = push.cells().map(centre);
    board::Push {
        name: push.name()[0].into(),
        from: push_site(push),
        line: push.cells().map(Cell::index).to_vec(),
        to: push_site(push.inverse()),
        way: Point::new(second.x - first.x, second.y - first.y),
    }
}

fn piece_kind(marble: Marble) -> PieceKind {
    let (name, owner, colour, mark) = match marble {
        Marble::Orange => ("orange_marble", Some(Player::First), Colour::Orange, Mark::Dot),
        Marble::Green => ("green_marble", Some(Player::Second), Colour::Green, Mark::Ring),
        Marble::Neutral => ("neutral_marble", None, Colour::Neutral, Mark::None),
        Marble::Black => ("black_marble", None, Colour::Black, Mark::Cross),
    };
    PieceKind {
        name,
        letter: marble.letter(),
        owner,
        colour,
        shape: Shape::Marble,
        mark,
    }
}

/// The index of a marble's kind among the pieces.
fn piece(marble: Marble) -> usize {
    Marble::ALL
        .into_iter()
        .position(|other| other == marble)
        .expect("all marbles are listed")
}

const fn push_site(push: Push) -> usize {
    Cell::COUNT + push.index()
}

impl MoveGame {
    /// The marble that is played next, and while marbles are placed how many each player has left; nothing when the game
    /// is won.
    fn holdings(&self) -> Vec<Holding> {
        if self.winner.is_some() {
            return Vec::new();
        }
        let next = if self.free > 0 {
            Marble::of(self.player)
        } else {
            self.marbles.in_hand()
        };
        let pieces = vec![piece(next)];
        let mut holdings = vec![Holding::common("in_hand", Held::Pieces { pieces })];
        if self.free > 0 {
            holdings.extend(Player::ALL.map(|player| {
                // The player to move has the odd one.
                let left = if player == self.player {
                    self.free.div_ceil(2)
                } else {
                    self.free / 2
                };
                Holding::pieces_of(player, "in_reserve", left.into(), piece(Marble::of(player)))
            }));
        }
        holdings
    }
}

impl Board for MoveGame {
    fn geometry(_: &NoVariants) -> Geometry {
        Geometry {
            game: super::ABOUT.name,
            width: SIZE,
            height: SIZE,
            sites: sites(),
            lines: Vec::new(),
            bars: Vec::new(),
            labels: labels(place, -2.0),
            seams: Vec::new(),
            pushes: Push::all().map(board_push).collect(),
            features: vec![Feature::Rolling],
            pieces: Marble::ALL.map(piece_kind).to_vec(),
            players: [Colour::Orange, Colour::Green],
            text_scale: (4.0, 2.0),
        }
    }

    fn scene(&self) -> Scene {
        let stacks = Cell::all().filter_map(|cell| {
            let marble = self.marble(cell)?;
            Some(Stack::of(cell.index(), piece(marble)))
        });
        let winning = self.winner.map(|winner| self.marbles.cells_of_lines(winner));
        Scene {
            stacks: stacks.collect(),
            holdings: self.holdings(),
            winning: winning.into_iter().flatten().map(Cell::index).collect(),
        }
    }

    fn rows(options: &NoVariants, stacks: &[Stack]) -> String {
        let pieces = MoveGame::geometry(options).pieces;
        let letters = |cell: Cell| letters(&pieces, stacks, cell.index());
        written_rows(ROWS.into_iter().rev().map(|cells| cells.map(letters)))
    }

    fn fields(_: &NoVariants) -> Vec<Field> {
        let pushes = Push::all().map(|push| push.to_string());
        vec![
            Field::of("in_hand", Marble::ALL.map(Marble::letter)),
            Field::of("player", Player::ALL.map(|player| Marble::of(player).letter())),
            Field::of("last_push", std::iter::once("-".to_owned()).chain(pushes)),
        ]
    }

    fn clicks(mv: Move) -> Vec<Click> {
        vec![Click::on(match mv {
            Move::Place(cell) => cell.index(),
            Move::Push(push) => push_site(push),
        })]
    }

    fn entered(_: &NoVariants, clicks: &[Click]) -> Option<Move> {
        let &[Click { site, .. }] = clicks else { return None };
        let push = || Push::all().find(|&push| push_site(push) == site);
        Cell::from_index(site)
            .map(Move::Place)
            .or_else(|| push().map(Move::Push))
    }

    fn touched(mv: Move) -> Vec<usize> {
        match mv {
            Move::Place(cell) => vec![cell.index()],
            Move::Push(push) => [push_site(push)]
                .into_iter()
                .chain(push.cells().map(Cell::index))
                .collect(),
        }
    }

    fn forbidden(&self) -> Option<Move> {
        let push = self.forbidden_push().filter(|_| !self.turn().is_over());
        push.map(Move::Push)
    }

    fn ending(&self) -> Option<&'static str> {
        self.winner.map(|_| "line_of_five")
    }
}
