//! What the notations of positions have in common: numbers, and rows of letters in which numbers stand for empty sites.

use std::fmt::{Display, Write};
use std::str::FromStr;

/// Reads a number as `Display` writes it: digits only, no zeros before it.
pub fn number<T: FromStr + Display>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number: &T| number.to_string() == text)
}

/// Rows of sites as positions' texts write them: the letters of what stands on each site, numbers for runs of empty ones,
/// `/` between rows.
///
/// ```
/// use halte_game::notation::{read_row, written_rows};
///
/// assert_eq!(written_rows([[None, None, Some('x')], [Some('o'), Some('x'), None]]), "2x/ox1");
/// let piece = |letter| "xo".find(letter);
/// assert_eq!(read_row("2x", 3, piece), Ok(vec![None, None, Some(0)]));
/// ```
pub fn written_rows<L: IntoIterator<Item = char>>(
    rows: impl IntoIterator<Item = impl IntoIterator<Item = L>>,
) -> String {
    let mut text = String::new();
    let mut empty = 0;
    let end_run = |text: &mut String, empty: &mut usize| {
        if *empty > 0 {
            // Writing to a `String` cannot fail.
            let _ = write!(text, "{empty}");
            *empty = 0;
        }
    };
    for sites in rows {
        for letters in sites {
            let mut letters = letters.into_iter();
            let Some(first) = letters.next() else {
                empty += 1;
                continue;
            };
            end_run(&mut text, &mut empty);
            text.push(first);
            text.extend(letters);
        }
        end_run(&mut text, &mut empty);
        text.push('/');
    }
    text.pop();
    text
}

/// What is wrong with a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadRow<'t> {
    /// A number begins with 0, or is of more sites than a row can have.
    Number(&'t str),
    /// A letter is no piece's.
    Letter(char),
}

/// Reads a row as [`written_rows`] writes it, however long it is: what stands on each site. A number is `most` at most.
pub fn read_row<T>(text: &str, most: usize, piece: impl Fn(char) -> Option<T>) -> Result<Vec<Option<T>>, BadRow<'_>> {
    let mut sites = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let after_digits = rest.trim_start_matches(|character: char| character.is_ascii_digit());
        let (digits, _) = rest.split_at(rest.len() - after_digits.len());
        if digits.is_empty() {
            sites.push(Some(piece(letter).ok_or(BadRow::Letter(letter))?));
            rest = &rest[letter.len_utf8()..];
        } else {
            let empty = number(digits).filter(|empty| (1..=most).contains(empty));
            sites.extend((0..empty.ok_or(BadRow::Number(digits))?).map(|_| None));
            rest = after_digits;
        }
    }
    Ok(sites)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for (text, expected) in [("0", 0), ("7", 7), ("10", 10), ("255", 255)] {
            assert_eq!(number(text), Some(expected as u8), "{text:?}");
            assert_eq!(number(text), Some(expected as u32), "{text:?}");
        }
        for text in ["", "+1", "-1", "01", "00", " 1", "1 ", "1.0", "\u{661}", "4294967296"] {
            assert_eq!(number::<u8>(text), None, "{text:?}");
            assert_eq!(number::<u32>(text), None, "{text:?}");
        }
        assert_eq!(number::<u8>("256"), None);
        assert_eq!(number::<u32>("4294967295"), Some(u32::MAX));
    }
}
