//! How Mobius is drawn: as on the published sheet, with half cells at the top and again, reversed, at the bottom.

use halte_game::board::{
    self, Board, Click, Colour, Face, Field, Geometry, Label, Mark, PieceKind, Point, Scene, Seam, Shape, Site,
    SiteKind, Stack, letters,
};
use halte_game::notation::written_rows;
use halte_game::{Game, NoVariants, Outcome, Player, Turn};

use super::bars::Bar;
use super::cell::{COLUMNS, Cell, ROWS};
use super::groups::Side;
use super::notation::letter;
use super::position::Mobius;

/// From a cell's centre to its corners, 1 / √3; cells stand on a corner.
const RADIUS: f32 = 0.577_350_26;
/// From a row to the next.
const ROW_HEIGHT: f32 = 1.5 * RADIUS;
/// How far the bars reach out from the nearest centres.
const BAR_WIDTH: f32 = 1.0;
/// From a bar's outer side to the row numbers.
const NUMBER_DISTANCE: f32 = 0.75;
/// From the row numbers to the edge of the drawing.
const MARGIN: f32 = 0.5;
/// From the top of the drawing to row 0, in rows: room for the column letters. So much again is below.
const TOP: usize = 2;
/// The row at the bottom of the drawing, which is row 0 again, mirrored.
const MIRRORED_ROW: usize = ROWS;

/// The point of a column and row, the mirrored row included.
fn centre(column: usize, row: usize) -> Point {
    let shift = if row % 2 == 1 { 0.5 } else { 0.0 };
    let left = MARGIN + NUMBER_DISTANCE + BAR_WIDTH;
    Point::new(left + column as f32 + shift, (TOP + row) as f32 * ROW_HEIGHT)
}

/// Where a cell is drawn.
fn faces(cell: Cell) -> Vec<Face> {
    let corners = [
        (0.5, -0.5),
        (0.5, 0.5),
        (0.0, 1.0),
        (-0.5, 0.5),
        (-0.5, -0.5),
        (0.0, -1.0),
    ];
    let lower_half = [(0.5, 0.0), (0.5, 0.5), (0.0, 1.0), (-0.5, 0.5), (-0.5, 0.0)];
    let upper_half = [(-0.5, 0.0), (-0.5, -0.5), (0.0, -1.0), (0.5, -0.5), (0.5, 0.0)];
    let face = |centre: Point, corners: &[(f32, f32)]| {
        let corners: Vec<_> = corners.iter().map(|(x, y)| (*x, y * RADIUS)).collect();
        Face::new(centre, &corners)
    };
    let (column, row) = (cell.column(), cell.row());
    if row == 0 {
        vec![
            face(centre(column, row), &lower_half),
            face(centre(COLUMNS - 1 - column, MIRRORED_ROW), &upper_half),
        ]
    } else {
        vec![face(centre(column, row), &corners)]
    }
}

/// A bar's outline: straight outside, and along the cells inside. Two bars meet at the middle of the cell they share,
/// and the seam is such a middle, so that every bar is in one piece.
fn bar_outline(bar: Bar) -> Vec<Point> {
    let is_left = bar.first < ROWS;
    let (column, outward) = if is_left { (0, -1.0) } else { (COLUMNS - 1, 1.0) };
    let rows = if is_left {
        bar.first..=bar.last
    } else {
        bar.first - ROWS..=bar.last - ROWS
    };
    let (top, bottom) = (centre(column, *rows.start()).y, centre(column, *rows.end()).y);
    let mut outline = Vec::new();
    for row in rows {
        let middle = centre(column, row);
        for corner in [-0.5, 0.5] {
            let y = (middle.y + corner * RADIUS).clamp(top, bottom);
            outline.push(Point::new(middle.x + 0.5 * outward, y));
        }
    }
    let outside = outer_x(is_left);
    outline.extend([Point::new(outside, bottom), Point::new(outside, top)]);
    outline
}

/// The outer side of the bars on the left or right.
fn outer_x(is_left: bool) -> f32 {
    if is_left {
        centre(0, 0).x - BAR_WIDTH
    } else {
        centre(COLUMNS - 1, 1).x + BAR_WIDTH
    }
}

/// Top and bottom, glued together with a half twist.
fn seam() -> Seam {
    let (left, right) = (outer_x(true), outer_x(false));
    let (top, bottom) = (centre(0, 0).y, centre(0, MIRRORED_ROW).y);
    Seam {
        edge: [Point::new(left, top), Point::new(right, top)],
        glued_to: [Point::new(right, bottom), Point::new(left, bottom)],
    }
}

fn labels() -> Vec<Label> {
    let mut labels = Vec::new();
    for column in 0..COLUMNS {
        let letter = char::from(b'A' + column as u8);
        let above = centre(column, 0);
        let below = centre(COLUMNS - 1 - column, MIRRORED_ROW);
        labels.push(Label::new(Point::new(above.x, above.y - ROW_HEIGHT), letter));
        labels.push(Label::new(Point::new(below.x, below.y + ROW_HEIGHT), letter));
    }
    for row in 0..=MIRRORED_ROW {
        let y = centre(0, row).y;
        for x in [outer_x(true) - NUMBER_DISTANCE, outer_x(false) + NUMBER_DISTANCE] {
            labels.push(Label::new(Point::new(x, y), row % ROWS));
        }
    }
    labels
}

fn stone(player: Player) -> PieceKind {
    let (name, letter, colour, mark) = match player {
        Player::First => ("red_stone", 'r', Colour::Red, Mark::Dot),
        Player::Second => ("blue_stone", 'b', Colour::Blue, Mark::Ring),
    };
    PieceKind {
        name,
        letter,
        owner: Some(player),
        colour,
        shape: Shape::Disc,
        mark,
    }
}

impl Mobius {
    /// The indices of a player's cells whose group's root passes a test.
    fn cells_where(&self, player: Player, test: impl Fn(Side) -> bool) -> Vec<usize> {
        Cell::all()
            .filter(|&cell| self.stone(cell) == Some(player) && test(self.groups.root_of(cell)))
            .map(Cell::index)
            .collect()
    }

    /// The winner, if the game is over.
    fn winner(&self) -> Option<Player> {
        match self.turn() {
            Turn::Over(Outcome::Win(winner)) => Some(winner),
            _ => None,
        }
    }
}

impl Board for Mobius {
    fn geometry(_: &NoVariants) -> Geometry {
        Geometry {
            game: super::ABOUT.name,
            width: outer_x(false) + NUMBER_DISTANCE + MARGIN,
            height: (MIRRORED_ROW + 2 * TOP) as f32 * ROW_HEIGHT,
            sites: Cell::all()
                .map(|cell| Site {
                    name: cell.to_string(),
                    shown: None,
                    kind: SiteKind::Cell,
                    faces: faces(cell),
                    neighbours: cell.neighbours().map(Cell::index).collect(),
                })
                .collect(),
            lines: Vec::new(),
            bars: Bar::ALL
                .into_iter()
                .map(|bar| board::Bar {
                    name: bar.name().to_owned(),
                    player: bar.player(),
                    outlines: vec![bar_outline(bar)],
                })
                .collect(),
            labels: labels(),
            seams: vec![seam()],
            pushes: Vec::new(),
            features: Vec::new(),
            pieces: Player::ALL.map(stone).to_vec(),
            players: [Colour::Red, Colour::Blue],
            // A line of text for each row, and two characters for half a cell.
            text_scale: (4.0, 1.0 / ROW_HEIGHT),
        }
    }

    fn scene(&self) -> Scene {
        let winning = self.winner().map_or(Vec::new(), |winner| {
            if self.groups.bar_roots(winner).into_iter().any(Side::wins) {
                self.cells_where(winner, Side::wins)
            } else {
                self.cells_where(winner, |root| root.has_loop() || root.bar_count() > 1)
            }
        });
        let stacks = Cell::all().filter_map(|cell| {
            let player = self.stone(cell)?;
            Some(Stack::of(cell.index(), player.index()))
        });
        Scene {
            stacks: stacks.collect(),
            holdings: Vec::new(),
            winning,
        }
    }

    fn rows(options: &NoVariants, stacks: &[Stack]) -> String {
        let pieces = Mobius::geometry(options).pieces;
        let letters = |cell: Cell| letters(&pieces, stacks, cell.index());
        written_rows((0..ROWS).map(|row| Cell::of_row(row).map(letters)))
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

    fn group(&self, site: usize) -> Option<Vec<usize>> {
        let cell = Cell::from_index(site)?;
        let player = self.stone(cell)?;
        let group = self.groups.root_of(cell);
        Some(self.cells_where(player, |root| root.is_same_group(group)))
    }

    fn ending(&self) -> Option<&'static str> {
        let roots = self.groups.bar_roots(self.winner()?);
        Some(if roots.iter().any(|root| root.bar_count() == 3) {
            "three_bars"
        } else if roots.into_iter().any(Side::wins) {
            "two_bars_and_a_loop"
        } else {
            "links"
        })
    }
}
