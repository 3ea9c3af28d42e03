//! Characters with their places: the lowest layer of reading.

use super::error::Place;

/// Something that was read, and where.
#[derive(Clone, Debug)]
pub(super) struct Placed<T> {
    pub(super) place: Place,
    pub(super) value: T,
}

/// A text that is being read, and the place that reading has come to.
#[derive(Clone, Debug)]
pub(super) struct Scanner<'t> {
    rest: &'t str,
    place: Place,
    /// Line ends since the last character that is not white space.
    line_ends: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Scanner<'t> {
        Scanner {
            rest: text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text),
            place: Place { line: 1, column: 1 },
            // The text's first line may begin a record like one after an empty line.
            line_ends: 2,
        }
    }

    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// What is left to read.
    pub(super) fn rest(&self) -> &'t str {
        self.rest
    }

    /// What is left of this line.
    pub(super) fn rest_of_line(&self) -> &'t str {
        self.rest.split(is_line_end).next().unwrap_or_default()
    }

    /// The next character.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes the next character.
    pub(super) fn bump(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let character = characters.next()?;
        self.rest = characters.as_str();
        // The two characters of a Windows line end are one line end.
        if character == '\n' || character == '\r' && !self.rest.starts_with('\n') {
            self.place.line += 1;
            self.place.column = 1;
            self.line_ends += 1;
        } else {
            self.place.column += 1;
            if !is_space(character) {
                self.line_ends = 0;
            }
        }
        Some(character)
    }

    /// Takes the next character if it is this one.
    pub(super) fn take(&mut self, character: char) -> bool {
        let found = self.peek() == Some(character);
        if found {
            self.bump();
        }
        found
    }

    /// Takes characters as long as they are wanted.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let before = self.rest;
        while self.peek().is_some_and(&wanted) {
            self.bump();
        }
        &before[..before.len() - self.rest.len()]
    }

    /// Takes white space and the lines that begin with `%`, which PGN reserves for other programs.
    pub(super) fn skip_space(&mut self) {
        loop {
            self.take_while(is_space);
            if self.peek() != Some('%') || self.place.column != 1 {
                return;
            }
            let line_ends = self.line_ends;
            self.take_while(|character| !is_line_end(character));
            self.line_ends = line_ends;
        }
    }

    /// Whether a new record begins here: with a tag, after an empty line.
    pub(super) fn is_at_record(&self) -> bool {
        self.line_ends >= 2 && self.peek() == Some('[')
    }

    /// Goes on to where the next record begins, or to the end.
    pub(super) fn skip_to_record(&mut self) {
        self.skip_space();
        while !self.is_at_record() && self.bump().is_some() {
            self.skip_space();
        }
    }
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// A byte order mark may also stand within a text, where files were joined.
pub(super) fn is_space(character: char) -> bool {
    character.is_whitespace() || character == BYTE_ORDER_MARK
}

pub(super) fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r')
}
