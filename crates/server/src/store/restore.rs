//! Filling a database with a backup or an export. If it fails, no file is there that was not there before.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use crate::store::transfer::{file_error, hand_over, import, private};
use crate::store::{Onto, StoreError, file_of, open, sqlite};

/// The database that is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// It is there, and holds nothing.
    Empty,
    /// It is there, and all that it holds is replaced.
    Replaced,
    /// A file that is not there yet.
    New,
}

/// Fills the database at an address with a backup or an export, all or nothing.
///
/// A file of SQLite's is made only as [`Target::New`]: in a mistaken place nobody would look for it.
pub async fn restore(address: &str, patience: Duration, backup: &Path, target: Target) -> Result<(), StoreError> {
    // A mistake in its name shall not cost a look at the database.
    File::open(backup).map_err(|error| file_error(backup, &error))?;
    let fill = async |address: &str, onto| {
        let store = open(address, patience).await?;
        let filled = import(&*store, backup, onto).await;
        store.close().await;
        filled
    };
    let onto = if target == Target::Replaced {
        Onto::Anything
    } else {
        Onto::Nothing
    };
    let Some(file) = file_of(address) else {
        return fill(address, onto).await;
    };
    if target == Target::New {
        return make(file, async |made| fill(made, onto).await).await;
    }
    check_presence(file)?;
    let companions = Companions::missing(file);
    let filled = fill(address, onto).await;
    // What is still in the log beside it is not to be removed.
    if filled.is_err() && sqlite::settle(file).await.is_ok() {
        companions.remove();
    }
    filled
}

/// Has a database made out of the way, and gives it its place when it is whole.
async fn make(file: &Path, fill: impl AsyncFnOnce(&str) -> Result<(), StoreError>) -> Result<(), StoreError> {
    let refused = |error: &std::io::Error| file_error(file, error);
    // A log that belonged to another database would be taken for this one's.
    for path in Companions::paths(file, &["", "-wal", "-journal"]) {
        if path.symlink_metadata().is_ok() {
            return Err(file_error(&path, &std::io::ErrorKind::AlreadyExists.into()));
        }
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    // For its owner alone, and removed with all that is in it.
    let workshop =
        TempDir::with_prefix_in(".halte-", folder.unwrap_or(Path::new("."))).map_err(|error| refused(&error))?;
    let made = workshop.path().join("made");
    let address = made
        .to_str()
        .ok_or_else(|| StoreError::File(file.to_owned(), "the name is no Unicode text".to_owned()))?;
    let handle = private(File::options().create_new(true).write(true)).open(&made);
    let handle = handle.map_err(|error| refused(&error))?;
    hand_over(&handle, file);
    fill(&format!("sqlite:{address}")).await?;
    sqlite::settle(&made).await?;
    let placed = handle.sync_all().and_then(|()| fs::rename(&made, file));
    placed.map_err(|error| refused(&error))
}

/// Refuses a file that is not there, or that one may not look at.
pub(super) fn check_presence(file: &Path) -> Result<(), StoreError> {
    match fs::metadata(file) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(StoreError::Missing(file.display().to_string()))
        }
        Err(error) => Err(file_error(file, &error)),
    }
}

/// Files that a database has beside it, as far as they were not there.
struct Companions(Vec<PathBuf>);

impl Companions {
    fn paths<'a>(file: &'a Path, suffixes: &'a [&str]) -> impl Iterator<Item = PathBuf> + 'a {
        suffixes.iter().map(move |suffix| {
            let mut name: OsString = file.as_os_str().to_owned();
            name.push(suffix);
            PathBuf::from(name)
        })
    }

    fn missing(file: &Path) -> Companions {
        let all = Companions::paths(file, &["-lock", "-wal", "-shm", "-journal"]);
        Companions(all.filter(|path| !path.exists()).collect())
    }

    fn remove(&self) {
        for path in &self.0 {
            // Most were not made.
            let _ = fs::remove_file(path);
        }
    }
}
