//! Everything in a database as the lines of an export, and back.

use serde_json::value::RawValue;
use tokio::sync::mpsc;

use crate::store::batch::{self, SUMMARY, names};
use crate::store::connection::{Connection, Row, Statement, Value};
use crate::store::sql::{
    ACCOUNT, RATING, SELECT_CREDENTIAL, account, check_account, check_credential, check_note, check_rating,
    check_summary, checked, checked_json, credential, event, insert_account, insert_credential, insert_note,
    insert_progress, insert_secret, rating,
};
use crate::store::transfer::FORMAT;
use crate::store::writer::Transaction;
use crate::store::{Account, Line, Lines, Note, Onto, RatingUpdate, StoreError, StoredEvent, Summary};

/// Rows that are read at once.
const PAGE: i64 = 500;

/// Events that are written at once, about.
const EVENTS_AT_ONCE: usize = 2000;

/// Where lines go, and how many have gone.
struct Output {
    lines: mpsc::Sender<Line>,
    count: u64,
}

impl Output {
    async fn send(&mut self, line: Line) -> Result<(), StoreError> {
        self.count += 1;
        let sent = self.lines.send(line).await;
        sent.map_err(|_| StoreError::Invalid("nobody takes the lines of the export".to_owned()))
    }
}

/// Sends everything, page by page.
pub(super) async fn export(
    connection: &mut dyn Connection,
    with_secrets: bool,
    lines: mpsc::Sender<Line>,
) -> Result<(), StoreError> {
    let mut output = Output { lines, count: 0 };
    output.send(Line::Halte { format: FORMAT }).await?;

    let sql =
        format!("SELECT folded_name, {ACCOUNT} FROM accounts WHERE folded_name > $1 ORDER BY folded_name LIMIT $2");
    let mut pages = Pages::new(sql, 1);
    while let Some(rows) = pages.next(connection).await? {
        for mut row in rows {
            let account = account(&mut row)?;
            let password_hash = if with_secrets {
                account.password_hash
            } else {
                String::new()
            };
            output
                .send(Line::Account(Account {
                    password_hash,
                    ..account
                }))
                .await?;
        }
    }
    if with_secrets {
        let sql = format!("{SELECT_CREDENTIAL} WHERE hash > $1 ORDER BY hash LIMIT $2");
        let mut pages = Pages::new(sql.replacen("SELECT ", "SELECT hash, ", 1), 1);
        while let Some(rows) = pages.next(connection).await? {
            for mut row in rows {
                output.send(Line::Credential(credential(&mut row)?)).await?;
            }
        }
        let mut pages = Pages::new(
            "SELECT name, name, value FROM secrets WHERE name > $1 ORDER BY name LIMIT $2",
            1,
        );
        while let Some(rows) = pages.next(connection).await? {
            for mut row in rows {
                output
                    .send(Line::Secret {
                        name: row.text()?,
                        value: row.bytes()?,
                    })
                    .await?;
            }
        }
    }

    let columns = names(&SUMMARY).join(", ");
    let mut pages = Pages::new(
        format!("SELECT id, {columns} FROM tables WHERE id > $1 ORDER BY id LIMIT $2"),
        1,
    );
    while let Some(rows) = pages.next(connection).await? {
        for mut row in rows {
            export_table(connection, batch::summary(&mut row)?, &mut output).await?;
        }
    }

    let sql = format!(
        "SELECT account, ladder, revision, name, ladder, table_id, {RATING} FROM rating_changes \
         JOIN accounts ON folded_name = account WHERE (account, ladder, revision) > ($1, $2, $3) \
         ORDER BY account, ladder, revision LIMIT $4"
    );
    let mut pages = Pages::new(sql, 3);
    pages.last[2] = 0.into();
    while let Some(rows) = pages.next(connection).await? {
        for mut row in rows {
            let (account, ladder, table) = (row.text()?, row.text()?, row.text()?);
            output
                .send(Line::Rating {
                    account,
                    ladder,
                    table,
                    rating: rating(&mut row)?,
                })
                .await?;
        }
    }
    let sql = "SELECT person, table_id, person, table_id, body, at FROM notes WHERE (person, table_id) > ($1, $2) \
               ORDER BY person, table_id LIMIT $3";
    let mut pages = Pages::new(sql, 2);
    while let Some(rows) = pages.next(connection).await? {
        for mut row in rows {
            let note = Note {
                person: row.text()?,
                table: row.text()?,
                text: row.text()?,
                at: row.integer()?,
            };
            output.send(Line::Note(note)).await?;
        }
    }
    let sql = "SELECT person, person, body FROM progress WHERE person > $1 ORDER BY person LIMIT $2";
    let mut pages = Pages::new(sql, 1);
    while let Some(rows) = pages.next(connection).await? {
        for mut row in rows {
            let person = row.text()?;
            let progress = raw(&row.text()?, &row)?;
            output.send(Line::Progress { person, progress }).await?;
        }
    }
    let lines = output.count;
    output.send(Line::End { lines }).await
}

async fn export_table(
    connection: &mut dyn Connection,
    summary: Summary,
    output: &mut Output,
) -> Result<(), StoreError> {
    let sql = "SELECT version, at, body FROM events WHERE table_id = $1 ORDER BY version";
    let rows = connection
        .fetch(Statement::new(sql, [summary.table.as_str().into()]))
        .await?;
    output.send(Line::Table(summary)).await?;
    for mut row in rows {
        let StoredEvent { version, at, body } = event(&mut row)?;
        output
            .send(Line::Event {
                version,
                at,
                body: raw(&body, &row)?,
            })
            .await?;
    }
    Ok(())
}

fn raw(json: &str, row: &Row) -> Result<Box<RawValue>, StoreError> {
    RawValue::from_string(json.to_owned()).map_err(|error| row.damaged(&format!("{json:?} is no JSON: {error}")))
}

/// The rows of a query, so many at a time. Each row begins with the key by which the rows are ordered.
struct Pages {
    sql: String,
    /// The key of the last row; before the first one, the least there is.
    last: Vec<Value>,
    is_done: bool,
}

impl Pages {
    fn new(sql: impl Into<String>, key_length: usize) -> Self {
        Self {
            sql: sql.into(),
            last: vec!["".into(); key_length],
            is_done: false,
        }
    }

    /// The next rows, without their keys; none at the end.
    async fn next(&mut self, connection: &mut dyn Connection) -> Result<Option<Vec<Row>>, StoreError> {
        if self.is_done {
            return Ok(None);
        }
        let values = self.last.iter().cloned().chain([PAGE.into()]);
        let mut rows = connection.fetch(Statement::new(self.sql.as_str(), values)).await?;
        for row in &mut rows {
            self.last = row.columns.by_ref().take(self.last.len()).collect();
        }
        self.is_done = rows.len() < PAGE as usize;
        Ok(Some(rows))
    }
}

/// What an export holds, what refers to something before that.
const KEPT: [&str; 9] = [
    "rating_changes",
    "ratings",
    "credentials",
    "notes",
    "progress",
    "secrets",
    "events",
    "tables",
    "accounts",
];

/// Writes the lines of an export into a database.
pub(super) async fn import(mut transaction: Transaction<'_>, lines: Lines, onto: Onto) -> Result<(), StoreError> {
    match onto {
        Onto::Nothing => check_empty(&mut transaction).await?,
        Onto::Anything => {
            for table in KEPT {
                let sql = format!("DELETE FROM {table}");
                transaction.connection.execute(Statement::new(sql, [])).await?;
            }
        }
    }
    let mut input = Input { lines, number: 0 };
    match input.next().await? {
        Line::Halte { format: FORMAT } => {}
        Line::Halte { format } => return Err(input.wrong(&format!("format {format} is unknown, {FORMAT} is known"))),
        _ => return Err(input.wrong("the first line of an export is missing")),
    }
    let mut tables: Vec<(Summary, Vec<StoredEvent>)> = Vec::new();
    let mut waiting = 0;
    loop {
        let line = input.next().await?;
        // Tables wait to be written together; what is about a table comes after it.
        let goes_on = matches!(line, Line::Table(_) | Line::Event { .. });
        if !goes_on || (matches!(line, Line::Table(_)) && waiting >= EVENTS_AT_ONCE) {
            batch::insert(&mut transaction, &tables).await?;
            tables.clear();
            waiting = 0;
        }
        let statement = match line {
            Line::Halte { .. } => return Err(input.wrong("a second beginning")),
            Line::Table(summary) => {
                check_summary(&summary)?;
                tables.push((summary, Vec::new()));
                continue;
            }
            Line::Event { version, at, body } => {
                let Some((summary, events)) = tables.last_mut() else {
                    return Err(input.wrong("an event without its table"));
                };
                if version != events.len() as u64 {
                    let table = &summary.table;
                    return Err(input.wrong(&format!("table {table:?}: event {version}, not {}", events.len())));
                }
                events.push(StoredEvent {
                    version,
                    at,
                    body: body.get().to_owned(),
                });
                waiting += 1;
                continue;
            }
            Line::Account(account) => {
                check_account(&account)?;
                insert_account(&account)
            }
            Line::Credential(credential) => {
                check_credential(&credential)?;
                insert_credential(&credential)
            }
            Line::Note(note) => {
                check_note(&note)?;
                insert_note(&note)
            }
            Line::Progress { person, progress } => insert_progress(
                checked("a person's id", &person)?,
                checked_json("progress", progress.get())?,
            ),
            Line::Secret { name, value } => {
                // A house that was opened once has secrets of its own, which nobody knows yet.
                let forget = Statement::new("DELETE FROM secrets WHERE name = $1", [name.as_str().into()]);
                transaction.connection.execute(forget).await?;
                insert_secret(checked("a secret's name", &name)?, &value)
            }
            Line::Rating {
                account,
                ladder,
                table,
                rating,
            } => {
                check_rating(&rating)?;
                batch::write_rating(
                    &mut transaction,
                    &table,
                    &RatingUpdate {
                        account,
                        ladder,
                        rating,
                    },
                )
                .await?;
                continue;
            }
            Line::End { lines } if lines + 1 == input.number => return Ok(()),
            Line::End { lines } => return Err(input.wrong(&format!("there were {lines} lines before this one"))),
        };
        transaction.connection.execute(statement).await?;
    }
}

async fn check_empty(transaction: &mut Transaction<'_>) -> Result<(), StoreError> {
    for table in ["accounts", "tables", "notes", "progress"] {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM {table})");
        let rows = transaction.connection.fetch(Statement::new(sql, [])).await?;
        for mut row in rows {
            if row.boolean()? {
                return Err(StoreError::NotEmpty { what: table });
            }
        }
    }
    Ok(())
}

/// Where lines come from, and the number of the last one.
struct Input {
    lines: Lines,
    number: u64,
}

impl Input {
    async fn next(&mut self) -> Result<Line, StoreError> {
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
