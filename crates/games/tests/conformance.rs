//! Games from an independent implementation of the same rules: every field must agree.

use std::fs;
use std::path::PathBuf;

use halte_game::{Game, Playthrough, perft};
use halte_games::{AnyGame, AnyOptions, GameId, with_game};
use serde_json::Value;

/// The lines of a file of vectors.
fn vectors(file: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/conformance")
        .join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

fn options(vector: &Value) -> AnyOptions {
    let game: GameId = vector["game"].as_str().expect("a name").parse().expect("a game");
    game.options(vector["variant"].as_str()).expect("a variant")
}

/// Plays a vector's moves, and counts the legal moves before each and at the end.
fn play(vector: &Value) -> (Playthrough<AnyGame>, Vec<usize>) {
    let options = options(vector);
    let mut game = Playthrough::new(AnyGame::start(&options));
    let mut counts = vec![game.move_count()];
    for text in vector["moves"].as_array().expect("moves") {
        let text = text.as_str().expect("a move's text");
        let mv = AnyGame::parse_move(&options, text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(mv.to_string(), text);
        game.play(mv)
            .unwrap_or_else(|error| panic!("{error} in {}", game.position()));
        counts.push(game.move_count());
    }
    (game, counts)
}

fn check(file: &str, expected_games: usize) {
    let vectors = vectors(file);
    assert_eq!(vectors.len(), expected_games, "{file}");
    for (index, vector) in vectors.iter().enumerate() {
        let (game, counts) = play(vector);
        let moves = game.legal_moves();
        let mut legal: Vec<String> = moves.iter().map(ToString::to_string).collect();
        legal.sort_unstable();
        let found = serde_json::json!({
            "game": vector["game"],
            "variant": vector["variant"],
            "moves": vector["moves"],
            "legal_counts": counts,
            "legal": legal,
            "to_move": game.turn().to_string(),
            "outcome": game.turn().outcome().map(|outcome| outcome.to_string()),
            "position": game.position().to_string(),
        });
        assert_eq!(&found, vector, "{file}, line {}", index + 1);
    }
}

#[test]
fn mobius() {
    check("mobius.jsonl", 60);
}

#[test]
fn move_game() {
    check("move.jsonl", 120);
}

#[test]
fn fibonacci_classic() {
    check("fibonacci.jsonl", 100);
}

#[test]
fn fibonacci_with_cards() {
    check("fibonacci-cards.jsonl", 100);
}

#[test]
fn mixtour() {
    check("mixtour-20-1.jsonl", 80);
    check("mixtour-20-2.jsonl", 30);
    check("mixtour-20-3.jsonl", 30);
    check("mixtour-25-5.jsonl", 60);
}

/// What random play rarely makes.
#[test]
fn special() {
    check("special.jsonl", 26);
}

#[test]
fn move_sequences() {
    let vectors = vectors("perft.jsonl");
    assert_eq!(vectors.len(), 11);
    for vector in &vectors {
        let (game, _) = play(vector);
        let position = vector["position"].as_str().expect("a position");
        assert_eq!(game.position().to_string(), position);
        for (depth, expected) in vector["perft"].as_object().expect("counts") {
            let depth = depth.parse().expect("a depth");
            let found = with_game!(AnyGame, game.position(), |G, position| perft(position, depth));
            assert_eq!(Some(found), expected.as_u64(), "depth {depth} of {position}");
        }
    }
}
