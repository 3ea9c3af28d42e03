//! How the board is drawn, and how moves are entered.

use halte_game::board::{
    self, Board, Cards, Click, Colour, Face, Feature, Field, Geometry, Held, Holding, Label, Mark, PieceKind, Scene,
    Shape, Site, SiteKind, Stack, letters,
};
use halte_game::notation::written_rows;
use halte_game::{Game, Player};

use super::moves::Move;
use super::notation::letter;
use super::options::Options;
use super::pack::HIGHEST_CARD;
use super::pieces::{Kind, every_piece};
use super::point::{DIRECTIONS, Point, ROWS, row_letter};
use super::points::Points;
use super::position::{Fibonacci, Stage, base_steps};

/// The distance between two rows: the height of an equilateral triangle.
const ROW_HEIGHT: f32 = 0.866_025_4;

/// From a point to the corners of its outline: the outlines tile the board.
const OUTLINE_RADIUS: f32 = 0.577_350_26;

/// The row that is drawn at the top.
const HIGHEST_ROW: f32 = (ROWS - 1) as f32;

/// The space above the highest row.
const MARGIN: f32 = 1.0;

/// Where a row and number are drawn, also just beside the board, where the labels are.
fn place(row: f32, number: f32) -> board::Point {
    board::Point::new(3.0 + number - row / 2.0, MARGIN + ROW_HEIGHT * (HIGHEST_ROW - row))
}

fn centre(point: Point) -> board::Point {
    place(point.row() as f32, point.number() as f32)
}

/// Where the next point down the same diagonal is or would be.
fn below(point: Point) -> board::Point {
    place(point.row() as f32 - 1.0, point.number() as f32)
}

/// The hexagon of all that is nearer to this point than to any other, clockwise from its top.
fn face(centre: board::Point) -> Face {
    let corners = [
        (0.0, -1.0),
        (0.5, -0.5),
        (0.5, 0.5),
        (0.0, 1.0),
        (-0.5, 0.5),
        (-0.5, -0.5),
    ];
    Face::new(centre, &corners.map(|(x, y)| (x, y * OUTLINE_RADIUS)))
}

/// The board's straight lines from edge to edge, eleven in each of three directions. Those that a number names go on a
/// little towards it.
fn lines() -> Vec<[board::Point; 2]> {
    let mut lines = Vec::new();
    for direction in 0..DIRECTIONS / 2 {
        let begins = |point: &Point| point.neighbour(direction + DIRECTIONS / 2).is_none();
        for first in Point::all().filter(begins) {
            let line = std::iter::successors(Some(first), |point| point.neighbour(direction));
            lines.push([centre(first), centre(line.last().unwrap_or(first))]);
        }
    }
    for point in Point::all().filter(|point| point.offset(-1, 0).is_none()) {
        let (end, number) = (centre(point), below(point));
        let towards = |from: f32, to: f32| from + 0.5 * (to - from);
        lines.push([
            end,
            board::Point::new(towards(end.x, number.x), towards(end.y, number.y)),
        ]);
    }
    lines
}

/// Letters at the left end of each row, numbers at the lower end of each diagonal.
fn labels() -> Vec<Label> {
    let mut labels = Vec::new();
    for point in Point::all() {
        if point.offset(0, -1).is_none() {
            let at = place(point.row() as f32, point.number() as f32 - 1.0);
            labels.push(Label::new(at, row_letter(point.row())));
        }
        if point.offset(-1, 0).is_none() {
            labels.push(Label::new(below(point), point.number()));
        }
    }
    labels
}

fn sites(options: &Options) -> Vec<Site> {
    let points =
        Point::all().map(|point| Site::cell(point.to_string(), face(centre(point)), indices(point.neighbours())));
    let highest_card = match options {
        Options::Classic => 0,
        Options::Cards => HIGHEST_CARD,
    };
    let end = Site::button(Move::End.to_string());
    let cards = (1..=highest_card).map(|value| Site {
        shown: Some(value.to_string()),
        kind: SiteKind::Card,
        ..Site::button(Move::Card(value).to_string())
    });
    points.chain([end]).chain(cards).collect()
}

fn indices(points: Points) -> Vec<usize> {
    points.into_iter().map(Point::index).collect()
}

fn piece_kind(player: Player, kind: Kind) -> PieceKind {
    let (colour, mark) = match player {
        Player::First => (Colour::Red, Mark::Dot),
        Player::Second => (Colour::Green, Mark::Ring),
    };
    let (name, shape) = match (player, kind) {
        (Player::First, Kind::Central) => ("red_central_piece", Shape::Star),
        (Player::First, Kind::Attack) => ("red_attack_piece", Shape::Triangle),
        (Player::First, Kind::Defence) => ("red_defence_piece", Shape::Square),
        (Player::Second, Kind::Central) => ("green_central_piece", Shape::Star),
        (Player::Second, Kind::Attack) => ("green_attack_piece", Shape::Triangle),
        (Player::Second, Kind::Defence) => ("green_defence_piece", Shape::Square),
    };
    PieceKind {
        name,
        letter: kind.letter(player),
        owner: Some(player),
        colour,
        shape,
        mark,
    }
}

impl Fibonacci {
    fn holdings(&self) -> Vec<Holding> {
        let mut holdings = vec![Holding::common("turn", Held::Number { number: self.number })];
        match self.stage {
            Stage::Card => holdings.push(Holding::common("card_to_draw", Held::Notice)),
            Stage::FirstStep | Stage::LaterStep => {
                let count = self.steps.into();
                holdings.push(Holding::common("steps_left", Held::StepsLeft { count }));
            }
            Stage::Won(_) => {}
        }
        match self.packs {
            Some(packs) => holdings.extend(Player::ALL.map(|player| {
                let cards = (1..).zip(packs[player.index()].left());
                let cards = cards.map(|(value, left)| Cards {
                    value,
                    left: left.into(),
                });
                Holding {
                    owner: Some(player),
                    name: "cards_left",
                    held: Held::Cards { cards: cards.collect() },
                }
            })),
            None if self.begins_turn() => {
                let count = (base_steps(self.number) - self.steps).into();
                if count > 0 {
                    holdings.push(Holding::common("steps_taken_away", Held::StepsTakenAway { count }));
                }
            }
            None => {}
        }
        holdings
    }

    /// The attack pieces that won, and the central piece they closed in on.
    fn winning(&self) -> Points {
        match self.stage {
            Stage::Won(winner) => self.pieces.attack(winner).with(self.pieces.central(!winner)),
            Stage::Card | Stage::FirstStep | Stage::LaterStep => Points::EMPTY,
        }
    }
}

impl Board for Fibonacci {
    /// The points come in the order of [`Point::all`], then the buttons `end` and, with cards, `#1` to `#6`.
    fn geometry(options: &Options) -> Geometry {
        Geometry {
            game: super::ABOUT.name,
            width: 13.0,
            height: 2.0 * MARGIN + ROW_HEIGHT * ROWS as f32,
            sites: sites(options),
            lines: lines(),
            bars: Vec::new(),
            labels: labels(),
            seams: Vec::new(),
            pushes: Vec::new(),
            features: vec![Feature::Points, Feature::Groups, Feature::Opposite],
            pieces: every_piece().map(|(player, kind)| piece_kind(player, kind)).collect(),
            players: [Colour::Red, Colour::Green],
            text_scale: (4.0, 1.0 / ROW_HEIGHT),
        }
    }

    fn scene(&self) -> Scene {
        let stacks = every_piece().enumerate().flat_map(|(piece, (player, kind))| {
            let points = self.pieces.of(player, kind).into_iter();
            points.map(move |point| Stack::of(point.index(), piece))
        });
        Scene {
            stacks: stacks.collect(),
            holdings: self.holdings(),
            winning: indices(self.winning()),
        }
    }

    fn rows(options: &Options, stacks: &[Stack]) -> String {
        let pieces = Fibonacci::geometry(options).pieces;
        let letters = |point: Point| letters(&pieces, stacks, point.index());
        written_rows((0..ROWS).rev().map(|row| Point::of_row(row).map(letters)))
    }

    fn fields(options: &Options) -> Vec<Field> {
        let mut fields = vec![
            Field::of("player", Player::ALL.map(letter)),
            Field::open("turn_number"),
            Field::open("steps_left"),
        ];
        if *options == Options::Cards {
            fields.push(Field::open("packs"));
        }
        fields
    }

    fn clicks(mv: Move) -> Vec<Click> {
        Fibonacci::touched(mv).into_iter().map(Click::on).collect()
    }

    fn entered(_: &Options, clicks: &[Click]) -> Option<Move> {
        let point = |click: &Click| Point::from_index(click.site);
        let step = |from: &Click, to: &Click| {
            let (from, to) = (point(from)?, point(to)?);
            Some(Move::Step { from, to })
        };
        match clicks {
            [from, to] => step(from, to),
            // A point alone is half a step: it leads nowhere.
            [at] if at.site < Point::COUNT => step(at, at),
            [button] if button.site == Point::COUNT => Some(Move::End),
            [card] => {
                let value = u8::try_from(card.site - Point::COUNT).ok()?;
                (value <= HIGHEST_CARD).then_some(Move::Card(value))
            }
            _ => None,
        }
    }

    fn touched(mv: Move) -> Vec<usize> {
        match mv {
            Move::Step { from, to } => vec![from.index(), to.index()],
            Move::End => vec![Point::COUNT],
            Move::Card(value) => vec![Point::COUNT + usize::from(value)],
        }
    }

    fn group(&self, site: usize) -> Option<Vec<usize>> {
        let point = Point::from_index(site)?;
        let (_, kind) = self.pieces.at(point)?;
        (kind != Kind::Central).then(|| indices(self.pieces.group(point).points))
    }

    fn ending(&self) -> Option<&'static str> {
        let word = match self.options() {
            Options::Classic => "surrounded",
            Options::Cards => "connected",
        };
        self.turn().is_over().then_some(word)
    }
}
