//! What the store needs of a database beyond what sqlx says of every one, so that all else is written once for both.

use std::ops::DerefMut;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::TryStreamExt;
use futures_util::stream::BoxStream;
use sqlx::error::BoxDynError;
use sqlx::migrate::{Migrate, MigrateError, Migrator};
use sqlx::postgres::PgRow;
use sqlx::query_builder::Separated;
use sqlx::sqlite::SqliteRow;
use sqlx::{
    Arguments, AssertSqlSafe, Database, Encode, Execute, FromRow, Pool, Postgres, QueryBuilder, SqlSafeStr, SqlStr,
    Sqlite, Type,
};
use tokio::time::timeout;

use crate::store::StoreError;

/// A value that a statement can be given in both databases.
pub(crate) trait Value:
    Send + for<'q> Encode<'q, Sqlite> + Type<Sqlite> + for<'q> Encode<'q, Postgres> + Type<Postgres>
{
}

impl<T> Value for T where
    T: Send + for<'q> Encode<'q, Sqlite> + Type<Sqlite> + for<'q> Encode<'q, Postgres> + Type<Postgres>
{
}

/// What is read from a row of both databases.
pub(super) trait Record:
    Send + Unpin + for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + 'static
{
}

impl<T> Record for T where T: Send + Unpin + for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + 'static {}

/// A statement with its values, as sqlx takes them. It can be run again, on another connection.
pub(super) struct Query<DB: Driver> {
    sql: SqlStr,
    arguments: DB::Arguments,
}

impl<DB: Driver> Query<DB> {
    pub(super) fn new(sql: &'static str) -> Self {
        Self {
            sql: sql.into_sql_str(),
            arguments: DB::Arguments::default(),
        }
    }

    /// A statement put together from constant pieces.
    pub(super) fn of(sql: String) -> Self {
        Self {
            sql: AssertSqlSafe(sql).into_sql_str(),
            arguments: DB::Arguments::default(),
        }
    }

    /// Gives it the next value: `$1`, `$2` and so on.
    pub(super) fn bind(mut self, value: impl Value) -> Self {
        // Encoding fails only for values whose size depends on the database, which these have not.
        DB::add(&mut self.arguments, value).expect("plain values are encoded");
        self
    }
}

impl<DB: Driver> Clone for Query<DB> {
    fn clone(&self) -> Self {
        Self {
            sql: self.sql.clone(),
            arguments: self.arguments.clone(),
        }
    }
}

impl<DB: Driver> From<QueryBuilder<DB>> for Query<DB> {
    fn from(mut builder: QueryBuilder<DB>) -> Self {
        let mut query = builder.build();
        let arguments = query.take_arguments().ok().flatten().unwrap_or_default();
        Self {
            sql: query.sql(),
            arguments,
        }
    }
}

/// What sqlx does with both databases by the same words, but could not be asked for in general without repeating a
/// dozen bounds everywhere.
pub(crate) trait Driver:
    Database<Arguments: Clone + Sync + sqlx::IntoArguments<Self>, Connection: Migrate>
{
    fn add(arguments: &mut Self::Arguments, value: impl Value) -> Result<(), BoxDynError>;

    /// Adds a value to what was just pushed.
    fn bind(list: &mut Separated<'_, Self, &'static str>, value: impl Value);

    fn execute(connection: &mut Self::Connection, query: Query<Self>)
    -> impl Future<Output = sqlx::Result<u64>> + Send;

    fn fetch<T: Record>(connection: &mut Self::Connection, query: Query<Self>) -> BoxStream<'_, sqlx::Result<T>>;

    /// Runs what has no values, such as the beginning and the end of a transaction.
    fn run(connection: &mut Self::Connection, sql: &'static str) -> impl Future<Output = sqlx::Result<()>> + Send;
}

macro_rules! drivers {
    ($($database:ident),*) => {$(
        impl Driver for $database {
            fn add(arguments: &mut Self::Arguments, value: impl Value) -> Result<(), BoxDynError> {
                Arguments::add(arguments, value)
            }

            fn bind(list: &mut Separated<'_, Self, &'static str>, value: impl Value) {
                list.push_bind_unseparated(value);
            }

            async fn execute(connection: &mut Self::Connection, query: Query<Self>) -> sqlx::Result<u64> {
                let done = sqlx::query_with(query.sql, query.arguments).execute(connection).await?;
                Ok(done.rows_affected())
            }

            fn fetch<T: Record>(
                connection: &mut Self::Connection,
                query: Query<Self>,
            ) -> BoxStream<'_, sqlx::Result<T>> {
                sqlx::query_as_with(query.sql, query.arguments).fetch(connection)
            }

            async fn run(connection: &mut Self::Connection, sql: &'static str) -> sqlx::Result<()> {
                sqlx::raw_sql(sql).execute(connection).await.map(drop)
            }
        }
    )*};
}

drivers!(Sqlite, Postgres);

/// One of the two kinds of database: what they say differently, and how they are reached.
pub(super) trait Backend: Driver {
    /// Where a database is, and what keeps other servers away from it.
    type Place: Send + Sync;

    /// Begins a transaction that writes.
    const BEGIN: &'static str;

    /// Begins a transaction that reads everything as it is at one moment.
    const BEGIN_SNAPSHOT: &'static str;

    /// The tables whose ids are in the JSON list `$1`.
    const SELECT_TABLES: &'static str;

    /// Writes what a move changes of tables: `$1` is a JSON list of `[id, changed_at, moves, to_move, awake, due_at,
    /// next_version]`. None of these has an index but `awake`, so that a move costs little.
    const UPDATE_TABLES: &'static str;

    /// The numbers of events of the tables whose ids are in the JSON list `$1`.
    const SELECT_VERSIONS: &'static str;

    /// How often the rating of account `$1` on ladder `$2` was changed; nobody else changes it before the end of the
    /// transaction.
    const SELECT_REVISION: &'static str;

    /// What time it is by the database's own clock, which all servers share; none if it has no other than the server.
    const TIME: Option<&'static str>;

    /// Whether other servers may write between two transactions. If so, [`Backend::SELECT_TABLES`] keeps them from the
    /// tables that it finds until the end of the transaction.
    const IS_SHARED: bool;

    /// Writes events: `$1` is a JSON list of `[table_id, version, at, body]`, so that one statement of constant text
    /// writes any number of them.
    const INSERT_EVENTS: &'static str;

    /// Empties plans that mean nothing any more, and leaves the rest of their events as it is: `$1` is a JSON list of
    /// `[table_id, version]`.
    const EMPTY_PLANS: &'static str;

    /// Tidies up behind the one who writes, on another connection and now and then; none if the database does so itself.
    const TIDY: Option<&'static str>;

    /// The schema, from its first version on.
    fn migrations() -> Migrator;

    /// What an error of the database's means.
    fn translate(database: String, error: &sqlx::Error) -> StoreError;

    /// A connection that writes, and keeps others from writing; [`StoreError::InUse`] if another server does that.
    fn connect_writer(base: &Base<Self>) -> impl Future<Output = Result<Self::Connection, StoreError>> + Send;

    /// A connection of one's own that reads.
    fn connect_reader(base: &Base<Self>) -> impl Future<Output = Result<Self::Connection, StoreError>> + Send;

    /// Copies the whole database to a new file; false if it cannot.
    fn copy_to(base: &Arc<Base<Self>>, file: &Path) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// The number by which this server's commits are told from those of others.
    fn server(place: &Self::Place) -> i64;

    /// Lets other servers write.
    fn release(place: &Self::Place);
}

/// A database that connections are made to.
pub(super) struct Base<DB: Backend> {
    /// What errors call it; without a password.
    pub(super) name: String,
    pub(super) place: DB::Place,
    /// For single queries; no transaction may be begun here.
    pub(super) readers: Pool<DB>,
    /// How long it may take for an answer; none if it cannot be gone.
    pub(super) patience: Option<Duration>,
}

impl<DB: Backend> Base<DB> {
    /// The connection that writes, with the newest schema.
    pub(super) async fn writer(self: &Arc<Self>) -> Result<Link<DB>, StoreError> {
        let mut connection = DB::connect_writer(self).await?;
        let mut migrations = DB::migrations();
        // Those of a newer program, which may have let this one go on.
        migrations.set_ignore_missing(true);
        let migrated = migrations.run_direct(None, &mut connection, false).await;
        migrated.map_err(|error| match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => self.translate(&error),
            error => self.damaged(error.to_string()),
        })?;
        let mut link = self.link(Box::new(connection));
        link.check_schema().await?;
        Ok(link)
    }

    /// A connection for one query; others use it again.
    pub(super) async fn reader(self: &Arc<Self>) -> Result<Link<DB>, StoreError> {
        let connection = self.readers.acquire().await.map_err(|error| self.translate(&error))?;
        Ok(self.link(connection))
    }

    /// A connection of one's own that reads.
    pub(super) async fn own_reader(self: &Arc<Self>) -> Result<Link<DB>, StoreError> {
        Ok(self.link(Box::new(DB::connect_reader(self).await?)))
    }

    fn link(self: &Arc<Self>, connection: impl DerefMut<Target = DB::Connection> + Send + 'static) -> Link<DB> {
        Link {
            base: Arc::clone(self),
            connection: Box::new(connection),
        }
    }

    /// Closes the connections that read.
    pub(super) async fn close(&self) {
        self.readers.close().await;
        DB::release(&self.place);
    }

    /// What the database answers, if it does in time.
    pub(super) async fn answer<T>(&self, answer: impl Future<Output = sqlx::Result<T>>) -> Result<T, StoreError> {
        let answer = match self.patience {
            Some(patience) => timeout(patience, answer)
                .await
                .map_err(|_| StoreError::Unavailable(self.name.clone(), "no answer".to_owned()))?,
            None => answer.await,
        };
        answer.map_err(|error| self.translate(&error))
    }

    fn translate(&self, error: &sqlx::Error) -> StoreError {
        match error {
            sqlx::Error::PoolClosed => StoreError::Closed,
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::ColumnNotFound(_) | sqlx::Error::Decode(_) => {
                self.damaged(error.to_string())
            }
            error => DB::translate(self.name.clone(), error),
        }
    }

    pub(super) fn damaged(&self, reason: String) -> StoreError {
        let database = self.name.clone();
        StoreError::Damaged(database, reason)
    }
}

/// A connection. What was begun on it and not committed when it is dropped is undone.
pub(super) struct Link<DB: Backend> {
    pub(super) base: Arc<Base<DB>>,
    connection: Box<dyn DerefMut<Target = DB::Connection> + Send>,
}

impl<DB: Backend> Link<DB> {
    /// Whether this program may use the database: it has the schema that the program knows, or a newer one that lets it.
    pub(super) async fn check_schema(&mut self) -> Result<(), StoreError> {
        let found = Query::new("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations");
        let found: i64 = self.fetch_value(found).await?.unwrap_or_default();
        let (database, known) = (self.base.name.clone(), newest(&DB::migrations()));
        if found < known {
            return Err(StoreError::OlderSchema { database, found, known });
        }
        let oldest = Query::new("SELECT oldest FROM compatibility");
        let oldest: i64 = self.fetch_value(oldest).await?.unwrap_or_default();
        match oldest > known {
            true => Err(StoreError::NewerSchema { database, found, known }),
            false => Ok(()),
        }
    }

    /// Runs a statement and says how many rows it changed.
    pub(super) async fn execute(&mut self, query: Query<DB>) -> Result<u64, StoreError> {
        self.base.answer(DB::execute(&mut self.connection, query)).await
    }

    /// Runs statements inside a transaction that goes on whether or not the database refuses them, and says how many rows
    /// each changed: all or none of them. If the first changes nothing, the others are not run. The outer error is one that
    /// the whole transaction meets.
    pub(super) async fn execute_apart(
        &mut self,
        queries: &[Query<DB>],
    ) -> Result<Result<Vec<u64>, StoreError>, StoreError> {
        self.run("SAVEPOINT apart").await?;
        let mut changed = Vec::with_capacity(queries.len());
        for query in queries {
            match self.execute(query.clone()).await {
                Err(error) if error.is_everybodys() => return Err(error),
                Err(error) => {
                    self.run("ROLLBACK TO apart").await?;
                    return Ok(Err(error));
                }
                Ok(rows) => changed.push(rows),
            }
            if changed == [0] {
                break;
            }
        }
        self.run("RELEASE apart").await?;
        Ok(Ok(changed))
    }

    /// Runs a query and returns all that it finds.
    pub(super) async fn fetch<T: Record>(&mut self, query: Query<DB>) -> Result<Vec<T>, StoreError> {
        self.base
            .answer(DB::fetch(&mut self.connection, query).try_collect())
            .await
    }

    /// Runs a query and returns the first that it finds.
    pub(super) async fn fetch_first<T: Record>(&mut self, query: Query<DB>) -> Result<Option<T>, StoreError> {
        Ok(self.fetch(query).await?.into_iter().next())
    }

    /// Runs a query and returns the one value that it finds.
    pub(super) async fn fetch_value<T>(&mut self, query: Query<DB>) -> Result<Option<T>, StoreError>
    where
        (T,): Record,
    {
        let found: Option<(T,)> = self.fetch_first(query).await?;
        Ok(found.map(|(value,)| value))
    }

    /// Runs a query and returns what it finds one after the other; see [`Base::answer`] for the waiting.
    pub(super) fn stream<T: Record>(&mut self, query: Query<DB>) -> (&Base<DB>, BoxStream<'_, sqlx::Result<T>>) {
        (&self.base, DB::fetch(&mut self.connection, query))
    }

    /// Runs a statement that has no values, such as the beginning and the end of a transaction.
    pub(super) async fn run(&mut self, sql: &'static str) -> Result<(), StoreError> {
        self.base.answer(DB::run(&mut self.connection, sql)).await
    }
}

/// The number of the newest schema among migrations.
fn newest(migrations: &Migrator) -> i64 {
    let versions = migrations.iter().map(|migration| migration.version);
    versions.max().unwrap_or_default()
}
