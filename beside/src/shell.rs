//! Running other programs.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};

use anyhow::{Context, Result, bail};

/// A command: a program and its arguments, separated by spaces.
pub fn command(line: &str) -> Command {
    let mut words = line.split(' ');
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words);
    command
}

/// Runs a command to its end; its failure is ours.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status();
    let status = status.with_context(|| format!("cannot start {}", shown(command)))?;
    check(command, status)
}

/// A program that goes on, and what it says.
pub struct Started {
    /// The process.
    pub child: Child,
    output: BufReader<ChildStdout>,
}

impl Started {
    /// The next line that it says; an empty one when it says nothing more.
    pub fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }
}

/// Starts a command that goes on.
pub fn start(command: &mut Command) -> Result<Started> {
    let child = command.stdout(Stdio::piped()).spawn();
    let mut child = child.with_context(|| format!("cannot start {}", shown(command)))?;
    let output = child.stdout.take().context("the output was asked for")?;
    let output = BufReader::new(output);
    Ok(Started { child, output })
}

/// What a command's end means for us.
pub fn check(command: &Command, status: ExitStatus) -> Result<()> {
    if !status.success() {
        bail!("{} failed ({status})", shown(command));
    }
    Ok(())
}

/// A command as one would type it.
pub fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(OsStr::to_string_lossy).collect();
    words.join(" ")
}
