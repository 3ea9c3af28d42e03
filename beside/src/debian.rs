//! Installing what the tests need, where Debian has it and we may.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell;

/// Whether we may do everything.
pub fn is_root() -> Result<bool> {
    let output = Command::new("id").arg("-u").output().context("cannot start id")?;
    Ok(output.stdout.trim_ascii() == b"0")
}

/// Installs a package, or says in one line what is missing and how to get it.
pub fn install(package: &str, name: &str) -> Result<()> {
    if !is_root()? || !Path::new("/usr/bin/apt-get").exists() {
        bail!("{name} is missing: install it (on Debian: apt-get install {package})");
    }
    println!("{name} is missing: installing Debian's package");
    for arguments in ["update", &format!("install --yes --no-install-recommends {package}")] {
        let mut install = shell::command(&format!("apt-get {arguments}"));
        shell::run(install.env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    Ok(())
}

/// Finds something that a package has, which is installed if it is not there.
pub fn find<T>(package: &str, name: &str, find: impl Fn() -> Option<T>) -> Result<T> {
    if let Some(found) = find() {
        return Ok(found);
    }
    install(package, name)?;
    find().with_context(|| format!("{name} is not in its package"))
}
