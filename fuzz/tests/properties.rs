//! The fuzz targets' promises as properties: nothing panics, and what is accepted reads back as it is written.

use halte_fuzz::{TARGETS, VARIANTS, WORDS, input, random_game};
use halte_game::Game;
use proptest::prelude::*;

fn check(input: &[u8]) {
    for target in TARGETS.iter().filter(|target| target.cost == 1) {
        target.accepts(input);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes(bytes: Vec<u8>) {
        check(&bytes);
    }

    #[test]
    fn any_text(variant in 0..VARIANTS.len(), text: String) {
        check(&input(variant, &text));
    }

    /// Pieces of notation in any order.
    #[test]
    fn any_words(variant in 0..VARIANTS.len(), words in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..40)) {
        check(&input(variant, &words.concat()));
        check(&input(variant, &words.join(" ")));
    }

    /// Positions of real games, with one character put in, changed or left out.
    #[test]
    fn nearly_a_position(variant in 0..VARIANTS.len(), seed: u64, at: prop::sample::Index, new in "[ -~]?", cut in 0..2usize) {
        let game = random_game(&VARIANTS[variant], seed);
        let mut text = game.position().to_string();
        prop_assert!(halte_fuzz::positions(&VARIANTS[variant], &text), "{} is refused", text);
        let at = at.index(text.len());
        text.replace_range(at..at + cut, &new);
        check(&input(variant, &text));
    }

    /// The moves of real games are moves and make a line to replay; so does every part of them from the start.
    #[test]
    fn moves_of_a_game(variant in 0..VARIANTS.len(), seed: u64, length: prop::sample::Index) {
        let game = random_game(&VARIANTS[variant], seed);
        let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
        for mv in &moves {
            prop_assert!(halte_fuzz::moves(&VARIANTS[variant], mv), "{} is no move", mv);
        }
        let line = moves[..length.index(moves.len() + 1)].join(" ");
        prop_assert!(halte_fuzz::replay(&VARIANTS[variant], &line), "{} is refused", line);
        prop_assert_eq!(game.position().options(), VARIANTS[variant].clone());
    }
}
