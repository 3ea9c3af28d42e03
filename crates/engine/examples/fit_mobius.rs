//! Fits the factors of Mobius' first guesses to games of the engine against itself: `fit_mobius GAMES NODES`.
//!
//! Moves are made in proportion to the product of their features' factors: the factors are those that make the moves of
//! the games most likely. Works with their logarithms, the weights; prints `eval/mobius/factors.rs`.

use halte_engine::fitting::MobiusKnowledge;
use halte_engine::{Control, Engine, Limits, Settings};
use halte_game::{Game, Playthrough, Random, Turn};
use halte_games::mobius::Mobius;

/// Random moves before each game.
const OPENING: usize = 4;
/// How often all moves are gone through.
const ROUNDS: usize = 40;
/// Keeps the weights of what was seldom seen small.
const DECAY: f32 = 1e-4;

/// The features of all legal moves, and which of them was made.
struct Choice {
    moves: Vec<[usize; MobiusKnowledge::KINDS]>,
    made: usize,
}

fn main() {
    let arguments: Vec<usize> = std::env::args()
        .skip(1)
        .map(|text| text.parse().expect("a number"))
        .collect();
    let [games, nodes] = arguments[..] else {
        panic!("usage: fit_mobius GAMES NODES")
    };
    let mut choices: Vec<Choice> = (0..games).flat_map(|seed| play(seed as u64, nodes as u64)).collect();
    let tested = choices.split_off(choices.len() * 9 / 10);
    let mut weights = [0.0; MobiusKnowledge::FEATURES];
    for round in 0..ROUNDS {
        let rate = 0.1 / (1.0 + round as f32 / 4.0);
        for choice in &choices {
            let chances = chances(&weights, choice);
            for (index, (features, chance)) in choice.moves.iter().zip(chances).enumerate() {
                let wanted = f32::from(u8::from(index == choice.made));
                for &feature in features {
                    weights[feature] += rate * (wanted - chance - DECAY * weights[feature]);
                }
            }
        }
        eprintln!(
            "round {round}: {:.3} {:.3}",
            loss(&weights, &choices),
            loss(&weights, &tested)
        );
    }
    println!("//! Fitted by `cargo run --release --features fitting --example fit_mobius {games} {nodes}`.\n");
    println!("/// What each feature multiplies the chance of a move to be made with.");
    println!("pub(super) const FACTORS: [f32; super::MobiusKnowledge::FEATURES] = [");
    for row in weights.chunks(12) {
        let factors: Vec<String> = row.iter().map(|weight| format!("{:.3}", weight.exp())).collect();
        println!("    {},", factors.join(", "));
    }
    println!("];");
}

/// The choices of one game.
fn play(seed: u64, nodes: u64) -> Vec<Choice> {
    let knowledge = MobiusKnowledge::new();
    let mut search = Mobius::search(&Settings {
        seed,
        ..Settings::default()
    });
    let mut random = Random::new(seed);
    let mut game = Playthrough::new(Mobius::start(&Default::default()));
    let mut choices = Vec::new();
    while let Turn::Player(_) = game.turn() {
        let position = game.position();
        let made = if game.moves().len() < OPENING {
            position.random_move(&mut random)
        } else {
            let found = search.search(&game, &Control::within(Limits::nodes(nodes)), &mut |_| {});
            // A decided game says little about good moves.
            if found.lines[0].score.is_proven() || !(0.1..0.9).contains(&found.lines[0].score.probability()) {
                break;
            }
            let legal = position.legal_moves();
            let last = game.moves().last().copied();
            choices.push(Choice {
                moves: legal
                    .iter()
                    .map(|&cell| knowledge.features(position, last, cell))
                    .collect(),
                made: legal
                    .iter()
                    .position(|&cell| Some(cell) == found.best())
                    .expect("a legal move"),
            });
            found.best()
        };
        game.play(made.expect("a move")).expect("a legal move");
    }
    choices
}

fn chances(weights: &[f32; MobiusKnowledge::FEATURES], choice: &Choice) -> Vec<f32> {
    let mut chances: Vec<f32> = choice
        .moves
        .iter()
        .map(|features| features.iter().map(|&feature| weights[feature]).sum::<f32>().exp())
        .collect();
    let total: f32 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= total);
    chances
}

/// The mean of minus the logarithm of the chance of the move that was made.
fn loss(weights: &[f32; MobiusKnowledge::FEATURES], choices: &[Choice]) -> f32 {
    let sum: f32 = choices
        .iter()
        .map(|choice| -chances(weights, choice)[choice.made].ln())
        .sum();
    sum / choices.len() as f32
}
