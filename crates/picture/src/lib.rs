//! Pictures of games, for terminals, servers and documents alike: a position as SVG or PNG, a line of play as an
//! animated GIF. The same game gives the same bytes.
//!
//! ```
//! use halte_game::{Game, Playthrough};
//! use halte_games::AnyGame;
//!
//! let options = "move".parse()?;
//! let mut game = Playthrough::new(AnyGame::start(&options));
//! game.play(AnyGame::parse_move(&options, "d5")?)?;
//! let frames = halte_picture::frames(&game, |game| halte_game::draw::svg(&halte_picture::drawing(game)));
//! let gif = halte_picture::gif(&frames, 0.5, &|| true)?;
//! assert!(gif.starts_with(b"GIF89a"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod animation;
mod drawing;
mod format;
mod raster;
pub mod words;

use std::error::Error;

pub use animation::gif;
pub use drawing::{drawing, frames, last_turn};
pub use format::Format;
pub use raster::png;

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The drawing cannot be rendered, or not at this size.
    #[error("cannot render the picture: {0}")]
    Render(Box<dyn Error + Send + Sync>),
    /// Nobody wanted it any more.
    #[error("nobody waits for the picture any more")]
    Unwanted,
}

impl PictureError {
    fn render(cause: impl Into<Box<dyn Error + Send + Sync>>) -> PictureError {
        PictureError::Render(cause.into())
    }
}
