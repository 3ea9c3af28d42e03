//! `halte serve`: the server. Its flags come from the server's own list of keys.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::PathBufValueParser;
use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};
use halte_server::config::{KEYS, Sourced};
use halte_server::{api, logging, serve};

use crate::failure::Failure;

const ABOUT: &str = "Host play for a living room or a public site";

const AFTER_HELP: &str = "\
A flag goes before a variable of the environment (HALTE_ADDRESS for
--address) before the file. SIGTERM closes the server in good order, SIGHUP
reads the certificate anew.

Examples:
  halte serve                              for this machine, at port 8080
  halte serve --address 0.0.0.0:8080       for the living room
  halte serve --print-config > halte.toml  a file with every key
  halte serve --config halte.toml";

/// What the command line says.
pub(crate) struct Arguments {
    config: Option<PathBuf>,
    print_config: bool,
    print_openapi: bool,
    /// The values of flags, by the flags' names without dashes.
    flags: BTreeMap<String, String>,
}

impl Args for Arguments {
    fn augment_args(mut command: clap::Command) -> clap::Command {
        command = command.about(ABOUT).after_help(AFTER_HELP);
        command = command.arg(
            Arg::new("config")
                .long("config")
                .value_name("FILE")
                .value_parser(PathBufValueParser::new())
                .help("A file with the configuration, in TOML; also HALTE_CONFIG"),
        );
        command = command.arg(
            Arg::new("print-config")
                .long("print-config")
                .action(ArgAction::SetTrue)
                .help("Print the configuration, with where each value came from, and end"),
        );
        command = command.arg(
            Arg::new("print-openapi")
                .long("print-openapi")
                .action(ArgAction::SetTrue)
                .help("Print the description of the interface for programs, as an OpenAPI document, and end"),
        );
        for key in KEYS {
            let action = if key.is_list { ArgAction::Append } else { ArgAction::Set };
            let several = if key.is_list {
                "; may be given several times"
            } else {
                ""
            };
            let heading = key.section().map(|_| "Limits");
            let help = format!("{}{several}", key.help);
            let argument = Arg::new(key.flag()).long(key.flag()).value_name(key.value_name);
            command = command.arg(argument.action(action).help(help).help_heading(heading));
        }
        command
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Arguments::augment_args(command)
    }
}

impl FromArgMatches for Arguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Arguments, clap::Error> {
        let mut flags = BTreeMap::new();
        for key in KEYS {
            let flag = key.flag();
            if let Some(values) = matches.get_many::<String>(&flag) {
                let values: Vec<&str> = values.map(String::as_str).collect();
                flags.insert(flag, values.join(","));
            }
        }
        Ok(Arguments {
            config: matches.get_one::<PathBuf>("config").cloned(),
            print_config: matches.get_flag("print-config"),
            print_openapi: matches.get_flag("print-openapi"),
            flags,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Arguments::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The configuration of the server, by flags, the environment and a file.
pub(crate) fn gather(file: Option<&Path>, flag: impl Fn(&str) -> Option<String>) -> Result<Sourced, Failure> {
    // An empty variable is as good as none, as scripts write it.
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let file = file
        .map(Path::to_owned)
        .or_else(|| variable("HALTE_CONFIG").map(PathBuf::from));
    Sourced::gather(file.as_deref(), variable, flag).map_err(usage)
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.print_openapi {
        return Ok(writeln!(io::stdout(), "{}", api::description())?);
    }
    let sourced = gather(arguments.config.as_deref(), |name| arguments.flags.get(name).cloned())?;
    if arguments.print_config {
        return Ok(write!(io::stdout(), "{sourced}")?);
    }
    let config = sourced.config();
    logging::start(config).map_err(usage)?;
    allow_connections(config.limits.connections);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve(config.clone(), |server| {
        // Whoever started it may have closed its output: visitors can come all the same.
        let _ = writeln!(io::stdout(), "halte listens at {}", server.url());
    }));
    served.map_err(usage)
}

fn usage(error: impl std::fmt::Display) -> Failure {
    Failure::Usage(error.to_string())
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
