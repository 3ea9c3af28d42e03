//! Games in files: read with all that is said about them, and written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use halte_game::record::{Record, read_all, write_all};
use halte_games::AnyGame;
use halte_words::{Words, say};

use crate::failure::Failure;
use crate::mistake::Mistake;

/// A file that keeps a game, together with the other games that it holds.
pub(crate) struct GameFile {
    path: PathBuf,
    before: Vec<Record<AnyGame>>,
    after: Vec<Record<AnyGame>>,
    is_protected: bool,
}

impl GameFile {
    /// A file that is not there yet, for one game.
    pub(crate) fn new(path: &Path) -> Result<GameFile, Failure> {
        if path.exists() {
            let file = path.display().to_string();
            return Err(Mistake::FileExists { file }.into());
        }
        Ok(GameFile {
            path: path.to_owned(),
            before: Vec::new(),
            after: Vec::new(),
            is_protected: false,
        })
    }

    /// Reads a game: the one with this number, counted from 1, or the only one of the file.
    pub(crate) fn read(path: &Path, number: Option<usize>) -> Result<(GameFile, Record<AnyGame>), Failure> {
        let text = fs::read_to_string(path).map_err(|error| Failure::reading(path, &error))?;
        let file = path.display().to_string();
        let mut before = match read_all::<AnyGame>(&text) {
            Ok(records) => records,
            Err(problem) => return Err(Mistake::FileUnreadable { file, problem }.into()),
        };
        let index = match (number, before.len()) {
            (_, 0) => return Err(Mistake::FileEmpty { file }.into()),
            (None, 1) => 0,
            (None, games) => return Err(Mistake::FileWhichGame { file, games }.into()),
            (Some(number), games) if !(1..=games).contains(&number) => {
                return Err(Mistake::FileNoSuchGame { file, games, number }.into());
            }
            (Some(number), _) => number - 1,
        };
        let after = before.split_off(index + 1);
        let record = before.remove(index);
        let file = GameFile {
            path: path.to_owned(),
            before,
            after,
            is_protected: is_protected(path),
        };
        Ok((file, record))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The file's name, and which of its games it is about: `games.txt (game 2 of 3)`.
    pub(crate) fn name(&self, words: &Words) -> String {
        let file = self.path.display().to_string();
        let number = self.before.len() + 1;
        match number + self.after.len() {
            1 => file,
            count => say!(words, "terminal-game-of-file", file: file, number: number, count: count),
        }
    }

    /// Whether the file must not be written.
    pub(crate) fn is_protected(&self) -> bool {
        self.is_protected
    }

    /// Writes the game to its place among the others.
    pub(crate) fn write(&self, record: &Record<AnyGame>) -> Result<(), Failure> {
        let text = write_all(self.before.iter().chain([record]).chain(&self.after));
        write_whole(&self.path, &text).map_err(|error| Failure::writing(&self.path, &error))
    }
}

/// `game` or `games`.
pub(crate) fn games(count: usize) -> &'static str {
    if count == 1 { "game" } else { "games" }
}

/// Whether a file must not be written. Replacing it might be possible even so, but is not what its owner wants.
fn is_protected(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().readonly())
        || OpenOptions::new().append(true).open(path).is_err()
}

/// Replaces a file in one step: after a crash there is the old text or the new one, on disk, never half of it.
pub(crate) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    // A link stays a link: what it leads to is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new: PathBuf = folder.join(name);
    let write = || {
        let mut file = File::create(&new)?;
        if let Ok(old) = fs::metadata(path) {
            file.set_permissions(old.permissions())?;
        }
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)?;
        // The new name must be on disk too. Some systems cannot open a folder, and need not.
        if let Ok(folder) = File::open(folder) {
            folder.sync_all()?;
        }
        Ok(())
    };
    let written = write();
    if written.is_err() {
        // The error that matters is the one above.
        let _ = fs::remove_file(&new);
    }
    written
}
