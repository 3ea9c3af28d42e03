//! The contract suite of `halte-game` on every game and variant.

use halte_game::Game;
use halte_game::board::Board;
use halte_game::contract::{Contract, every_move};
use halte_game::{Named, Playthrough, Random, Symmetric, Turn};
use halte_games::fibonacci::Fibonacci;
use halte_games::mixtour::Mixtour;
use halte_games::mobius::Mobius;
use halte_games::move_game::MoveGame;
use halte_games::{AnyGame, AnyOptions, GameId};

fn check<G: Symmetric + Board + Named>(variant: &str, longest_turn: usize, games: u64, limit: usize) {
    let options: G::Options = variant.parse().unwrap_or_else(|error| panic!("{error}"));
    let contract = Contract::<G> {
        every_move: every_move::<G>(&options),
        options,
        longest_turn,
        games,
        limit,
    };
    contract.check();
}

#[test]
fn mobius() {
    check::<Mobius>("", 1, 1000, 200);
}

#[test]
fn move_game() {
    assert_eq!(every_move::<MoveGame>(&Default::default()).len(), 25 + 20);
    check::<MoveGame>("", 1, 2000, 300);
}

#[test]
fn fibonacci_classic() {
    check::<Fibonacci>("classic", 6, 250, 250);
}

#[test]
fn fibonacci_with_cards() {
    check::<Fibonacci>("cards", 6, 250, 250);
}

/// The weights of the cards to draw are the digits of the pack in the position's text.
#[test]
fn card_weights_equal_the_pack() {
    let options = "cards".parse().expect("a variant");
    let mut drawn = 0;
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut game = Playthrough::new(Fibonacci::start(&options));
        while game.moves().len() < 400 && !game.turn().is_over() {
            let position = game.position();
            if position.turn() == Turn::Chance {
                drawn += 1;
                let text = position.to_string();
                let packs = text.rsplit(' ').next().expect("the last field");
                let pack = packs.split(',').nth(position.player().index()).expect("both packs");
                let cards = position.legal_moves();
                let found: Vec<(String, u32)> = cards
                    .iter()
                    .map(|&card| (card.to_string(), position.weight(card)))
                    .collect();
                let expected: Vec<(String, u32)> = (1..)
                    .zip(pack.chars())
                    .map(|(value, digit)| (format!("#{value}"), digit.to_digit(10).expect("a digit")))
                    .filter(|(_, weight)| *weight > 0)
                    .collect();
                assert_eq!(found, expected, "{text}");
            }
            let mv = position.random_move(&mut random).expect("the game is not over");
            game.play(mv).expect("a random move is legal");
        }
    }
    assert!(drawn > 10_000, "{drawn} cards");
}

#[test]
fn mixtour_25_5() {
    check::<Mixtour>("25/5", 1, 400, 400);
}

#[test]
fn mixtour_20_1() {
    check::<Mixtour>("20/1", 1, 2000, 400);
}

#[test]
fn mixtour_20_2_and_20_3() {
    check::<Mixtour>("20/2", 1, 500, 400);
    check::<Mixtour>("20/3", 1, 300, 400);
}

/// Few pieces make passes and draws, many points make long games.
#[test]
fn mixtour_extremes() {
    for variant in ["1/1", "2/1", "3/2", "5/25", "1/25", "25/1", "25/25"] {
        check::<Mixtour>(variant, 1, 200, 400);
    }
}

/// The enum over all games forwards everything.
#[test]
fn any_game() {
    for options in AnyOptions::all() {
        let contract = Contract::<AnyGame> {
            every_move: every_move::<AnyGame>(&options),
            options,
            longest_turn: 6,
            games: 20,
            limit: 150,
        };
        contract.check_rules();
        contract.check_history();
        contract.check_board();
    }
    assert_eq!(
        GameId::ALL.map(|game| game.options(None).expect("the standard game").game()),
        GameId::ALL
    );
}
