//! Every key of the configuration: its name, what it means and where its value is kept. Flags, variables of the
//! environment, the file and `--print-config` all come from this one list.

use super::Config;
use super::value::Setting;

/// One key of the configuration.
pub struct Key {
    /// Its name in the file, behind its section: `limits.body_size`.
    pub name: &'static str,
    /// What its value is, for the help: `SIZE`.
    pub value_name: &'static str,
    /// What it means, for the help.
    pub help: &'static str,
    /// Whether it is a list: given several times as a flag, an array in the file, with commas elsewhere.
    pub is_list: bool,
    pub(super) read: fn(&mut Config, &str) -> Result<(), String>,
    pub(super) write: fn(&Config) -> String,
}

impl Key {
    /// The last part of the name, without the section.
    pub(super) fn short_name(&self) -> &'static str {
        self.name.rsplit('.').next().unwrap_or(self.name)
    }

    /// The section of the file that the key stands in, if any.
    #[must_use]
    pub fn section(&self) -> Option<&'static str> {
        self.name.split_once('.').map(|(section, _)| section)
    }

    /// The flag without its dashes: `body-size`.
    #[must_use]
    pub fn flag(&self) -> String {
        self.short_name().replace('_', "-")
    }

    /// The variable of the environment: `HALTE_BODY_SIZE`.
    #[must_use]
    pub fn variable(&self) -> String {
        format!("HALTE_{}", self.short_name().to_ascii_uppercase())
    }

    /// The default as text.
    #[must_use]
    pub fn default(&self) -> String {
        (self.write)(&Config::default())
    }
}

/// A key whose value is kept in a field of the configuration.
macro_rules! key {
    ($name:literal, $($field:ident).+, $value_name:literal, $help:literal) => {
        Key {
            name: $name,
            value_name: $value_name,
            help: $help,
            is_list: false,
            read: |config, text| {
                config.$($field).+ = Setting::read(text)?;
                Ok(())
            },
            write: |config| config.$($field).+.write(),
        }
    };
}

/// All keys, in the order in which they are shown; those of a section stand together, behind those without one.
pub const KEYS: &[Key] = &[
    key!("address", address, "ADDRESS", "Where to listen"),
    key!(
        "database",
        database,
        "DATABASE",
        "Where everything is kept: a file, or postgres://user:password@host/name"
    ),
    key!(
        "database_patience",
        database_patience,
        "TIME",
        "How long to wait for a database that is gone, or in use by another server"
    ),
    Key {
        is_list: true,
        ..key!(
            "origin",
            origins,
            "ORIGIN",
            "The public address, such as https://play.example.org; needed behind a proxy"
        )
    },
    Key {
        is_list: true,
        ..key!(
            "trusted_proxy",
            trusted_proxies,
            "NETWORK",
            "A proxy whose X-Forwarded-For is believed, as an address or a network"
        )
    },
    Key {
        is_list: true,
        ..key!(
            "metrics_reader",
            metrics_readers,
            "NETWORK",
            "Who may read /metrics, as an address or a network"
        )
    },
    key!(
        "tls_certificate",
        tls_certificate,
        "FILE",
        "The certificate and its chain, as PEM; read anew at SIGHUP"
    ),
    key!("tls_key", tls_key, "FILE", "The certificate's private key, as PEM"),
    key!(
        "engine_threads",
        engine_threads,
        "NUMBER",
        "How many threads search for engines' moves and analyses"
    ),
    key!("log_format", log_format, "FORMAT", "How to log: text or json"),
    key!(
        "log_level",
        log_level,
        "LEVEL",
        "What to log: error, warn, info, debug or trace"
    ),
    key!(
        "shutdown_grace",
        shutdown_grace,
        "TIME",
        "How long requests may take to end when the server is told to stop"
    ),
    key!(
        "session_lifetime",
        session_lifetime,
        "TIME",
        "How long one stays logged in"
    ),
    key!(
        "guest_lifetime",
        guest_lifetime,
        "TIME",
        "How long a guest's browser is remembered"
    ),
    key!(
        "limits.body_size",
        limits.body_size,
        "SIZE",
        "The largest body of a request"
    ),
    key!(
        "limits.message_size",
        limits.message_size,
        "SIZE",
        "The largest message on a socket"
    ),
    key!(
        "limits.header_size",
        limits.header_size,
        "SIZE",
        "The largest head of a request, 8KiB at the least"
    ),
    key!(
        "limits.header_timeout",
        limits.header_timeout,
        "TIME",
        "How long a client may take for the head of a request, or be idle between two"
    ),
    key!(
        "limits.request_timeout",
        limits.request_timeout,
        "TIME",
        "How long a request may take"
    ),
    key!(
        "limits.write_timeout",
        limits.write_timeout,
        "TIME",
        "How long a client may take nothing of what is sent to it"
    ),
    key!(
        "limits.connections",
        limits.connections,
        "NUMBER",
        "Connections at once"
    ),
    key!(
        "limits.connections_per_address",
        limits.connections_per_address,
        "NUMBER",
        "Connections at once from one address"
    ),
    key!(
        "limits.requests_per_address",
        limits.requests_per_address,
        "RATE",
        "Requests from one address"
    ),
    key!(
        "limits.guests_per_address",
        limits.guests_per_address,
        "RATE",
        "New guests from one address"
    ),
    key!(
        "limits.tables_per_address",
        limits.tables_per_address,
        "RATE",
        "New tables from one address"
    ),
    key!(
        "limits.tables_per_visitor",
        limits.tables_per_visitor,
        "NUMBER",
        "Unfinished tables of one visitor"
    ),
    key!(
        "limits.analyses_per_visitor",
        limits.analyses_per_visitor,
        "NUMBER",
        "Analyses of one visitor at once"
    ),
    key!(
        "limits.pictures_per_address",
        limits.pictures_per_address,
        "RATE",
        "Pictures drawn for one address"
    ),
    key!(
        "limits.moves_per_visitor",
        limits.moves_per_visitor,
        "RATE",
        "Moves and other commands of one visitor"
    ),
    key!(
        "limits.password_attempts_per_address",
        limits.password_attempts_per_address,
        "RATE",
        "Wrong passwords from one address"
    ),
    key!(
        "limits.password_attempts_per_name",
        limits.password_attempts_per_name,
        "RATE",
        "Wrong passwords for one name"
    ),
    key!(
        "limits.accounts_per_address",
        limits.accounts_per_address,
        "RATE",
        "New accounts from one address"
    ),
    key!(
        "limits.sessions_per_account",
        limits.sessions_per_account,
        "NUMBER",
        "Browsers that one account is logged in with; the oldest is logged out"
    ),
    key!(
        "limits.tokens_per_account",
        limits.tokens_per_account,
        "NUMBER",
        "API tokens of one account"
    ),
    key!(
        "limits.password_hashes",
        limits.password_hashes,
        "NUMBER",
        "Passwords checked at once, 19 MiB each"
    ),
    key!(
        "limits.remembered_clients",
        limits.remembered_clients,
        "NUMBER",
        "How many addresses or names each rate limit remembers"
    ),
];
