//! What a player has said in advance to reply, in games that are not live.

use halte_game::record::Problem;
use halte_game::{Game, Player, Playthrough, Turn, faults};
use halte_games::{AnyFault, AnyGame, AnyMove};

/// How many lines a plan may have, and how many moves all of them together: enough for a tree that somebody thought
/// through, and a table's history stays short. Untested guesses.
const MOST_LINES: usize = 50;
const MOST_MOVES: usize = 200;

faults! {
    /// What is wrong with a plan.
    pub enum BadPlan {
        #[fault("plan_too_long", "a plan has at most {lines} lines, and {moves} moves in all")]
        TooLong { lines: usize, moves: usize },
        /// Cards cannot be foreseen.
        #[fault("plan_card", "line {line}: nobody knows the card that is drawn before {text:?}")]
        Card { line: usize, text: String },
        #[fault("plan_contradiction", "line {line}: another line plays {other} where this one plays {this}")]
        Contradiction { line: usize, other: String, this: String },
        #[fault("plan_line", "line {line}: {problem}")]
        Line { line: usize, problem: Problem<AnyFault> },
    }
}

/// Lines of moves from the position now. They never contradict each other: where they agree so far and the planner is to
/// move, they go on alike.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Plan {
    lines: Vec<Vec<AnyMove>>,
}

impl Plan {
    /// Whether lines are short enough for a new plan. Those that were kept may be longer: the limits were others once.
    pub(crate) fn check_length(lines: &[Vec<String>]) -> Result<(), BadPlan> {
        if lines.len() > MOST_LINES || lines.iter().map(Vec::len).sum::<usize>() > MOST_MOVES {
            return Err(BadPlan::TooLong {
                lines: MOST_LINES,
                moves: MOST_MOVES,
            });
        }
        Ok(())
    }

    /// Reads a plan of this player for this game, or says what is wrong with it.
    pub(crate) fn read(player: Player, game: &Playthrough<AnyGame>, lines: &[Vec<String>]) -> Result<Plan, BadPlan> {
        let options = game.position().options();
        let mut plan = Plan::default();
        for (line, texts) in (1..).zip(lines) {
            let mut game = game.clone();
            let mut moves = Vec::new();
            for text in texts {
                if game.turn() == Turn::Chance {
                    let text = text.clone();
                    return Err(BadPlan::Card { line, text });
                }
                let wrong = |problem| BadPlan::Line { line, problem };
                let mv = AnyGame::parse_move(&options, text).map_err(|error| wrong(error.into()))?;
                if game.turn() == Turn::Player(player)
                    && let Some(other) = plan.next(&moves)
                    && other != mv
                {
                    let (other, this) = (other.to_string(), mv.to_string());
                    return Err(BadPlan::Contradiction { line, other, this });
                }
                game.play(mv).map_err(|error| wrong(error.into()))?;
                moves.push(mv);
            }
            plan.lines.push(moves);
        }
        Ok(plan)
    }

    /// The move that comes after these, by the first line that has them.
    fn next(&self, before: &[AnyMove]) -> Option<AnyMove> {
        let rest = self
            .lines
            .iter()
            .find_map(|line| line.strip_prefix(before).filter(|rest| !rest.is_empty()));
        rest.and_then(|rest| rest.first()).copied()
    }

    /// Whether it plays nothing any more, whatever comes.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.iter().all(Vec::is_empty)
    }

    /// What the plan plays now.
    pub(crate) fn reply(&self) -> Option<AnyMove> {
        self.next(&[])
    }

    /// Goes on after a move: lines that did not expect it are dropped.
    pub(crate) fn follow(&mut self, mv: AnyMove) {
        self.lines.retain(|line| line.first() == Some(&mv));
        for line in &mut self.lines {
            line.remove(0);
        }
        self.lines.retain(|line| !line.is_empty());
    }

    /// Its lines as text.
    pub(crate) fn lines(&self) -> Vec<Vec<String>> {
        let text = |line: &Vec<AnyMove>| line.iter().map(ToString::to_string).collect();
        self.lines.iter().map(text).collect()
    }
}
