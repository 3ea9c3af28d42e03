//! What the operating system tells of a process and its children.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};

/// Linux counts processor time in hundredths of a second, whatever its clock does.
const MILLISECONDS_PER_TICK: u64 = 10;

/// The folder of a process.
#[must_use]
pub fn folder(process: u32) -> PathBuf {
    PathBuf::from(format!("/proc/{process}"))
}

/// The memory a process has, in bytes.
pub fn memory(process: u32) -> Result<u64> {
    let status = std::fs::read_to_string(folder(process).join("status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    Ok(kibibytes.context("no VmRSS")?.trim().parse::<u64>()? * 1024)
}

/// How long a process and all of its children, also those that have ended, have had a core.
pub fn processor_time(process: u32) -> Result<Duration> {
    let mut ticks = Stat::of(process)?.ticks;
    for entry in std::fs::read_dir("/proc")?.flatten() {
        let child = entry.file_name().to_str().and_then(|name| name.parse().ok());
        // One that ends just now is counted by its parent from now on.
        if let Some(stat) = child.and_then(|child| Stat::of(child).ok())
            && stat.parent == process
        {
            ticks += stat.ticks;
        }
    }
    Ok(Duration::from_millis(ticks * MILLISECONDS_PER_TICK))
}

/// What is asked of one process.
struct Stat {
    parent: u32,
    /// Its own time and that of its children that have ended.
    ticks: u64,
}

impl Stat {
    fn of(process: u32) -> Result<Stat> {
        let stat = std::fs::read_to_string(folder(process).join("stat"))?;
        // The name, in parentheses, may hold anything. After it come the state and the parent; user and system time, its
        // own and its children's, are the 12th to 15th.
        let mut fields = stat.rsplit_once(')').context("no name")?.1.split_whitespace().skip(1);
        let parent = fields.next().context("no parent")?.parse()?;
        let ticks = fields.skip(9).take(4).map(str::parse::<u64>);
        let ticks = ticks.sum::<Result<_, _>>()?;
        Ok(Stat { parent, ticks })
    }
}
