//! The files of `games/`: all are read, and say what is true.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use halte_engine::{Control, Engine, Limits, Puzzle};
use halte_game::board::Board;
use halte_game::record::{Record, read_all};
use halte_game::{Game, Playthrough, Turn};
use halte_games::{AnyGame, AnyOptions, GameId};
use serde_json::Value;

fn folder(game: GameId) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../games")
        .join(game.about().name)
}

/// A file of a game, if it has one of this name.
fn read(game: GameId, name: &str) -> Option<String> {
    fs::read_to_string(folder(game).join(name)).ok()
}

fn json(game: GameId, name: &str) -> Value {
    let text = read(game, name).unwrap_or_else(|| panic!("{game} has no {name}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{game}: {name}: {error}"))
}

/// A position that a file names, with the options it names.
fn start(value: &Value) -> AnyGame {
    let options: AnyOptions = value["game"].as_str().expect("a game").parse().expect("a game");
    match value["start"].as_str() {
        Some(text) => AnyGame::parse(&options, text).expect("a position"),
        None => AnyGame::start(&options),
    }
}

/// More than any question about these puzzles needs.
const NODES: u64 = 5000;

/// All of them come with the crate, and a solver for any game finds them as each game's own does.
#[test]
fn every_record_is_a_puzzle() {
    let all: Vec<_> = halte_library::puzzles().collect();
    let mut count = 0;
    for game in GameId::ALL {
        for entry in fs::read_dir(folder(game).join("puzzles")).into_iter().flatten() {
            let text = fs::read_to_string(entry.expect("a file").path()).expect("text");
            let records: Vec<Record<AnyGame>> = read_all(&text).expect("records");
            assert!(records.iter().all(|record| record.options().game() == game), "{game}");
            count += records.len();
        }
    }
    assert_eq!(all.len(), count);
    assert!(count >= 550);
    let control = Control::within(Limits::default());
    let mut solver = AnyGame::solver(2 << 20);
    for puzzle in all.iter().step_by(20) {
        let proved = Puzzle::of(&puzzle.position, solver.as_mut(), &(1..=100), NODES, &control);
        let proved = proved.unwrap_or_else(|reason| panic!("{}: {reason:?}", puzzle.position));
        assert_eq!(proved.solutions, puzzle.solutions, "{}", puzzle.position);
        assert_eq!(proved.depth(), puzzle.depth(), "{}", puzzle.position);
    }
}

#[test]
fn every_game_has_a_dozen_positions_to_measure() {
    let bench = halte_library::bench().expect("variants");
    let mut games = HashSet::new();
    for section in &bench {
        let options = &section.options;
        assert!(
            section.limits.depth.is_some() != section.limits.nodes.is_some(),
            "{options}"
        );
        let distinct: HashSet<&String> = section.positions.iter().collect();
        assert_eq!(distinct.len(), 12, "{options}");
        for text in distinct {
            let position = options.game().position(text).expect("a position");
            assert_eq!(position.options(), *options);
        }
        games.insert(options.game());
    }
    assert_eq!(games.len(), GameId::ALL.len());
    assert!(bench.len() >= 6);
}

/// What the page shows of a game is about that game, and every figure can be answered as it says.
#[test]
fn the_page_is_shown_what_is_true() {
    for game in GameId::ALL {
        let page = json(game, "page.json");
        let first: AnyOptions = page["first"].as_str().expect("a game").parse().expect("a game");
        assert_eq!(first.game(), game);
        assert_eq!(start(&page["sample"]).options().game(), game);
        let figures = json(game, "figures.json");
        for (name, figure) in figures.as_object().expect("figures") {
            check_figure(&format!("{game} {name}"), game, figure);
        }
    }
    let mut places = GameId::ALL.map(|game| json(game, "page.json")["place"].as_u64().expect("a number"));
    assert!(places.is_sorted(), "the page shows games in the order of all lists");
    places.sort_unstable();
    assert_eq!(places.to_vec(), (1..=places.len() as u64).collect::<Vec<_>>());
}

fn check_figure(name: &str, game: GameId, figure: &Value) {
    let start = start(figure);
    let options = start.options();
    assert_eq!(options.game(), game, "{name}");
    let read = |text: &Value| AnyGame::parse_move(&options, text.as_str().expect("a move")).expect("a move");
    let solution: Vec<_> = figure["solution"].as_array().expect("moves").iter().map(read).collect();
    let mut line = Playthrough::new(start.clone());
    for &mv in &solution {
        line.play(mv).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let goal = &figure["goal"];
    match goal["kind"].as_str() {
        Some("win") => {
            let winner = start.player();
            assert_eq!(line.turn(), Turn::Over(halte_game::Outcome::Win(winner)), "{name}");
        }
        Some("moves") => {
            let accepted: Vec<_> = goal["moves"].as_array().expect("moves").iter().map(read).collect();
            assert!(accepted.iter().all(|&mv| start.check(mv).is_ok()), "{name}");
            assert!(accepted.contains(&solution[0]), "{name}");
        }
        Some("any") => assert_eq!(solution.len(), 1, "{name}"),
        Some("forbidden") => assert!(start.forbidden().is_some(), "{name}"),
        other => panic!("{name}: no goal {other:?}"),
    }
}

/// Every piece of notation is part of a move or a position of some game.
#[test]
fn notation_is_listed() {
    let words = halte_library::notation();
    assert!(words.len() >= 2 * GameId::ALL.len());
    assert_eq!(words.iter().collect::<HashSet<_>>().len(), words.len());
}
