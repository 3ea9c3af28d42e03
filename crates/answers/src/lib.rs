//! Questions that need nothing but the rules and the engines: about games and their boards, lines of play, positions that
//! are set up by hand, records, puzzles, analyses, and tables that need nobody from elsewhere. Whoever asks, over the
//! network or in a browser without one, gets the same answer in the same words.
//!
//! ```
//! use halte_answers::Exploration;
//!
//! let line: Exploration = halte_answers::parse(br#"{"game": "mixtour 20/1", "moves": ["c3", "b2"]}"#)?;
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
mod outlook;
mod pictures;
pub mod puzzles;
mod records;
mod setup;
pub mod tables;

pub use body::parse;
pub use engine::{EnginesMove, EnginesTurn, think};
pub use fault::{Invalid, Located, Missing, Nothing, Unanswered};
pub use games::{BoardOf, GameView, VariantView, board, games};
pub use lines::{Exploration, Explored, Objection, Wish, options};
pub use outlook::{Outlook, Threat};
pub use pictures::{NewPicture, PictureFormat};
pub use records::{Checked, Doubted, Found, RecordNode, RecordTree, Written, only_record};
pub use setup::{Arranged, Arrangement, FieldView, PlacedStack};

/// How much a search may remember while it thinks, in bytes.
const MEMORY: usize = 16 << 20;
