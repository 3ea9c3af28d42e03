//! Reading records: forgiving in white space, strict in meaning. Every move is checked against the rules.

use std::marker::PhantomData;
use std::str::FromStr;

use super::header::Header;
use super::movetext::Movetext;
use super::scan::Scanner;
use super::{Flaw, ReadError, Record};
use crate::{Named, What};

/// The records of a text, one after the other. After a record with an error come those behind it: from the next tag
/// that follows an empty line.
#[derive(Clone, Debug)]
pub struct Records<'t, G> {
    scanner: Scanner<'t>,
    game: PhantomData<G>,
}

impl<'t, G: Named> Records<'t, G> {
    /// The records of this text.
    #[must_use]
    pub fn new(text: &'t str) -> Records<'t, G> {
        Records {
            scanner: Scanner::new(text),
            game: PhantomData,
        }
    }
}

impl<G: Named> Iterator for Records<'_, G> {
    type Item = Result<Record<G>, ReadError<G::Fault>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.scanner.skip_space();
        self.scanner.peek()?;
        let record = read_record(&mut self.scanner);
        if record.is_err() {
            self.scanner.skip_to_record();
        }
        Some(record)
    }
}

/// Reads all records of a text, up to the first error.
pub fn read_all<G: Named>(text: &str) -> Result<Vec<Record<G>>, ReadError<G::Fault>> {
    Records::new(text).collect()
}

/// Reads a text that is one record.
impl<G: Named> FromStr for Record<G> {
    type Err = ReadError<G::Fault>;

    fn from_str(text: &str) -> Result<Record<G>, ReadError<G::Fault>> {
        let mut scanner = Scanner::new(text);
        let record = read_record(&mut scanner)?;
        scanner.skip_space();
        match scanner.peek() {
            None => Ok(record),
            Some(_) => Err(scanner
                .place()
                .malformed(What::Record, scanner.rest_of_line(), Flaw::AfterResult)),
        }
    }
}

fn read_record<G: Named>(scanner: &mut Scanner<'_>) -> Result<Record<G>, ReadError<G::Fault>> {
    let header = Header::read(scanner)?;
    let start = header.start(scanner)?;
    let mut movetext = Movetext::new(scanner, start);
    let result = movetext.read()?;
    let mut record = Record {
        tags: header.tags().clone(),
        main: movetext.game,
        tree: movetext.tree,
        ending: None,
    };
    record.ending = header.ending(&record, &result)?;
    Ok(record)
}
