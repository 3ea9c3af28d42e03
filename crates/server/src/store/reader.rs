//! A store that is only read, beside the server that writes it: for backups, exports and whoever runs the site.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use crate::store::backend::{Backend, Base, Query};
use crate::store::transfer::{self, LineSender};
use crate::store::{Address, PATIENCE, StoreError, dump, sqlite};

/// Reads a store as it is at one moment, whether or not a server uses it.
#[derive(Clone)]
pub struct Reader(Arc<dyn Read>);

impl Reader {
    /// Opens the store at an address, which must be there and have the schema that this program knows.
    pub async fn open(address: &str, patience: Duration) -> Result<Reader, StoreError> {
        let reader = match Address::parse(address, patience, None)? {
            Address::Sqlite(base) => Reader(Arc::new(Arc::new(base))),
            Address::Postgres(base) => Reader(Arc::new(Arc::new(base))),
        };
        reader.0.check_schema().await.map(|()| reader)
    }

    /// Opens a file of SQLite's, such as a backup.
    pub(super) async fn of_file(file: &Path) -> Result<Reader, StoreError> {
        let reader = Reader(Arc::new(Arc::new(sqlite::base(file, PATIENCE))));
        reader.0.check_schema().await.map(|()| reader)
    }

    /// Writes a copy of everything, secrets too, to a new file: for SQLite a database of the same kind, for PostgreSQL
    /// an export.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        match self.0.copy_to(file).await? {
            true => Ok(()),
            false => transfer::export(self, file, true).await,
        }
    }

    /// Sends everything, a line for each thing; see [`transfer::export`].
    pub(super) async fn lines(&self, with_secrets: bool, lines: LineSender) -> Result<(), StoreError> {
        self.0.lines(with_secrets, lines).await
    }

    /// The server's secret of this name, if it has one.
    pub async fn secret(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.0.secret(name).await
    }
}

/// What a reader does with a database of either kind.
#[async_trait]
trait Read: Send + Sync {
    async fn check_schema(&self) -> Result<(), StoreError>;
    async fn copy_to(&self, file: &Path) -> Result<bool, StoreError>;
    async fn lines(&self, with_secrets: bool, lines: LineSender) -> Result<(), StoreError>;
    async fn secret(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError>;
}

#[async_trait]
impl<DB: Backend> Read for Arc<Base<DB>> {
    async fn check_schema(&self) -> Result<(), StoreError> {
        self.own_reader().await?.check_schema().await
    }

    async fn copy_to(&self, file: &Path) -> Result<bool, StoreError> {
        DB::copy_to(self, file).await
    }

    async fn lines(&self, with_secrets: bool, lines: LineSender) -> Result<(), StoreError> {
        let mut link = self.own_reader().await?;
        link.run(DB::BEGIN_SNAPSHOT).await?;
        dump::export(&mut link, with_secrets, lines).await
    }

    async fn secret(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let query = Query::new("SELECT value FROM secrets WHERE name = $1").bind(name);
        self.own_reader().await?.fetch_value(query).await
    }
}
