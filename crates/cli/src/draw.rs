//! `halte draw`: a picture of a position.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use halte_game::board::{Board, SiteKind};
use halte_game::draw::Drawing;
use halte_game::{Game, Playthrough};
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
  halte draw mixtour --moves 'b2 c3 b2-c3' -o board.png --zoom 3
  halte draw move -o - > board.svg")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    marks: Marks,
    /// The file to write, ending in .svg or .png; `-` is an SVG to standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// How many times larger a PNG is than the SVG; 2 if not given
    #[arg(long, value_name = "TIMES", value_parser = zoom)]
    zoom: Option<f32>,
}

/// What is marked on a board besides the pieces.
#[derive(Args, Clone, Default)]
pub(crate) struct Marks {
    /// Mark the last turn
    #[arg(long)]
    pub(crate) last: bool,
    /// Mark where legal moves begin and end
    #[arg(long)]
    pub(crate) legal: bool,
    /// Highlight the group that stands on a cell
    #[arg(long, value_name = "CELL")]
    pub(crate) group: Option<String>,
}

const DEFAULT_ZOOM: f32 = 2.0;

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
    let picture = picture(path, svg, arguments.zoom)?;
    if is_standard_output(path) {
        return Ok(io::stdout().lock().write_all(&picture)?);
    }
    fs::write(path, picture).map_err(|error| Failure::file("write", path, &error))
}

/// A picture of the kind that its file's ending says.
pub(crate) fn picture(path: &Path, svg: String, zoom: Option<f32>) -> Result<Vec<u8>, Failure> {
    match (ending(path).as_deref(), zoom) {
        (Some("png"), zoom) => png(&svg, zoom.unwrap_or(DEFAULT_ZOOM)),
        (Some("svg"), None) => Ok(svg.into_bytes()),
        (Some("svg"), Some(_)) => {
            let message = "an SVG is as large as it is shown: --zoom is for PNG";
            Err(Failure::Usage(message.to_owned()))
        }
        _ => Err(wrong_ending(path)),
    }
}

/// Refuses a file that is no picture by its name.
pub(crate) fn check_ending(path: &Path) -> Result<(), Failure> {
    match ending(path).as_deref() {
        Some("svg" | "png") if !is_standard_output(path) => Ok(()),
        _ => Err(wrong_ending(path)),
    }
}

fn wrong_ending(path: &Path) -> Failure {
    Failure::Usage(format!(
        "cannot write {}: the file must end in .svg or .png",
        path.display()
    ))
}

fn is_standard_output(path: &Path) -> bool {
    path == Path::new("-")
}

/// The ending that says what picture a file is.
fn ending(path: &Path) -> Option<String> {
    if is_standard_output(path) {
        return Some("svg".to_owned());
    }
    Some(path.extension()?.to_str()?.to_lowercase())
}

/// The drawing of a game's position with what was asked to be marked.
pub(crate) fn drawing(game: &Playthrough<AnyGame>, marks: &Marks) -> Result<Drawing, Failure> {
    let position = game.position();
    let title = words::title(&position.options());
    let mut drawing = Drawing::new(position, title, words::turn(game));
    if marks.last {
        drawing.last = last_turn(game, &drawing);
    }
    if marks.legal {
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        drawing = drawing.with_moves::<AnyGame>(&moves);
    }
    if let Some(cell) = &marks.group {
        let group = group(position, &drawing, cell)?;
        drawing = drawing.with_highlight(group);
    }
    Ok(drawing)
}

/// The sites of the last turn, of all its steps. A turn that has touched no cell yet, with only a card drawn, leaves the
/// marks of the one before.
fn last_turn(game: &Playthrough<AnyGame>, drawing: &Drawing) -> Vec<usize> {
    let mut position = game.start().clone();
    let mut sites = Vec::new();
    let mut is_new = false;
    for &mv in game.moves() {
        is_new |= position.begins_turn();
        let mut touched = AnyGame::touched(mv);
        touched.retain(|&site| drawing.geometry.sites[site].kind != SiteKind::Button);
        if is_new && !touched.is_empty() {
            sites.clear();
            is_new = false;
        }
        sites.extend(touched);
        position.play_unchecked(mv);
    }
    sites
}

/// The sites of the group on a cell.
fn group(position: &AnyGame, drawing: &Drawing, cell: &str) -> Result<Vec<usize>, Failure> {
    let refused = |message: String| Err(Failure::Usage(message));
    let site = drawing.geometry.site(cell);
    let Some(site) = site.filter(|&site| drawing.geometry.sites[site].kind == SiteKind::Cell) else {
        return refused(format!("there is no cell {cell:?} on this board"));
    };
    if let Some(group) = position.group(site) {
        return Ok(group);
    }
    let stacks = &drawing.scene.stacks;
    if !stacks.is_empty() && stacks.iter().all(|stack| position.group(stack.site).is_none()) {
        return refused(format!("{} has no groups", position.options().game()));
    }
    refused(if stacks.iter().any(|stack| stack.site == site) {
        format!("{}: it belongs to no group", drawing.describe(site).unwrap_or_default())
    } else {
        format!("{cell} is empty")
    })
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
