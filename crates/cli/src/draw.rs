//! `halte draw`: a picture of a position, or of a whole game that moves.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use halte_game::board::{Board, SiteKind};
use halte_game::draw::Drawing;
use halte_game::{Game, Playthrough};
use halte_games::AnyGame;
use halte_picture::Format;

use crate::arguments::LineArguments;
use crate::failure::Failure;
use crate::file::GameFile;
use crate::mistake::Mistake;

/// Draw a position as SVG or PNG, or a game as an animated GIF, by the file's ending
#[derive(Args)]
#[command(after_help = "Examples:
  halte draw mobius --moves 'e0 f3 g7' --last -o board.svg
  halte draw fibonacci --legal --group a3 -o board.png
  halte draw mixtour --moves 'b2 c3 b2-c3' -o board.png --zoom 3
  halte draw move -o - > board.svg
  halte draw move --moves 'd5 e2 e1 b4' --last -o game.gif
  halte draw --record game.txt --last -o game.gif")]
pub(crate) struct Arguments {
    #[command(flatten)]
    line: LineArguments,
    #[command(flatten)]
    marks: Marks,
    /// The file to write: .svg or .png for the last position, .gif for every move; `-` is an SVG to standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// How many times larger a PNG or GIF is than the SVG; if not given 2 for a PNG, 1 for a GIF
    #[arg(long, value_name = "TIMES", value_parser = zoom)]
    zoom: Option<f32>,
}

/// What is marked on a board besides the pieces.
#[derive(Args, Clone)]
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

impl Marks {
    /// The last turn alone.
    pub(crate) const LAST: Marks = Marks {
        last: true,
        legal: false,
        group: None,
    };
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
    let target = Target::new(&arguments.output, &Format::ALL)?;
    let (game, ending) = match &arguments.line.record {
        Some(path) => {
            let (_, record) = GameFile::read(path, arguments.line.number)?;
            (record.main_line().clone(), record.ending())
        }
        None => (arguments.line.playthrough()?, None),
    };
    let svg = |shown: &Playthrough<AnyGame>| {
        let mut drawing = drawing(shown, &arguments.marks)?;
        let is_last = shown.moves().len() == game.moves().len();
        if let Some(ending) = ending.filter(|_| is_last) {
            drawing.caption = halte_picture::words::ending(shown.position(), ending);
        }
        Ok(halte_game::draw::svg(&drawing))
    };
    if target.format != Format::Gif {
        return target.write_one(&svg(&game)?, arguments.zoom);
    }
    if arguments.marks.group.is_some() {
        return Err(Mistake::GroupInGif.into());
    }
    let frames: Result<Vec<String>, Failure> = halte_picture::frames(&game, svg).into_iter().collect();
    let zoom = arguments.zoom.unwrap_or(Format::Gif.zoom());
    target.write(&halte_picture::gif(&frames?, zoom, &|| true)?)
}

/// A file to draw into, whose ending says how.
pub(crate) struct Target<'a> {
    path: &'a Path,
    format: Format,
}

impl Target<'_> {
    /// A file for a picture of one thing, which does not move.
    pub(crate) fn of_one(path: &Path) -> Result<Target<'_>, Failure> {
        let target = Target::new(path, &[Format::Svg, Format::Png])?;
        if target.is_standard_output() {
            return Err(Mistake::PictureToFile.into());
        }
        Ok(target)
    }

    fn new<'a>(path: &'a Path, formats: &[Format]) -> Result<Target<'a>, Failure> {
        if path == Path::new("-") {
            let format = Format::Svg;
            return Ok(Target { path, format });
        }
        let ending = path.extension().and_then(|ending| ending.to_str());
        let format = ending.and_then(Format::of_ending);
        if let Some(format) = format.filter(|format| formats.contains(format)) {
            return Ok(Target { path, format });
        }
        let endings: Vec<String> = formats.iter().map(|format| format!(".{}", format.ending())).collect();
        let (file, endings) = (path.display().to_string(), endings.join(" or "));
        Err(Mistake::PictureEnding { file, endings }.into())
    }

    fn is_standard_output(&self) -> bool {
        self.path == Path::new("-")
    }

    /// Writes a picture that does not move.
    pub(crate) fn write_one(&self, svg: &str, zoom: Option<f32>) -> Result<(), Failure> {
        match (self.format, zoom) {
            (Format::Svg, None) => self.write(svg.as_bytes()),
            (Format::Svg, Some(_)) => Err(Mistake::ZoomOfSvg.into()),
            (_, zoom) => self.write(&halte_picture::png(svg, zoom.unwrap_or(Format::Png.zoom()))?),
        }
    }

    fn write(&self, picture: &[u8]) -> Result<(), Failure> {
        if self.is_standard_output() {
            return Ok(io::stdout().lock().write_all(picture)?);
        }
        fs::write(self.path, picture).map_err(|error| Failure::writing(self.path, &error))
    }
}

/// The drawing of a game's position with what was asked to be marked.
pub(crate) fn drawing(game: &Playthrough<AnyGame>, marks: &Marks) -> Result<Drawing, Failure> {
    let position = game.position();
    let mut drawing = halte_picture::drawing(game);
    if marks.last {
        drawing.last = halte_picture::last_turn(game, &drawing);
    }
    if marks.legal {
        let moves = game.legal_moves();
        drawing = drawing.with_moves::<AnyGame>(&moves);
    }
    if let Some(cell) = &marks.group {
        let group = group(position, &drawing, cell)?;
        drawing = drawing.with_highlight(group);
    }
    Ok(drawing)
}

/// The sites of the group on a cell.
fn group(position: &AnyGame, drawing: &Drawing, cell: &str) -> Result<Vec<usize>, Failure> {
    let site = drawing.geometry.site(cell);
    let Some(site) = site.filter(|&site| drawing.geometry.sites[site].kind == SiteKind::Cell) else {
        let cell = cell.to_owned();
        return Err(Mistake::NoSuchCell { cell }.into());
    };
    if let Some(group) = position.group(site) {
        return Ok(group);
    }
    let stacks = &drawing.scene.stacks;
    if !stacks.is_empty() && stacks.iter().all(|stack| position.group(stack.site).is_none()) {
        let game = position.options().game().to_string();
        return Err(Mistake::NoGroups { game }.into());
    }
    let piece = drawing.describe(site).unwrap_or_default();
    Err(match stacks.iter().any(|stack| stack.site == site) {
        true => Mistake::InNoGroup { piece },
        false => Mistake::EmptyCell { cell: cell.to_owned() },
    }
    .into())
}
