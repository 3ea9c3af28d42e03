//! Playing for mistakes, in games where nothing else wins: where alpha-beta finds no forced end, the move after which the
//! opponent is the most likely to go wrong.
//!
//! The opponent is taken for one who never overlooks a win in one move, neither their own nor ours, and otherwise chooses
//! by how a position looks, with some noise. A reply is a mistake if we then win by force within a few moves.

use halte_game::{Outcome, Playthrough, Turn};

use crate::score::exponential;
use crate::{AlphaBeta, Control, Evaluate, Line, Report, Search, Settings, Tell};

/// How many own moves a forced win may take that is looked for after a reply, and after a move for the opponent. In
/// Move none takes more than three (`docs/strength.md`).
const MOVES_TO_WIN: u32 = 2;
const MOVES_TO_LOSE: u32 = 3;

/// Differences in worth that the opponent does not see, in thousandths of the logarithm of the odds: an untested guess.
const NOISE: f32 = 150.0;

/// With fewer nodes than this, looking for ambushes would leave too few for the search. An untested guess.
const LEAST_NODES: u64 = 5000;

/// Alpha-beta that prefers moves that are hard to answer.
#[derive(Debug)]
pub struct Ambush<G: Evaluate> {
    search: AlphaBeta<G>,
    /// Whether only one line is wanted: several are for looking at a position, not for playing.
    is_playing: bool,
}

impl<G: Evaluate> Ambush<G> {
    /// A search with these settings.
    #[must_use]
    pub fn new(settings: &Settings) -> Ambush<G> {
        Ambush {
            search: AlphaBeta::new(settings),
            is_playing: settings.lines <= 1,
        }
    }
}

impl<G: Evaluate> Search<G> for Ambush<G> {
    fn search(&mut self, game: &Playthrough<G>, control: &Control<'_>, report: Tell<'_, G::Move>) -> Report<G::Move> {
        let limits = control.limits();
        let has_time = limits.depth.is_none() && limits.nodes.is_none_or(|nodes| nodes >= LEAST_NODES);
        let ambush = if self.is_playing && has_time && matches!(game.turn(), Turn::Player(_)) {
            best_ambush(game, control)
        } else {
            None
        };
        let mut found = self.search.search(game, control, report);
        if let Some((mv, line)) = found.lines.first_mut().and_then(|line| Some((ambush?, line)))
            && !line.score.is_proven()
            && line.moves.first() != Some(&mv)
        {
            *line = Line {
                score: line.score,
                moves: vec![mv],
            };
            report(&found);
        }
        found
    }

    fn clear(&mut self) {
        self.search.clear();
    }
}

/// The safe move after which the opponent errs most likely; none if there is no chance of it at all.
fn best_ambush<G: Evaluate>(game: &Playthrough<G>, control: &Control<'_>) -> Option<G::Move> {
    let (position, mut history) = (game.position(), game.history().clone());
    let moves = position.legal_moves();
    let mut best = None;
    let mut best_chance = 0.0;
    for mv in moves {
        let mut next = position.clone();
        next.play_unchecked(mv);
        let mark = history.mark();
        let is_new = history.note(next.repetition()) <= 1;
        history.rewind(mark);
        if next.turn().is_over() || !is_new || next.winning_move().is_some() {
            continue;
        }
        if control.count_node() {
            return None;
        }
        let chance = chance_of_mistake(&next, control)?;
        if chance > best_chance && !wins_within(&next, MOVES_TO_LOSE) {
            best = Some(mv);
            best_chance = chance;
        }
    }
    best
}

/// How likely the player to move makes a mistake, as far as this file knows; none if the search is stopped.
fn chance_of_mistake<G: Evaluate>(position: &G, control: &Control<'_>) -> Option<f64> {
    let replies = position.legal_moves();
    let mut seen = Vec::with_capacity(replies.len());
    for reply in replies {
        if control.count_node() {
            return None;
        }
        let mut next = position.clone();
        next.play_unchecked(reply);
        if !next.turn().is_over() && next.winning_move().is_none() {
            seen.push((-next.evaluate() as f32 / NOISE, wins_within(&next, MOVES_TO_WIN)));
        }
    }
    let most = seen.iter().map(|&(worth, _)| worth).fold(f32::MIN, f32::max);
    let weight = |worth: f32| exponential(f64::from(worth - most));
    let all: f64 = seen.iter().map(|&(worth, _)| weight(worth)).sum();
    let mistakes: f64 = seen
        .iter()
        .filter(|reply| reply.1)
        .map(|&(worth, _)| weight(worth))
        .sum();
    Some(if seen.is_empty() { 1.0 } else { mistakes / all })
}

/// Whether the player to move can force a win with so many own moves, by trying everything.
fn wins_within<G: Evaluate>(position: &G, own_moves: u32) -> bool {
    if position.winning_move().is_some() {
        return true;
    }
    if own_moves <= 1 {
        return false;
    }
    let player = position.player();
    let moves = position.legal_moves();
    moves.iter().any(|&mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        if next.turn().is_over() || next.winning_move().is_some() {
            return false;
        }
        let replies = next.legal_moves();
        replies.iter().all(|&reply| {
            let mut after = next.clone();
            after.play_unchecked(reply);
            match after.turn() {
                Turn::Over(outcome) => outcome == Outcome::Win(player),
                _ => wins_within(&after, own_moves - 1),
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use halte_game::{Game, Random};
    use halte_games::move_game::MoveGame;

    use super::*;
    use crate::Limits;

    /// Positions of Move after random moves in which the game is not over and nobody wins at once.
    fn positions(count: usize) -> impl Iterator<Item = Playthrough<MoveGame>> {
        let game = |seed| {
            let mut random = Random::new(seed);
            let mut game = Playthrough::new(MoveGame::start(&Default::default()));
            let length = 17 + random.below(40);
            game.play_random(&mut random, length);
            let is_quiet = !game.turn().is_over() && game.position().winning_move().is_none();
            is_quiet.then_some(game)
        };
        (0..).filter_map(game).take(count)
    }

    /// Whether a player wins by force within so many moves, by the rules alone.
    fn forces(game: &mut Playthrough<MoveGame>, hero: halte_game::Player, depth: u32) -> bool {
        match game.turn() {
            Turn::Over(outcome) => return outcome == Outcome::Win(hero),
            _ if depth == 0 => return false,
            _ => {}
        }
        let is_heros = game.position().player() == hero;
        let moves = game.legal_moves();
        let leads_there = moves.into_iter().any(|mv| {
            game.play(mv).expect("a legal move");
            let forced = forces(game, hero, depth - 1);
            game.undo();
            forced == is_heros
        });
        leads_there == is_heros
    }

    #[test]
    fn forced_wins_agree_with_brute_force() {
        let mut wins = 0;
        for (number, mut game) in positions(12_000).enumerate() {
            let player = game.position().player();
            let won = wins_within(game.position(), 2);
            // Most positions are not won, and trying everything takes long: all won ones, and some of the others.
            if won || number.is_multiple_of(100) {
                assert_eq!(won, forces(&mut game, player, 3), "{}", game.position());
                wins += u32::from(won);
            }
        }
        assert!(wins >= 3, "only {wins}");
    }

    #[test]
    fn ambushes_are_safe_and_can_be_walked_into() {
        let mut ambushes = 0;
        for mut game in positions(300) {
            let Some(mv) = best_ambush(&game, &Control::within(Limits::default())) else {
                continue;
            };
            ambushes += 1;
            let player = game.position().player();
            game.play(mv).expect("a legal move");
            assert!(!forces(&mut game, !player, 3), "{}", game.position());
            let replies = game.legal_moves();
            let is_mistake = |reply| {
                let mut next = game.clone();
                next.play(reply).expect("a legal move");
                forces(&mut next, player, 3)
            };
            assert!(replies.into_iter().any(is_mistake), "{}", game.position());
        }
        assert!(ambushes >= 10, "only {ambushes}");
    }
}
