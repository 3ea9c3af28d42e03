//! Reading the tag section of a record, and what it says of the game.

use super::ending::parse_result;
use super::error::Place;
use super::scan::{Placed, Scanner, is_line_end};
use super::tags::{DERIVED, is_name_character};
use super::{Ending, Flaw, Problem, ReadError, Record, Tags, result_text};
use crate::{Explain, Named, Outcome, What};

/// The tag section.
pub(super) struct Header {
    tags: Tags,
    /// The values of the tags that follow from the game, in the order of [`DERIVED`].
    derived: [Option<Placed<String>>; DERIVED.len()],
}

impl Header {
    pub(super) fn read<F: Explain>(scanner: &mut Scanner<'_>) -> Result<Header, ReadError<F>> {
        let mut header = Header {
            tags: Tags::default(),
            derived: [const { None }; DERIVED.len()],
        };
        let mut has_tags = false;
        loop {
            scanner.skip_space();
            // A tag after an empty line belongs to the next record: this one has lost its movetext.
            if has_tags && scanner.is_at_record() || !scanner.take('[') {
                return Ok(header);
            }
            header.read_tag(scanner)?;
            has_tags = true;
        }
    }

    /// Reads a tag whose bracket has been taken.
    fn read_tag<F: Explain>(&mut self, scanner: &mut Scanner<'_>) -> Result<(), ReadError<F>> {
        scanner.skip_space();
        let place = scanner.place();
        let name = scanner.take_while(is_name_character);
        if name.is_empty() {
            return Err(place.malformed(What::Tag, scanner.rest_of_line(), Flaw::TagForm));
        }
        scanner.skip_space();
        let value = read_string(scanner, name)?;
        scanner.skip_space();
        if !scanner.take(']') {
            return Err(scanner.place().malformed(What::Tag, name, Flaw::TagNotClosed));
        }
        let again = || place.malformed(What::Tag, name, Flaw::TagTwice);
        if let Some(index) = DERIVED.iter().position(|&derived| derived == name) {
            match self.derived[index].replace(value) {
                None => Ok(()),
                Some(_) => Err(again()),
            }
        } else if self.tags.get(name).is_some() {
            Err(again())
        } else {
            self.tags
                .set(name, &value.value)
                .map_err(|error| value.place.error(Problem::Malformed(error)))
        }
    }

    /// What is said about the game as a whole.
    pub(super) fn tags(&self) -> &Tags {
        &self.tags
    }

    fn derived(&self, name: &str) -> Option<&Placed<String>> {
        let index = DERIVED.iter().position(|&derived| derived == name)?;
        self.derived[index].as_ref()
    }

    /// The position that the game starts from; `scanner` has come to the movetext.
    pub(super) fn start<G: Named>(&self, scanner: &Scanner<'_>) -> Result<G, ReadError<G::Fault>> {
        let Some(game) = self.derived("Game") else {
            let place = scanner.place();
            return Err(place.malformed(What::Movetext, scanner.rest_of_line(), Flaw::NoGame));
        };
        let mut options = G::options_named(&game.value, None).map_err(|error| game.place.error(error))?;
        if let Some(variant) = self.derived("Variant") {
            options =
                G::options_named(&game.value, Some(&variant.value)).map_err(|error| variant.place.error(error))?;
        }
        match self.derived("Position") {
            None => Ok(G::start(&options)),
            Some(position) => G::parse(&options, &position.value).map_err(|error| position.place.error(error)),
        }
    }

    /// How the game ended beyond the rules, if what the tags and the movetext say of it agrees with the rules.
    pub(super) fn ending<G: Named>(
        &self,
        record: &Record<G>,
        result: &Placed<Option<Outcome>>,
    ) -> Result<Option<Ending>, ReadError<G::Fault>> {
        let &Placed { place, value: result } = result;
        let refuse = |flaw| place.malformed(What::Result, result_text(result), flaw);
        if let Some(tag) = self.derived("Result") {
            let tagged = parse_result(&tag.value).map_err(|error| tag.place.error(Problem::Malformed(error)))?;
            if tagged != result {
                let tagged = result_text(tagged);
                return Err(refuse(Flaw::ResultTag { tagged }));
            }
        }
        let by_rules = record.ending();
        if let Some(ending) = by_rules
            && ending.result() != result
        {
            let result = result_text(ending.result());
            return Err(refuse(Flaw::ResultByRules { result }));
        }
        let Some(tag) = self.derived("Termination") else {
            return match by_rules {
                None if result.is_some() => Err(refuse(Flaw::NoTermination)),
                _ => Ok(None),
            };
        };
        let named = Ending::named(&tag.value, result).map_err(|error| tag.place.error(Problem::Malformed(error)))?;
        match (by_rules, named) {
            (Some(ending), Some(named)) if ending == named => Ok(None),
            (Some(ending), _) => {
                let flaw = Flaw::EndedBy { ending: ending.name() };
                Err(tag.place.malformed(What::Termination, &tag.value, flaw))
            }
            (None, Some(Ending::Rules(_) | Ending::Repetition)) => {
                Err(tag.place.malformed(What::Termination, &tag.value, Flaw::NotByRules))
            }
            (None, named) => Ok(named),
        }
    }
}

/// Reads the value of a tag.
fn read_string<F: Explain>(scanner: &mut Scanner<'_>, name: &str) -> Result<Placed<String>, ReadError<F>> {
    let place = scanner.place();
    let refuse = |place: Place, flaw| Err(place.malformed(What::Tag, name, flaw));
    if !scanner.take('"') {
        return refuse(place, Flaw::NoTagValue);
    }
    let mut value = String::new();
    loop {
        let here = scanner.place();
        let Some(character) = scanner.peek().filter(|&character| !is_line_end(character)) else {
            return refuse(place, Flaw::TagQuote);
        };
        scanner.bump();
        match character {
            '"' => return Ok(Placed { place, value }),
            '\\' => match scanner.peek() {
                Some(escaped @ ('"' | '\\')) => {
                    scanner.bump();
                    value.push(escaped);
                }
                _ => return refuse(here, Flaw::TagBackslash),
            },
            _ => value.push(character),
        }
    }
}
