//! SVGs of our own as pixels. The type is embedded: a machine without fonts draws the same picture.

use std::sync::{Arc, LazyLock};

use halte_game::draw::PAPER;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, fontdb};

use crate::PictureError;

/// The one font, read once.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    Arc::new(fonts)
});

/// An SVG as PNG, so many times as large.
///
/// # Errors
/// If it is no SVG, or too large.
pub fn png(svg: &str, zoom: f32) -> Result<Vec<u8>, PictureError> {
    let scaled = Scaled::new(svg, zoom)?;
    let pixels = scaled.render(scaled.size())?;
    pixels.encode_png().map_err(PictureError::render)
}

/// An SVG and how many times as large it is drawn.
pub(crate) struct Scaled {
    tree: usvg::Tree,
    zoom: f32,
}

impl Scaled {
    pub(crate) fn new(svg: &str, zoom: f32) -> Result<Scaled, PictureError> {
        let options = usvg::Options {
            fontdb: Arc::clone(&FONTS),
            font_family: "Ubuntu".to_owned(),
            ..usvg::Options::default()
        };
        let tree = usvg::Tree::from_str(svg, &options).map_err(PictureError::render)?;
        Ok(Scaled { tree, zoom })
    }

    /// Its width and height in pixels.
    pub(crate) fn size(&self) -> (u32, u32) {
        let size = self.tree.size();
        let pixels = |length: f32| (length * self.zoom).ceil() as u32;
        (pixels(size.width()), pixels(size.height()))
    }

    /// Its pixels on a sheet of this size.
    pub(crate) fn render(&self, (width, height): (u32, u32)) -> Result<Pixmap, PictureError> {
        let mut pixels = Pixmap::new(width, height).ok_or_else(|| PictureError::render("it has no size"))?;
        // A drawing may be a part of a pixel smaller than the sheet, or have fewer lines of words than another one.
        let paper = u32::from_str_radix(PAPER.trim_start_matches('#'), 16).map_err(PictureError::render)?;
        let [_, red, green, blue] = paper.to_be_bytes();
        pixels.fill(Color::from_rgba8(red, green, blue, u8::MAX));
        let transform = Transform::from_scale(self.zoom, self.zoom);
        resvg::render(&self.tree, transform, &mut pixels.as_mut());
        Ok(pixels)
    }
}
