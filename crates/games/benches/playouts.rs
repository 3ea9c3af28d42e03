//! How fast the rules are: uniformly random games on one thread, as a table.
//!
//! Each game is played in two ways by turns, in the same run: by `random_move`, which draws a move without listing all
//! of them, and by listing all legal moves and choosing one. Their ratio does not depend on the machine's mood.

use std::time::{Duration, Instant};

use halte_game::{Game, History, Random, playout};
use halte_games::{AnyOptions, with_game};

const ROUNDS: usize = 7;
const ROUND: Duration = Duration::from_millis(300);
const LONGEST_GAME: usize = 2000;

fn main() {
    println!("| game | moves/s | games/s | moves a game | bytes a position | moves/s when listing all moves | ratio |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for variant in AnyOptions::all() {
        let row = with_game!(AnyOptions, &variant, |G, options| measure::<G>(options));
        println!(
            "| {variant} | {:.1} million | {} | {:.0} | {} | {:.1} million | {:.1} |",
            row.drawing / 1e6,
            (row.drawing / row.length).round(),
            row.length,
            row.bytes,
            row.listing / 1e6,
            row.drawing / row.listing
        );
    }
}

struct Row {
    drawing: f64,
    listing: f64,
    length: f64,
    bytes: usize,
}

fn measure<G: Game>(options: &G::Options) -> Row {
    let start = G::start(options);
    let mut random = Random::new(1);
    let mut history = History::new();
    let mut list = Vec::new();
    let mut drawing = Vec::new();
    let mut listing = Vec::new();
    let (mut games, mut moves) = (0, 0);
    for _ in 0..ROUNDS {
        drawing.push(speed(|| {
            history.clear();
            history.note(start.repetition());
            let played = playout(&mut start.clone(), &mut history, &mut random, LONGEST_GAME).moves;
            games += 1;
            moves += played;
            played
        }));
        listing.push(speed(|| listed_playout(&mut start.clone(), &mut list, &mut random)));
    }
    Row {
        drawing: median(drawing),
        listing: median(listing),
        length: moves as f64 / f64::from(games),
        bytes: size_of::<G>(),
    }
}

/// Moves a second, from playing whole games for one round.
fn speed(mut game: impl FnMut() -> usize) -> f64 {
    let started = Instant::now();
    let mut moves = 0;
    while started.elapsed() < ROUND {
        for _ in 0..8 {
            moves += game();
        }
    }
    moves as f64 / started.elapsed().as_secs_f64()
}

/// A random game as a user of the plain interface would write it.
fn listed_playout<G: Game>(position: &mut G, list: &mut Vec<G::Move>, random: &mut Random) -> usize {
    for played in 0..LONGEST_GAME {
        list.clear();
        position.add_legal_moves(list);
        if list.is_empty() {
            return played;
        }
        position.play_unchecked(list[random.below(list.len())]);
    }
    LONGEST_GAME
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
