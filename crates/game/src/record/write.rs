//! Writing records, in the one canonical form.

use std::fmt::{self, Write};

use super::movetext::NO_MOVE;
use super::tags::is_known;
use super::tree::{NodeId, Step};
use super::{Record, result_text};
use crate::{Named, Player};

/// The most characters in a line of movetext, as in PGN's export format. A longer word has a line of its own.
const LINE_WIDTH: usize = 80;

/// Writes records one after the other, as [`read_all`](super::read_all) reads them.
pub fn write_all<'r, G: Named>(records: impl IntoIterator<Item = &'r Record<G>>) -> String {
    let texts: Vec<String> = records.into_iter().map(Record::to_string).collect();
    texts.join("\n")
}

/// The record in its canonical form.
impl<G: Named> fmt::Display for Record<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        f.write_char('\n')?;
        self.write_movetext(Lines::new(f))
    }
}

impl<G: Named> Record<G> {
    fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.options();
        write_tag(f, "Game", G::about(&options).name)?;
        if let Some(variant) = G::variant_name(&options) {
            write_tag(f, "Variant", &variant)?;
        }
        for (name, value) in self.tags.iter().filter(|(name, _)| is_known(name)) {
            write_tag(f, name, value)?;
        }
        write_tag(f, "Result", result_text(self.result()))?;
        if let Some(ending) = self.ending() {
            write_tag(f, "Termination", ending.name())?;
        }
        if *self.start() != G::start(&options) {
            write_tag(f, "Position", &self.start().to_string())?;
        }
        for (name, value) in self.tags.iter().filter(|(name, _)| !is_known(name)) {
            write_tag(f, name, value)?;
        }
        Ok(())
    }

    fn write_movetext(&self, mut lines: Lines<'_, '_>) -> fmt::Result {
        let has_steps = G::has_steps(&self.options());
        lines.comment(self.tree[NodeId::ROOT].comment())?;
        // Whether something stands between this move and the one before it.
        let mut is_apart = true;
        for step in self.walk() {
            match step {
                Step::Open => lines.begin("("),
                Step::Close => lines.attach(")"),
                Step::End => lines.word(NO_MOVE)?,
                Step::Move(id) => self.write_move(&mut lines, id, is_apart, has_steps)?,
            }
            is_apart = match step {
                Step::Move(id) => !self.tree[id].comment().is_empty(),
                Step::Open | Step::Close | Step::End => true,
            };
        }
        lines.word(result_text(self.result()))?;
        lines.finish()
    }

    fn write_move(&self, lines: &mut Lines<'_, '_>, id: NodeId, is_apart: bool, has_steps: bool) -> fmt::Result {
        let node = &self.tree[id];
        let (Some(played), Some(parent)) = (node.played(), node.parent()) else {
            return Ok(());
        };
        lines.comment(node.comment_before())?;
        let previous = self.tree[parent].played().map(|played| played.turn.number);
        let begins_number = played.turn.player == Player::First || previous != Some(played.turn.number);
        if is_apart || played.begins_turn && (has_steps || begins_number) {
            lines.word(played.turn)?;
        }
        lines.word(played.mv)?;
        for nag in node.nags() {
            lines.word(nag)?;
        }
        lines.comment(node.comment())
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for character in value.chars() {
        if matches!(character, '"' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(character)?;
    }
    f.write_str("\"]\n")
}

/// Words with a space or a line end between them.
struct Lines<'f, 'w> {
    f: &'f mut fmt::Formatter<'w>,
    /// Characters in the line so far.
    width: usize,
    /// The last word, to which something may still be attached.
    word: String,
    /// What the next word begins with.
    prefix: String,
}

impl<'f, 'w> Lines<'f, 'w> {
    fn new(f: &'f mut fmt::Formatter<'w>) -> Lines<'f, 'w> {
        Lines {
            f,
            width: 0,
            word: String::new(),
            prefix: String::new(),
        }
    }

    /// Puts a sign directly before the next word.
    fn begin(&mut self, sign: &str) {
        self.prefix.push_str(sign);
    }

    /// Puts a sign directly after the last word.
    fn attach(&mut self, sign: &str) {
        self.word.push_str(sign);
    }

    fn word(&mut self, word: impl fmt::Display) -> fmt::Result {
        self.write_last_word()?;
        self.word.clear();
        write!(self.word, "{}{word}", self.prefix)?;
        self.prefix.clear();
        Ok(())
    }

    fn comment(&mut self, text: &str) -> fmt::Result {
        if text.is_empty() {
            return Ok(());
        }
        self.begin("{");
        for word in text.split(' ') {
            self.word(word)?;
        }
        self.attach("}");
        Ok(())
    }

    fn write_last_word(&mut self) -> fmt::Result {
        let width = self.word.chars().count();
        if self.width == 0 {
            self.width = width;
        } else if self.width + 1 + width <= LINE_WIDTH {
            self.f.write_char(' ')?;
            self.width += 1 + width;
        } else {
            self.f.write_char('\n')?;
            self.width = width;
        }
        self.f.write_str(&self.word)
    }

    fn finish(mut self) -> fmt::Result {
        self.write_last_word()?;
        self.f.write_char('\n')
    }
}
