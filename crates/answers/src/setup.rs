//! Positions that are set up by hand: what pieces and fields say as a text, and what is wrong with it. How a text is made
//! is for the games to say.

use std::collections::HashSet;

use halte_game::board::{Board, SiteKind, Stack};
use halte_game::{Explain, Explanation, Game};
use halte_games::{AnyGame, AnyOptions};
use serde::{Deserialize, Serialize};

use crate::{Invalid, Unanswered, options};

/// What somebody has set up.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Arrangement {
    /// A position's text.
    Text {
        /// The game and its variant.
        #[cfg_attr(feature = "schema", schema(example = "mixtour 20/1"))]
        game: String,
        /// The text.
        text: String,
    },
    /// Pieces, and the other words of the position's text.
    Board {
        /// The game and its variant.
        #[cfg_attr(feature = "schema", schema(example = "mixtour 20/1"))]
        game: String,
        /// What stands where.
        stacks: Vec<PlacedStack>,
        /// The other words, in their order.
        fields: Vec<String>,
    },
}

/// Pieces that were put on a cell.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PlacedStack {
    /// Index of the cell among the board's sites.
    pub site: usize,
    /// Indices of piece kinds from the bottom up.
    pub pieces: Vec<usize>,
}

/// What an arrangement says.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Arranged {
    /// The position's text, if it is one.
    pub position: String,
    /// What stands where; nothing if the text does not say.
    pub stacks: Option<Vec<Stack>>,
    /// The other words of the text.
    pub fields: Vec<FieldView>,
    /// Why the text is no position, in English; nothing if it is one.
    pub problem: Option<Explanation>,
}

/// A word of a position's text.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FieldView {
    /// What it says: `player`, `in_hand`.
    pub name: &'static str,
    /// The word.
    pub value: String,
    /// All that it can be; empty if that is too much to list.
    pub choices: Vec<String>,
}

impl Arrangement {
    /// What does it say, and is it legal?
    pub fn set_up(self) -> Result<Arranged, Unanswered> {
        let (options, text, stacks) = match self {
            Arrangement::Text { game, text } => (options("game", &game)?, text, None),
            Arrangement::Board { game, stacks, fields } => {
                let options = options("game", &game)?;
                let stacks = placed(&options, stacks)?;
                let rows = AnyGame::rows(&options, &stacks);
                let text = std::iter::once(rows).chain(fields).collect::<Vec<String>>().join(" ");
                (options, text, Some(stacks))
            }
        };
        let position = AnyGame::parse(&options, &text);
        let mut words = text.split(' ').skip(1);
        let fields = AnyGame::fields(&options).into_iter().map(|field| FieldView {
            name: field.name,
            value: words.next().unwrap_or_default().to_owned(),
            choices: field.choices,
        });
        Ok(Arranged {
            fields: fields.collect(),
            stacks: stacks.or_else(|| Some(position.as_ref().ok()?.scene().stacks)),
            problem: position.err().map(|error| error.reason().explanation()),
            position: text,
        })
    }
}

/// The stacks, if they are on the board and of its pieces.
fn placed(options: &AnyOptions, stacks: Vec<PlacedStack>) -> Result<Vec<Stack>, Unanswered> {
    let geometry = AnyGame::geometry(options);
    let mut taken = HashSet::new();
    for (number, stack) in stacks.iter().enumerate() {
        let wrong =
            |field: &str, invalid: Invalid| Err(Unanswered::invalid(&format!("stacks[{number}].{field}"), invalid));
        let site = geometry.sites.get(stack.site);
        if site.is_none_or(|site| site.kind != SiteKind::Cell) {
            return wrong("site", Invalid::NoSuchCell);
        }
        if !taken.insert(stack.site) {
            return wrong("site", Invalid::CellTwice);
        }
        if stack.pieces.iter().any(|&piece| piece >= geometry.pieces.len()) {
            return wrong("pieces", Invalid::NoSuchPiece);
        }
    }
    let stack = |PlacedStack { site, pieces }| Stack { site, pieces };
    Ok(stacks.into_iter().map(stack).collect())
}
