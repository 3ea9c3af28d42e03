//! What levels promise: they are ordered, a seed says what they play, and they err by little, as they see it.

use std::fs;
use std::path::Path;

use halte_engine::{Control, Engine, Level, Limits, Puzzle, Report, Score, Search, Settings};
use halte_game::record::read_all;
use halte_game::{Named, Outcome, Playthrough, Random, Turn};
use halte_games::fibonacci::Fibonacci;
use halte_games::mixtour::Mixtour;
use halte_games::mobius::Mobius;
use halte_games::move_game::MoveGame;
use halte_games::{AnyGame, AnyOptions, with_game};

/// More nodes would take long; the levels that look at more are then weaker than they should be.
const MOST_NODES: u64 = 3000;

fn settings(level: Option<Level>, seed: u64) -> Settings {
    Settings {
        seed,
        level,
        ..Settings::with_memory(1 << 20)
    }
}

/// Searches with a new search, within so many nodes.
fn search<G: Engine>(mut search: Box<dyn Search<G>>, game: &Playthrough<G>, nodes: u64) -> Report<G::Move> {
    search.search(game, &Control::within(Limits::nodes(nodes)), &mut |_| {})
}

/// Some puzzles of a file.
fn puzzles<G: Named>(file: &str, count: usize) -> Vec<Puzzle<G>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let records = read_all::<G>(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
    let step = records.len() / count;
    let some = records.iter().step_by(step).take(count);
    some.map(|record| Puzzle::from_record(record).expect(file)).collect()
}

#[test]
fn higher_levels_are_stronger() {
    fn check<G: Engine>(variant: &str, options: &G::Options) {
        let strengths: Vec<_> = Level::all().map(|level| G::strength(options, level)).collect();
        for pair in strengths.windows(2) {
            let [weaker, stronger] = pair else { continue };
            // That more nodes make up for more softness, where they have both, is for matches to show.
            let is_stronger =
                weaker.nodes < stronger.nodes || weaker.nodes == stronger.nodes && weaker.softness > stronger.softness;
            assert!(is_stronger, "{variant}: {weaker:?}, {stronger:?}");
        }
        // Nobody loses at once without need, but in Move, where nothing else loses, the lower levels do now and then.
        let careful = if variant == "move" { 6 } else { 0 };
        assert!(strengths[careful].softness <= 0.5, "{variant}");
        // The strongest plays what it thinks best.
        assert_eq!(strengths[Level::COUNT - 1].softness, 0.0, "{variant}");
    }
    let extremes = ["mixtour 1/1", "mixtour 25/25"].map(|variant| variant.parse().expect("a variant"));
    for any in AnyOptions::all().into_iter().chain(extremes) {
        with_game!(AnyOptions, &any, |G, options| check::<G>(&any.to_string(), options));
    }
}

/// The steps between levels are what `docs/levels.md` has measured, and the ratings follow from them.
#[test]
fn ratings_follow_from_the_matches() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/levels.md");
    let document = fs::read_to_string(path).expect("docs/levels.md");
    for options in AnyOptions::all() {
        let chapter = |variant: &AnyOptions| {
            let mut chapters = document.split("\n### ").skip(1);
            chapters.find(|chapter| chapter.to_lowercase().starts_with(&format!("{variant}\n")))
        };
        // Variants that are nearly the same share the levels of one of them.
        let mut alike = options.game().variants();
        alike.retain(|other| AnyGame::steps(other) == AnyGame::steps(&options));
        let Some(variant) = alike.into_iter().find(|variant| chapter(variant).is_some()) else {
            // A game that is new has no matches yet, and no steps of its own.
            let guessed = [100; Level::COUNT - 1];
            assert_eq!(AnyGame::steps(&options), guessed, "{options} was never measured");
            continue;
        };
        let rows = chapter(&variant)
            .expect("a chapter")
            .lines()
            .filter(|line| line.starts_with("| "));
        // The head of the table and its rule, and level 1, which has nothing below it.
        let gains = rows.skip(3).map(|row| row.split('|').nth(4).unwrap_or_default().trim());
        let gains: Vec<&str> = gains.collect();
        let steps = AnyGame::steps(&options);
        assert_eq!(gains.len(), steps.len(), "{variant}");
        for (number, (step, gain)) in (2..).zip(steps.iter().zip(gains)) {
            let measured = gain.strip_prefix('+').and_then(|gain| gain.split(' ').next());
            let expected: Option<u16> = measured.and_then(|gain| gain.parse().ok());
            assert_eq!(
                Some(*step),
                expected,
                "{variant}: level {number}, {gain:?} in docs/levels.md"
            );
        }
        let ratings: Vec<u16> = Level::all().map(|level| AnyGame::rating(&options, level)).collect();
        assert_eq!(ratings[4], 1500, "{variant}");
        let differences: Vec<u16> = ratings.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!(differences, steps, "{variant}");
    }
}

/// In what is left of a puzzle when one move is missing, the weakest level does not overlook the win every time, and all
/// others never do.
fn check_wins<G: Engine + Named>(file: &str) {
    let (mut taken, mut chances) = (0, 0);
    for puzzle in puzzles::<G>(file, 8) {
        let mut game = Playthrough::new(puzzle.position.clone());
        let (_, before) = puzzle.line.split_last().expect("a line");
        before.iter().for_each(|&mv| game.play(mv).expect("a legal move"));
        let winner = game.position().player();
        let wins = |level: Level, seed: u64| {
            let found = search(G::search(&settings(Some(level), seed)), &game, MOST_NODES);
            let mut game = game.clone();
            game.play(found.best().expect("a move")).expect("a legal move");
            game.turn() == Turn::Over(Outcome::Win(winner))
        };
        for seed in 0..3 {
            chances += 1;
            let mut levels = Level::all();
            taken += usize::from(levels.next().is_some_and(|weakest| wins(weakest, seed)));
            for level in levels {
                let position = game.position();
                assert!(wins(level, seed), "level {level} overlooks a win in {position}");
            }
        }
    }
    assert!(taken * 3 >= chances, "{file}: {taken} of {chances} wins taken");
}

#[test]
fn wins_are_taken_in_mobius() {
    check_wins::<Mobius>("mobius/puzzles/all.txt");
}

#[test]
fn wins_are_taken_in_move() {
    check_wins::<MoveGame>("move/puzzles/short.txt");
}

#[test]
fn wins_are_taken_in_fibonacci() {
    check_wins::<Fibonacci>("fibonacci/puzzles/classic.txt");
    check_wins::<Fibonacci>("fibonacci/puzzles/cards.txt");
}

#[test]
fn wins_are_taken_in_mixtour() {
    check_wins::<Mixtour>("mixtour/puzzles/20-1.txt");
    check_wins::<Mixtour>("mixtour/puzzles/25-5.txt");
}

/// Positions early in random games, in which a player is to move.
fn positions<G: Engine>(options: &G::Options) -> Vec<Playthrough<G>> {
    let game = |seed: u64| {
        let mut random = Random::new(seed);
        let mut game = Playthrough::new(G::start(options));
        let length = random.below(30);
        game.play_random(&mut random, length);
        while game.turn() == Turn::Chance {
            game.play_random(&mut random, game.moves().len() + 1);
        }
        (!game.turn().is_over()).then_some(game)
    };
    (0..8).filter_map(game).collect()
}

/// No level plays what its own search thinks worse than the best by its softness, and none lets go of a proven win or, if
/// its softness is a half or less, plays a proven loss without need. The same seed plays the same.
fn check_errors<G: Engine>(variant: &str, options: &G::Options) {
    let mut errors = 0;
    for game in positions::<G>(options) {
        for level in Level::all() {
            let strength = G::strength(options, level);
            let nodes = strength.nodes.min(MOST_NODES);
            let play = || search(G::search(&settings(Some(level), 1)), &game, nodes);
            let played = play();
            let position = game.position();
            assert_eq!(
                played.lines,
                play().lines,
                "level {level} plays differently in {position}"
            );
            let soft = Settings {
                lines: strength.lines(),
                ..settings(None, 1)
            };
            let seen = search(G::strongest_search(&soft), &game, nodes);
            let (best, chosen) = (seen.lines[0].score, played.lines[0].score);
            let place = seen.lines.iter().position(|line| *line == played.lines[0]);
            errors += place.unwrap_or_else(|| panic!("level {level} saw something else in {}", game.position()));
            let is_won = |score: Score| matches!(score, Score::Win { .. });
            let is_lost = |score: Score| matches!(score, Score::Loss { .. });
            let is_small = best.probability() - chosen.probability() <= strength.softness;
            let is_needless = strength.softness <= 0.5 && is_lost(chosen) && !is_lost(best);
            let is_allowed = is_small && is_won(best) <= is_won(chosen) && !is_needless;
            assert!(
                is_allowed,
                "level {level} plays {chosen} instead of {best} in {position}"
            );
        }
    }
    assert!(errors > 0, "{variant}: no level errs");
}

#[test]
fn errors_are_small() {
    for any in AnyOptions::all() {
        with_game!(AnyOptions, &any, |G, options| check_errors::<G>(
            &any.to_string(),
            options
        ));
    }
}
