//! The program that `cargo xtask load` and `cargo xtask crash` run.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::{Parser, Subcommand};
use halte_load::crash;
use halte_load::load::{self, Plan};
use halte_load::served::Serve;

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
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let folder = tempfile::tempdir()?;
    let in_folder = |name: &str| folder.path().join(name);
    let serve = Serve {
        program: arguments.halte,
        database: arguments
            .database
            .unwrap_or_else(|| in_folder("halte.sqlite").display().to_string()),
        core: arguments.core,
        address: Serve::free_address()?,
        log: in_folder("log"),
    };
    let done = match arguments.command {
        Command::Load {
            games,
            spectators,
            rates,
            seconds,
        } => {
            let rates = rates.into_iter().map(Some).chain([None]).collect();
            let duration = Duration::from_secs(seconds);
            let plan = Plan {
                games,
                spectators,
                rates,
                duration,
            };
            load::measure(&serve, plan).await.map(|findings| print!("{findings}"))
        }
        Command::Crash { kills, games, seed } => crash::survive(&serve, games, kills, seed).await.map(|survived| {
            println!(
                "{} kills, {} moves acknowledged and found again, {} of them kept although the answer was lost",
                survived.kills, survived.moves, survived.unanswered
            );
        }),
    };
    // What the server complained of is worth knowing, most of all when something failed.
    let log = std::fs::read_to_string(&serve.log).unwrap_or_default();
    if done.is_err() && !log.is_empty() {
        eprintln!("the server's log:\n{log}");
    }
    done
}
