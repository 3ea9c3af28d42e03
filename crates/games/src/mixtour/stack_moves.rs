//! All ways to move a stack: how many there are, and which is the n-th.
//!
//! Nothing is listed to draw a random move: a few steps on bitboards find which stacks may move in each direction,
//! adding up bits in parallel counts the moves, and the n-th is found from the counts.

use super::moves::Move;
use super::stack::TOWER;
use super::stacks::Stacks;
use super::views::{SIDES, Step, Views};
use crate::square::Cell;

/// All ways to move a stack, in a fixed order: by view, by step, by cell, by number of pieces.
pub(super) struct StackMoves<'a> {
    stacks: &'a Stacks,
    occupied: Views,
    /// The cells whose stacks may move, by [`Step`].
    sources: [Views; 2],
    /// How many moves each direction has, in a byte each: the first view's straight and diagonal one, and so on. No
    /// direction has more than there are pieces, 50 at the most.
    counts: u64,
}

/// 1 in every field of 16 bits: the factor that repeats a number in all fields, or adds to each all those below.
const FIELDS: u64 = 0x0001_0001_0001_0001;

impl<'a> StackMoves<'a> {
    /// All ways to move these stacks.
    #[inline]
    pub(super) fn new(stacks: &'a Stacks) -> StackMoves<'a> {
        let by_height @ [_, one, two, three, four] = stacks.by_height();
        let occupied = one | two | three | four;
        let sources = Step::ALL.map(|step| occupied & reaching(by_height, step));
        // A stack has as many moves in a direction as it has pieces: heights are added up, bit by bit of the binary
        // number. Four stacks of four are 16, one too many for a field of four bits, so they wait for the bytes.
        let [straight, diagonal] = sources.map(|sources| {
            let ones = by_four(sources & (one | three));
            let twos = by_four(sources & (two | three));
            let fours = by_four(sources & four);
            let low = ones + (twos << 1);
            let bytes = (low & 0x0f0f_0f0f) + ((low >> 4) & 0x0f0f_0f0f);
            let bytes = bytes + (((fours + (fours >> 4)) & 0x0f0f_0f0f) << 2);
            (bytes & 0x00ff_00ff) + ((bytes >> 8) & 0x00ff_00ff)
        });
        let halves = straight | (diagonal << 8);
        let Views(words) = halves + (halves >> 16);
        let [first, second, third, fourth] = words.map(|word| u64::from(word as u16));
        StackMoves {
            stacks,
            occupied,
            sources,
            counts: first | (second << 16) | (third << 32) | (fourth << 48),
        }
    }

    /// How many moves there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        (self.counts_up_to_view() >> 48) as usize
    }

    /// How many moves there are in the views up to each, in a field of 16 bits each.
    #[inline]
    fn counts_up_to_view(&self) -> u64 {
        let by_view = (self.counts & (0xff * FIELDS)) + ((self.counts >> 8) & (0xff * FIELDS));
        by_view.wrapping_mul(FIELDS)
    }

    /// The move of this index, which must be below their number.
    #[inline]
    pub(super) fn nth(&self, index: usize) -> Move {
        let up_to = self.counts_up_to_view();
        // A field's high bit survives where the views up to it have more moves than the index.
        let high_bits = 0x8000 * FIELDS;
        let more = ((up_to | high_bits) - (index as u64 + 1) * FIELDS) & high_bits;
        let side = more.trailing_zeros() as usize / 16 % SIDES;
        let in_view = index - ((up_to << 16) >> (16 * side)) as usize % (1 << 16);
        let straight = (self.counts >> (16 * side)) as usize % (1 << 8);
        let (step, mut rest) = if in_view < straight {
            (Step::Straight, in_view)
        } else {
            (Step::Diagonal, in_view - straight)
        };

        let mut sources = self.sources[step as usize].0[side];
        // A direction rarely has more than two or three sources: nothing beats looking at one after the other.
        loop {
            let source = sources.trailing_zeros();
            let from = Views::cell(side, source);
            let height = self.stacks.on(from).height();
            if rest < height {
                let to = self.target(side, step, source);
                return Move::Stack {
                    from,
                    to,
                    count: rest as u8 + 1,
                };
            }
            rest -= height;
            sources &= sources - 1;
        }
    }

    /// Hands every move to `visit`, in the order of their indices.
    pub(super) fn for_each(&self, mut visit: impl FnMut(Move)) {
        for side in 0..SIDES {
            for step in Step::ALL {
                let mut sources = self.sources[step as usize].0[side];
                while sources != 0 {
                    let source = sources.trailing_zeros();
                    let from = Views::cell(side, source);
                    let to = self.target(side, step, source);
                    for count in 1..=self.stacks.on(from).height() as u8 {
                        visit(Move::Stack { from, to, count });
                    }
                    sources &= sources - 1;
                }
            }
        }
    }

    /// Hands to `visit` every pair of stacks, source and target, that make a tower if the whole source moves.
    pub(super) fn for_each_tower(&self, mut visit: impl FnMut(Cell, Cell)) {
        let [empty, one, two, three, four] = self.stacks.by_height();
        for step in Step::ALL {
            // The higher the target, the farther away and the lower the source may be.
            let onto_four = four.back(step) & empty;
            let onto_four = onto_four.back(step) & empty;
            let onto_four = onto_four.back(step) & empty;
            let onto_three = three.back(step) & empty;
            let onto_three = onto_three.back(step) & empty;
            let onto_two = two.back(step) & empty;
            let towers = (onto_four.back(step) & self.occupied)
                | (onto_three.back(step) & (two | three | four))
                | (onto_two.back(step) & (three | four))
                | (one.back(step) & four);
            for side in 0..SIDES {
                let mut sources = towers.0[side];
                while sources != 0 {
                    let source = sources.trailing_zeros();
                    visit(Views::cell(side, source), self.target(side, step, source));
                    sources &= sources - 1;
                }
            }
        }
    }

    /// Where the stack on a source lands: on the first one it meets.
    #[inline]
    fn target(&self, side: usize, step: Step, source: u32) -> Cell {
        let ahead = RAYS[step as usize][source as usize % 32] & self.occupied.0[side];
        Views::cell(side, ahead.trailing_zeros())
    }
}

/// The cells, occupied or not, from which steps over empty cells lead to a stack that is as high as they are many.
#[inline]
fn reaching([empty, one, two, three, four]: [Views; TOWER], step: Step) -> Views {
    // What may be headed for in three, two and one steps: a stack so high, or an empty cell before a higher one.
    let in_three = three | (four.back(step) & empty);
    let in_two = two | (in_three.back(step) & empty);
    let in_one = one | (in_two.back(step) & empty);
    in_one.back(step)
}

/// How many bits are set in every four.
#[inline]
fn by_four(bits: Views) -> Views {
    let by_two = bits - ((bits >> 1) & 0x5555_5555);
    (by_two & 0x3333_3333) + ((by_two >> 2) & 0x3333_3333)
}

/// The bits that one, two and more steps from each lead to, by [`Step`]. Those beyond the end of a line do no harm:
/// what a source meets first comes before them.
static RAYS: [[u32; 32]; 2] = {
    let mut rays = [[0; 32]; 2];
    let mut source = 0;
    while source < 32 {
        let mut step = 0;
        while step < 2 {
            let mut next = source + Step::ALL[step].bits();
            while next < 32 {
                rays[step][source as usize] |= 1 << next;
                next += Step::ALL[step].bits();
            }
            step += 1;
        }
        source += 1;
    }
    rays
};
