//! Analyses with scripted scores, and of real games with the real searches.

use std::sync::atomic::AtomicBool;

use halte_game::record::{NodeId, Record};
use halte_game::{Named, Random};
use halte_games::fibonacci::Fibonacci;
use halte_games::mixtour::Mixtour;
use halte_games::mobius::{Cell, Mobius};
use halte_games::move_game::MoveGame;

use super::*;
use crate::{Engine, Report, Settings, SystemClock, Tell};

fn game<G: Game>(options: &str, moves: &str) -> Playthrough<G> {
    let options = match options {
        "" => G::Options::default(),
        name => name.parse().expect("options"),
    };
    let mut game = Playthrough::new(G::start(&options));
    for text in moves.split_whitespace() {
        game.play_text(text).expect("a legal move");
    }
    game
}

/// Analyses with a search, and checks that the progress goes from nothing to all.
fn analysed<G: Game>(game: &Playthrough<G>, search: &mut dyn Search<G>, limits: Limits) -> Analysis<G::Move> {
    let (clock, stop) = (SystemClock::new(), AtomicBool::new(false));
    let mut steps = Vec::new();
    let begin = |limits| Control::new(limits, &clock, &stop);
    let analysis = analyse(game, search, limits, &begin, &mut |progress| steps.push(progress.done));
    assert!(steps.into_iter().eq(0..=game.moves().len()));
    analysis.expect("nobody stops it")
}

/// Knows the score and the best move of a position by how many moves led to it.
struct Script(Vec<(Score, &'static str)>);

impl Search<Mobius> for Script {
    fn search(&mut self, game: &Playthrough<Mobius>, control: &Control<'_>, _: Tell<'_, Cell>) -> Report<Cell> {
        let (score, best) = self.0[game.moves().len()];
        let moves = vec![best.parse().expect("a cell")];
        Report {
            depth: 1,
            nodes: 1,
            time: control.elapsed(),
            lines: vec![Line { score, moves }],
            is_whole: true,
        }
    }

    fn clear(&mut self) {}
}

/// Checks the turns that follow from a script, `0.7 e0; win in 9 a1`: each as `before, after, loss` in hundredths, for whoever
/// made it.
fn check(script: &'static str, expected: &str) -> Analysis<Cell> {
    let known = |known: &'static str| {
        let (score, best) = known.rsplit_once(' ').expect("a score and a move");
        let score = match score.strip_prefix("win in ") {
            Some(moves) => Score::Win {
                moves: moves.parse().expect("a number"),
            },
            None => Score::Estimate(score.parse().expect("a number")),
        };
        (score, best)
    };
    let mut script = Script(script.split("; ").map(known).collect());
    let analysis = analysed(&game::<Mobius>("", "e0 f3 g7 h2"), &mut script, Limits::nodes(1));
    let shown = |turn: &AnalysedTurn<Cell>| format!("{}, {}, {:.0}", turn.before, turn.after, turn.loss() * 100.0);
    let shown: Vec<String> = analysis.turns.iter().map(shown).collect();
    assert_eq!(shown.join("; "), expected);
    analysis
}

#[test]
fn turns_are_judged_by_what_follows() {
    // Always what the search wanted: what is known at the end is true from the beginning.
    let expected = "70.0 %, 70.0 %, 0; 30.0 %, 30.0 %, 0; 70.0 %, 70.0 %, 0; 30.0 %, 30.0 %, 0";
    check("0.7 e0; 0.7 f3; 0.7 g7; 0.7 h2; 0.7 a1", expected);
    // Something else each time; the third is better than the search thought.
    let expected = "50.0 %, 40.0 %, 10; 60.0 %, 50.0 %, 10; 50.0 %, 50.0 %, 0; 50.0 %, 35.0 %, 15";
    let analysis = check("0.5 a1; 0.6 a1; 0.3 a1; 0.5 a1; 0.65 a1", expected);
    let judgements: Vec<_> = analysis.turns.iter().map(AnalysedTurn::judgement).collect();
    let mistake = Some(Judgement::Mistake);
    assert_eq!(judgements, [mistake, Judgement::of(0.1), None, mistake]);
    let better = analysis.turns[0].better().map(|line| line.score);
    assert_eq!(better, Some(Score::Estimate(0.5)));
    assert_eq!(analysis.turns[2].better(), None);
}

#[test]
fn thrown_away_proofs_come_first() {
    // The other losses are larger, but nothing was proven.
    let expected = "90.0 %, 10.0 %, 80; 90.0 %, loss in 3, 90; win in 3, 70.0 %, 30; 30.0 %, 30.0 %, 0";
    let analysis = check("0.9 a1; 0.9 a1; win in 3 a1; 0.3 a1; 0.7 a1", expected);
    let starts: Vec<usize> = analysis.turning_points().iter().map(|turn| turn.moves.start).collect();
    assert_eq!(starts, [2, 1, 0]);
}

#[test]
fn proofs_are_carried_forward() {
    // The search proves the game won with e0, and does not see it any more afterwards.
    let expected = "win in 9, win in 8, 0; loss in 8, loss in 7, 0; win in 7, 50.0 %, 0; 50.0 %, 50.0 %, 0";
    check("win in 9 e0; 0.5 a1; 0.5 g7; 0.5 a1; 0.5 a1", expected);
}

#[test]
fn thresholds_are_as_documented() {
    let check = |loss: f32, expected: Option<Judgement>| assert_eq!(Judgement::of(loss), expected, "{loss}");
    check(0.0, None);
    check(0.049, None);
    check(0.05, Some(Judgement::Inaccuracy));
    check(0.1, Some(Judgement::Mistake));
    check(0.2, Some(Judgement::Blunder));
    check(1.0, Some(Judgement::Blunder));
}

#[test]
fn stops_when_asked() {
    let (clock, stop) = (SystemClock::new(), AtomicBool::new(true));
    let game = game::<Mobius>("", "e0 f3");
    let begin = |limits| Control::new(limits, &clock, &stop);
    let mut search = Mobius::search(&Settings::default());
    let analysis = analyse(&game, search.as_mut(), Limits::nodes(10), &begin, &mut |_| {});
    assert_eq!(analysis, None);
}

/// A game of random moves, cut off after some.
fn random_game<G: Game>(options: &str, seed: u64, length: usize) -> Playthrough<G> {
    let mut game = game::<G>(options, "");
    game.play_random(&mut Random::new(seed), length);
    game
}

/// What people write into a record.
fn write_by_hand<G: Game>(record: &mut Record<G>) {
    let end = record.end_node();
    record.set_comment(end, "The [%eval 0.1] end.").expect("a comment");
    record.set_nags(end, &[Nag(1), Nag(40)]).expect("glyphs");
    for &mv in &record.start().legal_moves()[..2] {
        record.add_variation(NodeId::ROOT, mv).expect("a variation");
    }
}

/// Analyses a game of random moves; whatever it is, the numbers fit together and a record takes them once only.
fn keeps_promises<G: Engine + Named>(options: &str, seed: u64, length: usize, limits: Limits) {
    let game = random_game::<G>(options, seed, length);
    let settings = Settings {
        lines: 2,
        ..Settings::with_memory(1 << 20)
    };
    let analysis = analysed(&game, G::search(&settings).as_mut(), limits);
    check_turns(&game, &analysis);

    let mut record = Record::try_from(game.clone()).expect("a record");
    write_by_hand(&mut record);
    annotate(&mut record, &analysis).expect("it can be annotated");
    let text = record.to_string();
    let read: Record<G> = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(read == record && read.to_string() == text, "{text}");
    assert!(text.contains("[%eval 0.1]") && text.contains("$1"), "{text}");

    let again = analysed(read.main_line(), G::search(&settings).as_mut(), limits);
    let mut twice = read;
    annotate(&mut twice, &again).expect("it can be annotated");
    assert_eq!(twice.to_string(), text);

    // An analysis without anything to say leaves what people wrote.
    annotate(&mut twice, &Analysis { turns: Vec::new() }).expect("it can be annotated");
    let mut plain = Record::try_from(game).expect("a record");
    write_by_hand(&mut plain);
    assert_eq!(twice.to_string(), plain.to_string());
}

fn check_turns<G: Game>(game: &Playthrough<G>, analysis: &Analysis<G::Move>) {
    let mut position = game.start().clone();
    let mut expected = analysis.turns.iter().peekable();
    let mut previous: Option<&AnalysedTurn<G::Move>> = None;
    let mut is_within = false;
    for (index, &mv) in game.moves().iter().enumerate() {
        if expected.peek().is_some_and(|turn| turn.moves.end == index) {
            previous = expected.next();
        }
        let turn = expected.peek().copied();
        match position.turn() {
            Turn::Player(player) => {
                let turn = turn.expect("a turn for every move of a player");
                assert!(turn.moves.contains(&index) && turn.player == player);
                assert_eq!(index > turn.moves.start, is_within && !position.begins_turn());
                if let Some(previous) = previous
                    && previous.moves.end == turn.moves.start
                {
                    let (after, before) = (previous.after_for(turn.player), turn.before);
                    let is_same = after == before || !after.is_proven() && !before.is_proven();
                    let difference = after.probability() - before.probability();
                    assert!(is_same && difference.abs() < 1e-5, "{after} and {before}");
                }
                assert!((0.0..=1.0).contains(&turn.loss()));
            }
            _ => assert!(turn.is_none_or(|turn| !turn.moves.contains(&index))),
        }
        is_within = matches!(position.turn(), Turn::Player(_));
        position.play_unchecked(mv);
    }
    if let (Some(outcome), Some(last)) = (game.turn().outcome(), analysis.turns.last()) {
        let expected = match outcome {
            Outcome::Win(winner) if winner == last.player => Score::Win { moves: 0 },
            Outcome::Win(_) => Score::Loss { moves: 0 },
            Outcome::Draw => Score::Draw,
        };
        assert_eq!(last.after, expected);
    }
}

#[test]
fn numbers_fit_together_in_all_games() {
    for seed in 0..3 {
        keeps_promises::<Mixtour>("20/1", seed, 60, Limits::nodes(300));
        keeps_promises::<MoveGame>("", seed, 40, Limits::nodes(300));
        keeps_promises::<Mobius>("", seed, 30, Limits::nodes(60));
        keeps_promises::<Fibonacci>("classic", seed, 40, Limits::nodes(300));
        keeps_promises::<Fibonacci>("cards", seed, 40, Limits::nodes(300));
    }
}

/// Players who move at random overlook wins.
#[test]
fn a_proven_win_that_is_thrown_away_is_found() {
    let game = random_game::<Mixtour>("20/1", 7, 60);
    let settings = Settings::default();
    let depth = Limits::depth(4);
    let analysis = analysed(&game, Mixtour::search(&settings).as_mut(), depth);
    let first = analysis.turning_points()[0];
    assert!(first.throws_proof_away());
    assert!(matches!(first.before, Score::Win { .. }), "{}", first.before);
    // What should have been played wins indeed, or nobody may say so.
    let better = first.better().expect("a better line");
    let mut game = game;
    while game.moves().len() > first.moves.start {
        game.undo();
    }
    for &mv in &better.moves {
        game.play(mv).expect("a legal move");
    }
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(first.player)));
}
