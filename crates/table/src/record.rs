//! A table's game as a record.

use halte_game::record::{Date, EditError, Ending, Record};
use halte_game::{Player, Playthrough};
use halte_games::{AnyFault, AnyGame};
use jiff::Timestamp;
use jiff::tz::Offset;

use crate::{ClockTerms, Moment, Span, Table};

impl Table {
    /// The record of its game, as far as it has been played. The site is the address where people find it.
    pub fn record(&self, site: &str) -> Result<Record<AnyGame>, EditError<AnyFault>> {
        let game: Playthrough<AnyGame> = self.game.clone();
        let mut record = Record::try_from(game)?;
        let tags = record.tags_mut();
        let time_control = match self.terms.clock {
            ClockTerms::None => None,
            ClockTerms::Live { initial, increment } => Some(format!("{}+{}", seconds(initial), seconds(increment))),
            ClockTerms::Correspondence { days } => Some(format!("1/{}", seconds(Span::days(days.into())))),
        };
        let date = date(self.started_at.unwrap_or(self.opened_at));
        let values = [
            ("Site", Some(site.to_owned())),
            ("Date", date.map(|date| date.to_string())),
            ("First", self.occupant(Player::First).map(ToString::to_string)),
            ("Second", self.occupant(Player::Second).map(ToString::to_string)),
            ("TimeControl", time_control),
            ("Seal", self.seal.as_ref().map(|seal| seal.hash.clone())),
            (
                "Secret",
                self.seal
                    .as_ref()
                    .and_then(|seal| seal.secret.clone().filter(|_| seal.is_revealed)),
            ),
        ];
        for (tag, value) in values {
            if let Some(value) = value {
                // Names and addresses have no control characters; one that had would be left out.
                let _ = tags.set(tag, &value);
            }
        }
        // What the rules ended is over in the record too.
        match self.ending {
            Some(Ending::Rules(_) | Ending::Repetition) | None => {}
            Some(ending) => record.end(ending)?,
        }
        Ok(record)
    }
}

const fn seconds(span: Span) -> u64 {
    span.0 / 1000
}

/// The day of a moment, in Greenwich.
fn date(moment: Moment) -> Option<Date> {
    let timestamp = Timestamp::from_millisecond(i64::try_from(moment.0).ok()?).ok()?;
    let day = Offset::UTC.to_datetime(timestamp).date();
    Date::new(
        Some(u16::try_from(day.year()).ok()?),
        Some(u8::try_from(day.month()).ok()?),
        Some(u8::try_from(day.day()).ok()?),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        let check = |days, expected: &str| {
            let moment = Moment(0) + Span::days(days);
            assert_eq!(date(moment).map(|date| date.to_string()).as_deref(), Some(expected));
        };
        check(0, "1970.01.01");
        check(59, "1970.03.01");
        check(11_016, "2000.02.29");
        check(20_773, "2026.11.16");
    }
}
