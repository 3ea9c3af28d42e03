//! Fits the weights of a game's evaluation to games of the engine against itself: `fit GAME GAMES NODES HORIZON`.
//!
//! Games begin with random moves and a search of so many nodes plays on. Every position in which nothing is proven yet
//! is one observation: its features, and how the game ended for the player to move, if that was within the horizon: a
//! position says little about what happens much later, and counts as drawn. With `decided` as a last argument such
//! positions and those of drawn games are left out, which is for games that luck decides or that often have no end. The
//! weights that make those ends most likely, by logistic regression, are printed in the order of the game's features.
//! Several variants may be named, `mixtour 20/1 25/5`: then the weights are one compromise for all.
//!
//! Weights under which games hardly end teach little: put the new ones in and fit again.

use std::error::Error;
use std::str::FromStr;

use halte_engine::fitting::FibonacciFeatures;
use halte_engine::{Control, Engine, Evaluate, Limits, Settings};
use halte_game::{Game, Outcome, Player, Playthrough, Random, Turn};
use halte_games::fibonacci::Fibonacci;
use halte_games::mixtour::Mixtour;
use halte_games::move_game::MoveGame;

/// The most random moves before the engine plays.
const LONGEST_OPENING: usize = 24;
/// A game that goes on for so long is a draw.
const LONGEST_GAME: usize = 400;
/// How much large weights are held against the fit: keeps rare features from growing without limit.
const RIDGE: f64 = 1e-5;
/// Steps of the descent.
const STEPS: usize = 300;

/// A game whose evaluation is a sum of features.
trait Fitted: Engine {
    /// One move in so many is random, so that the games differ.
    const RANDOM_MOVE: usize;

    /// The weights as they are, as logarithms of odds.
    fn weights(options: &Self::Options) -> Vec<f64>;

    /// The features of a position, with how often they count, for this player; none if it is not evaluated.
    fn observe(&self) -> Option<(Player, Vec<f64>)>;
}

/// A game that alpha-beta searches has its features and weights there.
macro_rules! fitted_by_alpha_beta {
    ($($game:ident)*) => {$(
        impl Fitted for $game {
            const RANDOM_MOVE: usize = 4;

            fn weights(_: &Self::Options) -> Vec<f64> {
                $game::WEIGHTS.iter().map(|&weight| f64::from(weight) / 1000.0).collect()
            }

            fn observe(&self) -> Option<(Player, Vec<f64>)> {
                let mut features = vec![0.0; $game::WEIGHTS.len()];
                self.features(|feature, count| features[feature] += f64::from(count));
                Some((self.player(), features))
            }
        }
    )*};
}

fitted_by_alpha_beta!(MoveGame Mixtour);

impl Fitted for Fibonacci {
    const RANDOM_MOVE: usize = 10;

    fn weights(options: &Self::Options) -> Vec<f64> {
        FibonacciFeatures::weights(*options).map(f64::from).to_vec()
    }

    fn observe(&self) -> Option<(Player, Vec<f64>)> {
        let player = !self.player();
        let ends_turn = self.turn() == Turn::Chance || self.packs().is_none() && self.begins_turn();
        ends_turn.then(|| {
            let features = FibonacciFeatures::default().of(self, player);
            (player, features.map(f64::from).to_vec())
        })
    }
}

/// What is played, and what of it counts.
struct Plan {
    games: u64,
    /// The nodes of the search for a move.
    nodes: u64,
    /// The most moves between a position and an end that it is held to foretell.
    horizon: usize,
    /// Whether only positions count whose game somebody won within the horizon.
    only_decided: bool,
}

/// One position: its features, and how the game ended for the player they are seen by.
struct Observation {
    features: Vec<(usize, f64)>,
    result: f64,
}

/// A position before the end is known: moves made, the player, features.
type Seen = (usize, Player, Vec<f64>);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (words, only_decided) = match arguments.as_slice() {
        [words @ .., last] if last == "decided" => (words, true),
        words => (words, false),
    };
    let [game, games, nodes, horizon] = words else {
        return Err(
            "usage: fit (move | 'fibonacci VARIANT' | 'mixtour VARIANT ...') GAMES NODES HORIZON [decided]".into(),
        );
    };
    let plan = Plan {
        games: games.parse()?,
        nodes: nodes.parse()?,
        horizon: horizon.parse()?,
        only_decided,
    };
    let (game, variants) = game.split_once(' ').unwrap_or((game, ""));
    match game {
        "move" => fit::<MoveGame>(&[Default::default()], &plan),
        "fibonacci" => fit::<Fibonacci>(&read(variants)?, &plan),
        "mixtour" => fit::<Mixtour>(&read(variants)?, &plan),
        _ => return Err(format!("{game} has no weights to fit").into()),
    }
    Ok(())
}

fn read<T: FromStr>(variants: &str) -> Result<Vec<T>, T::Err> {
    variants.split_whitespace().map(str::parse).collect()
}

fn fit<G: Fitted>(variants: &[G::Options], plan: &Plan) {
    let mut observations = Vec::new();
    let mut results = [0; 3];
    for (seed, options) in (0..plan.games).zip(variants.iter().cycle()) {
        let (seen, result) = play::<G>(options, seed, plan);
        results[(2.0 * result) as usize] += 1;
        observations.extend(seen);
    }
    println!(
        "{} games, {results:?} lost, drawn and won by the first player, {} positions",
        plan.games,
        observations.len()
    );
    let old = G::weights(&variants[0]);
    let weights = regress(&observations, old.len());
    println!("error of the old weights {:.5}", error(&observations, &old));
    println!("error of the new weights {:.5}", error(&observations, &weights));
    for (feature, weight) in weights.iter().enumerate() {
        let has = |seen: &&Observation| seen.features.iter().any(|&(other, _)| other == feature);
        let seen = observations.iter().filter(has).count();
        println!(
            "{feature:3} {:6.0} was {:6.0} seen {seen}",
            1000.0 * weight,
            1000.0 * old[feature]
        );
    }
    let rounded: Vec<String> = weights.iter().map(|weight| format!("{:.0}", 1000.0 * weight)).collect();
    println!("[{}]", rounded.join(", "));
}

/// Plays one game, and returns what was seen and the first player's result.
fn play<G: Fitted>(options: &G::Options, seed: u64, plan: &Plan) -> (Vec<Observation>, f64) {
    let mut random = Random::new(seed);
    let mut game = Playthrough::new(G::start(options));
    let mut search = G::search(&Settings::with_memory(1 << 20));
    let mut seen: Vec<Seen> = Vec::new();
    let opening = 2 + random.below(LONGEST_OPENING);
    while !game.turn().is_over() && game.moves().len() < LONGEST_GAME {
        let position = game.position();
        let is_random = game.moves().len() < opening || random.below(G::RANDOM_MOVE) == 0;
        let mv = if is_random {
            position.random_move(&mut random)
        } else if game.turn() == Turn::Chance {
            let observed = position.observe();
            seen.extend(observed.map(|(player, features)| (game.moves().len(), player, features)));
            position.random_move(&mut random)
        } else {
            let report = search.search(&game, &Control::within(Limits::nodes(plan.nodes)), &mut |_| {});
            if report.lines.iter().all(|line| !line.score.is_proven())
                && let Some((player, features)) = position.observe()
            {
                seen.push((game.moves().len(), player, features));
            }
            report.best()
        };
        game.play(mv.expect("a move")).expect("a legal move");
    }
    let result = match game.turn() {
        Turn::Over(Outcome::Win(Player::First)) => 1.0,
        Turn::Over(Outcome::Win(Player::Second)) => 0.0,
        _ => 0.5,
    };
    let length = game.moves().len();
    let observe = |(moves, player, features): Seen| Observation {
        features: features
            .into_iter()
            .enumerate()
            .filter(|&(_, count)| count != 0.0)
            .collect(),
        result: match player {
            _ if moves + plan.horizon < length => 0.5,
            Player::First => result,
            Player::Second => 1.0 - result,
        },
    };
    let counts = |seen: &Observation| !plan.only_decided || seen.result != 0.5;
    (seen.into_iter().map(observe).filter(counts).collect(), result)
}

fn predict(features: &[(usize, f64)], weights: &[f64]) -> f64 {
    let sum: f64 = features.iter().map(|&(feature, count)| weights[feature] * count).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// The mean surprise, in bits, that the results are to these weights.
fn error(observations: &[Observation], weights: &[f64]) -> f64 {
    let surprise = |seen: &Observation| {
        let predicted = predict(&seen.features, weights).clamp(1e-9, 1.0 - 1e-9);
        -(seen.result * predicted.log2() + (1.0 - seen.result) * (1.0 - predicted).log2())
    };
    observations.iter().map(surprise).sum::<f64>() / observations.len() as f64
}

/// Logistic regression by gradient descent whose steps adapt to each weight (Kingma and Ba, 2015).
fn regress(observations: &[Observation], count: usize) -> Vec<f64> {
    let (mut weights, mut mean, mut square) = (vec![0.0; count], vec![0.0; count], vec![0.0; count]);
    for step in 1..=STEPS {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| RIDGE * weight).collect();
        for seen in observations {
            let difference = (predict(&seen.features, &weights) - seen.result) / observations.len() as f64;
            for &(feature, count) in &seen.features {
                gradient[feature] += difference * count;
            }
        }
        let rate = 0.03 * (1.0 - step as f64 / (STEPS + 1) as f64);
        for index in 0..count {
            mean[index] = 0.9 * mean[index] + 0.1 * gradient[index];
            square[index] = 0.999 * square[index] + 0.001 * gradient[index] * gradient[index];
            let [mean, square] = [(mean[index], 0.9f64), (square[index], 0.999)]
                .map(|(value, decay)| value / (1.0 - decay.powi(step as i32)));
            weights[index] -= rate * mean / (square.sqrt() + 1e-8);
        }
    }
    weights
}
