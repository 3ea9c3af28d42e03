//! Boards made of characters, for terminals; coloured with ANSI codes where the terminal has colour.

use super::Drawing;
use crate::Player;
use crate::board::{Colour, Point, SiteKind};

/// One character of the canvas and how it is shown.
#[derive(Clone, Copy, PartialEq)]
struct Glyph {
    character: char,
    style: &'static str,
}

const BLANK: Glyph = Glyph {
    character: ' ',
    style: "",
};
const FAINT: &str = "2";

/// ANSI style of a piece's letter.
const fn style(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "1;91",
        Colour::Blue => "1;94",
        Colour::Orange => "1;38;5;208",
        Colour::Green => "1;92",
        Colour::White => "1;97",
        Colour::Neutral => "37",
        Colour::Black => "1;95",
    }
}

/// Draws a position as lines of text, each ended by a line feed.
///
/// Pieces are the letters of the notation; the sites of the last move stand in `[ ]`, winning ones in `* *`,
/// highlighted ones in `( )`.
#[must_use]
pub fn text(drawing: &Drawing, colour: bool) -> String {
    let mut canvas = Canvas::new(drawing);
    canvas.bars();
    canvas.labels();
    canvas.sites();
    let mut lines = canvas.lines(colour);
    for line in status_lines(drawing) {
        lines.push_str(&line);
        lines.push('\n');
    }
    lines
}

struct Canvas<'a> {
    drawing: &'a Drawing,
    rows: Vec<Vec<Glyph>>,
}

impl Canvas<'_> {
    fn new(drawing: &Drawing) -> Canvas<'_> {
        let (x, y) = drawing.geometry.text_scale;
        let columns = (drawing.geometry.width * x).ceil() as usize + 2;
        let rows = (drawing.geometry.height * y).ceil() as usize + 1;
        Canvas {
            drawing,
            rows: vec![vec![BLANK; columns]; rows],
        }
    }

    /// The row and column of a point.
    fn place(&self, point: Point) -> (usize, usize) {
        let (x, y) = self.drawing.geometry.text_scale;
        ((point.y * y).round() as usize, (point.x * x).round() as usize)
    }

    /// Writes words with their middle on a point.
    fn write(&mut self, at: Point, words: &str, style: &'static str) {
        let (row, column) = self.place(at);
        let start = column.saturating_sub((words.chars().count().saturating_sub(1)) / 2);
        for (offset, character) in words.chars().enumerate() {
            self.put(row, start + offset, Glyph { character, style });
        }
    }

    fn put(&mut self, row: usize, column: usize, glyph: Glyph) {
        if let Some(place) = self.rows.get_mut(row).and_then(|row| row.get_mut(column)) {
            *place = glyph;
        }
    }

    fn bars(&mut self) {
        let (x_scale, y_scale) = self.drawing.geometry.text_scale;
        for bar in &self.drawing.geometry.bars {
            // Filled for the first player, open for the second: it must read without colour.
            let character = match bar.player {
                Player::First => '#',
                Player::Second => '=',
            };
            let style = style(self.drawing.geometry.players[bar.player.index()]);
            for row in 0..self.rows.len() {
                for column in 0..self.rows[row].len() {
                    let (x, y) = (column as f32 / x_scale, row as f32 / y_scale);
                    // The last row lies exactly on the lower end of the lowest bars: it counts as inside.
                    let points = [Point::new(x, y), Point::new(x, y - 0.1)];
                    let is_inside = |outline: &Vec<Point>| points.iter().any(|&point| contains(outline, point));
                    if bar.outlines.iter().any(is_inside) {
                        self.put(row, column, Glyph { character, style });
                    }
                }
            }
        }
    }

    fn labels(&mut self) {
        for label in &self.drawing.geometry.labels {
            self.write(label.at, &label.text, FAINT);
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
                match stack {
                    Some(stack) => {
                        for (offset, &piece) in stack.pieces.iter().enumerate() {
                            let piece = &drawing.geometry.pieces[piece];
                            let glyph = Glyph {
                                character: piece.letter,
                                style: style(piece.colour),
                            };
                            self.put(row, start + offset, glyph);
                        }
                    }
                    None => {
                        let (character, style) = match site.kind {
                            SiteKind::Cell if drawing.targets.contains(&index) => ('+', "1"),
                            SiteKind::Cell => ('·', FAINT),
                            SiteKind::Edge => (site.name.chars().last().unwrap_or(' '), FAINT),
                            SiteKind::Button => continue,
                        };
                        self.put(row, column, Glyph { character, style });
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
                    let around = |character| Glyph { character, style: "1" };
                    self.put(row, start.saturating_sub(1), around(open));
                    self.put(row, start + width, around(close));
                }
            }
        }
    }

    fn lines(&self, colour: bool) -> String {
        let mut text = String::new();
        let used = |row: &[Glyph]| {
            row.iter()
                .rposition(|glyph| glyph.character != ' ')
                .map_or(0, |last| last + 1)
        };
        let first = self.rows.iter().position(|row| used(row) > 0).unwrap_or(0);
        let last = self.rows.iter().rposition(|row| used(row) > 0).unwrap_or(0);
        for row in &self.rows[first..=last] {
            let mut current = "";
            for glyph in &row[..used(row)] {
                if colour && glyph.style != current && glyph.character != ' ' {
                    text.push_str("\x1b[0m");
                    if !glyph.style.is_empty() {
                        text.push_str(&format!("\x1b[{}m", glyph.style));
                    }
                    current = glyph.style;
                }
                text.push(glyph.character);
            }
            if !current.is_empty() {
                text.push_str("\x1b[0m");
            }
            text.push('\n');
        }
        text
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
fn status_lines(drawing: &Drawing) -> Vec<String> {
    let mut lines = Vec::new();
    for row in [Some(Player::First), Some(Player::Second), None] {
        let items = drawing.scene.status.iter().filter(|status| status.owner() == row);
        let words: Vec<String> = items.map(|status| drawing.words(status)).collect();
        if words.is_empty() {
            continue;
        }
        let colour = row.map_or(String::new(), |player| {
            format!("{}: ", drawing.geometry.players[player.index()].name())
        });
        lines.push(format!("{colour}{}", words.join(", ")));
    }
    lines
}
