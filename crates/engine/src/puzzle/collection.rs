//! The puzzles that come with the engines.

use halte_game::record::Records;
use halte_games::AnyGame;

use crate::Puzzle;

/// The files of `puzzles/`.
const FILES: [&str; 9] = [
    include_str!("../../puzzles/mobius.txt"),
    include_str!("../../puzzles/move-short.txt"),
    include_str!("../../puzzles/move-deep.txt"),
    include_str!("../../puzzles/fibonacci-classic.txt"),
    include_str!("../../puzzles/fibonacci-cards.txt"),
    include_str!("../../puzzles/mixtour-20-1.txt"),
    include_str!("../../puzzles/mixtour-20-2.txt"),
    include_str!("../../puzzles/mixtour-20-3.txt"),
    include_str!("../../puzzles/mixtour-25-5.txt"),
];

/// Some eight hundred proved puzzles of all games. One that could not be read would be left out; a test reads them all.
pub fn puzzle_collection() -> impl Iterator<Item = Puzzle<AnyGame>> {
    let records = FILES.into_iter().flat_map(Records::<AnyGame>::new);
    records.filter_map(|record| Puzzle::from_record(&record.ok()?).ok())
}
