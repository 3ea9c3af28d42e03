//! Openings: random turns after which the game is still even. A function of the match's seed and the pair's number,
//! so that a match can be resumed and repeated.

use halte_engine::{Control, Engine, Limits, Search, Settings};
use halte_game::random::mix;
use halte_game::{Playthrough, Random, Turn};

/// How deep a game is looked into to see whether it is even.
const NODES: u64 = 3000;

/// Memory for that.
const MEMORY: usize = 8 << 20;

/// An opening is even if the player to move wins with a probability of half, give or take this.
const TOLERANCE: f32 = 0.15;

/// How many openings are tried before the most even of them is taken.
const ATTEMPTS: u64 = 100;

/// A game that has been opened, and the cards that will be drawn in it.
#[derive(Clone)]
pub(super) struct Opening<G: Engine> {
    pub(super) game: Playthrough<G>,
    pub(super) cards: Cards,
}

/// The order of the cards: each player has a generator of their own, so that nobody's cards depend on how often the
/// other one draws. Both games of a pair have the same order.
#[derive(Clone, Debug)]
pub(super) struct Cards([Random; 2]);

impl Cards {
    fn new(seed: u64) -> Cards {
        Cards([1, 2].map(|player| Random::new(mix(seed).wrapping_add(player))))
    }

    pub(super) fn draw<G: Engine>(&mut self, position: &G) -> Option<G::Move> {
        position.random_move(&mut self.0[position.player().index()])
    }
}

pub(super) struct Openings<G: Engine> {
    options: G::Options,
    seed: u64,
    turns: u32,
    search: Box<dyn Search<G>>,
}

impl<G: Engine> Openings<G> {
    /// Openings of so many turns.
    pub(super) fn new(options: &G::Options, seed: u64, turns: u32) -> Openings<G> {
        Openings {
            options: options.clone(),
            seed,
            turns,
            search: G::search(&Settings::with_memory(MEMORY)),
        }
    }

    /// The opening of a pair: the first even one or, if there is none among many, the most even one. None if all end
    /// the game.
    pub(super) fn opening(&mut self, pair: usize) -> Option<Opening<G>> {
        let mut best: Option<(f32, Opening<G>)> = None;
        for attempt in 0..ATTEMPTS {
            let seed = mix(mix(self.seed).wrapping_add(pair as u64)).wrapping_add(attempt);
            let Some(opening) = self.random_opening(seed) else {
                continue;
            };
            // Without random turns there is nothing to choose from.
            if self.turns == 0 {
                return Some(opening);
            }
            let unevenness = self.unevenness(&opening.game);
            if unevenness <= TOLERANCE {
                return Some(opening);
            }
            if best.as_ref().is_none_or(|(other, _)| unevenness < *other) {
                best = Some((unevenness, opening));
            }
        }
        best.map(|(_, opening)| opening)
    }

    /// So many random turns, and the card of the next one; none if they end the game.
    fn random_opening(&self, seed: u64) -> Option<Opening<G>> {
        let mut moves = Random::new(seed);
        let mut cards = Cards::new(seed);
        let mut game = Playthrough::new(G::start(&self.options));
        let mut turns = 0;
        loop {
            let position = game.position();
            if position.begins_turn() {
                if turns == self.turns {
                    break;
                }
                turns += 1;
            }
            let mv = if game.turn() == Turn::Chance {
                cards.draw(position)
            } else {
                position.random_move(&mut moves)
            };
            game.play(mv?).ok()?;
        }
        while game.turn() == Turn::Chance {
            game.play(cards.draw(game.position())?).ok()?;
        }
        (!game.turn().is_over()).then_some(Opening { game, cards })
    }

    /// How far the probability of winning is from one half; more than that if the end is proven.
    fn unevenness(&mut self, game: &Playthrough<G>) -> f32 {
        self.search.clear();
        let control = Control::within(Limits::nodes(NODES));
        let found = self.search.search(game, &control, &mut |_| {});
        match found.lines.first() {
            Some(line) if !line.score.is_proven() => (line.score.probability() - 0.5).abs(),
            _ => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use halte_game::Game;
    use halte_games::fibonacci::Fibonacci;
    use halte_games::mixtour::Mixtour;
    use halte_games::move_game::MoveGame;

    use super::*;
    use crate::words;

    /// The moves of the openings of some pairs.
    fn openings<G: Engine>(variant: &str, seed: u64, turns: u32) -> Vec<String> {
        let options = if variant.is_empty() {
            G::Options::default()
        } else {
            variant.parse().expect("a variant")
        };
        let mut openings = Openings::<G>::new(&options, seed, turns);
        let opened = (0..6).map(|pair| openings.opening(pair).expect("an opening"));
        let moves = opened.map(|opening| {
            assert!(matches!(opening.game.turn(), Turn::Player(_)));
            words::listed(opening.game.moves())
        });
        moves.collect()
    }

    #[test]
    fn openings_follow_from_seed_and_pair() {
        let first = openings::<Mixtour>("20/1", 1, 4);
        assert_eq!(first, openings::<Mixtour>("20/1", 1, 4));
        assert_ne!(first, openings::<Mixtour>("20/1", 2, 4));
        let mut different = first.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), first.len());
    }

    #[test]
    fn openings_are_whole_turns() {
        assert_eq!(openings::<MoveGame>("", 0, 0), [""; 6]);
        for moves in openings::<MoveGame>("", 0, 18) {
            assert_eq!(moves.split(' ').count(), 18);
        }
        for moves in openings::<Fibonacci>("classic", 0, 3) {
            let count = moves.split(' ').count();
            // One, two and three steps, unless a player stops early.
            assert!((3..=6).contains(&count), "{moves}");
        }
        for moves in openings::<Fibonacci>("cards", 0, 3) {
            assert_eq!(moves.matches('#').count(), 4, "{moves}");
            let last = moves.rsplit(' ').next();
            assert!(last.is_some_and(|last| last.starts_with('#')), "{moves}");
        }
    }

    /// Whatever the players do, each gets the same cards in both games of a pair.
    #[test]
    fn cards_do_not_depend_on_the_game() {
        let options = "cards".parse().expect("a variant");
        let opening = Openings::<Fibonacci>::new(&options, 3, 0)
            .opening(5)
            .expect("an opening");
        let drawn = |seed: u64| {
            let mut moves = Random::new(seed);
            let Opening { mut game, mut cards } = opening.clone();
            let mut drawn = [const { Vec::new() }; 2];
            while drawn.iter().any(|cards| cards.len() < 30) {
                let position = game.position();
                let mv = if game.turn() == Turn::Chance {
                    let card = cards.draw(position).expect("a card");
                    drawn[position.player().index()].push(card.to_string());
                    card
                } else {
                    position.random_move(&mut moves).expect("a move")
                };
                game.play(mv).expect("a legal move");
            }
            drawn.map(|mut cards| {
                cards.truncate(30);
                cards
            })
        };
        assert_eq!(drawn(1), drawn(2));
        assert_ne!(drawn(1)[0], drawn(1)[1]);
    }
}
