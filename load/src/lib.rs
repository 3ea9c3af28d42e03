//! Visitors for a server, as many as one likes: they open tables, play at random and look on, over real sockets.
//!
//! [`load`] measures how much a server holds; [`crash`] kills it again and again and checks that nothing is lost that
//! anybody was told; [`cluster`] does so with several servers and all that they need; [`mishap`] shows what people see when
//! something else goes wrong.

pub mod cluster;
pub mod crash;
pub mod crowd;
pub mod listener;
pub mod load;
pub mod mishap;
pub mod process;
pub mod served;
pub mod site;
pub mod visitor;

use halte_game::{Game, Playthrough, Random, Turn};
use halte_games::AnyGame;

/// A game from its start.
pub fn start(game: &str) -> anyhow::Result<Playthrough<AnyGame>> {
    Ok(Playthrough::new(AnyGame::start(&game.parse()?)))
}

/// Any legal move; none if no player is to move.
pub fn random_move(game: &Playthrough<AnyGame>, random: &mut Random) -> Option<String> {
    let Turn::Player(_) = game.turn() else { return None };
    let moves = game.legal_moves();
    moves.get(random.below(moves.len())).map(ToString::to_string)
}

/// Plays a move that the server told.
pub fn play(game: &mut Playthrough<AnyGame>, text: &str) -> anyhow::Result<()> {
    game.play_text(text)?;
    Ok(())
}
