//! `halte serve`: the server. Its flags are the server's own.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args};
use halte_server::config::{Config, ConfigError, KNOWN_FILE, Sourced};
use halte_server::{api, logging, serve};

use crate::failure::Failure;
use crate::site::Site;

const AFTER_HELP: &str = "\
A flag goes before a variable of the environment (HALTE_ADDRESS for
--address) before the file, which is /etc/halte.toml if none is named and
that one is there. The log's first line names it, and the database. SIGTERM closes the server in good order, SIGHUP
reads the certificate anew.

Examples:
  halte serve                              for this machine, at port 8080
  halte serve --address 0.0.0.0:8080       for the living room
  halte serve --print-config > halte.toml  a file with every key
  halte serve --config halte.toml
  halte serve --check                      whether the server there is well";

/// Host play for a living room or a public site
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// A file with the configuration, in TOML; also HALTE_CONFIG; else /etc/halte.toml, if it is there
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print the configuration, with where each value came from, and end
    #[arg(long)]
    print_config: bool,
    /// Print the description of the interface for programs, as an OpenAPI document, and end
    #[arg(long)]
    print_openapi: bool,
    /// Ask the server of this configuration, which runs, whether it can write, and end: with status 1 if it cannot
    #[arg(long)]
    check: bool,
    // Read from what clap found, which knows what was given and what is a default.
    #[command(flatten)]
    _flags: Config,
}

/// The configuration of the server, by flags, the environment and a file.
pub(crate) fn gather(file: Option<&Path>, flags: &ArgMatches) -> Result<Sourced, ConfigError> {
    let variable = |name: &str| std::env::var(name).ok();
    Sourced::gather(file, Path::new(KNOWN_FILE), variable, flags)
}

/// Runs the command, with what clap found on its command line.
pub(crate) fn run(arguments: &Arguments, flags: &ArgMatches) -> Result<(), Failure> {
    if arguments.print_openapi {
        return Ok(writeln!(io::stdout(), "{}", api::description())?);
    }
    let sourced = gather(arguments.config.as_deref(), flags).map_err(Failure::usage)?;
    if arguments.print_config {
        return Ok(write!(io::stdout(), "{sourced}")?);
    }
    let config = sourced.config();
    if arguments.check {
        return check(config);
    }
    logging::start(config).map_err(Failure::usage)?;
    tracing::info!(
        database = config.database.place(),
        configuration = sourced.file().map(|file| tracing::field::display(file.display())),
        version = env!("CARGO_PKG_VERSION"),
        "the server starts"
    );
    allow_connections(config.limits.connections);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve(config.clone(), |server| {
        // Whoever started it may have closed its output: visitors can come all the same.
        let _ = writeln!(io::stdout(), "halte listens at {}", server.url());
    }));
    served.map_err(Failure::usage)
}

/// Says whether the server that runs with a configuration is well.
fn check(config: &Config) -> Result<(), Failure> {
    let site = Site::of_config(config, "")?;
    match site.get("/readyz") {
        Ok(_) => Ok(writeln!(io::stdout(), "the server at {} is well", site.address())?),
        Err(error) => {
            writeln!(io::stdout(), "the server at {} is not well: {error}", site.address())?;
            Err(Failure::Found)
        }
    }
}

/// Files that are open beside connections: the database, its journal, the log.
#[cfg(unix)]
const OTHER_FILES: u64 = 100;

/// Asks the operating system for as many open files as there may be connections.
#[cfg(unix)]
fn allow_connections(connections: u32) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let wanted = u64::from(connections) + OTHER_FILES;
    let limit = getrlimit(Resource::Nofile);
    let allowed = limit.maximum.map_or(wanted, |maximum| maximum.min(wanted));
    if limit.current.is_some_and(|current| current < allowed) {
        let more = Rlimit {
            current: Some(allowed),
            maximum: limit.maximum,
        };
        // If it cannot be had, there is what there is.
        let _ = setrlimit(Resource::Nofile, more);
    }
    if let Some(current) = getrlimit(Resource::Nofile).current.filter(|current| *current < wanted) {
        tracing::warn!(
            allowed = current,
            wanted,
            "the operating system allows fewer open files than there may be connections"
        );
    }
}

#[cfg(not(unix))]
fn allow_connections(_: u32) {}
