//! Games in files: a record a file, written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use halte_game::Playthrough;
use halte_game::record::{Ending, Record, Tags, read_all};
use halte_games::AnyGame;

use crate::failure::Failure;

/// A game as it is kept in a file.
#[derive(Clone)]
pub(crate) struct Saved {
    pub(crate) game: Playthrough<AnyGame>,
    /// How the players ended the game, if the rules did not.
    pub(crate) ending: Option<Ending>,
    pub(crate) tags: Tags,
}

impl Saved {
    /// A game that has just begun.
    pub(crate) fn new(start: AnyGame) -> Saved {
        Saved {
            game: Playthrough::new(start),
            ending: None,
            tags: Tags::default(),
        }
    }

    /// Reads the one game of a file, and says whether the file holds nothing else: no comments, no variations.
    pub(crate) fn read(path: &Path) -> Result<(Saved, bool), Failure> {
        let text = fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))?;
        let records =
            read_all::<AnyGame>(&text).map_err(|error| Failure::Usage(format!("{}:{error}", path.display())))?;
        let [record] = records.as_slice() else {
            let message = format!("{} holds {} games, not one", path.display(), records.len());
            return Err(Failure::Usage(message));
        };
        let game = record.main_line().clone();
        let saved = Saved {
            ending: record.ending().filter(|_| !game.turn().is_over()),
            game,
            tags: record.tags().clone(),
        };
        let is_plain = saved.record()? == *record;
        Ok((saved, is_plain))
    }

    /// Writes the game to a file.
    pub(crate) fn write(&self, path: &Path) -> Result<(), Failure> {
        let text = self.record()?.to_string();
        write_whole(path, &text).map_err(|error| Failure::file("write", path, &error))
    }

    fn record(&self) -> Result<Record<AnyGame>, Failure> {
        let refused = |error| Failure::Usage(format!("cannot keep this game in a file: {error}"));
        let mut record = Record::try_from(self.game.clone()).map_err(refused)?;
        *record.tags_mut() = self.tags.clone();
        if let Some(ending) = self.ending {
            record.end(ending).map_err(refused)?;
        }
        Ok(record)
    }
}

/// Replaces a file in one step: after a crash there is the old text or the new one, on disk, never half of it.
fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new: PathBuf = folder.join(name);
    let write = || {
        let mut file = File::create(&new)?;
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
