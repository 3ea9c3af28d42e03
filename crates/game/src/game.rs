//! The trait that every game implements, and that everything else is written against.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use rand_core::Rng;

use crate::random::Draw;
use crate::{About, Explain, IllegalMove, ParseError, Player, Reason, Repetition, Turn, What};

/// A position of one game. Values are small and heap-free; search clones them.
///
/// A turn of several steps is several moves by the same player, and a drawn card is a move by chance: applying a
/// move is always deterministic. The rule of repetition needs history and so lives beside the position, in a
/// [`Playthrough`](crate::Playthrough), a playout or a search stack.
pub trait Game: Clone + Eq + Debug + Display + Send + Sync + 'static {
    /// One step of a turn, or one drawn card; its text needs no position.
    type Move: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;

    /// What can be wrong with a text or a move of this game, beyond what can be wrong in every game.
    type Fault: Explain + Clone + Eq + Send + Sync + 'static;

    /// Rule options: which variant is played. `Default` is the standard game.
    type Options: Clone
        + Default
        + Eq
        + Hash
        + Debug
        + Display
        + Send
        + Sync
        + 'static
        + FromStr<Err: Error + Into<ParseError<Self::Fault>>>;

    /// The position that a game with these options starts from.
    fn start(options: &Self::Options) -> Self;

    /// The options this position is played with.
    fn options(&self) -> Self::Options;

    /// Reads a position of these options, in the notation that `Display` writes.
    fn parse(options: &Self::Options, text: &str) -> Result<Self, ParseError<Self::Fault>>;

    /// Reads a move, in the notation that its `Display` writes. Whether it is legal is another question.
    fn parse_move(options: &Self::Options, text: &str) -> Result<Self::Move, ParseError<Self::Fault>>;

    /// Who acts next, without regard to repetition.
    fn turn(&self) -> Turn;

    /// The player whose turn it is in the position's text, also while a card is drawn and when the game is over.
    fn player(&self) -> Player;

    /// Whether the next move begins a turn; false between the steps of one, and after its card is drawn.
    fn begins_turn(&self) -> bool {
        true
    }

    /// Appends all legal moves, or chance outcomes, in a fixed order; none when the game is over.
    fn add_legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// All legal moves, or chance outcomes, in that order.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.add_legal_moves(&mut moves);
        moves
    }

    /// How many legal moves there are.
    fn move_count(&self) -> usize {
        self.legal_moves().len()
    }

    /// A random legal move: each as likely, or a chance outcome by its weight. `None` when the game is over.
    ///
    /// Games override it where they can draw without listing all moves.
    fn random_move<R: Rng + ?Sized>(&self, random: &mut R) -> Option<Self::Move> {
        choose(self, |limit| random.below(limit))
    }

    /// Relative weight of a chance outcome.
    fn weight(&self, _outcome: Self::Move) -> u32 {
        1
    }

    /// Says why a move is illegal, if it is.
    fn check(&self, mv: Self::Move) -> Result<(), IllegalMove<Self::Fault>>;

    /// Plays a legal move. An illegal one may panic or corrupt the value, never memory.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Plays a move, or leaves the position unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove<Self::Fault>> {
        self.check(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Incremental key of exactly what `==` compares.
    fn key(&self) -> u64;

    /// A key for search: equal keys mean the same future, history aside, though the positions may differ in what no
    /// longer matters.
    fn search_key(&self) -> u64 {
        self.key()
    }

    /// What this position means to the rule of repetition.
    fn repetition(&self) -> Repetition;
}

/// Chooses a legal move, each as likely, or a chance outcome by its weight; none when the game is over.
///
/// `below` draws a number from 0 to its argument, exclusive: a server hands in a cryptographic generator.
pub fn choose<G: Game>(position: &G, mut below: impl FnMut(usize) -> usize) -> Option<G::Move> {
    let moves = position.legal_moves();
    let total: usize = moves.iter().map(|&mv| position.weight(mv) as usize).sum();
    if total == 0 {
        return None;
    }
    let mut drawn = below(total);
    moves.into_iter().find(|&mv| {
        let weight = position.weight(mv) as usize;
        let is_it = drawn < weight;
        drawn = drawn.wrapping_sub(weight);
        is_it
    })
}

/// What a game and its variants are called, in records and on the command line, and who made it.
pub trait Named: Game {
    /// Who made the game with these options, and what it is called.
    fn about(options: &Self::Options) -> &'static About;

    /// The options of the game and variant of these names; no variant means the standard one.
    fn options_named(game: &str, variant: Option<&str>) -> Result<Self::Options, ParseError<Self::Fault>> {
        let standard = Self::Options::default();
        let name = Self::about(&standard).name;
        if game != name {
            return Err(ParseError::new(What::Game, game, Reason::NotThisGame { game: name }));
        }
        variant.map_or(Ok(standard), |variant| variant.parse().map_err(Into::into))
    }

    /// The name of the variant, in games that have several.
    fn variant_name(options: &Self::Options) -> Option<String> {
        let has_variants = !Self::about(options).variants.is_empty();
        has_variants.then(|| options.to_string())
    }

    /// Whether a turn may have several moves, so that records must show where one ends.
    fn has_steps(_options: &Self::Options) -> bool {
        false
    }

    /// Whether anything is left to chance: who plays it over a network seals the cards before.
    fn has_chance(_options: &Self::Options) -> bool {
        false
    }
}

/// The symmetries of a game's board: ways to turn, mirror or recolour a position that commute with play.
pub trait Symmetric: Game {
    /// How many there are; number 0 is the identity.
    const SYMMETRIES: usize;

    /// Whether the symmetry exchanges the players.
    fn exchanges_players(symmetry: usize) -> bool;

    /// This position under a symmetry.
    #[must_use]
    fn transformed(&self, symmetry: usize) -> Self;

    /// A move under a symmetry: playing it on the transformed position transforms the result.
    #[must_use]
    fn transformed_move(mv: Self::Move, symmetry: usize) -> Self::Move;
}
