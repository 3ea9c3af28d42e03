//! A position in words: whose turn it is, or how the game ended.

use halte_game::board::Board;
use halte_game::record::Ending;
use halte_game::{Game, Outcome, Player, Playthrough, Turn};
use halte_games::{AnyGame, AnyMove};

/// A player's colour in this game: `Red`.
pub(crate) fn colour(game: &AnyGame, player: Player) -> &'static str {
    game.options().game().about().players[player.index()]
}

/// Whose turn it is, or how the game ended: `Red to move`, `White wins: tower`.
pub(crate) fn turn(game: &Playthrough<AnyGame>) -> String {
    let position = game.position();
    match game.turn() {
        Turn::Player(player) => format!("{} to move", colour(position, player)),
        Turn::Chance => format!("{} draws a card", colour(position, position.player())),
        Turn::Over(_) if game.is_repetition() => ending(position, Ending::Repetition),
        Turn::Over(outcome) => ending(position, Ending::Rules(outcome)),
    }
}

/// How a game ended otherwise than by the rules: `Red wins: Blue resigned`.
pub(crate) fn ending(position: &AnyGame, ending: Ending) -> String {
    let how = match ending {
        Ending::Resignation { winner } => format!("{} resigned", colour(position, winner.opponent())),
        Ending::Time { winner } => format!("{} ran out of time", colour(position, winner.opponent())),
        Ending::Agreement => "by agreement".to_owned(),
        Ending::Repetition => "the position stands for the third time".to_owned(),
        Ending::Abandoned(_) => "abandoned".to_owned(),
        Ending::Adjudication(_) => "adjudicated".to_owned(),
        Ending::Rules(_) => position.ending().unwrap_or("by the rules").to_owned(),
    };
    match ending.result() {
        Some(Outcome::Win(winner)) => format!("{} wins: {how}", colour(position, winner)),
        Some(Outcome::Draw) => format!("Draw: {how}"),
        None => format!("No result: {how}"),
    }
}

/// The game with its author: `Mixtour 20/1 by Dieter Stein`.
pub(crate) fn title(position: &AnyGame) -> String {
    let options = position.options();
    let about = options.game().about();
    match options.variant() {
        Some(variant) => format!("{} {variant} by {}", about.title, about.authors),
        None => format!("{} by {}", about.title, about.authors),
    }
}

/// The legal moves, in lines that fit a terminal.
pub(crate) fn legal_moves(moves: &[AnyMove]) -> String {
    let mut text = format!("{} legal moves:", moves.len());
    let mut width = usize::MAX;
    for mv in moves {
        let mv = mv.to_string();
        if width.saturating_add(1 + mv.len()) > 78 {
            text.push_str("\n ");
            width = 1;
        }
        text.push(' ');
        text.push_str(&mv);
        width += 1 + mv.len();
    }
    text
}
