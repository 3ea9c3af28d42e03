//! How a board is said in words. Names are codes of a game's own; here they are read as plain English, and whoever has
//! better words hands them in.

use std::fmt::Debug;

use crate::board::{Colour, Geometry, Held, Holding, PieceKind};

/// What is said of a board. Everything is plain English unless it is said otherwise.
pub trait Wording: Debug + Send + Sync {
    /// What a kind of piece is called.
    fn piece(&self, kind: &PieceKind) -> String {
        plain(kind.name)
    }

    /// What a player's colour is called.
    fn colour(&self, colour: Colour) -> String {
        colour.name().to_owned()
    }

    /// What a player has, after the player's colour.
    fn owned(&self, colour: Colour, holdings: &str) -> String {
        format!("{}: {holdings}", self.colour(colour))
    }

    /// A place of this name, and the pieces that stand there, from the bottom up.
    fn place(&self, geometry: &Geometry, name: &str, pieces: &[usize]) -> String {
        let top = pieces.last().map(|&piece| self.piece(&geometry.pieces[piece]));
        match (top, pieces.len()) {
            (None, _) => format!("{name}, empty"),
            (Some(top), 1) => format!("{name}, {top}"),
            (Some(top), height) => format!("{name}, stack of {height}, {top} on top"),
        }
    }

    /// What something beside the board is called.
    fn name(&self, holding: &Holding) -> String {
        plain(holding.name)
    }

    /// What lies beside the board.
    fn holding(&self, geometry: &Geometry, holding: &Holding) -> String {
        let name = self.name(holding);
        match &holding.held {
            Held::Counter {
                count, of: Some(of), ..
            } => format!("{count} of {of} {name}"),
            // One step left, two steps left.
            Held::StepsLeft { count: 1 } | Held::StepsTakenAway { count: 1 } => {
                format!("1 {}", name.replacen("s ", " ", 1))
            }
            Held::Counter { count, .. } | Held::StepsLeft { count } | Held::StepsTakenAway { count } => {
                format!("{count} {name}")
            }
            Held::Number { number } => format!("{name} {number}"),
            Held::Pieces { pieces } => {
                let pieces = pieces.iter().map(|&piece| self.piece(&geometry.pieces[piece]));
                format!("{name}: {}", pieces.collect::<Vec<_>>().join(", "))
            }
            Held::Cards { cards } => {
                let cards = cards.iter().map(|cards| (cards.value.to_string(), cards.left as usize));
                let cards = cards.flat_map(|(value, left)| std::iter::repeat_n(value, left));
                format!("{name}: {}", cards.collect::<Vec<_>>().join(" "))
            }
            Held::Notice => name,
        }
    }
}

/// Plain English.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Wording for Plain {}

/// A code as plain English: `line_of_five` is a line of five.
#[must_use]
pub fn plain(code: &str) -> String {
    code.replace('_', " ")
}
