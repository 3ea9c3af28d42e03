//! Reading the moves of a record, with comments and variations.

use super::ending::parse_result;
use super::error::Place;
use super::scan::{Placed, Scanner, is_line_end, is_space};
use super::tree::{Tree, TurnNumber, join_comments};
use super::{Flaw, MAX_DEPTH, MAX_MOVES, Nag, NodeId, Problem, ReadError, comment_text, played};
use crate::{Named, Outcome, Player, Playthrough, What};

/// Stands in the movetext for the next move of a main line that has ended, so that variations can go on from its
/// last position.
pub(super) const NO_MOVE: &str = "--";

/// The movetext as far as it has been read.
pub(super) struct Movetext<'s, 't, G: Named> {
    scanner: &'s mut Scanner<'t>,
    options: G::Options,
    pub(super) tree: Tree<G::Move>,
    /// The game as it goes in the line that is being read; at the end, as it was played.
    pub(super) game: Playthrough<G>,
    /// The last move of that line, or what it goes on from.
    node: NodeId,
    /// Whether a move of that line has been read.
    line_has_moves: bool,
    /// The comment before the first move of a variation.
    before: String,
    /// A turn's number that no move has followed yet.
    number: Option<Placed<&'t str>>,
    /// Whether the main line is said to have ended, though variations go on.
    main_has_ended: bool,
    /// The variations that have not been closed, the outermost first.
    open: Vec<OpenVariation>,
}

/// A variation that has not been closed.
struct OpenVariation {
    place: Place,
    /// The last move of the line around it.
    node: NodeId,
}

impl<'s, 't, G: Named> Movetext<'s, 't, G> {
    pub(super) fn new(scanner: &'s mut Scanner<'t>, start: G) -> Movetext<'s, 't, G> {
        Movetext {
            scanner,
            options: start.options(),
            tree: Tree::new(),
            game: Playthrough::new(start),
            node: NodeId::ROOT,
            line_has_moves: false,
            before: String::new(),
            number: None,
            main_has_ended: false,
            open: Vec::new(),
        }
    }

    /// Reads everything up to the result.
    pub(super) fn read(&mut self) -> Result<Placed<Option<Outcome>>, ReadError<G::Fault>> {
        loop {
            self.scanner.skip_space();
            let place = self.scanner.place();
            match self.scanner.peek() {
                None => return Err(self.no_result(place, Flaw::TextEnds)),
                Some('[') => return Err(self.no_result(place, Flaw::TagFollows)),
                Some('{' | ';') => self.read_comment()?,
                Some('(') => self.open_variation()?,
                Some(')') => self.close_variation()?,
                Some('$') => self.read_nag()?,
                Some('*') => {
                    self.scanner.bump();
                    return self.end(place, "*");
                }
                Some(_) if self.is_at_number() => self.read_number()?,
                Some(_) => match self.scanner.take_while(is_word_character) {
                    "" => {
                        let found = self.scanner.bump().map(String::from).unwrap_or_default();
                        return Err(place.malformed(What::Movetext, &found, Flaw::NoMeaning));
                    }
                    result @ ("1-0" | "0-1" | "1/2-1/2") => return self.end(place, result),
                    NO_MOVE => self.end_main_line(place)?,
                    word => self.read_move(place, word)?,
                },
            }
        }
    }

    fn no_result(&self, place: Place, flaw: Flaw) -> ReadError<G::Fault> {
        match self.open.last() {
            Some(variation) => variation.place.malformed(What::Variation, "(", Flaw::NotClosed),
            None => place.malformed(What::Movetext, self.scanner.rest_of_line(), flaw),
        }
    }

    fn end(&self, place: Place, text: &str) -> Result<Placed<Option<Outcome>>, ReadError<G::Fault>> {
        self.refuse_number()?;
        if let Some(variation) = self.open.last() {
            return Err(variation
                .place
                .malformed(What::Variation, "(", Flaw::NotClosedBeforeResult));
        }
        let value = parse_result(text).map_err(|error| place.error(Problem::Malformed(error)))?;
        Ok(Placed { place, value })
    }

    fn read_comment(&mut self) -> Result<(), ReadError<G::Fault>> {
        let place = self.scanner.place();
        let raw = if self.scanner.take(';') {
            self.scanner.take_while(|character| !is_line_end(character))
        } else {
            self.scanner.bump();
            let text = self.scanner.rest();
            while self.scanner.peek() != Some('}') {
                // A comment that nobody closed must not swallow the records behind it.
                if self.scanner.is_at_record() || self.scanner.bump().is_none() {
                    return Err(place.malformed(What::Comment, "{", Flaw::NotClosed));
                }
            }
            let raw = &text[..text.len() - self.scanner.rest().len()];
            self.scanner.bump();
            raw
        };
        let comment = comment_text(raw).map_err(|error| place.error(Problem::Malformed(error)))?;
        if self.open.is_empty() || self.line_has_moves {
            join_comments(&mut self.tree[self.node].notes.comment, &comment);
        } else {
            join_comments(&mut self.before, &comment);
        }
        Ok(())
    }

    fn read_nag(&mut self) -> Result<(), ReadError<G::Fault>> {
        let place = self.scanner.place();
        self.refuse_number()?;
        self.scanner.bump();
        let digits = self.scanner.take_while(is_word_character);
        let refuse = |flaw| Err(place.malformed(What::Glyph, &format!("${digits}"), flaw));
        // A number would be parsed with a plus sign, too.
        let Some(number) = digits.parse().ok().filter(|_| !digits.starts_with('+')) else {
            return refuse(Flaw::GlyphNumber);
        };
        if !self.line_has_moves {
            return refuse(Flaw::NoMoveBefore);
        }
        self.add_nag(Nag(number));
        Ok(())
    }

    fn add_nag(&mut self, nag: Nag) {
        let nags = &mut self.tree[self.node].notes.nags;
        if !nags.contains(&nag) {
            nags.push(nag);
        }
    }

    fn is_at_number(&self) -> bool {
        let rest = self.scanner.rest();
        let after = rest.trim_start_matches(|character: char| character.is_ascii_digit());
        let is_whole_word = after.starts_with('.') || !after.starts_with(is_word_character);
        after.len() < rest.len() && is_whole_word
    }

    /// Reads the number of a turn, which must be right. One dot stands for the first player, more for the second.
    fn read_number(&mut self) -> Result<(), ReadError<G::Fault>> {
        self.refuse_number()?;
        let place = self.scanner.place();
        let text = self.scanner.rest();
        let digits = self.scanner.take_while(|character| character.is_ascii_digit());
        let mut end = self.scanner.rest();
        let mut dots = 0;
        self.scanner.skip_space();
        while self.scanner.take('.') {
            end = self.scanner.rest();
            dots += 1;
            self.scanner.skip_space();
        }
        let found = &text[..text.len() - end.len()];
        let player = match dots {
            0 => None,
            1 => Some(Player::First),
            _ => Some(Player::Second),
        };
        let previous = self.tree[self.node].played().map(|played| played.turn);
        let turn = TurnNumber::following(previous, self.game.position());
        if digits.parse() != Ok(turn.number) || player.is_some_and(|player| player != turn.player) {
            return Err(place.malformed(What::TurnNumber, found, Flaw::OtherTurn { turn }));
        }
        self.number = Some(Placed { place, value: found });
        Ok(())
    }

    /// After a number comes a move.
    fn refuse_number(&self) -> Result<(), ReadError<G::Fault>> {
        match &self.number {
            None => Ok(()),
            Some(number) => Err(number
                .place
                .malformed(What::TurnNumber, number.value, Flaw::NoMoveAfter)),
        }
    }

    fn read_move(&mut self, place: Place, word: &str) -> Result<(), ReadError<G::Fault>> {
        let text = word.trim_end_matches(['!', '?']);
        let sign = &word[text.len()..];
        if text.is_empty() && !self.line_has_moves {
            return Err(place.malformed(What::Glyph, sign, Flaw::NoMoveBefore));
        }
        if !text.is_empty() {
            let mv = G::parse_move(&self.options, text).map_err(|error| place.error(error))?;
            self.play(place, mv)?;
        }
        if !sign.is_empty() {
            self.refuse_number()?;
            let nag = Nag::from_sign(sign).ok_or_else(|| place.malformed(What::Glyph, sign, Flaw::GlyphSign))?;
            self.add_nag(nag);
        }
        Ok(())
    }

    fn play(&mut self, place: Place, mv: G::Move) -> Result<(), ReadError<G::Fault>> {
        let refuse = |flaw| Err(place.malformed(What::Move, &mv.to_string(), flaw));
        if self.tree.len() == MAX_MOVES {
            return refuse(Flaw::TooManyMoves { limit: MAX_MOVES });
        }
        if self.goes_on_from_end() {
            return refuse(Flaw::MainLineEnded);
        }
        if !self.open.is_empty() && self.tree.child(self.node, mv).is_some() {
            return refuse(Flaw::LineTwice);
        }
        let played = played(&self.tree, self.node, self.game.position(), mv);
        self.game.play(mv).map_err(|error| place.error(error))?;
        self.node = if self.open.is_empty() {
            self.tree.append(played)
        } else {
            self.tree.add(self.node, played)
        };
        self.tree[self.node].notes.before = std::mem::take(&mut self.before);
        self.line_has_moves = true;
        self.number = None;
        Ok(())
    }

    fn end_main_line(&mut self, place: Place) -> Result<(), ReadError<G::Fault>> {
        if !self.open.is_empty() || self.main_has_ended {
            return Err(place.malformed(What::Move, NO_MOVE, Flaw::NotAtEnd));
        }
        self.main_has_ended = true;
        self.number = None;
        Ok(())
    }

    /// Whether a variation of the line that is being read goes on from the line's last position, rather than from
    /// the one before its last move.
    fn goes_on_from_end(&self) -> bool {
        self.open.is_empty() && self.main_has_ended
    }

    fn open_variation(&mut self) -> Result<(), ReadError<G::Fault>> {
        let place = self.scanner.place();
        self.refuse_number()?;
        self.scanner.bump();
        if self.open.len() == MAX_DEPTH {
            return Err(place.malformed(What::Variation, "(", Flaw::TooDeep { limit: MAX_DEPTH }));
        }
        let goes_on = self.goes_on_from_end();
        self.open.push(OpenVariation { place, node: self.node });
        if !goes_on {
            match self.tree[self.node].parent().filter(|_| self.line_has_moves) {
                None => {
                    return Err(place.malformed(What::Variation, "(", Flaw::NothingToReplace));
                }
                Some(parent) => self.node = parent,
            }
            self.game.undo();
        }
        self.line_has_moves = false;
        Ok(())
    }

    fn close_variation(&mut self) -> Result<(), ReadError<G::Fault>> {
        let place = self.scanner.place();
        self.refuse_number()?;
        self.scanner.bump();
        let Some(variation) = self.open.pop() else {
            return Err(place.malformed(What::Variation, ")", Flaw::NoneOpen));
        };
        if !self.line_has_moves {
            return Err(variation.place.malformed(What::Variation, "(", Flaw::NoMoves));
        }
        self.node = variation.node;
        let ply = self.tree[self.node].ply();
        self.line_has_moves = ply > 0;
        let goes_on = self.goes_on_from_end();
        while self.game.moves().len() > ply - usize::from(!goes_on) {
            self.game.undo();
        }
        if !goes_on && let Some(played) = self.tree[self.node].played() {
            self.game.play(played.mv).map_err(|error| place.error(error))?;
        }
        Ok(())
    }
}

/// What a move, number or result is made of; the other characters have a meaning of their own.
fn is_word_character(character: char) -> bool {
    !is_space(character) && !"(){}[];$*".contains(character)
}
