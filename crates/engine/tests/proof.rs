//! Proof search against brute force: on small graphs with cycles, chance and coarse repetition, and on late positions of every
//! game.

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use halte_engine::{Control, Engine, Limits, Proof, ProofProgress, Settings, SystemClock, prove};
use halte_game::random::mix;
use halte_game::{
    DRAWING_REPETITION, Game, IllegalMove, Outcome, ParseError, Player, Playthrough, Random, Reason, Repetition, Turn,
    What,
};
use halte_games::fibonacci::Fibonacci;
use halte_games::mixtour::Mixtour;
use halte_games::mobius::Mobius;
use halte_games::move_game::MoveGame;

fn run<G: Game>(game: &Playthrough<G>, memory: usize, limits: Limits) -> (Proof<G::Move>, u64, Option<ProofProgress>) {
    let control = Control::within(limits);
    let mut last = None;
    let proof = prove(game, memory, &control, &mut |progress| last = Some(*progress));
    (proof, control.nodes(), last)
}

/// Plays a line; the result must be as promised.
fn check_line<G: Game>(game: &Playthrough<G>, proof: &Proof<G::Move>) {
    let player = game.position().player();
    let (moves, winner) = match proof {
        Proof::Win { moves } => (moves, player),
        Proof::Loss { moves } => (moves, !player),
        _ => return,
    };
    let mut game = game.clone();
    for &mv in moves {
        game.play(mv).expect("a legal move");
    }
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(winner)), "{}", game.position());
}

/// A game on a small graph that follows from a seed: every node is a player's, chance's, or an end.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Graph {
    seed: u64,
    node: u8,
    /// Whether the rule of repetition takes pairs of nodes for the same.
    is_coarse: bool,
}

const NODES: u64 = 10;

impl Graph {
    fn draw(&self, what: u64) -> u64 {
        mix(mix(self.seed << 16 | u64::from(self.node) << 8 | what))
    }

    fn start(seed: u64, is_coarse: bool) -> Graph {
        Graph {
            seed,
            node: 0,
            is_coarse,
        }
    }

    fn class(&self) -> u8 {
        if self.is_coarse { self.node / 2 } else { self.node }
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {} of graph {}", self.node, self.seed)
    }
}

impl Game for Graph {
    type Move = u8;
    type Fault = Infallible;
    type Options = halte_game::NoVariants;

    fn start(_: &Self::Options) -> Graph {
        Graph::start(0, false)
    }

    fn options(&self) -> Self::Options {
        Default::default()
    }

    fn parse(_: &Self::Options, text: &str) -> Result<Graph, ParseError<Infallible>> {
        Err(ParseError::new(What::Position, text, Reason::OtherGame))
    }

    fn parse_move(_: &Self::Options, text: &str) -> Result<u8, ParseError<Infallible>> {
        Err(ParseError::new(What::Move, text, Reason::OtherGame))
    }

    fn turn(&self) -> Turn {
        match self.draw(0) % 16 {
            0 if self.node > 0 => Turn::Over(Outcome::Win(Player::First)),
            1 if self.node > 0 => Turn::Over(Outcome::Win(Player::Second)),
            2 if self.node > 0 => Turn::Over(Outcome::Draw),
            3 => Turn::Chance,
            number => Turn::Player(Player::ALL[number as usize % 2]),
        }
    }

    fn player(&self) -> Player {
        match self.turn() {
            Turn::Player(player) => player,
            _ => Player::First,
        }
    }

    fn add_legal_moves(&self, moves: &mut Vec<u8>) {
        if !self.turn().is_over() {
            let count = 1 + self.draw(1) % 3;
            moves.extend((0..count).map(|number| (self.draw(2 + number) % NODES) as u8));
            moves.sort_unstable();
            moves.dedup();
        }
    }

    fn check(&self, _: u8) -> Result<(), IllegalMove<Infallible>> {
        Ok(())
    }

    fn play_unchecked(&mut self, mv: u8) {
        self.node = mv;
    }

    fn key(&self) -> u64 {
        mix(self.seed << 8 | u64::from(self.node))
    }

    fn repetition(&self) -> Repetition {
        Repetition::Key(self.class().into())
    }
}

/// Whether a player can force a win, with everything that has stood counted.
fn can_win(graph: &Graph, hero: Player, stood: u64, memo: &mut HashMap<(u8, u64), bool>) -> bool {
    let shift = 2 * u64::from(graph.class());
    let times = (stood >> shift & 3) + 1;
    match graph.turn() {
        Turn::Over(outcome) => return outcome == Outcome::Win(hero),
        _ if times >= DRAWING_REPETITION.into() => return false,
        _ => {}
    }
    let stood = stood + (1 << shift);
    if let Some(&known) = memo.get(&(graph.node, stood)) {
        return known;
    }
    let moves = graph.legal_moves();
    let mut wins = moves
        .iter()
        .map(|&node| can_win(&Graph { node, ..graph.clone() }, hero, stood, memo));
    let result = if graph.turn() == Turn::Player(hero) {
        wins.any(|wins| wins)
    } else {
        wins.all(|wins| wins)
    };
    memo.insert((graph.node, stood), result);
    result
}

#[test]
fn graphs_agree_with_brute_force() {
    let mut counts = HashMap::new();
    for seed in 0..12_000 {
        let is_coarse = seed % 3 == 0;
        let mut game = Playthrough::new(Graph::start(seed, is_coarse));
        let mut random = Random::new(seed);
        let mut stood = 0;
        for _ in 0..random.below(9) {
            let before = game.position().class();
            match game.position().random_move(&mut random) {
                Some(mv) if !game.turn().is_over() => game.play(mv).expect("a legal move"),
                _ => break,
            }
            stood += 1 << (2 * u64::from(before));
        }
        if game.turn().is_over() {
            continue;
        }
        let player = game.position().player();
        let [win, loss] = [player, !player].map(|hero| can_win(game.position(), hero, stood, &mut HashMap::new()));
        for memory in [1 << 12, 1 << 16] {
            let (proof, ..) = run(&game, memory, Limits::nodes(10_000));
            // Only what the rule of repetition does not tell apart, or what has no room, may stay open.
            let may_be_open = is_coarse || memory < 1 << 16;
            check_line(&game, &proof);
            let expected = match proof {
                Proof::Win { .. } => win,
                Proof::Loss { .. } => loss,
                Proof::Neither => !win && !loss,
                Proof::NoWin => !win && may_be_open,
                Proof::NoLoss => !loss && may_be_open,
                Proof::Unknown => may_be_open,
            };
            let (position, moves) = (game.position(), game.moves());
            assert!(expected, "{position}: {proof:?} but win {win}, loss {loss}, {moves:?}");
            let kind = format!("{proof:?}").split([' ', '{']).next().map(str::to_owned);
            *counts.entry((kind, is_coarse)).or_insert(0) += 1;
        }
    }
    for kind in ["Win", "Loss", "Neither"] {
        for is_coarse in [false, true] {
            let count = counts.get(&(Some(kind.to_owned()), is_coarse)).copied().unwrap_or(0);
            assert!(count >= 50, "{kind} only {count} times: {counts:?}");
        }
    }
}

/// Whether a player can force a win within `depth` moves, by trying everything.
fn wins_within<G: Game>(game: &mut Playthrough<G>, hero: Player, depth: u32) -> bool {
    let is_heros = match game.turn() {
        Turn::Over(outcome) => return outcome == Outcome::Win(hero),
        _ if depth == 0 => return false,
        turn => turn == Turn::Player(hero),
    };
    let is_chance = game.turn() == Turn::Chance;
    let moves = game.legal_moves();
    for mv in moves {
        if is_chance && game.position().weight(mv) == 0 {
            continue;
        }
        game.play(mv).expect("a legal move");
        let wins = wins_within(game, hero, depth - 1);
        game.undo();
        if wins == is_heros {
            return wins;
        }
    }
    !is_heros
}

/// Positions after random moves in which the game is not over, `before` moves before the end of random games that end.
fn late<G: Game>(options: &G::Options, seeds: u64, longest: usize, before: usize) -> Vec<Playthrough<G>> {
    let game = |seed| {
        let mut random = Random::new(seed);
        let mut game = Playthrough::new(G::start(options));
        game.play_random(&mut random, longest);
        for _ in 0..random.below(before) + 1 {
            game.undo();
        }
        game
    };
    (0..seeds).map(game).collect()
}

/// Whatever brute force proves is proved, and nothing that it refutes, with any memory.
fn agrees<G: Game>(games: Vec<Playthrough<G>>, depth: u32, least: usize) {
    let (mut wins, mut losses) = (0, 0);
    for mut game in games {
        let player = game.position().player();
        let [win, loss] = [player, !player].map(|hero| wins_within(&mut game, hero, depth));
        wins += usize::from(win);
        losses += usize::from(loss);
        for (memory, limit) in [(1 << 24, None), (1 << 12, Some(3000))] {
            let limits = Limits {
                depth: Some(depth),
                nodes: limit,
                time: None,
            };
            let (proof, ..) = run(&game, memory, limits);
            check_line(&game, &proof);
            let text = game.position();
            match &proof {
                Proof::Win { moves } => assert!(!loss && (win || moves.len() > depth as usize), "{text}: {proof:?}"),
                Proof::Loss { moves } => assert!(!win && (loss || moves.len() > depth as usize), "{text}: {proof:?}"),
                Proof::Neither => assert!(!win && !loss, "{text}: {proof:?}"),
                Proof::NoWin => assert!(!(win || loss && limit.is_none()), "{text}: {proof:?}"),
                Proof::NoLoss => assert!(!(loss || win && limit.is_none()), "{text}: {proof:?}"),
                Proof::Unknown => assert!(limit.is_some() || !win && !loss, "{text}: {proof:?}"),
            }
        }
    }
    assert!(wins + losses >= least, "only {wins} wins and {losses} losses");
}

#[test]
fn mobius_agrees_with_brute_force() {
    agrees(late::<Mobius>(&Default::default(), 150, 1000, 5), 4, 80);
}

#[test]
fn move_agrees_with_brute_force() {
    agrees(late::<MoveGame>(&Default::default(), 200, 1000, 4), 4, 50);
}

#[test]
fn mixtour_agrees_with_brute_force() {
    for (variant, seeds, depth, least) in [("20/1", 150, 3, 50), ("12/2", 150, 3, 15), ("5/1", 100, 4, 20)] {
        let options = variant.parse().expect("a variant");
        agrees(late::<Mixtour>(&options, seeds, 1000, 4), depth, least);
    }
}

/// Positions shortly before the end of games that the engine plays with itself, after random moves.
fn from_engine<G: Engine>(options: &G::Options, seeds: u64, before: usize) -> Vec<Playthrough<G>> {
    let mut search = G::search(&Settings::with_memory(1 << 20));
    let mut games = Vec::new();
    for seed in 0..seeds {
        let mut random = Random::new(seed);
        let mut game = Playthrough::new(G::start(options));
        while !game.turn().is_over() && game.moves().len() < 400 {
            let control = Control::within(Limits::nodes(200));
            let is_searched = matches!(game.turn(), Turn::Player(_)) && game.moves().len() > 20 && random.below(6) > 0;
            let mv = if is_searched {
                search.search(&game, &control, &mut |_| {}).best()
            } else {
                game.position().random_move(&mut random)
            };
            game.play(mv.expect("a move")).expect("a legal move");
        }
        for _ in 0..if game.turn().is_over() { before } else { 0 } {
            game.undo();
            games.push(game.clone());
        }
    }
    games
}

#[test]
fn fibonacci_agrees_with_brute_force() {
    for (variant, seeds, least) in [("classic", 40, 40), ("cards", 60, 15)] {
        let options = variant.parse().expect("a variant");
        agrees(from_engine::<Fibonacci>(&options, seeds, 3), 2, least);
    }
}

#[test]
fn limits_are_kept() {
    let game = Playthrough::new(MoveGame::start(&Default::default()));
    for limit in [1, 10, 1000, 12_345] {
        let (proof, counted, _) = run(&game, 1 << 16, Limits::nodes(limit));
        assert_eq!(proof, Proof::Unknown);
        assert!(counted <= limit, "{counted} of {limit} nodes");
    }
    let started = Instant::now();
    let limits = Limits::time(Duration::from_millis(30));
    let (proof, _, progress) = run(&game, 1 << 20, limits);
    assert_eq!(proof, Proof::Unknown);
    // Without a limit it would take hours; a busy machine may add much to the limit.
    assert!(started.elapsed() < Duration::from_secs(60));
    let progress = progress.expect("progress is told");
    assert!(progress.nodes > 0 && progress.table > 0.0, "{progress:?}");
    assert!(progress.win.proof > 0, "{progress:?}");

    let (clock, stop) = (SystemClock::new(), AtomicBool::new(true));
    let control = Control::new(Limits::default(), &clock, &stop);
    assert_eq!(prove(&game, 1 << 16, &control, &mut |_| {}), Proof::Unknown);
}

#[test]
fn finished_games_are_answered() {
    for game in late::<Mixtour>(&"12/1".parse().expect("a variant"), 20, 1000, 1) {
        let (proof, ..) = run(&game, 1 << 16, Limits::nodes(1000));
        let Proof::Win { moves } = proof else { continue };
        let mut over = game.clone();
        moves.iter().for_each(|&mv| over.play(mv).expect("a legal move"));
        let (proof, ..) = run(&over, 1 << 16, Limits::nodes(1000));
        assert_eq!(proof, Proof::Loss { moves: Vec::new() });
        return;
    }
    panic!("no game was won");
}
