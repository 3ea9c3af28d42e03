//! Dates as records have them, parts of which may be unknown.

use std::fmt;
use std::str::FromStr;

use super::Flaw;
use crate::{ParseError, What};

/// A day, month or year: `2012.10.05`, `2012.10.??`, `2012.??.??`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Date {
    year: Option<u16>,
    month: Option<u8>,
    day: Option<u8>,
}

impl Date {
    /// The date with these parts, as far as they are known; none if there is no such day.
    #[must_use]
    pub fn new(year: Option<u16>, month: Option<u8>, day: Option<u8>) -> Option<Date> {
        let days = match month {
            Some(2) if year.is_some_and(|year| !is_leap(year)) => 28,
            Some(2) => 29,
            Some(4 | 6 | 9 | 11) => 30,
            _ => 31,
        };
        let exists = year.is_none_or(|year| year <= 9999)
            && month.is_none_or(|month| (1..=12).contains(&month))
            && day.is_none_or(|day| (1..=days).contains(&day));
        exists.then_some(Date { year, month, day })
    }
}

const fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

impl FromStr for Date {
    type Err = ParseError<Flaw>;

    fn from_str(text: &str) -> Result<Date, ParseError<Flaw>> {
        let not_this_form = || ParseError::new(What::Date, text, Flaw::DateForm);
        let parts: Vec<&str> = text.split('.').collect();
        let &[year, month, day] = parts.as_slice() else {
            return Err(not_this_form());
        };
        let year = part::<4, u16>(year).ok_or_else(not_this_form)?;
        let month = part::<2, u8>(month).ok_or_else(not_this_form)?;
        let day = part::<2, u8>(day).ok_or_else(not_this_form)?;
        Date::new(year, month, day).ok_or_else(|| ParseError::new(What::Date, text, Flaw::NoSuchDay))
    }
}

/// A part of a date that is written with so many digits or question marks.
fn part<const DIGITS: usize, N: FromStr>(text: &str) -> Option<Option<N>> {
    if text.len() != DIGITS {
        None
    } else if text.bytes().all(|byte| byte == b'?') {
        Some(None)
    } else if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().ok().map(Some)
    } else {
        None
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.year {
            Some(year) => write!(f, "{year:04}")?,
            None => f.write_str("????")?,
        }
        for part in [self.month, self.day] {
            match part {
                Some(part) => write!(f, ".{part:02}")?,
                None => f.write_str(".??")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_that_exist_are_read() {
        #[track_caller]
        fn check(text: &str, expected: Result<(), Flaw>) {
            let read = text.parse::<Date>();
            match &read {
                Ok(date) => assert_eq!(date.to_string(), text),
                Err(error) => assert_eq!(error.text(), text),
            }
            assert_eq!(
                read.map(|_| ()).map_err(|error| error.reason().clone()),
                expected.map_err(Into::into)
            );
        }
        let form = Err(Flaw::DateForm);
        let day = Err(Flaw::NoSuchDay);
        check("2012.10.05", Ok(()));
        check("2012.02.29", Ok(()));
        check("2011.02.29", day.clone());
        check("1900.02.29", day.clone());
        check("2000.02.29", Ok(()));
        check("????.02.29", Ok(()));
        check("????.02.30", day.clone());
        check("????.??.??", Ok(()));
        check("2012.??.31", Ok(()));
        check("2012.04.31", day.clone());
        check("2012.13.01", day.clone());
        check("2012.00.01", day.clone());
        check("2012.01.00", day.clone());
        check("2012.1.1", form.clone());
        check("2012-10-05", form.clone());
        check("+012.10.05", form.clone());
        check("20?2.10.05", form.clone());
        check("2012.10.05.1", form.clone());
        check("é012.10.05", form.clone());
        check("", form.clone());
    }
}
