//! `cargo xtask load`, `crash` and `mishaps`: visitors for a server of our own, on this machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::debian;
use crate::postgres::Postgres;
use crate::shell::{self, cargo, command, target};

#[derive(Args)]
pub(crate) struct Arguments {
    /// On a throw-away PostgreSQL instead of SQLite
    #[arg(long)]
    postgres: bool,
    /// Arguments for the visitors, such as `--rates 500,1000 --seconds 30` or `--kills 300`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    visitors: Vec<String>,
}

/// Runs the visitors' program with these arguments, the server on one core and the visitors on another if there are two.
pub(crate) fn run(name: &str, arguments: &Arguments) -> Result<()> {
    shell::run(&mut cargo(
        "build --profile dist --package halte-cli --package halte-load",
    ))?;
    let programs = target().join("dist");
    let postgres = arguments.postgres.then(Postgres::start).transpose()?;
    let has_two_cores = std::thread::available_parallelism().is_ok_and(|cores| cores.get() > 1);
    let binds = name == "load" && has_two_cores;
    let visitors = programs.join("halte-load");
    let mut process = Command::new(&visitors);
    if binds {
        process = command("taskset --cpu-list 1");
        process.arg(&visitors).args(["--core", "0"]);
    }
    process.arg("--halte").arg(programs.join("halte"));
    if let Some(postgres) = &postgres {
        process.args(["--database", &postgres.address]);
    }
    shell::run(process.arg(name).args(&arguments.visitors))?;
    postgres.map_or(Ok(()), Postgres::end)
}

/// Shows what people see when something goes wrong. A library sets the server's clock.
pub(crate) fn mishaps() -> Result<()> {
    let library = debian::find("libfaketime", "libfaketime", find_faketime)?;
    let library = library.display().to_string();
    let visitors = vec!["--faketime".to_owned(), library];
    run(
        "mishaps",
        &Arguments {
            postgres: true,
            visitors,
        },
    )
}

fn find_faketime() -> Option<PathBuf> {
    let folders = Path::new("/usr/lib").read_dir().ok()?.flatten();
    let mut files = folders.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
    files.find(|file| file.exists())
}
