//! The kinds of values a configuration has, and how each is read; an error says what is wrong with a value, without
//! repeating it.

use std::fmt;
use std::net::SocketAddr;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use ipnet::IpNet;

use crate::store;

/// A number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size(pub usize);

/// So many things in so long a time: all of them may come at once, and what was used comes back evenly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// How many.
    pub count: u32,
    /// In how long.
    pub period: Duration,
}

/// Where the page is reached from: scheme, host and port as a browser writes them in `Origin`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin(String);

impl Origin {
    /// The origin as a browser sends it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the page is reached by TLS.
    pub fn is_secure(&self) -> bool {
        self.0.starts_with("https://")
    }
}

/// Where everything is kept: a file of SQLite, or `postgres://...`. It is shown without its password.
#[derive(Clone, PartialEq, Eq)]
pub struct Database(String);

impl Database {
    /// A database by its address.
    pub fn new(address: impl Into<String>) -> Database {
        Database(address.into())
    }

    /// The address with its password, for the store alone.
    pub fn secret_address(&self) -> &str {
        &self.0
    }

    /// The file, if it is one of SQLite's.
    pub fn file(&self) -> Option<&Path> {
        store::file_of(&self.0)
    }

    /// Where it is, wherever one stands: a file's whole path, or the address without its password.
    pub fn place(&self) -> String {
        let whole = self.file().and_then(|file| std::path::absolute(file).ok());
        whole.map_or_else(|| self.to_string(), |path| path.display().to_string())
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&store::without_password(&self.0))
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The server that sends mail, as `smtp://...` or `smtps://...`. It is shown without its password.
#[derive(Clone, PartialEq, Eq)]
pub struct Smtp(String);

impl Smtp {
    /// The address with its password, for who sends mail alone.
    pub fn secret_address(&self) -> &str {
        &self.0
    }
}

impl FromStr for Smtp {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Smtp, &'static str> {
        match text.starts_with("smtp://") || text.starts_with("smtps://") {
            true => Ok(Smtp(text.to_owned())),
            false => Err("must begin with smtp:// or smtps://"),
        }
    }
}

impl fmt::Display for Smtp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&store::without_password(&self.0))
    }
}

impl fmt::Debug for Smtp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A secret that somebody else knows, too. It is not shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// The secret itself.
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("...")
    }
}

/// How the log is written: a sentence a line, or a JSON object a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
#[allow(missing_docs, reason = "it would be shown as help, and make all help long")]
pub enum LogFormat {
    Text,
    Json,
}

/// What is logged: a level, or levels for parts of the program, as in `info,sqlx=warn`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLevel(String);

impl LogLevel {
    /// The filter of the log.
    pub fn targets(&self) -> tracing_subscriber::filter::Targets {
        self.0.parse().unwrap_or_default()
    }
}

/// Reads an address to listen at.
pub(super) fn address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse()
        .map_err(|_| "must be an address and a port, such as 127.0.0.1:8080 or [::]:8080")
}

/// Reads a network, or an address as the network of it alone.
pub(super) fn network(text: &str) -> Result<IpNet, &'static str> {
    let text = text.trim();
    text.parse()
        .or_else(|_| text.parse().map(|address: std::net::IpAddr| address.into()))
        .map_err(|_| "must be an address or a network, such as 10.0.0.0/8")
}

/// The largest number of anything: beyond it nothing was meant.
const MOST: u32 = 1_000_000_000;

/// Reads a number of things.
pub(super) fn number(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("must be a whole number from 1 to {MOST}"))
}

const LONGEST: Duration = Duration::from_secs(3660 * 86_400);

/// Reads a time.
pub(super) fn time(text: &str) -> Result<Duration, &'static str> {
    let time = humantime::parse_duration(text).ok();
    time.filter(|time| (Duration::from_millis(1)..=LONGEST).contains(time))
        .ok_or("must be a time of at most ten years, such as 500ms, 30s, 15m, 2h or 90d")
}

impl FromStr for Database {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Database, &'static str> {
        if text.is_empty() {
            return Err("must be a file, or an address such as postgres://user@host/name");
        }
        Ok(Database(text.to_owned()))
    }
}

impl FromStr for Token {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Token, &'static str> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic());
        if !is_plain || !(20..=200).contains(&text.len()) {
            return Err("must be 20 to 200 letters, digits or signs that nobody can guess");
        }
        Ok(Token(text.to_owned()))
    }
}

impl FromStr for Origin {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Origin, &'static str> {
        const WRONG: &str = "must be an address without a path, such as https://play.example.org";
        let uri = http::Uri::from_str(text.trim()).map_err(|_| WRONG)?;
        let (Some(scheme @ ("http" | "https")), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(WRONG);
        };
        if uri.path() != "/" || uri.query().is_some() || authority.as_str().contains('@') {
            return Err(WRONG);
        }
        let host = authority.host().to_ascii_lowercase();
        // A browser leaves out the port that the scheme has anyway.
        let port = match (scheme, authority.port_u16()) {
            (_, None) | ("http", Some(80)) | ("https", Some(443)) => String::new(),
            (_, Some(port)) => format!(":{port}"),
        };
        Ok(Origin(format!("{scheme}://{host}{port}")))
    }
}

impl FromStr for LogLevel {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<LogLevel, &'static str> {
        // A word alone would be taken for a part of the program.
        let is_word = |part: &str| !part.is_empty() && part.parse::<tracing::level_filters::LevelFilter>().is_ok();
        let is_level = |part: &str| part.contains('=') || is_word(part);
        match text.parse::<tracing_subscriber::filter::Targets>() {
            Ok(_) if text.split(',').all(is_level) => Ok(LogLevel(text.to_owned())),
            _ => Err("must be error, warn, info, debug or trace, or such levels for parts, as in info,sqlx=warn"),
        }
    }
}

impl FromStr for Size {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Size, &'static str> {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let shift = match text[digits..].trim_start() {
            "" => Some(0),
            "KiB" => Some(10),
            "MiB" => Some(20),
            _ => None,
        };
        let bytes = shift.and_then(|shift| text[..digits].parse::<usize>().ok()?.checked_mul(1 << shift));
        bytes
            .filter(|bytes| (1..=1 << 30).contains(bytes))
            .map(Size)
            .ok_or("must be a number of bytes up to 1024MiB, such as 65536, 64KiB or 1MiB")
    }
}

impl FromStr for Rate {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Rate, &'static str> {
        let rate = text.split_once('/').and_then(|(count, period)| {
            Some(Rate {
                count: number(count).ok()?,
                period: time(period).ok()?,
            })
        });
        rate.ok_or("must be a number in a time, such as 20/15m")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads values, and others that are refused.
    fn check<T: PartialEq + fmt::Debug, E: fmt::Debug>(
        read: impl Fn(&str) -> Result<T, E>,
        right: &[(&str, T)],
        wrong: &[&str],
    ) {
        for (text, expected) in right {
            assert_eq!(&read(text).expect(text), expected, "{text}");
        }
        for text in wrong {
            read(text).expect_err(text);
        }
    }

    #[test]
    fn values_are_read() {
        let milliseconds = Duration::from_millis;
        check(
            time,
            &[
                ("90s", milliseconds(90_000)),
                ("120 s", milliseconds(120_000)),
                ("1500ms", milliseconds(1500)),
                ("48h", milliseconds(172_800_000)),
                ("1.5s", milliseconds(1500)),
            ],
            &[
                "",
                "0s",
                "5",
                "s",
                "-1s",
                "99999999999999999999d",
                "11111d",
                "18446744073709551615d",
            ],
        );
        check(
            Size::from_str,
            &[
                ("65536", Size(65536)),
                ("64KiB", Size(65536)),
                ("1 MiB", Size(1 << 20)),
                ("1000", Size(1000)),
            ],
            &["", "0", "64kb", "2000MiB", "18446744073709551615MiB"],
        );
        let rate = |count, seconds| Rate {
            count,
            period: Duration::from_secs(seconds),
        };
        check(
            Rate::from_str,
            &[("20/15m", rate(20, 900)), ("1/60s", rate(1, 60))],
            &["20", "0/1s", "20/", "/1s", "20/0s", "a/b"],
        );
        check(number, &[("12", 12)], &["", "0", "-1", "4294967296", "1e3"]);
        let origin = |text: &str| text.parse().map(|origin: Origin| origin.0);
        check(
            origin,
            &[
                ("https://Play.Example.org:443/", "https://play.example.org".to_owned()),
                ("http://127.0.0.1:8080", "http://127.0.0.1:8080".to_owned()),
                ("http://[::1]:8080", "http://[::1]:8080".to_owned()),
            ],
            &[
                "",
                "play.example.org",
                "ftp://a",
                "https://a/b",
                "https://a?b",
                "https://user@a",
                "https://",
            ],
        );
        check(
            |text| network(text).map(|network| network.to_string()),
            &[("10.0.0.0/8", "10.0.0.0/8".to_owned()), (" ::1", "::1/128".to_owned())],
            &["", "nowhere"],
        );
        check(address, &[("[::]:80", ([0u16; 8], 80).into())], &["localhost"]);
        let level = |text: &str| text.parse().map(|level: LogLevel| level.0);
        check(
            level,
            &[("info,sqlx=warn", "info,sqlx=warn".to_owned())],
            &["loud=maybe", "loud", ""],
        );
    }

    #[test]
    fn a_database_is_shown_without_its_password() {
        for (address, shown) in [
            ("halte.sqlite", "halte.sqlite"),
            ("postgres://anna@host/halte", "postgres://anna:...@host/halte"),
            ("postgres://anna:a@b:c@host/halte", "postgres://anna:...@host/halte"),
            ("postgres://host/halte?password=secret", "postgres://host/halte?..."),
            ("postgres://anna:a?b@host/halte", "postgres://anna..."),
            ("postgres://host:5432/halte?password=a@b", "postgres://host..."),
        ] {
            assert_eq!(Database::new(address).to_string(), shown);
            assert_eq!(format!("{:?}", Database::new(address)), shown);
        }
    }
}
