//! What comes with the games besides their rules: puzzles, positions to measure searches by, pieces of notation.
//!
//! It lies in `games/GAME/` at the top of the repository, beside the game's words and what the page shows of it, and is
//! found by listing: a new game's files are simply there.

use std::borrow::Cow;

use halte_engine::{Limits, Puzzle};
use halte_game::ParseError;
use halte_game::record::Records;
use halte_games::{AnyFault, AnyGame, AnyOptions, GameId};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../games"]
struct Files;

/// The texts of a game whose paths begin so, in the order of their paths.
fn texts(game: GameId, path: &str) -> Vec<String> {
    let start = format!("{game}/{path}");
    let mut paths: Vec<Cow<'static, str>> = Files::iter().filter(|path| path.starts_with(&start)).collect();
    paths.sort_unstable();
    let texts = paths.iter().filter_map(|path| Files::get(path));
    texts
        .map(|file| String::from_utf8_lossy(&file.data).into_owned())
        .collect()
}

fn all_texts(path: &str) -> impl Iterator<Item = String> {
    GameId::ALL.into_iter().flat_map(move |game| texts(game, path))
}

/// All proved puzzles, some hundreds. One that could not be read would be left out; a test reads them all.
pub fn puzzles() -> impl Iterator<Item = Puzzle<AnyGame>> {
    all_texts("puzzles/").flat_map(|text| {
        let records = Records::<AnyGame>::new(&text).flatten();
        let puzzles = records.filter_map(|record| Puzzle::from_record(&record).ok());
        puzzles.collect::<Vec<_>>()
    })
}

/// What the page shows of a game, as JSON.
pub fn page(game: GameId) -> Option<String> {
    texts(game, "page.json").pop()
}

/// Positions of one variant, on which a search is measured.
#[derive(Clone, Debug)]
pub struct Bench {
    /// The game and its variant.
    pub options: AnyOptions,
    /// How far each position is searched.
    pub limits: Limits,
    /// The positions' texts.
    pub positions: Vec<String>,
}

/// The positions of all games, from games of the engines with random openings: in `bench.txt` after a variant in brackets
/// and how far it is searched, one a line.
pub fn bench() -> Result<Vec<Bench>, ParseError<AnyFault>> {
    let texts: Vec<String> = all_texts("bench.txt").collect();
    let sections = texts.iter().flat_map(|text| text.split('[').skip(1));
    sections.map(section).collect()
}

fn section(text: &str) -> Result<Bench, ParseError<AnyFault>> {
    let (heading, positions) = text.split_once('\n').unwrap_or((text, ""));
    let (name, limit) = heading.split_once("] ").unwrap_or((heading, ""));
    Ok(Bench {
        options: name.parse()?,
        limits: Limits {
            depth: limit.strip_prefix("depth ").and_then(|depth| depth.parse().ok()),
            nodes: limit.strip_prefix("nodes ").and_then(|nodes| nodes.parse().ok()),
            ..Limits::default()
        },
        positions: positions.lines().map(str::to_owned).collect(),
    })
}

/// Pieces of the games' notations, for whoever makes up texts that nearly are moves or positions.
pub fn notation() -> Vec<String> {
    let texts = all_texts("notation.txt");
    let words = texts.flat_map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    words.collect()
}
