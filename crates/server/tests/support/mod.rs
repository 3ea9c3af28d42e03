//! What the tests of the store share: places for stores on both backends, and things to keep in them.

#![allow(dead_code, reason = "every test program uses another part of it")]

use std::sync::Arc;
use std::time::Duration;

use halte_game::Player;
use halte_server::store::{
    self, Account, Append, PersonSummary, Reader, Store, StoreError, StoredEvent, Summary, TableFilter, TableState,
};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tempfile::TempDir;

/// How long the tests wait for a database that is gone.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// Where a store is: nobody else's, and empty at first.
pub(crate) struct Place {
    pub(crate) address: String,
    /// For backups and exports; SQLite's file is here too.
    pub(crate) folder: TempDir,
}

impl Place {
    pub(crate) fn sqlite() -> Self {
        let folder = TempDir::new().expect("a folder");
        let address = format!("sqlite:{}", folder.path().join("halte.sqlite").display());
        Self { address, folder }
    }

    /// A new database on the server that `cargo xtask` started.
    pub(crate) async fn postgres() -> Self {
        let folder = TempDir::new().expect("a folder");
        let name = folder.path().file_name().expect("a name").to_string_lossy();
        let name = format!("halte_{}", name.trim_start_matches('.').to_lowercase());
        // Its order of texts is not that of their bytes, to show that the store's is.
        let create = format!(
            "CREATE DATABASE {name:?} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C.UTF-8'"
        );
        let mut connection = PgConnection::connect(&postgres_server())
            .await
            .expect("PostgreSQL of the tests");
        sqlx::raw_sql(AssertSqlSafe(create))
            .execute(&mut connection)
            .await
            .expect("a database");
        let address = postgres_server().replacen("/postgres?", &format!("/{name}?"), 1);
        Self { address, folder }
    }

    pub(crate) async fn try_open(&self, patience: Duration) -> Result<Arc<dyn Store>, StoreError> {
        store::open(&self.address, patience).await
    }

    pub(crate) async fn open(&self) -> Arc<dyn Store> {
        self.try_open(PATIENCE).await.expect("the store opens")
    }

    /// Reads the store, beside whoever writes it; it must have the newest schema.
    pub(crate) async fn reader(&self) -> Reader {
        Reader::open(&self.address, PATIENCE).await.expect("a reader")
    }

    /// Changes the database behind the store's back.
    pub(crate) async fn tamper(&self, sql: &str) {
        let change = sqlx::raw_sql(AssertSqlSafe(sql.to_owned()));
        if self.address.starts_with("sqlite:") {
            let mut connection = SqliteConnection::connect(&self.address).await.expect("a connection");
            change.execute(&mut connection).await.expect("the change");
        } else {
            let mut connection = PgConnection::connect(&self.address).await.expect("a connection");
            change.execute(&mut connection).await.expect("the change");
        }
    }
}

/// The address of the server that `cargo xtask` started.
pub(crate) fn postgres_server() -> String {
    std::env::var("HALTE_TEST_POSTGRES").expect(
        "HALTE_TEST_POSTGRES names no PostgreSQL server: run `cargo xtask postgres cargo test --package halte-server`",
    )
}

pub(crate) fn account(name: &str) -> Account {
    Account {
        name: name.to_owned(),
        password_hash: format!("hash of {name}"),
        created_at: 1_000,
        is_administrator: false,
        // Not everybody was a guest before.
        guest: (name != "Bruno").then(|| format!("guest:{name}")),
        mail: None,
        gone_at: None,
    }
}

pub(crate) fn person(id: &str) -> PersonSummary {
    PersonSummary {
        id: id.to_owned(),
        name: format!("Name of {id}"),
    }
}

/// A listed table of Mixtour's where the game is on.
pub(crate) fn summary(table: &str, changed_at: i64) -> Summary {
    Summary {
        table: table.to_owned(),
        game: "mixtour".to_owned(),
        variant: Some("20/1".to_owned()),
        state: TableState::Playing,
        listed: true,
        rated: false,
        opener: Some("guest:1".to_owned()),
        first: Some(person("guest:1")),
        second: Some(person("guest:2")),
        opened_at: 500,
        changed_at,
        moves: 0,
        to_move: Some(Player::First),
        outcome: None,
        ending: None,
        awake: false,
        due_at: None,
    }
}

/// What lists show of a table.
pub(crate) async fn summary_of(store: &dyn Store, table: &str) -> Result<Option<Summary>, StoreError> {
    let all = store.tables(&TableFilter::default(), None, u32::MAX).await?;
    Ok(all.into_iter().find(|summary| summary.table == table))
}

/// Events from `first_version` on.
pub(crate) fn events(first_version: u64, bodies: &[&str]) -> Vec<StoredEvent> {
    let event = |(version, body): (u64, &&str)| StoredEvent {
        version,
        at: 1_000 + version as i64,
        body: (*body).into(),
    };
    (first_version..).zip(bodies).map(event).collect()
}

/// Events from `first_version` on, which change nothing else than the time.
pub(crate) fn append(table: &str, first_version: u64, bodies: &[&str]) -> Append {
    let events = events(first_version, bodies);
    let changed_at = events.last().map_or(0, |event| event.at);
    Append {
        summary: summary(table, changed_at),
        events,
        superseded: Vec::new(),
        ratings: Vec::new(),
    }
}
