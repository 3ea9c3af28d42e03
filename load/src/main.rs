//! The program that `cargo xtask load`, `crash`, `cluster` and `mishaps` run.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand};
use halte_beside::{Nats, Postgres};
use halte_load::crowd::Habits;
use halte_load::load::{self, Part, Plan};
use halte_load::served::Serve;
use halte_load::{cluster, crash, mishap};

/// Thousands of visitors for a server.
#[derive(Parser)]
struct Arguments {
    /// The program `halte`
    #[arg(long)]
    halte: PathBuf,
    /// On a throw-away PostgreSQL instead of a file
    #[arg(long)]
    postgres: bool,
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
        /// Servers, which share one PostgreSQL and, if there are several, NATS
        #[arg(long, default_value_t = 1)]
        servers: usize,
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
    /// Kill servers, NATS, PostgreSQL and connections while people play behind a proxy, and check that nothing is lost
    Cluster {
        /// Servers; a single one has no NATS
        #[arg(long, default_value_t = 3)]
        servers: usize,
        /// Games at once
        #[arg(long, default_value_t = 300)]
        games: usize,
        /// Spectators at each table
        #[arg(long, default_value_t = 1)]
        spectators: usize,
        /// For how long something is killed
        #[arg(long, default_value_t = 600)]
        seconds: u64,
        /// How often, in milliseconds
        #[arg(long, default_value_t = 1000)]
        every: u64,
        /// How long a player thinks at most, in milliseconds
        #[arg(long, default_value_t = 2000)]
        thinking: u64,
        /// By how many milliseconds a clock may charge a player more for a move than they needed
        #[arg(long, default_value_t = 1000)]
        tolerance: u64,
        /// What decides what is killed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Where the servers' logs are left; they are thrown away if not given
        #[arg(long)]
        logs: Option<PathBuf>,
        /// An older program, which the servers are at first: each is the new one when it is started again
        #[arg(long)]
        before: Option<PathBuf>,
    },
    /// Show what people see when the disk is full, the database is gone, and so on
    Mishaps,
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
            through: bound.iter().flatten().cloned().collect(),
            ..Serve::in_folder(&arguments.halte, &folder)?
        })
    };
    let postgres = arguments.postgres.then(Postgres::start).transpose()?;
    let given = |name: &str| -> Result<Serve> {
        let serve = fresh(name)?;
        let database = postgres.as_ref().map(|postgres| postgres.address.clone());
        let database = database.unwrap_or_else(|| serve.database.clone());
        Ok(Serve { database, ..serve })
    };
    match arguments.command {
        Command::Load {
            servers,
            games,
            spectators,
            rates,
            seconds,
        } => {
            ensure!(servers == 1 || arguments.postgres, "several servers need --postgres");
            let plan = Plan {
                games,
                spectators,
                rates: rates.into_iter().map(Some).chain([None]).collect(),
                duration: Duration::from_secs(seconds),
            };
            let mut serves = (0..servers)
                .map(|number| given(&format!("server {number}")))
                .collect::<Result<Vec<_>>>()?;
            let nats = (servers > 1).then(Nats::start).transpose()?;
            for serve in &mut serves {
                let flags = nats.iter().flat_map(|nats| ["--bus".to_owned(), nats.address()]);
                serve.flags.extend(flags);
            }
            let part = |name, process| Part {
                name,
                processes: vec![process],
            };
            let mut others = Vec::new();
            if let Some(postgres) = &postgres {
                others.push(part("PostgreSQL", postgres.process()?));
            }
            others.extend(
                nats.as_ref()
                    .and_then(Nats::process)
                    .map(|process| part("NATS", process)),
            );
            let findings = load::measure(&serves, others, plan).await;
            print!("{}", with_log(findings, &serves[0])?);
        }
        Command::Crash { kills, games, seed } => {
            let serve = given("server")?;
            let survived = with_log(crash::survive(&serve, games, kills, seed).await, &serve)?;
            println!(
                "{} kills, {} moves acknowledged and found again, {} of them kept although the answer was lost",
                survived.kills, survived.moves, survived.unanswered
            );
        }
        Command::Cluster {
            servers,
            games,
            spectators,
            seconds,
            every,
            thinking,
            tolerance,
            seed,
            logs,
            before,
        } => {
            let plan = cluster::Plan {
                servers,
                games,
                habits: Habits {
                    spectators,
                    listens: true,
                    thinking: Duration::from_millis(thinking),
                    moves_per_remark: 50,
                    tolerance: Some(Duration::from_millis(tolerance)),
                },
                duration: Duration::from_secs(seconds),
                every: Duration::from_millis(every),
                seed,
                before,
                progress: Some(Duration::from_secs(5)),
            };
            println!("seed {seed}");
            let endured = cluster::endure(&arguments.halte, logs.as_deref().unwrap_or(folder.path()), &plan).await?;
            print!("{endured}");
            ensure!(endured.findings.is_empty(), "there are findings");
        }
        Command::Mishaps => {
            let postgres = postgres.as_ref().map(|postgres| &*postgres.address);
            mishap::full_disk(fresh("disk")?).await?;
            mishap::no_database(fresh("gone")?, postgres.context("--postgres: PostgreSQL is needed")?).await?;
            mishap::silent_visitors(fresh("silent")?).await?;
            mishap::rubbish(fresh("rubbish")?).await?;
            mishap::set_clock(fresh("clock")?).await?;
        }
    }
    postgres.map_or(Ok(()), Postgres::end)
}

/// What came of something; what the server complained of is worth knowing when it failed.
fn with_log<T>(done: Result<T>, serve: &Serve) -> Result<T> {
    done.with_context(|| {
        let log = std::fs::read_to_string(&serve.log).unwrap_or_default();
        format!("it failed; the server's log:\n{log}")
    })
}
