//! What engines are asked at tables.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::AtomicBool;

use halte_engine::{Clock, Level, Score};
use halte_game::{Game, Player, Playthrough, Turn};
use halte_games::AnyGame;
use halte_table::{Action, Offer, Refusal, Table};
use serde::{Deserialize, Serialize};

use crate::{Exploration, Unanswered, lines, think};

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

/// What an engine is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Matter {
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

    /// Its level, or the highest if there is none of that number.
    fn known_level(self) -> Level {
        let level = Level::try_from(self.level);
        level.unwrap_or_else(|_| Level::all().next_back().expect("there are levels"))
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

/// A question to an engine as it is told elsewhere: all that it needs to know, and neither the table nor who plays there.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Errand {
    /// The game so far.
    pub line: Exploration,
    /// On which seat the engine sits.
    pub player: Player,
    /// What it is asked about.
    pub matter: Matter,
    /// Its level, from 1 to 10.
    pub level: u8,
    /// What makes it play one game differently from the next.
    pub seed: u64,
    /// Whether the game is for ratings.
    pub rated: bool,
}

impl Errand {
    /// It, as an engine is asked; every field may come from anywhere.
    pub fn brief(&self) -> Result<Brief, Unanswered> {
        let game = self.line.play("line.")?;
        let level = Level::try_from(self.level).map_err(|error| Unanswered::invalid("level", error))?;
        match (game.turn(), self.matter) {
            (Turn::Over(_), _) => return Err(Refusal::Over.into()),
            (turn, Matter::Move) if turn != Turn::Player(self.player) => return Err(Refusal::NotYourTurn.into()),
            _ => {}
        }
        let question = Question {
            player: self.player,
            level: level.number(),
            ply: game.moves().len(),
            matter: self.matter,
        };
        Ok(Brief {
            question,
            game,
            seed: self.seed,
            is_rated: self.rated,
        })
    }
}

impl Brief {
    /// Whether it can be told elsewhere: a line of play there has so many moves at most.
    pub fn can_be_told(&self) -> bool {
        lines::check_length(self.game.moves().len(), "").is_ok()
    }

    /// It, to be told elsewhere.
    pub fn errand(&self) -> Errand {
        let Brief { question, game, .. } = self;
        Errand {
            line: Exploration {
                game: game.start().options().to_string(),
                start: Some(game.start().to_string()),
                moves: game.moves().iter().map(ToString::to_string).collect(),
            },
            player: question.player,
            matter: question.matter,
            level: question.known_level().number(),
            seed: self.seed,
            rated: self.is_rated,
        }
    }

    /// Whether this can be an answer at all: wherever it comes from, it answers the question and keeps to the rules.
    pub fn check(&self, answer: &Action) -> Result<(), Refusal> {
        let Brief { question, game, .. } = self;
        match (question.matter, answer) {
            (Matter::Move, Action::Play { text, ply }) => {
                let (played, expected) = (question.ply, *ply);
                if played != expected {
                    return Err(Refusal::Stale { played, expected });
                }
                let mv = AnyGame::parse_move(&game.position().options(), text)?;
                Ok(game.check(mv)?)
            }
            (Matter::Draw, Action::Accept { offer: Offer::Draw } | Action::Decline { offer: Offer::Draw }) => Ok(()),
            (Matter::Move, _) => Err(Refusal::NotOffered),
            (Matter::Draw, _) => Err(Refusal::NotYourTurn),
        }
    }

    /// What the engine wants to do; nothing if it was stopped before it knew.
    pub fn answer(&self, clock: &dyn Clock, stop: &AtomicBool) -> Option<Action> {
        let Brief { question, game, .. } = self;
        let level = question.known_level();
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
    use halte_game::Explain;

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

    /// What an engine is asked after moves of a game.
    fn brief(options: &str, moves: &[&str], matter: Matter) -> Brief {
        let mut game = Playthrough::new(AnyGame::start(&options.parse().expect("a variant")));
        for text in moves {
            game.play_text(text).expect("a legal move");
        }
        let Turn::Player(player) = game.turn() else {
            panic!("nobody's turn")
        };
        let question = Question {
            player,
            level: 1,
            ply: moves.len(),
            matter,
        };
        Brief {
            question,
            game,
            seed: u64::MAX,
            is_rated: false,
        }
    }

    /// Told elsewhere, a question has the same answer, and names nobody.
    #[test]
    fn an_errand_is_the_same_question() {
        let check = |options: &str, moves: &[&str], matter| {
            let brief = brief(options, moves, matter);
            let told = serde_json::to_value(brief.errand()).expect("JSON");
            let mut fields: Vec<&str> = told
                .as_object()
                .expect("an object")
                .keys()
                .map(String::as_str)
                .collect();
            fields.sort_unstable();
            assert_eq!(fields, ["level", "line", "matter", "player", "rated", "seed"]);
            let errand: Errand = serde_json::from_value(told).expect("an errand");
            let heard = errand.brief().expect("a question");
            assert_eq!(heard.question, brief.question, "{options}");
            let answer = |brief: &Brief| brief.answer(&halte_engine::SystemClock::new(), &AtomicBool::new(false));
            let expected = answer(&brief).expect("an answer");
            assert_eq!(answer(&heard), Some(expected.clone()), "{options}");
            brief.check(&expected).expect("its own answer is one");
        };
        check("mixtour 20/1", &["c3", "b2"], Matter::Move);
        check("mixtour 20/1", &["c3", "b2"], Matter::Draw);
        check("move", &[], Matter::Move);
        check("mobius", &["e0"], Matter::Move);
        check("fibonacci classic", &["a2-b4"], Matter::Move);
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        let check = |matter, answer: &str, expected: Option<&str>| {
            let brief = brief("mixtour 20/1", &["c3"], matter);
            let action: Action = serde_json::from_str(answer).expect("an action");
            let code = brief.check(&action).err().map(|refusal| refusal.code());
            assert_eq!(code, expected, "{answer}");
        };
        let (accept, decline) = (
            r#"{"type": "accept", "offer": "draw"}"#,
            r#"{"type": "decline", "offer": "draw"}"#,
        );
        check(Matter::Move, r#"{"type": "play", "move": "b2", "ply": 1}"#, None);
        check(
            Matter::Move,
            r#"{"type": "play", "move": "b2", "ply": 2}"#,
            Some("stale"),
        );
        check(
            Matter::Move,
            r#"{"type": "play", "move": "c3", "ply": 1}"#,
            Some("illegal_move"),
        );
        check(
            Matter::Move,
            r#"{"type": "play", "move": "z9", "ply": 1}"#,
            Some("bad_move"),
        );
        check(Matter::Move, accept, Some("not_offered"));
        check(Matter::Move, r#"{"type": "resign"}"#, Some("not_offered"));
        check(Matter::Draw, accept, None);
        check(Matter::Draw, decline, None);
        check(
            Matter::Draw,
            r#"{"type": "accept", "offer": "takeback"}"#,
            Some("not_your_turn"),
        );
        check(
            Matter::Draw,
            r#"{"type": "play", "move": "b2", "ply": 1}"#,
            Some("not_your_turn"),
        );
    }

    #[test]
    fn what_is_no_errand_is_refused() {
        let check = |field: &str, value: serde_json::Value, expected: &str| {
            let brief = brief("mixtour 20/1", &["c3"], Matter::Move);
            let mut told = serde_json::to_value(brief.errand()).expect("JSON");
            *told.pointer_mut(field).expect(field) = value;
            let errand: Errand = serde_json::from_value(told).expect("an errand");
            let code = errand.brief().map(drop).map_err(|error| error.code());
            assert_eq!(code, Err(expected), "{field}");
        };
        check("/level", 11.into(), "no_such_level");
        check("/player", "first".into(), "not_your_turn");
        check("/line/game", "chess".into(), "bad_game");
        check("/line/moves/0", "c3-d4".into(), "illegal_move");
        check("/line/start", "nothing".into(), "bad_position");
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
