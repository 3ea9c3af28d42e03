//! Whole games looked at afterwards: what each turn gave away, and where the game turned.
//!
//! Positions are searched from the end backwards, so that what a search remembers about the end helps before it. A
//! turn's value is that of the position after it, which is searched itself, and not what a search guessed one turn before:
//! so a turn that no search thought of is judged as well as any other, and the numbers fit together.

mod annotate;
#[cfg(test)]
mod tests;

use std::ops::Range;

use halte_game::record::Nag;
use halte_game::{Game, Outcome, Player, Playthrough, Turn};

use crate::turn_search::Expected;
use crate::{Control, Limits, Line, Score, Search};

pub use annotate::annotate;

/// How far an analysis has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Moves whose positions need no more searching.
    pub done: usize,
    /// All moves of the game.
    pub total: usize,
}

/// What became of a game, turn by turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<M> {
    /// All turns in which a player did something, in the order of the game. A drawn card is nobody's turn.
    pub turns: Vec<AnalysedTurn<M>>,
}

/// One turn, with all its steps. Scores are for the player who made it.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysedTurn<M> {
    /// Whose turn it was.
    pub player: Player,
    /// Which moves of the game it consists of; the card drawn before it is not one of them.
    pub moves: Range<usize>,
    /// What the position was worth before the turn, with the best play that is known.
    pub before: Score,
    /// What it was worth after the turn. With the next turn's `before` it differs only by a card drawn between them.
    pub after: Score,
    /// The best lines that the search found instead, the best first. They begin with this turn and may go on.
    pub lines: Vec<Line<M>>,
    /// Whether the search would have played this turn too.
    pub is_best: bool,
}

/// How bad a turn was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Judgement {
    /// From [`Judgement::INACCURACY`] on.
    Inaccuracy,
    /// From [`Judgement::MISTAKE`] on.
    Mistake,
    /// From [`Judgement::BLUNDER`] on.
    Blunder,
}

impl Judgement {
    /// The loss in probability of winning that makes an inaccuracy. This threshold and the next two are untested guesses,
    /// in the manner of chess sites.
    pub const INACCURACY: f32 = 0.05;
    /// The loss that makes a mistake.
    pub const MISTAKE: f32 = 0.10;
    /// The loss that makes a blunder.
    pub const BLUNDER: f32 = 0.20;

    /// What a loss in probability of winning means; nothing if it is small.
    #[must_use]
    pub fn of(loss: f32) -> Option<Judgement> {
        match loss {
            loss if loss >= Judgement::BLUNDER => Some(Judgement::Blunder),
            loss if loss >= Judgement::MISTAKE => Some(Judgement::Mistake),
            loss if loss >= Judgement::INACCURACY => Some(Judgement::Inaccuracy),
            _ => None,
        }
    }

    /// Its name: `mistake`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }

    /// Its glyph in a record: `?!`, `?` or `??`.
    #[must_use]
    pub const fn nag(self) -> Nag {
        match self {
            Judgement::Inaccuracy => Nag(6),
            Judgement::Mistake => Nag(2),
            Judgement::Blunder => Nag(4),
        }
    }
}

impl<M> AnalysedTurn<M> {
    /// What the turn gave away in probability of winning: nothing if nothing better is known.
    #[must_use]
    pub fn loss(&self) -> f32 {
        match self.better() {
            Some(_) => (self.before.probability() - self.after.probability()).max(0.0),
            None => 0.0,
        }
    }

    /// How bad the turn was, if it was.
    #[must_use]
    pub fn judgement(&self) -> Option<Judgement> {
        Judgement::of(self.loss())
    }

    /// Whether a proven win or draw was given away. A longer way to a win that is nearly certain is none.
    #[must_use]
    pub fn throws_proof_away(&self) -> bool {
        self.before.is_proven() && self.judgement().is_some()
    }

    /// What should have been played, if that is known.
    #[must_use]
    pub fn better(&self) -> Option<&Line<M>> {
        let best = self.lines.first()?;
        (!self.is_best && best.score > self.after).then_some(best)
    }

    /// What the position was worth to a player before the turn.
    #[must_use]
    pub fn before_for(&self, player: Player) -> Score {
        seen_by(player, self.player, self.before)
    }

    /// What the position was worth to a player after the turn.
    #[must_use]
    pub fn after_for(&self, player: Player) -> Score {
        seen_by(player, self.player, self.after)
    }
}

impl<M> Analysis<M> {
    /// The turns that were judged, the most important first: proven results that were given away, then by the loss.
    #[must_use]
    pub fn turning_points(&self) -> Vec<&AnalysedTurn<M>> {
        let mut turns: Vec<_> = self.turns.iter().filter(|turn| turn.judgement().is_some()).collect();
        turns.sort_by(|one, other| {
            let by_proof = other.throws_proof_away().cmp(&one.throws_proof_away());
            by_proof.then(other.loss().total_cmp(&one.loss()))
        });
        turns
    }
}

/// A score of one player, as a player sees it.
fn seen_by(player: Player, owner: Player, score: Score) -> Score {
    if player == owner { score } else { score.reversed() }
}

/// Analyses a game with a search, which should have been made for as many lines as are wanted.
///
/// `limits` are for each position that is searched, and `begin` begins a search with them. The other cards that could have
/// been drawn share the limits of one position. Returns nothing if it was stopped.
pub fn analyse<'c, G: Game>(
    game: &Playthrough<G>,
    search: &mut dyn Search<G>,
    limits: Limits,
    begin: &dyn Fn(Limits) -> Control<'c>,
    progress: &mut dyn FnMut(Progress),
) -> Option<Analysis<G::Move>> {
    let mut analyst = Analyst {
        game: game.clone(),
        search,
        begin,
    };
    let total = game.moves().len();
    let mut turns = Vec::new();
    let mut starts = turn_starts(game);
    progress(Progress { done: 0, total });
    // The value to the first player of the position that is looked at, and of the last one that ended a turn.
    let mut value = analyst.value(limits)?;
    let (mut after, mut end, mut end_position) = (value, total, analyst.game.position().clone());
    while let Some(played) = analyst.game.undo() {
        let index = analyst.game.moves().len();
        match analyst.game.turn() {
            Turn::Chance => {
                value = analyst.expected_value(limits, Some((played, value)))?;
                (after, end, end_position) = (value, index, analyst.game.position().clone());
            }
            Turn::Player(player) if starts.last() == Some(&index) => {
                starts.pop();
                let mut lines = analyst.lines(limits)?;
                // A search that was cut off within a turn cannot tell what the turn is worth.
                lines.retain(|line| ends_turn(player, &after_turn(analyst.game.position(), &line.moves)));
                let turn = judged(
                    player,
                    index..end,
                    seen_by(player, Player::First, after),
                    lines,
                    |line| after_turn(analyst.game.position(), &line.moves) == end_position,
                );
                value = turn.before_for(Player::First);
                turns.push(turn);
                (after, end, end_position) = (value, index, analyst.game.position().clone());
            }
            _ => {}
        }
        progress(Progress {
            done: total - index,
            total,
        });
    }
    turns.reverse();
    carry_proofs_on(&mut turns);
    Some(Analysis { turns })
}

/// The indices of the moves with which turns begin, drawn cards left out.
fn turn_starts<G: Game>(game: &Playthrough<G>) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut position = game.start().clone();
    let mut within = false;
    for (index, &mv) in game.moves().iter().enumerate() {
        let is_player = matches!(position.turn(), Turn::Player(_));
        if is_player && (!within || position.begins_turn()) {
            starts.push(index);
        }
        within = is_player;
        position.play_unchecked(mv);
    }
    starts
}

/// The position after the first turn of a line.
fn after_turn<G: Game>(position: &G, line: &[G::Move]) -> G {
    let player = position.player();
    let mut position = position.clone();
    for (index, &mv) in line.iter().enumerate() {
        let goes_on = position.turn() == Turn::Player(player) && (index == 0 || !position.begins_turn());
        if !goes_on || position.play(mv).is_err() {
            break;
        }
    }
    position
}

/// Whether a player's turn is over in a position.
fn ends_turn<G: Game>(player: Player, position: &G) -> bool {
    position.turn() != Turn::Player(player) || position.begins_turn()
}

/// A turn with what is known before it and after it, the latter for its player.
fn judged<M>(
    player: Player,
    moves: Range<usize>,
    after: Score,
    lines: Vec<Line<M>>,
    is_played: impl Fn(&Line<M>) -> bool,
) -> AnalysedTurn<M> {
    let length = moves.len() as u32;
    let mut played = after.moves_before(length);
    let mut after = after;
    let is_best = lines.first().is_some_and(&is_played);
    // What was proven one turn before holds, though the search after it may not have found it again.
    if let Some(line) = lines.iter().find(|line| is_played(line))
        && line.score.is_proven()
        && !played.is_proven()
    {
        played = line.score;
        after = line.score.moves_later(length);
    }
    let before = match lines.first() {
        Some(best) if !is_best && (best.score > played || best.score.is_proven() && !played.is_proven()) => best.score,
        _ => played,
    };
    AnalysedTurn {
        player,
        moves,
        before,
        after,
        lines,
        is_best,
    }
}

/// Carries what is proven forward: after a turn it holds for the next one, and whoever has lost has lost whatever they play.
fn carry_proofs_on<M>(turns: &mut [AnalysedTurn<M>]) {
    let mut proven: Option<(usize, Score)> = None;
    for turn in turns {
        if let Some((index, score)) = proven
            && !turn.before.is_proven()
        {
            let passed = (turn.moves.start - index) as u32;
            turn.before = seen_by(turn.player, Player::First, score.moves_later(passed));
        }
        if matches!(turn.before, Score::Loss { .. }) && !turn.after.is_proven() {
            turn.after = turn.before.moves_later(turn.moves.len() as u32);
        }
        let after = turn.after_for(Player::First);
        proven = after.is_proven().then_some((turn.moves.end, after));
    }
}

/// Looks at one position after the other.
struct Analyst<'a, 'c, G: Game> {
    game: Playthrough<G>,
    search: &'a mut dyn Search<G>,
    begin: &'a dyn Fn(Limits) -> Control<'c>,
}

impl<G: Game> Analyst<'_, '_, G> {
    /// The best lines; nothing if the search was stopped.
    fn lines(&mut self, limits: Limits) -> Option<Vec<Line<G::Move>>> {
        let control = (self.begin)(limits);
        let report = self.search.search(&self.game, &control, &mut |_| {});
        (!control.is_stopped()).then_some(report.lines)
    }

    /// The value of the position to the first player.
    fn value(&mut self, limits: Limits) -> Option<Score> {
        match self.game.turn() {
            Turn::Over(Outcome::Draw) => Some(Score::Draw),
            Turn::Over(Outcome::Win(Player::First)) => Some(Score::Win { moves: 0 }),
            Turn::Over(Outcome::Win(Player::Second)) => Some(Score::Loss { moves: 0 }),
            Turn::Chance => self.expected_value(limits, None),
            Turn::Player(player) => {
                let lines = self.lines(limits)?;
                let score = lines.first().map_or(Score::Estimate(0.5), |line| line.score);
                Some(seen_by(Player::First, player, score))
            }
        }
    }

    /// The value to the first player of a position in which a card is drawn, by the true odds. What is known of one card is
    /// not searched again.
    fn expected_value(&mut self, limits: Limits, known: Option<(G::Move, Score)>) -> Option<Score> {
        let position = self.game.position().clone();
        let cards = position.legal_moves();
        let total: u32 = cards.iter().map(|&card| position.weight(card)).sum();
        let share = shared(limits, cards.len() as u32);
        let mut expected = Expected::default();
        for card in cards {
            let value = match known {
                Some((drawn, value)) if drawn == card => value,
                _ => {
                    if self.game.play(card).is_err() {
                        continue;
                    }
                    let value = self.value(share);
                    self.game.undo();
                    value?
                }
            };
            expected.add(value.moves_before(1), position.weight(card) as f32 / total as f32);
        }
        Some(expected.score())
    }
}

/// The limits of each of several searches that may use together what one may.
fn shared(limits: Limits, count: u32) -> Limits {
    let count = count.max(1);
    Limits {
        nodes: limits.nodes.map(|nodes| (nodes / u64::from(count)).max(1)),
        depth: limits.depth,
        time: limits.time.map(|time| time / count),
    }
}
