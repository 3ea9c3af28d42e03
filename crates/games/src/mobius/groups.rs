//! Groups of connected stones and bars, the bars that each has linked, and loops.
//!
//! Think of the strip as paper. Every cell has a front and a back, and a step across the seam leads from the front of
//! one cell to the back of the next, because the half twist turns the paper over. A closed chain that crosses the
//! seam an odd number of times leads from the front of a cell to its back, and this is what a loop is.

use halte_game::Player;

use super::bars::{Bar, edge_cell};
use super::cell::{Cell, Direction};
use super::stones::Ring;

/// What can be in a group: the cells by their index, then the bars.
const NODES: usize = Cell::COUNT + Bar::ALL.len();

/// One side of a node in the low nine bits. In the high four, what the group has whose root the node is: three bars and
/// a loop; of other nodes they say nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Side(u16);

impl Side {
    const NODE: u16 = 0xff;
    const BACK: u16 = 0x100;
    const FIRST_BAR: u16 = 0x1000;
    const BARS: u16 = 0x7000;
    const LOOP: u16 = 0x8000;

    const fn front(node: usize) -> Side {
        Side(node as u16)
    }

    /// The side of a node that is reached from a front, across the seam or not.
    const fn reached(node: usize, crosses_seam: bool) -> Side {
        if crosses_seam {
            Side(node as u16 | Side::BACK)
        } else {
            Side::front(node)
        }
    }

    #[inline]
    const fn node(self) -> usize {
        (self.0 & Side::NODE) as usize
    }

    /// `BACK` if this is a back, else nothing.
    #[inline]
    const fn back(self) -> u16 {
        self.0 & Side::BACK
    }

    /// How many bars the group of this root has.
    pub(super) const fn bar_count(self) -> u32 {
        (self.0 & Side::BARS).count_ones()
    }

    /// Whether two roots are one, seen from whichever side.
    pub(super) const fn is_same_group(self, other: Side) -> bool {
        self.node() == other.node()
    }

    /// Whether there is a loop in the group of this root.
    #[inline]
    pub(super) const fn has_loop(self) -> bool {
        self.0 & Side::LOOP != 0
    }

    /// Whether the group of this root wins: with three bars, or with two bars and a loop.
    #[inline]
    pub(super) const fn wins(self) -> bool {
        const WINNING: u16 = {
            let mut winning = 0;
            let mut held = 0;
            while held < 16 {
                let group = Side(held * Side::FIRST_BAR);
                if group.bar_count() + group.has_loop() as u32 >= 3 {
                    winning |= 1 << held;
                }
                held += 1;
            }
            winning
        };
        WINNING >> (self.0 / Side::FIRST_BAR) & 1 != 0
    }
}

/// All groups of both players, as a disjoint-set forest of sides.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// The side that the front of each node is connected with, nearer to the root; its back is connected with the
    /// opposite side. A root is linked to itself, and the link says what the group has.
    links: [Side; NODES],
    /// Whether there is a loop anywhere among a player's groups.
    looped: [bool; 2],
}

impl Groups {
    /// Only the bars, each alone.
    pub(super) const START: Groups = {
        let mut links = [Side(0); NODES];
        let mut node = 0;
        while node < NODES {
            links[node] = Side::front(node);
            if node >= Cell::COUNT {
                links[node].0 |= Side::FIRST_BAR << ((node - Cell::COUNT) / 2);
            }
            node += 1;
        }
        Groups {
            links,
            looped: [false; 2],
        }
    };

    /// Connects a new stone with the player's stones in the ring around it and with the player's bar, if one is there.
    /// Says whether its group wins.
    #[inline]
    pub(super) fn add(&mut self, cell: Cell, player: Player, ring: Ring) -> bool {
        let runs = &RUNS[ring.bits()];
        let around = &AROUND[cell.index()];
        let first = around[runs.starts[0] as usize % 8];
        let bar = TOUCHED_BARS[player.index()][cell.index()];
        // Stones of one run touch each other: the new stone joins their group, or is alone, and nothing else changes.
        if runs.count < 2 && bar.is_none() {
            self.links[cell.index()] = self.climb(first);
            return false;
        }
        let mut root = self.unite(self.root(first), self.root(around[runs.starts[1] as usize % 8]));
        if runs.count == 3 {
            root = self.unite(root, self.root(around[runs.starts[2] as usize % 8]));
        }
        if let Some(bar) = bar {
            root = self.unite(root, self.root(bar));
        }
        self.links[cell.index()] = root;
        self.looped[player.index()] |= root.has_loop();
        root.wins()
    }

    /// The root of a cell's group.
    pub(super) fn root_of(&self, cell: Cell) -> Side {
        self.root(Side::front(cell.index()))
    }

    /// The root of the group of each of a player's bars.
    pub(super) fn bar_roots(&self, player: Player) -> [Side; 3] {
        [0, 2, 4].map(|bar| self.root(Side::front(Cell::COUNT + bar + player.index())))
    }

    /// A player's links: a group of `b` bars gives `b - 1`, a loop anywhere gives one more.
    pub(super) fn links(&self, player: Player) -> u32 {
        let [first, second, third] = self.bar_roots(player).map(Side::node);
        let linked = u32::from(second == first) + u32::from(third == first || third == second);
        linked + u32::from(self.looped[player.index()])
    }

    /// Follows a link. A root stays where it is.
    #[inline]
    fn climb(&self, side: Side) -> Side {
        Side(self.links[side.node()].0 ^ side.back())
    }

    /// The side of its group's root that a side is connected with, and what the group has.
    #[inline]
    fn root(&self, side: Side) -> Side {
        // Few nodes are deeper than this, and climbing without asking is cheaper than a branch often mispredicted.
        let mut side = self.climb(self.climb(side));
        loop {
            let above = self.climb(side);
            if above.node() == side.node() {
                return above;
            }
            side = above;
        }
    }

    /// Connects two sides of roots, or of one; returns the side of the root that both are now connected with.
    #[inline]
    fn unite(&mut self, one: Side, other: Side) -> Side {
        let mut root = Side(other.0 | one.0 & (Side::BARS | Side::LOOP));
        // The front and the back of one node: a loop.
        if one.node() == other.node() && one.back() != other.back() {
            root.0 |= Side::LOOP;
        }
        self.links[one.node()] = Side(other.0 ^ one.back());
        // Second, for it may be the same node.
        self.links[root.node()] = Side(root.0 & !Side::BACK);
        root
    }
}

/// The stones of a ring as runs of neighbours, of which there are at most three.
#[derive(Clone, Copy)]
struct Runs {
    count: u8,
    /// The way to one stone of each run, as an index of [`AROUND`]; places left over repeat the first.
    starts: [u8; 3],
}

static RUNS: [Runs; Ring::VALUES] = {
    let mut table = [Runs {
        count: 0,
        starts: [HERE as u8; 3],
    }; Ring::VALUES];
    let mut bits = 1;
    while bits < Ring::VALUES {
        table[bits] = runs(bits);
        bits += 1;
    }
    table
};

const fn runs(bits: usize) -> Runs {
    let mut runs = Runs {
        count: 0,
        starts: [0; 3],
    };
    let mut direction = 0;
    while direction < 6 {
        let stone = bits & Ring::bit(Direction::ALL[direction]) != 0;
        let before = bits & Ring::bit(Direction::ALL[(direction + 5) % 6]) != 0;
        if stone && !before {
            if runs.count == 0 {
                runs.starts = [direction as u8; 3];
            }
            runs.starts[runs.count as usize] = direction as u8;
            runs.count += 1;
        }
        direction += 1;
    }
    if runs.count == 0 {
        // A full ring begins nowhere.
        runs.count = 1;
    }
    runs
}

/// In [`AROUND`], the cell itself: what a stone without neighbours joins.
const HERE: usize = 6;

/// What is reached from each cell's front in the six directions.
static AROUND: [[Side; 8]; Cell::COUNT] = {
    let mut table = [[Side(0); 8]; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        let cell = Cell::from_index(index).unwrap();
        table[index][HERE] = Side::front(index);
        let mut direction = 0;
        while direction < 6 {
            if let Some((neighbour, crosses_seam)) = cell.step(Direction::ALL[direction]) {
                table[index][direction] = Side::reached(neighbour.index(), crosses_seam);
            }
            direction += 1;
        }
        index += 1;
    }
    table
};

/// For each player, the bar that each cell touches, as reached from the cell's front.
static TOUCHED_BARS: [[Option<Side>; Cell::COUNT]; 2] = {
    let mut table = [[None; Cell::COUNT]; 2];
    let mut number = 0;
    while number < Bar::ALL.len() {
        let bar = Bar::ALL[number];
        let mut place = bar.first;
        while place <= bar.last {
            let side = Side::reached(Cell::COUNT + number, bar.crosses_seam(place));
            table[bar.player().index()][edge_cell(place).index()] = Some(side);
            place += 1;
        }
        number += 1;
    }
    table
};
