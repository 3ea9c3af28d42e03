//! `halte rules`: the rules of a game in our own words, where the sheets are silent with our rulings.

use std::io::{self, Write};

use clap::Args;
use halte_games::{AnyOptions, GameId};

use crate::arguments::GameArguments;
use crate::failure::Failure;
use crate::words;

/// Explain the rules of a game
///
/// Where the published rule sheet leaves something open, the text says "Ruling".
#[derive(Args)]
#[command(after_help = "Example:\n  halte rules fibonacci --variant cards")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let text = text(&arguments.game.options()?);
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}

/// The heading of the section that says how moves are written.
const MOVES: &str = "Moves";

/// The rules of a variant, and who made the game.
pub(crate) fn text(options: &AnyOptions) -> String {
    let about = options.game().about();
    let mut text = words::wrapped(&words::credits(options));
    for section in sections(options) {
        text.push('\n');
        text.push_str(section.trim_end());
        text.push('\n');
    }
    if !about.variants.is_empty() {
        text.push_str("\nVariants\n");
        for variant in about.variants {
            text.push_str(&words::item(&format!("  {}", variant.name), 14, variant.summary));
        }
    }
    text
}

/// How moves of a variant are written.
pub(crate) fn notation(options: &AnyOptions) -> &'static str {
    let section = sections(options).find(|section| section.starts_with(MOVES));
    let lines = section.and_then(|section| section.split_once('\n'));
    lines.map_or("", |(_heading, lines)| lines.trim_end())
}

/// The sections about a variant. A heading may end in the name of the one variant that it is about: `Winning (cards)`.
fn sections(options: &AnyOptions) -> impl Iterator<Item = &'static str> {
    let text = match options.game() {
        GameId::Mobius => include_str!("rules/mobius.txt"),
        GameId::Move => include_str!("rules/move.txt"),
        GameId::Fibonacci => include_str!("rules/fibonacci.txt"),
        GameId::Mixtour => include_str!("rules/mixtour.txt"),
    };
    let variant = options.variant();
    text.split("\n\n").filter(move |section| {
        let heading = section.lines().next().unwrap_or_default();
        let only = heading.split_once(" (").map(|(_, name)| name.trim_end_matches(')'));
        only.is_none() || only == variant.as_deref()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use halte_game::Game;
    use halte_games::AnyGame;

    #[test]
    fn rules_fit_a_terminal_and_a_head() {
        for options in AnyOptions::all() {
            let text = text(&options);
            for line in text.lines() {
                assert!(line.chars().count() <= words::WIDTH, "{options}: {line}");
            }
            let rules = sections(&options).filter(|section| !section.starts_with(MOVES));
            let rules: usize = rules.map(|section| section.lines().count() - 1).sum();
            assert!((10..=20).contains(&rules), "{options}: {rules} lines");
            assert!(text.contains("Ruling: "), "{options}");
            assert!(text.contains(options.game().about().authors), "{options}");
        }
    }

    #[test]
    fn sections_are_about_the_variant() {
        let text = |name: &str| text(&name.parse().expect("a variant"));
        let (classic, cards) = (text("fibonacci"), text("fibonacci cards"));
        assert!(cards.contains("pack of twelve") && !classic.contains("pack of twelve"));
        assert!(classic.contains("one step less") && !cards.contains("one step less"));
    }

    /// Every example of a move is one.
    #[test]
    fn the_notation_is_the_games_own() {
        for options in AnyOptions::all() {
            let mut examples = 0;
            for line in notation(&options).lines() {
                let (moves, _meaning) = line.split_at(14);
                for example in moves.split_whitespace() {
                    AnyGame::parse_move(&options, example).unwrap_or_else(|error| panic!("{options}: {error}"));
                    examples += 1;
                }
            }
            assert!(examples >= 2, "{options}");
        }
    }
}
