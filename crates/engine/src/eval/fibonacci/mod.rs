//! What the engine knows about Fibonacci, classic and with cards.

mod attack;
mod masks;
#[cfg(test)]
mod tests;
mod winning_turn;

use halte_game::{Game, Outcome, Player, Random, Turn};
use halte_games::fibonacci::{Fibonacci, Move, Options};

use self::attack::{Attack, Distance};
use self::winning_turn::WinningTurn;
use crate::score::probability;
use crate::turn_search::{Budget, TurnKnowledge, TurnSearch};
use crate::{Answer, Control, Engine, Level, Search, Settings, Solver, Strength};

impl Engine for Fibonacci {
    fn strongest_search(settings: &Settings) -> Box<dyn Search<Fibonacci>> {
        Box::new(TurnSearch::new(settings, Knowledge::new))
    }

    fn strength(options: &Options, level: Level) -> Strength {
        let levels = match options {
            Options::Classic => &CLASSIC,
            Options::Cards => &CARDS,
        };
        levels[level.index()]
    }

    fn steps(options: &Options) -> [u16; Level::COUNT - 1] {
        match options {
            Options::Classic => [161, 154, 183, 120, 199, 223, 134, 147, 241],
            Options::Cards => [241, 203, 203, 191, 147, 203, 215, 241, 191],
        }
    }

    /// Steps lead towards the enemy central piece as long as any does.
    fn greedy_turn(position: &Fibonacci, control: &Control<'_>, random: &mut Random) -> Vec<Move> {
        let mut winning = WinningTurn::new(GREEDY_MEMORY);
        let mut wins = |position: &Fibonacci| winning.find(position, &mut Budget::new(control, GREEDY_NODES));
        if let Some(moves) = wins(position) {
            return moves;
        }
        let mut least: Option<(u32, Vec<Move>)> = None;
        for _ in 0..GREEDY_TURNS {
            let (moves, end) = approach(position, random);
            // With cards it depends on the one that is drawn: so many of those that are left win.
            let danger = match end.turn() {
                Turn::Chance => {
                    let mut cards = Vec::new();
                    end.add_legal_moves(&mut cards);
                    let mut win = |card: &Move| {
                        let mut drawn = end.clone();
                        drawn.play_unchecked(*card);
                        wins(&drawn).is_some()
                    };
                    cards
                        .into_iter()
                        .filter(|card| win(card))
                        .map(|card| end.weight(card))
                        .sum()
                }
                Turn::Player(player) if player != position.player() => u32::from(wins(&end).is_some()),
                Turn::Player(_) | Turn::Over(_) => 0,
            };
            if least.as_ref().is_none_or(|(known, _)| danger < *known) {
                least = Some((danger, moves));
            }
            if danger == 0 {
                break;
            }
        }
        least.map(|(_, moves)| moves).unwrap_or_default()
    }

    fn solver(memory: usize) -> Box<dyn Solver<Fibonacci>> {
        Box::new(TurnSolver(WinningTurn::new(memory)))
    }
}

/// How levels play classic: `docs/levels.md`.
const CLASSIC: [Strength; Level::COUNT] = [
    Strength::new(100, 0.2),
    Strength::new(115, 0.2),
    Strength::new(135, 0.2),
    Strength::new(1000, 0.16),
    Strength::new(1000, 0.1),
    Strength::new(1000, 0.06),
    Strength::new(1000, 0.03),
    Strength::new(1000, 0.01),
    Strength::new(3000, 0.0),
    Strength::new(1_000_000, 0.0),
];

/// How levels play with cards: `docs/levels.md`.
const CARDS: [Strength; Level::COUNT] = [
    Strength::new(42, 0.28),
    Strength::new(65, 0.25),
    Strength::new(100, 0.2),
    Strength::new(220, 0.16),
    Strength::new(1000, 0.1),
    Strength::new(1000, 0.06),
    Strength::new(1000, 0.005),
    Strength::new(5000, 0.0),
    Strength::new(30_000, 0.1),
    Strength::new(170_000, 0.0),
];

/// What a greedy player spends on the question whether a turn wins, and how many turns they think of, should all before lose.
const GREEDY_MEMORY: usize = 1 << 16;
const GREEDY_NODES: u64 = 2000;
const GREEDY_TURNS: usize = 12;

/// Any turn whose steps bring an attack piece nearer to the enemy central piece, as long as one can, and the position after
/// it.
fn approach(position: &Fibonacci, random: &mut Random) -> (Vec<Move>, Fibonacci) {
    let player = position.player();
    let (mut made, mut end) = (Vec::new(), position.clone());
    let mut legal = Vec::new();
    while end.turn() == Turn::Player(player) && (made.is_empty() || !end.begins_turn()) {
        let central = masks::place(end.pieces().central(!player));
        let attack = end.pieces().attack(player);
        let away = |point| masks::distance(masks::place(point), central);
        let approaches = |mv: &Move| match *mv {
            Move::Step { from, to } => attack.contains(from) && away(to) < away(from),
            _ => false,
        };
        legal.clear();
        end.add_legal_moves(&mut legal);
        legal.retain(|mv| *mv != Move::End);
        let nearer: Vec<Move> = legal.iter().copied().filter(approaches).collect();
        let choice = if nearer.is_empty() { &legal } else { &nearer };
        let mv = choice[random.below(choice.len())];
        end.play_unchecked(mv);
        made.push(mv);
    }
    (made, end)
}

/// Proves what is won within the turn: what comes after is beyond any proof, with thousands of turns to answer.
struct TurnSolver(WinningTurn);

impl Solver<Fibonacci> for TurnSolver {
    fn win(&mut self, position: &Fibonacci, _: usize, control: &Control<'_>) -> Answer<Move> {
        match self.0.find(position, &mut Budget::new(control, u64::MAX)) {
            Some(moves) => Answer::Win { moves },
            None if control.is_over() => Answer::Unknown,
            None => Answer::NoWin,
        }
    }

    fn win_by(&mut self, position: &Fibonacci, mv: Move, within: usize, control: &Control<'_>) -> Answer<Move> {
        let hero = position.player();
        let mut next = position.clone();
        next.play_unchecked(mv);
        match next.turn() {
            Turn::Over(Outcome::Win(winner)) if winner == hero => Answer::Win { moves: Vec::new() },
            Turn::Player(_) if !next.begins_turn() => self.win(&next, within, control),
            _ => Answer::NoWin,
        }
    }

    fn quickest_win(&mut self, _: &Fibonacci, line: Vec<Move>, _: &Control<'_>) -> Answer<Move> {
        Answer::Win { moves: line }
    }
}

/// What the search over turns asks.
struct Knowledge {
    winning_turn: WinningTurn,
    features: FibonacciFeatures,
}

/// The features of positions. How far attacks are from success is remembered: most steps change only one player's.
pub struct FibonacciFeatures {
    distances: Vec<Option<(Attack, Distance)>>,
}

/// Distances remembered: they fit into the second-level cache.
const REMEMBERED: usize = 4096;

/// From this turn on every classic turn has six steps before the reduction.
const MOST_STEPS: u32 = 6;

/// The steps of a turn with cards on average: the mean of a full pack.
const MEAN_CARD: f32 = 3.5;

/// The features of a position, by the places of their weights. Those that belong to a player come twice: first of the
/// player who has ended a turn, then of the opponent, who plays next.
mod feature {
    /// About how many steps the attack needs.
    pub(super) const STEPS_TO_GO: usize = 0;
    /// How far the attack pieces are from the enemy central piece, added up.
    pub(super) const POINTS_TO_GO: usize = 2;
    /// The steps of the next turn.
    pub(super) const STEPS: usize = 4;
    /// That it is the opponent's turn.
    pub(super) const TURN: usize = 6;
    pub(super) const COUNT: usize = 7;
}

/// What each feature of a classic game is worth, as the logarithm of the odds of winning. From `fit "fibonacci classic" 150
/// 2000 400`: 0.751 bits of surprise a result.
const CLASSIC_WEIGHTS: [f32; feature::COUNT] = [0.040, -0.035, -0.094, 0.108, 0.053, -0.177, 0.042];

/// The same with cards. From `fit "fibonacci cards" 300 1000 15 decided`: 0.680 bits of surprise a result, so near the end.
/// Those games were played with the weights of a first round, `fit "fibonacci cards" 150 3000 400`, which are
/// `[-0.019, 0.008, -0.018, 0.020, -0.009, -0.009, -0.009]`, and that one with a guess. The last three belong to features
/// that are always the same with cards: together they are what it is worth that the opponent plays next.
const CARDS_WEIGHTS: [f32; feature::COUNT] = [-0.438, 0.200, -0.131, 0.133, -0.060, -0.060, -0.060];

impl Default for FibonacciFeatures {
    fn default() -> Self {
        FibonacciFeatures {
            distances: vec![None; REMEMBERED],
        }
    }
}

impl FibonacciFeatures {
    /// How many features there are.
    pub const COUNT: usize = feature::COUNT;

    /// What each feature is worth, as the logarithm of the odds of winning.
    #[must_use]
    pub const fn weights(options: Options) -> &'static [f32; FibonacciFeatures::COUNT] {
        match options {
            Options::Classic => &CLASSIC_WEIGHTS,
            Options::Cards => &CARDS_WEIGHTS,
        }
    }

    fn distance(&mut self, attack: Attack) -> Distance {
        let slot = &mut self.distances[attack.hash() as usize % REMEMBERED];
        match slot {
            Some((known, distance)) if *known == attack => *distance,
            _ => {
                let distance = attack.distance();
                *slot = Some((attack, distance));
                distance
            }
        }
    }

    /// The features of a position for a player who ends a turn there.
    pub fn of(&mut self, position: &Fibonacci, player: Player) -> [f32; FibonacciFeatures::COUNT] {
        let mut features = [0.0; feature::COUNT];
        for (side, attacker) in [player, !player].into_iter().enumerate() {
            let distance = self.distance(Attack::of(position, attacker));
            features[feature::STEPS_TO_GO + side] = distance.steps as f32;
            features[feature::POINTS_TO_GO + side] = distance.points as f32;
            features[feature::STEPS + side] = match position.packs() {
                Some(_) => MEAN_CARD,
                None => {
                    let taken_away = position.pieces().attackers(!attacker).len() as f32;
                    position.turn_number().saturating_add(1).min(MOST_STEPS) as f32 - taken_away
                }
            };
        }
        features[feature::TURN] = 1.0;
        features
    }
}

impl Knowledge {
    /// What fits into this memory, in bytes, and into the processor's cache.
    fn new(memory: usize) -> Knowledge {
        Knowledge {
            winning_turn: WinningTurn::new(memory),
            features: FibonacciFeatures::default(),
        }
    }
}

impl TurnKnowledge<Fibonacci> for Knowledge {
    fn winning_turn(&mut self, position: &Fibonacci, budget: &mut Budget<'_, '_>) -> Option<Vec<Move>> {
        self.winning_turn.find(position, budget)
    }

    fn evaluate(&mut self, position: &Fibonacci, player: Player) -> f32 {
        let features = self.features.of(position, player);
        let weights = FibonacciFeatures::weights(position.options());
        let log_odds: f32 = features.iter().zip(weights).map(|(count, weight)| count * weight).sum();
        probability(log_odds)
    }

    fn clear(&mut self) {
        self.winning_turn.clear();
    }
}
