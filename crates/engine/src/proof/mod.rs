//! Proof search: can a player force a win, whatever the opponent does and whichever cards are drawn?
//!
//! Two claims are examined in turn, "the player to move wins" and "the opponent wins", by depth-first proof-number
//! search with a table of fixed size (`attempt.rs`, `table.rs`). It knows games only through [`Game`].
//!
//! # Why the answers can be trusted
//!
//! A draw is no win, so a claim asks whether one player, the hero, can reach certain positions. If that is possible at
//! all, then with fewer moves left at each step, and so without any position twice. What has stood twice in the game
//! already is drawn when it comes again, whatever the way: it counts as the end of the game. So a claim about a position
//! is true or false whatever the way there, as long as the rule of repetition tells all positions apart.
//!
//! - A *proof* is built from won ends upwards, so it holds on every way and is stored. The rule may take several positions for
//!   the same, such as those of Fibonacci's cards with other packs. Therefore a proof counts only after `check.rs` has
//!   walked its whole strategy by the rules and found that no line can bring what the rule takes for the same a third time.
//! - A *disproof* may rest on a position that is already on the way: going round in circles wins nothing. Each disproof
//!   carries the depth of the first such position. Where it is not above the disproved position, the hero is caught
//!   in a set of positions without a win, whatever the way there, and the disproof is stored. Otherwise it only counts for the
//!   way at hand, and the table gets large numbers instead of a fact. What the rule of repetition forbids beyond that can
//!   only make it harder to win.
//! - Paths that are too long for the memory or the limit of depth are given up. A disproof that rests on that is none.
//!
//! Positions are told apart by keys of 64 bits. Two with the same key could spoil a disproof, not a proof.

mod attempt;
mod check;
mod table;
mod within;

use std::time::Duration;

use halte_game::{Game, Outcome, Player, Playthrough, Turn};

use crate::Control;
use attempt::{Attempt, Claim};
use table::Table;

pub use table::Numbers;
pub use within::{prove_win_within, quickest_win};

/// How many nodes are spent on one claim before it is the other's turn.
const NODES_A_TURN: u64 = 2000;

/// What was proved about a position, for the player whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof<M> {
    /// The player wins, whatever the opponent does and whichever cards are drawn.
    Win {
        /// The longest resistance, though nobody has tried to win as quickly as possible.
        moves: Vec<M>,
    },
    /// The opponent wins, whatever the player does and whichever cards are drawn.
    Loss {
        /// The longest resistance, though nobody has tried to win as quickly as possible.
        moves: Vec<M>,
    },
    /// Neither player can force a win: best play is a draw, unless cards decide.
    Neither,
    /// The player cannot force a win; whether the opponent can is open.
    NoWin,
    /// The opponent cannot force a win; whether the player can is open.
    NoLoss,
    /// Nothing was proved.
    Unknown,
}

/// Whether a player can force a win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<M> {
    /// Yes, whatever the opponent does and whichever cards are drawn.
    Win {
        /// The longest resistance.
        moves: Vec<M>,
    },
    /// No.
    NoWin,
    /// The limits were too narrow to find out.
    Unknown,
}

/// How far a proof search has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProofProgress {
    /// What it takes to prove and to disprove that the player to move wins.
    pub win: Numbers,
    /// What it takes to prove and to disprove that the opponent wins.
    pub loss: Numbers,
    /// Positions looked at.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// The share of the table that is used, from 0 to 1.
    pub table: f32,
}

/// Tries to prove who wins, from the position that a game has come to, within so many bytes of memory.
///
/// Ends at a limit of `control`, when it is stopped, or when nothing is left to find out. A limit of depth counts moves.
/// While a card is drawn, the player is the one whose turn it is in the position's text.
pub fn prove<G: Game>(
    game: &Playthrough<G>,
    memory: usize,
    control: &Control<'_>,
    progress: &mut dyn FnMut(&ProofProgress),
) -> Proof<G::Move> {
    let player = game.position().player();
    match game.turn() {
        Turn::Over(Outcome::Draw) => return Proof::Neither,
        Turn::Over(Outcome::Win(winner)) if winner == player => return Proof::Win { moves: Vec::new() },
        Turn::Over(Outcome::Win(_)) => return Proof::Loss { moves: Vec::new() },
        _ => {}
    }
    // Half for the table, a quarter for the check of a proof, an eighth for the way of each claim.
    let mut table = Table::new(memory / 2);
    let mut claims = [player, !player].map(|hero| claim(game, hero, memory / 8, control));
    let [win, loss] = &mut claims;
    let mut attempts = [win, loss].map(|claim| Attempt::new(claim, &table, game.position(), std::iter::empty()));
    let mut is_stopped = control.is_over();
    while !is_stopped && attempts.iter().any(|attempt| !attempt.is_finished) {
        for (attempt, claim) in attempts.iter_mut().zip(&mut claims) {
            if attempt.is_finished || is_stopped {
                continue;
            }
            is_stopped = attempt.advance(claim, &mut table, control, NODES_A_TURN);
            if attempt.numbers.proof == 0 {
                let line = check::check(game.position(), claim, &mut table, control, memory / 4);
                return match line {
                    Some(moves) if claim.hero == player => Proof::Win { moves },
                    Some(moves) => Proof::Loss { moves },
                    None => Proof::Unknown,
                };
            }
        }
        let [win, loss] = [&attempts[0], &attempts[1]].map(|attempt| attempt.numbers);
        progress(&ProofProgress {
            win,
            loss,
            nodes: control.nodes(),
            time: control.elapsed(),
            table: table.fill(),
        });
    }
    match [&attempts[0], &attempts[1]].map(|attempt| attempt.numbers.disproof == 0) {
        [true, true] => Proof::Neither,
        [true, false] => Proof::NoWin,
        [false, true] => Proof::NoLoss,
        [false, false] => Proof::Unknown,
    }
}

/// Tries to prove that one player wins, from the position that a game has come to, or that this player cannot force it.
///
/// As [`prove`], but only one of its two questions is asked.
pub fn prove_win<G: Game>(
    game: &Playthrough<G>,
    hero: Player,
    memory: usize,
    control: &Control<'_>,
) -> Answer<G::Move> {
    match game.turn() {
        Turn::Over(Outcome::Win(winner)) if winner == hero => return Answer::Win { moves: Vec::new() },
        Turn::Over(_) => return Answer::NoWin,
        _ => {}
    }
    // Half for the table, a quarter for the check of a proof and another for the way.
    let mut table = Table::new(memory / 2);
    let mut claim = claim(game, hero, memory / 4, control);
    let mut attempt = Attempt::new(&mut claim, &table, game.position(), std::iter::empty());
    attempt.advance(&mut claim, &mut table, control, u64::MAX);
    if attempt.numbers.proof == 0 {
        let line = check::check(game.position(), &mut claim, &mut table, control, memory / 4);
        line.map_or(Answer::Unknown, |moves| Answer::Win { moves })
    } else if attempt.numbers.disproof == 0 {
        Answer::NoWin
    } else {
        Answer::Unknown
    }
}

/// The claim that a player wins.
fn claim<G: Game>(game: &Playthrough<G>, hero: Player, memory: usize, control: &Control<'_>) -> Claim {
    Claim {
        hero,
        history: game.history().clone(),
        is_exact: game.history().nearly_drawn().next().is_some(),
        horizon: control.limits().depth.map_or(usize::MAX, |depth| depth as usize),
        memory,
    }
}
