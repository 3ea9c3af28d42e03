//! The program that `cargo xtask load`, `crash` and `mishaps` run.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use halte_load::load::{self, Plan};
use halte_load::served::Serve;
use halte_load::{crash, mishap};

/// Thousands of visitors for a server.
#[derive(Parser)]
struct Arguments {
    /// The program `halte`
    #[arg(long)]
    halte: PathBuf,
    /// What the server keeps everything in; a file that is thrown away if not given
    #[arg(long)]
    database: Option<String>,
    /// The core the server is bound to; any if not given
    #[arg(long)]
    core: Option<usize>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measure how much it holds
    Load {
        /// Games at once
        #[arg(long, default_value_t = 1000)]
        games: usize,
        /// Spectators at each table
        #[arg(long, default_value_t = 3)]
        spectators: usize,
        /// Moves a second to try, one after the other; in the end as many as it takes
        #[arg(long, value_delimiter = ',', default_value = "250,500,1000,2000")]
        rates: Vec<u32>,
        /// Seconds for each of them
        #[arg(long, default_value_t = 10)]
        seconds: u64,
    },
    /// Kill it again and again, and check that nothing is lost
    Crash {
        /// How often
        #[arg(long, default_value_t = 100)]
        kills: u32,
        /// Games at once
        #[arg(long, default_value_t = 64)]
        games: usize,
        /// What decides when
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Show what people see when the disk is full, the database is gone, and so on
    Mishaps {
        /// The library libfaketime, which sets the server's clock
        #[arg(long)]
        faketime: PathBuf,
    },
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let folder = tempfile::tempdir()?;
    let bound = arguments
        .core
        .map(|core| ["taskset", "--cpu-list", &core.to_string()].map(str::to_owned));
    // A server with a file of its own.
    let fresh = |name: &str| -> Result<Serve> {
        let folder = folder.path().join(name);
        std::fs::create_dir(&folder)?;
        Ok(Serve {
            program: arguments.halte.clone(),
            database: folder.join("halte.sqlite").display().to_string(),
            through: bound.iter().flatten().cloned().collect(),
            address: Serve::free_address()?,
            log: folder.join("log"),
        })
    };
    let given = || -> Result<Serve> {
        let serve = fresh("server")?;
        let database = arguments.database.clone().unwrap_or_else(|| serve.database.clone());
        Ok(Serve { database, ..serve })
    };
    match arguments.command {
        Command::Load {
            games,
            spectators,
            rates,
            seconds,
        } => {
            let plan = Plan {
                games,
                spectators,
                rates: rates.into_iter().map(Some).chain([None]).collect(),
                duration: Duration::from_secs(seconds),
            };
            let serve = given()?;
            let findings = load::measure(&serve, plan).await;
            print!("{}", with_log(findings, &serve)?);
        }
        Command::Crash { kills, games, seed } => {
            let serve = given()?;
            let survived = with_log(crash::survive(&serve, games, kills, seed).await, &serve)?;
            println!(
                "{} kills, {} moves acknowledged and found again, {} of them kept although the answer was lost",
                survived.kills, survived.moves, survived.unanswered
            );
        }
        Command::Mishaps { faketime } => {
            let postgres = arguments.database.as_deref();
            mishap::full_disk(fresh("disk")?).await?;
            mishap::no_database(fresh("gone")?, postgres.context("--database: PostgreSQL is needed")?).await?;
            mishap::silent_visitors(fresh("silent")?).await?;
            mishap::rubbish(fresh("rubbish")?).await?;
            mishap::set_clock(fresh("clock")?, &faketime).await?;
        }
    }
    Ok(())
}

/// What came of something; what the server complained of is worth knowing when it failed.
fn with_log<T>(done: Result<T>, serve: &Serve) -> Result<T> {
    done.with_context(|| {
        let log = std::fs::read_to_string(&serve.log).unwrap_or_default();
        format!("it failed; the server's log:\n{log}")
    })
}
