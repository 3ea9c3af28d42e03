//! A small game with everything that records must cope with: variants, cards, turns of two steps and skipped turns,
//! repetition, and moves that look like those of the real games.

use std::fmt;
use std::str::FromStr;

use halte_game::{
    About, Game, IllegalMove, Named, Outcome, ParseError, Player, Reason, Repetition, Turn, What, faults,
};

/// A token on a ring of five cells. In the variant `cards` a turn begins with a card, the number of its steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Toy {
    variant: Variant,
    cell: u8,
    player: Player,
    /// Steps left in this turn; none while the card is to be drawn.
    steps: Option<u8>,
    /// Whether a step of this turn has been made.
    stepped: bool,
    outcome: Option<Outcome>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Variant {
    #[default]
    Plain,
    Cards,
    /// Without the rule of repetition.
    Endless,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Move {
    /// One cell back.
    Back,
    /// One cell on.
    On,
    /// Ends the turn, and the opponent's is skipped.
    Skip,
    /// Wins, from cell 3.
    Win,
    /// Ends the game as a draw, from cell 4.
    Draw,
    /// Ends the turn after its first step.
    End,
    /// A card.
    Card(u8),
}

pub(crate) const MOVES: [(Move, &str); 8] = [
    (Move::Back, "3<"),
    (Move::On, "3>"),
    (Move::Skip, "b^"),
    (Move::Win, "c4:3-d3"),
    (Move::Draw, "a5-b5"),
    (Move::End, "end"),
    (Move::Card(1), "#1"),
    (Move::Card(2), "#2"),
];

const OUTCOMES: [(Option<Outcome>, &str); 4] = [
    (None, "-"),
    (Some(Outcome::Win(Player::First)), "first"),
    (Some(Outcome::Win(Player::Second)), "second"),
    (Some(Outcome::Draw), "draw"),
];

/// The value that belongs to a text.
fn named<T: Copy>(names: &[(T, &str)], text: &str) -> Option<T> {
    names.iter().find(|(_, name)| *name == text).map(|&(value, _)| value)
}

const VARIANTS: [(Variant, &str); 3] = [
    (Variant::Plain, "plain"),
    (Variant::Cards, "cards"),
    (Variant::Endless, "endless"),
];

/// The text that belongs to a value.
fn name<T: PartialEq>(names: &[(T, &'static str)], value: &T) -> &'static str {
    let mut names = names.iter();
    names.find(|(other, _)| other == value).expect("all have names").1
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name(&VARIANTS, self))
    }
}

faults! {
    /// What can be wrong.
    pub enum Fault {
        #[fault("toy_variant", "it is plain, cards or endless")]
        Variant,
        #[fault("toy_position", "it is like 0 f 1 -")]
        Position,
        #[fault("toy_move", "no move is written like this")]
        Move,
        #[fault("toy_draw_first", "a card must be drawn first")]
        DrawFirst,
        #[fault("toy_impossible", "it is not possible here")]
        Impossible,
    }
}

impl FromStr for Variant {
    type Err = ParseError<Fault>;

    fn from_str(text: &str) -> Result<Variant, ParseError<Fault>> {
        named(&VARIANTS, text).ok_or_else(|| ParseError::new(What::Variant, text, Fault::Variant))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name(&MOVES, self))
    }
}

/// `0 f 1`: the cell, the player, the steps left with `+` after the first; then the outcome, in a finished game.
impl fmt::Display for Toy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = if self.player == Player::First { 'f' } else { 's' };
        write!(f, "{} {player} ", self.cell)?;
        match self.steps {
            Some(steps) => write!(f, "{steps}{}", if self.stepped { "+" } else { "" })?,
            None => write!(f, "?")?,
        }
        write!(f, " {}", name(&OUTCOMES, &self.outcome))
    }
}

impl Toy {
    fn begin_turn(&mut self, player: Player) {
        self.player = player;
        self.stepped = false;
        self.steps = (self.variant != Variant::Cards).then_some(1);
    }
}

impl Game for Toy {
    type Move = Move;
    type Fault = Fault;
    type Options = Variant;

    fn start(&variant: &Variant) -> Toy {
        let mut toy = Toy {
            variant,
            cell: 0,
            player: Player::First,
            steps: None,
            stepped: false,
            outcome: None,
        };
        toy.begin_turn(Player::First);
        toy
    }

    fn options(&self) -> Variant {
        self.variant
    }

    fn parse(&variant: &Variant, text: &str) -> Result<Toy, ParseError<Fault>> {
        let parse = || {
            let fields: Vec<&str> = text.split(' ').collect();
            let &[cell, player, steps, outcome] = fields.as_slice() else {
                return None;
            };
            Some(Toy {
                variant,
                cell: cell.parse().ok().filter(|&cell| cell < 5)?,
                player: named(&[(Player::First, "f"), (Player::Second, "s")], player)?,
                steps: match steps.trim_end_matches('+') {
                    "?" => None,
                    steps => Some(steps.parse().ok()?),
                },
                stepped: steps.ends_with('+'),
                outcome: named(&OUTCOMES, outcome)?,
            })
        };
        parse().ok_or_else(|| ParseError::new(What::Position, text, Fault::Position))
    }

    fn parse_move(_: &Variant, text: &str) -> Result<Move, ParseError<Fault>> {
        named(&MOVES, text).ok_or_else(|| ParseError::new(What::Move, text, Fault::Move))
    }

    fn turn(&self) -> Turn {
        match (self.outcome, self.steps) {
            (Some(outcome), _) => Turn::Over(outcome),
            (None, None) => Turn::Chance,
            (None, Some(_)) => Turn::Player(self.player),
        }
    }

    fn player(&self) -> Player {
        self.player
    }

    fn begins_turn(&self) -> bool {
        self.variant != Variant::Cards || self.steps.is_none()
    }

    fn add_legal_moves(&self, moves: &mut Vec<Move>) {
        moves.extend(MOVES.iter().map(|&(mv, _)| mv).filter(|&mv| self.check(mv).is_ok()));
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove<Fault>> {
        let legal = match mv {
            _ if self.outcome.is_some() => return Err(IllegalMove::new(mv, Reason::Over)),
            Move::Card(_) => self.steps.is_none(),
            _ if self.steps.is_none() => return Err(IllegalMove::new(mv, Fault::DrawFirst)),
            Move::Back | Move::On | Move::Skip => true,
            Move::Win => self.cell == 3,
            Move::Draw => self.cell == 4,
            Move::End => self.stepped,
        };
        if legal {
            Ok(())
        } else {
            Err(IllegalMove::new(mv, Fault::Impossible))
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Card(steps) => {
                self.steps = Some(steps);
                return;
            }
            Move::Back => self.cell = (self.cell + 4) % 5,
            Move::On => self.cell = (self.cell + 1) % 5,
            Move::Skip => return self.begin_turn(self.player),
            Move::Win => self.outcome = Some(Outcome::Win(self.player)),
            Move::Draw => self.outcome = Some(Outcome::Draw),
            Move::End => return self.begin_turn(!self.player),
        }
        self.stepped = true;
        self.steps = self.steps.map(|steps| steps - 1);
        if self.steps == Some(0) {
            self.begin_turn(!self.player);
        }
    }

    fn key(&self) -> u64 {
        let fields = [
            u64::from(self.cell),
            self.player.index() as u64,
            self.steps.map_or(7, u64::from),
            u64::from(self.stepped),
            OUTCOMES
                .iter()
                .position(|(outcome, _)| *outcome == self.outcome)
                .unwrap_or_default() as u64,
        ];
        fields.iter().fold(0, |key, field| key * 8 + field)
    }

    fn repetition(&self) -> Repetition {
        let counts = self.begins_turn() && self.variant != Variant::Endless && self.outcome.is_none();
        if counts {
            Repetition::Key(self.key())
        } else {
            Repetition::None
        }
    }
}

impl Named for Toy {
    fn about(_: &Variant) -> &'static About {
        &About {
            name: "toy",
            title: "Toy",
            authors: "Nobody",
            year: None,
            link: None,
            credit: "",
            summary: "A game to test records with.",
            players: ["First", "Second"],
            variants: &[],
            has_draws: true,
        }
    }

    fn variant_name(&variant: &Variant) -> Option<String> {
        (variant != Variant::Plain).then(|| variant.to_string())
    }

    fn has_steps(&variant: &Variant) -> bool {
        variant == Variant::Cards
    }
}
