//! What the program says in words: in lines that fit, who made a game, what the letters of a board mean.

use std::collections::BTreeSet;
use std::fmt::Display;

use halte_engine::Score;
use halte_game::board::{Geometry, Shape, SiteKind};
use halte_game::record::Ending;
use halte_game::{About, Player};
use halte_games::{AnyMove, AnyOptions};
use textwrap::{Options, WordSplitter, WrapAlgorithm, fill};

pub(crate) use halte_picture::words::{colour, ending, title, turn};

/// The most characters in a line of prose.
pub(crate) const WIDTH: usize = 78;

/// Prose in lines that fit a terminal. Spaces at the beginning of a line of the text indent all that becomes of it.
pub(crate) fn wrapped(text: &str) -> String {
    wrapped_to(text, WIDTH)
}

/// Prose in lines of this many characters at most, except where a word is longer.
pub(crate) fn wrapped_to(text: &str, line_width: usize) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
        let options = Options::new(line_width)
            .initial_indent(indent)
            .subsequent_indent(indent)
            .break_words(false)
            .word_splitter(WordSplitter::NoHyphenation)
            .wrap_algorithm(WrapAlgorithm::FirstFit);
        wrapped.push_str(fill(&words, options).trim_end());
        wrapped.push('\n');
    }
    wrapped
}

/// An item of a list: a label, and beside it what it means, in lines that begin in this column.
pub(crate) fn item(label: &str, column: usize, text: &str) -> String {
    let lines = wrapped(&format!("{:column$}{text}", ""));
    format!("{label:<column$}{}", lines.trim_start_matches(' '))
}

/// Moves separated by spaces.
pub(crate) fn listed<M: Display>(moves: &[M]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

/// How the players ended a game, as something that can be taken back.
pub(crate) fn ended_by(ending: Ending) -> &'static str {
    match ending {
        Ending::Resignation { .. } => "the resignation",
        Ending::Agreement => "the agreement to a draw",
        _ => "the end of the game",
    }
}

/// What a score means for the player to move: `62 % for Red`, `Red can win in 5`.
pub(crate) fn chances(player: &str, score: Score) -> String {
    match score {
        Score::Win { moves } => format!("{player} can win in {moves}"),
        Score::Loss { moves } => format!("{player} can hold out for {moves}"),
        Score::Draw => "a draw with best play".to_owned(),
        Score::Estimate(probability) => format!("{:.0} % for {player}", probability * 100.0),
    }
}

/// Where to read more about a game, in brackets, if its author has a site.
pub(crate) fn link(about: &About) -> String {
    about.link.map_or(String::new(), |link| format!(" ({link})"))
}

/// Who made a game, when, and where to read more; one fact a line.
pub(crate) fn credits(options: &AnyOptions) -> String {
    let about = options.game().about();
    let year = about.year.map_or(String::new(), |year| format!(", {year}"));
    let facts = [
        &format!("{}{year}", title(options)),
        about.link.unwrap_or(""),
        about.credit,
    ];
    let facts: Vec<&str> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
    facts.join("\n")
}

/// What the characters of a text board mean.
pub(crate) fn legend(geometry: &Geometry) -> String {
    let pieces = geometry.pieces.iter();
    let mut stands: Vec<String> = pieces.map(|piece| format!("{} {}", piece.letter, piece.name)).collect();
    for (player, character) in Player::ALL.into_iter().zip(['#', '=']) {
        if geometry.bars.iter().any(|bar| bar.player == player) {
            stands.push(format!("{character} {:?}'s bar", geometry.players[player.index()]));
        }
    }
    let edges = geometry.sites.iter().filter(|site| site.kind == SiteKind::Edge);
    let arrows: BTreeSet<char> = edges.filter_map(|site| site.name.chars().last()).collect();
    if !arrows.is_empty() {
        let arrows: Vec<String> = arrows.iter().map(ToString::to_string).collect();
        stands.push(format!("{} where to push", arrows.join(" ")));
    }
    let mut legend = format!("{}; [ ] last move, * * what won", stands.join(", "));
    if geometry.pieces.iter().any(|piece| piece.shape == Shape::Counter) {
        legend.push_str("; a stack is written from the bottom to the top");
    }
    item("Legend:", 8, &legend)
}

/// The legal moves, in lines that fit a terminal.
pub(crate) fn legal_moves(moves: &[AnyMove]) -> String {
    let mut moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.sort_by_cached_key(|mv| natural_order(mv));
    let count = match moves.len() {
        0 => return "No legal moves".to_owned(),
        1 => "1 legal move".to_owned(),
        count => format!("{count} legal moves"),
    };
    let lines = wrapped(&format!("  {}", moves.join(" ")));
    format!("{count}:\n{}", lines.trim_end())
}

/// A text whose order among others is what a person expects: numbers go by their value, `e9` comes before `e10`.
pub(crate) fn natural_order(text: &str) -> String {
    let mut key = String::new();
    let mut digits = 0;
    for (index, character) in text.char_indices() {
        if !character.is_ascii_digit() {
            digits = 0;
        } else if digits == 0 {
            let rest = &text[index..];
            digits = rest.len() - rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
            key.extend(std::iter::repeat_n('0', 4_usize.saturating_sub(digits)));
        }
        key.push(character);
    }
    key
}

#[cfg(test)]
mod tests {
    use halte_game::board::Board;
    use halte_games::AnyGame;

    use super::*;

    #[test]
    fn prose_is_wrapped_at_spaces() {
        let check = |text: &str, expected: &str| assert_eq!(wrapped(text), expected);
        let long = "x".repeat(80);
        check("a few words\nand more", "a few words\nand more\n");
        check(
            &format!("  {} {}", "a".repeat(70), "b".repeat(7)),
            &format!("  {}\n  {}\n", "a".repeat(70), "b".repeat(7)),
        );
        check(
            &format!("{} {}", "a".repeat(70), "b".repeat(7)),
            &format!("{} {}\n", "a".repeat(70), "b".repeat(7)),
        );
        check(&format!("a {long} b"), &format!("a\n{long}\nb\n"));
        assert_eq!(item("  1", 5, "first"), "  1  first\n");
    }

    #[test]
    fn numbers_are_ordered_by_value() {
        let mut moves = ["e10", "#2", "end", "e9-e10", "e9", "e1", "c4:3-d3"];
        moves.sort_by_cached_key(|mv| natural_order(mv));
        assert_eq!(moves, ["#2", "c4:3-d3", "e1", "e9", "e9-e10", "e10", "end"]);
    }

    #[test]
    fn the_legend_names_every_piece() {
        let legend = |name: &str| legend(&AnyGame::geometry(&name.parse().expect("a game"))).replace("\n        ", " ");
        assert!(legend("mobius").contains("# Red's bar, = Blue's bar"));
        assert!(legend("fibonacci").contains("C red central piece, A red attack piece, D red defence"));
        assert!(legend("mixtour").contains("from the bottom to the top"));
        assert!(legend("move").contains("< > ^ v where to push") && !legend("move").contains("stack"));
    }
}
