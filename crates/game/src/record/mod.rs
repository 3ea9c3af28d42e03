//! Records of whole games as text, in PGN's syntax, and as a tree of moves to look through and to annotate.
//!
//! ```text
//! [Game "fibonacci"]
//! [Variant "cards"]
//! [Event "Club evening"]
//! [Date "2012.10.??"]
//! [First "Anna"]
//! [Second "Ben"]
//! [Result "1-0"]
//! [Termination "resignation"]
//!
//! 1. #2 a5-b5 $1 {A quiet start.} 1. end 1... #1 k7-j7 (1... k8-j8 2. #3 a4-b4)
//! 2. #3 a4-b4 1-0
//! ```
//!
//! # Tags
//! A tag is `[Name "value"]` with `\"` and `\\` for a quote and a backslash. They are written in this order:
//!
//! | tag | value |
//! | --- | --- |
//! | `Game` | the game's name; the only tag that must be there |
//! | `Variant` | in games with variants; without it the standard one is meant |
//! | `Event`, `Site`, `Round`, `TimeControl` | any text |
//! | `Date` | `YYYY.MM.DD`, with question marks for what is unknown |
//! | `First`, `Second` | the players' names, in the order in which they move |
//! | `Result` | `1-0` (the first player won), `0-1`, `1/2-1/2`, or `*` (no result); optional on reading |
//! | `Termination` | see below |
//! | `Position` | the position the game started from, if not the standard one |
//! | any other | any text; in the order given |
//!
//! # Movetext
//! A turn has a number, followed by one dot for the first player and by three for the second. In games where a turn
//! is one move, `1. e0 f3 2. g4`, the second player's number is left out; in games where a turn may have several
//! moves every turn has its own, `1. a5-b5 1... k7-j7 end`. A drawn card is a move. Counting starts from 1 whoever
//! begins; when the rules skip a turn the same player has two numbers in a row. A number is repeated after a comment
//! or a variation. On reading numbers are optional, and may be written without dots, but must be right.
//!
//! `{A comment}` belongs to the move before it, or to the move after it where it begins a variation, or to the whole
//! game where it begins the movetext. Two comments in one place, or one after a variation, become one with the move's
//! own. White space in a comment is one space or line break, whichever fits, so that lines can be wrapped; a closing
//! brace cannot be part of it. On reading `; a comment` also goes to the end of its line, and a line that begins with
//! `%` is left out.
//!
//! `$1` is an [annotation glyph](Nag); on reading `!`, `?`, `!!`, `??`, `!?` and `?!` after a move are `$1` to `$6`.
//!
//! `(A variation)` replaces the move before it; two variations of a move, or a variation and the move itself, never
//! begin with the same move. `--` stands for the next move of a main line that has ended: `1. e0 f3 -- (2. g4) 1-0`
//! says how a game that was given up after f3 could have gone on.
//!
//! The movetext ends with the result. For all this to be told apart, a move's text has none of `(){}[];$*` and no white
//! space, does not end with `!` or `?`, and does not begin with a number and a dot.
//!
//! # Result
//! Result tag, movetext and rules must agree. A game that the rules ended has the rules' result and the termination
//! `rules` or `repetition`, which may be left out on reading. Any other game has the result `*`, or a tag
//! `Termination` that says what ended it: `agreement` (a draw), `resignation` or `time` (a win), `adjudication` (a win
//! or a draw), `abandoned` (any of these, or `*`). `unterminated` is the same as no termination.
//!
//! # Reading and writing
//! Reading is forgiving in white space and strict in meaning: every move is checked against the rules, in variations
//! too. A tag after an empty line always begins a new record, so that an error never spreads to the next one. Reading
//! takes time in proportion to the text. Writing is canonical: what is read back is equal, and is written the
//! same again.
//!
//! ```
//! use halte_game::matches::{Matches, Take};
//! use halte_game::record::{Ending, NodeId, Record, read_all};
//! use halte_game::{Outcome, Player};
//!
//! let text = "[Game \"matches\"]\n\n1. x2 {Best.} x1 (x2!) 2. x2 1-0";
//! let mut record: Record<Matches> = text.parse()?;
//! assert_eq!(record.main_line().moves().len(), 3);
//! assert_eq!(record.ending(), Some(Ending::Rules(Outcome::Win(Player::First))));
//!
//! let start = record.add_variation(NodeId::ROOT, Take(1))?;
//! record.set_comment(start, "Too few?")?;
//! assert_eq!(
//!     record.to_string(),
//!     r#"[Game "matches"]
//! [Result "1-0"]
//! [Termination "rules"]
//!
//! 1. x2 {Best.} (1. x1 {Too few?}) 1... x1 (1... x2 $1) 2. x2 1-0
//! "#
//! );
//!
//! let error = read_all::<Matches>("[Game \"matches\"]\n\n1. x2 x2 2. x2 1-0").unwrap_err();
//! assert_eq!(error.to_string(), r#"3:13: illegal move "x2": there are 1 matches"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod date;
mod ending;
mod error;
mod header;
mod movetext;
mod nag;
mod read;
mod scan;
mod tags;
mod tree;
mod write;

pub use date::Date;
pub use ending::{Ending, parse_result, result_text};
pub use error::{EditError, Flaw, Problem, ReadError};
pub use nag::Nag;
pub use read::{Records, read_all};
pub use tags::{MAX_TAGS, Tags};
pub use tree::{Node, NodeId, Played, Step, TurnNumber, Walk};
pub use write::write_all;

use crate::{Game, Outcome, ParseError, Playthrough, What};
use tree::Tree;

/// The most moves that a record may have, variations included: far more than a game or a book about one needs, and
/// few enough to be read by a server.
pub const MAX_MOVES: usize = 20_000;

/// How deep variations may be nested, so that a program may walk through them by recursion.
pub const MAX_DEPTH: usize = 100;

/// A game as it was played, the main line, with variations and comments.
///
/// The main line grows by [`append`](Record::append), shrinks by [`take_back`](Record::take_back) and is protected from
/// everything else: variations can be added, reordered and removed around it. Records are equal if they are written the same.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    tags: Tags,
    main: Playthrough<G>,
    tree: Tree<G::Move>,
    /// How the game ended, if the rules did not end it.
    ending: Option<Ending>,
}

impl<G: Game> PartialEq for Record<G> {
    fn eq(&self, other: &Record<G>) -> bool {
        self.tags == other.tags
            && self.start() == other.start()
            && self.ending == other.ending
            && self.main.moves().len() == other.main.moves().len()
            && self.tree == other.tree
    }
}

impl<G: Game> Eq for Record<G> {}

/// The record of a game as far as it has been played; refused if that is longer than a record may be.
impl<G: Game> TryFrom<Playthrough<G>> for Record<G> {
    type Error = EditError<G::Fault>;

    fn try_from(game: Playthrough<G>) -> Result<Record<G>, EditError<G::Fault>> {
        let mut record = Record::new(game.start().clone());
        for &mv in game.moves() {
            record.append(mv)?;
        }
        Ok(record)
    }
}

impl<G: Game> Record<G> {
    /// A record without moves of a game that starts from this position.
    #[must_use]
    pub fn new(start: G) -> Record<G> {
        Record {
            tags: Tags::default(),
            main: Playthrough::new(start),
            tree: Tree::new(),
            ending: None,
        }
    }

    /// The position the game started from.
    #[must_use]
    pub fn start(&self) -> &G {
        self.main.start()
    }

    /// The variant that is played.
    #[must_use]
    pub fn options(&self) -> G::Options {
        self.start().options()
    }

    /// What is said about the game as a whole.
    #[must_use]
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// What is said about the game as a whole, to change it.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.tags
    }

    /// The game as it was played, to its last move.
    #[must_use]
    pub fn main_line(&self) -> &Playthrough<G> {
        &self.main
    }

    /// The nodes of the main line: the root, then one for each move.
    #[must_use]
    pub fn main_nodes(&self) -> &[NodeId] {
        self.tree.main()
    }

    /// The last node of the main line.
    #[must_use]
    pub fn end_node(&self) -> NodeId {
        self.tree.end()
    }

    /// Whether a node is there and on the main line.
    #[must_use]
    pub fn is_main(&self, id: NodeId) -> bool {
        self.node(id).is_some() && self.tree.is_main(id)
    }

    /// A move with what is said about it.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<&Node<G::Move>> {
        self.tree.node(id)
    }

    /// How many moves there are, variations included.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.tree.len()
    }

    /// All moves and variations in the order in which they are written.
    #[must_use]
    pub fn walk(&self) -> Walk<'_, G::Move> {
        self.tree.walk()
    }

    /// The game up to a node, variations taken as if they had been played.
    #[must_use]
    pub fn game_at(&self, id: NodeId) -> Option<Playthrough<G>> {
        self.node(id)?;
        let mut game = Playthrough::new(self.start().clone());
        for mv in self.tree.moves_to(id) {
            game.play(mv).ok()?;
        }
        Some(game)
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        match self.main.position().turn().outcome() {
            Some(outcome) => Some(Ending::Rules(outcome)),
            None if self.main.is_repetition() => Some(Ending::Repetition),
            None => self.ending,
        }
    }

    /// Who won, if the game has a result.
    #[must_use]
    pub fn result(&self) -> Option<Outcome> {
        self.ending()?.result()
    }

    /// Ends the game otherwise than by the rules.
    pub fn end(&mut self, ending: Ending) -> Result<(), EditError<G::Fault>> {
        if self.ending().is_some() {
            return Err(EditError::Ended);
        }
        if matches!(ending, Ending::Rules(_) | Ending::Repetition) {
            return Err(EditError::NotByTheRules);
        }
        self.ending = Some(ending);
        Ok(())
    }

    /// Plays a move at the end of the main line. A variation that begins there with this move becomes the main line.
    pub fn append(&mut self, mv: G::Move) -> Result<NodeId, EditError<G::Fault>> {
        if self.ending.is_some() {
            return Err(EditError::Ended);
        }
        if self.tree.child(self.end_node(), mv).is_none() {
            self.check_room()?;
        }
        let played = played(&self.tree, self.end_node(), self.main.position(), mv);
        self.main.play(mv)?;
        Ok(self.tree.append(played))
    }

    /// Takes back how the game ended otherwise than by the rules: it goes on.
    pub fn resume(&mut self) -> Option<Ending> {
        self.ending.take()
    }

    /// Takes back the last move of the main line, with what is said about it and how it could have gone on, and says
    /// which it was. A game that was ended otherwise than by the rules must be resumed first.
    pub fn take_back(&mut self) -> Result<Option<G::Move>, EditError<G::Fault>> {
        if self.ending.is_some() {
            return Err(EditError::Ended);
        }
        let taken = self.main.undo();
        if taken.is_some() {
            self.tree.take_back();
        }
        Ok(taken)
    }

    /// Plays a move after a node, and says which node it leads to. If the move is there already nothing changes.
    ///
    /// After a node of the main line the move begins a variation, also after the last one. After the last move of a
    /// variation it continues it.
    pub fn add_variation(&mut self, at: NodeId, mv: G::Move) -> Result<NodeId, EditError<G::Fault>> {
        let game = self.game_at(at).ok_or(EditError::UnknownNode)?;
        if let Some(id) = self.tree.child(at, mv) {
            return Ok(id);
        }
        self.check_room()?;
        game.check(mv)?;
        if self.tree.depth_of_new_child(at) > MAX_DEPTH {
            return Err(EditError::TooDeep { limit: MAX_DEPTH });
        }
        let played = played(&self.tree, at, game.position(), mv);
        Ok(self.tree.add(at, played))
    }

    /// Removes a move of a variation and all that follows it. If it continued its line, the first variation that
    /// began in its place continues it now.
    pub fn remove_variation(&mut self, id: NodeId) -> Result<(), EditError<G::Fault>> {
        self.check_variation(id)?;
        self.tree.remove(id);
        Ok(())
    }

    /// Moves a variation one place forward among those that begin at the same node; within a variation it can take
    /// the place of the line's own next move. The foremost one stays where it is.
    pub fn promote(&mut self, id: NodeId) -> Result<(), EditError<G::Fault>> {
        self.check_variation(id)?;
        let is_promoted = self.tree.promote(id, MAX_DEPTH);
        is_promoted.then_some(()).ok_or(EditError::TooDeep { limit: MAX_DEPTH })
    }

    /// Sets the comment after a move, or at the root the one before the first move; an empty text removes it.
    ///
    /// White space becomes single spaces, and a closing brace is refused.
    pub fn set_comment(&mut self, id: NodeId, text: &str) -> Result<(), EditError<G::Fault>> {
        self.node(id).ok_or(EditError::UnknownNode)?;
        self.tree[id].notes.comment = comment_text(text)?;
        Ok(())
    }

    /// Sets the comment before the first move of a variation, in the same way as [`set_comment`](Self::set_comment).
    pub fn set_comment_before(&mut self, id: NodeId, text: &str) -> Result<(), EditError<G::Fault>> {
        self.node(id).ok_or(EditError::UnknownNode)?;
        if self.tree.continues_line(id) {
            return Err(EditError::NoCommentBefore);
        }
        self.tree[id].notes.before = comment_text(text)?;
        Ok(())
    }

    /// Sets the annotation glyphs of a move; one that is given twice counts once.
    pub fn set_nags(&mut self, id: NodeId, nags: &[Nag]) -> Result<(), EditError<G::Fault>> {
        let node = self.node(id).ok_or(EditError::UnknownNode)?;
        if node.played().is_none() {
            return Err(EditError::NoMove);
        }
        let mut distinct = Vec::new();
        for &nag in nags {
            if !distinct.contains(&nag) {
                distinct.push(nag);
            }
        }
        self.tree[id].notes.nags = distinct;
        Ok(())
    }

    fn check_room(&self) -> Result<(), EditError<G::Fault>> {
        let has_room = self.tree.len() < MAX_MOVES;
        has_room
            .then_some(())
            .ok_or(EditError::TooManyMoves { limit: MAX_MOVES })
    }

    fn check_variation(&self, id: NodeId) -> Result<(), EditError<G::Fault>> {
        self.node(id).ok_or(EditError::UnknownNode)?;
        (!self.tree.is_main(id)).then_some(()).ok_or(EditError::MainLine)
    }
}

/// A move that is played in `position`, which a node has led to.
fn played<G: Game>(tree: &Tree<G::Move>, node: NodeId, position: &G, mv: G::Move) -> Played<G::Move> {
    let previous = tree[node].played().map(|played| played.turn);
    Played {
        mv,
        turn: TurnNumber::following(previous, position),
        begins_turn: position.begins_turn(),
    }
}

/// A comment as it is kept: white space becomes single spaces.
fn comment_text(text: &str) -> Result<String, ParseError<Flaw>> {
    if text.contains('}') {
        return Err(ParseError::new(What::Comment, text, Flaw::ClosingBrace));
    }
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    Ok(words.join(" "))
}
