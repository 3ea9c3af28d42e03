//! The kinds of pictures.

/// What a picture is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The last position, as shapes.
    Svg,
    /// The last position, as pixels.
    Png,
    /// The whole line of play, as pixels that move.
    Gif,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Svg, Format::Png, Format::Gif];

    /// How the names of its files end: `svg`.
    pub const fn ending(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Gif => "gif",
        }
    }

    /// Its type in HTTP: `image/svg+xml`.
    pub const fn content_type(self) -> &'static str {
        match self {
            Format::Svg => "image/svg+xml",
            Format::Png => "image/png",
            Format::Gif => "image/gif",
        }
    }

    /// How many times as large as the SVG a picture is, unless something else is wanted.
    pub const fn zoom(self) -> f32 {
        match self {
            Format::Svg | Format::Gif => 1.0,
            Format::Png => 2.0,
        }
    }

    /// The format of files that end like this, in capitals too.
    pub fn of_ending(ending: &str) -> Option<Format> {
        let is_it = |format: &Format| format.ending().eq_ignore_ascii_case(ending);
        Format::ALL.into_iter().find(is_it)
    }
}
