//! `halte rules`: the rules of a game in our own words, where the sheets are silent with our rulings.

use std::io::{self, Write};

use clap::Args;
use halte_games::AnyOptions;
use halte_words::{Words, say};

use crate::arguments::GameArguments;
use crate::failure::Failure;
use crate::{letters, words};

/// Explain the rules of a game
///
/// Where the published rule sheet leaves something open, the text says "Ruling".
#[derive(Args)]
#[command(after_help = "Examples:\n  halte rules fibonacci --variant cards\n  halte rules mobius --language fr")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
}

pub(crate) fn run(arguments: &Arguments, words: &Words) -> Result<(), Failure> {
    let text = text(words, &arguments.game.options()?);
    Ok(io::stdout().lock().write_all(letters::readable(&text).as_bytes())?)
}

/// The column where it stands what a move means.
const MEANING: usize = 14;

/// The rules of a variant, and who made the game.
pub(crate) fn text(words: &Words, options: &AnyOptions) -> String {
    let about = options.game().about();
    let mut text = words::wrapped(&words::credits(words, options));
    text.push('\n');
    text.push_str(&words::wrapped(&say!(words, &format!("{}-rules", about.name))));
    for section in sections(words, options) {
        text.push_str(&format!("\n{}\n{}", section.title, section.text));
    }
    if !about.variants.is_empty() {
        text.push_str(&format!("\n{}\n", say!(words, "terminal-variants")));
        for variant in about.variants {
            let summary = words::variant(words, about, variant);
            text.push_str(&words::item(&format!("  {}", variant.name), MEANING, &summary));
        }
    }
    text
}

/// How moves of a variant are written.
pub(crate) fn notation(words: &Words, options: &AnyOptions) -> String {
    let notation = sections(words, options).filter(|section| section.is_notation);
    notation.map(|section| section.text).collect()
}

/// A part of the rules as a terminal shows it.
struct Section {
    title: String,
    /// Whether it says how moves are written.
    is_notation: bool,
    text: String,
}

/// The sections about a variant.
fn sections(words: &Words, options: &AnyOptions) -> impl Iterator<Item = Section> {
    let beginning = format!("{}-rules-", options.game());
    let ids: Vec<String> = words.ids(&beginning).map(str::to_owned).collect();
    let variant = options.variant();
    ids.into_iter().filter_map(move |id| {
        let mut section = Section {
            title: words.say(&id, &[]),
            is_notation: false,
            text: String::new(),
        };
        for (part, passage) in words.parts(&id) {
            let kind = part.trim_end_matches(|end: char| end == '-' || end.is_ascii_digit());
            match kind {
                "variant" if Some(&passage) != variant.as_ref() => return None,
                "text" => section.text.push_str(&words::wrapped(&format!("  {passage}"))),
                "ruling" => {
                    let ruling = say!(words, "named", name: say!(words, "rules-ruling"), value: passage);
                    section.text.push_str(&words::wrapped(&format!("  {ruling}")));
                }
                "move" => {
                    let (moves, meaning) = examples(&passage);
                    section.is_notation = true;
                    let label = format!("  {}", moves.join("  "));
                    section.text.push_str(&words::item(&label, MEANING, meaning));
                }
                // Which variant it is about, and where the page shows the pieces.
                _ => {}
            }
        }
        Some(section)
    })
}

/// The moves that a passage begins with, and what they mean: `` `b^` `bv` push column b up, down``.
fn examples(passage: &str) -> (Vec<&str>, &str) {
    let mut moves = Vec::new();
    let mut rest = passage;
    while let Some((example, after)) = rest.strip_prefix('`').and_then(|quoted| quoted.split_once('`')) {
        moves.push(example);
        rest = after.trim_start();
    }
    (moves, rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use halte_words::Language;

    fn in_every_language() -> impl Iterator<Item = (Language, AnyOptions)> {
        let all = |language| AnyOptions::all().into_iter().map(move |options| (language, options));
        Language::ALL.into_iter().flat_map(all)
    }

    #[test]
    fn rules_fit_a_terminal_and_a_head() {
        for (language, options) in in_every_language() {
            let words = language.words();
            let text = text(words, &options);
            for line in text.lines() {
                assert!(line.chars().count() <= words::WIDTH, "{options}: {line}");
            }
            let rules = sections(words, &options).filter(|section| !section.is_notation);
            let rules: usize = rules.map(|section| section.text.lines().count()).sum();
            assert!((15..=40).contains(&rules), "{options}: {rules} lines");
            let ruling = say!(words, "named", name: say!(words, "rules-ruling"), value: "");
            assert!(text.contains(&ruling), "{options}");
            let author = options.game().about().authors.split(" and ").next().expect("an author");
            assert!(text.contains(author), "{options}");
        }
    }

    #[test]
    fn sections_are_about_the_variant() {
        let words = Language::English.words();
        let text = |name: &str| text(words, &name.parse().expect("a variant")).replace("\n  ", " ");
        let (classic, cards) = (text("fibonacci"), text("fibonacci cards"));
        assert!(cards.contains("pack of twelve") && !classic.contains("pack of twelve"));
        assert!(classic.contains("one step less") && !cards.contains("one step less"));
    }

    /// Every example of a move is one.
    #[test]
    fn the_notation_is_the_games_own() {
        for (language, options) in in_every_language() {
            let mut count = 0;
            let notation = notation(language.words(), &options);
            let is_example = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
            for line in notation.lines().filter(is_example) {
                let (moves, _meaning) = line.split_at(MEANING);
                for example in moves.split_whitespace() {
                    let read = words::read_move(language.words(), &options, example);
                    read.unwrap_or_else(|error| panic!("{options}: {error}"));
                    count += 1;
                }
            }
            assert!(count >= 2, "{options}");
        }
    }
}
