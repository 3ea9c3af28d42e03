//! Pictures of lines of play.

use halte_picture::Format;
use serde::Deserialize;

use crate::{Exploration, Unanswered};

/// What to draw.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewPicture {
    /// As what.
    #[serde(with = "PictureFormat")]
    #[cfg_attr(feature = "schema", schema(value_type = PictureFormat))]
    pub format: Format,
    /// The line of play.
    pub line: Exploration,
}

/// What a picture is written as.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(remote = "Format", rename_all = "snake_case")]
pub enum PictureFormat {
    /// The last position, as shapes.
    Svg,
    /// The last position, as pixels.
    Png,
    /// Every move, as pixels that move; a line of at most 500 moves.
    Gif,
}

impl NewPicture {
    /// How does it look? Pixels need more than the rules: then there is no answer.
    pub fn svg(&self) -> Result<Option<String>, Unanswered> {
        let game = self.line.play("line.")?;
        Ok((self.format == Format::Svg).then(|| halte_picture::svg(&game, None)))
    }
}
