//! Two engines against each other, for measuring while building: `duel GAME GAMES MILLISECONDS MILLISECONDS`.
//!
//! The first is the game's own engine, the second plain UCT. Openings are random; each is played with both colours.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use halte_engine::{Control, Engine, Limits, Search, Settings, SystemClock, Uct};
use halte_game::{Outcome, Player, Playthrough, Random, Turn};
use halte_games::{AnyOptions, with_game};

/// Random moves before the engines begin.
const OPENING: usize = 4;
/// A game that goes on for so long is a draw.
const LONGEST_GAME: usize = 2000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, games, own, other] = arguments.as_slice() else {
        return Err("usage: duel GAME GAMES MILLISECONDS MILLISECONDS".into());
    };
    let options: AnyOptions = game.parse()?;
    let times = [own, other].map(|text| text.parse().map(Duration::from_millis));
    let [own, other] = times;
    let (games, times) = (games.parse()?, [own?, other?]);
    with_game!(AnyOptions, &options, |G, options| duel::<G>(options, games, times));
    Ok(())
}

fn duel<G: Engine>(options: &G::Options, games: usize, times: [Duration; 2]) {
    let mut searches: [Box<dyn Search<G>>; 2] = [
        G::search(&Settings::default()),
        Box::new(Uct::new(&Settings {
            memory: 1 << 30,
            ..Settings::default()
        })),
    ];
    let (mut wins, mut draws, mut losses) = (0, 0, 0);
    for number in 0..games {
        let mut random = Random::new(number as u64 / 2);
        let mut game = Playthrough::new(G::start(options));
        let own = Player::ALL[number % 2];
        searches.iter_mut().for_each(|search| search.clear());
        while !game.turn().is_over() && game.moves().len() < LONGEST_GAME {
            let mv = match game.turn() {
                Turn::Player(player) if game.moves().len() >= OPENING => {
                    let index = usize::from(player != own);
                    let limits = Limits {
                        time: Some(times[index]),
                        ..Limits::default()
                    };
                    let (clock, stop) = (SystemClock::new(), AtomicBool::new(false));
                    let control = Control::new(limits, &clock, &stop);
                    searches[index].search(&game, &control, &mut |_| {}).best()
                }
                _ => game.position().random_move(&mut random),
            };
            let mv = mv.expect("a move");
            game.play(mv).expect("a legal move");
        }
        match game.turn() {
            Turn::Over(Outcome::Win(winner)) if winner == own => wins += 1,
            Turn::Over(Outcome::Win(_)) => losses += 1,
            _ => draws += 1,
        }
        println!(
            "{number}: {:?} in {} moves; +{wins} ={draws} -{losses}",
            game.turn(),
            game.moves().len()
        );
    }
}
