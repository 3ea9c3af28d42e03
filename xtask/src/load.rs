//! `cargo xtask load`, `crash` and `mishaps`: visitors for a server of our own, on this machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::debian;
use crate::postgres::Postgres;
use crate::shell::{self, cargo, command, target};

/// Runs the visitors' program with these arguments, the server on one core and the visitors on another if there are two.
pub(crate) fn run(name: &str, on_postgres: bool, arguments: &[String]) -> Result<()> {
    shell::run(&mut cargo(
        "build --profile dist --package halte-cli --package halte-load",
    ))?;
    let programs = target().join("dist");
    let postgres = if on_postgres { Some(Postgres::start()?) } else { None };
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
    shell::run(process.arg(name).args(arguments))?;
    postgres.map_or(Ok(()), Postgres::end)
}

/// Shows what people see when something goes wrong. A library sets the server's clock.
pub(crate) fn mishaps() -> Result<()> {
    let library = debian::find("libfaketime", "libfaketime", find_faketime)?;
    let library = library.display().to_string();
    run("mishaps", true, &["--faketime".to_owned(), library])
}

fn find_faketime() -> Option<PathBuf> {
    let folders = Path::new("/usr/lib").read_dir().ok()?.flatten();
    let mut files = folders.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
    files.find(|file| file.exists())
}
