//! Pictures as SVG: one self-contained document that reads in colour and in greyscale.

use std::fmt::Write;

use super::Drawing;
use crate::Player;
use crate::board::{Colour, Face, Held, Holding, Mark, PieceKind, Point, Shape, Site, SiteKind, Stack};

/// Pixels a unit.
const SCALE: f32 = 48.0;
/// Radius of a piece that stands alone, in units.
const RADIUS: f32 = 0.4;
/// Height of one line of the status panel below the board, in units.
const LINE: f32 = 0.62;
/// Width of one character of the panel's type, in units: wide enough for any common font.
const CHARACTER: f32 = 0.165;

/// The lines of the panel: what concerns both players, then each player's own.
const PANEL: [Option<Player>; 3] = [None, Some(Player::First), Some(Player::Second)];

/// The colour of the background.
pub const PAPER: &str = "#f8f4ea";
const CELL: &str = "#f0e6d2";
pub(super) const INK: &str = "#4b3f34";
const GRID: &str = "#a3927d";
const GOLD: &str = "#ffcf33";

/// Fill, outline and the colour of marks.
pub(super) const fn shades(colour: Colour) -> (&'static str, &'static str, &'static str) {
    match colour {
        Colour::Red => ("#c4332b", "#6d1611", "#ffffff"),
        Colour::Blue => ("#2a62ad", "#12315c", "#ffffff"),
        Colour::Orange => ("#ee8f23", "#8a4a05", "#3a1f02"),
        Colour::Green => ("#2d8a57", "#0f4428", "#ffffff"),
        Colour::White => ("#ffffff", "#5d5348", "#5d5348"),
        Colour::Neutral => ("#d8c3a0", "#8c7450", "#8c7450"),
        Colour::Black => ("#2b2724", "#000000", "#ffffff"),
    }
}

/// Draws a position.
#[must_use]
pub fn svg(drawing: &Drawing) -> String {
    let mut picture = Picture {
        drawing,
        body: String::new(),
    };
    picture.document();
    picture.body
}

struct Picture<'a> {
    drawing: &'a Drawing,
    body: String,
}

impl Picture<'_> {
    fn document(&mut self) {
        let geometry = &self.drawing.geometry;
        let panel = self.panel_lines();
        let height = geometry.height + panel as f32 * LINE + if panel > 0 { 0.2 } else { 0.0 };
        let (width, height) = (pixels(geometry.width), pixels(height));
        put!(
            self.body,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" font-family="Ubuntu, DejaVu Sans, Verdana, sans-serif">"#
        );
        let drawing = self.drawing;
        put!(
            self.body,
            "<title>{}: {}</title>",
            escaped(&drawing.title),
            escaped(&drawing.caption)
        );
        self.definitions();
        put!(self.body, r#"<rect width="{width}" height="{height}" fill="{PAPER}"/>"#);
        self.bars();
        self.sites();
        self.lines();
        self.halos();
        self.pieces();
        self.marks();
        self.labels();
        self.panel();
        put!(self.body, "</svg>");
    }

    fn definitions(&mut self) {
        put!(self.body, "<defs>");
        put!(
            self.body,
            r##"<radialGradient id="shine" cx="0.35" cy="0.3" r="0.75"><stop offset="0" stop-color="#fff" stop-opacity="0.75"/><stop offset="0.35" stop-color="#fff" stop-opacity="0.12"/><stop offset="1" stop-color="#000" stop-opacity="0.22"/></radialGradient>"##
        );
        if !self.drawing.geometry.bars.is_empty() {
            for player in Player::ALL {
                self.bar_pattern(player);
            }
        }
        // A half cell shows half a stone.
        for (index, site) in self.drawing.geometry.sites.iter().enumerate() {
            if is_cut(site) {
                for (number, face) in site.faces.iter().enumerate() {
                    let points = points(&face.outline);
                    put!(
                        self.body,
                        r#"<clipPath id="face{index}-{number}"><polygon points="{points}"/></clipPath>"#
                    );
                }
            }
        }
        put!(self.body, "</defs>");
    }

    fn bars(&mut self) {
        let geometry = &self.drawing.geometry;
        for bar in &geometry.bars {
            let (_, outline, _) = shades(geometry.players[bar.player.index()]);
            put!(self.body, "<g><title>{}</title>", escaped(&bar.name));
            for polygon in &bar.outlines {
                put!(
                    self.body,
                    r#"<polygon points="{}" fill="url(#bar-{})" stroke="{outline}" stroke-width="1.5" stroke-linejoin="round"/>"#,
                    points(polygon),
                    bar.player
                );
            }
            put!(self.body, "</g>");
        }
    }

    /// The fill of a player's bars repeats the mark of the player's pieces, so that it tells the owner in greyscale.
    fn bar_pattern(&mut self, player: Player) {
        let geometry = &self.drawing.geometry;
        let Some(piece) = geometry.pieces.iter().find(|piece| piece.owner == Some(player)) else {
            return;
        };
        let (fill, _, mark) = shades(piece.colour);
        let tile = 0.4;
        let size = pixels(tile);
        put!(
            self.body,
            r#"<pattern id="bar-{player}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">"#
        );
        put!(self.body, r#"<rect width="{size}" height="{size}" fill="{fill}"/>"#);
        self.mark(piece.mark, Point::new(tile / 2.0, tile / 2.0), 0.2, mark);
        put!(self.body, "</pattern>");
    }

    fn sites(&mut self) {
        for (index, site) in self.drawing.geometry.sites.iter().enumerate() {
            let on_lines = !self.drawing.geometry.lines.is_empty() && site.kind == SiteKind::Cell;
            let (fill, stroke) = match site.kind {
                SiteKind::Cell if on_lines => ("none", "none"),
                SiteKind::Cell => (CELL, GRID),
                SiteKind::Edge => ("#e3d8c4", GRID),
                SiteKind::Button | SiteKind::Card => continue,
            };
            let name = match site.kind {
                SiteKind::Cell => self.drawing.describe(index).unwrap_or_default(),
                SiteKind::Edge | SiteKind::Button | SiteKind::Card => site.name.clone(),
            };
            put!(self.body, "<g><title>{}</title>", escaped(&name));
            for face in &site.faces {
                put!(
                    self.body,
                    r#"<polygon points="{}" fill="{fill}" stroke="{stroke}" stroke-width="1.2" stroke-linejoin="round" pointer-events="all"/>"#,
                    points(&face.outline)
                );
            }
            put!(self.body, "</g>");
        }
    }

    fn lines(&mut self) {
        if self.drawing.geometry.lines.is_empty() {
            return;
        }
        put!(
            self.body,
            r#"<g stroke="{GRID}" stroke-width="1.5" stroke-linecap="round" pointer-events="none">"#
        );
        for [from, to] in &self.drawing.geometry.lines {
            let [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(pixels);
            put!(self.body, r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#);
        }
        put!(self.body, "</g>");
    }

    /// What lies under the pieces: the last move, highlighted sites, why the game was won.
    fn halos(&mut self) {
        let drawing = self.drawing;
        for &index in &drawing.last {
            for face in &drawing.geometry.sites[index].faces {
                put!(
                    self.body,
                    r##"<polygon points="{}" fill="#ecd9a0" fill-opacity="0.75" stroke="{INK}" stroke-width="2" stroke-dasharray="5 3" stroke-linejoin="round" pointer-events="none"/>"##,
                    points(&shrunk(face))
                );
            }
        }
        // A light halo with a dark rim shows on any board and around any piece, in greyscale too.
        for (sites, colour) in [(&drawing.highlighted, "#ffffff"), (&drawing.scene.winning, GOLD)] {
            for &index in sites {
                let attributes = format!(r#" fill="{colour}" stroke="{INK}" stroke-width="2.5" pointer-events="none""#);
                self.circles(index, RADIUS + 0.06, &attributes);
            }
        }
    }

    fn pieces(&mut self) {
        put!(self.body, r#"<g pointer-events="none">"#);
        let drawing = self.drawing;
        for stack in &drawing.scene.stacks {
            let site = &drawing.geometry.sites[stack.site];
            for (number, face) in site.faces.iter().enumerate() {
                let clip = clip(site, stack.site, number);
                put!(self.body, "<g{clip}>");
                self.stack(stack, face.centre);
                put!(self.body, "</g>");
            }
        }
        put!(self.body, "</g>");
    }

    /// One piece seen from above.
    fn piece(&mut self, piece: &PieceKind, at: Point, radius: f32) {
        let (fill, outline, mark) = shades(piece.colour);
        let (x, y, r) = (pixels(at.x), pixels(at.y), pixels(radius));
        let style = format!(r#"fill="{fill}" stroke="{outline}" stroke-width="1.6" stroke-linejoin="round""#);
        match piece.shape {
            Shape::Disc | Shape::Counter => {
                put!(self.body, r#"<circle cx="{x}" cy="{y}" r="{r}" {style}/>"#);
            }
            Shape::Marble => {
                put!(self.body, r#"<circle cx="{x}" cy="{y}" r="{r}" {style}/>"#);
                put!(self.body, r#"<circle cx="{x}" cy="{y}" r="{r}" fill="url(#shine)"/>"#);
            }
            Shape::Star => {
                let outline = radial(at, 12, |corner| radius * if corner % 2 == 0 { 1.12 } else { 0.72 });
                put!(self.body, r#"<polygon points="{}" {style}/>"#, points(&outline));
            }
            Shape::Triangle => {
                let below = Point::new(at.x, at.y + radius * 0.12);
                let outline = radial(below, 3, |_| radius * 1.18);
                put!(self.body, r#"<polygon points="{}" {style}/>"#, points(&outline));
            }
            Shape::Square => {
                let side = pixels(radius * 1.56);
                let (left, top) = (pixels(at.x - radius * 0.78), pixels(at.y - radius * 0.78));
                put!(
                    self.body,
                    r#"<rect x="{left}" y="{top}" width="{side}" height="{side}" rx="4" {style}/>"#
                );
            }
        }
        self.mark(piece.mark, at, radius, mark);
    }

    fn mark(&mut self, mark: Mark, at: Point, radius: f32, colour: &str) {
        let (x, y) = (pixels(at.x), pixels(at.y));
        match mark {
            Mark::None => {}
            Mark::Dot => {
                let r = pixels(radius * 0.28);
                put!(self.body, r#"<circle cx="{x}" cy="{y}" r="{r}" fill="{colour}"/>"#);
            }
            Mark::Ring => {
                let (r, line) = (pixels(radius * 0.42), pixels(radius * 0.17));
                put!(
                    self.body,
                    r#"<circle cx="{x}" cy="{y}" r="{r}" fill="none" stroke="{colour}" stroke-width="{line}"/>"#
                );
            }
            Mark::Cross => {
                let (arm, line) = (radius * 0.42, pixels(radius * 0.2));
                let [left, right] = [at.x - arm, at.x + arm].map(pixels);
                let [top, bottom] = [at.y - arm, at.y + arm].map(pixels);
                put!(
                    self.body,
                    r#"<path d="M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}" stroke="{colour}" stroke-width="{line}" stroke-linecap="round"/>"#
                );
            }
            Mark::Stripe => {
                let (arm, line) = (radius * 0.6, pixels(radius * 0.22));
                let [left, right] = [at.x - arm, at.x + arm].map(pixels);
                put!(
                    self.body,
                    r#"<path d="M{left} {y}L{right} {y}" stroke="{colour}" stroke-width="{line}" stroke-linecap="round"/>"#
                );
            }
        }
    }

    /// The pieces of one site: counters pile up and are seen from the side, so that every piece and their order show.
    fn stack(&mut self, stack: &Stack, centre: Point) {
        const THICKNESS: f32 = 0.175;
        let height = stack.pieces.len() as f32 * THICKNESS;
        // Short stacks stand in the middle of their cell, tall ones fill it.
        let mut bottom = centre.y + (height / 2.0 + 0.05).clamp(0.2, 0.36);
        for &piece in &stack.pieces {
            let piece = &self.drawing.geometry.pieces[piece];
            if piece.shape == Shape::Counter {
                self.counter(piece, Point::new(centre.x, bottom), THICKNESS);
                bottom -= THICKNESS;
            } else {
                self.piece(piece, centre, RADIUS);
            }
        }
    }

    /// One counter seen from the side, standing on a point.
    fn counter(&mut self, piece: &PieceKind, foot: Point, thickness: f32) {
        const HALF_WIDTH: f32 = 0.33;
        const DEPTH: f32 = 0.09;
        let (fill, outline, mark) = shades(piece.colour);
        let style = format!(r#"fill="{fill}" stroke="{outline}" stroke-width="1.4""#);
        let [left, x, right] = [-HALF_WIDTH, 0.0, HALF_WIDTH].map(|offset| pixels(foot.x + offset));
        let [low, high, rx, ry] = [foot.y, foot.y - thickness, HALF_WIDTH, DEPTH].map(pixels);
        put!(
            self.body,
            r#"<path d="M{left} {high}V{low}A{rx} {ry} 0 0 0 {right} {low}V{high}Z" {style}/>"#
        );
        put!(
            self.body,
            r#"<ellipse cx="{x}" cy="{high}" rx="{rx}" ry="{ry}" {style}/>"#
        );
        // The mark is on the front of the rim.
        let front = Point::new(foot.x, foot.y - thickness / 2.0 + DEPTH);
        self.mark(piece.mark, front, 0.17, mark);
    }

    /// Where legal moves begin (a dotted ring) and end (a dot, or a ring around what stands there).
    fn marks(&mut self) {
        let drawing = self.drawing;
        put!(
            self.body,
            r#"<g fill="none" stroke="{INK}" stroke-width="2" pointer-events="none">"#
        );
        for &index in &drawing.sources {
            self.circles(index, RADIUS + 0.06, r#" stroke-dasharray="2 3""#);
        }
        for &index in &drawing.targets {
            if drawing.scene.stacks.iter().any(|stack| stack.site == index) {
                self.circles(index, RADIUS + 0.02, "");
            } else {
                self.circles(index, 0.09, &format!(r#" fill="{INK}" stroke="{CELL}""#));
            }
        }
        put!(self.body, "</g>");
    }

    /// A circle on every face of a site.
    fn circles(&mut self, index: usize, radius: f32, attributes: &str) {
        let site = &self.drawing.geometry.sites[index];
        for (number, face) in site.faces.iter().enumerate() {
            let [x, y, r] = [face.centre.x, face.centre.y, radius].map(pixels);
            let clip = clip(site, index, number);
            put!(self.body, r#"<circle cx="{x}" cy="{y}" r="{r}"{attributes}{clip}/>"#);
        }
    }

    fn labels(&mut self) {
        let drawing = self.drawing;
        put!(
            self.body,
            r#"<g fill="{INK}" font-size="{}" text-anchor="middle" pointer-events="none">"#,
            pixels(0.34)
        );
        for label in &drawing.geometry.labels {
            // Type hangs from its baseline: a third of its size below the middle centres capitals.
            let (x, y) = (pixels(label.at.x), pixels(label.at.y + 0.12));
            put!(self.body, r#"<text x="{x}" y="{y}">{}</text>"#, escaped(&label.text));
        }
        put!(self.body, "</g>");
    }

    /// How many lines the panel has.
    fn panel_lines(&self) -> usize {
        let holdings = &self.drawing.scene.holdings;
        let is_used = |row: &Option<Player>| row.is_none() || holdings.iter().any(|holding| holding.owner == *row);
        PANEL.iter().filter(|row| is_used(row)).count()
    }

    /// What lies beside the board, one line for each player.
    fn panel(&mut self) {
        let drawing = self.drawing;
        let mut y = drawing.geometry.height + LINE / 2.0 - 0.05;
        put!(
            self.body,
            r#"<g fill="{INK}" font-size="{}" pointer-events="none">"#,
            pixels(0.32)
        );
        for row in PANEL {
            let mut items = drawing
                .scene
                .holdings
                .iter()
                .filter(|holding| holding.owner == row)
                .peekable();
            let mut x = 0.3;
            match row {
                None => x = self.words(&drawing.caption, x, y),
                Some(_) if items.peek().is_none() => continue,
                Some(_) => {
                    let mut pieces = drawing.geometry.pieces.iter();
                    if let Some(piece) = pieces.find(|piece| piece.owner == row) {
                        self.piece(piece, Point::new(x + 0.2, y), 0.2);
                        x += 0.6;
                    }
                }
            }
            for holding in items {
                x = self.holding(holding, x, y);
            }
            y += LINE;
        }
        put!(self.body, "</g>");
    }

    /// One item of the panel; returns where the next one begins.
    fn holding(&mut self, holding: &Holding, mut x: f32, y: f32) -> f32 {
        match &holding.held {
            Held::Cards { cards } => {
                x = self.words(&self.drawing.wording.name(holding), x, y);
                for cards in cards {
                    for _ in 0..cards.left {
                        self.card(cards.value, x, y);
                        x += 0.42;
                    }
                }
                return x;
            }
            Held::Pieces { pieces } => {
                for &piece in pieces {
                    self.piece(&self.drawing.geometry.pieces[piece], Point::new(x + 0.25, y), 0.25);
                    x += 0.65;
                }
            }
            Held::Counter { .. }
            | Held::StepsLeft { .. }
            | Held::StepsTakenAway { .. }
            | Held::Number { .. }
            | Held::Notice => {}
        }
        self.words(&self.drawing.words(holding), x, y)
    }

    fn words(&mut self, text: &str, x: f32, y: f32) -> f32 {
        put!(
            self.body,
            r#"<text x="{}" y="{}">{}</text>"#,
            pixels(x),
            pixels(y + 0.11),
            escaped(text)
        );
        x + text.chars().count() as f32 * CHARACTER + 0.25
    }

    fn card(&mut self, value: u32, x: f32, y: f32) {
        let [left, top, width, height] = [x, y - 0.25, 0.36, 0.5].map(pixels);
        put!(
            self.body,
            r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="4" fill="{CELL}" stroke="{INK}" stroke-width="1.2"/>"#
        );
        put!(
            self.body,
            r#"<text x="{}" y="{}" text-anchor="middle">{value}</text>"#,
            pixels(x + 0.18),
            pixels(y + 0.11)
        );
    }
}

/// Whether a site is drawn in two halves.
fn is_cut(site: &Site) -> bool {
    site.faces.len() > 1
}

/// The attribute that cuts what is drawn on a half cell at its edge.
fn clip(site: &Site, index: usize, face: usize) -> String {
    if is_cut(site) {
        format!(r#" clip-path="url(#face{index}-{face})""#)
    } else {
        String::new()
    }
}

/// A face's outline moved inward a little, so that neighbouring marks stay apart.
fn shrunk(face: &Face) -> Vec<Point> {
    let middle = middle(&face.outline);
    let inward = |point: &Point| {
        Point::new(
            middle.x + (point.x - middle.x) * 0.93,
            middle.y + (point.y - middle.y) * 0.93,
        )
    };
    face.outline.iter().map(inward).collect()
}

fn middle(polygon: &[Point]) -> Point {
    let count = polygon.len().max(1) as f32;
    let x = polygon.iter().map(|point| point.x).sum::<f32>() / count;
    let y = polygon.iter().map(|point| point.y).sum::<f32>() / count;
    Point::new(x, y)
}

/// Corners around a centre, the first one above it.
fn radial(centre: Point, corners: usize, radius: impl Fn(usize) -> f32) -> Vec<Point> {
    let corner = |index: usize| {
        let angle = std::f32::consts::TAU * index as f32 / corners as f32;
        let radius = radius(index);
        Point::new(centre.x + radius * angle.sin(), centre.y - radius * angle.cos())
    };
    (0..corners).map(corner).collect()
}

/// Units to pixels, with one decimal: enough for the eye, and the same on every machine.
fn pixels(units: f32) -> f32 {
    (units * SCALE * 10.0).round() / 10.0
}

fn points(polygon: &[Point]) -> String {
    let pairs: Vec<String> = polygon
        .iter()
        .map(|point| format!("{},{}", pixels(point.x), pixels(point.y)))
        .collect();
    pairs.join(" ")
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
