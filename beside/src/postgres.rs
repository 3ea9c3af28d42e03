//! A real PostgreSQL server for the tests, from the installed programs, thrown away afterwards.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use anyhow::{Context, Result, bail};

use crate::debian;
use crate::shell::{self, Started};

/// The tests find the server by this variable.
pub const VARIABLE: &str = "HALTE_TEST_POSTGRES";

/// How the server is stopped before it is started again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// It sends its clients away and writes everything down.
    Fast,
    /// It ends at once, as if it were killed, and reads its log at the next start.
    Immediate,
}

/// A server that runs as long as this value lives.
pub struct Postgres {
    started: Started,
    folder: String,
    /// The address for [`VARIABLE`].
    pub address: String,
}

impl Postgres {
    /// Starts one that only this machine reaches.
    pub fn start() -> Result<Self> {
        let programs = debian::find("postgresql", "PostgreSQL", find_programs)?;
        // PostgreSQL refuses to run as root; its package makes a user for it.
        let mut command = shell::command(match debian::is_root()? {
            true => "setpriv --reuid=postgres --regid=postgres --init-groups sh",
            false => "sh",
        });
        command
            .current_dir("/")
            .args(["-c", include_str!("postgres.sh"), "sh"])
            .arg(programs);
        let mut started = shell::start(command.stdin(Stdio::piped()))?;
        let folder = started.line()?;
        if folder.is_empty() {
            bail!("PostgreSQL did not start ({})", started.child.wait()?);
        }
        let address = format!("postgres://postgres@localhost/postgres?host={folder}");
        Ok(Self {
            started,
            folder,
            address,
        })
    }

    /// Stops it and starts it again, with all that it keeps.
    pub fn restart(&mut self, stop: Stop) -> Result<()> {
        let signal = match stop {
            Stop::Fast => "INT",
            Stop::Immediate => "QUIT",
        };
        let input = self.started.child.stdin.as_mut().context("PostgreSQL has ended")?;
        writeln!(input, "{signal}")?;
        if self.started.line()?.is_empty() {
            bail!("PostgreSQL did not start again");
        }
        Ok(())
    }

    /// The number of the process whose children serve the clients.
    pub fn process(&self) -> Result<u32> {
        let file = Path::new(&self.folder).join("data/postmaster.pid");
        let text = std::fs::read_to_string(file).context("PostgreSQL does not run")?;
        text.lines().next().unwrap_or_default().parse().context("no process")
    }

    /// Ends it; that it was there until now is part of what was tested.
    pub fn end(mut self) -> Result<()> {
        let status = self.wait()?;
        if !status.success() {
            bail!("PostgreSQL ended badly ({status})");
        }
        Ok(())
    }

    fn wait(&mut self) -> Result<ExitStatus> {
        // The end of its input ends it.
        drop(self.started.child.stdin.take());
        self.started.child.wait().context("PostgreSQL may still run")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Whoever has not ended it has failed already.
        if let Err(error) = self.wait() {
            eprintln!("{error:#}");
        }
    }
}

/// The folder of the newest PostgreSQL: Debian's, or the one in the PATH.
fn find_programs() -> Option<PathBuf> {
    let has_programs = |folder: &PathBuf| {
        let mut programs = ["initdb", "postgres", "pg_isready"].iter();
        programs.all(|name| folder.join(name).exists())
    };
    let versions = Path::new("/usr/lib/postgresql")
        .read_dir()
        .into_iter()
        .flatten()
        .flatten();
    let versions = versions.map(|entry| entry.path().join("bin")).filter(has_programs);
    let newest = versions.max_by_key(|folder| folder.parent()?.file_name()?.to_str()?.parse::<u32>().ok());
    let path = std::env::var_os("PATH").unwrap_or_default();
    newest.or_else(|| std::env::split_paths(&path).find(has_programs))
}
