//! What a person types: `cargo xtask test` and the other [`Command`]s.

mod beside;
mod deploy;
mod fuzz;
mod load;
mod module;
mod python;
mod python_client;
mod schemathesis;
mod shell;
mod test;
mod web;

use std::process::{self, ExitCode};

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::shell::cargo;
use crate::test::Part;

/// Build, play, test and measure Halte.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build everything and serve it: play in a browser at http://127.0.0.1:8080
    Play {
        /// Arguments for `halte serve`, such as `--address 0.0.0.0:8080`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Write the page for a host that has files alone: a folder that works under any address, without a server
    Site,
    /// Run every test there is, or some parts: all of them run, whatever fails, and the end says what did
    Test {
        /// Parts to run
        parts: Vec<Part>,
    },
    /// Build the page, and the program that has it inside, as it is installed: target/dist/halte
    Program,
    /// Build the Debian package
    Deb,
    /// Build the npm package: the rules and the engines, and a board for any page
    Package,
    /// Measure the rules' speed
    Bench,
    /// Measure how much a server holds: 1,000 games and 5,000 clients, with the server on one core
    Load(load::Arguments),
    /// Kill a server again and again while people play, and check that nothing is lost
    Crash(load::Arguments),
    /// Kill servers, NATS, PostgreSQL and connections while people play behind a proxy, and check that nothing is lost
    Cluster {
        /// Arguments for the visitors, such as `--seconds 60 --games 30`; `-- --help` shows all
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        visitors: Vec<String>,
    },
    /// Show what people see when the disk is full, the database is gone, a client misbehaves, or the clock is set back
    Mishaps,
    /// Fuzz for a long time, with cargo-fuzz on nightly Rust
    Fuzz {
        /// One target; all of them if not given
        target: Option<String>,
        /// Seconds a target
        #[arg(long, default_value_t = 600)]
        seconds: u64,
    },
    /// Write the interface's description, the list of errors, the documents' pictures and the searches' signatures anew
    Regen,
    /// Run a command beside a throw-away PostgreSQL and NATS, such as `cargo test --package halte-server`
    #[command(visible_alias = "postgres")]
    Beside {
        /// The command
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
        command: Vec<String>,
    },
}

fn main() -> Result<ExitCode> {
    match Arguments::parse().command {
        Command::Play { arguments } => play(&arguments)?,
        Command::Site => web::build_site()?,
        Command::Test { parts } => return test::run(&parts),
        Command::Program => println!("the program is {}", deploy::build_program()?.display()),
        Command::Deb => deploy::build_package()?,
        Command::Package => package()?,
        Command::Bench => shell::run(&mut cargo("bench --quiet --profile dist --package halte-games"))?,
        Command::Load(arguments) => load::load(&arguments)?,
        Command::Crash(arguments) => load::run("crash", &arguments)?,
        Command::Cluster { visitors } => load::run("cluster", &load::Arguments::of(visitors))?,
        Command::Mishaps => load::mishaps()?,
        Command::Fuzz { target, seconds } => fuzz::run(target.as_deref(), seconds)?,
        Command::Regen => regenerate()?,
        Command::Beside { command } => beside::run(&command)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds the page, then the program that has it inside, and serves it.
fn play(arguments: &[String]) -> Result<()> {
    web::build()?;
    shell::run(&mut cargo("build --release --locked --package halte-cli"))?;
    let mut halte = process::Command::new(shell::target().join("release/halte"));
    shell::run(halte.current_dir(shell::root()).arg("serve").args(arguments))
}

/// Builds the npm package and packs it, with the module in it.
fn package() -> Result<()> {
    let packed = web::package()?;
    println!("the package is {}", packed.display());
    Ok(())
}

/// Writes anew the description of the interface, the pictures that documents show, the signatures of the searches and the
/// list of errors. Tests compare them.
fn regenerate() -> Result<()> {
    for test in [
        "--package halte-server --lib the_description_is_kept",
        "--package halte-cli --test program documents::",
    ] {
        shell::run(cargo(&format!("test --quiet {test}")).env("HALTE_REGENERATE", "1"))?;
    }
    Ok(())
}
