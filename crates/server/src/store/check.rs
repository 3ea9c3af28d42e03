//! What can never be kept, and is refused before the database sees it.

use serde_json::value::RawValue;

use crate::store::{Account, Append, Credential, Letter, Measure, Note, Rating, Report, StoreError, Summary, Ticket};

/// A text that both backends keep: PostgreSQL has no character 0.
pub(super) fn checked<'a>(what: &str, text: &'a str) -> Result<&'a str, StoreError> {
    match text.contains('\0') {
        true => Err(StoreError::Invalid(format!(
            "{what} has a character of number 0: {text:?}"
        ))),
        false => Ok(text),
    }
}

/// A text that is JSON on one line, as an export needs it.
pub(super) fn checked_json<'a>(what: &str, text: &'a str) -> Result<&'a str, StoreError> {
    let parsed: Result<&RawValue, _> = serde_json::from_str(text);
    match parsed {
        Err(error) => Err(StoreError::Invalid(format!("{what} must be JSON: {error}"))),
        Ok(value) if value.get() != text || text.contains(['\n', '\r', '\0']) => Err(StoreError::Invalid(format!(
            "{what} must be JSON on one line without spaces around it"
        ))),
        Ok(_) => Ok(text),
    }
}

pub(super) fn check_append(append: &Append) -> Result<(), StoreError> {
    let table = &append.summary.table;
    let Some(first) = append.events.first() else {
        return Err(StoreError::Invalid(format!("nothing to append to table {table:?}")));
    };
    let last = first
        .version
        .checked_add(append.events.len() as u64)
        .and_then(|end| i64::try_from(end).ok());
    if last.is_none() {
        return Err(StoreError::Invalid(format!(
            "table {table:?} cannot have event {}",
            first.version
        )));
    }
    for (version, event) in (first.version..).zip(&append.events) {
        if event.version != version {
            return Err(StoreError::Invalid(format!(
                "table {table:?}: event {}, not {version}",
                event.version
            )));
        }
        checked_json("an event", &event.body)?;
    }
    for update in &append.ratings {
        checked("a ladder's name", &update.ladder)?;
        check_rating(&update.rating)?;
    }
    check_summary(&append.summary)
}

pub(super) fn check_rating(rating: &Rating) -> Result<(), StoreError> {
    for count in [rating.revision, rating.games] {
        if i64::try_from(count).is_err() {
            return Err(StoreError::Invalid(format!("{count} is too large a number")));
        }
    }
    let numbers = [rating.rating, rating.deviation, rating.volatility];
    match numbers.iter().all(|number| number.is_finite()) {
        true => Ok(()),
        false => Err(StoreError::Invalid(format!(
            "a rating must be made of numbers: {numbers:?}"
        ))),
    }
}

pub(super) fn check_summary(summary: &Summary) -> Result<(), StoreError> {
    checked("a table's id", &summary.table)?;
    checked("a game", &summary.game)?;
    let people = [&summary.first, &summary.second].into_iter().flatten();
    let texts = people.flat_map(|person| [&person.id, &person.name]);
    for text in texts.chain(&summary.variant).chain(&summary.ending) {
        checked("a table's summary", text)?;
    }
    Ok(())
}

pub(super) fn check_account(account: &Account) -> Result<(), StoreError> {
    if account.name.is_empty() {
        return Err(StoreError::Invalid("an account needs a name".to_owned()));
    }
    checked("a name", &account.name)?;
    checked("a password's hash", &account.password_hash)?;
    if let Some(guest) = &account.guest {
        checked("a guest's id", guest)?;
    }
    if let Some(mail) = &account.mail {
        checked("an address", mail)?;
    }
    Ok(())
}

pub(super) fn check_measure(measure: &Measure) -> Result<(), StoreError> {
    for text in [&measure.subject, &measure.reason, &measure.imposed_by] {
        checked("a measure", text)?;
    }
    Ok(())
}

pub(super) fn check_report(report: &Report) -> Result<(), StoreError> {
    let texts = [&report.person, &report.table, &report.reason].into_iter();
    for text in texts.chain(&report.settled_by) {
        checked("a report", text)?;
    }
    Ok(())
}

pub(super) fn check_ticket(ticket: &Ticket) -> Result<(), StoreError> {
    for text in [&ticket.hash, &ticket.account].into_iter().chain(&ticket.mail) {
        checked("a link", text)?;
    }
    Ok(())
}

pub(super) fn check_letter(letter: &Letter) -> Result<(), StoreError> {
    for text in [&letter.id, &letter.account, &letter.recipient, &letter.language] {
        checked("a letter", text)?;
    }
    Ok(())
}

pub(super) fn check_credential(credential: &Credential) -> Result<(), StoreError> {
    if credential.hash.is_empty() {
        return Err(StoreError::Invalid("a session or token needs a hash".to_owned()));
    }
    for text in [&credential.hash, &credential.label] {
        checked("a session or token", text)?;
    }
    Ok(())
}

pub(super) fn check_note(note: &Note) -> Result<(), StoreError> {
    checked("a person's id", &note.person)?;
    checked("a note", &note.text).map(drop)
}
