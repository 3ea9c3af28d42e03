//! What every search promises, whatever the game.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use halte_engine::{Control, Engine, Level, Limits, Report, Score, Search, Settings, SystemThreads, Uct};
use halte_game::{Game, Playthrough, Random, Turn};
use halte_games::{AnyGame, AnyOptions, with_game};
#[cfg(unix)]
use rustix::time::{ClockId, clock_gettime};

const SETTINGS: Settings = Settings {
    seed: 7,
    ..Settings::with_memory(4 << 20)
};

/// Some positions of random games in which a player is to move.
fn positions<G: Engine>(options: &G::Options, count: usize, longest: usize) -> Vec<Playthrough<G>> {
    let game = |seed| {
        let mut random = Random::new(seed);
        let mut game = Playthrough::new(G::start(options));
        let length = random.below(longest);
        game.play_random(&mut random, length);
        while game.turn() == Turn::Chance {
            game.play_random(&mut random, game.moves().len() + 1);
        }
        matches!(game.turn(), Turn::Player(_)).then_some(game)
    };
    (0..).filter_map(game).take(count).collect()
}

/// Searches, and checks that what is found can be played.
fn search<G: Engine>(settings: &Settings, limits: Limits, game: &Playthrough<G>) -> Report<G::Move> {
    let control = Control::within(limits).with_threads(&SystemThreads);
    let mut last = None;
    let found = G::search(settings).search(game, &control, &mut |report| last = Some(report.clone()));
    let last = last.map(|report| report.lines);
    assert_eq!(last.as_ref(), Some(&found.lines), "{}", game.position());
    for line in &found.lines {
        let mut game = game.clone();
        for &mv in &line.moves {
            game.play(mv).expect("a legal line");
        }
        assert!(!line.moves.is_empty());
    }
    found
}

/// Runs a generic check on the options of every game and variant.
macro_rules! for_every_game {
    ($check:ident) => {
        for options in AnyOptions::all() {
            with_game!(AnyOptions, &options, |G, options| $check::<G>(options));
        }
    };
}

#[test]
fn nodes_are_kept_and_one_thread_is_deterministic() {
    fn check<G: Engine>(options: &G::Options) {
        for game in positions::<G>(options, 4, 40) {
            for limit in [1, 10, 3000] {
                let found = search(&SETTINGS, Limits::nodes(limit), &game);
                let (nodes, position) = (found.nodes, game.position());
                assert!(nodes <= limit, "{nodes} of {limit} nodes in {position}");
                assert!(found.best().is_some());
                let again = search(&SETTINGS, Limits::nodes(limit), &game);
                assert_eq!((found.nodes, found.lines), (again.nodes, again.lines));
            }
        }
    }
    for_every_game!(check);
}

#[test]
fn several_lines_begin_with_different_moves() {
    fn check<G: Engine>(options: &G::Options) {
        let settings = Settings { lines: 5, ..SETTINGS };
        for game in positions::<G>(options, 3, 30) {
            let found = search(&settings, Limits::nodes(5000), &game);
            let firsts: Vec<_> = found.lines.iter().map(|line| &line.moves).collect();
            assert!(found.lines.len() <= 5);
            for (index, line) in firsts.iter().enumerate() {
                assert!(!firsts[..index].contains(line), "{}", game.position());
            }
            for pair in found.lines.windows(2) {
                let (one, other, position) = (pair[0].score, pair[1].score, game.position());
                let are_ordered = one >= other || !one.is_proven() && !other.is_proven();
                assert!(are_ordered, "{one} and {other} in {position}");
            }
        }
    }
    for_every_game!(check);
}

/// Except in Mobius, whose tree puts what it visited most before what looks best.
#[test]
fn lines_of_a_whole_iteration_are_in_order() {
    fn check<G: Engine>(options: &G::Options) {
        let settings = Settings { lines: 5, ..SETTINGS };
        let mut were_cut_off = 0;
        for game in positions::<G>(options, 10, 30) {
            let control = Control::within(Limits::nodes(5000));
            G::search(&settings).search(&game, &control, &mut |report| {
                let scores: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
                were_cut_off += usize::from(!report.is_whole);
                let are_in_order = scores.is_sorted_by(|one, other| one >= other);
                assert!(!report.is_whole || are_in_order, "{scores:?} in {}", game.position());
            });
        }
        assert!(were_cut_off > 0);
    }
    for options in &AnyOptions::all()[1..] {
        with_game!(AnyOptions, options, |G, options| check::<G>(options));
    }
}

#[test]
fn threads_help_and_end() {
    fn check<G: Engine>(options: &G::Options) {
        let settings = Settings { threads: 3, ..SETTINGS };
        for game in positions::<G>(options, 4, 40) {
            for limits in [
                Limits::nodes(1),
                Limits::nodes(3000),
                Limits::time(Duration::from_millis(20)),
            ] {
                assert!(search(&settings, limits, &game).best().is_some());
            }
        }
    }
    for_every_game!(check);
}

#[test]
fn levels_play_and_repeat_themselves() {
    fn check<G: Engine>(options: &G::Options) {
        for game in positions::<G>(options, 2, 30) {
            for level in Level::all() {
                let settings = Settings {
                    level: Some(level),
                    ..SETTINGS
                };
                // A level limits itself, but the highest to about a second.
                let most = G::strength(options, level).nodes;
                let limits = if most > 10_000 {
                    Limits::nodes(10_000)
                } else {
                    Limits::default()
                };
                let found = search(&settings, limits, &game);
                assert!(found.nodes <= most);
                assert_eq!(found.lines, search(&settings, limits, &game).lines);
            }
        }
    }
    for_every_game!(check);
}

/// A game that is known only at run time is searched as if its type were known.
#[test]
fn any_game_is_searched_like_its_own() {
    fn check<G: Engine>(any_options: &AnyOptions, options: &G::Options) {
        fn shown<M: ToString>(report: &Report<M>) -> (u32, u64, Vec<(Score, Vec<String>)>) {
            let texts = |moves: &[M]| moves.iter().map(ToString::to_string).collect();
            let lines = report.lines.iter().map(|line| (line.score, texts(&line.moves)));
            (report.depth, report.nodes, lines.collect())
        }
        for game in positions::<G>(options, 3, 40) {
            let mut any = Playthrough::new(AnyGame::start(any_options));
            for mv in game.moves() {
                let mv = AnyGame::parse_move(any_options, &mv.to_string()).expect("a move");
                any.play(mv).expect("a legal move");
            }
            let levels = Level::all().step_by(3).map(Some);
            for level in levels.chain([None]) {
                let settings = Settings {
                    level,
                    lines: 2,
                    ..SETTINGS
                };
                let own = shown(&search(&settings, Limits::nodes(3000), &game));
                let found = shown(&search(&settings, Limits::nodes(3000), &any));
                assert_eq!(found, own, "{level:?} in {}", game.position());
            }
        }
    }
    for any in AnyOptions::all() {
        with_game!(AnyOptions, &any, |G, options| check::<G>(&any, options));
    }
}

/// One search serves games of different kinds, one after the other.
#[test]
fn any_search_changes_the_game() {
    let mut search = AnyGame::search(&SETTINGS);
    let all = AnyOptions::all();
    for options in all.iter().chain(&all[..1]) {
        let mut game = Playthrough::new(AnyGame::start(options));
        for _ in 0..2 {
            let control = Control::within(Limits::nodes(500));
            let best = search.search(&game, &control, &mut |_| {}).best();
            let next = match game.turn() {
                Turn::Chance => {
                    assert!(best.is_none_or(|card| game.check(card).is_ok()), "{best:?}");
                    game.legal_moves().first().copied()
                }
                _ => best,
            };
            game.play(next.expect("a move")).expect("a legal move");
        }
    }
}

/// When its memory is used up, plain UCT goes on with the tree that it has.
#[test]
fn uct_needs_no_room() {
    fn check<G: Engine>(options: &G::Options) {
        for memory in [0, 1000, 10_000] {
            let mut search = Uct::<G>::new(&Settings { memory, ..SETTINGS });
            for game in positions::<G>(options, 4, 40) {
                let control = Control::within(Limits::nodes(1000));
                let best = search.search(&game, &control, &mut |_| {}).best();
                assert!(best.is_some_and(|mv| game.check(mv).is_ok()), "{}", game.position());
            }
        }
    }
    for_every_game!(check);
}

/// The time that this thread had a processor: what others do on a busy machine is none of a search's time.
#[cfg(unix)]
struct ProcessorClock;

#[cfg(unix)]
impl halte_engine::Clock for ProcessorClock {
    fn now(&self) -> Duration {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

/// A search asked for 100 ms is back within 120 ms.
#[cfg(unix)]
#[test]
fn time_is_kept() {
    fn check<G: Engine>(options: &G::Options) {
        let late = |game: &Playthrough<G>| {
            let mut search = G::search(&SETTINGS);
            let (clock, stop) = (ProcessorClock, AtomicBool::new(false));
            let control = Control::new(Limits::time(Duration::from_millis(100)), &clock, &stop);
            search.search(game, &control, &mut |_| {});
            control.elapsed() > Duration::from_millis(120)
        };
        for game in positions::<G>(options, 3, 30) {
            assert!((0..5).any(|_| !late(&game)), "late five times in {}", game.position());
        }
    }
    for_every_game!(check);
}
