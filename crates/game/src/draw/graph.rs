//! The graph of a game: the first player's probability of winning after each turn, as a picture or as characters.

use std::fmt::Write;

use super::svg::{INK, PAPER, escaped, shades};
use crate::board::Colour;

/// What a graph shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Graph {
    /// What was played: `Mixtour 20/1 by Dieter Stein`.
    pub title: String,
    /// The players' names, the first player's first.
    pub names: [String; 2],
    /// Their colours.
    pub colours: [Colour; 2],
    /// The first player's probability of winning before the first turn.
    pub start: f32,
    /// What follows.
    pub turns: Vec<GraphTurn>,
}

/// One turn of a graph.
#[derive(Clone, PartialEq, Debug)]
pub struct GraphTurn {
    /// The turn's number, which both players share.
    pub number: u32,
    /// The turn in words: `12... c3-d4`.
    pub name: String,
    /// The first player's probability of winning after it.
    pub value: f32,
    /// How it is marked, if it is.
    pub mark: Option<GraphMark>,
}

/// How an important turn is marked. Marks are ordered by their importance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GraphMark {
    /// The more, the more important.
    pub weight: u8,
    /// What a picture shows: `??`.
    pub sign: &'static str,
    /// What it means, in a word whose first letter stands for it in a terminal: `blunder`.
    pub name: &'static str,
}

/// The picture in pixels: its size, and the margins around the graph itself.
const WIDTH: f32 = 860.0;
const HEIGHT: f32 = 400.0;
const LEFT: f32 = 62.0;
const RIGHT: f32 = 24.0;
const TOP: f32 = 74.0;
const BOTTOM: f32 = 48.0;

/// How much of the first player's colour there is in its part.
const PALE: f32 = 0.6;
/// The width of one character of the picture's type, generously.
const CHARACTER: f32 = 8.0;
/// The most characters of a name in a picture.
const LONGEST_NAME: usize = 40;

/// Columns and rows of a terminal's graph.
const COLUMNS: usize = 68;
const ROWS: usize = 8;
/// The most columns of one turn.
const WIDEST: usize = 3;
/// Blocks that fill a row by eighths.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl Graph {
    /// The values before the first turn and after each.
    fn values(&self) -> impl Iterator<Item = f32> {
        let after = self.turns.iter().map(|turn| turn.value);
        std::iter::once(self.start)
            .chain(after)
            .map(|value| value.clamp(0.0, 1.0))
    }

    /// The marks that occur, the most important first.
    fn marks(&self) -> Vec<GraphMark> {
        let mut marks: Vec<GraphMark> = self.turns.iter().filter_map(|turn| turn.mark).collect();
        marks.sort_unstable();
        marks.dedup();
        marks.reverse();
        marks
    }

    /// The indices of the values whose numbers are written below the axis, with those numbers.
    fn ticks(&self, most: usize) -> Vec<(usize, u32)> {
        let last = self.turns.last().map_or(0, |turn| turn.number) as usize;
        let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
        let step = steps.into_iter().find(|step| last / step <= most).unwrap_or(20_000);
        let mut ticks: Vec<(usize, u32)> = Vec::new();
        for (index, turn) in (1..).zip(&self.turns) {
            let is_new = ticks.last().is_none_or(|&(_, number)| number != turn.number);
            if is_new && (turn.number as usize).is_multiple_of(step) {
                ticks.push((index, turn.number));
            }
        }
        ticks
    }

    /// The graph as a picture: one self-contained SVG that reads in colour and in greyscale.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut text = String::new();
        put!(
            text,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="Ubuntu, DejaVu Sans, Verdana, sans-serif" font-size="14" fill="{INK}">"#
        );
        let [first, second] = &self.names;
        put!(
            text,
            "<title>{}</title>",
            escaped(&format!(
                "{}, {first} against {second}: the probability that {first} wins",
                self.title
            ))
        );
        // The second player's part is striped: that tells it apart without colour.
        let (fill, stripe, _) = shades(self.colours[1]);
        put!(
            text,
            r#"<defs><pattern id="second" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="{fill}"/><path d="M-2 2L2 -2M0 8L8 0M6 10L10 6" stroke="{stripe}" stroke-width="2"/></pattern></defs>"#
        );
        put!(text, r#"<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>"#);
        put!(
            text,
            r#"<text x="{LEFT}" y="26" font-size="17">{}</text>"#,
            escaped(&self.title)
        );
        self.legend(&mut text);
        self.areas(&mut text);
        self.axes(&mut text);
        self.points(&mut text);
        put!(text, "</svg>");
        text
    }

    /// Where a value stands in the picture.
    fn place(&self, index: usize, value: f32) -> (f32, f32) {
        let across = index as f32 / self.turns.len().max(1) as f32;
        (
            tenths(LEFT + across * (WIDTH - LEFT - RIGHT)),
            tenths(TOP + (1.0 - value) * (HEIGHT - TOP - BOTTOM)),
        )
    }

    /// Who is who, and what the marks mean.
    fn legend(&self, text: &mut String) {
        let mut x = LEFT;
        let fills = [(shades(self.colours[0]).0, PALE), ("url(#second)", 1.0)];
        for ((fill, opacity), name) in fills.into_iter().zip(&self.names) {
            let name: String = name.chars().take(LONGEST_NAME).collect();
            put!(
                text,
                r#"<rect x="{x}" y="42" width="20" height="16" fill="{fill}" fill-opacity="{opacity}" stroke="{INK}"/>"#
            );
            put!(text, r#"<text x="{}" y="55">{}</text>"#, x + 27.0, escaped(&name));
            x += 27.0 + name.chars().count() as f32 * CHARACTER + 20.0;
        }
        for mark in self.marks() {
            put!(
                text,
                r#"<text x="{x}" y="55"><tspan font-weight="bold">{}</tspan> {}</text>"#,
                escaped(mark.sign),
                escaped(mark.name)
            );
            x += (mark.sign.len() + mark.name.len() + 1) as f32 * CHARACTER + 16.0;
        }
    }

    /// The first player's part below the curve, the second player's above it.
    fn areas(&self, text: &mut String) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        let (width, height) = (right - LEFT, bottom - TOP);
        put!(
            text,
            r#"<rect x="{LEFT}" y="{TOP}" width="{width}" height="{height}" fill="url(#second)"/>"#
        );
        let places = self.values().enumerate().map(|(index, value)| self.place(index, value));
        let mut curve: Vec<String> = places.map(|(x, y)| format!("{x},{y}")).collect();
        if self.turns.is_empty() {
            curve.push(format!("{right},{}", self.place(0, self.start.clamp(0.0, 1.0)).1));
        }
        let curve = curve.join(" ");
        // The first player's colour is paler, and plain.
        let (fill, ..) = shades(self.colours[0]);
        for (fill, opacity) in [(PAPER, 1.0), (fill, PALE)] {
            put!(
                text,
                r#"<polygon points="{LEFT},{bottom} {curve} {right},{bottom}" fill="{fill}" fill-opacity="{opacity}"/>"#
            );
        }
        // Dark on light on whatever is below shows everywhere.
        for (colour, line) in [(PAPER, 6), (INK, 2)] {
            put!(
                text,
                r#"<polyline points="{curve}" fill="none" stroke="{colour}" stroke-width="{line}" stroke-linejoin="round"/>"#
            );
        }
        put!(
            text,
            r#"<rect x="{LEFT}" y="{TOP}" width="{width}" height="{height}" fill="none" stroke="{INK}" stroke-width="1.5"/>"#
        );
    }

    fn axes(&self, text: &mut String) {
        let right = WIDTH - RIGHT;
        for percent in [0, 25, 50, 75, 100] {
            let (_, y) = self.place(0, percent as f32 / 100.0);
            if percent == 50 {
                for (colour, dashes) in [(PAPER, "none"), (INK, "6 4")] {
                    put!(
                        text,
                        r#"<path d="M{LEFT} {y}H{right}" stroke="{colour}" stroke-width="1.5" stroke-dasharray="{dashes}"/>"#
                    );
                }
            }
            put!(text, r#"<path d="M{} {y}H{LEFT}" stroke="{INK}"/>"#, LEFT - 6.0);
            put!(
                text,
                r#"<text x="{}" y="{}" text-anchor="end" font-size="12">{percent}%</text>"#,
                LEFT - 9.0,
                y + 4.0
            );
        }
        let bottom = HEIGHT - BOTTOM;
        for (index, number) in self.ticks(20) {
            let (x, _) = self.place(index, 0.0);
            put!(text, r#"<path d="M{x} {bottom}V{}" stroke="{INK}"/>"#, bottom + 6.0);
            put!(
                text,
                r#"<text x="{x}" y="{}" text-anchor="middle" font-size="12">{number}</text>"#,
                bottom + 20.0
            );
        }
        put!(
            text,
            r#"<text x="{}" y="{}" text-anchor="middle" font-size="12">turn</text>"#,
            tenths((LEFT + right) / 2.0),
            HEIGHT - 9.0
        );
    }

    /// A dot for every turn, to point at, and the marks; the most important ones on top.
    fn points(&self, text: &mut String) {
        let mut turns: Vec<(usize, &GraphTurn)> = (1..).zip(&self.turns).collect();
        turns.sort_by_key(|(_, turn)| turn.mark);
        for (index, turn) in turns {
            let (x, y) = self.place(index, turn.value.clamp(0.0, 1.0));
            let meaning = turn.mark.map_or(String::new(), |mark| format!(", {}", mark.name));
            let percent = turn.value * 100.0;
            put!(
                text,
                "<g><title>{}</title>",
                escaped(&format!("{}: {percent:.0}%{meaning}", turn.name))
            );
            match turn.mark {
                None => {
                    put!(text, r#"<circle cx="{x}" cy="{y}" r="2.5"/>"#);
                }
                Some(mark) => {
                    put!(
                        text,
                        r##"<circle cx="{x}" cy="{y}" r="11" fill="#ffffff" stroke="{INK}" stroke-width="{}"/>"##,
                        mark.weight
                    );
                    put!(
                        text,
                        r#"<text x="{x}" y="{}" text-anchor="middle" font-weight="bold">{}</text>"#,
                        tenths(y + 5.0),
                        escaped(mark.sign)
                    );
                }
            }
            put!(text, "</g>");
        }
    }

    /// The graph as characters, at most 78 in a line: Unicode's blocks, or plain ASCII.
    ///
    /// The blocks are the first player's part. Letters below the axis mark important turns.
    #[must_use]
    pub fn text(&self, is_unicode: bool) -> String {
        let values: Vec<f32> = self.values().collect();
        let columns = values.len().min(COLUMNS);
        let width = (COLUMNS / columns).clamp(1, WIDEST);
        // Which column shows a value; of several the last.
        let column = |index: usize| index * columns / values.len();
        let mut shown = vec![0.0; columns];
        for (index, &value) in values.iter().enumerate() {
            shown[column(index)] = value;
        }
        let mut text = String::new();
        let (side, corner, line) = if is_unicode {
            ('│', '└', "─")
        } else {
            ('|', '+', "-")
        };
        for row in (0..ROWS).rev() {
            let label = match row {
                7 => "100%",
                3 => " 50%",
                _ => "",
            };
            let _ = write!(text, "  {label:4} {side}");
            for &value in &shown {
                let eighths = (value * ROWS as f32 * 8.0).round() as usize;
                let filled = eighths.saturating_sub(row * 8).min(8);
                let block = match filled {
                    filled if is_unicode => EIGHTHS[filled],
                    0..4 => ' ',
                    _ => '#',
                };
                text.extend(std::iter::repeat_n(block, width));
            }
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        put!(text, "    0% {corner}{}", line.repeat(columns * width));
        let marks = self.marks();
        let mut letters = vec![' '; columns * width];
        // The most important mark has the last word.
        for mark in marks.iter().rev() {
            for (index, _) in (1..).zip(&self.turns).filter(|(_, turn)| turn.mark == Some(*mark)) {
                letters[column(index) * width] = letter(mark);
            }
        }
        let mut numbers = vec![' '; COLUMNS + 1];
        for (index, number) in self.ticks(columns * width / 6) {
            let digits = number.to_string();
            let at = column(index) * width;
            let places = numbers.get_mut(at.saturating_sub(1)..at + digits.len());
            if let Some(places) = places.filter(|places| places.iter().all(|&place| place == ' ')) {
                // With a space before it, except at the very beginning.
                for (place, digit) in places.iter_mut().rev().zip(digits.chars().rev()) {
                    *place = digit;
                }
            }
        }
        for characters in [letters, numbers] {
            let characters: String = characters.into_iter().collect();
            if !characters.trim().is_empty() {
                put!(text, "        {}", characters.trim_end());
            }
        }
        if !marks.is_empty() {
            let meanings = marks.iter().map(|mark| format!("{} {}", letter(mark), mark.name));
            put!(text, "        {}", meanings.collect::<Vec<_>>().join(", "));
        }
        text
    }
}

/// The letter that stands for a mark in a terminal.
fn letter(mark: &GraphMark) -> char {
    mark.name
        .chars()
        .next()
        .map_or('?', |letter| letter.to_ascii_uppercase())
}

/// A number of pixels with one decimal: enough for the eye, and the same on every machine.
fn tenths(pixels: f32) -> f32 {
    (pixels * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLUNDER: GraphMark = GraphMark {
        weight: 3,
        sign: "??",
        name: "blunder",
    };

    fn graph(values: &[f32]) -> Graph {
        let turn = |(index, &value): (u32, &f32)| GraphTurn {
            number: index / 2 + 1,
            name: format!("{index} <&>"),
            value,
            mark: (value < 0.2).then_some(BLUNDER),
        };
        Graph {
            title: "A game & more".to_owned(),
            names: ["Anna".to_owned(), "Ben \"B\" <ben>".to_owned()],
            colours: [Colour::White, Colour::Red],
            start: 0.5,
            turns: (0..).zip(values).map(turn).collect(),
        }
    }

    #[test]
    fn characters_show_the_values() {
        let expected = "
  100% |            ######
       |            ######
       |            ######
       |         #########
   50% |###   ############
       |###   ############
       |###   ############
       |##################
    0% +------------------
           B
           1     2     3
        B blunder
";
        assert_eq!(graph(&[0.1, 0.5, 0.6, 1.0, 1.0]).text(false), expected[1..]);
        let eighths = graph(&[0.0, 0.0625, 0.125]).text(true);
        assert!(eighths.contains("       │███   ▄▄▄███\n    0% └"), "{eighths}");
    }

    #[test]
    fn graphs_of_all_lengths_fit() {
        for length in [0, 1, 2, 33, 34, 67, 68, 69, 200, 3000] {
            let values: Vec<f32> = (0..length).map(|index| index as f32 / length as f32).collect();
            for is_unicode in [false, true] {
                let text = graph(&values).text(is_unicode);
                assert!(text.lines().all(|line| line.chars().count() <= 78), "{text}");
                assert!(is_unicode || text.is_ascii(), "{text}");
            }
            assert!(graph(&values).svg().ends_with("</svg>\n"));
        }
    }

    #[test]
    fn pictures_escape_what_they_say() {
        let svg = graph(&[0.4, 0.1]).svg();
        assert!(svg.contains("<title>A game &amp; more, Anna against Ben \"B\" &lt;ben&gt;: "));
        assert!(svg.contains("<title>1 &lt;&amp;&gt;: 10%, blunder</title>"));
    }
}
