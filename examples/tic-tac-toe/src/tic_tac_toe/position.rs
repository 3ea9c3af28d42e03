//! A position: who has which cells.

use halte_game::random::mix;
use halte_game::{Game, IllegalMove, NoVariants, Outcome, ParseError, Player, Reason, Repetition, Turn};

use super::Fault;
use super::cell::{Cell, SIDE};

/// A position of Tic-tac-toe. Who is to move follows from how many cells each has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TicTacToe {
    /// Each player's cells.
    cells: [u16; 2],
}

/// Rows, columns and diagonals.
fn lines() -> impl Iterator<Item = u16> {
    let line = |cell: fn(usize, usize) -> Cell, number: usize| (0..SIDE).map(|at| cell(number, at).bit()).sum::<u16>();
    let straight = (0..SIDE).flat_map(move |number| {
        [
            line(Cell::at, number),
            line(|row, column| Cell::at(column, row), number),
        ]
    });
    let diagonals = [
        line(|_, at| Cell::at(at, at), 0),
        line(|_, at| Cell::at(at, SIDE - 1 - at), 0),
    ];
    straight.chain(diagonals)
}

impl TicTacToe {
    /// A position with these cells; none if it cannot come about by turns.
    pub(super) fn new(cells: [u16; 2]) -> Option<TicTacToe> {
        let [first, second] = cells.map(u16::count_ones);
        (cells[0] & cells[1] == 0 && (first == second || first == second + 1)).then_some(TicTacToe { cells })
    }

    /// Whose a cell is.
    #[must_use]
    pub fn owner(&self, cell: Cell) -> Option<Player> {
        Player::ALL
            .into_iter()
            .find(|player| self.cells[player.index()] & cell.bit() != 0)
    }

    /// The cells of all lines of a player.
    pub(super) fn lines_of(&self, player: Player) -> impl Iterator<Item = Cell> {
        let cells = self.cells[player.index()];
        let won = lines()
            .filter(|&line| cells & line == line)
            .fold(0, |won, line| won | line);
        Cell::all().filter(move |cell| won & cell.bit() != 0)
    }
}

impl Game for TicTacToe {
    type Move = Cell;
    type Fault = Fault;
    type Options = NoVariants;

    fn start(_: &NoVariants) -> TicTacToe {
        TicTacToe { cells: [0; 2] }
    }

    fn options(&self) -> NoVariants {
        NoVariants
    }

    fn parse(_: &NoVariants, text: &str) -> Result<TicTacToe, ParseError<Fault>> {
        text.parse()
    }

    fn parse_move(_: &NoVariants, text: &str) -> Result<Cell, ParseError<Fault>> {
        text.parse()
    }

    fn turn(&self) -> Turn {
        let winner = Player::ALL
            .into_iter()
            .find(|&player| self.lines_of(player).next().is_some());
        match winner {
            Some(winner) => Turn::Over(Outcome::Win(winner)),
            None if self.cells[0].count_ones() + self.cells[1].count_ones() == Cell::COUNT as u32 => {
                Turn::Over(Outcome::Draw)
            }
            None => Turn::Player(self.player()),
        }
    }

    fn player(&self) -> Player {
        if self.cells[0].count_ones() == self.cells[1].count_ones() {
            Player::First
        } else {
            Player::Second
        }
    }

    fn add_legal_moves(&self, moves: &mut Vec<Cell>) {
        if !self.turn().is_over() {
            moves.extend(Cell::all().filter(|&cell| self.owner(cell).is_none()));
        }
    }

    fn check(&self, cell: Cell) -> Result<(), IllegalMove<Fault>> {
        if self.turn().is_over() {
            Err(IllegalMove::new(cell, Reason::Over))
        } else if self.owner(cell).is_some() {
            Err(IllegalMove::new(cell, Fault::Taken))
        } else {
            Ok(())
        }
    }

    fn play_unchecked(&mut self, cell: Cell) {
        self.cells[self.player().index()] |= cell.bit();
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.cells[0]) << 16 | u64::from(self.cells[1]))
    }

    fn repetition(&self) -> Repetition {
        Repetition::None
    }
}
