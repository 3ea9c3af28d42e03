//! A table's game as a record.

use halte_game::record::{Date, EditError, Ending, Record};
use halte_game::{Player, Playthrough};
use halte_games::{AnyFault, AnyGame};

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
    // Howard Hinnant's days_from_civil the other way round: years begin in March, so that a leap day comes last.
    let days = moment.0 / Span::days(1).0 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    Date::new(
        Some(u16::try_from(year).ok()?),
        Some(u8::try_from(month).ok()?),
        Some(u8::try_from(day).ok()?),
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
