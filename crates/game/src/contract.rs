//! The contract suite: what every implementation of [`Game`], [`Symmetric`] and [`Board`] must keep, checked on
//! seeded random games. A broken promise panics with the position and the move, and with the seed that leads there.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use crate::board::{Board, Click, Feature, Point, SiteKind};
use crate::{DRAWING_REPETITION, Game, Named, Outcome, Playthrough, Random, Repetition, Symmetric, Turn};

/// Which games to play, and what must hold in them.
#[derive(Clone, Debug)]
pub struct Contract<G: Game> {
    /// The variant to play.
    pub options: G::Options,
    /// Everything that a player could write down as a move, legal or not: the moves to refuse are taken from it.
    pub every_move: Vec<G::Move>,
    /// The most moves that a player may make in one turn.
    pub longest_turn: usize,
    /// How many games to play, each from its own seed.
    pub games: u64,
    /// After how many moves a game is cut off.
    pub limit: usize,
}

/// Every move that can be entered on a game's board by one click or two, legal or not.
#[must_use]
pub fn every_move<G: Board>(options: &G::Options) -> Vec<G::Move> {
    let geometry = G::geometry(options);
    let takes = if geometry.has(Feature::Stacks) { MOST_TAKEN } else { 0 };
    let places = || (0..geometry.sites.len()).map(Click::on);
    let taken = move |click: Click| {
        (1..=takes)
            .map(Some)
            .chain([None])
            .map(move |take| Click { take, ..click })
    };
    let single = places().flat_map(taken).map(|click| vec![click]);
    let pairs = places()
        .flat_map(taken)
        .flat_map(|from| places().map(move |to| vec![from, to]));
    let moves = single.chain(pairs).filter_map(|clicks| {
        let mv = G::entered(options, &clicks)?;
        // What is also entered in another way counts once.
        (G::clicks(mv) == clicks).then_some(mv)
    });
    moves.collect()
}

/// More pieces than any game lets one take from a stack.
const MOST_TAKEN: u8 = 9;

impl<G: Game> Contract<G> {
    /// Plays the games and hands every position to `check`, with a generator for its own choices.
    fn walk(&self, mut check: impl FnMut(&Playthrough<G>, &mut Random)) {
        for seed in 0..self.games {
            let mut random = Random::new(seed);
            let mut game = Playthrough::new(G::start(&self.options));
            let mut in_turn = 0;
            loop {
                let position = game.position();
                let about = || format!("{} {position} (seed {seed}, move {})", self.options, game.moves().len());
                check(&game, &mut random);
                if game.turn().is_over() || game.moves().len() >= self.limit {
                    break;
                }
                if position.begins_turn() {
                    in_turn = 0;
                }
                if matches!(position.turn(), Turn::Player(_)) {
                    in_turn += 1;
                    assert!(in_turn <= self.longest_turn, "a turn is too long: {}", about());
                }
                let player = position.player();
                let mv = position
                    .random_move(&mut random)
                    .unwrap_or_else(|| panic!("no random move though the game is not over: {}", about()));
                game.play(mv)
                    .unwrap_or_else(|error| panic!("the random move is refused: {error}"));
                let next = game.position();
                assert!(
                    next.begins_turn() || next.player() == player,
                    "the player changed within a turn: {next}"
                );
            }
        }
    }

    /// Checks repetition: nothing that a fresh position claims cannot come again does, and moves can be taken back.
    pub fn check_history(&self) {
        let mut counts: HashMap<u64, u32> = HashMap::new();
        self.walk(|game, random| {
            let position = game.position();
            if game.moves().is_empty() {
                counts.clear();
            }
            if let Repetition::Key(key) | Repetition::Fresh(key) = position.repetition() {
                let count = counts.entry(key).or_default();
                *count += 1;
                let is_drawn = *count >= DRAWING_REPETITION;
                assert_eq!(is_drawn, game.is_repetition(), "stood {count} times: {position}");
            }
            if random.below(20) == 0 {
                let mut copy = game.clone();
                for _ in 0..random.below(game.moves().len() + 1) {
                    copy.undo();
                }
                assert!(!copy.is_repetition());
                for &mv in &game.moves()[copy.moves().len()..] {
                    copy.play(mv)
                        .unwrap_or_else(|error| panic!("{error} after taking back"));
                }
                assert!(copy.position() == position, "taken back and played again: {position}");
                assert_eq!(copy.turn(), game.turn(), "taken back and played again: {position}");
            }
        });
    }

    /// Checks that positions with the same search key have the same future, one move deep.
    pub fn check_search_keys(&self) {
        let mut known: HashMap<u64, G> = HashMap::new();
        self.walk(|game, _| {
            let position = game.position();
            if known.len() >= 200_000 {
                return;
            }
            let other = known.entry(position.search_key()).or_insert_with(|| position.clone());
            if other == position {
                return;
            }
            assert_eq!(other.turn(), position.turn(), "{other} and {position}");
            let moves = position.legal_moves();
            assert_eq!(moves, other.legal_moves(), "{other} and {position}");
            for mv in moves {
                let [mut next, mut other_next] = [position.clone(), other.clone()];
                next.play_unchecked(mv);
                other_next.play_unchecked(mv);
                let [key, other_key] = [next, other_next].map(|next| next.search_key());
                assert_eq!(key, other_key, "{mv} on {other} and {position}");
            }
        });
    }

    /// Checks the rules, the notation and the keys.
    pub fn check_rules(&self) {
        let mut keys: HashMap<u64, G> = HashMap::new();
        self.walk(|game, random| {
            let position = game.position();
            let moves = position.legal_moves();
            let is_over = position.turn().is_over();
            assert_eq!(
                moves.is_empty(),
                is_over,
                "no legal move exactly when the game is over: {position}"
            );
            assert_eq!(position.move_count(), moves.len(), "move_count: {position}");
            let legal: HashSet<G::Move> = moves.iter().copied().collect();
            assert_eq!(legal.len(), moves.len(), "a legal move is listed twice: {position}");

            self.check_text(position, random, &moves);
            self.check_refusals(position, random, &legal);
            check_chance(position, &moves);
            match position.turn() {
                Turn::Player(player) => assert_eq!(position.player(), player),
                Turn::Chance | Turn::Over(_) => {}
            }
            // Positions met again, mostly those near the start, must have the same key, and no two others the same.
            if keys.len() < 200_000 {
                let known = keys.entry(position.key()).or_insert_with(|| position.clone());
                assert!(known == position, "one key for two positions: {known} and {position}");
            }
        });
        self.check_random_moves();
    }

    fn check_text(&self, position: &G, random: &mut Random, moves: &[G::Move]) {
        let text = position.to_string();
        let read = G::parse(&self.options, &text).unwrap_or_else(|error| panic!("{error}"));
        assert!(&read == position, "{text} reads back as {read}");
        assert_eq!(read.to_string(), text, "writing is canonical");
        assert_eq!(read.key(), position.key(), "incremental key and fresh key: {text}");
        assert_eq!(read.turn(), position.turn(), "whose turn it is: {text}");
        assert_eq!(read.options(), self.options, "options: {text}");
        let again = read.legal_moves();
        assert_eq!(again, moves, "legal moves of the position and of its text: {text}");
        if !moves.is_empty() {
            let mv = moves[random.below(moves.len())];
            self.check_move_text(mv);
        }
    }

    fn check_move_text(&self, mv: G::Move) {
        let text = mv.to_string();
        assert!(!text.contains(char::is_whitespace), "{text:?} has a space in it");
        let read = G::parse_move(&self.options, &text).unwrap_or_else(|error| panic!("{error}"));
        assert!(read == mv, "{text} reads back as {read}");
    }

    /// Every legal move is playable; every other one is refused and changes nothing.
    fn check_refusals(&self, position: &G, random: &mut Random, legal: &HashSet<G::Move>) {
        // All candidates on every position would take minutes: each position tries a few hundred of them.
        let tried = self.every_move.len().min(300);
        let first = random.below(self.every_move.len());
        let candidates = self.every_move.iter().cycle().skip(first).take(tried);
        for &mv in candidates.chain(legal) {
            let mut next = position.clone();
            let played = next.play(mv);
            let is_legal = legal.contains(&mv);
            assert_eq!(
                played.is_ok(),
                is_legal,
                "{mv} on {position}: legal moves and play disagree ({played:?})"
            );
            if played.is_err() {
                assert!(&next == position, "the refused move {mv} changed {position} to {next}");
                assert_eq!(next.key(), position.key());
                assert_eq!(next.turn(), position.turn());
            } else {
                assert!(&next != position, "{mv} changed nothing on {position}");
            }
        }
    }

    /// Draws many random moves from a few positions of each kind and compares how often each came.
    fn check_random_moves(&self) {
        let mut checked = 0;
        self.walk(|game, random| {
            if checked >= 60 || random.below(20) != 0 || game.turn().is_over() {
                return;
            }
            checked += 1;
            let position = game.position();
            let moves = position.legal_moves();
            let total: u32 = moves.iter().map(|&mv| position.weight(mv)).sum();
            let draws = 100 * total;
            let mut counts: HashMap<G::Move, u32> = HashMap::new();
            for _ in 0..draws {
                let mv = position.random_move(random).expect("the game is not over");
                *counts.entry(mv).or_default() += 1;
            }
            let are_legal = counts.keys().all(|mv| moves.contains(mv));
            assert!(are_legal, "an illegal random move: {position}");
            let mut chi_square = 0.0;
            for mv in &moves {
                let expected = f64::from(100 * position.weight(*mv));
                let count = f64::from(counts.get(mv).copied().unwrap_or(0));
                chi_square += (count - expected).powi(2) / expected;
            }
            // Mean and deviation of the chi-square distribution; 6 deviations never happen by chance.
            let freedom = moves.len() as f64 - 1.0;
            let bound = freedom + 6.0 * (2.0 * freedom).sqrt() + 12.0;
            assert!(
                chi_square <= bound,
                "random moves are not uniform ({chi_square:.0} > {bound:.0}): {position}"
            );
        });
        assert!(checked > 0, "no position was checked");
    }
}

fn check_chance<G: Game>(position: &G, moves: &[G::Move]) {
    for &mv in moves {
        let weight = position.weight(mv);
        match position.turn() {
            Turn::Chance => assert!(weight > 0, "the outcome {mv} has no weight: {position}"),
            _ => assert_eq!(weight, 1, "the move {mv} is no outcome: {position}"),
        }
    }
}

impl<G: Game + Named> Contract<G> {
    /// Checks that a game whose description knows no draws ends without one.
    pub fn check_draws(&self) {
        if G::about(&self.options).has_draws {
            return;
        }
        self.walk(|game, _| {
            let position = game.position();
            assert_eq!(position.repetition(), Repetition::None, "may come again: {position}");
            assert_ne!(game.turn(), Turn::Over(Outcome::Draw), "a draw: {position}");
        });
    }

    /// Checks that something is left to chance exactly in the games that say so.
    pub fn check_has_chance(&self) {
        let mut has_chance = false;
        self.walk(|game, _| has_chance |= game.turn() == Turn::Chance);
        assert_eq!(
            has_chance,
            G::has_chance(&self.options),
            "whether chance decides something"
        );
    }
}

impl<G: Symmetric + Board + Named> Contract<G> {
    /// Checks everything.
    pub fn check(&self) {
        self.check_rules();
        self.check_history();
        self.check_draws();
        self.check_has_chance();
        self.check_search_keys();
        self.check_symmetries();
        self.check_board();
    }
}

impl<G: Symmetric> Contract<G> {
    /// Checks that every symmetry is one: it maps legal moves to legal moves and commutes with play.
    pub fn check_symmetries(&self) {
        self.walk(|game, random| {
            let position = game.position();
            assert!(position.transformed(0) == *position, "symmetry 0 is the identity");
            // One symmetry a position; thousands of positions try them all.
            let symmetry = random.below(G::SYMMETRIES);
            let mirrored = position.transformed(symmetry);
            let text = mirrored.to_string();
            let read = G::parse(&self.options, &text).unwrap_or_else(|error| panic!("{error}"));
            assert!(read == mirrored, "{text} reads back as {read}");
            assert_eq!(read.key(), mirrored.key(), "key under symmetry {symmetry}: {text}");
            let player = if G::exchanges_players(symmetry) {
                position.player().opponent()
            } else {
                position.player()
            };
            assert_eq!(mirrored.player(), player, "symmetry {symmetry} of {position}");

            let moves = position.legal_moves();
            let expected: HashSet<_> = moves.iter().map(|&mv| G::transformed_move(mv, symmetry)).collect();
            let found: HashSet<_> = mirrored.legal_moves().into_iter().collect();
            assert_sets_eq(&expected, &found, &format!("symmetry {symmetry} of {position}"));
            if !moves.is_empty() {
                let mv = moves[random.below(moves.len())];
                let mut played = position.clone();
                played.play_unchecked(mv);
                let mut mirrored_played = mirrored;
                mirrored_played.play_unchecked(G::transformed_move(mv, symmetry));
                assert!(
                    played.transformed(symmetry) == mirrored_played,
                    "symmetry {symmetry} does not commute with {mv} on {position}"
                );
            }
        });
    }
}

fn assert_sets_eq<T: Eq + std::hash::Hash + Debug>(expected: &HashSet<T>, found: &HashSet<T>, about: &str) {
    let missing: Vec<_> = expected.difference(found).collect();
    let surplus: Vec<_> = found.difference(expected).collect();
    assert!(
        missing.is_empty() && surplus.is_empty(),
        "{about}: missing {missing:?}, surplus {surplus:?}"
    );
}

impl<G: Board> Contract<G> {
    /// Checks the description of the board, the scenes drawn from it, and the clicks that enter moves.
    pub fn check_board(&self) {
        let geometry = G::geometry(&self.options);
        let mut names = HashSet::new();
        for (index, site) in geometry.sites.iter().enumerate() {
            assert!(names.insert(&site.name), "two sites are called {}", site.name);
            assert_eq!(geometry.site(&site.name), Some(index));
            assert_eq!(
                site.faces.is_empty(),
                matches!(site.kind, SiteKind::Button | SiteKind::Card),
                "{} must be drawn exactly if it has a place",
                site.name
            );
            for face in &site.faces {
                for point in face.outline.iter().chain([&face.centre]) {
                    let is_within =
                        (0.0..=geometry.width).contains(&point.x) && (0.0..=geometry.height).contains(&point.y);
                    assert!(is_within, "{} lies outside the drawing: {point:?}", site.name);
                }
            }
            for &neighbour in &site.neighbours {
                let (other, name) = (&geometry.sites[neighbour], &site.name);
                assert!(
                    other.neighbours.contains(&index),
                    "{name} and {} are neighbours one way only",
                    other.name
                );
            }
        }
        let mut looks = HashSet::new();
        for piece in &geometry.pieces {
            let look = (format!("{:?}", piece.shape), format!("{:?}", piece.mark));
            assert!(looks.insert(look), "only its colour tells the {} apart", piece.name);
        }

        for push in &geometry.pushes {
            assert_eq!(geometry.sites[push.from].kind, SiteKind::Edge);
            let along = [push.from]
                .into_iter()
                .chain(push.line.iter().copied())
                .chain([push.to]);
            let centres: Vec<Point> = along.map(|site| geometry.sites[site].faces[0].centre).collect();
            for pair in centres.windows(2) {
                let way = Point::new(pair[1].x - pair[0].x, pair[1].y - pair[0].y);
                assert_eq!(way, push.way, "{} pushes straight on", geometry.sites[push.from].name);
            }
        }
        for &mv in &self.every_move {
            let clicks = G::clicks(mv);
            assert_eq!(G::entered(&self.options, &clicks), Some(mv), "{clicks:?} enters {mv}");
        }

        let fields = G::fields(&self.options);
        self.walk(|game, _| {
            let position = game.position();
            let scene = position.scene();
            let mut occupied = HashSet::new();
            for stack in &scene.stacks {
                let site = &geometry.sites[stack.site];
                let is_first = occupied.insert(stack.site);
                assert!(is_first, "{} is occupied twice: {position}", site.name);
                assert_eq!(site.kind, SiteKind::Cell, "{position}");
                assert!(!stack.pieces.is_empty(), "an empty stack on {}: {position}", site.name);
                assert!(stack.pieces.iter().all(|&piece| piece < geometry.pieces.len()));
                if let Some(group) = position.group(stack.site) {
                    assert!(group.contains(&stack.site), "the group of {}: {position}", site.name);
                }
            }
            let text = position.to_string();
            let mut words = text.split(' ');
            let rows = G::rows(&self.options, &scene.stacks);
            assert_eq!(words.next(), Some(&*rows), "set up anew: {position}");
            let words: Vec<&str> = words.collect();
            assert_eq!(words.len(), fields.len(), "{position}");
            for (field, word) in fields.iter().zip(words) {
                let is_choice = field.choices.is_empty() || field.choices.iter().any(|choice| choice == word);
                assert!(is_choice, "the {} cannot be {word}: {position}", field.name);
            }
            assert!(scene.winning.iter().all(|&site| site < geometry.sites.len()));
            assert_eq!(position.ending().is_some(), position.turn().is_over(), "{position}");

            let mut entered = HashSet::new();
            for mv in position.legal_moves() {
                let clicks: Vec<_> = G::clicks(mv).iter().map(|click| (click.site, click.take)).collect();
                assert!(!clicks.is_empty(), "{mv} cannot be entered: {position}");
                assert!(clicks.iter().all(|&(site, _)| site < geometry.sites.len()));
                assert!(G::touched(mv).iter().all(|&site| site < geometry.sites.len()));
                assert!(entered.insert(clicks), "{mv} is entered like another move: {position}");
            }
            for clicks in &entered {
                for length in 1..clicks.len() {
                    let shorter = &clicks[..length];
                    assert!(
                        !entered.contains(shorter),
                        "{shorter:?} enters a move and begins another: {position}"
                    );
                }
            }
        });
    }
}
