//! What can go wrong with the store.

use std::path::PathBuf;

/// Why the store did not do what it was asked for. A database is named as an operator knows it, without its password.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum StoreError {
    /// A table does not end where the events would go on; `expected` is the version of the first of them.
    #[error("table {table:?} has {found} events, not {expected}")]
    Conflict { table: String, expected: u64, found: u64 },
    /// A rating was changed by somebody else meanwhile.
    #[error("the rating of {account:?} on {ladder:?} was changed {found} times, not {expected}")]
    RatingConflict {
        account: String,
        ladder: String,
        expected: u64,
        found: u64,
    },
    /// There is an account of this name, perhaps in another case.
    #[error("there is an account {0:?} already")]
    NameTaken(String),
    /// There is no account of this name.
    #[error("there is no account {0:?}")]
    NoSuchAccount(String),
    /// The guest has become another account.
    #[error("{0:?} has an account already")]
    GuestTaken(String),
    /// The account sits at a table whose game is not over.
    #[error("{0:?} sits at a table whose game is not over")]
    StillPlaying(String),
    /// There is no such table.
    #[error("there is no table {0:?}")]
    NoSuchTable(String),
    /// What was given can never be kept.
    #[error("{0}")]
    Invalid(String),
    /// The import goes only into an empty store.
    #[error("the store is not empty: it has {0} already")]
    NotEmpty(&'static str),
    /// The database's address makes no sense.
    #[error("database address {0:?}: {1}")]
    Address(String, String),
    /// There is no such file, and this is not the moment to make one.
    #[error("there is no database at {0}")]
    Missing(String),
    /// Another server uses this database, and one of the two must be alone; the rest of the sentence says why.
    #[error("another halte server uses {0}{1}")]
    InUse(String, &'static str),
    /// The database was written by a newer program.
    #[error("{database} has schema {found}, which is newer than this program: it knows {known}")]
    NewerSchema { database: String, found: i64, known: i64 },
    /// The database was written by an older program.
    #[error(
        "{database} has schema {found}, which is older than this program's {known}: let `halte serve` bring it up to date"
    )]
    OlderSchema { database: String, found: i64, known: i64 },
    /// The database holds something that this program did not write.
    #[error("{0} is damaged or not ours: {1}")]
    Damaged(String, String),
    /// The disk of the database is full.
    #[error("the disk of {0} is full")]
    DiskFull(String),
    /// Another program held the database for too long.
    #[error("{0} is locked by another program")]
    Locked(String),
    /// Another server wrote the same at the same time; nothing was changed, and the same may go well at once.
    #[error("{0}: another server was faster")]
    Raced(String),
    /// The database may not be written to.
    #[error("{0} is read-only")]
    ReadOnly(String),
    /// The database cannot be reached; nothing was changed.
    #[error("{0} cannot be reached: {1}")]
    Unavailable(String, String),
    /// The database was lost while it committed: what was asked for may be kept or not.
    #[error("{0} was lost while it wrote, perhaps it did: {1}")]
    Uncertain(String, String),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// A file of a backup, an export or an import.
    #[error("{file}: {1}", file = .0.display())]
    File(PathBuf, String),
    /// Anything else that the database said.
    #[error("{0}: {1}")]
    Other(String, String),
}

impl StoreError {
    /// Whether all that is written meets the same error, and not only what was asked for here.
    pub(super) fn is_everybodys(&self) -> bool {
        matches!(
            self,
            StoreError::Unavailable(..)
                | StoreError::Uncertain(..)
                | StoreError::InUse(..)
                | StoreError::DiskFull(_)
                | StoreError::ReadOnly(_)
                | StoreError::Closed
        )
    }

    /// Whether the database is at fault, not what was asked: the same may go well later.
    pub fn is_outage(&self) -> bool {
        !matches!(
            self,
            StoreError::Conflict { .. }
                | StoreError::RatingConflict { .. }
                | StoreError::NameTaken(_)
                | StoreError::NoSuchAccount(_)
                | StoreError::GuestTaken(_)
                | StoreError::StillPlaying(_)
                | StoreError::NoSuchTable(_)
                | StoreError::Invalid(_)
                | StoreError::NotEmpty(_)
                | StoreError::Address(..)
        )
    }
}
