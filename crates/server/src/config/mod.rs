//! The configuration: flags before variables of the environment before one TOML file before defaults, and for each
//! value where it came from. Every key is a flag of [`Config`]; its variable and its name in the file follow from it.

mod value;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use ipnet::IpNet;
use toml::Value;
use toml::de::{DeTable, DeValue};

pub use value::{Database, LogFormat, LogLevel, Origin, Rate, Size, Smtp, Token};
use value::{address, network, number, time};

/// Everything that can be configured, with a value.
#[derive(Args, Clone, PartialEq, Debug)]
#[allow(rustdoc::bare_urls, reason = "the fields' documentation is the help of the flags")]
pub struct Config {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = address)]
    pub address: SocketAddr,
    /// Where everything is kept: a file, or postgres://user:password@host/name
    #[arg(long, value_name = "DATABASE", default_value = default_database().into_os_string())]
    pub database: Database,
    /// How long to wait for a database that is gone, or in use by another server
    #[arg(long, value_name = "TIME", default_value = "15s", value_parser = time)]
    pub database_patience: Duration,
    /// The bus by which several servers at one PostgreSQL database hear of each other: nats://user:password@host:4222
    #[arg(long, value_name = "BUS")]
    pub bus: Option<Database>,
    /// The public address, such as https://play.example.org; needed behind a proxy; may be given several times
    #[arg(id = "origin", long = "origin", value_name = "ORIGIN", value_delimiter = ',')]
    pub origins: Vec<Origin>,
    /// A proxy whose X-Forwarded-For is believed, as an address or a network; may be given several times
    #[arg(
        id = "trusted_proxy",
        long = "trusted-proxy",
        value_name = "NETWORK",
        value_delimiter = ','
    )]
    #[arg(value_parser = network)]
    pub trusted_proxies: Vec<IpNet>,
    /// Who may read /metrics, as an address or a network; may be given several times
    #[arg(
        id = "metrics_reader",
        long = "metrics-reader",
        value_name = "NETWORK",
        value_delimiter = ','
    )]
    #[arg(default_value = "127.0.0.0/8,::1", value_parser = network)]
    pub metrics_readers: Vec<IpNet>,
    /// The certificate and its chain, as PEM; read anew at SIGHUP
    #[arg(long, value_name = "FILE")]
    pub tls_certificate: Option<PathBuf>,
    /// The certificate's private key, as PEM
    #[arg(long, value_name = "FILE")]
    pub tls_key: Option<PathBuf>,
    /// How many threads search for engines' moves and analyses
    #[arg(long, value_name = "NUMBER", default_value = default_threads(), value_parser = number)]
    pub engine_threads: u32,
    /// A secret that lets a program elsewhere search for engines' moves, too (halte work); may be given several times
    #[arg(id = "work_token", long = "work-token", value_name = "TOKEN", value_delimiter = ',')]
    pub work_tokens: Vec<Token>,
    /// How to log
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,
    /// What to log: error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub log_level: LogLevel,
    /// How long requests may take to end when the server is told to stop
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time)]
    pub shutdown_grace: Duration,
    /// How long one stays logged in
    #[arg(long, value_name = "TIME", default_value = "90d", value_parser = time)]
    pub session_lifetime: Duration,
    // Browsers keep no cookie for longer than 400 days.
    /// How long a guest's browser is remembered
    #[arg(long, value_name = "TIME", default_value = "400d", value_parser = time)]
    pub guest_lifetime: Duration,
    /// The server that sends mail, such as smtps://user:password@mail.example.org; none is sent without it
    #[arg(long, value_name = "URL")]
    pub smtp: Option<Smtp>,
    /// Whom mail is from, such as "Halte <halte@example.org>"
    #[arg(long, value_name = "ADDRESS")]
    pub mail_from: Option<String>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "it would be shown as help")]
    pub limits: Limits,
}

/// What nobody may exceed.
///
/// The defaults are untested guesses on the generous side: enough for a school class behind one address.
#[derive(Args, Clone, PartialEq, Debug)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// The largest body of a request
    #[arg(long, value_name = "SIZE", default_value = "64KiB")]
    pub body_size: Size,
    /// The largest message on a socket
    #[arg(long, value_name = "SIZE", default_value = "16KiB")]
    pub message_size: Size,
    /// The largest head of a request, 8KiB at the least
    #[arg(long, value_name = "SIZE", default_value = "16KiB")]
    pub header_size: Size,
    /// How long a client may take for the head of a request, or be idle between two
    #[arg(long, value_name = "TIME", default_value = "15s", value_parser = time)]
    pub header_timeout: Duration,
    /// How long a request may take
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time)]
    pub request_timeout: Duration,
    /// How long a client may take nothing of what is sent to it
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = time)]
    pub write_timeout: Duration,
    /// Connections at once
    #[arg(long, value_name = "NUMBER", default_value = "10000", value_parser = number)]
    pub connections: u32,
    /// Connections at once from one address
    #[arg(long, value_name = "NUMBER", default_value = "200", value_parser = number)]
    pub connections_per_address: u32,
    /// Requests from one address
    #[arg(long, value_name = "RATE", default_value = "3000/5m")]
    pub requests_per_address: Rate,
    /// New guests from one address
    #[arg(long, value_name = "RATE", default_value = "300/1h")]
    pub guests_per_address: Rate,
    /// New tables from one address
    #[arg(long, value_name = "RATE", default_value = "600/1h")]
    pub tables_per_address: Rate,
    /// Unfinished tables of one visitor
    #[arg(long, value_name = "NUMBER", default_value = "50", value_parser = number)]
    pub tables_per_visitor: u32,
    /// Unfinished games between engines that one visitor opened
    #[arg(long, value_name = "NUMBER", default_value = "2", value_parser = number)]
    pub engine_games_per_visitor: u32,
    /// Unfinished games between engines that guests from one address opened
    #[arg(long, value_name = "NUMBER", default_value = "10", value_parser = number)]
    pub engine_games_per_address: u32,
    /// Notes on tables that one visitor keeps
    #[arg(long, value_name = "NUMBER", default_value = "1000", value_parser = number)]
    pub notes_kept_per_visitor: u32,
    /// Notes on tables that one visitor writes
    #[arg(long, value_name = "RATE", default_value = "30/1m")]
    pub notes_per_visitor: Rate,
    /// Analyses of one visitor at once
    #[arg(long, value_name = "NUMBER", default_value = "2", value_parser = number)]
    pub analyses_per_visitor: u32,
    /// Pictures drawn for one address
    #[arg(long, value_name = "RATE", default_value = "30/1m")]
    pub pictures_per_address: Rate,
    /// Moves and other commands of one visitor
    #[arg(long, value_name = "RATE", default_value = "20/1s")]
    pub moves_per_visitor: Rate,
    /// Remarks of one visitor in chats; guests from one address are one visitor
    #[arg(long, value_name = "RATE", default_value = "60/1m")]
    pub remarks_per_visitor: Rate,
    /// Finished games that one visitor brings along; guests from one address are one visitor
    #[arg(long, value_name = "RATE", default_value = "200/1d")]
    pub brought_games_per_visitor: Rate,
    /// Wrong passwords from one address
    #[arg(long, value_name = "RATE", default_value = "30/15m")]
    pub password_attempts_per_address: Rate,
    /// Wrong passwords for one name from one address, or in one browser that knows the name
    #[arg(long, value_name = "RATE", default_value = "10/15m")]
    pub password_attempts_per_name_and_address: Rate,
    /// Wrong passwords for one name in browsers where nobody has logged in with it before
    #[arg(long, value_name = "RATE", default_value = "100/15m")]
    pub password_attempts_per_name: Rate,
    /// New accounts from one address
    #[arg(long, value_name = "RATE", default_value = "30/1h")]
    pub accounts_per_address: Rate,
    /// Reports of a table's chat from one address
    #[arg(long, value_name = "RATE", default_value = "10/1h")]
    pub reports_per_address: Rate,
    /// Letters that one address asks for
    #[arg(long, value_name = "RATE", default_value = "10/1h")]
    pub letters_per_address: Rate,
    /// Letters of one kind to the owner of one account
    #[arg(long, value_name = "RATE", default_value = "3/1h")]
    pub letters_per_account: Rate,
    /// Letters to one address that nobody has confirmed
    #[arg(long, value_name = "RATE", default_value = "3/1d")]
    pub letters_per_recipient: Rate,
    /// How often the owner of one account takes out all that is kept of them
    #[arg(long, value_name = "RATE", default_value = "3/1h")]
    pub downloads_per_account: Rate,
    /// Browsers that one account is logged in with; the oldest is logged out
    #[arg(long, value_name = "NUMBER", default_value = "20", value_parser = number)]
    pub sessions_per_account: u32,
    /// API tokens of one account
    #[arg(long, value_name = "NUMBER", default_value = "20", value_parser = number)]
    pub tokens_per_account: u32,
    /// Passwords checked at once, 19 MiB each
    #[arg(long, value_name = "NUMBER", default_value = "2", value_parser = number)]
    pub password_hashes: u32,
    /// How many addresses or names each rate limit remembers
    #[arg(long, value_name = "NUMBER", default_value = "50000", value_parser = number)]
    pub remembered_clients: u32,
}

/// The file of the database: in the folder that systemd gives a service, or where a user's programs keep their data.
pub(crate) fn default_database() -> PathBuf {
    let variable = |name| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let user_data = || variable("XDG_DATA_HOME").or_else(|| Some(std::env::home_dir()?.join(".local/share")));
    let folder = variable("STATE_DIRECTORY").or_else(|| Some(user_data()?.join("halte")));
    folder.unwrap_or_default().join("halte.sqlite")
}

/// The file of the configuration that is read when none is named.
pub const KNOWN_FILE: &str = "/etc/halte.toml";

/// Keys whose defaults follow from the machine and from who runs the program: a file that named them would make them
/// the same everywhere.
const OF_THE_MACHINE: [&str; 2] = ["database", "engine_threads"];

/// As many threads as there are processors.
fn default_threads() -> String {
    std::thread::available_parallelism().map_or(1, usize::from).to_string()
}

impl Config {
    /// The configuration of a command line of nothing but flags, such as `--address=[::]:80`.
    pub fn of_flags(line: impl IntoIterator<Item = String>) -> Result<Config, ConfigError> {
        Ok(Sourced::read(None, |_| None, &flags(line)?)?.config)
    }

    /// Whether browsers reach the server by TLS, its own or a proxy's.
    pub fn is_secure(&self) -> bool {
        self.tls_certificate.is_some() || self.origins.iter().any(Origin::is_secure)
    }
}

/// A command line that has every key as a flag, and nothing else.
fn command() -> Command {
    Config::augment_args(Command::new("halte").no_binary_name(true))
}

/// The name of a key in the file, behind its section: `limits.body_size`.
fn name(key: &Arg) -> String {
    let section = key
        .get_help_heading()
        .map_or_else(String::new, |heading| heading.to_lowercase() + ".");
    section + key.get_id().as_str()
}

/// Whether a key is a list: given several times as a flag, an array in the file, with commas elsewhere.
fn is_list(key: &Arg) -> bool {
    matches!(key.get_action(), ArgAction::Append)
}

/// What a command line of nothing but a server's flags says, such as `--address=[::]:80`.
pub fn flags(line: impl IntoIterator<Item = String>) -> Result<ArgMatches, ConfigError> {
    Ok(command().try_get_matches_from(line)?)
}

/// Where a value came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Nobody said anything.
    Default,
    /// A line of the file.
    File(PathBuf, usize),
    /// A variable of the environment.
    Environment(String),
    /// A flag of the command line.
    Flag(String),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Default => write!(f, "default"),
            Source::File(path, line) => write!(f, "{}, line {line}", path.display()),
            Source::Environment(name) => write!(f, "environment variable {name}"),
            Source::Flag(name) => write!(f, "flag --{name}"),
        }
    }
}

/// What is wrong with a configuration, and where.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read the configuration {path}: {1}", path = .0.display())]
    Unreadable(PathBuf, std::io::Error),
    /// The file is no TOML.
    #[error("{0}: {1}")]
    Syntax(Source, String),
    /// There is no such key.
    #[error("{0}: there is no key '{1}'; halte serve --print-config shows all")]
    UnknownKey(Source, String),
    /// A value that its key cannot have.
    #[error("{key} {message}, not '{value}' ({place})")]
    BadValue {
        /// The key.
        key: String,
        /// The value as given.
        value: String,
        /// What it must be.
        message: String,
        /// Where it stands.
        place: Source,
    },
    /// Values that do not go together: a key, what is wrong with it beside the others, and where it stands.
    #[error("{0} {1} ({2})")]
    Contradiction(&'static str, &'static str, Source),
    /// Flags that are wrong by themselves.
    #[error(transparent)]
    Flags(#[from] clap::Error),
}

/// A configuration and where each of its values came from, by the names of keys.
#[derive(Debug)]
pub struct Sourced {
    config: Config,
    /// The file that was read.
    file: Option<PathBuf>,
    sources: BTreeMap<String, Source>,
    printed: String,
}

/// A value as it was given, before it is read.
struct Given<'a> {
    key: &'a Arg,
    values: Vec<String>,
    source: Source,
}

impl Sourced {
    /// Puts a configuration together: from a file, which is the one that is given, or that HALTE_CONFIG names, or the
    /// `known` one if it is there; from the environment as `variable` tells of it; and from flags.
    pub fn gather(
        file: Option<&Path>,
        known: &Path,
        variable: impl Fn(&str) -> Option<String>,
        flags: &ArgMatches,
    ) -> Result<Sourced, ConfigError> {
        let named = file.map(Path::to_owned).or_else(|| {
            let variable = variable("HALTE_CONFIG").filter(|file| !file.is_empty());
            variable.map(PathBuf::from)
        });
        let path = named.as_deref().unwrap_or(known);
        let text = match std::fs::read_to_string(path) {
            Ok(text) => Some((path, text)),
            Err(error) if named.is_none() && error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(ConfigError::Unreadable(path.to_owned(), error)),
        };
        Sourced::read(text.as_ref().map(|(path, text)| (*path, &**text)), variable, flags)
    }

    /// As [`Sourced::gather`], with the file's text beside its name.
    pub fn read(
        file: Option<(&Path, &str)>,
        variable: impl Fn(&str) -> Option<String>,
        flags: &ArgMatches,
    ) -> Result<Sourced, ConfigError> {
        let keys = command();
        let mut given = Vec::new();
        if let Some((path, text)) = file {
            given.extend(read_file(&keys, path, text)?);
        }
        for key in keys.get_arguments() {
            let name = format!("HALTE_{}", key.get_id().as_str().to_ascii_uppercase());
            // An empty variable is as good as none, as scripts write it.
            given.extend(variable(&name).filter(|text| !text.is_empty()).map(|text| Given {
                key,
                values: vec![text],
                source: Source::Environment(name),
            }));
        }
        for key in keys.get_arguments() {
            let id = key.get_id().as_str();
            if flags.value_source(id) == Some(ValueSource::CommandLine) {
                let values = flags.get_raw(id).into_iter().flatten();
                given.push(Given {
                    key,
                    values: values.map(|value| value.to_string_lossy().into_owned()).collect(),
                    source: Source::Flag(id.replace('_', "-")),
                });
            }
        }

        let mut layered = keys.clone();
        let mut sources = BTreeMap::new();
        for Given { key, values, source } in given {
            // What a later layer overrides must be right too: nobody expects a mistake to appear with a flag's removal.
            let line = values
                .iter()
                .map(|value| format!("--{}={value}", key.get_long().unwrap_or_default()));
            let alone = Command::new("halte").no_binary_name(true).arg(key);
            let checked = alone.try_get_matches_from(line);
            checked.map_err(|error| bad_value(key, &source, &error))?;
            layered = layered.mut_arg(key.get_id(), |key| key.default_values(values));
            sources.insert(name(key), source);
        }
        let given = layered.try_get_matches_from([""; 0])?;
        let mut sourced = Sourced {
            config: Config::from_arg_matches(&given)?,
            file: file.map(|(path, _)| path.to_owned()),
            sources,
            printed: String::new(),
        };
        sourced.check()?;
        sourced.printed = sourced.print(&keys, &given);
        Ok(sourced)
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The file that was read, if there was one.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Where the value of a key came from.
    pub fn source(&self, key: &str) -> Source {
        self.sources.get(key).cloned().unwrap_or(Source::Default)
    }

    /// Refuses values that do not go together.
    fn check(&self) -> Result<(), ConfigError> {
        let Config {
            tls_certificate,
            tls_key,
            origins,
            smtp,
            mail_from,
            limits,
            ..
        } = &self.config;
        let refuse = |key, message| Err(ConfigError::Contradiction(key, message, self.source(key)));
        if tls_certificate.is_some() && tls_key.is_none() {
            return refuse("tls_certificate", "needs tls_key too");
        }
        if tls_key.is_some() && tls_certificate.is_none() {
            return refuse("tls_key", "needs tls_certificate too");
        }
        let secure = origins.iter().filter(|origin| origin.is_secure()).count();
        if secure != origins.len() && (secure > 0 || tls_certificate.is_some()) {
            return refuse(
                "origin",
                "must be https throughout, or cookies could be read on the way",
            );
        }
        if smtp.is_some() && mail_from.is_none() {
            return refuse("smtp", "needs mail_from too");
        }
        if smtp.is_some() && origins.is_empty() {
            return refuse("smtp", "needs origin too, for the links in mails");
        }
        if limits.header_size.0 < 8 << 10 {
            return refuse("limits.header_size", "must be at least 8KiB");
        }
        Ok(())
    }

    /// The lines of a file that give the same configuration.
    fn print(&self, keys: &Command, given: &ArgMatches) -> String {
        let mut printed = String::new();
        let mut section = "";
        for key in keys.get_arguments() {
            let (id, name) = (key.get_id().as_str(), name(key));
            let heading = key.get_help_heading().unwrap_or_default();
            if heading != section {
                printed += &format!("\n[{}]\n", heading.to_lowercase());
                section = heading;
            }
            let texts = given.get_raw(id).into_iter().flatten();
            let mut texts = texts.map(|text| text.to_string_lossy().into_owned());
            let is_secret = id == "work_token" && !self.config.work_tokens.is_empty();
            let value = if is_secret {
                Value::Array(vec![Value::String("...".to_owned())])
            } else if is_list(key) {
                Value::Array(texts.map(Value::String).collect())
            } else if id == "database" {
                Value::String(self.config.database.to_string())
            } else if let ("bus", Some(bus)) = (id, &self.config.bus) {
                Value::String(bus.to_string())
            } else if let ("smtp", Some(smtp)) = (id, &self.config.smtp) {
                Value::String(smtp.to_string())
            } else {
                let text = texts.next().unwrap_or_default();
                let number = text.parse().ok().filter(|number: &i64| number.to_string() == text);
                number.map_or(Value::String(text), Value::Integer)
            };
            let source = self.source(&name);
            let is_left_open = source == Source::Default && OF_THE_MACHINE.contains(&id);
            let mark = if is_left_open || is_secret { "# " } else { "" };
            printed += &format!("{:<50} # {source}\n", format!("{mark}{id} = {value}"));
        }
        printed
    }
}

/// What is wrong with a value that clap refused.
fn bad_value(key: &Arg, source: &Source, error: &clap::Error) -> ConfigError {
    let message = match (error.source(), error.get(ContextKind::ValidValue)) {
        (Some(message), _) => message.to_string(),
        (None, Some(ContextValue::Strings(names))) => format!("must be {}", names.join(" or ")),
        (None, _) => "must be given".to_owned(),
    };
    ConfigError::BadValue {
        key: name(key),
        value: error
            .get(ContextKind::InvalidValue)
            .map_or_else(String::new, ToString::to_string),
        message,
        place: source.clone(),
    }
}

/// As a file that gives the same configuration, with where each value came from; without the database's password. What
/// follows from the machine stands there as a comment, and so does what is secret.
impl fmt::Display for Sourced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.printed)
    }
}

/// Everything a file says.
fn read_file<'a>(keys: &'a Command, path: &Path, text: &str) -> Result<Vec<Given<'a>>, ConfigError> {
    let source = |offset: usize| {
        let before = &text.as_bytes()[..offset.min(text.len())];
        Source::File(
            path.to_owned(),
            before.iter().filter(|&&byte| byte == b'\n').count() + 1,
        )
    };
    let document = DeTable::parse(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        ConfigError::Syntax(source(offset), error.message().to_owned())
    })?;
    let mut given = Vec::new();
    let mut tables = vec![(String::new(), document.get_ref())];
    while let Some((section, table)) = tables.pop() {
        for (short_name, value) in table {
            let source = source(short_name.span().start);
            let full_name = format!("{section}{}", short_name.get_ref());
            if let DeValue::Table(table) = value.get_ref() {
                // A section without a key is not known either, unless it is only empty.
                let section = format!("{full_name}.");
                if !keys.get_arguments().any(|key| name(key).starts_with(&section)) {
                    return Err(ConfigError::UnknownKey(source, full_name));
                }
                tables.push((section, table));
                continue;
            }
            let Some(key) = keys.get_arguments().find(|key| name(key) == full_name) else {
                return Err(ConfigError::UnknownKey(source, full_name));
            };
            let values = match value.get_ref() {
                DeValue::Array(items) if is_list(key) => items.iter().map(|item| plain(item.get_ref())).collect(),
                // Nothing, where that is allowed, as it is printed.
                DeValue::String(text) if text.is_empty() && key.get_default_values().is_empty() => continue,
                value => plain(value).map(|value| vec![value]),
            };
            let Some(values) = values else {
                let message = if is_list(key) {
                    "must be a list of texts"
                } else {
                    "must be a text or a number"
                };
                return Err(ConfigError::BadValue {
                    key: full_name,
                    value: text[value.span()].to_owned(),
                    message: message.to_owned(),
                    place: source,
                });
            };
            given.push(Given { key, values, source });
        }
    }
    Ok(given)
}

/// A value of the file as the text that a flag would have.
fn plain(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().replace('_', "")),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
