//! A position and the rules of play.

use halte_game::rand_core::Rng;
use halte_game::{Draw, Game, IllegalMove, Outcome, ParseError, Player, Reason, Repetition, Turn, What};

use super::cells::Cells;
use super::fault::Fault;
use super::keys;
use super::moves::Move;
use super::options::Options;
use super::stack::Stack;
use super::stacks::Stacks;
use crate::square::{Cell, between};

/// A position of Mixtour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mixtour {
    pub(super) stacks: Stacks,
    reserves: [u8; 2],
    scores: [u8; 2],
    player: Player,
    options: Options,
    pub(super) last: Option<Move>,
    /// Whether the last move was the second pass in a row.
    pub(super) second_pass: bool,
    /// The key of what the rule of repetition compares: everything but the last move.
    repetition_key: u64,
}

impl Mixtour {
    /// What stands on a cell.
    #[inline]
    #[must_use]
    pub fn stack(&self, cell: Cell) -> Stack {
        self.stacks.on(cell)
    }

    /// The stacks on the board and the cells they stand on, in the order of [`Cell::all`].
    ///
    /// ```
    /// use halte_game::Player;
    /// use halte_games::mixtour::Mixtour;
    ///
    /// let position: Mixtour = ",,,,/,,,,/,,wr,,/,,,,/r,,,, w 0:0 25/5 -".parse()?;
    /// let stacks: Vec<String> = position.stacks().map(|(cell, stack)| format!("{cell} {stack}")).collect();
    /// assert_eq!(stacks, ["a1 r", "c3 wr"]);
    /// assert!(position.stacks().all(|(_, stack)| stack.top() == Some(Player::Second)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stacks(&self) -> impl Iterator<Item = (Cell, Stack)> {
        Cell::all()
            .map(|cell| (cell, self.stack(cell)))
            .filter(|(_, stack)| !stack.is_empty())
    }

    /// How many pieces a player may still enter.
    #[inline]
    #[must_use]
    pub fn reserve(&self, player: Player) -> u8 {
        self.reserves[player.index()]
    }

    /// How many points a player has.
    #[inline]
    #[must_use]
    pub fn score(&self, player: Player) -> u8 {
        self.scores[player.index()]
    }

    /// The last move, if there was one.
    #[inline]
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.last
    }

    /// Hands to `visit` every pair of cells such that the stack on the first could complete a tower on the second in one
    /// move, whoever moves: the point goes to the owner of the first one's top piece. It is never a forbidden undoing.
    #[inline]
    pub fn for_each_tower(&self, visit: impl FnMut(Cell, Cell)) {
        self.stacks.moves().for_each_tower(visit);
    }

    /// The cell where the last move completed a tower, if it did.
    #[inline]
    pub(super) fn tower(&self) -> Option<Cell> {
        match self.last {
            // Only a tower leaves the cell empty that it was made on.
            Some(Move::Stack { to, .. }) if self.stack(to).is_empty() => Some(to),
            _ => None,
        }
    }

    /// The move that would undo the last one, whether it is possible or not.
    ///
    /// Entries and towers cannot be undone, and a stack's move only by the same pieces going back. Where that is
    /// possible it is never the only move: the stack that was landed on had a piece too, so that more can go.
    #[inline]
    pub(super) fn undo(&self) -> Option<Move> {
        self.last?.reversed()
    }

    /// Where the player to move may enter a piece.
    #[inline]
    fn enterable(&self) -> Cells {
        if self.reserve(self.player) > 0 {
            self.stacks.empty()
        } else {
            Cells::NONE
        }
    }

    #[inline]
    pub(super) fn is_won(&self) -> bool {
        self.scores.contains(&self.options.goal())
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.second_pass || self.is_won()
    }

    /// How many legal moves there are besides passing, in a game that is not over.
    fn moves_but_pass(&self) -> usize {
        self.enterable().len() + self.stacks.moves().len() - usize::from(self.is_undoable())
    }

    /// Whether the move that would undo the last one is possible, and so forbidden.
    pub(super) fn is_undoable(&self) -> bool {
        match self.last {
            Some(Move::Stack { from, to, .. }) => {
                self.tower().is_none() && self.stack(from).height() == from.distance(to)
            }
            _ => false,
        }
    }

    fn check_entry(&self, cell: Cell) -> Result<(), Fault> {
        if !self.stack(cell).is_empty() {
            Err(Fault::Occupied { cell })
        } else if self.reserve(self.player) == 0 {
            Err(Fault::NoReserve)
        } else {
            Ok(())
        }
    }

    fn check_stack_move(&self, from: Cell, to: Cell, count: u8) -> Result<(), Fault> {
        let (taken, landed_on) = (self.stack(from).height(), self.stack(to).height());
        if !(1..=taken).contains(&count.into()) {
            let (cell, pieces) = (from, taken);
            return Err(Fault::TooFew { cell, pieces });
        }
        if landed_on == 0 {
            return Err(Fault::NoStack { cell: to });
        }
        let Some(mut passed) = between(from, to) else {
            return Err(Fault::NotInLine { from, to });
        };
        let distance = from.distance(to);
        if distance != landed_on {
            let pieces = landed_on;
            return Err(Fault::Distance { to, pieces, distance });
        }
        if let Some(cell) = passed.find(|&cell| !self.stack(cell).is_empty()) {
            return Err(Fault::InTheWay { cell });
        }
        if self.undo() == Some(Move::Stack { from, to, count }) {
            return Err(Fault::Undo);
        }
        Ok(())
    }

    /// Puts a stack in the place of what stands on a cell.
    #[inline]
    pub(super) fn put(&mut self, cell: Cell, stack: Stack) {
        self.repetition_key ^= keys::stack(cell, self.stack(cell)) ^ keys::stack(cell, stack);
        self.stacks.put(cell, stack);
    }

    /// Puts a stack on an empty cell with pieces from the reserves; false if they do not have so many.
    #[must_use]
    pub(super) fn set_up(&mut self, cell: Cell, stack: Stack) -> bool {
        self.put(cell, stack);
        stack.pieces().all(|owner| {
            let reserve = &mut self.reserves[owner.index()];
            let enough = *reserve > 0;
            *reserve -= u8::from(enough);
            enough
        })
    }

    pub(super) fn set_score(&mut self, player: Player, points: u8) {
        let score = &mut self.scores[player.index()];
        self.repetition_key ^= keys::score(player, *score) ^ keys::score(player, points);
        *score = points;
    }

    #[inline]
    pub(super) fn change_player(&mut self) {
        self.player = !self.player;
        self.repetition_key ^= keys::PLAYER;
    }

    /// Gives the pieces of a tower back to their owners and the point to whose piece is on top.
    fn take_down(&mut self, tower: Stack) {
        for owner in tower.pieces() {
            self.reserves[owner.index()] += 1;
        }
        if let Some(scorer) = tower.top() {
            self.set_score(scorer, self.score(scorer) + 1);
        }
    }
}

impl Game for Mixtour {
    type Move = Move;
    type Fault = Fault;
    type Options = Options;

    fn start(options: &Options) -> Self {
        Mixtour {
            stacks: Stacks::new(),
            reserves: [options.pieces(); 2],
            scores: [0; 2],
            player: Player::First,
            options: *options,
            last: None,
            second_pass: false,
            repetition_key: keys::options(*options),
        }
    }

    fn options(&self) -> Options {
        self.options
    }

    fn parse(options: &Options, text: &str) -> Result<Self, ParseError<Fault>> {
        let position: Mixtour = text.parse()?;
        if position.options != *options {
            let (variant, expected) = (position.options.to_string(), options.to_string());
            return Err(ParseError::new(
                What::Position,
                text,
                Reason::OtherVariant { variant, expected },
            ));
        }
        Ok(position)
    }

    fn parse_move(_options: &Options, text: &str) -> Result<Move, ParseError<Fault>> {
        text.parse()
    }

    fn turn(&self) -> Turn {
        for player in Player::ALL {
            if self.score(player) == self.options.goal() {
                return Turn::Over(Outcome::Win(player));
            }
        }
        if self.second_pass {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Player(self.player)
        }
    }

    #[inline]
    fn player(&self) -> Player {
        self.player
    }

    fn add_legal_moves(&self, moves: &mut Vec<Move>) {
        if self.is_over() {
            return;
        }
        let before = moves.len();
        moves.extend(self.enterable().iter().map(Move::Enter));
        let undo = self.undo();
        self.stacks.moves().for_each(|mv| {
            if undo != Some(mv) {
                moves.push(mv);
            }
        });
        if moves.len() == before {
            moves.push(Move::Pass);
        }
    }

    fn move_count(&self) -> usize {
        if self.is_over() {
            return 0;
        }
        // Where there is no other move there is the pass.
        self.moves_but_pass().max(1)
    }

    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, random: &mut R) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        let enterable = self.enterable();
        let stack_moves = self.stacks.moves();
        let entries = enterable.len();
        let count = entries + stack_moves.len();
        if count == 0 {
            return Some(Move::Pass);
        }
        loop {
            let index = random.below(count);
            if index < entries {
                return Some(Move::Enter(enterable.nth(index)));
            }
            // Drawing anew leaves all other moves as likely as each other, and there are others.
            let mv = stack_moves.nth(index - entries);
            if self.undo() != Some(mv) {
                return Some(mv);
            }
        }
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove<Fault>> {
        if self.is_over() {
            return Err(IllegalMove::new(mv, Reason::Over));
        }
        let checked = match mv {
            Move::Enter(cell) => self.check_entry(cell),
            Move::Stack { from, to, count } => self.check_stack_move(from, to, count),
            Move::Pass if self.moves_but_pass() > 0 => Err(Fault::Pass),
            Move::Pass => Ok(()),
        };
        checked.map_err(|fault| IllegalMove::new(mv, fault))
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Enter(cell) => {
                self.reserves[self.player.index()] -= 1;
                self.put(cell, Stack::single(self.player));
            }
            Move::Stack { from, to, count } => {
                let stack = self.stack(from);
                let landed = self.stack(to).with_top_of(stack, count);
                self.put(from, stack.without_top(count));
                if landed.is_tower() {
                    self.put(to, Stack::EMPTY);
                    self.take_down(landed);
                } else {
                    self.put(to, landed);
                }
            }
            Move::Pass => self.second_pass = self.last == Some(Move::Pass),
        }
        self.last = Some(mv);
        self.change_player();
    }

    #[inline]
    fn key(&self) -> u64 {
        self.repetition_key ^ keys::last(self.last, self.second_pass)
    }

    /// The last move matters only where it can be undone, or was a pass.
    fn search_key(&self) -> u64 {
        if self.is_undoable() || self.last == Some(Move::Pass) {
            self.key()
        } else {
            self.repetition_key
        }
    }

    /// The pieces on the board never become fewer but by a tower, and points stay: what stood before an entry or a
    /// tower never comes again.
    #[inline]
    fn repetition(&self) -> Repetition {
        if matches!(self.last, Some(Move::Enter(_))) || self.tower().is_some() {
            Repetition::Fresh(self.repetition_key)
        } else {
            Repetition::Key(self.repetition_key)
        }
    }
}
