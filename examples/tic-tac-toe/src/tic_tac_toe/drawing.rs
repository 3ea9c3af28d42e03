//! How the board is drawn, and how moves are entered.

use halte_game::board::{
    Board, Click, Colour, Face, Field, Geometry, Label, Mark, PieceKind, Point, Scene, Shape, Site, Stack, letters,
};
use halte_game::notation::written_rows;
use halte_game::{Game, NoVariants, Outcome, Player, Turn};

use super::cell::{Cell, SIDE};
use super::notation::{letter, rows};
use super::position::TicTacToe;

/// Room around the cells, for the labels.
const MARGIN: f32 = 0.5;
/// Width and height of the drawing.
const EXTENT: f32 = SIDE as f32 + 2.0 * MARGIN;

fn centre(column: usize, row: usize) -> Point {
    Point::new(MARGIN + 0.5 + column as f32, EXTENT - MARGIN - 0.5 - row as f32)
}

fn site(cell: Cell) -> Site {
    let centre = centre(cell.column(), cell.row());
    let distance = |other: &Cell| cell.column().abs_diff(other.column()) + cell.row().abs_diff(other.row());
    let neighbours = Cell::all().filter(|other| distance(other) == 1);
    let neighbours = neighbours.map(Cell::index).collect();
    Site::cell(cell.to_string(), Face::square(centre), neighbours)
}

fn labels() -> impl Iterator<Item = Label> {
    (0..SIDE).flat_map(|place| {
        let (below, beside) = (centre(place, 0), centre(0, place));
        [
            Label::new(
                Point::new(below.x, EXTENT - MARGIN / 2.0),
                char::from(b'a' + place as u8),
            ),
            Label::new(Point::new(MARGIN / 2.0, beside.y), place + 1),
        ]
    })
}

fn piece(player: Player) -> PieceKind {
    let (name, colour, mark) = match player {
        Player::First => ("red_cross", Colour::Red, Mark::Cross),
        Player::Second => ("blue_ring", Colour::Blue, Mark::Ring),
    };
    PieceKind {
        name,
        letter: letter(player),
        owner: Some(player),
        colour,
        shape: Shape::Disc,
        mark,
    }
}

impl Board for TicTacToe {
    fn geometry(_: &NoVariants) -> Geometry {
        Geometry {
            game: super::ABOUT.name,
            width: EXTENT,
            height: EXTENT,
            sites: Cell::all().map(site).collect(),
            lines: Vec::new(),
            bars: Vec::new(),
            labels: labels().collect(),
            seams: Vec::new(),
            pushes: Vec::new(),
            features: Vec::new(),
            pieces: Player::ALL.map(piece).to_vec(),
            players: [Colour::Red, Colour::Blue],
            text_scale: (4.0, 2.0),
        }
    }

    fn scene(&self) -> Scene {
        let stacks = Cell::all().filter_map(|cell| {
            let owner = self.owner(cell)?;
            Some(Stack::of(cell.index(), owner.index()))
        });
        let winning = Player::ALL.into_iter().flat_map(|player| self.lines_of(player));
        Scene {
            stacks: stacks.collect(),
            holdings: Vec::new(),
            winning: winning.map(Cell::index).collect(),
        }
    }

    fn rows(options: &NoVariants, stacks: &[Stack]) -> String {
        let pieces = TicTacToe::geometry(options).pieces;
        written_rows(rows().map(|cells| cells.map(|cell| letters(&pieces, stacks, cell.index()))))
    }

    fn fields(_: &NoVariants) -> Vec<Field> {
        vec![Field::of("player", Player::ALL.map(letter))]
    }

    fn clicks(cell: Cell) -> Vec<Click> {
        vec![Click::on(cell.index())]
    }

    fn entered(_: &NoVariants, clicks: &[Click]) -> Option<Cell> {
        let &[Click { site, .. }] = clicks else { return None };
        Cell::from_index(site)
    }

    fn touched(cell: Cell) -> Vec<usize> {
        vec![cell.index()]
    }

    fn ending(&self) -> Option<&'static str> {
        match self.turn() {
            Turn::Over(Outcome::Win(_)) => Some("three_in_a_line"),
            Turn::Over(Outcome::Draw) => Some("full_board"),
            Turn::Player(_) | Turn::Chance => None,
        }
    }
}
