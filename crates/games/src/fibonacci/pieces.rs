//! The pieces of both players, and where they stand.

use halte_game::Player;
use halte_game::random::mix;

use super::point::Point;
use super::points::{Group, Points};

/// What a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// The piece to protect; it never moves by itself.
    Central,
    /// One of the six pieces that win.
    Attack,
    /// One of the six other pieces.
    Defence,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 3] = [Kind::Central, Kind::Attack, Kind::Defence];

    /// How many pieces of this kind a player has.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Kind::Central => 1,
            Kind::Attack | Kind::Defence => 6,
        }
    }
}

/// Every player with every kind.
pub(super) fn every_piece() -> impl Iterator<Item = (Player, Kind)> {
    Player::ALL
        .into_iter()
        .flat_map(|player| Kind::ALL.map(|kind| (player, kind)))
}

/// What stands on every point, and the points of every player's every kind. Swapping keeps an incremental key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pieces {
    /// The contents of each point.
    board: [Content; Point::PLACES],
    /// The points of each content.
    sets: [Points; CONTENTS],
    key: u64,
}

/// What stands on a point, as an index: nothing, or a piece of a player and kind.
type Content = u8;

const NOTHING: Content = 0;

const CONTENTS: usize = 1 + 2 * Kind::ALL.len();

#[inline]
const fn content(player: Player, kind: Kind) -> Content {
    (1 + player.index() * Kind::ALL.len() + kind as usize) as Content
}

impl Pieces {
    /// The pieces on the points, which are named at most once.
    pub(super) fn new(pieces: impl IntoIterator<Item = (Point, Player, Kind)>) -> Pieces {
        let mut board = [NOTHING; Point::PLACES];
        for (point, player, kind) in pieces {
            board[point.place()] = content(player, kind);
        }
        let mut sets = [Points::EMPTY; CONTENTS];
        let mut key = 0;
        for point in Point::all() {
            let content = usize::from(board[point.place()]);
            sets[content] = sets[content].with(point);
            key ^= KEYS[content][point.place()];
        }
        Pieces { board, sets, key }
    }

    /// Where a player's central piece stands.
    #[inline]
    #[must_use]
    pub fn central(&self, player: Player) -> Point {
        self.of(player, Kind::Central)
            .first()
            .expect("each player has a central piece")
    }

    /// Where a player's attack pieces stand.
    #[inline]
    #[must_use]
    pub fn attack(&self, player: Player) -> Points {
        self.of(player, Kind::Attack)
    }

    /// Where a player's defence pieces stand.
    #[inline]
    #[must_use]
    pub fn defence(&self, player: Player) -> Points {
        self.of(player, Kind::Defence)
    }

    /// Where a player's pieces of a kind stand.
    #[inline]
    #[must_use]
    pub fn of(&self, player: Player, kind: Kind) -> Points {
        self.sets[usize::from(content(player, kind))]
    }

    /// The piece on a point.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<(Player, Kind)> {
        let here = self.board[point.place()];
        every_piece().find(|&(player, kind)| content(player, kind) == here)
    }

    /// A player's groups, those of attack pieces first: each of their pieces can go to each of the points around.
    ///
    /// ```
    /// use halte_game::{Game, Player};
    /// use halte_games::fibonacci::{Fibonacci, Options};
    ///
    /// let position = Fibonacci::start(&Options::Classic);
    /// let sizes: Vec<usize> = position.pieces().groups(Player::First).map(|group| group.points.len()).collect();
    /// assert_eq!(sizes, [6, 6]);
    /// let steps = position.pieces().groups(Player::First).map(|group| group.points.len() * group.around.len());
    /// assert_eq!(steps.sum::<usize>(), position.move_count());
    /// ```
    pub fn groups(&self, player: Player) -> impl Iterator<Item = Group> + use<> {
        self.attack(player).groups().chain(self.defence(player).groups())
    }

    /// The group of what stands on a point.
    #[inline]
    pub(super) fn group(&self, point: Point) -> Group {
        self.sets[usize::from(self.board[point.place()])].group(point)
    }

    /// A player's attack pieces next to the enemy's central piece.
    #[inline]
    #[must_use]
    pub fn attackers(&self, player: Player) -> Points {
        self.attack(player) & self.central(!player).neighbours()
    }

    /// The key of what stands where.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Exchanges the contents of two points, which must differ.
    #[inline]
    pub(super) fn swap(&mut self, one: Point, other: Point) {
        // Read before the exchange: loading what was just stored would stall.
        let contents = [one, other].map(|point| usize::from(self.board[point.place()]));
        self.board.swap(one.place(), other.place());
        let change = Points::of(one).with(other);
        for content in contents {
            self.sets[content] ^= change;
            self.key ^= KEYS[content][one.place()] ^ KEYS[content][other.place()];
        }
    }
}

/// Zobrist keys of every content on every point; nothing has none. They are mixed from the highest numbers: a
/// position mixes in lower ones.
static KEYS: [[u64; Point::PLACES]; CONTENTS] = {
    let mut keys = [[0; Point::PLACES]; CONTENTS];
    let mut index = Point::PLACES;
    while index < CONTENTS * Point::PLACES {
        keys[index / Point::PLACES][index % Point::PLACES] = mix(!(index as u64));
        index += 1;
    }
    keys
};
