//! Other clocks for programs: Debian's libfaketime.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::debian;

/// The library, which is installed if it is not there.
pub fn find() -> Result<PathBuf> {
    debian::find("libfaketime", "libfaketime", || {
        let folders = Path::new("/usr/lib").read_dir().ok()?.flatten();
        let mut files = folders.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
        files.find(|file| file.exists())
    })
}

/// The words before a command whose calendar says something else, such as `FAKETIME=+5`.
pub fn through(setting: &str) -> Result<Vec<String>> {
    let preload = format!("LD_PRELOAD={}", find()?.display());
    let words = ["env", "FAKETIME_DONT_FAKE_MONOTONIC=1", &preload, setting];
    Ok(words.map(str::to_owned).into())
}
