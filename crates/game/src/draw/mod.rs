//! Drawing a position from its one description, as a picture ([`svg`]) or as characters ([`text`]), and a whole game as a
//! [`Graph`].

mod graph;
mod svg;
mod text;

use crate::board::{Board, Geometry, Scene, Status};

pub use graph::{Graph, GraphMark, GraphTurn};
pub use svg::{PAPER, svg};
pub use text::{Glyph, Ink, Spot, TextBoard, View, text};

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
        let Some(stack) = self.scene.stacks.iter().find(|stack| stack.site == site) else {
            return Some(format!("{name}, empty"));
        };
        let top = stack
            .pieces
            .last()
            .map_or("nothing", |&piece| self.geometry.pieces[piece].name);
        Some(match stack.pieces.len() {
            1 => format!("{name}, {top}"),
            height => format!("{name}, stack of {height}, {top} on top"),
        })
    }

    /// What a status says in words.
    #[must_use]
    pub fn words(&self, status: &Status) -> String {
        let steps = |count: u32| if count == 1 { "step" } else { "steps" };
        match *status {
            Status::InHand { piece } => format!("in hand: {}", self.geometry.pieces[piece].name),
            Status::Reserve { count, .. } => format!("{count} in reserve"),
            Status::Score { points, goal, .. } => format!("{points} of {goal} points"),
            Status::TurnNumber { number } => format!("turn {number}"),
            Status::StepsLeft { count } => format!("{count} {} left", steps(count)),
            Status::StepsTakenAway { count } => format!("{count} {} taken away", steps(count)),
            Status::CardToDraw => "a card is to be drawn".to_owned(),
            Status::Pack { left, .. } => {
                let values = (1..=6).zip(left);
                let cards = values.flat_map(|(value, count): (u8, u8)| std::iter::repeat_n(value, count.into()));
                let cards: Vec<String> = cards.map(|value| value.to_string()).collect();
                format!("cards left: {}", cards.join(" "))
            }
        }
    }
}
