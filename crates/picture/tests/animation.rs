//! Animated pictures, as another program decodes them.

use gif::{ColorOutput, DecodeOptions, Repeat};
use halte_game::{Game, Playthrough};
use halte_games::{AnyGame, AnyOptions};
use halte_picture::{PictureError, drawing, frames, gif, last_turn, png};
use resvg::tiny_skia::Pixmap;

const ZOOM: f32 = 0.25;

/// How far a colour of the palette may be from the right one, in all three parts together: on average, and at the most.
const TOLERANCE: (usize, usize) = (6, 160);

fn played(game: &str, moves: &str) -> Playthrough<AnyGame> {
    let options: AnyOptions = game.parse().expect("a game");
    let mut game = Playthrough::new(AnyGame::start(&options));
    for text in moves.split_whitespace() {
        game.play_text(text).unwrap_or_else(|error| panic!("{error}"));
    }
    game
}

fn svg(game: &Playthrough<AnyGame>) -> String {
    let mut drawing = drawing(game);
    drawing.last = last_turn(game, &drawing);
    halte_game::draw::svg(&drawing)
}

/// A GIF as it is seen.
struct Seen {
    repeat: Repeat,
    width: usize,
    /// Every picture, with how long it is shown.
    pictures: Vec<(Vec<[u8; 4]>, u16)>,
}

fn seen(bytes: &[u8]) -> Seen {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut picture = vec![[0; 4]; width * height];
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        let (pixels, _) = frame.buffer.as_chunks::<4>();
        for (at, &pixel) in pixels.iter().enumerate().filter(|(_, pixel)| pixel[3] != 0) {
            let (x, y) = (at % usize::from(frame.width), at / usize::from(frame.width));
            picture[(y + usize::from(frame.top)) * width + x + usize::from(frame.left)] = pixel;
        }
        pictures.push((picture.clone(), frame.delay));
    }
    Seen {
        repeat: decoder.repeat(),
        width,
        pictures,
    }
}

/// A game has a frame for its start and for each move; each is its position's PNG, but for the palette.
fn check(game: &str, moves: &str) {
    let game_played = played(game, moves);
    let drawn = frames(&game_played, svg);
    let bytes = gif(&drawn, ZOOM, &|| true).expect("a GIF");
    let again = gif(&drawn, ZOOM, &|| true).expect("a GIF");
    assert_eq!(bytes, again, "{game}: the same again");
    let Seen {
        repeat,
        width,
        pictures,
    } = seen(&bytes);
    assert_eq!(repeat, Repeat::Infinite, "{game}");
    assert_eq!(pictures.len(), moves.split_whitespace().count() + 1, "{game}");
    assert_eq!(drawn.last(), Some(&svg(&game_played)), "{game}");
    for (number, ((picture, delay), svg)) in pictures.iter().zip(&drawn).enumerate() {
        let expected = if number + 1 == drawn.len() { 300 } else { 80 };
        assert_eq!(*delay, expected, "{game}: frame {number}");
        let still = Pixmap::decode_png(&png(svg, ZOOM).expect("a PNG")).expect("a PNG");
        let (pixels, _) = still.data().as_chunks::<4>();
        assert_eq!((still.width() as usize, pixels.len()), (width, picture.len()), "{game}");
        let distance = |(seen, right): (&[u8; 4], &[u8; 4])| -> usize {
            let parts = seen.iter().zip(right);
            parts.map(|(a, b)| usize::from(a.abs_diff(*b))).sum()
        };
        let distances: Vec<usize> = picture.iter().zip(pixels).map(distance).collect();
        let mean = distances.iter().sum::<usize>() / distances.len();
        let worst = distances.iter().max().copied().unwrap_or_default();
        assert!(
            mean <= TOLERANCE.0 && worst <= TOLERANCE.1,
            "{game}: frame {number}: {mean} on average, {worst} at the most"
        );
    }
}

#[test]
fn every_frame_is_what_a_still_picture_shows() {
    check("mobius", "e0 f3 g7");
    check("move", "d5 e2 e1 b4");
    check("fibonacci classic", "a5-b5 k7-j7 end");
    check("fibonacci cards", "#2 a5-b5 end #1");
    check("mixtour 20/1", "b2 c3 b2-c3 d4");
    check("mixtour 20/1", "");
}

#[test]
fn a_frame_holds_what_changes() {
    let drawn = frames(&played("mobius", "e0 f3 g7 h2 c4 d6"), svg);
    let whole = gif(&drawn[..1], ZOOM, &|| true).expect("a GIF").len();
    let all = gif(&drawn, ZOOM, &|| true).expect("a GIF").len();
    assert!(all < whole * 2, "{all} bytes for seven frames, {whole} for one");
}

#[test]
fn what_cannot_be_drawn_says_so() {
    let check = |frames: &[String], zoom: f32, expected: &str| {
        let error = gif(frames, zoom, &|| true).expect_err("no GIF").to_string();
        assert!(error.contains(expected), "{error}");
    };
    check(&[], 1.0, "no frames");
    check(&["<svg".to_owned()], 1.0, "cannot render");
    check(&[svg(&played("move", ""))], 1000.0, "at most 65535 x 65535 pixels");
    assert!(png("nothing", 1.0).is_err());
    let unwanted = gif(&[svg(&played("move", ""))], 1.0, &|| false);
    assert!(matches!(unwanted, Err(PictureError::Unwanted)));
}
