//! PostgreSQL: one server alone, or many that hear of each other by a bus. The connection that writes holds two advisory
//! locks, so that nothing is written without them: one is that of all servers, shared unless this one is alone, the other
//! is the server's own.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions, Postgres};

use crate::store::backend::{Backend, Base};
use crate::store::{StoreError, without_password};

/// The number of the advisory lock of all servers: `halte` in ASCII.
const LOCK: i64 = 0x68_61_6c_74_65;

/// The first of the two numbers of a server's own advisory lock: `halt` in ASCII.
const OWN_LOCK: i32 = 0x68_61_6c_74;

/// Where a database is, and who uses it.
pub(super) struct PostgresPlace {
    options: PgConnectOptions,
    /// The number of this server among those that use the database; none if it must be alone.
    number: Option<i32>,
}

/// Searches of the archive that may run at once.
const READERS: u32 = 8;

/// The database at an address, for a server of this number among others or for one alone; connects to nothing yet.
pub(super) fn base(address: &str, patience: Duration, number: Option<i32>) -> Result<Base<Postgres>, StoreError> {
    let options = PgConnectOptions::from_str(address)
        .map_err(|error| StoreError::Address(without_password(address), error.to_string()))?;
    // An operator of several servers may give each a name of its own, by which its connections are found.
    let options = match options.get_application_name() {
        Some(_) => options,
        None => options.application_name("halte"),
    };
    let options = options.disable_statement_logging();
    // A server that lost us notices within half a minute and frees the lock.
    let options = options.options([
        ("synchronous_commit", "on"),
        ("tcp_keepalives_idle", "10"),
        ("tcp_keepalives_interval", "5"),
        ("tcp_keepalives_count", "3"),
        // A server that stands still in the middle of a transaction holds up the others' for so long at most.
        ("idle_in_transaction_session_timeout", "5s"),
        ("lock_timeout", "5s"),
        // That a table is there already is said at every start.
        ("client_min_messages", "warning"),
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
        place: PostgresPlace { options, number },
        patience: Some(patience),
    })
}

impl Backend for Postgres {
    type Place = PostgresPlace;

    const BEGIN: &'static str = "BEGIN";

    const BEGIN_SNAPSHOT: &'static str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

    // In the order of their names: two servers that want the same ones do not wait for each other.
    const SELECT_TABLES: &'static str = "SELECT * FROM tables WHERE id IN (SELECT json_array_elements_text($1::json)) \
                                         ORDER BY id FOR UPDATE";

    const UPDATE_TABLES: &'static str = "UPDATE tables SET changed_at = (value ->> 1)::bigint, \
                                         moves = (value ->> 2)::bigint, to_move = value ->> 3, \
                                         awake = (value ->> 4)::boolean, due_at = (value ->> 5)::bigint, \
                                         next_version = (value ->> 6)::bigint \
                                         FROM json_array_elements($1::json) AS value WHERE id = value ->> 0";

    const SELECT_VERSIONS: &'static str = "SELECT id, next_version FROM tables \
                                           WHERE id IN (SELECT json_array_elements_text($1::json))";

    const SELECT_REVISION: &'static str = "SELECT COALESCE(revision, 0) FROM accounts \
                                           LEFT JOIN ratings ON account = folded_name AND ladder = $2 \
                                           WHERE folded_name = $1 FOR UPDATE OF accounts";

    const TIME: Option<&'static str> = Some("SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint");

    const IS_SHARED: bool = true;

    const INSERT_EVENTS: &'static str = "INSERT INTO events (table_id, version, at, body) \
                                         SELECT value ->> 0, (value ->> 1)::bigint, (value ->> 2)::bigint, value ->> 3 \
                                         FROM json_array_elements($1::json) AS value";

    const EMPTY_PLANS: &'static str = "UPDATE events SET body = jsonb_set(body::jsonb, '{lines}', '[]', false)::text \
                                       FROM json_array_elements($1::json) AS plan \
                                       WHERE table_id = plan ->> 0 AND version = (plan ->> 1)::bigint";

    const TIDY: Option<&'static str> = None;

    fn migrations() -> Migrator {
        super::migrations([
            ("first", include_str!("../../migrations/postgres/0001_first.sql")),
            ("guests", include_str!("../../migrations/postgres/0002_guests.sql")),
            ("unused", include_str!("../../migrations/postgres/0003_unused.sql")),
            ("servers", include_str!("../../migrations/postgres/0004_servers.sql")),
            ("people", include_str!("../../migrations/postgres/0005_people.sql")),
            ("openers", include_str!("../../migrations/postgres/0006_openers.sql")),
            ("analyses", include_str!("../../migrations/postgres/0007_analyses.sql")),
            ("outages", include_str!("../../migrations/postgres/0008_outages.sql")),
        ])
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
            "55P03" | "57014" => StoreError::Locked(database),
            // A row that is there already, a deadlock: another server does the same.
            "23505" | "40P01" => StoreError::Raced(database),
            // A character that it has not: number 0.
            "22021" => StoreError::Invalid(reason),
            // Pages that cannot be read, or a table that is not there.
            "XX001" | "XX002" | "42P01" => StoreError::Damaged(database, reason),
            code => StoreError::Other(database, format!("{reason} (SQLSTATE {code})")),
        }
    }

    async fn connect_writer(base: &Base<Postgres>) -> Result<PgConnection, StoreError> {
        let mut connection = Self::connect_reader(base).await?;
        let name = || base.name.clone();
        let Some(number) = base.place.number else {
            let lock = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(LOCK);
            return match base.answer(lock.fetch_one(&mut connection)).await? {
                true => Ok(connection),
                false => Err(StoreError::InUse(
                    name(),
                    ": several servers at one database need a bus (--bus)",
                )),
            };
        };
        let shared = sqlx::query_scalar("SELECT pg_try_advisory_lock_shared($1)").bind(LOCK);
        if !base.answer(shared.fetch_one(&mut connection)).await? {
            return Err(StoreError::InUse(name(), ", and that one has no bus (--bus)"));
        }
        // The connection before may still be at work.
        let own = sqlx::query_scalar("SELECT pg_try_advisory_lock($1, $2)")
            .bind(OWN_LOCK)
            .bind(number);
        match base.answer(own.fetch_one(&mut connection)).await? {
            true => Ok(connection),
            false => Err(StoreError::InUse(name(), " in this one's name")),
        }
    }

    async fn connect_reader(base: &Base<Postgres>) -> Result<PgConnection, StoreError> {
        base.answer(base.place.options.connect()).await
    }

    async fn copy_to(_: &Arc<Base<Postgres>>, _: &Path) -> Result<bool, StoreError> {
        Ok(false)
    }

    fn server(place: &PostgresPlace) -> i64 {
        place.number.map_or(0, i64::from)
    }

    fn release(_: &PostgresPlace) {
        // The locks go with the connection that writes.
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server's connections have the name that its operator gave them.
    #[tokio::test]
    async fn connections_have_a_name() {
        let check = |query: &str, expected: &str| {
            let address = format!("postgres://nobody@localhost/nothing{query}");
            let base = base(&address, Duration::from_secs(1), None).expect("an address");
            assert_eq!(base.place.options.get_application_name(), Some(expected), "{query}");
        };
        check("", "halte");
        check("?application_name=halte-2", "halte-2");
    }
}
