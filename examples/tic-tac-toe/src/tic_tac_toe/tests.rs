//! The contract suite, and what is known of the game.

use halte_game::contract::{Contract, every_move};
use halte_game::{Game, NoVariants, Outcome, Player, Turn, perft};

use super::TicTacToe;

#[test]
fn the_contract_is_kept() {
    let contract = Contract::<TicTacToe> {
        options: NoVariants,
        every_move: every_move::<TicTacToe>(&NoVariants),
        longest_turn: 1,
        games: 500,
        limit: 20,
    };
    contract.check();
}

/// The number of ways to play on, as everybody finds it who counts.
#[test]
fn games_are_counted() {
    let start = TicTacToe::start(&NoVariants);
    assert_eq!(perft(&start, 5), 15_120);
    assert_eq!(perft(&start, 9), 127_872);
}

#[test]
fn three_in_a_line_win() {
    let check = |text: &str, expected: Turn| {
        let position: TicTacToe = text.parse().expect("a position");
        assert_eq!(position.turn(), expected, "{text}");
        assert_eq!(position.to_string(), text);
    };
    check("3/3/3 x", Turn::Player(Player::First));
    check("3/1x1/3 o", Turn::Player(Player::Second));
    check("xxx/oo1/3 o", Turn::Over(Outcome::Win(Player::First)));
    check("x1o/xo1/o1x x", Turn::Over(Outcome::Win(Player::Second)));
    check("xox/xxo/oxo o", Turn::Over(Outcome::Draw));
    for text in [
        "",
        "3/3/3",
        "3/3/3 o",
        "9 x",
        "3/3/2 x",
        "3/3/4 x",
        "xx1/3/3 o",
        "3/3/3 x x",
    ] {
        assert!(text.parse::<TicTacToe>().is_err(), "{text}");
    }
}
