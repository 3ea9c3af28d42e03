//! A program that runs as long as a value lives, and no longer than the process that has the value.

use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::shell::{self, Started};

/// How long a program may take until it listens, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program that runs as long as this value lives; then it is killed.
pub(crate) struct Kept {
    started: Started,
    /// The number of its process.
    pub(crate) process: u32,
}

impl Kept {
    /// Starts a program with these arguments, and waits until it listens at an address.
    pub(crate) fn start(program: &Path, arguments: &[&str], address: SocketAddr) -> Result<Kept> {
        let mut command = Command::new("sh");
        command.args(["-c", include_str!("kept.sh"), "sh"]);
        command.arg(program).args(arguments).stdin(Stdio::piped());
        let mut started = shell::start(&mut command)?;
        let process = started.line()?.parse().context("the program has no number")?;
        let kept = Kept { started, process };
        let began = Instant::now();
        while TcpStream::connect(address).is_err() {
            if began.elapsed() > PATIENCE {
                bail!("{} does not listen at {address}", program.display());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(kept)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        // The end of its keeper's input ends it.
        drop(self.started.child.stdin.take());
        if let Err(error) = self.started.child.wait() {
            eprintln!("process {} may still run: {error}", self.process);
        }
    }
}

/// A program in the PATH, or where Debian has those that run in the background.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/local/sbin".into()]);
    folders.find_map(|folder: PathBuf| Some(folder.join(name)).filter(|program| program.exists()))
}
