//! All that must outlive the process: the events of every table, people, ratings and notes; and analyses, for a while.
//!
//! [`Store`] is what the server knows of it. A table's events are the truth; its [`Summary`] follows from them and is
//! kept beside them for lists and searches.

mod analysis;
mod backend;
mod batch;
mod check;
mod dump;
mod error;
mod people;
mod postgres;
mod private;
mod public;
mod reader;
mod restore;
mod row;
mod sql;
mod sqlite;
mod table;
pub mod transfer;
mod writer;

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Postgres, SqlSafeStr, Sqlite};

use crate::clock;
use crate::store::backend::Base;
use crate::store::sql::SqlStore;

pub use crate::store::analysis::{AnalysisNote, StoredAnalysis};
pub use crate::store::error::StoreError;
pub use crate::store::people::{
    Account, Credential, CredentialKind, Letter, Measure, MeasureKind, Note, Placing, Proof, Purpose, Rating,
    RatingChange, RatingUpdate, Report, Ticket,
};
pub use crate::store::public::People;
pub use crate::store::reader::Reader;
pub use crate::store::restore::{Target, restore};
pub use crate::store::table::{Append, Cursor, PersonSummary, Results, StoredEvent, Summary, TableFilter, TableState};
pub use crate::store::transfer::{Entries, Entry, Onto};

/// How long to wait for a database that is gone before saying so, unless told otherwise.
pub const PATIENCE: Duration = Duration::from_secs(15);

/// Opens the store at an address, makes it if there is none, and brings its schema up to date.
///
/// The address is `postgres://...`, or the name of a file of SQLite's, with or without `sqlite:` before it. As long as
/// the store is open, no other server can open it: a second one waits for `patience` and then fails with
/// [`StoreError::InUse`]. That is also how long anything waits for a PostgreSQL server that is gone, or for another
/// program that locks the file.
pub async fn open(address: &str, patience: Duration) -> Result<Arc<dyn Store>, StoreError> {
    open_address(Address::parse(address, patience, None)?, patience).await
}

/// Like [`open`], for one of many servers at a PostgreSQL database that hear of each other's work.
pub async fn open_shared(address: &str, patience: Duration) -> Result<Arc<dyn Store>, StoreError> {
    // No two servers have the same number, as far as chance goes; if they had, one would wait for the other.
    let number = getrandom::u32().unwrap_or(std::process::id()).cast_signed();
    let parsed = Address::parse(address, patience, Some(number))?;
    if let Address::Sqlite(_) = parsed {
        let reason = "a file of SQLite's has one server: many need postgres://".to_owned();
        return Err(StoreError::Address(address.to_owned(), reason));
    }
    open_address(parsed, patience).await
}

async fn open_address(address: Address, patience: Duration) -> Result<Arc<dyn Store>, StoreError> {
    let store: Arc<dyn Store> = match address {
        Address::Sqlite(base) => Arc::new(SqlStore::open(base, patience).await?),
        Address::Postgres(base) => Arc::new(SqlStore::open(base, patience).await?),
    };
    // Before anything is written: when it was, other servers compare with their own times.
    set_clock(&*store).await?;
    Ok(store)
}

/// Sets the clock by which people play by the store's, if that has one.
pub(crate) async fn set_clock(store: &dyn Store) -> Result<(), StoreError> {
    let before = clock::steady();
    if let Some(shown) = store.time().await? {
        clock::set(shown, [before, clock::steady()]);
    }
    Ok(())
}

/// An address of a database without what must stay secret: a password before the host, and a query, which may name
/// one too.
pub(crate) fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else {
        return address.to_owned();
    };
    let (before_query, query) = match rest.split_once('?') {
        Some((before, _)) => (before, "?..."),
        None => (rest, ""),
    };
    let user = rest.split([':', '@', '?']).next().unwrap_or_default();
    match before_query.rsplit_once('@') {
        Some((_, host)) => format!("{scheme}://{user}:...@{host}{query}"),
        // Where the password ends cannot be told.
        None if rest.contains('@') => format!("{scheme}://{user}..."),
        None => format!("{scheme}://{before_query}{query}"),
    }
}

/// The file that an address names, if it names one of SQLite's.
pub(crate) fn file_of(address: &str) -> Option<&Path> {
    match address.split_once(':') {
        Some(("sqlite", file)) => Some(Path::new(file)),
        Some(("postgres" | "postgresql", _)) => None,
        Some((_, rest)) if rest.starts_with("//") => None,
        _ => Some(Path::new(address)),
    }
}

/// The database that an address names; nothing is connected yet.
enum Address {
    Sqlite(Base<Sqlite>),
    Postgres(Base<Postgres>),
}

impl Address {
    fn parse(address: &str, patience: Duration, number: Option<i32>) -> Result<Address, StoreError> {
        if let Some(file) = file_of(address) {
            return Ok(Address::Sqlite(sqlite::base(file, patience)));
        }
        match address.split_once(':') {
            Some(("postgres" | "postgresql", _)) => Ok(Address::Postgres(postgres::base(address, patience, number)?)),
            scheme => {
                let scheme = scheme.map_or(address, |(scheme, _)| scheme);
                let reason = format!("{scheme:?} is no database there is: there are postgres and sqlite");
                Err(StoreError::Address(without_password(address), reason))
            }
        }
    }
}

/// The form of a name by which accounts are found.
fn fold_name(name: &str) -> String {
    name.to_lowercase()
}

/// The steps by which a schema came about, the first one first, each with its name.
fn migrations<const COUNT: usize>(steps: [(&'static str, &'static str); COUNT]) -> Migrator {
    let migration = |(version, (name, sql)): (i64, (&'static str, &'static str))| {
        Migration::new(
            version,
            Cow::from(name),
            MigrationType::Simple,
            sql.into_sql_str(),
            false,
        )
    };
    Migrator::with_migrations((1..).zip(steps).map(migration).collect())
}

/// What must outlive the process.
///
/// Whatever a method returned `Ok` for is on the disk and survives a crash at any moment. Times are milliseconds since
/// 1970. Names of accounts are compared without regard to case.
#[async_trait]
pub trait Store: People + Send + Sync + 'static {
    /// Appends events to tables, all or nothing.
    ///
    /// Each table's events must go on where it ends, and a new table begins with version 0; otherwise nothing is kept
    /// and the error is [`StoreError::Conflict`]. Ratings that somebody else changed meanwhile are a
    /// [`StoreError::RatingConflict`]. After [`StoreError::Uncertain`] what was appended may be there all the same:
    /// read the events again before you append more.
    ///
    /// A caller that gives up waiting does not take back what it asked for.
    async fn append(&self, appends: Vec<Append>) -> Result<(), StoreError>;

    /// A table's events in order, from `first_version` on; none if there is no such table.
    async fn events(&self, table: &str, first_version: u64) -> Result<Vec<StoredEvent>, StoreError> {
        self.some_events(table, first_version, u32::MAX).await
    }

    /// The same, but at most `limit` of them.
    async fn some_events(&self, table: &str, first_version: u64, limit: u32) -> Result<Vec<StoredEvent>, StoreError>;

    /// How many events these tables have, of those that there are.
    async fn versions(&self, tables: &[String]) -> Result<Vec<(String, u64)>, StoreError>;

    /// Takes on at most `limit` tables at which something was due at `now`: nobody else is given them before `until`.
    async fn take_due(&self, now: i64, until: i64, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Tables in a state that is not the last, and that have not changed since `before`, the one changed first first.
    async fn unused(&self, state: TableState, before: i64, limit: u32) -> Result<Vec<String>, StoreError>;

    /// What time it is by the database's clock, which all servers share; none if there is no other server.
    async fn time(&self) -> Result<Option<i64>, StoreError>;

    /// Notes that a server lives.
    async fn beat(&self) -> Result<(), StoreError>;

    /// When no server was there, from when to when, and ended after a moment. It is noted with what is written first
    /// afterwards, be it a beat.
    async fn outages(&self, after: i64) -> Result<Vec<(i64, i64)>, StoreError>;

    /// When the first of the servers that said nothing since a moment, but something after an earlier one, was there last.
    async fn silent_since(&self, earlier: i64, moment: i64) -> Result<Option<i64>, StoreError>;

    /// Forgets the outages, and the servers, of which nothing was heard since a moment.
    async fn forget_outages(&self, before: i64) -> Result<(), StoreError>;

    /// The tables that match, the one changed last first: at most `limit`, after the place where the last page ended.
    async fn tables(
        &self,
        filter: &TableFilter,
        after: Option<&Cursor>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError>;

    /// How many tables match.
    async fn count_tables(&self, filter: &TableFilter) -> Result<u64, StoreError>;

    /// Who opened the games under way at which two engines sit, a name for each game.
    async fn openers_of_engines_games(&self) -> Result<Vec<String>, StoreError>;

    /// What a person won, lost and drew, for every game and variant, in the order of their names.
    ///
    /// A game with oneself counts for nothing, nor does one that is neither rated nor listed.
    async fn results_of(&self, person: &str) -> Result<Vec<Results>, StoreError>;

    /// Makes an account, or [`StoreError::NameTaken`], or [`StoreError::GuestTaken`] if the guest has another one.
    async fn create_account(&self, account: &Account) -> Result<(), StoreError>;

    /// The account of this name.
    async fn account(&self, name: &str) -> Result<Option<Account>, StoreError>;

    /// The accounts in the order of their names, at most `limit`, from the one after `after` on.
    async fn accounts(&self, after: Option<&str>, limit: u32) -> Result<Vec<Account>, StoreError>;

    /// Makes an account's owner an administrator or no longer, or [`StoreError::NoSuchAccount`].
    async fn appoint(&self, name: &str, is_administrator: bool) -> Result<(), StoreError>;

    /// Keeps a session or token if its proof still holds; false if it does not: the password was changed meanwhile, or
    /// the session revoked.
    async fn create_credential(&self, credential: &Credential, proof: Proof<'_>) -> Result<bool, StoreError>;

    /// The session or token with this hash, unless it has expired.
    async fn credential(&self, kind: CredentialKind, hash: &str, now: i64) -> Result<Option<Credential>, StoreError>;

    /// The sessions or tokens of an account that have not expired, the newest first.
    async fn credentials_of(
        &self,
        account: &str,
        kind: CredentialKind,
        now: i64,
    ) -> Result<Vec<Credential>, StoreError>;

    /// Notes when a session or token was used and until when it is good; nothing if it is gone.
    async fn touch_credential(&self, hash: &str, used_at: i64, expires_at: Option<i64>) -> Result<(), StoreError>;

    /// Revokes one session or token of an account; false if it has none such.
    async fn delete_credential(&self, account: &str, hash: &str) -> Result<bool, StoreError>;

    /// Revokes all sessions or all tokens of an account but one, and says how many.
    async fn delete_credentials(
        &self,
        account: &str,
        kind: CredentialKind,
        except: Option<&str>,
    ) -> Result<u64, StoreError>;

    /// Forgets the sessions and tokens that have expired, and says how many.
    async fn delete_expired_credentials(&self, now: i64) -> Result<u64, StoreError>;

    /// An account's rating on a ladder.
    async fn rating(&self, account: &str, ladder: &str) -> Result<Option<Rating>, StoreError>;

    /// All ratings of an account, in the order of the ladders' names.
    async fn ratings_of(&self, account: &str) -> Result<Vec<Placing>, StoreError>;

    /// The best of a ladder, the best first.
    async fn best_of(&self, ladder: &str, limit: u32) -> Result<Vec<Placing>, StoreError>;

    /// Every rating that an account ever had on a ladder, the first one first.
    async fn rating_history(&self, account: &str, ladder: &str) -> Result<Vec<RatingChange>, StoreError>;

    /// A person's note on a table.
    async fn note(&self, person: &str, table: &str) -> Result<Option<String>, StoreError>;

    /// Keeps a person's note on a table instead of the one before; an empty text is none. False, and nothing is changed, if
    /// the person has notes on `most` other tables.
    async fn set_note(&self, note: &Note, most: u32) -> Result<bool, StoreError>;

    /// How far a person is with the puzzles, as JSON.
    async fn progress(&self, person: &str) -> Result<Option<String>, StoreError>;

    /// Keeps how far a person is with the puzzles, as JSON, instead of what was there before; false, and nothing is
    /// changed, if that is something else meanwhile.
    async fn set_progress(&self, person: &str, before: Option<&str>, progress: &str) -> Result<bool, StoreError>;

    /// Keeps a new analysis.
    async fn create_analysis(&self, analysis: &StoredAnalysis) -> Result<(), StoreError>;

    /// The analysis of this name.
    async fn analysis(&self, id: &str) -> Result<Option<StoredAnalysis>, StoreError>;

    /// All analyses.
    async fn analyses(&self) -> Result<Vec<AnalysisNote>, StoreError>;

    /// Keeps what an analysis has found, for the server that has taken it on until `due_at`, and has it until `until` now;
    /// false, and nothing is changed, if another one has taken it on, or it was finished or forgotten meanwhile.
    async fn keep_analysis(
        &self,
        id: &str,
        due_at: i64,
        until: i64,
        view: &str,
        is_finished: bool,
    ) -> Result<bool, StoreError>;

    /// Takes on an unfinished analysis that was due at `due_at`, until `until`; false if another server was faster.
    async fn take_analysis(&self, id: &str, due_at: i64, until: i64) -> Result<bool, StoreError>;

    /// Notes when somebody asked for an analysis and, if that is known, until when it is watched.
    async fn note_analysis(&self, id: &str, asked_at: i64, watched_until: Option<i64>) -> Result<(), StoreError>;

    /// Finishes an analysis as it is, wherever it goes on.
    async fn end_analysis(&self, id: &str) -> Result<(), StoreError>;

    /// Forgets an analysis; false if there is none such.
    async fn delete_analysis(&self, id: &str) -> Result<bool, StoreError>;

    /// Forgets the analyses that nobody has asked for since then, and says how many.
    async fn delete_unasked_analyses(&self, since: i64) -> Result<u64, StoreError>;

    /// The server's secret of this name: the first one that was ever offered, which is `fresh` if there was none.
    async fn secret(&self, name: &str, fresh: &[u8]) -> Result<Vec<u8>, StoreError>;

    /// Whether the store can read and write now.
    async fn check_health(&self) -> Result<(), StoreError>;

    /// Fills the store with what another one exported, all or nothing; see [`transfer::import`].
    async fn import(&self, lines: Entries, onto: Onto) -> Result<(), StoreError>;

    /// Ends the work under way and closes the store; later calls fail with [`StoreError::Closed`].
    async fn close(&self);
}
