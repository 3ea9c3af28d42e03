//! A store that is only read, beside the server that writes it: for backups, exports and whoever runs the house.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;

use crate::store::connection::{Connection, Database, Row, Statement};
use crate::store::sqlite::SqliteDatabase;
use crate::store::{Line, PATIENCE, StoreError, database_at, dump, transfer};

/// Reads a store as it is at one moment, whether or not a server uses it.
#[derive(Clone)]
pub struct Reader {
    database: Arc<dyn Database>,
}

impl Reader {
    /// Opens the store at an address, which must be there and have the schema that this program knows.
    pub async fn open(address: &str, patience: Duration) -> Result<Reader, StoreError> {
        Reader::new(database_at(address, patience)?).checked().await
    }

    /// Opens a file of SQLite's, such as a backup.
    pub(super) async fn of_file(file: &Path) -> Result<Reader, StoreError> {
        Reader::new(Arc::new(SqliteDatabase::new(file, PATIENCE)))
            .checked()
            .await
    }

    async fn checked(self) -> Result<Reader, StoreError> {
        let found = schema_version(&mut *self.database.connect_snapshot().await?).await?;
        let (database, known) = (self.database.name().to_owned(), self.database.newest_schema());
        match found {
            _ if found < known => Err(StoreError::OlderSchema { database, found, known }),
            _ if found > known => Err(StoreError::NewerSchema { database, found, known }),
            _ => Ok(self),
        }
    }

    pub(super) fn new(database: Arc<dyn Database>) -> Reader {
        Reader { database }
    }

    /// Writes a copy of everything, secrets too, to a new file: for SQLite a database of the same kind, for PostgreSQL
    /// an export.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        match self.database.copy_to(file).await? {
            true => Ok(()),
            false => transfer::export(self, file, true).await,
        }
    }

    /// Sends everything, a line for each thing; see [`transfer::export`].
    pub async fn lines(&self, with_secrets: bool, lines: mpsc::Sender<Line>) -> Result<(), StoreError> {
        let mut connection = self.database.connect_snapshot().await?;
        connection.run(self.database.dialect().begin_snapshot()).await?;
        dump::export(&mut *connection, with_secrets, lines).await
    }

    /// The house's secret of this name, if it has one.
    pub async fn secret(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let sql = "SELECT value FROM secrets WHERE name = $1";
        let mut connection = self.database.connect_snapshot().await?;
        let rows = connection.fetch(Statement::new(sql, [name.into()])).await?;
        rows.into_iter().next().map(|mut row| row.bytes()).transpose()
    }
}

/// The number of the newest migration that a database has.
pub(super) async fn schema_version(connection: &mut dyn Connection) -> Result<i64, StoreError> {
    let sql = "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations";
    let rows = connection.fetch(Statement::new(sql, [])).await?;
    let version = rows.into_iter().next().map(|mut row: Row| row.integer());
    Ok(version.transpose()?.unwrap_or_default())
}
