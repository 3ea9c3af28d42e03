//! A server in a process of its own, which can be killed and started again.

use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// How to start a server.
pub struct Serve {
    /// The program `halte`.
    pub program: PathBuf,
    /// What it keeps everything in: a file or an address.
    pub database: String,
    /// A command that runs it, such as `taskset --cpu-list 0`; none to run it as it is.
    pub through: Vec<String>,
    /// Where it listens, each time.
    pub address: SocketAddr,
    /// What it logs, and its complaints, go here.
    pub log: PathBuf,
}

/// A server that runs as long as this value lives.
pub struct Served {
    child: Child,
}

/// Everybody comes from one address here, and nobody is to be held back.
const NO_LIMITS: &str = "--connections 10000 --connections-per-address 10000 --requests-per-address 1000000/1s \
    --moves-per-visitor 1000000/1s --guests-per-address 1000000/1s --tables-per-address 1000000/1s \
    --tables-per-visitor 1000 --log-level warn";

/// Linux counts processor time in hundredths of a second, whatever its clock does.
const MILLISECONDS_PER_TICK: u64 = 10;

impl Serve {
    /// A port of this machine that nobody uses now.
    pub fn free_address() -> Result<SocketAddr> {
        Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
    }

    /// Starts it, and waits until it listens.
    pub async fn start(&self) -> Result<Served> {
        let mut words = self.through.iter().map(OsStr::new).chain([self.program.as_os_str()]);
        let mut command = Command::new(words.next().context("the program is the last one")?);
        command.args(words);
        let log = OpenOptions::new().create(true).append(true).open(&self.log)?;
        command.arg("serve").args(NO_LIMITS.split(' '));
        let mut child = command
            .args(["--address", &self.address.to_string(), "--database", &self.database])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start {}", self.program.display()))?;
        let output = child.stdout.take().context("the output was asked for")?;
        let mut line = String::new();
        let mut output = BufReader::new(output);
        let heard = output.read_line(&mut line);
        tokio::time::timeout(Duration::from_secs(60), heard).await??;
        if line.is_empty() {
            bail!("the server did not start: see {}", self.log.display());
        }
        Ok(Served { child })
    }
}

impl Served {
    /// Ends it as a power cut would.
    pub async fn kill(mut self) -> Result<()> {
        if let Some(status) = self.child.try_wait()? {
            bail!("the server ended by itself ({status})");
        }
        Ok(self.child.kill().await?)
    }

    /// The memory it has, in bytes.
    pub fn memory(&self) -> Result<u64> {
        let status = std::fs::read_to_string(self.process()?.join("status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
        Ok(kibibytes.context("no VmRSS")?.trim().parse::<u64>()? * 1024)
    }

    /// How long it has had a core.
    pub fn processor_time(&self) -> Result<Duration> {
        let stat = std::fs::read_to_string(self.process()?.join("stat"))?;
        // The name, in parentheses, may hold anything; user and system time are the 12th and 13th after it.
        let after_name = stat.rsplit_once(')').context("no name")?.1;
        let ticks = after_name.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
        let ticks: u64 = ticks.sum::<Result<_, _>>()?;
        Ok(Duration::from_millis(ticks * MILLISECONDS_PER_TICK))
    }

    /// What the operating system tells of it.
    pub fn process(&self) -> Result<PathBuf> {
        let id = self.child.id().context("the server has ended")?;
        Ok(Path::new("/proc").join(id.to_string()))
    }
}
