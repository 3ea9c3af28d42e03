//! Running other programs from the repository's root.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use halte_beside::shell::{check, shown};
pub(crate) use halte_beside::shell::{command, run, start};

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    let mut root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.pop();
    root
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    let asked = std::env::var_os("CARGO_TARGET_DIR");
    root().join(asked.map_or_else(|| PathBuf::from("target"), PathBuf::from))
}

/// A cargo command in the repository's root.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(arguments.split(' '));
    forget_package(&mut command);
    command
}

/// Hides from a command that it is run by a package of cargo's: build scripts that look at the package's variables,
/// such as ring's, would run again whenever cargo is not started by us.
pub(crate) fn forget_package(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let name_text = name.to_string_lossy();
        if name_text.starts_with("CARGO_PKG_") || name_text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
}

/// Runs a command, shows its output as it comes, each line after `prefix`, and adds the lines that `keep` asks for to
/// `kept`, also when it fails. Without a prefix what it says of its errors is shown as it is.
pub(crate) fn run_keeping(
    command: &mut Command,
    prefix: &str,
    keep: impl Fn(&str) -> bool,
    kept: &mut Vec<String>,
) -> Result<()> {
    let (output, input) = std::io::pipe()?;
    if !prefix.is_empty() {
        command.stderr(input.try_clone()?);
    }
    let child = command.stdout(input).spawn();
    let mut child = child.with_context(|| format!("cannot start {}", shown(command)))?;
    // The command holds ends of the pipe, which would never be at its end.
    command.stdout(Stdio::null()).stderr(Stdio::inherit());
    for line in BufReader::new(output).lines() {
        let line = line?;
        println!("{prefix}{line}");
        if keep(&line) {
            kept.push(line);
        }
    }
    check(command, child.wait()?)
}
