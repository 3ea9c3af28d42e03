//! A server in a process of its own, which can be killed and started again.

use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use halte_beside::free_port;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdout, Command};

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
    /// Other flags, such as `--bus`.
    pub flags: Vec<String>,
}

/// A server that runs as long as this value lives.
pub struct Served {
    child: Child,
    output: BufReader<ChildStdout>,
    /// Whether it has said that it listens.
    listens: bool,
    log: PathBuf,
}

/// Everybody comes from one address here, and nobody is to be held back. As variables, because an older program does not
/// start with a flag that it does not know.
const NO_LIMITS: [(&str, &str); 9] = [
    ("HALTE_CONNECTIONS", "10000"),
    ("HALTE_CONNECTIONS_PER_ADDRESS", "10000"),
    ("HALTE_REQUESTS_PER_ADDRESS", "1000000/1s"),
    ("HALTE_MOVES_PER_VISITOR", "1000000/1s"),
    ("HALTE_GUESTS_PER_ADDRESS", "1000000/1s"),
    ("HALTE_TABLES_PER_ADDRESS", "1000000/1s"),
    ("HALTE_TABLES_PER_VISITOR", "1000"),
    ("HALTE_REMARKS_PER_VISITOR", "1000000/1s"),
    ("HALTE_LOG_LEVEL", "warn"),
];

impl Serve {
    /// A server with a file of its own in a folder, at a port of this machine that nobody uses now.
    pub fn in_folder(program: impl Into<PathBuf>, folder: &Path) -> Result<Serve> {
        Ok(Serve {
            program: program.into(),
            database: folder.join("halte.sqlite").display().to_string(),
            through: Vec::new(),
            address: free_port()?,
            log: folder.join("log"),
            flags: Vec::new(),
        })
    }

    /// Starts it, and waits until it listens.
    pub async fn start(&self) -> Result<Served> {
        let mut served = self.spawn()?;
        served.listens().await?;
        Ok(served)
    }

    /// Starts it, and waits for nothing.
    pub fn spawn(&self) -> Result<Served> {
        let mut words = self.through.iter().map(OsStr::new).chain([self.program.as_os_str()]);
        let mut command = Command::new(words.next().context("the program is the last one")?);
        command.args(words);
        let log = OpenOptions::new().create(true).append(true).open(&self.log)?;
        command.envs(NO_LIMITS).arg("serve").args(&self.flags);
        let mut child = command
            .args(["--address", &self.address.to_string(), "--database", &self.database])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start {}", self.program.display()))?;
        let output = child.stdout.take().context("the output was asked for")?;
        Ok(Served {
            child,
            output: BufReader::new(output),
            listens: false,
            log: self.log.clone(),
        })
    }
}

impl Served {
    /// Waits until it listens.
    pub async fn listens(&mut self) -> Result<()> {
        if !self.has_listened().await? {
            let log = std::fs::read_to_string(&self.log).unwrap_or_default();
            bail!("the server did not start: {}", log.trim_end());
        }
        Ok(())
    }

    /// Waits until it listens, of which it says something, or ends without that; says whether it ever did.
    pub async fn has_listened(&mut self) -> Result<bool> {
        if !self.listens {
            let mut line = String::new();
            let heard = self.output.read_line(&mut line);
            tokio::time::timeout(Duration::from_secs(60), heard).await??;
            self.listens = !line.is_empty();
        }
        Ok(self.listens)
    }

    /// Ends it as a power cut would; that it was there until now is part of what was tested.
    pub async fn kill(mut self) -> Result<()> {
        if let Some(status) = self.ended()? {
            bail!("the server ended by itself ({status})");
        }
        self.strike().await
    }

    /// Ends it as a power cut would, if it runs.
    pub async fn strike(&mut self) -> Result<()> {
        Ok(self.child.kill().await?)
    }

    /// How it ended, if it has.
    pub fn ended(&mut self) -> Result<Option<ExitStatus>> {
        Ok(self.child.try_wait()?)
    }

    /// The number of its process.
    pub fn process(&self) -> Result<u32> {
        self.child.id().context("the server has ended")
    }
}
