//! What the engine knows about Mobius.

mod factors;
mod solver;

use halte_game::NoVariants;
use halte_game::board::Board;
use halte_game::{Game, Player, Random};
use halte_games::mobius::{Cell, Mobius};

use crate::tree_search::{Knowledge, TreeSearch};
use crate::{Engine, Level, Search, Settings, Solver, Strength};
use factors::FACTORS;
use solver::RaceSolver;

impl Engine for Mobius {
    fn strongest_search(settings: &Settings) -> Box<dyn Search<Mobius>> {
        Box::new(TreeSearch::new(settings, MobiusKnowledge::new()))
    }

    fn strength(_: &NoVariants, level: Level) -> Strength {
        LEVELS[level.index()]
    }

    fn solver(_: usize) -> Box<dyn Solver<Mobius>> {
        Box::new(RaceSolver)
    }

    fn thinned(position: &Mobius, stones: usize, random: &mut Random) -> Option<Mobius> {
        Some(thinned(position, stones, random))
    }

    fn steps(_: &NoVariants) -> [u16; Level::COUNT - 1] {
        [241, 156, 200, 191, 182, 241, 191, 215, 127]
    }
}

/// How levels play: `docs/levels.md`.
const LEVELS: [Strength; Level::COUNT] = [
    Strength::new(60, 0.03),
    Strength::new(60, 0.0013),
    Strength::new(60, 0.0),
    Strength::new(150, 0.0),
    Strength::new(350, 0.0),
    Strength::new(900, 0.0),
    Strength::new(3000, 0.0),
    Strength::new(12_000, 0.0),
    Strength::new(45_000, 0.0),
    Strength::new(150_000, 0.0),
];

/// Takes away so many stones of each player, rather those of small groups, so that chains and walls stay.
fn thinned(position: &Mobius, stones: usize, random: &mut Random) -> Mobius {
    let mut next = Mobius::empty(position.player());
    for player in Player::ALL {
        let mut cells: Vec<Cell> = Cell::all()
            .filter(|&cell| position.stone(cell) == Some(player))
            .collect();
        cells.sort_by_cached_key(|cell| position.group(cell.index()).map_or(0, |group| group.len()));
        for _ in 0..stones.min(cells.len()) {
            let drawn = random.below(cells.len()).min(random.below(cells.len()));
            cells.remove(drawn);
        }
        cells.into_iter().for_each(|cell| next.place(player, cell));
    }
    next
}

/// All cells of the strip.
const CELLS: usize = 156;

/// The bits of [`Mobius::stones_around`], clockwise.
const CLOCKWISE: [usize; 6] = [0, 1, 6, 3, 2, 4];

/// How many rings of own stones, the opponent's and empty cells there are, if those that are alike by turning and
/// mirroring count once.
const RINGS: usize = 92;
/// Bridges are counted up to this number.
const MOST_BRIDGES: usize = 3;

// Where the features of each kind but the first begin.
const BY_OWN_BRIDGES: usize = RINGS;
const BY_OTHER_BRIDGES: usize = BY_OWN_BRIDGES + MOST_BRIDGES + 1;
const BY_LAST_MOVE: usize = BY_OTHER_BRIDGES + MOST_BRIDGES + 1;
const BY_DISTANCE_FROM_EDGE: usize = BY_LAST_MOVE + 4;

/// Patterns of stones, worked out once.
#[derive(Debug)]
pub struct MobiusKnowledge {
    /// For the stones around a cell, the directions between two of them: where one answers an intrusion into the cell.
    between: [u8; 128],
    /// For each player, the directions from a cell in which the player's bar lies like a stone. At l0 red and blue bars meet
    /// in one direction, which counts for both.
    bars: [[u8; CELLS]; 2],
    /// The directions from a cell that leave the strip.
    outside: [u8; CELLS],
    /// The cells around each cell, in the order of the bits.
    around: [[Option<Cell>; 7]; CELLS],
    /// The bridges from each cell.
    bridges: Vec<Vec<Bridge>>,
    /// The number of each ring, written with a digit from 0 to 2 for each direction clockwise.
    rings: Vec<u8>,
}

/// Two cells that connect a cell with something beyond them, whichever of them is taken.
#[derive(Clone, Debug)]
struct Bridge {
    /// The bits of the two cells among those around the first end.
    between: u8,
    /// The cell at the other end, or there is the bar of these players.
    end: Option<Cell>,
    bars: [bool; 2],
}

impl Default for MobiusKnowledge {
    fn default() -> Self {
        MobiusKnowledge::new()
    }
}

impl MobiusKnowledge {
    /// How many features there are, of all kinds.
    pub const FEATURES: usize = BY_DISTANCE_FROM_EDGE + 6;
    /// How many kinds of features there are.
    pub const KINDS: usize = 5;

    /// Works the patterns out.
    #[must_use]
    pub fn new() -> MobiusKnowledge {
        let mut between = [0; 128];
        for (stones, between) in between.iter_mut().enumerate() {
            for (index, &bit) in CLOCKWISE.iter().enumerate() {
                let sides = 1 << CLOCKWISE[(index + 1) % 6] | 1 << CLOCKWISE[(index + 5) % 6];
                if stones & sides == sides {
                    *between |= 1 << bit;
                }
            }
        }
        let mut knowledge = MobiusKnowledge {
            between,
            bars: [[0; CELLS]; 2],
            outside: [0; CELLS],
            around: [[None; 7]; CELLS],
            bridges: Vec::new(),
            rings: ring_numbers(),
        };
        for cell in Cell::all() {
            let around = cell.around();
            knowledge.around[cell.index()] = around;
            knowledge.bridges.push(bridges(cell));
            for (index, &bit) in CLOCKWISE.iter().enumerate() {
                if around[bit].is_some() {
                    continue;
                }
                knowledge.outside[cell.index()] |= 1 << bit;
                for player in Player::ALL {
                    let bar = cell.bar(player);
                    let shares = |step: usize| {
                        let beside = around[CLOCKWISE[(index + step) % 6]];
                        bar.is_some() && beside.is_some_and(|beside| beside.bar(player) == bar)
                    };
                    if shares(1) || shares(5) {
                        knowledge.bars[player.index()][cell.index()] |= 1 << bit;
                    }
                }
            }
        }
        knowledge
    }

    /// What is to be said about a stone of the player to move on an empty cell: one feature of each kind.
    #[must_use]
    pub fn features(&self, position: &Mobius, last: Option<Cell>, cell: Cell) -> [usize; Self::KINDS] {
        let (player, index) = (position.player(), cell.index());
        let [own, other] = [player, !player].map(|player| position.stones_around(cell, player));
        let [own_or_bar, other_or_bar] =
            [(own, player), (other, !player)].map(|(stones, player)| stones | self.bars[player.index()][index]);
        let digit = |bit: &usize| match (own_or_bar >> bit & 1, other_or_bar >> bit & 1) {
            (1, _) => 1,
            (_, 1) => 2,
            _ => 0,
        };
        let ring = CLOCKWISE.iter().map(digit).fold(0, |ring, digit| 3 * ring + digit);
        let intact = |bridge: &&Bridge| bridge.between & (own | other) == 0;
        let mut bridges = [0; 2];
        let mut reaches_last = false;
        for bridge in self.bridges[index].iter().filter(intact) {
            let holds = |player: Player| match bridge.end {
                Some(end) => position.stone(end) == Some(player),
                None => bridge.bars[player.index()],
            };
            bridges[0] += usize::from(holds(player));
            bridges[1] += usize::from(holds(!player));
            reaches_last |= last.is_some() && bridge.end == last;
        }
        let saves_bridge = last.and_then(|last| {
            let direction = self.around[last.index()]
                .iter()
                .position(|&beside| beside == Some(cell))?;
            Some(self.saving(position, last) >> direction & 1)
        });
        let last_move = match saves_bridge {
            None => usize::from(reaches_last),
            Some(0) => 2,
            Some(_) => 3,
        };
        [
            usize::from(self.rings[ring]),
            BY_OWN_BRIDGES + bridges[0].min(MOST_BRIDGES),
            BY_OTHER_BRIDGES + bridges[1].min(MOST_BRIDGES),
            BY_LAST_MOVE + last_move,
            BY_DISTANCE_FROM_EDGE + cell.column().min(11 - cell.column()),
        ]
    }

    /// The directions from the last stone in which the player to move saves a bridge that it intrudes into.
    #[inline]
    fn saving(&self, position: &Mobius, last: Cell) -> u8 {
        let player = position.player();
        let own = position.stones_around(last, player);
        let linked = own | self.bars[player.index()][last.index()];
        let taken = own | position.stones_around(last, !player) | self.outside[last.index()];
        self.between[linked as usize & 127] & !taken
    }
}

/// Numbers the rings, alike ones alike.
fn ring_numbers() -> Vec<u8> {
    let mut numbers = vec![u8::MAX; 729];
    let mut next = 0;
    for ring in 0..729 {
        if numbers[ring] != u8::MAX {
            continue;
        }
        let digits: [usize; 6] = std::array::from_fn(|place| ring / 3usize.pow(place as u32) % 3);
        for turn in 0..6 {
            let turned = (0..6).map(|place| digits[(place + turn) % 6]);
            let code = |digits: &mut dyn Iterator<Item = usize>| digits.fold(0, |code, digit| 3 * code + digit);
            numbers[code(&mut turned.clone())] = next;
            numbers[code(&mut turned.rev())] = next;
        }
        next += 1;
    }
    numbers
}

/// All bridges from a cell, over two cells that touch it and each other.
fn bridges(cell: Cell) -> Vec<Bridge> {
    let around = cell.around();
    let mut bridges = Vec::new();
    for (index, &bit) in CLOCKWISE.iter().enumerate() {
        let next = CLOCKWISE[(index + 1) % 6];
        let (Some(one), Some(other)) = (around[bit], around[next]) else {
            continue;
        };
        let end = one
            .neighbours()
            .find(|&end| end != cell && other.neighbours().any(|beside| beside == end));
        let bars = Player::ALL
            .map(|player| end.is_none() && one.bar(player).is_some() && one.bar(player) == other.bar(player));
        bridges.push(Bridge {
            between: 1 << bit | 1 << next,
            end,
            bars,
        });
    }
    bridges
}

impl Knowledge<Mobius> for MobiusKnowledge {
    fn move_count(&self) -> usize {
        CELLS
    }

    #[inline]
    fn number(&self, cell: Cell) -> usize {
        cell.index()
    }

    fn guess(&self, position: &Mobius, last: Option<Cell>, moves: &[Cell], guesses: &mut Vec<f32>) {
        guesses.extend(moves.iter().map(|&cell| {
            let features = self.features(position, last, cell);
            features.into_iter().map(|feature| FACTORS[feature]).product::<f32>()
        }));
        let total: f32 = guesses.iter().sum();
        guesses.iter_mut().for_each(|guess| *guess /= total);
    }

    /// Saves a bridge: two stones, or a stone and a bar, that are connected by either of two cells, of which the
    /// opponent has just taken one.
    #[inline]
    fn reply(&self, position: &Mobius, last: Cell, random: &mut Random) -> Option<Cell> {
        let mut saving = self.saving(position, last);
        if saving == 0 {
            return None;
        }
        for _ in 0..random.below(saving.count_ones() as usize) {
            saving &= saving - 1;
        }
        self.around[last.index()][saving.trailing_zeros() as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_numbered_without_gaps() {
        let mut numbers = ring_numbers();
        numbers.sort_unstable();
        numbers.dedup();
        assert!(numbers.into_iter().map(usize::from).eq(0..RINGS));
    }

    /// What is played in answer to the last of these moves, by red and blue in turn.
    fn reply(moves: &str) -> Option<String> {
        let mut position = Mobius::start(&Default::default());
        let mut last = Cell::new(0, 0).expect("a cell");
        for text in moves.split_whitespace() {
            last = text.parse().expect("a cell");
            position.play(last).expect("a legal move");
        }
        let reply = MobiusKnowledge::new().reply(&position, last, &mut Random::new(1));
        reply.map(|cell| cell.to_string())
    }

    #[test]
    fn bridges_are_saved() {
        // Red on e4 and e6 is connected by d5 and e5.
        assert_eq!(reply("e4 a0 e6 d5").as_deref(), Some("e5"));
        assert_eq!(reply("e4 a0 e6 e5").as_deref(), Some("d5"));
        assert_eq!(reply("e4 d5 e6 e5"), None);
        // To the bar, by a2 and a1 or by a2 and a3.
        assert_eq!(reply("b2 e5 k6 a3").as_deref(), Some("a2"));
        assert_eq!(reply("b2 e5 k6 a1").as_deref(), Some("a2"));
        // The bar along a5 and a6 is blue.
        assert_eq!(reply("b6 e5 k6 a6"), None);
    }
}
