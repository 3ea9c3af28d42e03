//! Why Move is a draw: solves the game of an attacker against a player who only defends; figures for `docs/strength.md`.
//!
//! Whether a push leaves the attacker a line depends only on where the nine marbles are that serve the attacker's lines:
//! eight of one colour and the black one, on 25 cells and in the hand. That small game is solved backwards. The
//! attacker's own dangers are left out, so what is not won here is not won in Move. Takes seconds and 500 MB.

use std::collections::HashMap;

use halte_engine::Evaluate;
use halte_game::{Game, Player, Random};
use halte_games::move_game::{Marble, MoveGame};

const PUSHES: usize = 20;
/// In place of a last push: there was none.
const NO_PUSH: usize = PUSHES;
/// All last pushes, none included, a bit each.
const ANY_LAST: u32 = (1 << (PUSHES + 1)) - 1;
const HAND: usize = 25;
/// In place of a successor: the push makes a line.
const LINE: u32 = u32::MAX;

/// Rows, columns, diagonals.
const LINES: [u32; 12] = {
    let mut lines = [0; 12];
    let mut index = 0;
    while index < 5 {
        lines[index] = 0b11111 << (5 * index);
        lines[5 + index] = 0x10_8421 << index;
        lines[10] |= 1 << (6 * index);
        lines[11] |= 1 << (4 + 4 * index);
        index += 1;
    }
    lines
};

fn has_line(marbles: u32) -> bool {
    LINES.iter().any(|&line| !marbles & line == 0)
}

/// The marbles after a push, numbered as in `Push::index`.
fn pushed(marbles: u32, push: usize) -> u32 {
    let (line, step) = (LINES[push / 2], if push / 2 < 5 { 1 } else { 5 });
    let (first, last) = (line.trailing_zeros(), line.ilog2());
    let (hand, along) = (marbles >> HAND & 1, marbles & line);
    let rest = marbles & !line & !(1 << HAND);
    if push.is_multiple_of(2) {
        rest | along << step & line | hand << first | (marbles >> last & 1) << HAND
    } else {
        rest | along >> step & line | hand << last | (marbles >> first & 1) << HAND
    }
}

/// The last pushes after which a player has one of these pushes, the inverse being forbidden.
fn allowed_after(pushes: u32) -> u32 {
    match pushes.count_ones() {
        0 => 0,
        1 => ANY_LAST & !(1 << (pushes.trailing_zeros() ^ 1)),
        _ => ANY_LAST,
    }
}

/// For each arrangement the last pushes, a bit each, after which the attacker wins.
struct Solution {
    number: HashMap<u32, u32>,
    to_move: Vec<u32>,
    at_once: Vec<u32>,
    has_moved: Vec<u32>,
}

fn solve() -> Solution {
    let arrangements: Vec<u32> = (0..1u32 << 26)
        .filter(|marbles| marbles.count_ones() == 9 && !has_line(*marbles))
        .collect();
    let number: HashMap<u32, u32> = (0..)
        .zip(&arrangements)
        .map(|(number, &marbles)| (marbles, number))
        .collect();
    println!(
        "{} arrangements without a line, times {} last pushes",
        arrangements.len(),
        PUSHES + 1
    );
    let successors: Vec<[u32; PUSHES]> = arrangements
        .iter()
        .map(|&marbles| std::array::from_fn(|push| number.get(&pushed(marbles, push)).copied().unwrap_or(LINE)))
        .collect();
    let mut solution = Solution {
        number,
        to_move: vec![0; arrangements.len()],
        at_once: Vec::new(),
        has_moved: vec![0; arrangements.len()],
    };
    let is_won = |known: &[u32], next: u32, push: usize| next == LINE || known[next as usize] >> push & 1 != 0;
    for round in 1.. {
        let mut new = [0u64; 2];
        for (index, next) in successors.iter().enumerate() {
            let winning = (0..PUSHES).filter(|&push| is_won(&solution.has_moved, next[push], push));
            let won = allowed_after(winning.fold(0, |set, push| set | 1 << push)) & !solution.to_move[index];
            new[0] += u64::from(won.count_ones());
            solution.to_move[index] |= won;
        }
        if round == 1 {
            solution.at_once = solution.to_move.clone();
        }
        for (index, next) in successors.iter().enumerate() {
            let saving = (0..PUSHES).filter(|&push| !is_won(&solution.to_move, next[push], push));
            let lost =
                ANY_LAST & !allowed_after(saving.fold(0, |set, push| set | 1 << push)) & !solution.has_moved[index];
            new[1] += u64::from(lost.count_ones());
            solution.has_moved[index] |= lost;
        }
        println!("won in {}, attacker to move: {}", 2 * round - 1, new[0]);
        println!("lost in {}, defender to move: {}", 2 * round, new[1]);
        if new[1] == 0 {
            break;
        }
    }
    solution
}

impl Solution {
    fn says(&self, known: &[u32], marbles: u32, last: usize) -> bool {
        self.number
            .get(&marbles)
            .is_some_and(|&number| known[number as usize] >> last & 1 != 0)
    }
}

/// The marbles that serve a player's lines.
fn serving(position: &MoveGame, player: Player) -> u32 {
    let in_hand = [Marble::Black, Marble::of(player)].contains(&position.marble_in_hand());
    !position.spoilers(player) & ((1 << HAND) - 1) | u32::from(in_hand) << HAND
}

/// Compares wins at once with the rules.
fn check(solution: &Solution) {
    let mut random = Random::new(1);
    let mut compared = 0;
    while compared < 100_000 {
        let mut position = MoveGame::start(&Default::default());
        while let Some(mv) = position.random_move(&mut random) {
            if let Some(last) = position.last_push() {
                let marbles = serving(&position, position.player());
                let won = solution.says(&solution.at_once, marbles, last.index());
                assert_eq!(won, position.winning_move().is_some(), "{position}");
                compared += 1;
            }
            position.play_unchecked(mv);
        }
    }
    println!("{compared} positions agree with the rules on wins at once");
}

/// Whether Orange, who begins, can force a placement that is won: sets of the sixteen cells beside the cross.
fn forces_start(orange: u16, green: u16, won: &[bool], known: &mut HashMap<(u16, u16), bool>) -> bool {
    if orange | green == u16::MAX {
        return won[usize::from(orange)];
    }
    if let Some(&result) = known.get(&(orange, green)) {
        return result;
    }
    let is_oranges = (orange | green).count_ones().is_multiple_of(2);
    let free = (0..16).filter(|cell| (orange | green) >> cell & 1 == 0);
    let mut results = free.map(|cell| match is_oranges {
        true => forces_start(orange | 1 << cell, green, won, known),
        false => forces_start(orange, green | 1 << cell, won, known),
    });
    let result = if is_oranges {
        results.any(|won| won)
    } else {
        results.all(|won| won)
    };
    known.insert((orange, green), result);
    result
}

fn main() {
    let solution = solve();
    check(&solution);
    let cells: Vec<usize> = (0..25).filter(|cell| cell / 5 != 2 && cell % 5 != 2).collect();
    let marbles = |set: usize| {
        let cells = cells.iter().enumerate().filter(|(bit, _)| set >> bit & 1 != 0);
        cells.fold(1 << HAND, |marbles, (_, cell)| marbles | 1 << cell)
    };
    let placements = (0..1usize << 16).filter(|set| set.count_ones() == 8);
    let mut won = vec![false; 1 << 16];
    let (mut at_once, mut later, mut lost) = (0, 0, 0);
    for orange in placements {
        won[orange] = solution.says(&solution.to_move, marbles(orange), NO_PUSH);
        let is_at_once = solution.says(&solution.at_once, marbles(orange), NO_PUSH);
        at_once += u32::from(is_at_once);
        later += u32::from(won[orange] && !is_at_once);
        lost += u32::from(solution.says(&solution.has_moved, marbles(!orange & 0xffff), NO_PUSH));
    }
    println!("placements that Orange wins at once: {at_once}, later: {later}; that Green wins: {lost}");
    let forced = forces_start(0, 0, &won, &mut HashMap::new());
    println!("Orange can force a won placement: {forced}");
}
