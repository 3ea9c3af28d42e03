//! The configuration: flags before variables of the environment before one TOML file before defaults, and for each
//! value where it came from.

mod key;
mod value;

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use toml::de::{DeTable, DeValue};

pub use key::{KEYS, Key};
pub use value::{Database, LogFormat, LogLevel, Origin, Rate, Size};

use crate::store;

/// Everything that can be configured, with a value. The keys' help in [`KEYS`] says what each means.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the keys' help says what each means")]
pub struct Config {
    pub address: SocketAddr,
    pub database: Database,
    pub database_patience: Duration,
    pub origins: Vec<Origin>,
    pub trusted_proxies: Vec<IpNet>,
    pub metrics_readers: Vec<IpNet>,
    pub tls_certificate: Option<PathBuf>,
    pub tls_key: Option<PathBuf>,
    pub engine_threads: u32,
    pub log_format: LogFormat,
    pub log_level: LogLevel,
    pub shutdown_grace: Duration,
    pub session_lifetime: Duration,
    pub guest_lifetime: Duration,
    pub limits: Limits,
}

/// What nobody may exceed.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the keys' help says what each means")]
pub struct Limits {
    pub body_size: Size,
    pub message_size: Size,
    pub header_size: Size,
    pub header_timeout: Duration,
    pub request_timeout: Duration,
    pub write_timeout: Duration,
    pub connections: u32,
    pub connections_per_address: u32,
    pub requests_per_address: Rate,
    pub guests_per_address: Rate,
    pub tables_per_address: Rate,
    pub tables_per_visitor: u32,
    pub analyses_per_visitor: u32,
    pub pictures_per_address: Rate,
    pub moves_per_visitor: Rate,
    pub password_attempts_per_address: Rate,
    pub password_attempts_per_name: Rate,
    pub accounts_per_address: Rate,
    pub sessions_per_account: u32,
    pub tokens_per_account: u32,
    pub password_hashes: u32,
    pub remembered_clients: u32,
}

/// The values are untested guesses on the generous side: enough for a school class behind one address.
impl Default for Limits {
    fn default() -> Limits {
        let minutes = |count, minutes: u64| Rate {
            count,
            period: Duration::from_secs(60 * minutes),
        };
        Limits {
            body_size: Size(64 << 10),
            message_size: Size(16 << 10),
            header_size: Size(16 << 10),
            header_timeout: Duration::from_secs(15),
            request_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_secs(20),
            connections: 10_000,
            connections_per_address: 200,
            requests_per_address: minutes(3000, 5),
            guests_per_address: minutes(300, 60),
            tables_per_address: minutes(600, 60),
            tables_per_visitor: 50,
            analyses_per_visitor: 2,
            pictures_per_address: minutes(30, 1),
            moves_per_visitor: Rate {
                count: 20,
                period: Duration::from_secs(1),
            },
            password_attempts_per_address: minutes(30, 15),
            password_attempts_per_name: minutes(10, 15),
            accounts_per_address: minutes(30, 60),
            sessions_per_account: 20,
            tokens_per_account: 20,
            password_hashes: 2,
            remembered_clients: 50_000,
        }
    }
}

/// The networks that are this machine alone.
const LOCALHOST_4: Ipv4Net = Ipv4Net::new_assert(Ipv4Addr::new(127, 0, 0, 0), 8);
const LOCALHOST_6: Ipv6Net = Ipv6Net::new_assert(Ipv6Addr::LOCALHOST, 128);

const DAY: Duration = Duration::from_secs(86_400);

impl Default for Config {
    fn default() -> Config {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Config {
            address: (Ipv4Addr::LOCALHOST, 8080).into(),
            database: Database::new(default_database().display().to_string()),
            database_patience: store::PATIENCE,
            origins: Vec::new(),
            trusted_proxies: Vec::new(),
            metrics_readers: vec![LOCALHOST_4.into(), LOCALHOST_6.into()],
            tls_certificate: None,
            tls_key: None,
            engine_threads: u32::try_from(threads).unwrap_or(1),
            log_format: LogFormat::Text,
            log_level: LogLevel::default(),
            shutdown_grace: Duration::from_secs(10),
            session_lifetime: 90 * DAY,
            // Browsers keep no cookie for longer.
            guest_lifetime: 400 * DAY,
            limits: Limits::default(),
        }
    }
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
    #[error("cannot read the configuration {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The file is no TOML.
    #[error("{}, line {line}: {message}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// Where in it.
        line: usize,
        /// What is wrong there.
        message: String,
    },
    /// There is no such key.
    #[error("{source_of_key}: there is no key '{key}'; halte serve --print-config shows all")]
    UnknownKey {
        /// What was taken for a key.
        key: String,
        /// Where it stands.
        source_of_key: Source,
    },
    /// A value that its key cannot have.
    #[error("{key} {message}, not '{value}' ({source_of_value})")]
    BadValue {
        /// The key.
        key: String,
        /// The value as given.
        value: String,
        /// What it must be.
        message: String,
        /// Where it stands.
        source_of_value: Source,
    },
    /// Values that do not go together.
    #[error("{key} {message} ({source_of_value})")]
    Contradiction {
        /// The key that is wrong beside the others.
        key: &'static str,
        /// What is wrong.
        message: &'static str,
        /// Where it stands.
        source_of_value: Source,
    },
}

/// A configuration and where each of its values came from.
#[derive(Debug)]
pub struct Sourced {
    config: Config,
    sources: BTreeMap<&'static str, Source>,
}

/// A value as it was given, before it is read.
struct Given {
    key: &'static Key,
    text: String,
    source: Source,
}

impl Config {
    /// Whether browsers reach the server by TLS, its own or a proxy's.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.tls_certificate.is_some() || self.origins.iter().any(Origin::is_secure)
    }
}

impl Sourced {
    /// Puts a configuration together. `flag` gives what the command line says for a flag, without dashes; `variable`
    /// what the environment says.
    ///
    /// # Errors
    /// If a value is not what its key needs, or the file cannot be read.
    pub fn gather(
        file: Option<&Path>,
        variable: impl Fn(&str) -> Option<String>,
        flag: impl Fn(&str) -> Option<String>,
    ) -> Result<Sourced, ConfigError> {
        let text = file.map(|path| {
            std::fs::read_to_string(path).map_err(|error| ConfigError::Unreadable {
                path: path.to_owned(),
                error,
            })
        });
        let text = text.transpose()?;
        Sourced::read(file.zip(text.as_deref()), variable, flag)
    }

    /// As [`Sourced::gather`], with the file's text beside its name.
    ///
    /// # Errors
    /// If a value is not what its key needs.
    pub fn read(
        file: Option<(&Path, &str)>,
        variable: impl Fn(&str) -> Option<String>,
        flag: impl Fn(&str) -> Option<String>,
    ) -> Result<Sourced, ConfigError> {
        let mut given = Vec::new();
        if let Some((path, text)) = file {
            given.extend(read_file(path, text)?);
        }
        for key in KEYS {
            let name = key.variable();
            given.extend(variable(&name).map(|text| Given {
                key,
                text,
                source: Source::Environment(name),
            }));
        }
        for key in KEYS {
            let name = key.flag();
            given.extend(flag(&name).map(|text| Given {
                key,
                text,
                source: Source::Flag(name),
            }));
        }

        let mut sourced = Sourced {
            config: Config::default(),
            sources: BTreeMap::new(),
        };
        for Given { key, text, source } in given {
            // What a later layer overrides must be right too: nobody expects a mistake to appear with a flag's removal.
            (key.read)(&mut sourced.config, &text).map_err(|message| ConfigError::BadValue {
                key: key.name.to_owned(),
                value: text,
                message,
                source_of_value: source.clone(),
            })?;
            sourced.sources.insert(key.name, source);
        }
        sourced.check()?;
        Ok(sourced)
    }

    /// The configuration.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Where the value of a key came from.
    #[must_use]
    pub fn source(&self, key: &str) -> Source {
        self.sources.get(key).cloned().unwrap_or(Source::Default)
    }

    /// Refuses values that do not go together.
    fn check(&self) -> Result<(), ConfigError> {
        let Config {
            tls_certificate,
            tls_key,
            origins,
            limits,
            ..
        } = &self.config;
        let refuse = |key, message| {
            let source_of_value = self.source(key);
            Err(ConfigError::Contradiction {
                key,
                message,
                source_of_value,
            })
        };
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
        if limits.header_size.0 < 8 << 10 {
            return refuse("limits.header_size", "must be at least 8KiB");
        }
        Ok(())
    }
}

/// As a file that gives the same configuration, with where each value came from; without the database's password.
impl fmt::Display for Sourced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut section = None;
        for key in KEYS {
            if key.section() != section {
                section = key.section();
                writeln!(f, "\n[{}]", section.unwrap_or_default())?;
            }
            let text = (key.write)(&self.config);
            let name = key.short_name();
            let value = match (key.is_list, text.parse::<u64>()) {
                (true, _) => {
                    let items = text.split(',').filter(|item| !item.is_empty());
                    format!("[{}]", items.map(quoted).collect::<Vec<_>>().join(", "))
                }
                (false, Ok(number)) => number.to_string(),
                (false, Err(_)) => quoted(&text),
            };
            writeln!(f, "{:<50} # {}", format!("{name} = {value}"), self.source(key.name))?;
        }
        Ok(())
    }
}

/// A string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            // Writing to a string cannot fail.
            c if c.is_control() => _ = write!(quoted, "\\u{:04X}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// Everything a file says.
fn read_file(path: &Path, text: &str) -> Result<Vec<Given>, ConfigError> {
    let line = |offset: usize| {
        text.as_bytes()[..offset.min(text.len())]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count()
            + 1
    };
    let document = DeTable::parse(text).map_err(|error| ConfigError::Syntax {
        path: path.to_owned(),
        line: line(error.span().map_or(0, |span| span.start)),
        message: error.message().to_owned(),
    })?;
    let mut given = Vec::new();
    let mut tables = vec![(String::new(), document.get_ref())];
    while let Some((section, table)) = tables.pop() {
        for (name, value) in table {
            let source = Source::File(path.to_owned(), line(name.span().start));
            let name = format!("{section}{}", name.get_ref());
            if let DeValue::Table(table) = value.get_ref() {
                // A section without a key is not known either, unless it is only empty.
                if !KEYS.iter().any(|key| key.name.starts_with(&format!("{name}."))) {
                    return Err(ConfigError::UnknownKey {
                        key: name,
                        source_of_key: source,
                    });
                }
                tables.push((format!("{name}."), table));
                continue;
            }
            let Some(key) = KEYS.iter().find(|key| key.name == name) else {
                return Err(ConfigError::UnknownKey {
                    key: name,
                    source_of_key: source,
                });
            };
            let Some(text) = plain(value.get_ref(), key.is_list) else {
                return Err(ConfigError::BadValue {
                    key: key.name.to_owned(),
                    value: text[value.span()].to_owned(),
                    message: if key.is_list {
                        "must be a list of texts"
                    } else {
                        "must be a text or a number"
                    }
                    .to_owned(),
                    source_of_value: source,
                });
            };
            given.push(Given { key, text, source });
        }
    }
    Ok(given)
}

/// A value of the file as the text that a flag would have.
fn plain(value: &DeValue<'_>, is_list: bool) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().replace('_', "")),
        DeValue::Array(items) if is_list => {
            let items = items.iter().map(|item| plain(item.get_ref(), false));
            Some(items.collect::<Option<Vec<_>>>()?.join(","))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
