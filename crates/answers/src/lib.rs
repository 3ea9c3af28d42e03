//! Questions that need nothing but the rules and the engines: about games and their boards, lines of play, positions that
//! are set up by hand, records, puzzles and analyses. Whoever asks, over the network or in a browser without one, gets the same
//! answer in the same words.
//!
//! ```
//! let line = halte_answers::Exploration::new("mixtour 20/1", None, &["c3", "b2"]);
//! let explored = line.explore()?;
//! assert_eq!(explored.movers.len(), 2);
//! # Ok::<(), halte_answers::Unanswered>(())
//! ```

pub mod analysis;
mod body;
mod engine;
mod fault;
mod games;
mod lines;
pub mod puzzles;
mod records;
mod setup;

pub use body::parse;
pub use engine::{EnginesMove, EnginesTurn, think};
pub use fault::{Invalid, Located, Missing, Nothing, Unanswered};
pub use games::{BoardOf, GameView, VariantView, board, games};
pub use lines::{Exploration, Explored, MOST_MOVES, Objection, Wish, options, play_moves, start};
pub use records::{Found, RecordNode, RecordTree, Written};
pub use setup::{Arranged, Arrangement, FieldView, PlacedStack};
