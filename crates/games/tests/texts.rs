//! What is read, and what is refused and why: `texts/GAME.txt` has a case a line.
//!
//! `variant`, `move` and `position` are read; `play` plays moves from the position of the last `from`. After `=>` stands what
//! is written then, and after `!!` why it is refused; without either it is written as it was read.

use halte_game::contract::every_move;
use halte_game::{Game, ParseError};
use halte_games::{AnyFault, AnyGame, AnyOptions, GameId};

/// Plays moves, of which only the last one may be refused.
fn play(mut position: AnyGame, moves: &str) -> Result<String, String> {
    let mut refusal = None;
    for text in moves.split(' ') {
        assert_eq!(refusal, None, "{moves}");
        let mv = AnyGame::parse_move(&position.options(), text).unwrap_or_else(|error| panic!("{error}"));
        refusal = position.play(mv).err().map(|error| error.reason().to_string());
    }
    refusal.map_or_else(|| Ok(position.to_string()), Err)
}

fn check(game: GameId, cases: &str) {
    let mut start = AnyGame::start(&game.standard());
    for line in cases.lines().filter(|line| !line.is_empty() && !line.starts_with("//")) {
        let (case, expected) = match (line.split_once(" => "), line.split_once(" !! ")) {
            (Some((case, written)), _) => (case, Some(Ok(written))),
            (None, Some((case, reason))) => (case, Some(Err(reason))),
            (None, None) => (line, None),
        };
        let (verb, text) = case.split_once(' ').expect("a verb and a text");
        let refused = |error: ParseError<AnyFault>| {
            assert_eq!(error.text(), text);
            error.reason().to_string()
        };
        let found = match verb {
            "variant" => game
                .options(Some(text))
                .map(|options| options.variant().unwrap_or_default())
                .map_err(refused),
            "move" => AnyGame::parse_move(&game.standard(), text)
                .map(|mv| mv.to_string())
                .map_err(refused),
            "position" => game
                .position(text)
                .map(|position| position.to_string())
                .map_err(refused),
            "from" => {
                start = game.position(text).unwrap_or_else(|error| panic!("{error}"));
                continue;
            }
            "play" => play(start.clone(), text),
            _ => panic!("{line}"),
        };
        let found = found.as_deref().map_err(String::as_str);
        assert_eq!(found, expected.unwrap_or(Ok(text)), "{line}");
    }
}

#[test]
fn texts_are_read_or_refused() {
    check(GameId::Mobius, include_str!("texts/mobius.txt"));
    check(GameId::Move, include_str!("texts/move.txt"));
    check(GameId::Fibonacci, include_str!("texts/fibonacci.txt"));
    check(GameId::Mixtour, include_str!("texts/mixtour.txt"));
}

/// No number that counts cells comes round to five again.
#[test]
fn rows_of_any_length_are_refused() {
    for repeats in [1000, 20_000] {
        let text = format!("2n2/{}/nnnnn/2n2/2n2 k o -", "4n".repeat(repeats));
        let error = GameId::Move.position(&text).expect_err("a long row");
        assert_eq!(error.reason().to_string(), "row 4 does not have 5 cells");
    }
}

#[test]
fn positions_of_another_variant_are_refused() {
    for game in GameId::ALL {
        assert_eq!(game.variants()[0], game.standard(), "the standard variant is the first");
        for (one, other) in game.variants().iter().zip(game.variants().iter().skip(1)) {
            let error = AnyGame::parse(other, &AnyGame::start(one).to_string()).unwrap_err();
            let [one, other] = [one, other].map(|options| options.variant().unwrap_or_default());
            let expected = format!("this is a position of {one}, not of {other}");
            assert_eq!(error.reason().to_string(), expected);
        }
    }
}

#[test]
fn every_move_is_read_as_it_is_written() {
    for options in AnyOptions::all() {
        for mv in every_move::<AnyGame>(&options) {
            assert_eq!(AnyGame::parse_move(&options, &mv.to_string()), Ok(mv));
        }
    }
}
