//! `cargo xtask load`, `crash`, `cluster` and `mishaps`: visitors for servers of our own, on this machine.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::shell::{self, cargo, command, target};

#[derive(Args)]
pub(crate) struct Arguments {
    /// On a throw-away PostgreSQL instead of SQLite
    #[arg(long)]
    postgres: bool,
    /// Arguments for the visitors, such as `--rates 500,1000 --seconds 30` or `--kills 300`; `-- --help` shows all
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    visitors: Vec<String>,
}

impl Arguments {
    /// Whether it is PostgreSQL, wherever that was said.
    fn is_on_postgres(&self) -> bool {
        self.postgres || self.visitors.iter().any(|argument| argument == "--postgres")
    }

    /// For visitors who start what they need themselves.
    pub(crate) const fn of(visitors: Vec<String>) -> Arguments {
        let postgres = false;
        Arguments { postgres, visitors }
    }
}

/// Measures how much a server holds: on SQLite the server has one core and the visitors another, if there are two.
pub(crate) fn load(arguments: &Arguments) -> Result<()> {
    let has_two_cores = std::thread::available_parallelism().is_ok_and(|cores| cores.get() > 1);
    if !has_two_cores || arguments.is_on_postgres() {
        return run("load", arguments);
    }
    let mut process = command("taskset --cpu-list 1");
    process.arg(build()?).args(["--core", "0"]);
    visit(process, "load", arguments)
}

/// Runs the visitors' program with these arguments.
pub(crate) fn run(name: &str, arguments: &Arguments) -> Result<()> {
    visit(Command::new(build()?), name, arguments)
}

/// Builds the visitors' program, and the server beside it.
fn build() -> Result<PathBuf> {
    shell::run(&mut cargo(
        "build --profile dist --package halte-cli --package halte-load",
    ))?;
    Ok(target().join("dist/halte-load"))
}

fn visit(mut process: Command, name: &str, arguments: &Arguments) -> Result<()> {
    process.arg("--halte").arg(target().join("dist/halte"));
    if arguments.is_on_postgres() {
        process.arg("--postgres");
    }
    let others = arguments.visitors.iter().filter(|argument| *argument != "--postgres");
    shell::run(process.arg(name).args(others))
}

/// Shows what people see when something goes wrong.
pub(crate) fn mishaps() -> Result<()> {
    let postgres = true;
    let visitors = Vec::new();
    run("mishaps", &Arguments { postgres, visitors })
}
