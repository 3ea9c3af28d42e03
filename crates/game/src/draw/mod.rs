//! Drawing a position from its one description, as a picture ([`svg`]) or as characters ([`text`]), and a whole game as a
//! [`Graph`].

/// Writes a line of formatted text; writing to a `String` cannot fail.
macro_rules! put {
    ($text:expr, $($format:tt)*) => {
        let _ = writeln!($text, $($format)*);
    };
}

mod graph;
mod svg;
mod text;
mod wording;

use crate::board::{Board, Geometry, Holding, Scene};

pub use graph::{Graph, GraphMark, GraphTurn};
pub use svg::{PAPER, svg};
pub use text::{Glyph, Ink, Spot, TextBoard, View, push_arrow, text};
pub use wording::{Plain, Wording, plain};

/// Everything that one drawing shows.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Where everything is.
    pub geometry: Geometry,
    /// What stands where.
    pub scene: Scene,
    /// What the whole drawing is: `Mixtour by Dieter Stein`.
    pub title: String,
    /// Whose turn it is, or how the game ended: `White to move`.
    pub caption: String,
    /// Sites of the last move.
    pub last: Vec<usize>,
    /// Sites where a legal move of several clicks begins.
    pub sources: Vec<usize>,
    /// Sites where a legal move ends.
    pub targets: Vec<usize>,
    /// Sites to highlight, such as a group.
    pub highlighted: Vec<usize>,
    /// How it is said in words.
    pub wording: &'static dyn Wording,
}

impl Drawing {
    /// The drawing of a position, with nothing marked but why it was won.
    #[must_use]
    pub fn new<G: Board>(position: &G, title: String, caption: String) -> Drawing {
        Drawing {
            geometry: G::geometry(&position.options()),
            scene: position.scene(),
            title,
            caption,
            last: Vec::new(),
            sources: Vec::new(),
            targets: Vec::new(),
            highlighted: Vec::new(),
            wording: &Plain,
        }
    }

    /// Marks where legal moves begin and end.
    #[must_use]
    pub fn with_moves<G: Board>(mut self, moves: &[G::Move]) -> Drawing {
        for &mv in moves {
            let clicks = G::clicks(mv);
            if let [first, .., last] = clicks.as_slice() {
                self.sources.push(first.site);
                self.targets.push(last.site);
            } else {
                self.targets.extend(clicks.iter().map(|click| click.site));
            }
        }
        for sites in [&mut self.sources, &mut self.targets] {
            sites.sort_unstable();
            sites.dedup();
        }
        self
    }

    /// Says everything in these words.
    #[must_use]
    pub fn with_wording(mut self, wording: &'static dyn Wording) -> Drawing {
        self.wording = wording;
        self
    }

    /// Highlights sites.
    #[must_use]
    pub fn with_highlight(mut self, sites: Vec<usize>) -> Drawing {
        self.highlighted = sites;
        self
    }

    /// What a screen reader or a tooltip says of a site: its name, then what stands there. None if there is no such
    /// site.
    #[must_use]
    pub fn describe(&self, site: usize) -> Option<String> {
        let name = &self.geometry.sites.get(site)?.name;
        let stack = self.scene.stacks.iter().find(|stack| stack.site == site);
        let pieces = stack.map_or(&[][..], |stack| &stack.pieces);
        Some(self.wording.place(&self.geometry, name, pieces))
    }

    /// What a holding is in words.
    #[must_use]
    pub fn words(&self, holding: &Holding) -> String {
        self.wording.holding(&self.geometry, holding)
    }
}
