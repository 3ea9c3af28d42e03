//! Searches agree with brute force, play wins to the end, and keep their limits.

use std::time::Duration;

use halte_game::{Game, Outcome, Player, Playthrough, Random, Turn};
use halte_games::fibonacci::{Fibonacci, Move, Options, Point};

use super::masks::{distance, place};
use super::winning_turn::WinningTurn;
use crate::turn_search::Budget;
use crate::{Control, Engine, Limits, Report, Score, Search, Settings};

/// A position in which both players' pieces stand near the enemy central piece and nobody has won; what follows the
/// rows is given.
fn random_position(options: Options, rest: &str, random: &mut Random) -> Fibonacci {
    loop {
        let mut board = [' '; Point::COUNT];
        let spread = 2 + random.below(3) as u32;
        for [central, attack, defence] in [['c', 'A', 'D'], ['C', 'a', 'd']] {
            let centre = put(&mut board, central, |_| true, random);
            let near = |most| move |point| distance(place(centre), place(point)) <= most;
            for _ in 0..6 {
                put(&mut board, attack, near(spread), random);
                put(&mut board, defence, near(spread + 1), random);
            }
        }
        let text = format!("{} {rest}", rows(&board));
        if let Ok(position) = Fibonacci::parse(&options, &text)
            && !position.turn().is_over()
        {
            return position;
        }
    }
}

/// Puts a piece on a random empty point.
fn put(board: &mut [char], letter: char, allowed: impl Fn(Point) -> bool, random: &mut Random) -> Point {
    let free = |point: &Point| board[point.index()] == ' ';
    let all: Vec<Point> = Point::all().filter(free).collect();
    let near: Vec<Point> = all.iter().copied().filter(|&point| allowed(point)).collect();
    // In a corner there may be no room.
    let points = if near.is_empty() { all } else { near };
    let point = points[random.below(points.len())];
    board[point.index()] = letter;
    point
}

/// The rows of a position's text.
fn rows(board: &[char]) -> String {
    let row_text = |row| {
        let points = Point::all().filter(|point| point.row() == row);
        let letters: String = points.map(|point| board[point.index()]).collect();
        (1..=11).rev().fold(letters, |letters, run| {
            letters.replace(&" ".repeat(run), &run.to_string())
        })
    };
    let rows: Vec<String> = (0..11).rev().map(row_text).collect();
    rows.join("/")
}

/// What a player can force within so many moves, by trying everything.
fn brute_force(position: &Fibonacci, player: Player, moves: u32) -> Score {
    match position.turn() {
        Turn::Over(Outcome::Win(winner)) if winner == player => return Score::Win { moves: 0 },
        Turn::Over(_) => return Score::Loss { moves: 0 },
        _ if moves == 0 => return Score::Estimate(0.5),
        _ => {}
    }
    let legal = position.legal_moves();
    let is_own = position.turn() == Turn::Player(player);
    let values = legal.into_iter().map(|mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        match brute_force(&next, player, moves - 1) {
            Score::Win { moves } => Score::Win { moves: moves + 1 },
            Score::Loss { moves } => Score::Loss { moves: moves + 1 },
            score => score,
        }
    });
    let better = |one: Score, other: Score| if (one > other) == is_own { one } else { other };
    values.reduce(better).expect("there is always a move")
}

fn check_winning_turns(options: Options, steps: u32, positions: usize, fewest_won: usize) {
    let packs = match options {
        Options::Classic => "",
        Options::Cards => " 222222,222222",
    };
    let mut random = Random::new(u64::from(steps));
    let mut search = WinningTurn::new(1 << 20);
    let mut won = 0;
    for _ in 0..positions {
        let position = random_position(options, &format!("r 8 {steps}+{packs}"), &mut random);
        let control = Control::within(Limits::default());
        let found = search.find(&position, &mut Budget::new(&control, u64::MAX));
        let expected = match brute_force(&position, Player::First, steps) {
            Score::Win { moves } => Some(moves),
            _ => None,
        };
        assert_eq!(found.as_ref().map(|moves| moves.len() as u32), expected, "{position}");
        if let Some(moves) = found {
            won += 1;
            let mut end = position.clone();
            for mv in moves {
                end.play(mv).unwrap_or_else(|error| panic!("{error} in {position}"));
            }
            assert_eq!(end.turn(), Turn::Over(Outcome::Win(Player::First)), "{position}");
        }
    }
    assert!((fewest_won..positions).contains(&won), "{won} of {positions} won");
}

#[test]
fn winning_turns_of_two_steps_are_those_that_brute_force_finds() {
    check_winning_turns(Options::Classic, 2, 1000, 10);
    check_winning_turns(Options::Cards, 2, 500, 50);
}

#[test]
fn winning_turns_of_three_steps_are_those_that_brute_force_finds() {
    check_winning_turns(Options::Classic, 3, 20, 1);
    check_winning_turns(Options::Cards, 3, 20, 5);
}

fn engine(lines: usize) -> Box<dyn Search<Fibonacci>> {
    <Fibonacci as Engine>::search(&Settings {
        lines,
        ..Settings::with_memory(1 << 20)
    })
}

fn search(engine: &mut dyn Search<Fibonacci>, game: &Playthrough<Fibonacci>, limits: Limits) -> Report<Move> {
    engine.search(game, &Control::within(limits), &mut |_| {})
}

/// Checks positions in which all that can happen within some moves can be tried; says how many are won or lost by then.
fn check_proofs(options: Options, rest: &str, moves: u32, positions: usize) -> usize {
    let mut random = Random::new(1);
    let is_within = |score| match score {
        Score::Win { moves: needed } | Score::Loss { moves: needed } => needed <= moves,
        _ => false,
    };
    let decided = (0..positions).filter(|_| {
        let position = random_position(options, rest, &mut random);
        let game = Playthrough::new(position.clone());
        let found = search(engine(1).as_mut(), &game, Limits::nodes(50_000));
        let score = found.lines[0].score;
        let expected = brute_force(&position, Player::First, moves);
        if is_within(score) || is_within(expected) {
            assert_eq!(score, expected, "{position}");
        }
        is_within(expected)
    });
    decided.count()
}

/// A classic game's first turn has one step and the second two. With cards Green has only twos left.
#[test]
fn proven_scores_are_those_of_brute_force() {
    let classic = check_proofs(Options::Classic, "r 1 1", 3, 10);
    let cards = check_proofs(Options::Cards, "r 8 1+ 222222,020000", 4, 16);
    assert!((2..26).contains(&(classic + cards)), "{classic} and {cards} decided");
}

#[test]
fn wins_are_played_to_the_end() {
    let mut random = Random::new(5);
    let mut longest = 0;
    for number in 0..30 {
        let (options, rest) = [(Options::Classic, "r 8 5+"), (Options::Cards, "r 8 4+ 222222,222222")][number % 2];
        let mut game = Playthrough::new(random_position(options, rest, &mut random));
        let mut engine = engine(1);
        let found = search(engine.as_mut(), &game, Limits::nodes(20_000));
        let Score::Win { moves } = found.lines[0].score else {
            continue;
        };
        // The win is this turn's, so that no more than a node is needed to go on with it.
        for left in (1..=moves).rev() {
            let limits = Limits::nodes(if left == moves { 20_000 } else { 1 });
            let found = search(engine.as_mut(), &game, limits);
            assert_eq!(found.lines[0].score, Score::Win { moves: left }, "{}", game.position());
            game.play(found.best().expect("a move")).expect("a legal move");
        }
        assert_eq!(game.turn(), Turn::Over(Outcome::Win(Player::First)));
        longest = longest.max(moves);
    }
    assert!(longest >= 4, "the longest win had {longest} steps");
}

#[test]
fn limits_are_kept() {
    let mut random = Random::new(2);
    for (options, rest) in [(Options::Classic, "r 8 5+"), (Options::Cards, "r 8 5+ 222222,222222")] {
        let game = Playthrough::new(random_position(options, rest, &mut random));
        for limit in [1, 2, 100, 5000] {
            let found = search(engine(1).as_mut(), &game, Limits::nodes(limit));
            // Even without a node there is a move.
            assert!(found.nodes <= limit + 2, "{} of {limit} nodes", found.nodes);
            assert!(game.check(found.best().expect("a move")).is_ok());
        }
        assert_eq!(search(engine(1).as_mut(), &game, Limits::depth(1)).depth, 1);
        let found = search(engine(1).as_mut(), &game, Limits::time(Duration::ZERO));
        assert!(found.nodes <= 1000, "{} nodes in no time", found.nodes);
    }
}

#[test]
fn the_same_nodes_find_the_same() {
    let mut random = Random::new(3);
    for (options, rest) in [(Options::Classic, "r 8 3+"), (Options::Cards, "r 8 3+ 222222,222222")] {
        let game = Playthrough::new(random_position(options, rest, &mut random));
        let [one, other] = [(); 2].map(|()| search(engine(3).as_mut(), &game, Limits::nodes(20_000)));
        assert_eq!(one.lines, other.lines);
        assert_eq!(one.nodes, other.nodes);
    }
}

#[test]
fn several_lines_are_different_turns_the_best_first() {
    let mut game = Playthrough::new(Fibonacci::start(&Options::Classic));
    for mv in ["a5-b5", "k7-j7", "k8-i6"] {
        game.play_text(mv).expect("a legal move");
    }
    let found = search(engine(5).as_mut(), &game, Limits::nodes(30_000));
    assert_eq!(found.lines.len(), 5);
    for pair in found.lines.windows(2) {
        assert!(pair[0].score >= pair[1].score);
        assert_ne!(pair[0].moves, pair[1].moves);
    }
}

#[test]
fn there_are_no_lines_when_nobody_is_to_move() {
    let game = Playthrough::new(Fibonacci::start(&Options::Cards));
    assert!(search(engine(1).as_mut(), &game, Limits::nodes(100)).lines.is_empty());
}
