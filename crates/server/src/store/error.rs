//! What can go wrong with the store.

use std::path::PathBuf;

/// Why the store did not do what it was asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// A table does not end where the events would go on.
    #[error("table {table:?} has {found} events, not {expected}")]
    Conflict {
        /// The table's id.
        table: String,
        /// The version of the first event to append.
        expected: u64,
        /// The version that the next event must have.
        found: u64,
    },
    /// A rating was changed by somebody else meanwhile.
    #[error("the rating of {account:?} on {ladder:?} was changed {found} times, not {expected}")]
    RatingConflict {
        /// The account's name.
        account: String,
        /// The ladder's name.
        ladder: String,
        /// How often the caller thinks it was changed.
        expected: u64,
        /// How often it was.
        found: u64,
    },
    /// There is an account of this name, perhaps in another case.
    #[error("there is an account {name:?} already")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// There is no account of this name.
    #[error("there is no account {name:?}")]
    NoSuchAccount {
        /// The name.
        name: String,
    },
    /// There is no such table.
    #[error("there is no table {table:?}")]
    NoSuchTable {
        /// The table's id.
        table: String,
    },
    /// What was given can never be kept.
    #[error("{0}")]
    Invalid(String),
    /// The import goes only into an empty store.
    #[error("the store is not empty: it has {what} already")]
    NotEmpty {
        /// What it has.
        what: &'static str,
    },
    /// The database's address makes no sense.
    #[error("database address {address:?}: {reason}")]
    Address {
        /// The address, without its password.
        address: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Another server uses this database.
    #[error("another halte server uses {database}")]
    InUse {
        /// The database.
        database: String,
    },
    /// The database was written by a newer program.
    #[error("{database} has schema {found}, which is newer than this program: it knows {known}")]
    NewerSchema {
        /// The database.
        database: String,
        /// The schema's number.
        found: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// The database was written by an older program.
    #[error(
        "{database} has schema {found}, which is older than this program's {known}: let `halte serve` bring it up to date"
    )]
    OlderSchema {
        /// The database.
        database: String,
        /// The schema's number.
        found: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// The database holds something that this program did not write.
    #[error("{database} is damaged or not ours: {reason}")]
    Damaged {
        /// The database.
        database: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The disk of the database is full.
    #[error("the disk of {database} is full")]
    DiskFull {
        /// The database.
        database: String,
    },
    /// Another program held the database for too long.
    #[error("{database} is locked by another program")]
    Locked {
        /// The database.
        database: String,
    },
    /// The database may not be written to.
    #[error("{database} is read-only")]
    ReadOnly {
        /// The database.
        database: String,
    },
    /// The database cannot be reached; nothing was changed.
    #[error("{database} cannot be reached: {reason}")]
    Unavailable {
        /// The database.
        database: String,
        /// Why.
        reason: String,
    },
    /// The database was lost while it committed: what was asked for may be kept or not.
    #[error("{database} was lost while it wrote, perhaps it did: {reason}")]
    Uncertain {
        /// The database.
        database: String,
        /// Why.
        reason: String,
    },
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// A file of a backup, an export or an import.
    #[error("{}: {reason}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What went wrong.
        reason: String,
    },
    /// Anything else that the database said.
    #[error("{database}: {reason}")]
    Other {
        /// The database.
        database: String,
        /// What it said.
        reason: String,
    },
}

impl StoreError {
    /// Whether the database is at fault, not what was asked: the same may go well later.
    #[must_use]
    pub fn is_outage(&self) -> bool {
        match self {
            StoreError::Conflict { .. }
            | StoreError::RatingConflict { .. }
            | StoreError::NameTaken { .. }
            | StoreError::NoSuchAccount { .. }
            | StoreError::NoSuchTable { .. }
            | StoreError::Invalid(_)
            | StoreError::NotEmpty { .. }
            | StoreError::Address { .. } => false,
            StoreError::InUse { .. }
            | StoreError::NewerSchema { .. }
            | StoreError::OlderSchema { .. }
            | StoreError::Damaged { .. }
            | StoreError::DiskFull { .. }
            | StoreError::Locked { .. }
            | StoreError::ReadOnly { .. }
            | StoreError::Unavailable { .. }
            | StoreError::Uncertain { .. }
            | StoreError::Closed
            | StoreError::File { .. }
            | StoreError::Other { .. } => true,
        }
    }
}
