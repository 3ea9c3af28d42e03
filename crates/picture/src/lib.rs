//! Pictures of games, for terminals, servers and documents alike: a position as SVG or PNG, a line of play as an
//! animated GIF. The same game gives the same bytes.
//!
//! ```
//! use halte_game::{Game, Playthrough};
//! use halte_games::AnyGame;
//!
//! let options = "move".parse()?;
//! let mut game = Playthrough::new(AnyGame::start(&options));
//! game.play_text("d5")?;
//! let frames = halte_picture::frames(&game, |game| halte_game::draw::svg(&halte_picture::drawing(game)));
//! let gif = halte_picture::gif(&frames, 0.5, &|| true)?;
//! assert!(gif.starts_with(b"GIF89a"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Without the feature `pixels` there are SVGs alone.

#[cfg(feature = "pixels")]
mod animation;
mod drawing;
mod format;
#[cfg(feature = "pixels")]
mod raster;
pub mod words;

#[cfg(feature = "pixels")]
pub use animation::gif;
pub use drawing::{drawing, frames, last_turn, svg};
pub use format::Format;
#[cfg(feature = "pixels")]
pub use raster::png;

#[cfg(feature = "pixels")]
use halte_game::faults;

#[cfg(feature = "pixels")]
faults! {
    /// Why a picture could not be made.
    pub enum PictureError {
        #[fault("picture_render", "cannot render the picture: {cause}")]
        Render { cause: String },
        #[fault("picture_unwanted", "nobody waits for the picture any more")]
        Unwanted,
    }
}

#[cfg(feature = "pixels")]
impl PictureError {
    fn render(cause: impl Into<Box<dyn std::error::Error>>) -> PictureError {
        let cause = cause.into().to_string();
        PictureError::Render { cause }
    }
}
