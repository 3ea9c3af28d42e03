//! How the notations read numbers.

use std::fmt::Display;
use std::str::FromStr;

/// Reads a number as `Display` writes it: digits only, no zeros before it.
pub(crate) fn number<T: FromStr + Display>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number: &T| number.to_string() == text)
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
