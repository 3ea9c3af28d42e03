//! Programs written in Python, each set in a virtual environment of its own below `target/`.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::shell::{self, target};

const MISSING: &str = "Python 3 with venv is missing: install it (on Debian: apt-get install python3-venv)";

/// The folder of the programs that these packages have, installed if they are not there. Packages are named with their
/// versions: another one may find something else.
pub(crate) fn installed(name: &str, packages: &[&str]) -> Result<PathBuf> {
    let folder = target().join(name);
    let programs = folder.join("bin");
    let marker = folder.join(packages.join(" "));
    if marker.exists() {
        return Ok(programs);
    }
    let made = Command::new("python3").args(["-m", "venv"]).arg(&folder).status();
    if !made.is_ok_and(|status| status.success()) {
        bail!(MISSING);
    }
    let mut install = Command::new(programs.join("python"));
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    shell::run(install.args(packages))?;
    std::fs::write(marker, "")?;
    Ok(programs)
}
