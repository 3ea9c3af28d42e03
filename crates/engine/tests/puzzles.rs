//! The puzzles in `games/`: each is proved anew, and the engines find them.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use halte_engine::{Control, Engine, Level, Limits, Puzzle, PuzzleMaker, PuzzlePlan, Score, Settings, SystemClock};
use halte_game::board::Board;
use halte_game::record::{Record, read_all};
use halte_game::{Named, Outcome, Playthrough, Symmetric, Turn};
use halte_games::fibonacci::Fibonacci;
use halte_games::mixtour::Mixtour;
use halte_games::mobius::Mobius;
use halte_games::move_game::MoveGame;

const MOBIUS: &[(&str, usize)] = &[("mobius/puzzles/all.txt", 58)];
const MOVE: &[(&str, usize)] = &[("move/puzzles/short.txt", 124), ("move/puzzles/deep.txt", 40)];
const FIBONACCI: &[(&str, usize)] = &[
    ("fibonacci/puzzles/classic.txt", 140),
    ("fibonacci/puzzles/cards.txt", 60),
];
const MIXTOUR: &[(&str, usize)] = &[
    ("mixtour/puzzles/20-1.txt", 70),
    ("mixtour/puzzles/25-5.txt", 82),
    ("mixtour/puzzles/20-2.txt", 10),
    ("mixtour/puzzles/20-3.txt", 10),
];

/// The puzzles of these files, of which each must have so many.
fn puzzles<G: Named>(files: &[(&str, usize)]) -> Vec<Puzzle<G>> {
    let mut puzzles = Vec::new();
    for &(file, count) in files {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(file);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        let records = read_all::<G>(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(records.len(), count, "{file}");
        puzzles.extend(records.iter().map(|record| Puzzle::from_record(record).expect(file)));
    }
    puzzles
}

/// More than any question about these puzzles needs.
const NODES: u64 = 5000;

/// More pieces than this nobody takes in.
const MOST_PIECES: usize = 60;

/// Proves all puzzles anew, and that no two are alike.
fn check_proofs<G: Engine + Named + Symmetric + Board>(files: &[(&str, usize)]) {
    let control = Control::within(Limits::default());
    let mut solver = G::solver(2 << 20);
    let mut seen = HashSet::new();
    for puzzle in puzzles::<G>(files) {
        let proved = Puzzle::of(&puzzle.position, solver.as_mut(), &(1..=100), NODES, &control);
        let proved = proved.unwrap_or_else(|reason| panic!("{}: {reason:?}", puzzle.position));
        assert_eq!(proved.solutions, puzzle.solutions, "{}", puzzle.position);
        assert_eq!(proved.depth(), puzzle.depth(), "{}", puzzle.position);
        let mut game = Playthrough::new(puzzle.position.clone());
        puzzle.line.iter().for_each(|&mv| game.play(mv).expect("a legal move"));
        let winner = puzzle.position.player();
        assert_eq!(game.turn(), Turn::Over(Outcome::Win(winner)), "{}", puzzle.position);
        let pieces = puzzle.position.scene().piece_count();
        assert!(pieces <= MOST_PIECES, "{}: {pieces} pieces", puzzle.position);
        let alike = (0..G::SYMMETRIES).map(|symmetry| puzzle.position.transformed(symmetry).to_string());
        assert!(seen.insert(alike.min()), "{}", puzzle.position);
    }
}

#[test]
fn mobius_puzzles_are_proved() {
    check_proofs::<Mobius>(MOBIUS);
}

#[test]
fn move_puzzles_are_proved() {
    check_proofs::<MoveGame>(MOVE);
}

#[test]
fn fibonacci_puzzles_are_proved() {
    check_proofs::<Fibonacci>(FIBONACCI);
}

#[test]
fn mixtour_puzzles_are_proved() {
    check_proofs::<Mixtour>(MIXTOUR);
}

/// Lets the engine solve all puzzles within so many nodes each, or for a second if `HALTE_SECONDS` says so; then it
/// also tells how long that took.
fn check_engine<G: Engine + Named>(files: &[(&str, usize)], nodes: u64) {
    let seconds: Option<f64> = std::env::var("HALTE_SECONDS").ok().and_then(|text| text.parse().ok());
    let limits = Limits {
        nodes: seconds.is_none().then_some(nodes),
        depth: None,
        time: seconds.map(Duration::from_secs_f64),
    };
    let mut search = G::search(&Settings::default());
    let (mut missed, mut unproven, mut slowest, mut most) = (Vec::new(), 0, Duration::ZERO, 0);
    let puzzles = puzzles::<G>(files);
    let began = Instant::now();
    for puzzle in &puzzles {
        search.clear();
        let (clock, stop) = (SystemClock::new(), AtomicBool::new(false));
        let control = Control::new(limits, &clock, &stop);
        let game = Playthrough::new(puzzle.position.clone());
        let found = search.search(&game, &control, &mut |report| {
            let is_won = |score: Score| matches!(score, Score::Win { .. });
            if report.lines.first().is_some_and(|line| is_won(line.score)) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let is_solved = found.best().is_some_and(|mv| puzzle.solutions.contains(&mv));
        let is_proven = found.lines.first().is_some_and(|line| line.score.is_proven());
        if !is_solved {
            missed.push(format!("{} (depth {})", puzzle.position, puzzle.depth()));
        }
        unproven += usize::from(!is_proven);
        slowest = slowest.max(control.elapsed());
        most = most.max(found.nodes);
    }
    if seconds.is_some() {
        let total = puzzles.len();
        println!(
            "{files:?}: found {} of {total}, {unproven} without proof, {:?} each, at most {slowest:?}, {most} nodes",
            total - missed.len(),
            began.elapsed() / total as u32
        );
    }
    assert!(missed.is_empty(), "{} missed:\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn the_engine_solves_mobius() {
    check_engine::<Mobius>(MOBIUS, 50_000);
}

#[test]
fn the_engine_solves_move() {
    check_engine::<MoveGame>(MOVE, 100_000);
}

#[test]
fn the_engine_solves_fibonacci() {
    check_engine::<Fibonacci>(FIBONACCI, 20_000);
}

#[test]
fn the_engine_solves_mixtour() {
    check_engine::<Mixtour>(MIXTOUR, 100_000);
}

/// Alpha-beta, left alone until nothing is left to find, agrees on the number of moves to the win.
fn check_depths<G: Engine + Named>(files: &[(&str, usize)]) {
    let mut search = G::search(&Settings::default());
    for puzzle in puzzles::<G>(files) {
        search.clear();
        let control = Control::within(Limits::default());
        let found = search.search(&Playthrough::new(puzzle.position.clone()), &control, &mut |_| {});
        let moves = puzzle.depth() as u32;
        assert_eq!(found.lines[0].score, Score::Win { moves }, "{}", puzzle.position);
    }
}

#[test]
fn alpha_beta_agrees_on_depths_in_mixtour() {
    check_depths::<Mixtour>(MIXTOUR);
}

#[test]
fn alpha_beta_agrees_on_depths_in_move() {
    check_depths::<MoveGame>(MOVE);
}

/// The same seed gives the same puzzles, each within the depths asked for.
#[test]
fn a_seed_names_its_puzzles() {
    let make = |seed: u64| {
        let plan = PuzzlePlan {
            seed,
            level: Level::try_from(3).expect("a level"),
            most_pieces: 60,
            depths: 1..=2,
            nodes: 300,
        };
        let mut maker = PuzzleMaker::<MoveGame>::new(Default::default(), plan);
        let control = Control::within(Limits::default());
        let mut found = Vec::new();
        while found.is_empty() {
            found = maker.next_game(&control);
        }
        assert!(found.iter().all(|puzzle| puzzle.depth() <= 2));
        found
    };
    assert_eq!(make(1), make(1));
    assert_ne!(make(1), make(2));
}

/// What is wrong with a puzzle's record is told.
#[test]
fn records_that_are_no_puzzles_are_refused() {
    let check = |tags: &str, expected: &str| {
        let text = format!(
            "[Game \"mixtour\"]\n[Variant \"20/1\"]\n\
             [Position \",r,rw,,rw/w,,www,,/rr,,,rww,/wrw,w,,,/ww,,,rwr, r 0:0 20/1 d3-d1\"]\n\
             {tags}\n\n1... a3:2-d3 0-1\n"
        );
        let record: Record<Mixtour> = text.parse().expect("a record");
        let answer = match Puzzle::from_record(&record) {
            Ok(puzzle) => {
                assert_eq!(puzzle.record().expect("a record"), record);
                "a puzzle".to_owned()
            }
            Err(error) => error.to_string(),
        };
        assert!(answer.contains(expected), "{answer}");
    };
    let (depth, solutions, size) = ("[Depth \"1\"]\n", "[Solutions \"a3:2-d3\"]\n", "[ProofSize \"9\"]");
    check(&format!("{depth}{solutions}{size}"), "a puzzle");
    check(&format!("{depth}{solutions}"), "no tag ProofSize");
    check(&format!("{solutions}{size}"), "no tag Depth");
    check(&format!("{depth}{size}"), "no tag Solutions");
    let with_depth = |depth: &str| format!("[Depth \"{depth}\"]\n{solutions}{size}");
    check(&with_depth("3"), "the depth is 3, but the line has 1 move");
    check(&with_depth("x"), "Depth \"x\" is no number");
    let with_solution = |solution: &str| format!("{depth}[Solutions \"{solution}\"]\n{size}");
    check(&with_solution("a3-d3"), "begins with none of the solutions");
    check(&with_solution("a3:9-d3"), "a3:9-d3");
    check(&with_solution("b3-d3"), "b3-d3");
}
