//! PostgreSQL: the connection that writes holds an advisory lock, so that nothing is written without it.

use std::ops::DerefMut;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgArguments, PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgRow, Postgres};
use sqlx::{AssertSqlSafe, ConnectOptions, Row as _, TypeInfo, ValueRef};
use tokio::time::timeout;

use crate::store::connection::{Connection, Database, Dialect, Row, Statement, Value};
use crate::store::{StoreError, without_password};

/// The number of the advisory lock: `halte` in ASCII.
const LOCK: i64 = 0x68_61_6c_74_65;

/// Searches of the archive that may run at once.
const READERS: u32 = 8;

/// A database of a PostgreSQL server's.
pub(super) struct PostgresDatabase {
    name: Arc<str>,
    options: PgConnectOptions,
    readers: PgPool,
    patience: Duration,
}

impl PostgresDatabase {
    /// Reads the address; connects to nothing yet.
    pub(super) fn new(address: &str, patience: Duration) -> Result<Self, StoreError> {
        let options = PgConnectOptions::from_str(address).map_err(|error| StoreError::Address {
            address: without_password(address),
            reason: error.to_string(),
        })?;
        let options = options.application_name("halte").disable_statement_logging();
        // A server that lost us notices within half a minute and frees the lock.
        let options = options.options([
            ("synchronous_commit", "on"),
            ("tcp_keepalives_idle", "10"),
            ("tcp_keepalives_interval", "5"),
            ("tcp_keepalives_count", "3"),
        ]);
        let place = match options.get_socket() {
            Some(socket) => socket.display().to_string(),
            None => format!("{}:{}", options.get_host(), options.get_port()),
        };
        let database = options.get_database().unwrap_or_else(|| options.get_username());
        let name = format!("PostgreSQL database {database:?} at {place}").into();
        let readers = PgPoolOptions::new().max_connections(READERS).acquire_timeout(patience);
        let readers = readers.connect_lazy_with(options.clone());
        Ok(Self {
            name,
            options,
            readers,
            patience,
        })
    }

    async fn connect(&self) -> Result<PgConnection, StoreError> {
        let connection = timeout(self.patience, self.options.connect()).await;
        let connection = connection.map_err(|_| unavailable(&self.name, "no answer"))?;
        connection.map_err(|error| translate(&self.name, &error))
    }

    fn link<C>(&self, connection: C) -> Box<Link<C>> {
        Box::new(Link {
            name: Arc::clone(&self.name),
            connection,
            patience: self.patience,
        })
    }
}

/// The schema, from its first version on.
fn migrations() -> Migrator {
    let mut migrations = super::migrations([
        ("first", include_str!("../../migrations/postgres/0001_first.sql")),
        ("guests", include_str!("../../migrations/postgres/0002_guests.sql")),
    ]);
    // Our own lock is held already.
    migrations.set_locking(false);
    migrations
}

#[async_trait]
impl Database for PostgresDatabase {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> Dialect {
        Dialect::Postgres
    }

    fn newest_schema(&self) -> i64 {
        super::newest(&migrations())
    }

    async fn connect_writer(&self) -> Result<Box<dyn Connection>, StoreError> {
        let connection = self.connect().await?;
        let mut link = self.link(Box::new(connection));
        let rows = link
            .fetch(Statement::new("SELECT pg_try_advisory_lock($1)", [LOCK.into()]))
            .await?;
        let locked = rows.into_iter().next().map(|mut row| row.boolean()).transpose()?;
        if locked != Some(true) {
            return Err(StoreError::InUse {
                database: self.name.to_string(),
            });
        }
        let migrations = migrations();
        migrations
            .run_direct(None, &mut *link.connection, false)
            .await
            .map_err(|error| match error {
                MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                    translate(&self.name, &error)
                }
                error => super::schema_error(&self.name, &migrations, &error),
            })?;
        Ok(link)
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
        let connection = self.connect().await?;
        Ok(self.link(Box::new(connection)))
    }

    async fn copy_to(&self, _file: &Path) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn close(&self) {
        self.readers.close().await;
    }
}

/// A connection, our own or one of the readers'.
struct Link<C> {
    name: Arc<str>,
    connection: C,
    patience: Duration,
}

impl<C> Link<C> {
    fn row(&self, row: &PgRow) -> Result<Row, StoreError> {
        let columns: Result<Vec<_>, _> = (0..row.len()).map(|column| value(row, column)).collect();
        let columns = columns.map_err(|error| translate(&self.name, &error))?.into_iter();
        Ok(Row {
            database: Arc::clone(&self.name),
            columns,
        })
    }
}

fn value(row: &PgRow, column: usize) -> Result<Value, sqlx::Error> {
    let raw = row.try_get_raw(column)?;
    if raw.is_null() {
        return Ok(Value::Text(None));
    }
    let kind = raw.type_info().name().to_owned();
    Ok(match kind.as_str() {
        "INT8" => Value::Integer(Some(row.try_get(column)?)),
        "FLOAT8" => Value::Real(row.try_get(column)?),
        "BYTEA" => Value::Bytes(row.try_get(column)?),
        "BOOL" => Value::Boolean(row.try_get(column)?),
        _ => Value::Text(Some(row.try_get(column)?)),
    })
}

fn query(statement: Statement) -> sqlx::query::Query<'static, Postgres, PgArguments> {
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
impl<C: DerefMut<Target = PgConnection> + Send + Sync> Connection for Link<C> {
    async fn execute(&mut self, statement: Statement) -> Result<u64, StoreError> {
        let done = timeout(self.patience, query(statement).execute(&mut *self.connection)).await;
        let done = done.map_err(|_| unavailable(&self.name, "no answer"))?;
        let done = done.map_err(|error| translate(&self.name, &error))?;
        Ok(done.rows_affected())
    }

    async fn fetch(&mut self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        let rows = timeout(self.patience, query(statement).fetch_all(&mut *self.connection)).await;
        let rows = rows.map_err(|_| unavailable(&self.name, "no answer"))?;
        let rows = rows.map_err(|error| translate(&self.name, &error))?;
        rows.iter().map(|row| self.row(row)).collect()
    }

    async fn run(&mut self, sql: &'static str) -> Result<(), StoreError> {
        let done = timeout(self.patience, sqlx::raw_sql(sql).execute(&mut *self.connection)).await;
        let done = done.map_err(|_| unavailable(&self.name, "no answer"))?;
        done.map(drop).map_err(|error| translate(&self.name, &error))
    }
}

fn unavailable(database: &str, reason: &str) -> StoreError {
    StoreError::Unavailable {
        database: database.to_owned(),
        reason: reason.to_owned(),
    }
}

/// What an error of PostgreSQL's means, by its SQLSTATE.
fn translate(database: &str, error: &sqlx::Error) -> StoreError {
    let name = database.to_owned();
    let error = match error {
        sqlx::Error::Database(error) => error,
        sqlx::Error::PoolClosed => return StoreError::Closed,
        sqlx::Error::PoolTimedOut => return unavailable(database, "no connection was to be had in time"),
        sqlx::Error::Io(error) => return unavailable(database, &error.to_string()),
        sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => {
            return unavailable(database, &error.to_string());
        }
        error => {
            return StoreError::Other {
                database: name,
                reason: error.to_string(),
            };
        }
    };
    let code = error.code().unwrap_or_default();
    let reason = error.message().to_owned();
    match &*code {
        // Connection failures, too many connections, the server shuts down, crashed or starts.
        "53300" | "57P01" | "57P02" | "57P03" | "57P05" | "25P03" => unavailable(database, &reason),
        code if code.starts_with("08") => unavailable(database, &reason),
        "53100" => StoreError::DiskFull { database: name },
        "25006" => StoreError::ReadOnly { database: name },
        "55P03" | "57014" | "40P01" => StoreError::Locked { database: name },
        // A character that it has not: number 0.
        "22021" => StoreError::Invalid(reason),
        "XX001" | "XX002" => StoreError::Damaged { database: name, reason },
        code => StoreError::Other {
            database: name,
            reason: format!("{reason} (SQLSTATE {code})"),
        },
    }
}
