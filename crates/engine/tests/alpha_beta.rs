//! Alpha-beta against brute force over the same rules, and the promises of every search.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use halte_engine::{AlphaBeta, Control, Evaluate, Limits, Report, Score, Search, Settings, SystemClock};
use halte_game::{Game, Outcome, Playthrough, Random, Turn};
use halte_games::mixtour::Mixtour;
use halte_games::move_game::MoveGame;

const SMALL: Settings = Settings::with_memory(1 << 20);

fn run<G: Evaluate>(settings: &Settings, game: &Playthrough<G>, limits: Limits) -> (Vec<Report<G::Move>>, u64) {
    let control = Control::within(limits);
    let mut reports = Vec::new();
    let last = AlphaBeta::new(settings).search(game, &control, &mut |report| reports.push(report.clone()));
    assert_eq!(reports.last().map(|report| &report.lines), Some(&last.lines));
    (reports, control.nodes())
}

fn best<G: Evaluate>(settings: &Settings, game: &Playthrough<G>, limits: Limits) -> Report<G::Move> {
    run(settings, game, limits).0.pop().expect("a report")
}

/// The outcome that the player to move can force within `depth` moves, by trying everything; none if neither a win nor
/// a loss is certain by then.
fn solve<G: Game>(game: &mut Playthrough<G>, depth: u32) -> Option<Score> {
    match game.turn() {
        Turn::Over(Outcome::Win(winner)) if winner == game.position().player() => return Some(Score::Win { moves: 0 }),
        Turn::Over(Outcome::Win(_)) => return Some(Score::Loss { moves: 0 }),
        Turn::Over(Outcome::Draw) => return None,
        _ if depth == 0 => return None,
        _ => {}
    }
    let moves = game.legal_moves();
    let mut best = Some(Score::Loss { moves: 0 });
    for mv in moves {
        game.play(mv).expect("a legal move");
        let score = match solve(game, depth - 1) {
            Some(Score::Win { moves }) => Some(Score::Loss { moves: moves + 1 }),
            Some(Score::Loss { moves }) => Some(Score::Win { moves: moves + 1 }),
            _ => None,
        };
        game.undo();
        // What is not certain lies between every win and every loss.
        let worth = |score: Option<Score>| score.unwrap_or(Score::Draw);
        if worth(score) > worth(best) {
            best = score;
        }
    }
    best
}

/// Positions after random moves in which the game is not over.
fn positions<G: Game>(options: &G::Options, count: u64, longest: usize) -> impl Iterator<Item = Playthrough<G>> {
    (0..count).filter_map(move |seed| {
        let mut random = Random::new(seed);
        let mut game = Playthrough::new(G::start(options));
        let length = longest / 2 + random.below(longest / 2);
        game.play_random(&mut random, length);
        (!game.turn().is_over()).then_some(game)
    })
}

/// Whatever brute force proves the search proves, with the same number of moves, and nothing else.
fn agrees_with_brute_force<G: Evaluate>(options: &G::Options, count: u64, longest: usize, horizon: u32) {
    let mut ends = 0;
    for mut game in positions::<G>(options, count, longest) {
        let truth = solve(&mut game, horizon);
        let found = best(&SMALL, &game, Limits::depth(horizon)).lines.remove(0);
        match truth {
            Some(score) => {
                ends += 1;
                assert_eq!(found.score, score, "{}", game.position());
            }
            None => {
                if let Score::Win { moves } | Score::Loss { moves } = found.score {
                    assert!(moves > horizon, "{} has no {}", game.position(), found.score);
                }
            }
        }
        let mut line = game.clone();
        for &mv in &found.moves {
            line.play(mv).expect("the line is legal");
        }
        let is_whole = truth.is_none() || line.turn().is_over();
        assert!(is_whole, "the line ends before the game: {}", game.position());
    }
    assert!(ends >= 10, "only {ends} positions say anything");
}

/// A winning move is found exactly where trying all moves finds one.
fn finds_winning_moves<G: Evaluate>(options: &G::Options, count: u64, longest: usize) {
    let mut wins = 0;
    for game in positions::<G>(options, count, longest) {
        let position = game.position();
        let does_win = |mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            next.turn() == Turn::Over(Outcome::Win(position.player()))
        };
        let moves = position.legal_moves();
        let found = position.winning_move();
        assert_eq!(found.is_some(), moves.iter().any(|&mv| does_win(mv)), "{position}");
        assert!(found.is_none_or(|mv| moves.contains(&mv) && does_win(mv)), "{position}");
        wins += u32::from(found.is_some());
    }
    assert!(wins >= 10, "only {wins} positions are won");
}

#[test]
fn winning_moves_are_found() {
    finds_winning_moves::<Mixtour>(&"20/1".parse().expect("a variant"), 2000, 60);
    finds_winning_moves::<Mixtour>(&"25/2".parse().expect("a variant"), 2000, 150);
    finds_winning_moves::<MoveGame>(&Default::default(), 2000, 60);
}

#[test]
fn mixtour_agrees_with_brute_force() {
    agrees_with_brute_force::<Mixtour>(&"20/1".parse().expect("a variant"), 120, 40, 3);
    agrees_with_brute_force::<Mixtour>(&"12/1".parse().expect("a variant"), 200, 60, 3);
    agrees_with_brute_force::<Mixtour>(&"12/2".parse().expect("a variant"), 300, 120, 3);
}

#[test]
fn move_agrees_with_brute_force() {
    agrees_with_brute_force::<MoveGame>(&Default::default(), 120, 50, 4);
}

/// Plays both sides from won positions: the win must come, in as many moves as promised.
#[test]
fn a_forced_win_is_played_out() {
    let mut wins = 0;
    for mut game in positions::<Mixtour>(&"20/1".parse().expect("a variant"), 60, 30) {
        let Score::Win { moves } = best(&SMALL, &game, Limits::nodes(20_000)).lines[0].score else {
            continue;
        };
        wins += 1;
        let winner = game.position().player();
        for left in (1..=moves).rev() {
            assert!(!game.turn().is_over());
            let report = best(&SMALL, &game, Limits::nodes(200_000));
            if game.position().player() == winner {
                let score = report.lines[0].score;
                assert!(score >= Score::Win { moves: left }, "{score} with {left} left");
            }
            game.play(report.best().expect("a move")).expect("a legal move");
            if game.turn().is_over() {
                break;
            }
        }
        assert_eq!(game.turn(), Turn::Over(Outcome::Win(winner)));
    }
    assert!(wins >= 10, "only {wins}");
}

#[test]
fn the_same_seed_and_nodes_give_the_same() {
    for game in positions::<MoveGame>(&Default::default(), 5, 30) {
        let strip = |reports: Vec<Report<_>>| {
            let found = reports
                .into_iter()
                .map(|report| (report.depth, report.nodes, report.lines));
            found.collect::<Vec<_>>()
        };
        let [first, second] = [0, 1].map(|_| strip(run(&SMALL, &game, Limits::nodes(30_000)).0));
        assert_eq!(first, second);
    }
}

#[test]
fn limits_are_kept() {
    let game = Playthrough::new(Mixtour::start(&Default::default()));
    for limit in [1, 2, 10, 1000, 12_345] {
        let (reports, counted) = run(&SMALL, &game, Limits::nodes(limit));
        assert!(counted <= limit, "{counted} of {limit} nodes");
        assert!(reports.last().and_then(Report::best).is_some());
    }
    assert_eq!(best(&SMALL, &game, Limits::depth(3)).depth, 3);
    let started = Instant::now();
    let limits = Limits::time(Duration::from_millis(30));
    assert!(best(&SMALL, &game, limits).best().is_some());
    // Without a limit it would take hours; a busy machine may add much to the limit.
    assert!(started.elapsed() < Duration::from_secs(60));

    let (clock, stop) = (SystemClock::new(), AtomicBool::new(true));
    let control = Control::new(Limits::default(), &clock, &stop);
    let report = AlphaBeta::new(&SMALL).search(&game, &control, &mut |_| {});
    assert!(report.best().is_some(), "stopped before it began, it still has a move");
}

#[test]
fn several_lines_are_the_best_ones() {
    let settings = Settings { lines: 4, ..SMALL };
    for game in positions::<MoveGame>(&Default::default(), 8, 40) {
        let report = best(&settings, &game, Limits::depth(3));
        assert_eq!(report.lines.len(), 4);
        for (index, pair) in report.lines.windows(2).enumerate() {
            assert!(pair[0].score >= pair[1].score, "{report:?}");
            let mut before = report.lines[..=index].iter();
            assert!(before.all(|line| line.moves[0] != pair[1].moves[0]));
        }
        let alone = best(&SMALL, &game, Limits::depth(3)).lines[0].score;
        assert!(!alone.is_proven() || alone == report.lines[0].score);
    }
}

#[test]
fn a_finished_game_has_no_line() {
    let mut game = Playthrough::new(MoveGame::start(&Default::default()));
    game.play_random(&mut Random::new(1), usize::MAX);
    let control = Control::within(Limits::default());
    let found = AlphaBeta::new(&SMALL).search(&game, &control, &mut |_| {});
    assert!(found.lines.is_empty());
}
