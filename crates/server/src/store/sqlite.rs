//! SQLite: one file beside which a second one, the lock, keeps other servers away.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Sqlite};

use crate::store::backend::{Backend, Base, Query};
use crate::store::transfer::{NewFile, file_error, open_or_make};
use crate::store::{PATIENCE, StoreError};

/// Searches of the archive that may run at once; each has a thread of its own.
const READERS: u32 = 4;

/// Memory for pages of the connection that writes, in SQLite's notation for KiB.
const CACHE: &str = "-65536";

/// Pages that the log has, 64 MiB, before who writes copies them into the file, although it was not tidied up.
const WAL_PAGES: &str = "16000";

pub(super) struct SqlitePlace {
    file: PathBuf,
    options: SqliteConnectOptions,
    /// For connections that only read: they leave the file as it is, even one that is no server's.
    reading: SqliteConnectOptions,
    /// Held from the first connection that writes to the end; the operating system frees it even if we are killed.
    lock: Mutex<Option<File>>,
}

/// The database in a file; touches nothing yet. A statement waits with patience for another program that holds the file,
/// such as a person with the `sqlite3` shell.
pub(super) fn base(file: &Path, patience: Duration) -> Base<Sqlite> {
    let reading = SqliteConnectOptions::new()
        .filename(file)
        .foreign_keys(true)
        .busy_timeout(patience)
        .disable_statement_logging();
    let options = reading
        .clone()
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // What was there before a statement is kept in memory, and the pages of tables under way stay there.
        .pragma("temp_store", "MEMORY")
        .pragma("cache_size", CACHE)
        .pragma("wal_autocheckpoint", WAL_PAGES);
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        .connect_lazy_with(reading.clone().pragma("query_only", "ON"));
    Base {
        name: file.display().to_string(),
        place: SqlitePlace {
            file: file.to_owned(),
            options,
            reading,
            lock: Mutex::new(None),
        },
        readers,
        patience: None,
    }
}

/// Has everything in the file itself, so that it can be taken elsewhere without its log.
pub(super) async fn settle(file: &Path) -> Result<(), StoreError> {
    let base = Arc::new(base(file, PATIENCE));
    let settled = Query::new("PRAGMA wal_checkpoint(TRUNCATE)");
    // Whether somebody was in the way, pages in the log, pages that were copied out of it.
    let settled: Option<(i64, i64, i64)> = base.own_reader().await?.fetch_first(settled).await?;
    match settled {
        Some((0, ..)) => Ok(()),
        _ => Err(StoreError::Locked(base.name.clone())),
    }
}

impl SqlitePlace {
    /// Takes the lock, which is that of all servers that use the file, and makes the file if it is not there.
    fn lock(&self) -> Result<(), StoreError> {
        let mut lock = crate::lock(&self.lock);
        if lock.is_some() {
            return Ok(());
        }
        let mut beside = self.file.as_os_str().to_owned();
        beside.push("-lock");
        let beside = PathBuf::from(beside);
        let file = open_or_make(&beside).map_err(|error| file_error(&beside, &error))?;
        match file.try_lock() {
            Ok(()) => *lock = Some(file),
            Err(TryLockError::WouldBlock) => {
                let database = self.file.display().to_string();
                return Err(StoreError::InUse(database, ""));
            }
            Err(TryLockError::Error(error)) => return Err(file_error(&beside, &error)),
        }
        if !self.file.exists() {
            // SQLite itself would let everybody read it.
            open_or_make(&self.file).map_err(|error| file_error(&self.file, &error))?;
        }
        Ok(())
    }
}

impl Backend for Sqlite {
    type Place = SqlitePlace;

    // A transaction that began by reading could not be made one that writes while another one wrote.
    const BEGIN: &'static str = "BEGIN IMMEDIATE";

    const BEGIN_SNAPSHOT: &'static str = "BEGIN";

    const SELECT_TABLES: &'static str = "SELECT * FROM tables WHERE id IN (SELECT value FROM json_each($1))";

    const UPDATE_TABLES: &'static str = "UPDATE tables SET changed_at = value ->> 1, moves = value ->> 2, \
                                         to_move = value ->> 3, awake = value ->> 4, due_at = value ->> 5, \
                                         next_version = value ->> 6 \
                                         FROM json_each($1) WHERE tables.id = value ->> 0";

    const SELECT_VERSIONS: &'static str =
        "SELECT id, next_version FROM tables WHERE id IN (SELECT value FROM json_each($1))";

    const SELECT_REVISION: &'static str = "SELECT COALESCE(revision, 0) FROM accounts \
                                           LEFT JOIN ratings ON account = folded_name AND ladder = $2 \
                                           WHERE folded_name = $1";

    const TIME: Option<&'static str> = None;

    const IS_SHARED: bool = false;

    const INSERT_EVENTS: &'static str = "INSERT INTO events (table_id, version, at, body) \
                                         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each($1)";

    const EMPTY_PLANS: &'static str = "UPDATE events SET body = json_replace(body, '$.lines', json('[]')) \
                                       FROM json_each($1) AS plan \
                                       WHERE table_id = plan.value ->> 0 AND version = plan.value ->> 1";

    // Copies the log into the file, as far as nobody writes meanwhile; if that is all of it, the log begins anew.
    const TIDY: Option<&'static str> = Some("PRAGMA wal_checkpoint(PASSIVE)");

    fn migrations() -> Migrator {
        super::migrations([
            ("first", include_str!("../../migrations/sqlite/0001_first.sql")),
            ("guests", include_str!("../../migrations/sqlite/0002_guests.sql")),
            ("unused", include_str!("../../migrations/sqlite/0003_unused.sql")),
            ("servers", include_str!("../../migrations/sqlite/0004_servers.sql")),
            ("people", include_str!("../../migrations/sqlite/0005_people.sql")),
            ("openers", include_str!("../../migrations/sqlite/0006_openers.sql")),
            ("analyses", include_str!("../../migrations/sqlite/0007_analyses.sql")),
            ("outages", include_str!("../../migrations/sqlite/0008_outages.sql")),
        ])
    }

    /// By its numbers, which are those of <https://www.sqlite.org/rescode.html>.
    fn translate(database: String, error: &sqlx::Error) -> StoreError {
        let sqlx::Error::Database(error) = error else {
            let reason = error.to_string();
            return StoreError::Other(database, reason);
        };
        let code: i32 = error.code().and_then(|code| code.parse().ok()).unwrap_or_default();
        let reason = error.message().to_owned();
        match code & 0xff {
            5 | 6 => StoreError::Locked(database),
            8 => StoreError::ReadOnly(database),
            11 | 26 => StoreError::Damaged(database, reason),
            13 => StoreError::DiskFull(database),
            _ => StoreError::Other(database, format!("{reason} (SQLite's error {code})")),
        }
    }

    async fn connect_writer(base: &Base<Sqlite>) -> Result<SqliteConnection, StoreError> {
        base.place.lock()?;
        base.answer(base.place.options.connect()).await
    }

    async fn connect_reader(base: &Base<Sqlite>) -> Result<SqliteConnection, StoreError> {
        base.answer(base.place.reading.connect()).await
    }

    async fn copy_to(base: &Arc<Base<Sqlite>>, file: &Path) -> Result<bool, StoreError> {
        let part = NewFile::new(file)?;
        let target = part
            .path
            .to_str()
            .ok_or_else(|| StoreError::File(file.to_owned(), "the name is no Unicode text".to_owned()))?;
        let copy = Query::new("VACUUM INTO $1").bind(target);
        base.own_reader().await?.execute(copy).await?;
        part.finish().map(|()| true)
    }

    fn server(_: &SqlitePlace) -> i64 {
        0
    }

    fn release(place: &SqlitePlace) {
        *crate::lock(&place.lock) = None;
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

    const SHORT: Duration = Duration::from_millis(200);

    fn append(version: u64, length: usize) -> Append {
        let summary = Summary {
            table: "a".to_owned(),
            game: "move".to_owned(),
            variant: None,
            state: TableState::Playing,
            listed: true,
            rated: false,
            opener: None,
            first: None,
            second: None,
            opened_at: 0,
            changed_at: 0,
            moves: 0,
            to_move: Some(Player::First),
            outcome: None,
            ending: None,
            awake: false,
            due_at: None,
        };
        let body = format!("\"{}\"", "x".repeat(length));
        Append {
            summary,
            events: vec![StoredEvent { version, at: 0, body }],
            superseded: Vec::new(),
            ratings: Vec::new(),
        }
    }

    /// A store in a file, with SQLite's options changed.
    async fn open(
        file: &Path,
        change: fn(SqliteConnectOptions) -> SqliteConnectOptions,
    ) -> Result<SqlStore<Sqlite>, StoreError> {
        let mut base = base(file, SHORT);
        base.place.options = change(base.place.options);
        SqlStore::open(base, SHORT).await
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
        assert_eq!(error, StoreError::DiskFull(file.display().to_string()));
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
        assert_eq!(result, Err(StoreError::Locked(file.display().to_string())));
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
            Err(StoreError::ReadOnly(database))
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
        let base = Arc::new(base(&folder.path().join("store"), SHORT));
        let mut link = base.writer().await.expect("a connection");
        let synchronous = link.fetch_first(Query::new("PRAGMA synchronous")).await;
        assert_eq!(synchronous, Ok(Some((2_i64,))));
        let journal = link.fetch_first(Query::new("PRAGMA journal_mode")).await;
        assert_eq!(journal, Ok(Some(("wal".to_owned(),))));
    }
}
