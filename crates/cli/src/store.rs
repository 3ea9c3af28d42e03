//! `halte store`: copies of everything that a site keeps, out of its database and into one.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use halte_server::config::{Config, flags};
use halte_server::store::{self, Reader, StoreError, Target, transfer};

use crate::failure::Failure;
use crate::{letters, serve};

const AFTER_HELP: &str = "\
The database is the one that `halte serve` would use: --database before
HALTE_DATABASE before the file of --config (/etc/halte.toml, if none is named
and that one is there) before the default. It is named first, on standard
error. None is made but by `restore --new`.

Examples:
  halte store backup monday.backup       while the server runs
  halte store restore monday.backup --database postgres://localhost/halte
  halte store export everything.jsonl    for other programs
  halte store export --records games.txt
  halte check games.txt";

/// Back up, restore, export or import everything that a site keeps
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    #[command(flatten)]
    database: DatabaseArguments,
    #[command(subcommand)]
    command: Command,
}

/// Which database, as for the server.
#[derive(Args)]
pub(crate) struct DatabaseArguments {
    /// The database: a file of SQLite's, or postgres://...
    #[arg(long, value_name = "ADDRESS", global = true)]
    database: Option<String>,
    /// The server's file with the configuration; also HALTE_CONFIG; else /etc/halte.toml, if it is there
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Write a copy of everything to a new file, while the server runs
    ///
    /// It holds secrets, and every move that was acknowledged before it began. Of SQLite it is a database of the same
    /// kind, of PostgreSQL an export; `restore` takes both.
    Backup {
        /// The file, which must not be there yet
        file: PathBuf,
    },
    /// Fill a database with a backup or an export, all or nothing, while no server runs
    ///
    /// Either kind of file fills either kind of database, and one of an older program is taken, too.
    #[command(visible_alias = "import")]
    Restore {
        /// The backup or export
        file: PathBuf,
        /// Replace all that the database holds; otherwise it must be empty
        #[arg(long)]
        replace: bool,
        /// Make the database, a file that must not be there yet; otherwise it must be there
        #[arg(long, conflicts_with = "replace")]
        new: bool,
    },
    /// Write everything to a new file as lines of JSON, while the server runs
    Export {
        /// The file, which must not be there yet
        file: PathBuf,
        /// With passwords' hashes, sessions, tokens, the site's own secrets, cards to come, plans and notes
        #[arg(long)]
        secrets: bool,
        /// Instead, the records of all games, for `halte check` and other programs
        #[arg(long, conflicts_with = "secrets")]
        records: bool,
    },
}

impl DatabaseArguments {
    /// The configuration of the server whose database it is; says which one that is, and who says so.
    pub(crate) fn config(&self) -> Result<Config, Failure> {
        let line = self.database.iter().map(|database| format!("--database={database}"));
        let sourced = flags(line).and_then(|flags| serve::gather(self.config.as_deref(), &flags));
        let sourced = sourced.map_err(|error| Failure::Usage(error.to_string()))?;
        let config = sourced.config().clone();
        let told = format!("halte: the database is {}", config.database.place());
        eprintln!("{} ({})", letters::readable(&told), sourced.source("database"));
        Ok(config)
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let config = arguments.database.config()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let done = runtime.block_on(async {
        match &arguments.command {
            Command::Backup { file } => reader(&config).await?.backup(file).await,
            Command::Export {
                file, records: true, ..
            } => {
                let site = config.origins.first().map_or("", |origin| origin.as_str());
                transfer::export_records(&reader(&config).await?, file, site).await
            }
            Command::Export { file, secrets, .. } => transfer::export(&reader(&config).await?, file, *secrets).await,
            Command::Restore { file, replace, new } => {
                let target = match (replace, new) {
                    (true, _) => Target::Replaced,
                    (false, true) => Target::New,
                    (false, false) => Target::Empty,
                };
                store::restore(config.database.secret_address(), config.database_patience, file, target).await
            }
        }
    });
    done.map_err(|error| {
        Failure::Usage(match (&error, &arguments.command) {
            (StoreError::Missing(_), Command::Restore { .. }) => format!("{error}: --new makes one"),
            (error, _) => told(error),
        })
    })?;
    if let Command::Backup { file } | Command::Export { file, .. } = &arguments.command {
        let length = std::fs::metadata(file).map_err(|error| Failure::reading(file, &error))?;
        writeln!(io::stdout(), "{}: {} bytes", file.display(), length.len())?;
    }
    Ok(())
}

async fn reader(config: &Config) -> Result<Reader, StoreError> {
    Reader::open(config.database.secret_address(), config.database_patience).await
}

/// What went wrong, and what helps.
pub(crate) fn told(error: &StoreError) -> String {
    match error {
        StoreError::NotEmpty { .. } => format!("{error}; --replace replaces everything"),
        StoreError::Missing(_) => {
            format!("{error}: is it the one that the server uses? --config names its configuration")
        }
        StoreError::InUse { .. } => format!("{error}: end it first"),
        error => error.to_string(),
    }
}
