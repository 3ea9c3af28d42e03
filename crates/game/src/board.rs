//! The one description of a board from which everything is drawn: pictures, terminal boards and the browser's.
//!
//! [`Geometry`] is what never changes in a game: cells, bars, labels, kinds of pieces. [`Scene`] is what stands where
//! in one position. [`Click`]s are how a person enters a move. All three are plain data without rules, which the feature
//! `serde` writes as JSON for a browser.

use std::fmt::Display;

use crate::{Game, Player};

/// A point of the drawing plane: x to the right, y down, one unit from a cell's centre to its neighbour's.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Point {
    /// Distance from the left edge.
    pub x: f32,
    /// Distance from the top edge.
    pub y: f32,
}

impl Point {
    /// The point `x` to the right and `y` down.
    #[must_use]
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }
}

/// What never changes in a game: where everything is.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Geometry {
    /// The game whose board it is, by its name in commands and addresses: whoever has its words finds them by it.
    pub game: &'static str,
    /// Width of the whole drawing.
    pub width: f32,
    /// Height of the whole drawing.
    pub height: f32,
    /// Everything that can be pointed at. Cells come first, then places around the board, then buttons.
    pub sites: Vec<Site>,
    /// Lines between points, for boards that are played on intersections.
    pub lines: Vec<[Point; 2]>,
    /// Coloured stretches of the edge.
    pub bars: Vec<Bar>,
    /// Letters and numbers around the board.
    pub labels: Vec<Label>,
    /// Edges of the board that are glued together.
    pub seams: Vec<Seam>,
    /// Lines of sites that are pushed from the edge.
    pub pushes: Vec<Push>,
    /// What else is special about playing on this board.
    pub features: Vec<Feature>,
    /// The kinds of pieces; a [`Scene`] names them by index.
    pub pieces: Vec<PieceKind>,
    /// The players' colours, the first player's first.
    pub players: [Colour; 2],
    /// Characters per unit in a text board, horizontally and vertically; every cell's centre then falls on a
    /// character of its own.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub text_scale: (f32, f32),
}

impl Geometry {
    /// The index of the site with this name.
    #[must_use]
    pub fn site(&self, name: &str) -> Option<usize> {
        self.sites.iter().position(|site| site.name == name)
    }

    /// Whether a board is special in this way.
    #[must_use]
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }
}

/// Something that can be pointed at.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Site {
    /// Its name, as in the notation: `e0`, `3>`, `end`.
    pub name: String,
    /// How people read a move of that name, if not as it is written: `3→`.
    pub shown: Option<String>,
    /// What it is.
    pub kind: SiteKind,
    /// Where it is drawn: twice if a seam cuts it in halves, nowhere if it is a button or a card.
    pub faces: Vec<Face>,
    /// Indices of the sites next to it.
    pub neighbours: Vec<usize>,
}

/// What a site is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum SiteKind {
    /// A cell or point of the board.
    Cell,
    /// A place beside the board, such as the end of a row to push from.
    Edge,
    /// A move that has no place, such as `end` or `pass`.
    Button,
    /// A card that is drawn: it has no place either.
    Card,
}

/// One drawing of a site.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Face {
    /// Where its piece stands.
    pub centre: Point,
    /// Its outline as a polygon, clockwise.
    pub outline: Vec<Point>,
}

impl Face {
    /// A face whose corners are so far to the right of its centre and below it.
    #[must_use]
    pub fn new(centre: Point, corners: &[(f32, f32)]) -> Face {
        let outline = corners.iter().map(|(x, y)| Point::new(centre.x + x, centre.y + y));
        let outline = outline.collect();
        Face { centre, outline }
    }

    /// A square of one unit.
    #[must_use]
    pub fn square(centre: Point) -> Face {
        Face::new(centre, &[(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    }
}

/// A coloured stretch of the edge that belongs to a player.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Bar {
    /// Its name: `red 1`.
    pub name: String,
    /// Whose it is.
    pub player: Player,
    /// Its outlines as polygons.
    pub outlines: Vec<Vec<Point>>,
}

/// Two edges of the board that are glued together: what leaves the board at one comes back at the other. The board is
/// twisted if they run in opposite directions.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Seam {
    /// Where one edge begins and ends.
    pub edge: [Point; 2],
    /// Where the other one does: its points are the same ones.
    pub glued_to: [Point; 2],
}

/// A line of sites that is pushed on by one place, by something that is put in at the edge.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Push {
    /// What the line is called: `3`.
    pub name: String,
    /// Index of the site at the edge to push from.
    pub from: usize,
    /// Indices of the sites along the line, the first one next to that edge.
    pub line: Vec<usize>,
    /// Index of the site at the other end, where what falls out is seen last.
    pub to: usize,
    /// The way everything goes: one unit to the right, to the left, down or up.
    pub way: Point,
}

/// Something special about playing on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Feature {
    /// Pieces stand on points, which lines join, and not in cells.
    Points,
    /// Pieces stand on each other, and a stack can be split: some of them are taken from its top.
    Stacks,
    /// Pieces roll.
    Rolling,
    /// Pieces that belong together light up together.
    Groups,
    /// How far something can come depends on where it goes: a place lights up from where it can be reached.
    Reach,
    /// The players sit opposite each other, and the second one sees the board from the other side.
    Opposite,
}

/// A letter or number beside the board.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Label {
    /// Where its middle is.
    pub at: Point,
    /// What it says.
    pub text: String,
}

impl Label {
    /// A label with its middle there.
    pub fn new(at: Point, text: impl Display) -> Label {
        let text = text.to_string();
        Label { at, text }
    }
}

/// A kind of piece, and how it is told apart from the others: by colour, and by shape or mark as well.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PieceKind {
    /// Its name, a code of the game's own: `red_attack_piece`.
    pub name: &'static str,
    /// Its letter in the notation of positions.
    pub letter: char,
    /// Whose it is, if anyone's.
    pub owner: Option<Player>,
    /// Its colour.
    pub colour: Colour,
    /// Its outline.
    pub shape: Shape,
    /// What is drawn on it.
    pub mark: Mark,
}

/// A colour by its meaning; themes say which shade that is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Colour {
    Red,
    Blue,
    Orange,
    Green,
    White,
    Neutral,
    Black,
}

impl Colour {
    /// Its name: `Red`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Red => "Red",
            Colour::Blue => "Blue",
            Colour::Orange => "Orange",
            Colour::Green => "Green",
            Colour::White => "White",
            Colour::Neutral => "Neutral",
            Colour::Black => "Black",
        }
    }
}

/// The outline of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Shape {
    Disc,
    /// A flat disc that others can stand on: drawn from the side.
    Counter,
    Marble,
    Star,
    Triangle,
    Square,
}

/// What is drawn on a piece, so that colour never tells alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Mark {
    None,
    Dot,
    Ring,
    Cross,
    Stripe,
}

/// What stands where in one position.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Scene {
    /// The occupied sites.
    pub stacks: Vec<Stack>,
    /// What lies beside the board.
    pub holdings: Vec<Holding>,
    /// In a finished game, the sites that show why: the winning line, group, ring.
    pub winning: Vec<usize>,
}

impl Scene {
    /// How many pieces are on the board.
    #[must_use]
    pub fn piece_count(&self) -> usize {
        self.stacks.iter().map(|stack| stack.pieces.len()).sum()
    }
}

/// The pieces on one site.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stack {
    /// Index of the site.
    pub site: usize,
    /// Indices of piece kinds from the bottom up.
    pub pieces: Vec<usize>,
}

impl Stack {
    /// A piece that stands alone.
    #[must_use]
    pub fn of(site: usize, piece: usize) -> Stack {
        let pieces = vec![piece];
        Stack { site, pieces }
    }
}

/// Something beside the board: what a player has, or what is to be known about the turn.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Holding {
    /// Whose it is, if it is one player's.
    pub owner: Option<Player>,
    /// What it is called, a code of the game's own: `in_reserve`.
    pub name: &'static str,
    /// What it is.
    pub held: Held,
}

/// What a holding is.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", rename_all = "snake_case")
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Held {
    /// So many of something.
    Counter {
        /// How many.
        count: u32,
        /// Out of how many, where that is known.
        of: Option<u32>,
        /// Index of the piece kind, where pieces are counted.
        piece: Option<usize>,
    },
    /// Steps that are left of a turn.
    StepsLeft {
        /// How many.
        count: u32,
    },
    /// Steps that a turn would have had.
    StepsTakenAway {
        /// How many.
        count: u32,
    },
    /// The number of something, 1 for the first.
    Number {
        /// Which one it is.
        number: u32,
    },
    /// Pieces in a row.
    Pieces {
        /// Indices of piece kinds.
        pieces: Vec<usize>,
    },
    /// Cards in a row.
    Cards {
        /// All values that there are, and how many cards are left of each.
        cards: Vec<Cards>,
    },
    /// Nothing but its name is to be said.
    Notice,
}

/// Cards of one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Cards {
    /// What is written on them.
    pub value: u32,
    /// How many are left.
    pub left: u32,
}

impl Holding {
    /// A player's pieces of a kind that are not on the board.
    #[must_use]
    pub const fn pieces_of(owner: Player, name: &'static str, count: u32, piece: usize) -> Holding {
        let (of, piece) = (None, Some(piece));
        let held = Held::Counter { count, of, piece };
        Holding {
            owner: Some(owner),
            name,
            held,
        }
    }

    /// What concerns both players.
    #[must_use]
    pub const fn common(name: &'static str, held: Held) -> Holding {
        let owner = None;
        Holding { owner, name, held }
    }
}

/// A word of a position's text behind the one that says what stands where.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Field {
    /// What it says: `player`, `in_hand`.
    pub name: &'static str,
    /// All that it can say; empty if that is too much to list.
    pub choices: Vec<String>,
}

impl Field {
    /// A field that says one of a few things.
    pub fn of(name: &'static str, choices: impl IntoIterator<Item = impl ToString>) -> Field {
        let choices = choices.into_iter().map(|choice| choice.to_string()).collect();
        Field { name, choices }
    }

    /// A field that is written by hand.
    #[must_use]
    pub const fn open(name: &'static str) -> Field {
        let choices = Vec::new();
        Field { name, choices }
    }
}

/// The letters of what stands on a site, from the bottom up.
pub fn letters(pieces: &[PieceKind], stacks: &[Stack], site: usize) -> impl Iterator<Item = char> {
    let found = stacks.iter().filter(move |stack| stack.site == site);
    let kinds = found.flat_map(|stack| stack.pieces.iter().filter_map(|&piece| pieces.get(piece)));
    kinds.map(|kind| kind.letter)
}

/// One thing a person points at to enter a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Click {
    /// Index of the site.
    pub site: usize,
    /// How many pieces to take from the top, where that is a choice.
    pub take: Option<u8>,
}

impl Site {
    /// A cell that is drawn once.
    #[must_use]
    pub fn cell(name: String, face: Face, neighbours: Vec<usize>) -> Site {
        Site {
            name,
            shown: None,
            kind: SiteKind::Cell,
            faces: vec![face],
            neighbours,
        }
    }

    /// A move that has no place.
    #[must_use]
    pub fn button(name: String) -> Site {
        Site {
            name,
            shown: None,
            kind: SiteKind::Button,
            faces: Vec::new(),
            neighbours: Vec::new(),
        }
    }
}

impl Click {
    /// A click on a site.
    #[must_use]
    pub const fn on(site: usize) -> Click {
        Click { site, take: None }
    }
}

/// Pieces that left the board as a point for a player.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Scored {
    /// Who scored.
    pub player: Player,
    /// The pieces from the bottom up, as indices of piece kinds.
    pub pieces: Vec<usize>,
}

/// How a game is drawn and entered. Not hot, never needed by search.
pub trait Board: Game {
    /// Where everything is. Cells have the indices that the game gives them in its own order.
    fn geometry(options: &Self::Options) -> Geometry;

    /// What stands where.
    fn scene(&self) -> Scene;

    /// The first word of a position's text, for pieces that somebody has set up: the text may be no position.
    fn rows(options: &Self::Options, stacks: &[Stack]) -> String;

    /// The other words of a position's text, in their order.
    fn fields(options: &Self::Options) -> Vec<Field>;

    /// The clicks that enter a move, in order. No two moves of a position have the same.
    fn clicks(mv: Self::Move) -> Vec<Click>;

    /// The move that clicks mean, legal or not: what [`clicks`](Board::clicks) says, the other way round.
    fn entered(options: &Self::Options, clicks: &[Click]) -> Option<Self::Move>;

    /// The sites to mark as the last move.
    fn touched(mv: Self::Move) -> Vec<usize>;

    /// The sites of the group that stands on a site, in games that have groups.
    fn group(&self, _site: usize) -> Option<Vec<usize>> {
        None
    }

    /// The move that would be legal if it did not undo the last one, in games that forbid this.
    fn forbidden(&self) -> Option<Self::Move> {
        None
    }

    /// What a legal move would take off the board as a point, in games where pieces score.
    fn scored(&self, _mv: Self::Move) -> Option<Scored> {
        None
    }

    /// How a finished game ended by the rules, as a code of the game's own: `line_of_five`.
    fn ending(&self) -> Option<&'static str>;
}
