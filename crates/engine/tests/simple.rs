//! The players by whom levels are measured: what they take and avoid, in every game.

use halte_engine::{Control, Engine, GreedyPlayer, Limits, RandomPlayer, Search, Settings};
use halte_game::{Game, Outcome, Player, Playthrough, Random, Turn};
use halte_games::fibonacci::Fibonacci;
use halte_games::mixtour::Mixtour;
use halte_games::mobius::Mobius;
use halte_games::move_game::MoveGame;

/// The first move that a player makes.
fn choice<G: Game>(player: &mut dyn Search<G>, game: &Playthrough<G>) -> Option<G::Move> {
    player.search(game, &Control::within(Limits::NONE), &mut |_| {}).best()
}

fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut next = position.clone();
    next.play(mv).expect("a legal move");
    next
}

fn wins_at_once<G: Game>(position: &G, mv: G::Move) -> bool {
    after(position, mv).turn() == Turn::Over(Outcome::Win(position.player()))
}

fn can_win_at_once<G: Game>(position: &G) -> bool {
    position.legal_moves().into_iter().any(|mv| wins_at_once(position, mv))
}

/// Checks every position of random games of a game whose turns are one move: wins that are there are taken, and losses at
/// once avoided. There must be so many of each.
fn check_greed<G: Engine>(options: &G::Options, games: u64, least: usize) {
    let (mut won, mut saved) = (0, 0);
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut game = Playthrough::new(G::start(options));
        let mut greedy = GreedyPlayer::new(&Settings {
            seed,
            ..Settings::default()
        });
        while game.turn() == Turn::Player(game.position().player()) {
            let position = game.position();
            let mv = choice(&mut greedy, &game).expect("a move");
            let is_win = wins_at_once(position, mv);
            assert_eq!(is_win, can_win_at_once(position), "{position}: {mv}");
            won += usize::from(is_win);
            let loses = |mv| can_win_at_once(&after(position, mv));
            if !is_win && loses(mv) {
                assert!(position.legal_moves().into_iter().all(loses), "{position}: {mv}");
            } else if !is_win && position.legal_moves().into_iter().any(loses) {
                saved += 1;
            }
            let mv = position.random_move(&mut random).expect("a move");
            game.play(mv).expect("a legal move");
        }
    }
    assert!(won >= least && saved >= least, "{won} won, {saved} saved");
}

#[test]
fn greed_takes_wins_and_avoids_losses() {
    check_greed::<Mixtour>(&"20/1".parse().expect("a variant"), 20, 20);
    check_greed::<MoveGame>(&Default::default(), 10, 20);
    check_greed::<Mobius>(&Default::default(), 4, 1);
}

/// Games of Fibonacci against a random player end, and are won: steps lead somewhere.
fn check_fibonacci(variant: &str, longest: usize) {
    for seed in 0..4 {
        let settings = Settings {
            seed,
            ..Settings::default()
        };
        let mut greedy = GreedyPlayer::<Fibonacci>::new(&settings);
        let mut other = RandomPlayer::new(&settings);
        let mut random = Random::new(seed);
        let mut game = Playthrough::new(Fibonacci::start(&variant.parse().expect("a variant")));
        let own = Player::ALL[seed as usize % 2];
        while !game.turn().is_over() && game.moves().len() < longest {
            let mv = match game.turn() {
                Turn::Player(player) if player == own => choice(&mut greedy, &game),
                Turn::Player(_) => choice(&mut other, &game),
                _ => game.position().random_move(&mut random),
            };
            game.play(mv.expect("a move")).expect("a legal move");
        }
        assert_eq!(game.turn(), Turn::Over(Outcome::Win(own)), "{variant} by seed {seed}");
    }
}

#[test]
fn greed_ends_games_of_fibonacci() {
    check_fibonacci("classic", 2000);
    check_fibonacci("cards", 2000);
}

/// The same seed makes the same moves, and another one others.
#[test]
fn chance_is_the_seeds() {
    let line = |seed| {
        let mut player = RandomPlayer::new(&Settings {
            seed,
            ..Settings::default()
        });
        let mut game = Playthrough::new(Mobius::start(&Default::default()));
        for _ in 0..20 {
            let mv = choice(&mut player, &game).expect("a move");
            game.play(mv).expect("a legal move");
        }
        game.moves().to_vec()
    };
    assert_eq!(line(1), line(1));
    assert_ne!(line(1), line(2));
}
