//! One player's stones as a set of bits, laid out so that the six cells around any cell are read at once.

use super::cell::{COLUMNS, Cell, Direction, ROWS};

/// How many words hold a player's stones.
const WORDS: usize = ROWS.div_ceil(2);

/// A player's stones.
///
/// Word `k` holds the four rows from `2k - 1` to `2k + 2` and answers for the two in the middle, whose rings it holds
/// whole. Past the seam the rows go on mirrored: row 0 follows row 12. So every cell is in the word that answers for
/// it, and again where it is a neighbour.
///
/// Rows start at bits 1, 14, 28 and 41: half a cell apart, like the rows of the board. This makes the distance to each
/// of the six neighbours the same everywhere, and leaves an empty bit past each end of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stones([u64; WORDS]);

/// The bit at which each of a word's four rows starts.
const ROW_STARTS: [usize; 4] = [1, 14, 28, 41];

/// A cell is this far above the lowest bit of its ring.
const CENTRE: usize = 14;

impl Stones {
    pub(super) const NONE: Stones = Stones([0; WORDS]);

    #[inline]
    pub(super) fn contains(&self, cell: Cell) -> bool {
        let place = &PLACES[cell.index()];
        self.0[place.word as usize] >> place.shift & 1 << CENTRE != 0
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: Cell) {
        let place = &PLACES[cell.index()];
        self.0[place.word as usize] |= 1 << CENTRE << place.shift;
        self.0[place.copy_word as usize] |= 1 << place.copy_bit;
        // Row 12 has no partner in its word, so it is a neighbour in two others: that of row 11, and that of row 0.
        if cell.index() >= Cell::COUNT - COLUMNS {
            self.0[0] |= 1 << (ROW_STARTS[0] + Cell::COUNT - 1 - cell.index());
        }
    }

    /// Which of the cells around `cell` have stones.
    #[inline]
    pub(super) fn ring(&self, cell: Cell) -> Ring {
        let place = &PLACES[cell.index()];
        Ring::gather(self.0[place.word as usize] >> place.shift)
    }
}

/// Where a cell's bits are.
#[derive(Clone, Copy)]
struct Place {
    /// The word that holds the cell's whole ring.
    word: u8,
    /// The lowest bit of its ring.
    shift: u8,
    /// The other word that holds it, as a neighbour.
    copy_word: u8,
    copy_bit: u8,
}

static PLACES: [Place; Cell::COUNT] = {
    let mut places = [Place {
        word: 0,
        shift: 0,
        copy_word: 0,
        copy_bit: 0,
    }; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        let (row, column) = (index / COLUMNS, index % COLUMNS);
        let word = row / 2;
        let (copy_word, copy_bit) = match row {
            // Below row 12, and mirrored.
            0 => (WORDS - 1, ROW_STARTS[2] + COLUMNS - 1 - column),
            _ if row % 2 == 1 => (word + 1, ROW_STARTS[0] + column),
            _ => (word - 1, ROW_STARTS[3] + column),
        };
        places[index] = Place {
            word: word as u8,
            shift: (ROW_STARTS[1 + row % 2] + column - CENTRE) as u8,
            copy_word: copy_word as u8,
            copy_bit: copy_bit as u8,
        };
        index += 1;
    }
    places
};

/// Which of the six cells around a cell have stones of one colour, as seven bits of which one is always 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ring(u8);

impl Ring {
    /// How many values a ring's bits can have.
    pub(super) const VALUES: usize = 128;

    /// The bits of the six neighbours in a word whose lowest bit is that of the neighbour up and left.
    const MASK: u64 = 1 | 1 << 1 | 1 << 13 | 1 << 15 | 1 << 27 | 1 << 28;

    #[inline]
    const fn gather(word: u64) -> Ring {
        // One multiplication moves the pairs of bits at 0, 27 and 13 to 57, 59 and 61; all else it makes stays below
        // bit 57 or leaves the word.
        const MOVE: u64 = 1 << 57 | 1 << (59 - 27) | 1 << (61 - 13);
        Ring(((word & Ring::MASK).wrapping_mul(MOVE) >> 57) as u8)
    }

    #[inline]
    pub(super) const fn bits(self) -> usize {
        self.0 as usize
    }

    /// The bit of a direction.
    pub(super) const fn bit(direction: Direction) -> usize {
        match direction {
            Direction::UpLeft => 1 << 0,
            Direction::UpRight => 1 << 1,
            Direction::DownLeft => 1 << 2,
            Direction::DownRight => 1 << 3,
            Direction::Left => 1 << 4,
            Direction::Right => 1 << 6,
        }
    }
}
