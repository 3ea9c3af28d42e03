//! What engines are asked at tables.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::AtomicBool;

use halte_engine::{Clock, Level, Score};
use halte_game::{Game, Player, Playthrough, Turn};
use halte_games::AnyGame;
use halte_table::{Action, Offer, Table};

use crate::think;

/// What an engine is asked at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// On which seat it sits.
    pub player: Player,
    level: u8,
    /// How many moves have been played.
    ply: usize,
    matter: Matter,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Matter {
    /// What to play.
    Move,
    /// Whether to agree to a draw.
    Draw,
}

impl Question {
    /// What an engine must answer first at a table, if anything: who is offered a draw does not play on before.
    pub fn at(table: &Table) -> Option<Question> {
        let asked = |matter| move |(player, level)| (player, level, matter);
        let draw = table.engine_offered_draw().map(asked(Matter::Draw));
        let (player, level, matter) = draw.or_else(|| table.engine_to_move().map(asked(Matter::Move)))?;
        Some(Question {
            player,
            level,
            ply: table.game().moves().len(),
            matter,
        })
    }

    /// It, with all that an engine needs to know to answer.
    pub fn brief(self, table: &Table) -> Brief {
        Brief {
            question: self,
            game: table.game().clone(),
            seed: seed(table),
            is_rated: table.terms().rated,
        }
    }
}

/// A question to an engine, with all that it needs to know.
#[derive(Clone, Debug)]
pub struct Brief {
    question: Question,
    game: Playthrough<AnyGame>,
    seed: u64,
    is_rated: bool,
}

impl Brief {
    /// What the engine wants to do; nothing if it was stopped before it knew.
    pub fn answer(&self, clock: &dyn Clock, stop: &AtomicBool) -> Option<Action> {
        let Brief { question, game, .. } = self;
        let level = Level::try_from(question.level);
        let level = level.unwrap_or_else(|_| Level::all().next_back().expect("there are levels"));
        let think = |game: &Playthrough<AnyGame>| think(game, level, self.seed, clock, stop);
        match question.matter {
            Matter::Move => {
                let text = think(game).best()?.to_string();
                let ply = question.ply;
                Some(Action::Play { text, ply })
            }
            Matter::Draw => {
                let score = |game: &Playthrough<AnyGame>| {
                    let best = think(game).lines.first()?.score;
                    let is_own_turn = game.turn() == Turn::Player(question.player);
                    Some(if is_own_turn { best } else { best.reversed() })
                };
                let lately = || score(&earlier(game));
                let agrees = agrees_to_draw(score(game)?, lately, turns(game), self.is_rated)?;
                let offer = Offer::Draw;
                Some(match agrees {
                    true => Action::Accept { offer },
                    false => Action::Decline { offer },
                })
            }
        }
    }
}

/// In how many turns of both together a game begins, in which an engine agrees to no draw. An untested guess: most games
/// of people and of engines against each other are not decided before.
const OPENING: usize = 30;

/// How many turns ago "lately" was: the last two of each player lie between.
const LATELY: usize = 4;

/// Whether an engine agrees to a draw: if it does not think itself better now, and did not lately, in a game that has
/// been played and not only begun. In a rated game it must be certain of that, or a draw offered whenever a search
/// wavers would be worth as much as one that was fought for. How it stood lately is asked for only if it matters; no
/// answer if that is not known.
fn agrees_to_draw(now: Score, lately: impl FnOnce() -> Option<Score>, turns: usize, is_rated: bool) -> Option<bool> {
    let is_better = |score: Score| score.probability() > 0.5;
    if is_better(now) || now.is_proven() {
        return Some(!is_better(now));
    }
    if is_rated || turns < OPENING {
        return Some(false);
    }
    lately().map(|lately| !is_better(lately))
}

/// Whether a player begins a turn in this position.
fn begins_turn(position: &AnyGame) -> bool {
    position.begins_turn() && matches!(position.turn(), Turn::Player(_))
}

/// How many turns were begun.
fn turns(game: &Playthrough<AnyGame>) -> usize {
    game.steps().filter(|(position, _)| begins_turn(position)).count()
}

/// The game as it stood lately; as it began, if that is not longer ago.
fn earlier(game: &Playthrough<AnyGame>) -> Playthrough<AnyGame> {
    let mut game = game.clone();
    let mut left = LATELY;
    while left > 0 && game.undo().is_some() {
        left -= usize::from(begins_turn(game.position()));
    }
    game
}

/// What makes an engine play one game differently from the next, and the same after a restart.
fn seed(table: &Table) -> u64 {
    let mut hasher = DefaultHasher::new();
    table.id().hash(&mut hasher);
    // As wide on every machine.
    (table.game().moves().len() as u64).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_better_plays_on() {
        let even = Score::Estimate(0.5);
        let check = |now, lately, turns, in_rated: bool, otherwise: bool| {
            assert_eq!(
                [true, false].map(|is_rated| agrees_to_draw(now, || Some(lately), turns, is_rated)),
                [Some(in_rated), Some(otherwise)],
                "{now}, {lately} before, turn {turns}"
            );
        };
        check(Score::Win { moves: 3 }, even, OPENING, false, false);
        check(Score::Estimate(0.51), even, OPENING, false, false);
        check(even, even, OPENING, false, true);
        check(even, Score::Estimate(0.51), OPENING, false, false);
        check(Score::Estimate(0.1), even, OPENING, false, true);
        check(Score::Estimate(0.1), even, OPENING - 1, false, false);
        check(Score::Draw, Score::Estimate(0.9), 2, true, true);
        check(Score::Loss { moves: 2 }, even, 2, true, true);
    }

    #[test]
    fn lately_is_some_turns_ago() {
        let check = |options: &str, moves: &[&str], expected: (usize, usize)| {
            let options = options.parse().expect("a variant");
            let mut game = Playthrough::new(AnyGame::start(&options));
            for text in moves {
                let mv = AnyGame::parse_move(&options, text).expect("a move");
                game.play(mv).expect("a legal move");
            }
            assert_eq!(
                (turns(&game), earlier(&game).moves().len()),
                expected,
                "{options} {moves:?}"
            );
        };
        check("mixtour 25/5", &[], (0, 0));
        check("mixtour 25/5", &["a1", "b1", "c1"], (3, 0));
        check("mixtour 25/5", &["a1", "b1", "c1", "d1", "e1", "a2"], (6, 2));
        // A turn of Fibonacci has several moves.
        check("fibonacci classic", &["a2-b4", "k10-i6"], (2, 0));
    }
}
