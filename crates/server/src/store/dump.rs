//! Everything in a database as the lines of an export, and back.

use futures_util::TryStreamExt;
use halte_table::VOCABULARY;
use serde_json::value::RawValue;

use crate::store::backend::{Backend, Link, Query, Record};
use crate::store::batch::{TableRow, insert_events, insert_rating, insert_tables};
use crate::store::check::{
    check_account, check_credential, check_measure, check_note, check_rating, check_report, check_summary, checked,
    checked_json,
};
use crate::store::private::without_secrets;
use crate::store::row::{insert, insert_or_update, rows};
use crate::store::sql::{insert_account, insert_credential, insert_note, insert_progress, insert_secret};
use crate::store::transfer::{FORMAT, LineSender};
use crate::store::{
    Account, Credential, Entries, Entry, Measure, Note, Onto, Placing, RatingUpdate, Report, StoreError, StoredEvent,
    Summary,
};

/// Tables that are read at once, with their events.
const TABLES_AT_ONCE: i64 = 500;

/// Events that are written at once, about.
const EVENTS_AT_ONCE: usize = 2000;

rows! {
    struct TableEvent {
        table_id: String,
        event: StoredEvent,
    }

    /// A rating that an account had, and the table that brought it about.
    struct TableRating {
        table_id: String,
        placing: Placing,
    }
}

pub(super) async fn export<DB: Backend>(
    link: &mut Link<DB>,
    with_secrets: bool,
    lines: LineSender,
) -> Result<(), StoreError> {
    let mut output = Output { lines, count: 0 };
    let beginning = Entry::Halte {
        format: FORMAT,
        vocabulary: VOCABULARY,
    };
    output.send(beginning).await?;
    let sql = "SELECT * FROM accounts ORDER BY folded_name";
    let account = |mut account: Account| {
        if !with_secrets {
            account.password_hash.clear();
            account.mail = None;
        }
        Ok(Entry::Account(account))
    };
    output.send_all(link, sql, account).await?;
    if with_secrets {
        let sql = "SELECT name, credentials.* FROM credentials JOIN accounts ON folded_name = account ORDER BY hash";
        let credential = |credential: Credential| Ok(Entry::Credential(credential));
        output.send_all(link, sql, credential).await?;
        let sql = "SELECT name, value FROM secrets ORDER BY name";
        let secret = |(name, value): (String, Vec<u8>)| Ok(Entry::Secret { name, value });
        output.send_all(link, sql, secret).await?;
        let sql = "SELECT * FROM measures ORDER BY subject, kind";
        let measure = |measure: Measure| Ok(Entry::Measure(measure));
        output.send_all(link, sql, measure).await?;
    }
    output.send_tables(link, with_secrets).await?;
    let sql = "SELECT name, rating_changes.* FROM rating_changes JOIN accounts ON folded_name = account \
               ORDER BY account, ladder, revision";
    let rating = |TableRating { table_id, placing }: TableRating| {
        Ok(Entry::Rating {
            account: placing.account,
            ladder: placing.ladder,
            table: table_id,
            rating: placing.rating,
        })
    };
    output.send_all(link, sql, rating).await?;
    if with_secrets {
        let sql = "SELECT * FROM notes ORDER BY person, table_id";
        output.send_all(link, sql, |note: Note| Ok(Entry::Note(note))).await?;
        let sql = "SELECT * FROM reports ORDER BY person, table_id";
        let report = |report: Report| Ok(Entry::Report(report));
        output.send_all(link, sql, report).await?;
    }
    let sql = "SELECT person, body FROM progress ORDER BY person";
    let progress = |(person, body): (String, String)| {
        let progress = raw(body)?;
        Ok(Entry::Progress { person, progress })
    };
    output.send_all(link, sql, progress).await?;
    let lines = output.count;
    output.send(Entry::End { lines }).await
}

/// Where lines go, and how many have gone.
struct Output {
    lines: LineSender,
    count: u64,
}

impl Output {
    async fn send(&mut self, line: Entry) -> Result<(), StoreError> {
        self.count += 1;
        let sent = self.lines.send(Ok(line)).await;
        sent.map_err(|_| StoreError::Invalid("nobody takes the lines of the export".to_owned()))
    }

    /// Sends what a query finds, or says what is wrong with it.
    async fn send_all<DB: Backend, T: Record>(
        &mut self,
        link: &mut Link<DB>,
        sql: &'static str,
        line: impl Fn(T) -> Result<Entry, String>,
    ) -> Result<(), StoreError> {
        let (base, mut rows) = link.stream(Query::new(sql));
        while let Some(row) = base.answer(rows.try_next()).await? {
            let line = line(row).map_err(|reason| base.damaged(reason))?;
            self.send(line).await?;
        }
        Ok(())
    }

    /// Sends the tables, each with its events, so many at a time.
    async fn send_tables<DB: Backend>(&mut self, link: &mut Link<DB>, with_secrets: bool) -> Result<(), StoreError> {
        let mut query = Query::new("SELECT * FROM tables ORDER BY id LIMIT $1").bind(TABLES_AT_ONCE);
        loop {
            let tables: Vec<Summary> = link.fetch(query).await?;
            let (Some(first), Some(last)) = (tables.first(), tables.last()) else {
                return Ok(());
            };
            let range = "SELECT * FROM events WHERE table_id BETWEEN $1 AND $2 ORDER BY table_id, version";
            let range = Query::new(range).bind(first.table.as_str()).bind(last.table.as_str());
            query = Query::new("SELECT * FROM tables WHERE id > $2 ORDER BY id LIMIT $1")
                .bind(TABLES_AT_ONCE)
                .bind(last.table.as_str());
            let events: Vec<TableEvent> = link.fetch(range).await?;
            let mut events = events.into_iter().peekable();
            for summary in tables {
                let mut of_table = Vec::new();
                while let Some(TableEvent { event, .. }) = events.next_if(|event| event.table_id == summary.table) {
                    of_table.push(event);
                }
                if !with_secrets {
                    let left_out = without_secrets(&summary, &mut of_table);
                    left_out.map_err(|error| link.base.damaged(format!("an event is no JSON: {error}")))?;
                }
                self.send(Entry::Table(summary)).await?;
                for StoredEvent { version, at, body } in of_table {
                    let body = raw(body).map_err(|reason| link.base.damaged(reason))?;
                    self.send(Entry::Event { version, at, body }).await?;
                }
            }
        }
    }
}

fn raw(json: String) -> Result<Box<RawValue>, String> {
    RawValue::from_string(json).map_err(|error| format!("a text is no JSON: {error}"))
}

/// Writes the lines of an export into a database.
pub(super) async fn import<DB: Backend>(link: &mut Link<DB>, lines: Entries, onto: Onto) -> Result<(), StoreError> {
    match onto {
        Onto::Nothing => check_empty(link).await?,
        // What refers to something before that.
        Onto::Anything => {
            link.run(
                "DELETE FROM rating_changes; DELETE FROM ratings; DELETE FROM credentials; DELETE FROM notes; \
                 DELETE FROM tickets; DELETE FROM letters; DELETE FROM reports; DELETE FROM measures; \
                 DELETE FROM progress; DELETE FROM analyses; DELETE FROM secrets; DELETE FROM events; \
                 DELETE FROM outages; DELETE FROM tables; \
                 DELETE FROM accounts",
            )
            .await?;
        }
    }
    let mut input = Input { lines, number: 0 };
    match input.next().await? {
        Entry::Halte {
            format: FORMAT,
            vocabulary: 0..=VOCABULARY,
        } => {}
        Entry::Halte {
            format: FORMAT,
            vocabulary,
        } => {
            let what =
                format!("a newer program wrote this, with events of vocabulary {vocabulary}: {VOCABULARY} is known");
            return Err(input.wrong(&what));
        }
        Entry::Halte { format, .. } => {
            return Err(input.wrong(&format!("format {format} is unknown, {FORMAT} is known")));
        }
        _ => return Err(input.wrong("the first line of an export is missing")),
    }
    let mut waiting = Waiting::default();
    loop {
        let line = input.next().await?;
        // What is about a table comes after it.
        let goes_on = match line {
            Entry::Event { .. } => true,
            Entry::Table(_) => waiting.events.len() < EVENTS_AT_ONCE,
            _ => false,
        };
        if !goes_on {
            waiting.write(link).await?;
        }
        match line {
            Entry::Halte { .. } => return Err(input.wrong("a second beginning")),
            Entry::Table(mut summary) => {
                check_summary(&summary)?;
                // What older programs did not say follows from what they did.
                if summary.awake {
                    summary.due_at.get_or_insert(0);
                }
                waiting.tables.push(TableRow::new(summary, 0));
            }
            Entry::Event { version, at, body } => {
                let Some(TableRow {
                    summary, next_version, ..
                }) = waiting.tables.last_mut()
                else {
                    return Err(input.wrong("an event without its table"));
                };
                let table_id = summary.table.clone();
                if version != *next_version {
                    return Err(input.wrong(&format!("table {table_id:?}: event {version}, not {next_version}")));
                }
                *next_version += 1;
                let body = body.get().to_owned();
                if version == 0 && summary.opener.is_none() {
                    summary.opener = opener(&body);
                }
                let event = StoredEvent { version, at, body };
                waiting.events.push(TableEvent { table_id, event });
            }
            Entry::Account(mut account) => {
                check_account(&account)?;
                // Once a copied cookie could make two accounts of one guest: the first one has them.
                if link.execute(insert_account(&account)).await? == 0 && account.guest.take().is_some() {
                    link.execute(insert_account(&account)).await?;
                }
            }
            Entry::Credential(credential) => {
                check_credential(&credential)?;
                link.execute(insert_credential(&credential, "")).await?;
            }
            Entry::Measure(measure) => {
                check_measure(&measure)?;
                let query = insert_or_update("measures", "subject, kind", [&measure]);
                link.execute(query.into()).await?;
            }
            Entry::Report(report) => {
                check_report(&report)?;
                let mut query = insert("reports", [&report]);
                query.push("ON CONFLICT DO NOTHING");
                link.execute(query.into()).await?;
            }
            Entry::Note(note) => {
                check_note(&note)?;
                link.execute(insert_note(&note, "")).await?;
            }
            Entry::Progress { person, progress } => {
                checked("a person's id", &person)?;
                checked_json("progress", progress.get())?;
                link.execute(insert_progress(&person, progress.get())).await?;
            }
            Entry::Secret { name, value } => {
                checked("a secret's name", &name)?;
                // A server that was opened once has secrets of its own, which nobody knows yet.
                let forget = Query::new("DELETE FROM secrets WHERE name = $1").bind(name.as_str());
                link.execute(forget).await?;
                link.execute(insert_secret(&name, &value)).await?;
            }
            Entry::Rating {
                account,
                ladder,
                table,
                rating,
            } => {
                check_rating(&rating)?;
                let update = RatingUpdate {
                    account,
                    ladder,
                    rating,
                };
                insert_rating(link, &table, &update).await?;
            }
            Entry::End { lines } if lines + 1 == input.number => return Ok(()),
            Entry::End { lines } => return Err(input.wrong(&format!("there were {lines} lines before this one"))),
        }
    }
}

/// Who opened a table, by its first event.
fn opener(opened: &str) -> Option<String> {
    let opened: serde_json::Value = serde_json::from_str(opened).ok()?;
    Some(opened.pointer("/by/id")?.as_str()?.to_owned())
}

/// Tables and events that wait to be written together.
#[derive(Default)]
struct Waiting {
    tables: Vec<TableRow>,
    events: Vec<TableEvent>,
}

impl Waiting {
    async fn write<DB: Backend>(&mut self, link: &mut Link<DB>) -> Result<(), StoreError> {
        let Self { tables, events } = std::mem::take(self);
        insert_tables(link, &tables.iter().collect::<Vec<_>>()).await?;
        let events = events.iter().map(|event| (event.table_id.as_str(), &event.event));
        insert_events(link, &events.collect::<Vec<_>>()).await
    }
}

async fn check_empty<DB: Backend>(link: &mut Link<DB>) -> Result<(), StoreError> {
    for (what, sql) in [
        ("accounts", "SELECT EXISTS (SELECT 1 FROM accounts)"),
        ("tables", "SELECT EXISTS (SELECT 1 FROM tables)"),
        ("notes", "SELECT EXISTS (SELECT 1 FROM notes)"),
        ("progress", "SELECT EXISTS (SELECT 1 FROM progress)"),
    ] {
        if link.fetch_value(Query::new(sql)).await? == Some(true) {
            return Err(StoreError::NotEmpty(what));
        }
    }
    Ok(())
}

/// Where lines come from, and the number of the last one.
struct Input {
    lines: Entries,
    number: u64,
}

impl Input {
    async fn next(&mut self) -> Result<Entry, StoreError> {
        self.number += 1;
        match self.lines.recv().await {
            Some(line) => line,
            None => Err(self.wrong("the export was cut short")),
        }
    }

    fn wrong(&self, what: &str) -> StoreError {
        StoreError::Invalid(format!("line {}: {what}", self.number))
    }
}
