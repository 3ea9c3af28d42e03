//! Everything in a store as lines of JSON, out of one store and into another of either backend.
//!
//! The first line says what follows, the last one how many lines there were: a file that was cut short is not taken for
//! a whole one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::mpsc;

use crate::store::{Account, Credential, Note, Rating, Store, StoreError, Summary};

/// The number of this format, in the first line.
pub const FORMAT: u32 = 1;

/// Lines under way between the database and the file.
const LINES_UNDER_WAY: usize = 1000;

/// One line of an export.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// The first line.
    Halte {
        /// The number of the format.
        format: u32,
    },
    /// An account; the password's hash is empty unless secrets were asked for.
    Account(Account),
    /// A session or token; only if secrets were asked for.
    Credential(Credential),
    /// A table; its events follow, all of them.
    Table(Summary),
    /// An event of the table before it.
    Event {
        /// Its number at the table, from 0.
        version: u64,
        /// When it happened.
        at: i64,
        /// What happened.
        body: Box<RawValue>,
    },
    /// A rating that an account had; the last one on a ladder is the one it has.
    Rating {
        /// The account's name.
        account: String,
        /// The ladder's name.
        ladder: String,
        /// The table that brought it about.
        table: String,
        /// The rating.
        rating: Rating,
    },
    /// A person's note on a table.
    Note(Note),
    /// How far a person is with the puzzles.
    Progress {
        /// The person's id.
        person: String,
        /// How far.
        progress: Box<RawValue>,
    },
    /// A secret of the house; only if secrets were asked for.
    Secret {
        /// Its name.
        name: String,
        /// Its bytes.
        value: Vec<u8>,
    },
    /// The last line.
    End {
        /// The number of lines before this one.
        lines: u64,
    },
}

/// Lines on their way into a store; an error instead of a line ends the import, and nothing is kept.
pub type Lines = mpsc::Receiver<Result<Line, StoreError>>;

/// Writes everything in a store, as it is at one moment, to a new file, a line for each thing.
///
/// Passwords' hashes, sessions, tokens and the house's secrets are left out unless `with_secrets`.
pub async fn export(store: &dyn Store, file: &Path, with_secrets: bool) -> Result<(), StoreError> {
    let part = NewFile::new(file)?;
    let (sender, lines) = mpsc::channel(LINES_UNDER_WAY);
    let output = part.path.clone();
    let writing = tokio::task::spawn_blocking(move || write_lines(&output, lines));
    let exported = store.export(with_secrets, sender).await;
    let written = writing.await.unwrap_or_else(|error| Err(io::Error::other(error)));
    // The file's own error comes first: the export only notices that nobody takes its lines.
    written.map_err(|error| file_error(file, &error))?;
    exported?;
    part.finish()
}

fn write_lines(file: &Path, mut lines: mpsc::Receiver<Line>) -> io::Result<()> {
    let mut output = BufWriter::new(File::options().write(true).open(file)?);
    while let Some(line) = lines.blocking_recv() {
        serde_json::to_writer(&mut output, &line)?;
        output.write_all(b"\n")?;
    }
    output.flush()
}

/// Reads what [`export`] wrote into an empty store, all or nothing. Errors name the line.
pub async fn import(store: &dyn Store, file: &Path) -> Result<(), StoreError> {
    let input = BufReader::new(File::open(file).map_err(|error| file_error(file, &error))?);
    let (sender, lines) = mpsc::channel(LINES_UNDER_WAY);
    let name = file.to_owned();
    let reading = tokio::task::spawn_blocking(move || {
        for (index, line) in input.lines().enumerate() {
            let line = line.map_err(|error| file_error(&name, &error)).and_then(|text| {
                serde_json::from_str(&text).map_err(|error| StoreError::File {
                    file: name.clone(),
                    reason: format!("line {}: {error}", index + 1),
                })
            });
            let is_last = line.is_err();
            if sender.blocking_send(line).is_err() || is_last {
                return;
            }
        }
    });
    let imported = store.import(lines).await;
    reading
        .await
        .map_err(|error| file_error(file, &io::Error::other(error)))?;
    imported
}

/// A file that appears under its name only when it is whole; until then it has another one, and may be read by nobody
/// else: it holds everything.
pub(super) struct NewFile {
    name: PathBuf,
    pub(super) path: PathBuf,
}

impl NewFile {
    pub(super) fn new(name: &Path) -> Result<Self, StoreError> {
        if name.exists() {
            return Err(file_error(name, &io::ErrorKind::AlreadyExists.into()));
        }
        let mut path = name.as_os_str().to_owned();
        path.push(".part");
        let path = PathBuf::from(path);
        private(File::options().create(true).truncate(true).write(true))
            .open(&path)
            .map_err(|error| file_error(&path, &error))?;
        Ok(Self {
            name: name.to_owned(),
            path,
        })
    }

    /// Gives the file its name, once its content is on the disk.
    pub(super) fn finish(self) -> Result<(), StoreError> {
        let kept = File::open(&self.path).and_then(|file| file.sync_all());
        kept.and_then(|()| fs::rename(&self.path, &self.name))
            .map_err(|error| file_error(&self.name, &error))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // After `finish` there is nothing to remove.
        let _ = fs::remove_file(&self.path);
    }
}

/// Files that are made shall be for their owner alone.
pub(super) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

pub(super) fn file_error(file: &Path, error: &io::Error) -> StoreError {
    StoreError::File {
        file: file.to_owned(),
        reason: error.to_string(),
    }
}
