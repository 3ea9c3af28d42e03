//! Positions of Mobius and the rules of play.

use halte_game::rand_core::Rng;
use halte_game::random::mix;
use halte_game::{Game, IllegalMove, NoVariants, Outcome, ParseError, Player, Reason, Repetition, Turn};

use super::cell::Cell;
use super::empty_cells::EmptyCells;
use super::fault::Fault;
use super::groups::Groups;
use super::stones::Stones;

/// A position of Mobius: the stones of both players, and who is to move.
///
/// Any arrangement of stones is a position, however it may have come about.
#[derive(Clone, Debug)]
pub struct Mobius {
    stones: [Stones; 2],
    player: Player,
    key: u64,
    // All below follows from the stones.
    pub(super) groups: Groups,
    empty: EmptyCells,
    winner: Option<Player>,
}

impl PartialEq for Mobius {
    fn eq(&self, other: &Mobius) -> bool {
        self.stones == other.stones && self.player == other.player
    }
}

impl Eq for Mobius {}

impl Mobius {
    /// The board without stones.
    #[must_use]
    pub const fn empty(player: Player) -> Mobius {
        Mobius {
            stones: [Stones::NONE; 2],
            player,
            key: match player {
                Player::First => 0,
                Player::Second => TURN_KEY,
            },
            groups: Groups::START,
            empty: EmptyCells::ALL,
            winner: None,
        }
    }

    /// Whose stone is on a cell.
    #[inline]
    #[must_use]
    pub fn stone(&self, cell: Cell) -> Option<Player> {
        Player::ALL
            .into_iter()
            .find(|player| self.stones[player.index()].contains(cell))
    }

    /// Which of the cells around a cell have a player's stones: bit `i` is that of `cell.around()[i]`.
    #[inline]
    #[must_use]
    pub fn stones_around(&self, cell: Cell, player: Player) -> u8 {
        self.stones[player.index()].ring(cell).bits() as u8
    }

    /// The links of a player: a group of `b` bars gives `b - 1`, and a loop anywhere one more.
    ///
    /// On a full board red's and blue's add up to 3.
    #[must_use]
    pub fn links(&self, player: Player) -> u32 {
        self.groups.links(player)
    }

    /// Puts a stone on an empty cell, whoever is to move, who stays the same, and notes whether it decides the game.
    #[inline]
    pub fn place(&mut self, player: Player, cell: Cell) {
        let stones = &mut self.stones[player.index()];
        let ring = stones.ring(cell);
        stones.insert(cell);
        self.empty.remove(cell);
        self.key ^= STONE_KEYS[player.index()][cell.index()];
        // Who wins has two links and keeps them, so the opponent cannot win later, not even in a set-up position.
        if self.groups.add(cell, player, ring) {
            self.winner = Some(player);
        } else if self.empty.len() == 0 {
            self.winner = Player::ALL.into_iter().find(|&player| self.links(player) >= 2);
        }
    }
}

/// In the key of positions in which the second player is to move.
const TURN_KEY: u64 = mix(u64::MAX);

static STONE_KEYS: [[u64; Cell::COUNT]; 2] = {
    let mut keys = [[0; Cell::COUNT]; 2];
    let mut index = 0;
    while index < Cell::COUNT {
        keys[0][index] = mix(2 * index as u64);
        keys[1][index] = mix(2 * index as u64 + 1);
        index += 1;
    }
    keys
};

impl Game for Mobius {
    type Move = Cell;
    type Fault = Fault;
    type Options = NoVariants;

    fn start(_: &NoVariants) -> Mobius {
        Mobius::empty(Player::First)
    }

    fn options(&self) -> NoVariants {
        NoVariants
    }

    fn parse(_: &NoVariants, text: &str) -> Result<Mobius, ParseError<Fault>> {
        text.parse()
    }

    fn parse_move(_: &NoVariants, text: &str) -> Result<Cell, ParseError<Fault>> {
        text.parse()
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.winner {
            Some(winner) => Turn::Over(Outcome::Win(winner)),
            None => Turn::Player(self.player),
        }
    }

    #[inline]
    fn player(&self) -> Player {
        self.player
    }

    fn add_legal_moves(&self, moves: &mut Vec<Cell>) {
        if self.winner.is_none() {
            moves.extend(Cell::all().filter(|&cell| self.stone(cell).is_none()));
        }
    }

    #[inline]
    fn move_count(&self) -> usize {
        if self.winner.is_none() { self.empty.len() } else { 0 }
    }

    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, random: &mut R) -> Option<Cell> {
        // On a full board somebody has won.
        self.winner.is_none().then(|| self.empty.pick(random))
    }

    fn check(&self, cell: Cell) -> Result<(), IllegalMove<Fault>> {
        if self.winner.is_some() {
            Err(IllegalMove::new(cell, Reason::Over))
        } else if self.stone(cell).is_some() {
            Err(IllegalMove::new(cell, Fault::Occupied))
        } else {
            Ok(())
        }
    }

    #[inline]
    fn play_unchecked(&mut self, cell: Cell) {
        self.place(self.player, cell);
        self.player = !self.player;
        self.key ^= TURN_KEY;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn repetition(&self) -> Repetition {
        Repetition::None
    }
}
