//! PostgreSQL: the connection that writes holds an advisory lock, so that nothing is written without it.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions, Postgres};

use crate::store::backend::{Backend, Base};
use crate::store::{StoreError, without_password};

/// The number of the advisory lock: `halte` in ASCII.
const LOCK: i64 = 0x68_61_6c_74_65;

/// Searches of the archive that may run at once.
const READERS: u32 = 8;

/// The database at an address; connects to nothing yet.
pub(super) fn base(address: &str, patience: Duration) -> Result<Base<Postgres>, StoreError> {
    let options = PgConnectOptions::from_str(address)
        .map_err(|error| StoreError::Address(without_password(address), error.to_string()))?;
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
    let readers = PgPoolOptions::new().max_connections(READERS).acquire_timeout(patience);
    Ok(Base {
        name: format!("PostgreSQL database {database:?} at {place}"),
        readers: readers.connect_lazy_with(options.clone()),
        place: options,
        patience: Some(patience),
    })
}

impl Backend for Postgres {
    type Place = PgConnectOptions;

    const BEGIN: &'static str = "BEGIN";

    const BEGIN_SNAPSHOT: &'static str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

    const SELECT_TABLES: &'static str = "SELECT * FROM tables WHERE id IN (SELECT json_array_elements_text($1::json))";

    const UPDATE_TABLES: &'static str = "UPDATE tables SET changed_at = (value ->> 1)::bigint, \
                                         moves = (value ->> 2)::bigint, to_move = value ->> 3, \
                                         awake = (value ->> 4)::boolean, next_version = (value ->> 5)::bigint \
                                         FROM json_array_elements($1::json) AS value WHERE id = value ->> 0";

    const INSERT_EVENTS: &'static str = "INSERT INTO events (table_id, version, at, body) \
                                         SELECT value ->> 0, (value ->> 1)::bigint, (value ->> 2)::bigint, value ->> 3 \
                                         FROM json_array_elements($1::json) AS value";

    const EMPTY_PLANS: &'static str = "UPDATE events SET body = jsonb_set(body::jsonb, '{lines}', '[]', false)::text \
                                       FROM json_array_elements($1::json) AS plan \
                                       WHERE table_id = plan ->> 0 AND version = (plan ->> 1)::bigint";

    const TIDY: Option<&'static str> = None;

    fn migrations() -> Migrator {
        let mut migrations = super::migrations([
            ("first", include_str!("../../migrations/postgres/0001_first.sql")),
            ("guests", include_str!("../../migrations/postgres/0002_guests.sql")),
            ("unused", include_str!("../../migrations/postgres/0003_unused.sql")),
            ("people", include_str!("../../migrations/postgres/0005_people.sql")),
        ]);
        // Our own lock is held already.
        migrations.set_locking(false);
        migrations
    }

    /// By its SQLSTATE.
    fn translate(database: String, error: &sqlx::Error) -> StoreError {
        let error = match error {
            sqlx::Error::Database(error) => error,
            sqlx::Error::PoolTimedOut => {
                return StoreError::Unavailable(database, "no connection was to be had in time".to_owned());
            }
            sqlx::Error::Io(error) => return StoreError::Unavailable(database, error.to_string()),
            sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => {
                return StoreError::Unavailable(database, error.to_string());
            }
            error => {
                let reason = error.to_string();
                return StoreError::Other(database, reason);
            }
        };
        let code = error.code().unwrap_or_default();
        let reason = error.message().to_owned();
        match &*code {
            // Connection failures, too many connections, the server shuts down, crashed or starts.
            "53300" | "57P01" | "57P02" | "57P03" | "57P05" | "25P03" => StoreError::Unavailable(database, reason),
            code if code.starts_with("08") => StoreError::Unavailable(database, reason),
            "53100" => StoreError::DiskFull(database),
            "25006" => StoreError::ReadOnly(database),
            "55P03" | "57014" | "40P01" => StoreError::Locked(database),
            // A character that it has not: number 0.
            "22021" => StoreError::Invalid(reason),
            "XX001" | "XX002" => StoreError::Damaged(database, reason),
            code => StoreError::Other(database, format!("{reason} (SQLSTATE {code})")),
        }
    }

    async fn connect_writer(base: &Base<Postgres>) -> Result<PgConnection, StoreError> {
        let mut connection = Self::connect_reader(base).await?;
        let lock = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(LOCK);
        match base.answer(lock.fetch_one(&mut connection)).await? {
            true => Ok(connection),
            false => Err(StoreError::InUse(base.name.clone())),
        }
    }

    async fn connect_reader(base: &Base<Postgres>) -> Result<PgConnection, StoreError> {
        base.answer(base.place.connect()).await
    }

    async fn copy_to(_: &Arc<Base<Postgres>>, _: &Path) -> Result<bool, StoreError> {
        Ok(false)
    }

    fn release(_: &PgConnectOptions) {
        // The lock goes with the connection that writes.
    }
}
