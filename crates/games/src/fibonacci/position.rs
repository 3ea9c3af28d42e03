//! A position and its rules.

use halte_game::rand_core::Rng;
use halte_game::random::mix;
use halte_game::{Draw, Game, IllegalMove, Outcome, ParseError, Player, Reason, Repetition, Turn, What};

use super::fault::Fault;
use super::moves::Move;
use super::options::Options;
use super::pack::Pack;
use super::pieces::{Kind, Pieces};
use super::point::{DIRECTIONS, Point};
use super::points::Group;

/// From this turn on all have the same number of steps before the reduction, which is the turn's own number.
const FULL_TURN: u32 = 6;

/// The pieces of a player that can be chosen for a step.
const MOVABLE: usize = Kind::Attack.count() + Kind::Defence.count();

/// The pieces of a group at most.
const LARGEST_GROUP: usize = Kind::Attack.count();

/// With cards, how many attack pieces must be next to the enemy central piece.
const ATTACKERS_TO_WIN: usize = 3;

/// A position of Fibonacci, classic or with cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fibonacci {
    pub(super) pieces: Pieces,
    /// Both players' packs; none in the classic game.
    pub(super) packs: Option<[Pack; 2]>,
    pub(super) number: u32,
    /// Steps left; 0 while a card is to be drawn.
    pub(super) steps: u8,
    pub(super) player: Player,
    pub(super) stage: Stage,
}

/// How far the turn has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// A card is to be drawn.
    Card,
    /// No step has been made.
    FirstStep,
    /// A step has been made.
    LaterStep,
    /// The last step won the game for this player.
    Won(Player),
}

impl Stage {
    fn index(self) -> u64 {
        match self {
            Stage::Card => 0,
            Stage::FirstStep => 1,
            Stage::LaterStep => 2,
            Stage::Won(player) => 3 + player.index() as u64,
        }
    }
}

/// The steps of a classic turn before the reduction.
pub(super) fn base_steps(number: u32) -> u8 {
    number.min(FULL_TURN) as u8
}

impl Fibonacci {
    /// What stands where.
    #[must_use]
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The packs, the first player's first; none in the classic game.
    #[must_use]
    pub fn packs(&self) -> Option<[Pack; 2]> {
        self.packs
    }

    /// The turn's number, 1 for the first.
    #[must_use]
    pub fn turn_number(&self) -> u32 {
        self.number
    }

    /// The steps left in this turn; none while its card is to be drawn.
    #[must_use]
    pub fn steps_left(&self) -> Option<u8> {
        (self.stage != Stage::Card).then_some(self.steps)
    }

    /// Whether the player may stop now: after at least one step.
    fn may_end(&self) -> bool {
        self.stage == Stage::LaterStep
    }

    /// The pack of the player on turn.
    pub(super) fn pack(&self) -> Option<Pack> {
        self.packs.map(|packs| packs[self.player.index()])
    }

    /// The groups of the player on turn: each of their pieces can go to each of the points around.
    fn groups(&self) -> impl Iterator<Item = Group> {
        self.pieces.groups(self.player)
    }

    /// Whether the pieces fulfil a player's winning condition.
    #[inline]
    fn fulfils(&self, player: Player) -> bool {
        let attack = self.pieces.attack(player);
        match self.packs {
            // Six pieces on six neighbours: fewer neighbours, on the edge, are never the same set.
            None => attack == self.pieces.central(!player).neighbours(),
            Some(_) => self.pieces.attackers(player).has_at_least(ATTACKERS_TO_WIN) && attack.is_connected(),
        }
    }

    /// Whom the pieces make the winner: if both conditions are fulfilled, the player on turn.
    #[inline]
    pub(super) fn winner(&self) -> Option<Player> {
        [self.player, !self.player]
            .into_iter()
            .find(|&player| self.fulfils(player))
    }

    /// The steps a classic turn begins with, after the reduction.
    #[inline]
    pub(super) fn reduced_steps(&self) -> u8 {
        let attackers = self.pieces.attackers(!self.player).len();
        base_steps(self.number).saturating_sub(attackers as u8)
    }

    /// A uniformly random step, or `end` where it is legal.
    ///
    /// It is drawn from candidates that are easily numbered, again and again until one is legal, so that at most one
    /// group must be known. A lone piece has a candidate for each direction. A piece that touches another of its kind
    /// has as many as there can be points around the largest group possible: 2n + 4 for n pieces, as the first piece
    /// has 6 neighbours, and each further one takes up a point around the group, shares two neighbours with the piece
    /// it touches, and adds at most 3 others.
    #[inline]
    fn random_step<R: Rng + ?Sized>(&self, random: &mut R) -> Move {
        let attack = self.pieces.attack(self.player);
        let defence = self.pieces.defence(self.player);
        let touching = attack.touching() | defence.touching();
        let lone = (attack | defence) - touching;
        let most_goals = 2 * touching.len().min(LARGEST_GROUP) + 4;
        let lone_steps = (MOVABLE - touching.len()) * DIRECTIONS;
        let steps = lone_steps + touching.len() * most_goals;
        loop {
            let pick = random.below(steps + usize::from(self.may_end()));
            let step = if pick < lone_steps {
                let from = lone.nth(pick / DIRECTIONS);
                from.and_then(|from| Some((from, from.neighbour(pick % DIRECTIONS)?)))
            } else if pick < steps {
                let pick = pick - lone_steps;
                let from = touching.nth(pick / most_goals);
                from.and_then(|from| Some((from, self.pieces.group(from).around.nth(pick % most_goals)?)))
            } else {
                return Move::End;
            };
            if let Some((from, to)) = step {
                return Move::Step { from, to };
            }
        }
    }

    fn check_step(&self, from: Point, to: Point) -> Result<(), Fault> {
        let kind = match self.pieces.at(from) {
            None => return Err(Fault::NoPiece { point: from }),
            Some((owner, _)) if owner != self.player => return Err(Fault::Opponents { point: from }),
            Some((_, Kind::Central)) => return Err(Fault::Central),
            Some((_, kind)) => self.pieces.of(self.player, kind),
        };
        if kind.contains(to) {
            Err(Fault::SameKind { from, to })
        } else if kind.group(from).around.contains(to) {
            Ok(())
        } else {
            Err(Fault::NotNext { from, to })
        }
    }

    #[inline]
    fn step(&mut self, from: Point, to: Point) {
        self.pieces.swap(from, to);
        self.steps -= 1;
        if let Some(winner) = self.winner() {
            self.stage = Stage::Won(winner);
        } else if self.steps > 0 {
            self.stage = Stage::LaterStep;
        } else {
            self.pass_turn();
        }
    }

    /// Gives the turn to the next player who has a step.
    ///
    /// From turn 6 on everybody has one: six attack pieces next to a central piece would have won.
    #[inline]
    fn pass_turn(&mut self) {
        loop {
            self.number = self.number.saturating_add(1);
            self.player = !self.player;
            if self.packs.is_some() {
                self.steps = 0;
                self.stage = Stage::Card;
                return;
            }
            self.steps = self.reduced_steps();
            if self.steps > 0 {
                self.stage = Stage::FirstStep;
                return;
            }
        }
    }

    fn draw(&mut self, value: u8) {
        let packs = self
            .packs
            .as_mut()
            .expect("cards are drawn in the game with cards only");
        packs[self.player.index()].draw(value);
        self.steps = value;
        self.stage = Stage::FirstStep;
    }

    /// Everything but the pieces, in one word: no two positions with the same pieces have the same.
    fn state(&self) -> u64 {
        let packs = self
            .packs
            .map_or(0, |[first, second]| first.bits() << 12 | second.bits());
        let flags = self.stage.index() << 4 | u64::from(self.steps) << 1 | self.player.index() as u64;
        packs << 39 | flags << 32 | u64::from(self.number)
    }
}

impl Game for Fibonacci {
    type Move = Move;
    type Fault = Fault;
    type Options = Options;

    fn start(options: &Options) -> Fibonacci {
        let (packs, stage, steps) = match options {
            Options::Classic => (None, Stage::FirstStep, base_steps(1)),
            Options::Cards => (Some([Pack::FULL; 2]), Stage::Card, 0),
        };
        Fibonacci {
            pieces: Pieces::start(),
            packs,
            number: 1,
            steps,
            player: Player::First,
            stage,
        }
    }

    fn options(&self) -> Options {
        match self.packs {
            None => Options::Classic,
            Some(_) => Options::Cards,
        }
    }

    fn parse(options: &Options, text: &str) -> Result<Fibonacci, ParseError<Fault>> {
        let position: Fibonacci = text.parse()?;
        if position.options() == *options {
            Ok(position)
        } else {
            let (variant, expected) = (position.options().to_string(), options.to_string());
            Err(ParseError::new(
                What::Position,
                text,
                Reason::OtherVariant { variant, expected },
            ))
        }
    }

    fn parse_move(_options: &Options, text: &str) -> Result<Move, ParseError<Fault>> {
        text.parse()
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.stage {
            Stage::Card => Turn::Chance,
            Stage::FirstStep | Stage::LaterStep => Turn::Player(self.player),
            Stage::Won(winner) => Turn::Over(Outcome::Win(winner)),
        }
    }

    #[inline]
    fn player(&self) -> Player {
        self.player
    }

    #[inline]
    fn begins_turn(&self) -> bool {
        match self.stage {
            Stage::Card => true,
            Stage::FirstStep => self.packs.is_none(),
            Stage::LaterStep | Stage::Won(_) => false,
        }
    }

    fn add_legal_moves(&self, moves: &mut Vec<Move>) {
        match self.stage {
            Stage::Won(_) => {}
            Stage::Card => moves.extend(self.pack().into_iter().flat_map(Pack::values).map(Move::Card)),
            Stage::FirstStep | Stage::LaterStep => {
                for group in self.groups() {
                    for from in group.points {
                        moves.extend(group.around.into_iter().map(|to| Move::Step { from, to }));
                    }
                }
                moves.extend(self.may_end().then_some(Move::End));
            }
        }
    }

    fn move_count(&self) -> usize {
        match self.stage {
            Stage::Won(_) => 0,
            Stage::Card => self.pack().into_iter().flat_map(Pack::values).count(),
            Stage::FirstStep | Stage::LaterStep => {
                let steps: usize = self.groups().map(|group| group.points.len() * group.around.len()).sum();
                steps + usize::from(self.may_end())
            }
        }
    }

    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, random: &mut R) -> Option<Move> {
        match self.stage {
            Stage::Won(_) => None,
            Stage::Card => self.pack().map(|pack| Move::Card(pack.random_value(random))),
            Stage::FirstStep | Stage::LaterStep => Some(self.random_step(random)),
        }
    }

    fn weight(&self, outcome: Move) -> u32 {
        match (self.stage, outcome) {
            (Stage::Card, Move::Card(value)) => self.pack().map_or(0, |pack| u32::from(pack.left_of(value))),
            _ => 1,
        }
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove<Fault>> {
        let refuse = |fault: Fault| Err(IllegalMove::new(mv, fault));
        match (self.stage, mv) {
            (Stage::Won(_), _) => Err(IllegalMove::new(mv, Reason::Over)),
            (Stage::Card, Move::Card(card)) if self.weight(mv) == 0 => refuse(Fault::NoSuchCard { card }),
            (Stage::Card, Move::Card(_)) => Ok(()),
            (Stage::Card, _) => refuse(Fault::DrawFirst),
            (_, Move::Card(_)) => refuse(Fault::NoDraw),
            (Stage::FirstStep, Move::End) => refuse(Fault::NoStepYet),
            (Stage::LaterStep, Move::End) => Ok(()),
            (_, Move::Step { from, to }) => self.check_step(from, to).or_else(refuse),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Step { from, to } => self.step(from, to),
            Move::End => self.pass_turn(),
            Move::Card(value) => self.draw(value),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.pieces.key() ^ mix(self.state())
    }

    /// A turn's number matters only as far as it says how many steps the next turns have.
    fn search_key(&self) -> u64 {
        let number = match self.packs {
            None => self.number.min(FULL_TURN),
            Some(_) => 0,
        };
        self.pieces.key() ^ mix(Fibonacci { number, ..self.clone() }.state())
    }

    /// Only the beginnings of turns count, in the classic game together with the steps before the reduction. These are
    /// others in each of the first six turns, so that nothing before turn 6 can come again.
    #[inline]
    fn repetition(&self) -> Repetition {
        if !self.begins_turn() {
            return Repetition::None;
        }
        match self.packs {
            Some(_) => Repetition::Key(self.pieces.key() ^ mix(self.player.index() as u64)),
            None => {
                let steps = u64::from(base_steps(self.number));
                let key = self.pieces.key() ^ mix(steps << 1 | self.player.index() as u64);
                if self.number <= FULL_TURN {
                    Repetition::Fresh(key)
                } else {
                    Repetition::Key(key)
                }
            }
        }
    }
}
