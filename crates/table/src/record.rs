//! A table's game as a record, and a record as the table of a game that was played elsewhere.

use halte_game::record::{Date, EditError, Ending, Record};
use halte_game::{Game, Player, Playthrough, Turn};
use halte_games::{AnyFault, AnyGame};
use jiff::Timestamp;
use jiff::tz::Offset;

use crate::{
    ClockTerms, Event, Fact, Impossible, Invitation, Moment, Mover, Occupant, Person, Span, Table, TableId, Terms,
};

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
            (
                "Decision",
                self.decision.as_ref().map(|decision| decision.reason.clone()),
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

impl Table {
    /// The table of a finished game that a person brings along, with all that happened at it. Seats that the record gives
    /// to no engine are theirs. Nobody knows how long it took: everything happens now. None if the game is not over.
    pub fn of_record(
        id: TableId,
        record: &Record<AnyGame>,
        by: &Person,
        now: Moment,
    ) -> Result<Option<(Table, Vec<Event>)>, Impossible> {
        let Some(ending) = record.ending() else {
            return Ok(None);
        };
        let occupants = ["First", "Second"].map(|tag| {
            let engine = record.tags().get(tag).and_then(Occupant::engine_named);
            engine.unwrap_or_else(|| Occupant::Person(by.clone()))
        });
        let options = record.options();
        let start = record.start();
        let terms = Terms {
            start: (*start != AnyGame::start(&options)).then(|| start.to_string()),
            game: options,
            seats: occupants.each_ref().map(|occupant| match occupant {
                &Occupant::Engine { level } => Invitation::Engine { level },
                Occupant::Person(_) => Invitation::Opener,
            }),
            by_lot: false,
            clock: ClockTerms::None,
            listed: false,
            rated: false,
            brought: true,
        };
        let opened = Fact::Opened {
            table: id,
            terms,
            by: by.clone(),
        };
        let sat = Player::ALL.into_iter().zip(occupants);
        let sat = sat.map(|(seat, occupant)| Fact::Sat { seat, occupant });
        let moved = record.main_line().steps().map(|(position, mv)| Fact::Moved {
            by: match position.turn() {
                Turn::Player(player) => player.into(),
                _ => Mover::Chance,
            },
            text: mv.to_string(),
            lag: Span::ZERO,
        });
        let facts = [opened]
            .into_iter()
            .chain(sat)
            .chain([Fact::Started { swapped: false }])
            .chain(moved);
        let events: Vec<Event> = (0..)
            .zip(facts.chain([Fact::Ended { ending, decision: None }]))
            .map(|(version, fact)| Event {
                version,
                at: now,
                clocks: None,
                cause: None,
                vocabulary: fact.vocabulary(),
                fact,
            })
            .collect();
        let table = Table::restore(&events)?;
        Ok(Some((table, events)))
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
    use halte_game::Outcome;
    use halte_game::record::Records;

    use super::*;
    use crate::Stage;

    #[test]
    fn a_finished_game_is_brought_along() {
        let person: Person = serde_json::from_str(r#"{"kind": "guest", "id": "guest:abcd1234"}"#).expect("a person");
        let id: TableId = "23456789abcd".parse().expect("a name");
        let bring = |text: &str| {
            let record = Records::new(text).next().expect("a record").expect("a good record");
            Table::of_record(id.clone(), &record, &person, Moment(5)).expect("a table")
        };
        let text = "[Game \"mixtour\"]\n[Variant \"20/1\"]\n[First \"Somebody\"]\n[Second \"Halte level 3\"]\n\
                    [Result \"0-1\"]\n[Termination \"resignation\"]\n\n1. a1 b1 2. c1 0-1\n";
        let (table, events) = bring(text).expect("it is over");
        assert_eq!((table.stage(), events.len()), (Stage::Over, 8));
        assert_eq!(table.seats_of(person.id()), [Player::First]);
        assert_eq!(table.occupant(Player::Second), Some(&Occupant::Engine { level: 3 }));
        assert_eq!(table.game().moves().len(), 3);
        // What it is told as is what it was.
        let record = table.record("here").expect("a record");
        assert_eq!(
            (record.result(), record.ending()),
            (Some(Outcome::Win(Player::Second)), table.ending())
        );
        assert!(bring("[Game \"mixtour\"]\n[Variant \"20/1\"]\n\n1. a1 *\n").is_none());
    }

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
