//! `cargo xtask load` and `cargo xtask crash`: thousands of visitors for a server of our own, on this machine.

use std::process::Command;

use anyhow::Result;

use crate::postgres::Postgres;
use crate::shell::{self, cargo, target};

/// Runs the visitors' program with these arguments, the server on one core and the visitors on another if there are two.
pub(crate) fn run(command: &str, on_postgres: bool, arguments: &[String]) -> Result<()> {
    shell::run(&mut cargo([
        "build",
        "--release",
        "--package",
        "halte-cli",
        "--package",
        "halte-load",
    ]))?;
    let programs = target().join("release");
    let postgres = if on_postgres { Some(Postgres::start()?) } else { None };
    let has_two_cores = std::thread::available_parallelism().is_ok_and(|cores| cores.get() > 1);
    let binds = command == "load" && has_two_cores;
    let visitors = programs.join("halte-load");
    let mut process = if binds {
        let mut process = Command::new("taskset");
        process.args(["--cpu-list", "1"]).arg(visitors);
        process.args(["--core", "0"]);
        process
    } else {
        Command::new(visitors)
    };
    process.arg("--halte").arg(programs.join("halte"));
    if let Some(postgres) = &postgres {
        process.args(["--database", &postgres.address]);
    }
    shell::run(process.arg(command).args(arguments))?;
    postgres.map_or(Ok(()), Postgres::end)
}
