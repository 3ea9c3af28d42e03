//! What is said of any game in words: its title, whose turn it is, how it ended.

use halte_game::board::Board;
use halte_game::draw::plain;
use halte_game::record::Ending;
use halte_game::{Game, Outcome, Player, Playthrough, Turn};
use halte_games::{AnyGame, AnyOptions};

/// A player's colour in this game: `Red`.
pub fn colour(game: &AnyGame, player: Player) -> &'static str {
    game.options().game().about().players[player.index()]
}

/// Whose turn it is, or how the game ended: `Red to move`, `White wins: tower`.
pub fn turn(game: &Playthrough<AnyGame>) -> String {
    let position = game.position();
    match game.turn() {
        Turn::Player(player) => format!("{} to move", colour(position, player)),
        Turn::Chance => format!("{} draws a card", colour(position, position.player())),
        Turn::Over(_) if game.is_repetition() => ending(position, Ending::Repetition),
        Turn::Over(outcome) => ending(position, Ending::Rules(outcome)),
    }
}

/// How a game ended: `Red wins: Blue resigned`.
pub fn ending(position: &AnyGame, ending: Ending) -> String {
    let how = match ending {
        Ending::Resignation { winner } => format!("{} resigned", colour(position, winner.opponent())),
        Ending::Time { winner } => format!("{} ran out of time", colour(position, winner.opponent())),
        Ending::Agreement => "by agreement".to_owned(),
        Ending::Repetition => "the position stands for the third time".to_owned(),
        Ending::Abandoned(_) => "abandoned".to_owned(),
        Ending::Adjudication(_) => "adjudicated".to_owned(),
        Ending::Rules(_) => position.ending().map_or("by the rules".to_owned(), plain),
    };
    match ending.result() {
        Some(Outcome::Win(winner)) => format!("{} wins: {how}", colour(position, winner)),
        Some(Outcome::Draw) => format!("Draw: {how}"),
        None => format!("No result: {how}"),
    }
}

/// The game with its author: `Mixtour 20/1 by Dieter Stein`.
pub fn title(options: &AnyOptions) -> String {
    let about = options.game().about();
    match options.variant() {
        Some(variant) => format!("{} {variant} by {}", about.title, about.authors),
        None => format!("{} by {}", about.title, about.authors),
    }
}
