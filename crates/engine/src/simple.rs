//! Players that anybody can understand, by whom levels are measured: one who makes any move, and one who takes a win,
//! avoids a loss at once and otherwise makes any.

use halte_game::{Game, Outcome, Playthrough, Random, Turn};

use crate::{Control, Engine, Line, Report, Score, Search, Settings, Tell};

/// Makes any legal move, each as likely as the other.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    random: Random,
    seed: u64,
}

impl RandomPlayer {
    /// Draws by the seed of these settings.
    #[must_use]
    pub fn new(settings: &Settings) -> RandomPlayer {
        RandomPlayer {
            random: Random::new(settings.seed),
            seed: settings.seed,
        }
    }
}

impl<G: Game> Search<G> for RandomPlayer {
    fn search(&mut self, game: &Playthrough<G>, control: &Control<'_>, report: Tell<'_, G::Move>) -> Report<G::Move> {
        let moves = match game.turn() {
            Turn::Player(_) => game.position().random_move(&mut self.random).into_iter().collect(),
            Turn::Chance | Turn::Over(_) => Vec::new(),
        };
        told(moves, control, report)
    }

    fn clear(&mut self) {
        self.random = Random::new(self.seed);
    }
}

/// Takes a win, avoids a loss at once, and otherwise makes any turn: [`Engine::greedy_turn`].
#[derive(Clone, Debug)]
pub struct GreedyPlayer<G: Game> {
    random: Random,
    seed: u64,
    /// What is left of a turn of several moves, and the position in which it goes on.
    rest: Option<(G, Vec<G::Move>)>,
}

impl<G: Game> GreedyPlayer<G> {
    /// Draws by the seed of these settings.
    #[must_use]
    pub fn new(settings: &Settings) -> GreedyPlayer<G> {
        GreedyPlayer {
            random: Random::new(settings.seed),
            seed: settings.seed,
            rest: None,
        }
    }
}

impl<G: Engine> Search<G> for GreedyPlayer<G> {
    fn search(&mut self, game: &Playthrough<G>, control: &Control<'_>, report: Tell<'_, G::Move>) -> Report<G::Move> {
        let position = game.position();
        let begun = self.rest.take().filter(|(from, _)| from == position);
        let moves = match (game.turn(), begun) {
            (Turn::Chance | Turn::Over(_), _) => Vec::new(),
            (Turn::Player(_), Some((_, moves))) => moves,
            (Turn::Player(_), None) => G::greedy_turn(position, control, &mut self.random),
        };
        if let [first, rest @ ..] = &*moves
            && !rest.is_empty()
        {
            let mut next = position.clone();
            next.play_unchecked(*first);
            self.rest = Some((next, rest.to_vec()));
        }
        told(moves, control, report)
    }

    fn clear(&mut self) {
        (self.random, self.rest) = (Random::new(self.seed), None);
    }
}

/// Tells that these moves are played, whatever comes of them.
fn told<M: Copy>(moves: Vec<M>, control: &Control<'_>, report: Tell<'_, M>) -> Report<M> {
    let mut found = Report::empty(control);
    if !moves.is_empty() {
        let score = Score::Estimate(0.5);
        found.lines.push(Line { score, moves });
        report(&found);
    }
    found
}

/// A move that wins at once, or else any after which the opponent cannot, or else any: for games whose turns are one move.
pub(crate) fn greedy_move<G: Game>(position: &G, random: &mut Random) -> Option<G::Move> {
    let mut moves = position.legal_moves();
    let after = |mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        next
    };
    let player = position.player();
    if let Some(&mv) = moves.iter().find(|&&mv| is_won(&after(mv), player)) {
        return Some(mv);
    }
    while !moves.is_empty() {
        let mv = moves.swap_remove(random.below(moves.len()));
        let next = after(mv);
        let wins = |&reply: &G::Move| {
            let mut end = next.clone();
            end.play_unchecked(reply);
            is_won(&end, !player)
        };
        // The last one is as good as any other.
        if moves.is_empty() || !next.legal_moves().iter().any(wins) {
            return Some(mv);
        }
    }
    None
}

fn is_won<G: Game>(position: &G, player: halte_game::Player) -> bool {
    position.turn() == Turn::Over(Outcome::Win(player))
}
