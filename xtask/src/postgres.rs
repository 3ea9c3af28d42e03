//! A real PostgreSQL server for the tests, from the installed programs, thrown away afterwards.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use anyhow::{Context, Result, bail};

use crate::{debian, shell};

/// The tests find the server by this variable.
pub(crate) const VARIABLE: &str = "HALTE_TEST_POSTGRES";

/// A server that runs as long as this value lives.
pub(crate) struct Postgres {
    child: Child,
    /// The address for [`VARIABLE`].
    pub(crate) address: String,
}

impl Postgres {
    pub(crate) fn start() -> Result<Self> {
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
        let (mut child, folder) = shell::start(command.stdin(Stdio::piped()))?;
        if folder.is_empty() {
            bail!("PostgreSQL did not start ({})", child.wait()?);
        }
        let address = format!("postgres://postgres@localhost/postgres?host={folder}");
        Ok(Self { child, address })
    }

    /// Ends it; that it was there until now is part of what was tested.
    pub(crate) fn end(mut self) -> Result<()> {
        let status = self.wait()?;
        if !status.success() {
            bail!("PostgreSQL ended badly ({status})");
        }
        Ok(())
    }

    fn wait(&mut self) -> Result<ExitStatus> {
        // The end of its input ends it.
        drop(self.child.stdin.take());
        self.child.wait().context("PostgreSQL may still run")
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

/// Runs a command beside a server of its own.
pub(crate) fn run(command: &[String]) -> Result<()> {
    let [program, arguments @ ..] = command else {
        bail!("there is no command to run")
    };
    let server = Postgres::start()?;
    let mut command = Command::new(program);
    shell::forget_package(&mut command);
    shell::run(command.args(arguments).env(VARIABLE, &server.address))?;
    server.end()
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
