//! Everything in a store as lines of JSON, out of one store and into another of either backend.
//!
//! The first line says what follows, the last one how many lines there were: a file that was cut short is not taken for
//! a whole one.

#![allow(missing_docs, reason = "many fields are said by their names")]

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use halte_game::record::write_all;
use halte_table::{Event, Table};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::mpsc;

use crate::store::{
    Account, Credential, Measure, Note, Rating, Reader, Report, Store, StoreError, Summary, TableState,
};

/// The number of this format, in the first line.
pub const FORMAT: u32 = 1;

/// Entries under way between the database and the file.
const LINES_UNDER_WAY: usize = 1000;

/// One line of an export.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// The first line.
    Halte {
        format: u32,
        /// The newest vocabulary of events that there may be; exports were without it as long as there was but one.
        #[serde(default = "first_vocabulary")]
        vocabulary: u32,
    },
    /// An account; the password's hash is empty unless secrets were asked for.
    Account(Account),
    /// A session or token; only if secrets were asked for.
    Credential(Credential),
    /// What holds against somebody who did harm.
    Measure(Measure),
    /// A table; its events follow, all of them.
    Table(Summary),
    /// An event of the table before it.
    Event {
        /// Its number at the table, from 0.
        version: u64,
        at: i64,
        body: Box<RawValue>,
    },
    /// A rating that an account had; the last one on a ladder is the one it has.
    Rating {
        account: String,
        ladder: String,
        /// The table that brought it about.
        table: String,
        rating: Rating,
    },
    /// A person's note on a table; only if secrets were asked for.
    Note(Note),
    /// Somebody's report of a table's chat.
    Report(Report),
    /// How far a person is with the puzzles.
    Progress { person: String, progress: Box<RawValue> },
    /// A secret of the server; only if secrets were asked for.
    Secret { name: String, value: Vec<u8> },
    /// The last line.
    End {
        /// The number of lines before this one.
        lines: u64,
    },
}

const fn first_vocabulary() -> u32 {
    1
}

/// Entries on their way into a store; an error instead of a line ends the import, and nothing is kept.
pub type Entries = mpsc::Receiver<Result<Entry, StoreError>>;

/// The other end of [`Entries`].
pub(super) type LineSender = mpsc::Sender<Result<Entry, StoreError>>;

/// What an import may find in the store that it fills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Onto {
    /// Nothing: a store that is not empty is left as it is.
    Nothing,
    /// Anything: all that is there is replaced.
    Anything,
}

/// Writes everything in a store, as it is at one moment, to a new file, a line for each thing.
///
/// Left out unless `with_secrets`: passwords' hashes, sessions, tokens and the server's secrets; what decides the cards of
/// a game that is not over, so that such a game goes on elsewhere with cards that are sealed anew; the replies that
/// players have planned; notes, which only their author sees; and what was said at tables that strangers do not find. All
/// else is in it: accounts by name with the guest that each was before, all tables with the people at them, every move and
/// the names of commands, what was said where everybody may look on, ratings, and how far people are with the puzzles.
pub async fn export(reader: &Reader, file: &Path, with_secrets: bool) -> Result<(), StoreError> {
    write_file(reader, file, with_secrets, |line, output| {
        serde_json::to_writer(&mut *output, &line)?;
        output.write_all(b"\n")
    })
    .await
}

/// Writes the record of every game that was begun, as it is at one moment, to a new file. `site` is where people find
/// the server.
pub async fn export_records(reader: &Reader, file: &Path, site: &str) -> Result<(), StoreError> {
    let site = site.to_owned();
    let mut table: Option<(Summary, Vec<Event>)> = None;
    write_file(reader, file, false, move |line, output| {
        if let Entry::Event { body, .. } = line {
            if let Some((_, events)) = &mut table {
                events.push(Event::read(body.get()).map_err(io::Error::other)?);
            }
            return Ok(());
        }
        // The table's events are over.
        if let Some((summary, events)) = table.take() {
            let record = record(&events, &format!("{site}/table/{}", summary.table));
            let record = record.map_err(|error| io::Error::other(format!("table {:?}: {error}", summary.table)))?;
            output.write_all(record.as_bytes())?;
        }
        if let Entry::Table(summary) = line
            && summary.state != TableState::Waiting
        {
            table = Some((summary, Vec::new()));
        }
        Ok(())
    })
    .await
}

/// The record of a table, with the empty line that separates it from the next one.
fn record(events: &[Event], site: &str) -> Result<String, String> {
    let table = Table::restore(events).map_err(|error| error.to_string())?;
    let record = table.record(site).map_err(|error| error.to_string())?;
    Ok(format!("{}\n", write_all([&record])))
}

/// Writes what `write` makes of each line to a new file.
async fn write_file(
    reader: &Reader,
    file: &Path,
    with_secrets: bool,
    mut write: impl FnMut(Entry, &mut BufWriter<File>) -> io::Result<()> + Send + 'static,
) -> Result<(), StoreError> {
    let part = NewFile::new(file)?;
    let (sender, mut lines): (LineSender, Entries) = mpsc::channel(LINES_UNDER_WAY);
    let output = part.path.clone();
    let writing = tokio::task::spawn_blocking(move || {
        let mut output = BufWriter::new(File::options().write(true).open(output)?);
        while let Some(Ok(line)) = lines.blocking_recv() {
            write(line, &mut output)?;
        }
        output.flush()
    });
    let exported = reader.lines(with_secrets, sender).await;
    let written = writing.await.unwrap_or_else(|error| Err(io::Error::other(error)));
    // The file's own error comes first: the export only notices that nobody takes its lines.
    written.map_err(|error| file_error(file, &error))?;
    exported?;
    part.finish()
}

/// Reads what [`export`] or [`Reader::backup`] wrote into a store, all or nothing. Errors name the line.
pub async fn import(store: &dyn Store, file: &Path, onto: Onto) -> Result<(), StoreError> {
    match is_database(file).map_err(|error| file_error(file, &error))? {
        true => import_database(store, file, onto).await,
        false => import_lines(store, file, onto).await,
    }
}

/// Whether a file is one of SQLite's.
fn is_database(file: &Path) -> io::Result<bool> {
    const BEGINNING: &[u8] = b"SQLite format 3\0";
    let mut bytes = Vec::new();
    File::open(file)?.take(BEGINNING.len() as u64).read_to_end(&mut bytes)?;
    Ok(bytes == BEGINNING)
}

async fn import_database(store: &dyn Store, file: &Path, onto: Onto) -> Result<(), StoreError> {
    let folder = tempfile::tempdir().map_err(|error| file_error(&std::env::temp_dir(), &error))?;
    let reader = Reader::of_file(file, folder.path()).await?;
    let (sender, lines) = mpsc::channel(LINES_UNDER_WAY);
    let (exported, imported) = tokio::join!(reader.lines(true, sender), store.import(lines, onto));
    match (exported, imported) {
        // An export that ends early is an import that was cut short, and one that nobody takes an import that failed.
        (Err(error), Err(StoreError::Invalid(_))) if !matches!(error, StoreError::Invalid(_)) => Err(error),
        (_, imported) => imported,
    }
}

async fn import_lines(store: &dyn Store, file: &Path, onto: Onto) -> Result<(), StoreError> {
    let input = BufReader::new(File::open(file).map_err(|error| file_error(file, &error))?);
    let (sender, lines) = mpsc::channel(LINES_UNDER_WAY);
    let name = file.to_owned();
    let reading = tokio::task::spawn_blocking(move || {
        for (index, line) in input.lines().enumerate() {
            let line = line.map_err(|error| file_error(&name, &error)).and_then(|text| {
                serde_json::from_str(&text)
                    .map_err(|error| StoreError::File(name.clone(), format!("line {}: {error}", index + 1)))
            });
            let is_last = line.is_err();
            if sender.blocking_send(line).is_err() || is_last {
                return;
            }
        }
    });
    let imported = store.import(lines, onto).await;
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

/// Opens a file to write to. If it is not there, it is made, for its owner alone, who is the owner of its folder.
pub(super) fn open_or_make(path: &Path) -> io::Result<File> {
    match private(File::options().create_new(true).write(true)).open(path) {
        Ok(file) => {
            hand_over(&file, path);
            Ok(file)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => File::options().write(true).open(path),
        Err(error) => Err(error),
    }
}

/// Gives a file that we have just made at this place, or will have there, to whoever owns the folder: what root makes
/// where a service keeps its data is the service's. SQLite does the same with its own files. Nobody but root may give
/// files away, and nobody else needs to.
#[cfg(unix)]
pub(super) fn hand_over(file: &File, path: &Path) {
    use std::os::unix::fs::{MetadataExt, fchown};

    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let (Ok(folder), Ok(made)) = (fs::metadata(folder.unwrap_or(Path::new("."))), file.metadata())
        && folder.uid() != made.uid()
    {
        let _ = fchown(file, Some(folder.uid()), Some(folder.gid()));
    }
}

#[cfg(not(unix))]
pub(super) fn hand_over(_: &File, _: &Path) {}

pub(super) fn file_error(file: &Path, error: &io::Error) -> StoreError {
    StoreError::File(file.to_owned(), error.to_string())
}
