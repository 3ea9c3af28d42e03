//! Boards made of characters, for terminals; coloured with ANSI codes where the terminal has colour.
//!
//! [`text`] is a board as it is printed. [`TextBoard`] is the same board character by character, for programs that
//! show it in their own way and let people point at it.

use super::Drawing;
use crate::Player;
use crate::board::{Colour, Point, SiteKind};

/// How a character is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// As any text.
    Plain,
    /// In the background: empty cells, labels.
    Faint,
    /// Marks.
    Bold,
    /// A piece or a bar of this colour.
    Coloured(Colour),
}

impl Ink {
    /// The ANSI style.
    const fn code(self) -> &'static str {
        match self {
            Ink::Plain => "",
            Ink::Faint => "2",
            Ink::Bold => "1",
            Ink::Coloured(colour) => match colour {
                Colour::Red => "1;91",
                Colour::Blue => "1;94",
                Colour::Orange => "1;38;5;208",
                Colour::Green => "1;92",
                Colour::White => "1;97",
                Colour::Neutral => "37",
                Colour::Black => "1;95",
            },
        }
    }
}

/// One character of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// The character.
    pub character: char,
    /// How it is shown.
    pub ink: Ink,
}

impl Glyph {
    const fn new(character: char, ink: Ink) -> Glyph {
        Glyph { character, ink }
    }
}

const BLANK: Glyph = Glyph::new(' ', Ink::Plain);

/// How a board is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// How many times as far apart as usual everything is, horizontally and vertically; at least 1.
    pub zoom: (u16, u16),
    /// Whether it is seen from the other side of the table.
    pub flipped: bool,
}

impl Default for View {
    fn default() -> View {
        View {
            zoom: (1, 1),
            flipped: false,
        }
    }
}

/// Where one face of a site is on a board of characters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spot {
    /// Index of the site.
    pub site: usize,
    /// Where its middle is in the drawing plane, as it is looked at.
    pub at: Point,
    /// The row of its characters.
    pub row: usize,
    /// The column of its first character.
    pub column: usize,
    /// How many characters it has: one for each piece, one if there is none.
    pub width: usize,
}

/// Draws a position as lines of text, each ended by a line feed.
///
/// Pieces are the letters of the notation; the sites of the last move stand in `[ ]`, winning ones in `* *`,
/// highlighted ones in `( )`.
#[must_use]
pub fn text(drawing: &Drawing, colour: bool) -> String {
    let mut lines = TextBoard::new(drawing, View::default()).lines(colour);
    for line in holding_lines(drawing) {
        lines.push_str(&line);
        lines.push('\n');
    }
    lines
}

/// A board of characters, without empty rows above and below it.
#[derive(Clone, PartialEq, Debug)]
pub struct TextBoard {
    /// The characters, row by row; all rows are equally long.
    pub rows: Vec<Vec<Glyph>>,
    /// Where everything is that can be pointed at, in the order of the geometry's sites and their faces. Buttons are
    /// nowhere.
    pub spots: Vec<Spot>,
}

impl TextBoard {
    /// The board of a drawing.
    #[must_use]
    pub fn new(drawing: &Drawing, view: View) -> TextBoard {
        let mut canvas = Canvas::new(drawing, view);
        canvas.bars();
        canvas.labels();
        canvas.sites();
        canvas.cropped()
    }

    fn lines(&self, colour: bool) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let mut current = Ink::Plain;
            for glyph in &row[..used(row)] {
                if colour && glyph.ink != current && glyph.character != ' ' {
                    text.push_str("\x1b[0m");
                    if glyph.ink != Ink::Plain {
                        text.push_str(&format!("\x1b[{}m", glyph.ink.code()));
                    }
                    current = glyph.ink;
                }
                text.push(glyph.character);
            }
            if current != Ink::Plain {
                text.push_str("\x1b[0m");
            }
            text.push('\n');
        }
        text
    }
}

/// How many characters of a row are left when the blanks at its end are not counted.
fn used(row: &[Glyph]) -> usize {
    row.iter()
        .rposition(|glyph| glyph.character != ' ')
        .map_or(0, |last| last + 1)
}

struct Canvas<'a> {
    drawing: &'a Drawing,
    /// Characters per unit, horizontally and vertically.
    scale: (f32, f32),
    flipped: bool,
    board: TextBoard,
}

impl Canvas<'_> {
    fn new(drawing: &Drawing, view: View) -> Canvas<'_> {
        let (x, y) = drawing.geometry.text_scale;
        let (x, y) = (x * f32::from(view.zoom.0.max(1)), y * f32::from(view.zoom.1.max(1)));
        let columns = (drawing.geometry.width * x).ceil() as usize + 2;
        let rows = (drawing.geometry.height * y).ceil() as usize + 1;
        Canvas {
            drawing,
            scale: (x, y),
            flipped: view.flipped,
            board: TextBoard {
                rows: vec![vec![BLANK; columns]; rows],
                spots: Vec::new(),
            },
        }
    }

    /// Where a point is as the board is looked at.
    fn seen(&self, point: Point) -> Point {
        if self.flipped {
            let geometry = &self.drawing.geometry;
            Point::new(geometry.width - point.x, geometry.height - point.y)
        } else {
            point
        }
    }

    /// The row and column of a point.
    fn place(&self, point: Point) -> (usize, usize) {
        let (point, (x, y)) = (self.seen(point), self.scale);
        ((point.y * y).round() as usize, (point.x * x).round() as usize)
    }

    /// Writes words with their middle on a point.
    fn write(&mut self, at: Point, words: &str, ink: Ink) {
        let (row, column) = self.place(at);
        let start = column.saturating_sub((words.chars().count().saturating_sub(1)) / 2);
        for (offset, character) in words.chars().enumerate() {
            self.put(row, start + offset, Glyph { character, ink });
        }
    }

    fn put(&mut self, row: usize, column: usize, glyph: Glyph) {
        if let Some(place) = self.board.rows.get_mut(row).and_then(|row| row.get_mut(column)) {
            *place = glyph;
        }
    }

    fn bars(&mut self) {
        let (x_scale, y_scale) = self.scale;
        let geometry = &self.drawing.geometry;
        let (width, height) = ((geometry.width * x_scale).round(), (geometry.height * y_scale).round());
        for bar in &self.drawing.geometry.bars {
            // Filled for the first player, open for the second: it must read without colour.
            let character = match bar.player {
                Player::First => '#',
                Player::Second => '=',
            };
            let ink = Ink::Coloured(self.drawing.geometry.players[bar.player.index()]);
            for row in 0..self.board.rows.len() {
                for column in 0..self.board.rows[row].len() {
                    // Turned by whole characters: where two bars meet in the middle of a row, the same one has it.
                    let (x, y) = match self.flipped {
                        true => (width - column as f32, height - row as f32),
                        false => (column as f32, row as f32),
                    };
                    let at = Point::new(x / x_scale, y / y_scale);
                    // The last row lies exactly on the lower end of the lowest bars: it counts as inside.
                    let points = [at, Point::new(at.x, at.y - 0.1)];
                    let is_inside = |outline: &Vec<Point>| points.iter().any(|&point| contains(outline, point));
                    if bar.outlines.iter().any(is_inside) {
                        self.put(row, column, Glyph { character, ink });
                    }
                }
            }
        }
    }

    fn labels(&mut self) {
        for label in &self.drawing.geometry.labels {
            self.write(label.at, &label.text, Ink::Faint);
        }
    }

    fn sites(&mut self) {
        let drawing = self.drawing;
        for (index, site) in drawing.geometry.sites.iter().enumerate() {
            let stack = drawing.scene.stacks.iter().find(|stack| stack.site == index);
            for face in &site.faces {
                let (row, column) = self.place(face.centre);
                let width = stack.map_or(1, |stack| stack.pieces.len());
                let start = column.saturating_sub((width - 1) / 2);
                self.board.spots.push(Spot {
                    site: index,
                    at: self.seen(face.centre),
                    row,
                    column: start,
                    width,
                });
                match stack {
                    Some(stack) => {
                        for (offset, &piece) in stack.pieces.iter().enumerate() {
                            let piece = &drawing.geometry.pieces[piece];
                            self.put(
                                row,
                                start + offset,
                                Glyph::new(piece.letter, Ink::Coloured(piece.colour)),
                            );
                        }
                    }
                    None => {
                        let (character, ink) = match site.kind {
                            SiteKind::Cell if drawing.targets.contains(&index) => ('+', Ink::Bold),
                            SiteKind::Cell => ('·', Ink::Faint),
                            SiteKind::Edge => (self.arrow(index), Ink::Faint),
                            SiteKind::Button | SiteKind::Card => continue,
                        };
                        self.put(row, column, Glyph { character, ink });
                    }
                }
                let brackets = if drawing.last.contains(&index) && site.kind == SiteKind::Cell {
                    Some(('[', ']'))
                } else if drawing.scene.winning.contains(&index) {
                    Some(('*', '*'))
                } else if drawing.highlighted.contains(&index) {
                    Some(('(', ')'))
                } else {
                    None
                };
                if let Some((open, close)) = brackets {
                    self.put(row, start.saturating_sub(1), Glyph::new(open, Ink::Bold));
                    self.put(row, start + width, Glyph::new(close, Ink::Bold));
                }
            }
        }
    }

    /// The arrow of a place to push from, as the board is looked at.
    fn arrow(&self, site: usize) -> char {
        let mut pushes = self.drawing.geometry.pushes.iter();
        let way = pushes
            .find(|push| push.from == site)
            .map_or(Point::new(0.0, 0.0), |push| push.way);
        push_arrow(if self.flipped { Point::new(-way.x, -way.y) } else { way })
    }

    /// The board without the empty rows above and below it.
    fn cropped(self) -> TextBoard {
        let TextBoard { mut rows, mut spots } = self.board;
        let last = rows.iter().rposition(|row| used(row) > 0).map_or(0, |last| last + 1);
        let first = rows.iter().position(|row| used(row) > 0).unwrap_or(0);
        rows.truncate(last);
        rows.drain(..first);
        for spot in &mut spots {
            spot.row -= first;
        }
        TextBoard { rows, spots }
    }
}

/// The character for the way something is pushed.
#[must_use]
pub fn push_arrow(way: Point) -> char {
    match way {
        Point { x, .. } if x > 0.0 => '>',
        Point { x, .. } if x < 0.0 => '<',
        Point { y, .. } if y < 0.0 => '^',
        Point { y, .. } if y > 0.0 => 'v',
        _ => ' ',
    }
}

/// Whether a point lies in a polygon, by the parity of the edges to its right.
fn contains(polygon: &[Point], point: Point) -> bool {
    let mut inside = false;
    for (index, from) in polygon.iter().enumerate() {
        let to = polygon[(index + 1) % polygon.len()];
        if (from.y > point.y) != (to.y > point.y) {
            let crossing = from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x);
            inside ^= point.x < crossing;
        }
    }
    inside
}

/// What lies beside the board, in words: a line for each player, and one for what concerns both.
fn holding_lines(drawing: &Drawing) -> Vec<String> {
    let mut lines = Vec::new();
    for row in [Some(Player::First), Some(Player::Second), None] {
        let items = drawing.scene.holdings.iter().filter(|holding| holding.owner == row);
        let words: Vec<String> = items.map(|holding| drawing.words(holding)).collect();
        if words.is_empty() {
            continue;
        }
        let words = words.join(", ");
        lines.push(match row {
            Some(player) => {
                let colour = drawing.geometry.players[player.index()];
                drawing.wording.owned(colour, &words)
            }
            None => words,
        });
    }
    lines
}
