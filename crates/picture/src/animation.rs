//! Animated GIFs. All frames share one palette, and each holds only the rectangle that changed, in which what stays is
//! transparent: so they are small.

use std::collections::HashMap;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use crate::PictureError;
use crate::raster::Scaled;

/// How long a frame is shown, in hundredths of a second, and how long the last one.
const DELAY: u16 = 80;
const LAST_DELAY: u16 = 300;

/// The index that means that a pixel stays; the palette has one colour less than GIF allows.
const TRANSPARENT: u8 = 255;

/// Of so many pixels the palette is learnt from one. The fewer, the better and the slower; with 10 no difference is
/// seen.
const SAMPLING: i32 = 10;

/// SVGs as the frames of an animated GIF that repeats for ever, so many times as large.
/// It is as large as the largest of the first, the middle and the last.
///
/// It ends early when `is_wanted` says so, which is asked before each frame.
///
/// # Errors
/// If there is no frame, one is no SVG or too large, or nobody wants it any more.
pub fn gif(frames: &[String], zoom: f32, is_wanted: &dyn Fn() -> bool) -> Result<Vec<u8>, PictureError> {
    let (Some(first), Some(last)) = (frames.first(), frames.last()) else {
        return Err(PictureError::render("it has no frames"));
    };
    // Whatever is ever drawn is on one of these.
    let samples = [first, &frames[frames.len() / 2], last].map(|svg| Scaled::new(svg, zoom));
    let samples: Vec<Scaled> = samples.into_iter().collect::<Result<_, _>>()?;
    let sizes = samples.iter().map(Scaled::size);
    let size = sizes.fold((0, 0), |(width, height), size| (size.0.max(width), size.1.max(height)));
    let too_large = |_| PictureError::render(format!("a GIF has at most {0} x {0} pixels", u16::MAX));
    let width = u16::try_from(size.0).map_err(too_large)?;
    let height = u16::try_from(size.1).map_err(too_large)?;
    let render = |svg: &str| Scaled::new(svg, zoom)?.render(size);

    let samples = samples.iter().map(|sample| sample.render(size));
    let mut palette = Palette::of(&samples.collect::<Result<Vec<Pixmap>, PictureError>>()?);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette.colours).map_err(PictureError::render)?;
    encoder.set_repeat(Repeat::Infinite).map_err(PictureError::render)?;
    let mut shown = Vec::new();
    for (number, svg) in (1..).zip(frames) {
        if !is_wanted() {
            return Err(PictureError::Unwanted);
        }
        let pixels = palette.indices(&render(svg)?);
        let mut frame = changed(&shown, &pixels, width.into());
        frame.delay = if number == frames.len() { LAST_DELAY } else { DELAY };
        encoder.write_frame(&frame).map_err(PictureError::render)?;
        shown = pixels;
    }
    drop(encoder);
    Ok(bytes)
}

/// The colours that all frames share.
struct Palette {
    quantiser: NeuQuant,
    /// Red, green and blue of each.
    colours: Vec<u8>,
    /// The indices of colours that were asked for before.
    known: HashMap<[u8; 4], u8>,
}

impl Palette {
    fn of(samples: &[Pixmap]) -> Palette {
        let pixels: Vec<u8> = samples.iter().flat_map(Pixmap::data).copied().collect();
        let quantiser = NeuQuant::new(SAMPLING, usize::from(TRANSPARENT), &pixels);
        Palette {
            colours: quantiser.color_map_rgb(),
            quantiser,
            known: HashMap::new(),
        }
    }

    /// The index of each pixel's colour. Pictures have a background, so no pixel shines through.
    fn indices(&mut self, pixels: &Pixmap) -> Vec<u8> {
        let (colours, _) = pixels.data().as_chunks::<4>();
        let index = |colour: &[u8; 4]| {
            let known = self.known.entry(*colour);
            *known.or_insert_with(|| self.quantiser.index_of(colour) as u8)
        };
        colours.iter().map(index).collect()
    }
}

/// The frame that makes one picture of another; of nothing, a whole picture.
fn changed(before: &[u8], after: &[u8], width: usize) -> Frame<'static> {
    let is_new = |at: usize| before.get(at) != Some(&after[at]);
    let places = (0..after.len()).filter(|&at| is_new(at));
    let corners = places.map(|at| (at % width, at / width));
    let bounds = corners.fold(None, |bounds: Option<[usize; 4]>, (x, y)| {
        let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
        Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
    });
    // A picture that stays the same is a frame too, for its time: of one pixel that stays.
    let [left, top, right, bottom] = bounds.unwrap_or_default();
    let rows = (top..=bottom).flat_map(|y| (left..=right).map(move |x| y * width + x));
    let buffer: Vec<u8> = rows
        .map(|at| if is_new(at) { after[at] } else { TRANSPARENT })
        .collect();
    Frame {
        left: left as u16,
        top: top as u16,
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        transparent: Some(TRANSPARENT),
        dispose: DisposalMethod::Keep,
        buffer: buffer.into(),
        ..Frame::default()
    }
}
