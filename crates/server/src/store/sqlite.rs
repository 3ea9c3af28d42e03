//! SQLite: one file beside which a second one, the lock, keeps other servers away.

use std::fs::{File, TryLockError};
use std::ops::DerefMut;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteRow, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, ConnectOptions, Row as _, TypeInfo, ValueRef};

use crate::store::StoreError;
use crate::store::connection::{Connection, Database, Dialect, Row, Statement, Value};
use crate::store::transfer::{NewFile, file_error, private};

/// Searches of the archive that may run at once; each has a thread of its own.
const READERS: u32 = 4;

/// A file of SQLite's.
pub(super) struct SqliteDatabase {
    file: PathBuf,
    name: Arc<str>,
    options: SqliteConnectOptions,
    /// For connections that only read: they leave the file as it is, even one that is no server's.
    reading: SqliteConnectOptions,
    readers: SqlitePool,
    /// Held from the first connection that writes to the end; the operating system frees it even if we are killed.
    lock: Mutex<Option<File>>,
}

impl SqliteDatabase {
    /// Touches nothing yet. A statement waits with patience for another program that holds the file, such as a person
    /// with the `sqlite3` shell.
    pub(super) fn new(file: &Path, patience: Duration) -> Self {
        let reading = SqliteConnectOptions::new()
            .filename(file)
            .foreign_keys(true)
            .busy_timeout(patience)
            .disable_statement_logging();
        let options = reading
            .clone()
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full);
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_lazy_with(reading.clone().pragma("query_only", "ON"));
        let name = file.display().to_string().into();
        Self {
            file: file.to_owned(),
            name,
            options,
            reading,
            readers,
            lock: Mutex::new(None),
        }
    }

    /// Takes the lock, which is that of all servers that use the file, and makes the file if it is not there.
    fn lock(&self) -> Result<(), StoreError> {
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if lock.is_some() {
            return Ok(());
        }
        let mut beside = self.file.as_os_str().to_owned();
        beside.push("-lock");
        let beside = PathBuf::from(beside);
        let file = private(File::options().create(true).truncate(false).write(true)).open(&beside);
        let file = file.map_err(|error| file_error(&beside, &error))?;
        match file.try_lock() {
            Ok(()) => *lock = Some(file),
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::InUse {
                    database: self.name.to_string(),
                });
            }
            Err(TryLockError::Error(error)) => return Err(file_error(&beside, &error)),
        }
        if !self.file.exists() {
            // SQLite itself would let everybody read it.
            let made = private(File::options().create_new(true).write(true)).open(&self.file);
            made.map_err(|error| file_error(&self.file, &error))?;
        }
        Ok(())
    }

    fn link<C>(&self, connection: C) -> Box<Link<C>> {
        Box::new(Link {
            name: Arc::clone(&self.name),
            connection,
        })
    }
}

/// The schema, from its first version on.
fn migrations() -> Migrator {
    super::migrations([
        ("first", include_str!("../../migrations/sqlite/0001_first.sql")),
        ("guests", include_str!("../../migrations/sqlite/0002_guests.sql")),
    ])
}

#[async_trait]
impl Database for SqliteDatabase {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn newest_schema(&self) -> i64 {
        super::newest(&migrations())
    }

    async fn connect_writer(&self) -> Result<Box<dyn Connection>, StoreError> {
        self.lock()?;
        let mut connection = self
            .options
            .connect()
            .await
            .map_err(|error| translate(&self.name, &error))?;
        let migrations = migrations();
        migrations
            .run_direct(None, &mut connection, false)
            .await
            .map_err(|error| match error {
                MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                    translate(&self.name, &error)
                }
                error => super::schema_error(&self.name, &migrations, &error),
            })?;
        Ok(self.link(Box::new(connection)))
    }

    async fn connect_reader(&self) -> Result<Box<dyn Connection>, StoreError> {
        let connection = self
            .readers
            .acquire()
            .await
            .map_err(|error| translate(&self.name, &error))?;
        Ok(self.link(connection))
    }

    async fn connect_snapshot(&self) -> Result<Box<dyn Connection>, StoreError> {
        let connection = self
            .reading
            .connect()
            .await
            .map_err(|error| translate(&self.name, &error))?;
        Ok(self.link(Box::new(connection)))
    }

    async fn copy_to(&self, file: &Path) -> Result<bool, StoreError> {
        let part = NewFile::new(file)?;
        let target = part.path.to_str().ok_or_else(|| StoreError::File {
            file: file.to_owned(),
            reason: "the name is no Unicode text".to_owned(),
        })?;
        let mut connection = self.connect_snapshot().await?;
        connection
            .execute(Statement::new("VACUUM INTO $1", [target.into()]))
            .await?;
        part.finish().map(|()| true)
    }

    async fn close(&self) {
        self.readers.close().await;
        *self.lock.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// A connection, our own or one of the readers'.
struct Link<C> {
    name: Arc<str>,
    connection: C,
}

impl<C> Link<C> {
    fn row(&self, row: &SqliteRow) -> Result<Row, StoreError> {
        let columns: Result<Vec<_>, _> = (0..row.len()).map(|column| value(row, column)).collect();
        let columns = columns.map_err(|error| translate(&self.name, &error))?.into_iter();
        Ok(Row {
            database: Arc::clone(&self.name),
            columns,
        })
    }
}

fn value(row: &SqliteRow, column: usize) -> Result<Value, sqlx::Error> {
    let raw = row.try_get_raw(column)?;
    if raw.is_null() {
        return Ok(Value::Text(None));
    }
    let kind = raw.type_info().name().to_owned();
    Ok(match kind.as_str() {
        "INTEGER" => Value::Integer(Some(row.try_get_unchecked(column)?)),
        "REAL" => Value::Real(row.try_get_unchecked(column)?),
        "BLOB" => Value::Bytes(row.try_get_unchecked(column)?),
        _ => Value::Text(Some(row.try_get_unchecked(column)?)),
    })
}

fn query(statement: Statement) -> sqlx::query::Query<'static, sqlx::Sqlite, SqliteArguments> {
    let query = sqlx::query(AssertSqlSafe(statement.sql));
    statement.values.into_iter().fold(query, |query, value| match value {
        Value::Integer(value) => query.bind(value),
        Value::Real(value) => query.bind(value),
        Value::Text(value) => query.bind(value),
        Value::Boolean(value) => query.bind(value),
        Value::Bytes(value) => query.bind(value),
    })
}

#[async_trait]
impl<C: DerefMut<Target = SqliteConnection> + Send + Sync> Connection for Link<C> {
    async fn execute(&mut self, statement: Statement) -> Result<u64, StoreError> {
        let done = query(statement).execute(&mut *self.connection).await;
        let done = done.map_err(|error| translate(&self.name, &error))?;
        Ok(done.rows_affected())
    }

    async fn fetch(&mut self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        let rows = query(statement).fetch_all(&mut *self.connection).await;
        let rows = rows.map_err(|error| translate(&self.name, &error))?;
        rows.iter().map(|row| self.row(row)).collect()
    }

    async fn run(&mut self, sql: &'static str) -> Result<(), StoreError> {
        let done = sqlx::raw_sql(sql).execute(&mut *self.connection).await;
        done.map(drop).map_err(|error| translate(&self.name, &error))
    }
}

/// What an error of SQLite's means; its numbers are those of <https://www.sqlite.org/rescode.html>.
fn translate(database: &str, error: &sqlx::Error) -> StoreError {
    let database = database.to_owned();
    let sqlx::Error::Database(error) = error else {
        return match error {
            sqlx::Error::PoolClosed => StoreError::Closed,
            error => StoreError::Other {
                database,
                reason: error.to_string(),
            },
        };
    };
    let code: i32 = error.code().and_then(|code| code.parse().ok()).unwrap_or_default();
    let reason = error.message().to_owned();
    match code & 0xff {
        5 | 6 => StoreError::Locked { database },
        8 => StoreError::ReadOnly { database },
        11 | 26 => StoreError::Damaged { database, reason },
        13 => StoreError::DiskFull { database },
        _ => StoreError::Other {
            database,
            reason: format!("{reason} (SQLite's error {code})"),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use halte_game::Player;
    use tempfile::TempDir;

    use super::*;
    use crate::store::sql::SqlStore;
    use crate::store::{Append, Store, StoredEvent, Summary, TableState};

    const PATIENCE: Duration = Duration::from_millis(200);

    fn append(version: u64, length: usize) -> Append {
        let summary = Summary {
            table: "a".to_owned(),
            game: "move".to_owned(),
            variant: None,
            state: TableState::Playing,
            listed: true,
            rated: false,
            first: None,
            second: None,
            opened_at: 0,
            changed_at: 0,
            moves: 0,
            to_move: Some(Player::First),
            outcome: None,
            ending: None,
            awake: false,
        };
        let body = format!("\"{}\"", "x".repeat(length));
        Append {
            summary,
            events: vec![StoredEvent { version, at: 0, body }],
            ratings: Vec::new(),
        }
    }

    /// A store in a file, with SQLite's options changed.
    async fn open(
        file: &Path,
        change: fn(SqliteConnectOptions) -> SqliteConnectOptions,
    ) -> Result<SqlStore, StoreError> {
        let mut database = SqliteDatabase::new(file, PATIENCE);
        database.options = change(database.options);
        SqlStore::open(Arc::new(database), PATIENCE).await
    }

    #[tokio::test]
    async fn a_full_disk_is_named_and_loses_nothing() {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("store");
        // A bound on the pages fails as a full disk does.
        let store = open(&file, |options| options.pragma("max_page_count", "100"))
            .await
            .expect("a store");
        let mut kept = 0;
        let error = loop {
            match store.append(vec![append(kept, 10_000)]).await {
                Ok(()) => kept += 1,
                Err(error) => break error,
            }
        };
        assert_eq!(
            error,
            StoreError::DiskFull {
                database: file.display().to_string()
            }
        );
        assert!(kept > 5, "{kept}");
        assert_eq!(store.events("a", 0).await.map(|events| events.len() as u64), Ok(kept));
        assert_eq!(store.check_health().await, Ok(()), "there is room for little things");
        store.close().await;
        let store = open(&file, |options| options).await.expect("a store");
        assert_eq!(
            store.append(vec![append(kept, 10_000)]).await,
            Ok(()),
            "on a larger disk it goes on"
        );
    }

    #[tokio::test]
    async fn a_file_that_another_program_holds_is_named() {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("store");
        let store = open(&file, |options| options).await.expect("a store");
        let mut other = SqliteConnectOptions::new()
            .filename(&file)
            .connect()
            .await
            .expect("a connection");
        sqlx::raw_sql("BEGIN IMMEDIATE")
            .execute(&mut other)
            .await
            .expect("a transaction");
        let result = store.append(vec![append(0, 1)]).await;
        assert_eq!(
            result,
            Err(StoreError::Locked {
                database: file.display().to_string()
            })
        );
        sqlx::raw_sql("COMMIT")
            .execute(&mut other)
            .await
            .expect("the end of it");
        assert_eq!(store.append(vec![append(0, 1)]).await, Ok(()));
    }

    #[tokio::test]
    async fn files_that_are_no_stores_are_named() {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("store");
        open(&file, |options| options).await.expect("a store").close().await;
        let database = file.display().to_string();
        let store = open(&file, |options| options.read_only(true)).await.expect("a store");
        assert_eq!(
            store.append(vec![append(0, 1)]).await,
            Err(StoreError::ReadOnly { database })
        );

        let text = folder.path().join("text");
        fs::write(&text, "Dear diary, ".repeat(100)).expect("a file");
        let error = open(&text, |options| options).await.err().expect("an error");
        let expected = format!("{} is damaged or not ours: file is not a database", text.display());
        assert_eq!(error.to_string(), expected);

        let nowhere = folder.path().join("nowhere").join("store");
        let error = open(&nowhere, |options| options).await.err().expect("an error");
        assert!(matches!(error, StoreError::File { .. }), "{error}");
    }

    #[tokio::test]
    async fn everything_is_written_through_to_the_disk() {
        let folder = TempDir::new().expect("a folder");
        let database = SqliteDatabase::new(&folder.path().join("store"), PATIENCE);
        let mut connection = database.connect_writer().await.expect("a connection");
        for (pragma, expected) in [("synchronous", Value::Integer(Some(2))), ("journal_mode", "wal".into())] {
            let rows = connection
                .fetch(Statement::new(format!("PRAGMA {pragma}"), []))
                .await
                .expect("a value");
            let values: Vec<_> = rows.into_iter().flat_map(|row| row.columns).collect();
            assert_eq!(values, [expected], "{pragma}");
        }
    }
}
