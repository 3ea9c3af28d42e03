//! What the pictures of a game show.

use halte_game::board::Board;
use halte_game::draw::{self, Drawing};
use halte_game::record::Ending;
use halte_game::{Game, Playthrough};
use halte_games::AnyGame;

use crate::words;

/// The drawing of a game's position, with its title and whose turn it is.
pub fn drawing(game: &Playthrough<AnyGame>) -> Drawing {
    let position = game.position();
    Drawing::new(position, words::title(&position.options()), words::turn(game))
}

/// A game's position as SVG, with the last turn marked, and how the game ended if it did. What the rules have ended says
/// so by itself.
pub fn svg(game: &Playthrough<AnyGame>, ending: Option<Ending>) -> String {
    let mut drawing = drawing(game);
    if let Some(ending) = ending {
        drawing.caption = words::ending(game.position(), ending);
    }
    drawing.last = last_turn(game, &drawing);
    draw::svg(&drawing)
}

/// Something made of each position of a game, from its start to its last move.
pub fn frames<T>(game: &Playthrough<AnyGame>, mut make: impl FnMut(&Playthrough<AnyGame>) -> T) -> Vec<T> {
    let mut shown = game.clone();
    while shown.undo().is_some() {}
    let mut frames = vec![make(&shown)];
    for &mv in game.moves() {
        // What was legal in the game is legal in its copy.
        if shown.play(mv).is_ok() {
            frames.push(make(&shown));
        }
    }
    frames
}

/// The sites of the last turn, of all its steps. A turn that has touched no cell yet, with only a card drawn, leaves
/// the marks of the one before.
pub fn last_turn(game: &Playthrough<AnyGame>, drawing: &Drawing) -> Vec<usize> {
    let mut position = game.start().clone();
    let mut sites = Vec::new();
    let mut is_new = false;
    for &mv in game.moves() {
        is_new |= position.begins_turn();
        let mut touched = AnyGame::touched(mv);
        touched.retain(|&site| !drawing.geometry.sites[site].faces.is_empty());
        if is_new && !touched.is_empty() {
            sites.clear();
            is_new = false;
        }
        sites.extend(touched);
        position.play_unchecked(mv);
    }
    sites
}
