//! What a player has said in advance to reply, in games that are not live.

use halte_game::{Player, Playthrough, Turn};
use halte_games::{AnyGame, AnyMove};

use crate::Refusal;

/// How many lines a plan may have, and how many moves a line.
const MOST_LINES: usize = 50;
const MOST_MOVES: usize = 100;

/// Lines of moves from the position now. They never contradict each other: where they agree so far and the planner is to
/// move, they go on alike.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Plan {
    lines: Vec<Vec<AnyMove>>,
}

impl Plan {
    /// Reads a plan of this player for this game, or says what is wrong with it.
    pub(crate) fn read(player: Player, game: &Playthrough<AnyGame>, lines: &[Vec<String>]) -> Result<Plan, Refusal> {
        use halte_game::Game;
        let bad = |what: String| Err(Refusal::BadPlan(what));
        if lines.len() > MOST_LINES || lines.iter().any(|line| line.len() > MOST_MOVES) {
            return bad(format!(
                "a plan has at most {MOST_LINES} lines of at most {MOST_MOVES} moves"
            ));
        }
        let options = game.position().options();
        let mut plan = Plan::default();
        for (number, line) in (1..).zip(lines) {
            let mut game = game.clone();
            let mut moves = Vec::new();
            for text in line {
                let wrong = |error: String| Refusal::BadPlan(format!("line {number}: {error}"));
                if game.turn() == Turn::Chance {
                    return bad(format!(
                        "line {number}: nobody knows the card that is drawn before {text:?}"
                    ));
                }
                let mv = AnyGame::parse_move(&options, text).map_err(|error| wrong(error.to_string()))?;
                if game.turn() == Turn::Player(player)
                    && let Some(other) = plan.next(&moves)
                    && other != mv
                {
                    return bad(format!(
                        "line {number}: another line plays {other} where this one plays {mv}"
                    ));
                }
                game.play(mv).map_err(|error| wrong(error.to_string()))?;
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
