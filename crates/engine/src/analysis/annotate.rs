//! Writing an analysis into a record, as comments, glyphs and variations.
//!
//! Every turn gets `[%eval 62%]`, the first player's probability of winning after it, in the place where PGN's programs
//! look for commands. A judged turn also has its glyph, the judgement's name in the brackets, and the better line as a
//! variation that begins with an `[%eval ...]` of its own. By these marks everything is found and taken out again when a
//! record is analysed once more; what people wrote stays.

use halte_game::record::{EditError, Nag, NodeId, Record, Step};
use halte_game::{Game, Player};

use super::{AnalysedTurn, Analysis, Judgement};
use crate::Score;

/// How a mark of ours begins.
const BEGINNING: &str = "[%eval ";

/// The glyphs that judge a move, `!` to `?!`.
const JUDGING: std::ops::RangeInclusive<u8> = 1..=6;

/// A better line is written down for so many turns; a proven one to its end.
const LONGEST_LINE: usize = 5;

/// Writes an analysis of a record's main line into the record, in place of an earlier one.
pub fn annotate<G: Game>(record: &mut Record<G>, analysis: &Analysis<G::Move>) -> Result<(), EditError<G::Fault>> {
    remove(record)?;
    let nodes = record.main_nodes().to_vec();
    for turn in &analysis.turns {
        let (Some(&before), Some(&end)) = (nodes.get(turn.moves.start), nodes.get(turn.moves.end)) else {
            return Err(EditError::UnknownNode);
        };
        let judgement = turn.judgement().filter(|_| !is_judged(record, end));
        if let Some(judgement) = judgement {
            let mut nags = record.node(end).map_or(Vec::new(), |node| node.nags().to_vec());
            nags.push(judgement.nag());
            record.set_nags(end, &nags)?;
        }
        put_mark(record, end, &mark(turn.after_for(Player::First), judgement))?;
        if turn.judgement().is_some() {
            add_better_line(record, before, turn)?;
        }
    }
    Ok(())
}

/// Whether somebody has judged the move already.
fn is_judged<G: Game>(record: &Record<G>, id: NodeId) -> bool {
    let nags = record.node(id).map_or(&[][..], |node| node.nags());
    nags.iter().any(|nag| JUDGING.contains(&nag.0))
}

/// `[%eval 41%, blunder]`: what a position is worth to the first player, and how bad the turn was.
fn mark(score: Score, judgement: Option<Judgement>) -> String {
    let proof = match score {
        Score::Win { moves: 0 } => ", first has won".to_owned(),
        Score::Loss { moves: 0 } => ", second has won".to_owned(),
        Score::Win { moves } => format!(", first wins in {moves}"),
        Score::Loss { moves } => format!(", second wins in {moves}"),
        Score::Draw => ", draw".to_owned(),
        Score::Estimate(_) => String::new(),
    };
    let judgement = judgement.map_or(String::new(), |judgement| format!(", {}", judgement.name()));
    format!("{BEGINNING}{:.0}%{proof}{judgement}]", score.probability() * 100.0)
}

/// Puts a mark before what is said about a move.
fn put_mark<G: Game>(record: &mut Record<G>, id: NodeId, mark: &str) -> Result<(), EditError<G::Fault>> {
    let comment = record.node(id).map_or("", |node| node.comment());
    let comment = format!("{mark} {comment}");
    record.set_comment(id, &comment)
}

/// Adds what should have been played as a variation. Where it is there already, it is left as it is.
fn add_better_line<G: Game>(
    record: &mut Record<G>,
    before: NodeId,
    turn: &AnalysedTurn<G::Move>,
) -> Result<(), EditError<G::Fault>> {
    let Some(better) = turn.better() else {
        return Ok(());
    };
    let Some(game) = record.game_at(before) else {
        return Err(EditError::UnknownNode);
    };
    let mut position = game.position().clone();
    let (mut node, mut turns, mut is_new) = (before, 0, false);
    for &mv in &better.moves {
        turns += usize::from(turns == 0 || position.begins_turn());
        if turns > LONGEST_LINE && !better.score.is_proven() {
            break;
        }
        let known = record.move_count();
        node = record.add_variation(node, mv)?;
        if record.move_count() > known && !is_new {
            is_new = true;
            let score = if turn.player == Player::First {
                better.score
            } else {
                better.score.reversed()
            };
            put_mark(record, node, &mark(score, None))?;
        }
        position.play(mv)?;
    }
    Ok(())
}

/// Takes an earlier analysis out of a record.
fn remove<G: Game>(record: &mut Record<G>) -> Result<(), EditError<G::Fault>> {
    let steps = record.walk();
    let nodes: Vec<NodeId> = steps
        .filter_map(|step| match step {
            Step::Move(id) => Some(id),
            Step::Open | Step::Close | Step::End => None,
        })
        .collect();
    for id in nodes {
        // What follows a line that was removed is gone as well.
        let Some(node) = record.node(id) else { continue };
        let Some((rest, judgement)) = without_marks(node.comment()) else {
            continue;
        };
        if !record.is_main(id) && rest.is_empty() && is_bare(record, id) {
            record.remove_variation(id)?;
            continue;
        }
        let own = judgement.map(Judgement::nag);
        let nags: Vec<Nag> = node.nags().iter().copied().filter(|&nag| Some(nag) != own).collect();
        record.set_nags(id, &nags)?;
        record.set_comment(id, &rest)?;
    }
    Ok(())
}

/// Whether nothing is said about a move but its comment, and nothing at all about those after it, which are one line.
fn is_bare<G: Game>(record: &Record<G>, id: NodeId) -> bool {
    let mut next = Some(id);
    while let Some(node) = next.and_then(|next| record.node(next)) {
        let is_commented = next != Some(id) && !node.comment().is_empty();
        let is_annotated = is_commented || !node.comment_before().is_empty() || !node.nags().is_empty();
        if is_annotated || node.children().len() > 1 {
            return false;
        }
        next = node.children().first().copied();
    }
    true
}

/// A comment without our marks, and the judgement that they name; nothing if there is none.
fn without_marks(comment: &str) -> Option<(String, Option<Judgement>)> {
    let mut rest = String::new();
    let mut judgement = None;
    let mut left = comment;
    let mut is_found = false;
    while let Some(at) = left.find(BEGINNING) {
        let (before, from) = left.split_at(at);
        let value = &from[BEGINNING.len()..];
        rest.push_str(before);
        // Other programs write pawns, without a sign of per cent.
        let unit = value.trim_start_matches(|character: char| character.is_ascii_digit());
        let is_ours = unit.len() < value.len() && unit.starts_with('%');
        match value.split_once(']') {
            Some((inside, after)) if is_ours => {
                let all = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];
                judgement = all.into_iter().find(|judgement| inside.ends_with(judgement.name()));
                is_found = true;
                left = after;
            }
            _ => {
                rest.push_str(BEGINNING);
                left = value;
            }
        }
    }
    rest.push_str(left);
    is_found.then(|| (rest.trim().to_owned(), judgement))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_recognised() {
        let check = |comment: &str, expected: Option<(&str, Option<Judgement>)>| {
            let expected = expected.map(|(rest, judgement)| (rest.to_owned(), judgement));
            assert_eq!(without_marks(comment), expected, "{comment}");
        };
        check("", None);
        check("Well played.", None);
        check("[%eval 0.35] Well played.", None);
        check("[%eval #4]", None);
        check("[%eval 62%", None);
        check("[%eval 62%]", Some(("", None)));
        check("[%eval 62%] Well played.", Some(("Well played.", None)));
        check(
            "Why [%eval 0%, second wins in 3, blunder]?",
            Some(("Why ?", Some(Judgement::Blunder))),
        );
        check("[%eval 0.3] [%eval 50%, draw]", Some(("[%eval 0.3]", None)));
        for judgement in [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder] {
            check(
                &mark(Score::Estimate(0.4), Some(judgement)),
                Some(("", Some(judgement))),
            );
        }
        assert_eq!(mark(Score::Win { moves: 5 }, None), "[%eval 100%, first wins in 5]");
        assert_eq!(mark(Score::Estimate(0.414), None), "[%eval 41%]");
    }
}
