//! `halte draw`: a picture of a position.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use halte_game::Playthrough;
use halte_game::board::Board;
use halte_game::draw::Drawing;
use halte_games::AnyGame;
use resvg::{tiny_skia, usvg};

use crate::arguments::PositionArguments;
use crate::failure::Failure;
use crate::words;

/// Draw a position as a picture, SVG or PNG by the file's ending
#[derive(Args)]
#[command(after_help = "Examples:
  halte draw mobius --moves 'e0 f3 g7' --last -o board.svg
  halte draw fibonacci --legal --group a3 -o board.png
  halte draw mixtour --position ',,,,/,rr,,w,/,,,,/,w,,w,/w,,,, r 0:0 20/1 a1' -o board.png --zoom 3")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    marks: Marks,
    /// The file to write, ending in .svg or .png
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// How many times larger a PNG is than the SVG
    #[arg(long, default_value_t = 2.0, value_name = "TIMES", value_parser = zoom)]
    zoom: f32,
}

/// What is marked on a board besides the pieces.
#[derive(Args, Clone, Default)]
pub(crate) struct Marks {
    /// Mark the last move
    #[arg(long)]
    pub(crate) last: bool,
    /// Mark where legal moves begin and end
    #[arg(long)]
    pub(crate) legal: bool,
    /// Highlight the group that stands on a cell
    #[arg(long, value_name = "CELL")]
    pub(crate) group: Option<String>,
}

fn zoom(text: &str) -> Result<f32, String> {
    let zoom: f32 = text.parse().map_err(|_| "it is no number".to_owned())?;
    if (0.1..=20.0).contains(&zoom) {
        Ok(zoom)
    } else {
        Err("it must be from 0.1 to 20".to_owned())
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = arguments.position.playthrough()?;
    let svg = halte_game::draw::svg(&drawing(&game, &arguments.marks)?);
    let path = &arguments.output;
    let picture = match path.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => svg.into_bytes(),
        Some("png") => png(&svg, arguments.zoom)?,
        _ => {
            let message = format!("cannot write {}: the file must end in .svg or .png", path.display());
            return Err(Failure::Usage(message));
        }
    };
    fs::write(path, picture).map_err(|error| Failure::file("write", path, &error))
}

/// The drawing of a game's position with what was asked to be marked.
pub(crate) fn drawing(game: &Playthrough<AnyGame>, marks: &Marks) -> Result<Drawing, Failure> {
    let position = game.position();
    let mut drawing = Drawing::new(position, words::title(position), words::turn(game));
    if let Some(&mv) = game.moves().last().filter(|_| marks.last) {
        drawing = drawing.with_last::<AnyGame>(mv);
    }
    if marks.legal {
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        drawing = drawing.with_moves::<AnyGame>(&moves);
    }
    if let Some(cell) = &marks.group {
        let site = drawing
            .geometry
            .site(cell)
            .ok_or_else(|| Failure::Usage(format!("there is no cell {cell:?} on this board")))?;
        let group = position
            .group(site)
            .ok_or_else(|| Failure::Usage(format!("no group stands on {cell}")))?;
        drawing = drawing.with_highlight(group);
    }
    Ok(drawing)
}

/// Renders an SVG of our own. The type is embedded: a machine without fonts draws the same picture.
fn png(svg: &str, zoom: f32) -> Result<Vec<u8>, Failure> {
    let broken = |error: &dyn std::fmt::Display| Failure::Usage(format!("cannot render the picture: {error}"));
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    let options = usvg::Options {
        fontdb: Arc::new(fonts),
        font_family: "Ubuntu".to_owned(),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| broken(&error))?;
    let size = tree.size();
    let (width, height) = (
        (size.width() * zoom).ceil() as u32,
        (size.height() * zoom).ceil() as u32,
    );
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or_else(|| broken(&"it has no size"))?;
    let transform = tiny_skia::Transform::from_scale(zoom, zoom);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| broken(&error))
}
