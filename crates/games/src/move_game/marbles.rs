//! The marbles on the board and in hand, as the bits of one word: a push is a rotation under a mask.

use halte_game::Player;

use super::free_cells::FreeCells;
use super::push::{Line, Push, Pushes};
use crate::square::{COLUMNS, Cell, ROWS, SIDE};

/// The lines that win, each from its lower or left end on: the rows from `1` on, the columns from `a` on, the diagonal
/// from `a1` to `e5`, the diagonal from `e1` to `a5`.
///
/// ```
/// use halte_games::move_game::{LINES, Marble, MoveGame};
///
/// let position: MoveGame = "ogngo/gonog/nnnnn/gongo/ognog k o -".parse()?;
/// let orange = |line: &[_; 5]| line.iter().filter(|&&cell| position.marble(cell) == Some(Marble::Orange)).count();
/// assert_eq!(LINES.iter().map(orange).max(), Some(4), "on a diagonal, around the middle");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const LINES: [[Cell; SIDE]; 2 * SIDE + 2] = {
    let mut lines = [[ROWS[0][0]; SIDE]; 2 * SIDE + 2];
    let mut number = 0;
    while number < SIDE {
        lines[number] = ROWS[number];
        lines[SIDE + number] = COLUMNS[number];
        lines[2 * SIDE][number] = ROWS[number][number];
        lines[2 * SIDE + 1][number] = ROWS[number][SIDE - 1 - number];
        number += 1;
    }
    lines
};

/// A kind of marble.
///
/// Its two bits say whose lines it spoils: the lower one Orange's, the higher one Green's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marble {
    /// Belongs to Orange, the first player.
    Orange = 0b10,
    /// Belongs to Green, the second player.
    Green = 0b01,
    /// Belongs to nobody.
    Neutral = 0b11,
    /// The joker, which completes the lines of both players.
    Black = 0b00,
}

impl Marble {
    /// All kinds of marbles.
    pub const ALL: [Marble; 4] = [Marble::Orange, Marble::Green, Marble::Neutral, Marble::Black];

    /// The marble that a player places.
    #[inline]
    #[must_use]
    pub const fn of(player: Player) -> Marble {
        match player {
            Player::First => Marble::Orange,
            Player::Second => Marble::Green,
        }
    }

    /// How many there are.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Marble::Orange | Marble::Green => 8,
            Marble::Neutral => 9,
            Marble::Black => 1,
        }
    }

    /// Its letter in the notation of positions.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Marble::Orange => 'o',
            Marble::Green => 'g',
            Marble::Neutral => 'n',
            Marble::Black => 'k',
        }
    }

    /// Its bits in both planes of [`Marbles`].
    const fn planes(self) -> u64 {
        let bits = self as u64;
        bits & 1 | bits >> 1 << PLANE
    }

    /// The marble with this letter.
    pub(super) fn lettered(letter: char) -> Option<Marble> {
        Marble::ALL.into_iter().find(|marble| marble.letter() == letter)
    }
}

/// The marbles on the board and in hand.
///
/// The lower bits of all marbles are one plane of the word, the higher bits another, half a word further up. In each
/// a cell's bit is its index, and the marble in hand follows the last cell. A free cell looks like the black marble.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Marbles(u64);

/// The width of a plane.
const PLANE: usize = 32;
/// Multiplied with the bits of one plane: the same bits in both.
const BOTH: u64 = 1 | 1 << PLANE;
/// The index of the marble in hand.
const HAND: usize = Cell::COUNT;
/// All cells, in one plane.
pub(super) const CELLS: u32 = (1 << Cell::COUNT) - 1;

/// The cells of each of the [`LINES`], in one plane.
const MASKS: [u32; LINES.len()] = {
    let mut masks = [0; LINES.len()];
    let mut line = 0;
    while line < LINES.len() {
        let mut along = 0;
        while along < LINES[line].len() {
            masks[line] |= 1 << LINES[line][along].index();
            along += 1;
        }
        line += 1;
    }
    masks
};

/// How a push moves the bits of [`Marbles`].
#[derive(Clone, Copy)]
struct Path {
    /// The cells of the line, in both planes.
    line: u64,
    /// The other cells, in both planes.
    others: u64,
    /// How far to rotate to the left from a cell of the line to the next one.
    step: u32,
    /// How far to rotate to the right from the hand to the cell where its marble enters.
    entering: u32,
    /// How far to rotate to the left from the cell where a marble falls out to the hand.
    leaving: u32,
}

/// The path of every push, by its index.
static PATHS: [Path; Push::COUNT] = {
    let mut paths = [Path::of(Push::from_index(0)); Push::COUNT];
    let mut index = 0;
    while index < paths.len() {
        paths[index] = Path::of(Push::from_index(index));
        index += 1;
    }
    paths
};

impl Path {
    const fn of(push: Push) -> Path {
        let [first, second, .., last] = push.cells();
        let line = BOTH * MASKS[push.line().index()] as u64;
        Path {
            line,
            others: (BOTH * CELLS as u64) & !line,
            // A step down is a long one up, around the word.
            step: (second.index() as u32).wrapping_sub(first.index() as u32) % u64::BITS,
            entering: (HAND - first.index()) as u32,
            leaving: (HAND - last.index()) as u32,
        }
    }
}

impl Marbles {
    /// The neutral marbles on row 3 and column c, the black one in hand.
    pub(super) const START: Marbles = Marbles(BOTH * (MASKS[2] | MASKS[7]) as u64);

    /// An empty board, and a marble in hand.
    pub(super) const fn with_in_hand(marble: Marble) -> Marbles {
        Marbles(marble.planes() << HAND)
    }

    /// The marble on a cell; a free one reads as black.
    pub(super) fn on(self, cell: Cell) -> Marble {
        self.at(cell.index())
    }

    /// The marble in hand.
    pub(super) fn in_hand(self) -> Marble {
        self.at(HAND)
    }

    fn at(self, index: usize) -> Marble {
        let spoils = |player| self.plane(player) >> index & 1 != 0;
        match Player::ALL.map(spoils) {
            [false, true] => Marble::Orange,
            [true, false] => Marble::Green,
            [true, true] => Marble::Neutral,
            [false, false] => Marble::Black,
        }
    }

    /// The marbles that spoil a player's lines.
    #[inline]
    pub(super) const fn plane(self, player: Player) -> u32 {
        (self.0 >> (PLANE * player.index())) as u32
    }

    /// The cells that are free, if the black marble is in hand.
    #[inline]
    pub(super) const fn free(self) -> FreeCells {
        FreeCells::from_bits(!(self.0 | self.0 >> PLANE) as u32 & CELLS)
    }

    /// Puts a marble on a free cell.
    #[inline]
    pub(super) const fn place(&mut self, marble: Marble, cell: Cell) {
        self.0 |= marble.planes() << cell.index();
    }

    /// Pushes a line with the marble in hand, and takes the one that falls out.
    #[inline]
    pub(super) const fn push(&mut self, push: Push) {
        const IN_HAND: u64 = BOTH << HAND;
        let path = &PATHS[push.index()];
        let pushed = (self.0 & path.line).rotate_left(path.step) & path.line;
        let entering = (self.0 & IN_HAND).rotate_right(path.entering);
        let leaving = self.0.rotate_left(path.leaving) & IN_HAND;
        self.0 = self.0 & path.others | pushed | entering | leaving;
    }

    /// Who wins with these marbles after this player's push: whoever has a line, the pusher if both have.
    // As a call it costs playouts a tenth of their speed.
    #[inline(always)]
    pub(super) fn winner(self, pusher: Player) -> Option<Player> {
        // Hardly any push makes a line, so one test of both players' comes first.
        if !(self.has_line(Player::First) | self.has_line(Player::Second)) {
            return None;
        }
        Some(if self.has_line(pusher) {
            pusher
        } else {
            pusher.opponent()
        })
    }

    #[inline]
    fn has_line(self, player: Player) -> bool {
        let spoilt = self.plane(player);
        // Without an early end the compiler tests four lines at a time.
        MASKS.iter().fold(false, |found, line| found | (spoilt & line == 0))
    }

    /// These marbles with another one in hand.
    #[inline]
    const fn holding(self, marble: Marble) -> Marbles {
        Marbles(self.0 & !(BOTH << HAND) | marble.planes() << HAND)
    }

    /// The pushes that give a player a line when this marble is in hand, on a full board without lines.
    #[inline]
    pub(super) fn completing_pushes(self, player: Player, in_hand: Marble) -> Pushes {
        let spoilt = self.plane(player);
        let mut pushes = Pushes::default();
        for line in MASKS {
            let spoiler = spoilt & line;
            if spoiler.count_ones() != 1 {
                continue;
            }
            // What spoils the line must leave its cell, so that cell's row or column is pushed.
            let cell = Cell::from_index_unchecked(spoiler.trailing_zeros() as usize);
            for line in [Line::Row(cell.row()), Line::Column(cell.column())] {
                for push in [true, false].map(|forward| Push::new(line, forward)) {
                    let mut pushed = self.holding(in_hand);
                    pushed.push(push);
                    if pushed.has_line(player) {
                        pushes.insert(push);
                    }
                }
            }
        }
        pushes
    }

    /// The cells of a player's lines, if there are any.
    pub(super) fn cells_of_lines(self, player: Player) -> Vec<Cell> {
        let spoilt = self.plane(player);
        let lines = MASKS.iter().filter(|&line| spoilt & line == 0);
        let covered = lines.fold(0, |covered, line| covered | line);
        Cell::all().filter(|cell| covered >> cell.index() & 1 != 0).collect()
    }

    /// All marbles in one word, with other things in the bits that they leave: 6 above each plane.
    #[inline]
    pub(super) const fn packed_with(self, low: u64, high: u64) -> u64 {
        self.0 | low << (HAND + 1) | high << (PLANE + HAND + 1)
    }
}
