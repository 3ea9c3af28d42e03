//! The store over any database that speaks SQL: both backends run the same statements.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::value::RawValue;

use crate::store::batch::{self, SUMMARY, known, names};
use crate::store::connection::{Database, Row, Statement, Value};
use crate::store::writer::{Work, Writer};
use crate::store::{
    Account, AccountChange, Append, Credential, CredentialKind, Cursor, Lines, Note, Onto, Rating, RatingChange,
    Reader, Results, Standing, Store, StoreError, StoredEvent, Summary, TableFilter, TableState, fold_name, reader,
};

/// A store over a database.
pub(super) struct SqlStore {
    database: Arc<dyn Database>,
    writer: Writer,
}

impl SqlStore {
    /// Connects, brings the schema up to date, and keeps other servers away.
    pub(super) async fn open(database: Arc<dyn Database>, patience: Duration) -> Result<Self, StoreError> {
        let writer = Writer::start(Arc::clone(&database), patience).await?;
        Ok(Self { database, writer })
    }

    async fn fetch(&self, sql: impl Into<String> + Send, values: Vec<Value>) -> Result<Vec<Row>, StoreError> {
        let mut connection = self.database.connect_reader().await?;
        connection.fetch(Statement::new(sql, values)).await
    }

    /// At most one row, read by `read`.
    async fn fetch_one<T>(
        &self,
        sql: &str,
        values: Vec<Value>,
        read: fn(&mut Row) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let rows = self.fetch(sql, values).await?;
        rows.into_iter().next().map(|mut row| read(&mut row)).transpose()
    }

    /// All rows, each read by `read`.
    async fn fetch_all<T>(
        &self,
        sql: &str,
        values: Vec<Value>,
        read: fn(&mut Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = self.fetch(sql, values).await?;
        rows.into_iter().map(|mut row| read(&mut row)).collect()
    }

    /// Runs one statement and says how many rows it changed.
    async fn write(&self, sql: &str, values: Vec<Value>) -> Result<u64, StoreError> {
        let counts = self
            .writer
            .write(Work::Statements(vec![Statement::new(sql, values)]))
            .await?;
        Ok(counts.into_iter().sum())
    }
}

#[async_trait]
impl Store for SqlStore {
    async fn append(&self, appends: Vec<Append>) -> Result<(), StoreError> {
        appends.iter().try_for_each(check_append)?;
        self.writer.write(Work::Append(appends)).await.map(drop)
    }

    async fn events(&self, table: &str, first_version: u64) -> Result<Vec<StoredEvent>, StoreError> {
        // No table has so many events that the number does not fit.
        let first_version = i64::try_from(first_version).unwrap_or(i64::MAX);
        let sql = "SELECT version, at, body FROM events WHERE table_id = $1 AND version >= $2 ORDER BY version";
        self.fetch_all(sql, vec![table.into(), first_version.into()], event)
            .await
    }

    async fn summary(&self, table: &str) -> Result<Option<Summary>, StoreError> {
        let sql = format!("SELECT {} FROM tables WHERE id = $1", names(&SUMMARY).join(", "));
        self.fetch_one(&sql, vec![table.into()], batch::summary).await
    }

    async fn awake(&self) -> Result<Vec<String>, StoreError> {
        self.fetch_all("SELECT id FROM tables WHERE awake ORDER BY id", Vec::new(), Row::text)
            .await
    }

    async fn tables(
        &self,
        filter: &TableFilter,
        after: Option<&Cursor>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError> {
        let mut tables = Vec::new();
        for mut part in parts(filter) {
            if let Some(Cursor { changed_at, table }) = after {
                let (at, id) = (part.value((*changed_at).into()), part.value(table.as_str().into()));
                part.conditions.push(format!("({}, id) < ({at}, {id})", part.order));
            }
            let limit = part.value(i64::from(limit).into());
            let columns = names(&SUMMARY).join(", ");
            let sql = format!(
                "SELECT {columns} FROM tables WHERE {} ORDER BY {} DESC, id DESC LIMIT {limit}",
                part.conditions.join(" AND "),
                part.order,
            );
            tables.extend(self.fetch_all(&sql, part.values, batch::summary).await?);
        }
        tables.sort_by(|a, b| (b.changed_at, &b.table).cmp(&(a.changed_at, &a.table)));
        tables.truncate(limit as usize);
        Ok(tables)
    }

    async fn count_tables(&self, filter: &TableFilter) -> Result<u64, StoreError> {
        let mut count = 0;
        for part in parts(filter) {
            let sql = format!("SELECT COUNT(*) FROM tables WHERE {}", part.conditions.join(" AND "));
            count += self
                .fetch_one(&sql, part.values, Row::unsigned)
                .await?
                .unwrap_or_default();
        }
        Ok(count)
    }

    async fn results_of(&self, person: &str) -> Result<Vec<Results>, StoreError> {
        // Each half has an index.
        let sql = "SELECT game, variant, COUNT(*) FILTER (WHERE outcome = seat), \
                   COUNT(*) FILTER (WHERE outcome NOT IN (seat, 'draw')), COUNT(*) FILTER (WHERE outcome = 'draw') \
                   FROM (SELECT game, variant, outcome, 'first' AS seat FROM tables \
                   WHERE over_at IS NOT NULL AND outcome IS NOT NULL \
                   AND first_id = $1 AND second_id IS DISTINCT FROM $1 \
                   UNION ALL SELECT game, variant, outcome, 'second' FROM tables \
                   WHERE over_at IS NOT NULL AND outcome IS NOT NULL \
                   AND second_id = $1 AND first_id IS DISTINCT FROM $1) AS played \
                   GROUP BY game, variant ORDER BY game, COALESCE(variant, '')";
        self.fetch_all(sql, vec![person.into()], results).await
    }

    async fn create_account(&self, account: &Account) -> Result<(), StoreError> {
        check_account(account)?;
        match self
            .writer
            .write(Work::Statements(vec![insert_account(account)]))
            .await?
            .as_slice()
        {
            [1] => Ok(()),
            _ => Err(StoreError::NameTaken {
                name: account.name.clone(),
            }),
        }
    }

    async fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        let sql = format!("SELECT {ACCOUNT} FROM accounts WHERE folded_name = $1");
        self.fetch_one(&sql, vec![fold_name(name).into()], account).await
    }

    async fn accounts(&self, after: Option<&str>, limit: u32) -> Result<Vec<Account>, StoreError> {
        // Every name comes after the empty one.
        let after = after.map(fold_name).unwrap_or_default();
        let sql = format!("SELECT {ACCOUNT} FROM accounts WHERE folded_name > $1 ORDER BY folded_name LIMIT $2");
        self.fetch_all(&sql, vec![after.into(), i64::from(limit).into()], account)
            .await
    }

    async fn change_account(&self, name: &str, change: AccountChange) -> Result<(), StoreError> {
        let (column, value) = match change {
            AccountChange::Password(hash) => ("password_hash", checked("a password's hash", &hash)?.into()),
            AccountChange::Settings(settings) => ("settings", checked_json("settings", &settings)?.into()),
            AccountChange::Administrator(is) => ("is_administrator", is.into()),
        };
        let sql = format!("UPDATE accounts SET {column} = $2 WHERE folded_name = $1");
        match self.write(&sql, vec![fold_name(name).into(), value]).await? {
            0 => Err(StoreError::NoSuchAccount { name: name.to_owned() }),
            _ => Ok(()),
        }
    }

    async fn delete_account(&self, name: &str, person: &str) -> Result<bool, StoreError> {
        let statement = |sql: &str, value: Value| Statement::new(sql, [value]);
        let statements = vec![
            statement("DELETE FROM accounts WHERE folded_name = $1", fold_name(name).into()),
            statement("DELETE FROM notes WHERE person = $1", person.into()),
            statement("DELETE FROM progress WHERE person = $1", person.into()),
        ];
        let counts = self.writer.write(Work::Statements(statements)).await?;
        Ok(counts.first() == Some(&1))
    }

    async fn create_credential(&self, credential: &Credential) -> Result<(), StoreError> {
        check_credential(credential)?;
        match self
            .writer
            .write(Work::Statements(vec![insert_credential(credential)]))
            .await?
            .as_slice()
        {
            [1] => Ok(()),
            _ => Err(StoreError::NoSuchAccount {
                name: credential.account.clone(),
            }),
        }
    }

    async fn credential(&self, kind: CredentialKind, hash: &str, now: i64) -> Result<Option<Credential>, StoreError> {
        let sql = format!("{SELECT_CREDENTIAL} WHERE hash = $1 AND kind = $2 AND COALESCE(expires_at > $3, TRUE)");
        self.fetch_one(&sql, vec![hash.into(), kind.word().into(), now.into()], credential)
            .await
    }

    async fn credentials_of(
        &self,
        account: &str,
        kind: CredentialKind,
        now: i64,
    ) -> Result<Vec<Credential>, StoreError> {
        let sql = format!(
            "{SELECT_CREDENTIAL} WHERE account = $1 AND kind = $2 AND COALESCE(expires_at > $3, TRUE) \
             ORDER BY credentials.created_at DESC, hash"
        );
        self.fetch_all(
            &sql,
            vec![fold_name(account).into(), kind.word().into(), now.into()],
            credential,
        )
        .await
    }

    async fn touch_credential(&self, hash: &str, used_at: i64, expires_at: Option<i64>) -> Result<(), StoreError> {
        let sql = "UPDATE credentials SET used_at = $2, expires_at = $3 WHERE hash = $1";
        self.write(sql, vec![hash.into(), used_at.into(), expires_at.into()])
            .await
            .map(drop)
    }

    async fn delete_credential(&self, account: &str, hash: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM credentials WHERE hash = $1 AND account = $2";
        Ok(self.write(sql, vec![hash.into(), fold_name(account).into()]).await? == 1)
    }

    async fn delete_credentials(
        &self,
        account: &str,
        kind: CredentialKind,
        except: Option<&str>,
    ) -> Result<u64, StoreError> {
        // No hash is the empty text.
        let except = except.unwrap_or_default();
        let sql = "DELETE FROM credentials WHERE account = $1 AND kind = $2 AND hash <> $3";
        self.write(sql, vec![fold_name(account).into(), kind.word().into(), except.into()])
            .await
    }

    async fn delete_expired_credentials(&self, now: i64) -> Result<u64, StoreError> {
        self.write("DELETE FROM credentials WHERE expires_at <= $1", vec![now.into()])
            .await
    }

    async fn rating(&self, account: &str, ladder: &str) -> Result<Option<Rating>, StoreError> {
        let sql = format!("SELECT {RATING} FROM ratings WHERE account = $1 AND ladder = $2");
        self.fetch_one(&sql, vec![fold_name(account).into(), ladder.into()], rating)
            .await
    }

    async fn ratings_of(&self, account: &str) -> Result<Vec<Standing>, StoreError> {
        let sql = format!("{SELECT_STANDING} WHERE account = $1 ORDER BY ladder");
        self.fetch_all(&sql, vec![fold_name(account).into()], standing).await
    }

    async fn best_of(&self, ladder: &str, limit: u32) -> Result<Vec<Standing>, StoreError> {
        let sql = format!("{SELECT_STANDING} WHERE ladder = $1 ORDER BY rating DESC, account LIMIT $2");
        self.fetch_all(&sql, vec![ladder.into(), i64::from(limit).into()], standing)
            .await
    }

    async fn rating_history(&self, account: &str, ladder: &str) -> Result<Vec<RatingChange>, StoreError> {
        let sql = format!(
            "SELECT table_id, {RATING} FROM rating_changes WHERE account = $1 AND ladder = $2 ORDER BY revision"
        );
        let read = |row: &mut Row| {
            Ok(RatingChange {
                table: row.text()?,
                rating: rating(row)?,
            })
        };
        self.fetch_all(&sql, vec![fold_name(account).into(), ladder.into()], read)
            .await
    }

    async fn note(&self, person: &str, table: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT body FROM notes WHERE person = $1 AND table_id = $2";
        self.fetch_one(sql, vec![person.into(), table.into()], Row::text).await
    }

    async fn set_note(&self, note: &Note) -> Result<(), StoreError> {
        if note.text.is_empty() {
            let sql = "DELETE FROM notes WHERE person = $1 AND table_id = $2";
            return self
                .write(sql, vec![note.person.as_str().into(), note.table.as_str().into()])
                .await
                .map(drop);
        }
        check_note(note)?;
        match self
            .writer
            .write(Work::Statements(vec![insert_note(note)]))
            .await?
            .as_slice()
        {
            [1] => Ok(()),
            _ => Err(StoreError::NoSuchTable {
                table: note.table.clone(),
            }),
        }
    }

    async fn progress(&self, person: &str) -> Result<Option<String>, StoreError> {
        self.fetch_one(
            "SELECT body FROM progress WHERE person = $1",
            vec![person.into()],
            Row::text,
        )
        .await
    }

    async fn set_progress(&self, person: &str, progress: &str) -> Result<(), StoreError> {
        checked("a person's id", person)?;
        checked_json("progress", progress)?;
        self.writer
            .write(Work::Statements(vec![insert_progress(person, progress)]))
            .await
            .map(drop)
    }

    async fn secret(&self, name: &str, fresh: &[u8]) -> Result<Vec<u8>, StoreError> {
        let sql = "SELECT value FROM secrets WHERE name = $1";
        if let Some(kept) = self.fetch_one(sql, vec![name.into()], Row::bytes).await? {
            return Ok(kept);
        }
        self.writer
            .write(Work::Statements(vec![insert_secret(
                checked("a secret's name", name)?,
                fresh,
            )]))
            .await?;
        let kept = self.fetch_one(sql, vec![name.into()], Row::bytes).await?;
        kept.ok_or_else(|| StoreError::Damaged {
            database: self.database.name().to_owned(),
            reason: format!("the secret {name:?} is gone"),
        })
    }

    async fn schema_version(&self) -> Result<i64, StoreError> {
        reader::schema_version(&mut *self.database.connect_reader().await?).await
    }

    async fn check_health(&self) -> Result<(), StoreError> {
        self.fetch("SELECT mark FROM commits", Vec::new()).await?;
        // Even work that does nothing is committed.
        self.writer.write(Work::Statements(Vec::new())).await.map(drop)
    }

    fn reader(&self) -> Reader {
        Reader::new(Arc::clone(&self.database))
    }

    async fn import(&self, lines: Lines, onto: Onto) -> Result<(), StoreError> {
        self.writer.import(lines, onto).await
    }

    async fn close(&self) {
        self.writer.close().await;
        self.database.close().await;
    }
}

/// Tables of a filter that one index finds in their order: those that are over apart from the others, and those where a
/// person sits first apart from those where he sits second.
struct Part {
    conditions: Vec<String>,
    values: Vec<Value>,
    /// The column of the time of the last change.
    order: &'static str,
}

impl Part {
    /// Keeps a value and returns how a condition calls it.
    fn value(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }

    fn require(&mut self, condition: &str, value: Value) {
        let value = self.value(value);
        self.conditions.push(format!("{condition} {value}"));
    }
}

fn parts(filter: &TableFilter) -> Vec<Part> {
    let states: &[bool] = match filter.state {
        None => &[false, true],
        Some(TableState::Over) => &[true],
        Some(_) => &[false],
    };
    let seats: &[Option<(&str, &str)>] = match filter.person {
        None => &[None],
        Some(_) => &[Some(("first_id", "second_id")), Some(("second_id", "first_id"))],
    };
    let mut parts = Vec::new();
    for &is_over in states {
        for (number, seat) in seats.iter().enumerate() {
            let (order, condition) = match is_over {
                true => ("over_at", "over_at IS NOT NULL"),
                false => ("changed_at", "over_at IS NULL"),
            };
            let mut part = Part {
                conditions: vec![condition.to_owned()],
                values: Vec::new(),
                order,
            };
            if let (Some((own, other)), Some(person)) = (seat, &filter.person) {
                part.require(&format!("{own} ="), person.as_str().into());
                if let Some(opponent) = &filter.opponent {
                    part.require(&format!("{other} ="), opponent.as_str().into());
                }
                if number == 1 {
                    // One who sits on both sides was found on the first.
                    part.require(&format!("{other} IS DISTINCT FROM"), person.as_str().into());
                }
            }
            if let (Some(state), false) = (filter.state, is_over) {
                part.require("state =", state.word().into());
            }
            for (column, value) in [("listed =", filter.listed), ("rated =", filter.rated)] {
                if let Some(value) = value {
                    part.require(column, value.into());
                }
            }
            for (column, value) in [("game =", &filter.game), ("variant =", &filter.variant)] {
                if let Some(value) = value {
                    part.require(column, value.as_str().into());
                }
            }
            if let Some(outcome) = filter.outcome {
                part.require("outcome =", outcome.to_string().into());
            }
            for (comparison, value) in [(">=", filter.since), ("<", filter.until)] {
                if let Some(value) = value {
                    part.require(&format!("{order} {comparison}"), value.into());
                }
            }
            parts.push(part);
        }
    }
    parts
}

pub(super) const ACCOUNT: &str = "name, password_hash, created_at, is_administrator, settings, guest";

pub(super) const RATING: &str = "revision, rating, deviation, volatility, games, at";

pub(super) const SELECT_CREDENTIAL: &str = "SELECT hash, kind, name, label, scope, credentials.created_at, used_at, \
                                            expires_at FROM credentials JOIN accounts ON folded_name = account";

const SELECT_STANDING: &str = "SELECT name, ladder, revision, rating, deviation, volatility, games, at \
                               FROM ratings JOIN accounts ON folded_name = account";

pub(super) fn event(row: &mut Row) -> Result<StoredEvent, StoreError> {
    Ok(StoredEvent {
        version: row.unsigned()?,
        at: row.integer()?,
        body: row.text()?,
    })
}

pub(super) fn account(row: &mut Row) -> Result<Account, StoreError> {
    Ok(Account {
        name: row.text()?,
        password_hash: row.text()?,
        created_at: row.integer()?,
        is_administrator: row.boolean()?,
        settings: row.text()?,
        guest: row.optional_text()?,
    })
}

pub(super) fn credential(row: &mut Row) -> Result<Credential, StoreError> {
    Ok(Credential {
        hash: row.text()?,
        kind: known(row, CredentialKind::parse)?,
        account: row.text()?,
        label: row.text()?,
        scope: row.text()?,
        created_at: row.integer()?,
        used_at: row.integer()?,
        expires_at: row.optional_integer()?,
    })
}

pub(super) fn rating(row: &mut Row) -> Result<Rating, StoreError> {
    Ok(Rating {
        revision: row.unsigned()?,
        rating: row.real()?,
        deviation: row.real()?,
        volatility: row.real()?,
        games: row.unsigned()?,
        at: row.integer()?,
    })
}

fn standing(row: &mut Row) -> Result<Standing, StoreError> {
    Ok(Standing {
        account: row.text()?,
        ladder: row.text()?,
        rating: rating(row)?,
    })
}

fn results(row: &mut Row) -> Result<Results, StoreError> {
    Ok(Results {
        game: row.text()?,
        variant: row.optional_text()?,
        won: row.unsigned()?,
        lost: row.unsigned()?,
        drawn: row.unsigned()?,
    })
}

/// Changes nothing if there is an account of this name.
pub(super) fn insert_account(account: &Account) -> Statement {
    let sql = "INSERT INTO accounts (folded_name, name, password_hash, created_at, is_administrator, settings, guest) \
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
    let values = [
        fold_name(&account.name).into(),
        account.name.as_str().into(),
        account.password_hash.as_str().into(),
        account.created_at.into(),
        account.is_administrator.into(),
        account.settings.as_str().into(),
        account.guest.as_deref().into(),
    ];
    Statement::new(sql, values)
}

/// Changes nothing if there is no such account.
pub(super) fn insert_credential(credential: &Credential) -> Statement {
    let sql = "INSERT INTO credentials (hash, kind, account, label, scope, created_at, used_at, expires_at) \
               SELECT $1, $2, folded_name, $4, $5, $6, $7, $8 FROM accounts WHERE folded_name = $3";
    let values = [
        credential.hash.as_str().into(),
        credential.kind.word().into(),
        fold_name(&credential.account).into(),
        credential.label.as_str().into(),
        credential.scope.as_str().into(),
        credential.created_at.into(),
        credential.used_at.into(),
        credential.expires_at.into(),
    ];
    Statement::new(sql, values)
}

/// Changes nothing if there is no such table.
pub(super) fn insert_note(note: &Note) -> Statement {
    let sql = "INSERT INTO notes (person, table_id, body, at) SELECT $1, id, $3, $4 FROM tables WHERE id = $2 \
               ON CONFLICT (person, table_id) DO UPDATE SET body = excluded.body, at = excluded.at";
    let values = [
        note.person.as_str().into(),
        note.table.as_str().into(),
        note.text.as_str().into(),
        note.at.into(),
    ];
    Statement::new(sql, values)
}

pub(super) fn insert_progress(person: &str, progress: &str) -> Statement {
    let sql = "INSERT INTO progress (person, body) VALUES ($1, $2) \
               ON CONFLICT (person) DO UPDATE SET body = excluded.body";
    Statement::new(sql, [person.into(), progress.into()])
}

/// Changes nothing if there is a secret of this name.
pub(super) fn insert_secret(name: &str, value: &[u8]) -> Statement {
    let sql = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    Statement::new(sql, [name.into(), value.into()])
}

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

fn check_append(append: &Append) -> Result<(), StoreError> {
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
    checked_json("settings", &account.settings).map(drop)
}

pub(super) fn check_credential(credential: &Credential) -> Result<(), StoreError> {
    if credential.hash.is_empty() {
        return Err(StoreError::Invalid("a session or token needs a hash".to_owned()));
    }
    for text in [&credential.hash, &credential.label, &credential.scope] {
        checked("a session or token", text)?;
    }
    Ok(())
}

pub(super) fn check_note(note: &Note) -> Result<(), StoreError> {
    checked("a person's id", &note.person)?;
    checked("a note", &note.text).map(drop)
}
