//! The kinds of values a configuration has, each read from text and written back as text that reads the same.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use ipnet::IpNet;

use crate::store;

/// A value of the configuration. What `write` gives, `read` reads back.
pub(super) trait Setting: Sized {
    /// Reads the value; an error says what is wrong with it, without repeating it.
    fn read(text: &str) -> Result<Self, String>;

    /// The value as text.
    fn write(&self) -> String;
}

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
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the page is reached by TLS.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.0.starts_with("https://")
    }
}

/// Where everything is kept: a file of SQLite, or `postgres://...`. It is shown without its password.
#[derive(Clone, PartialEq, Eq)]
pub struct Database(String);

impl Database {
    /// A database by its address.
    #[must_use]
    pub fn new(address: impl Into<String>) -> Database {
        Database(address.into())
    }

    /// The address with its password, for the store alone.
    #[must_use]
    pub fn secret_address(&self) -> &str {
        &self.0
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

/// How the log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogFormat {
    /// A sentence a line.
    Text,
    /// A JSON object a line.
    Json,
}

/// What is logged: a level, or levels for parts of the program, as in `info,sqlx=warn`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLevel(String);

impl Default for LogLevel {
    fn default() -> LogLevel {
        LogLevel("info".to_owned())
    }
}

impl LogLevel {
    /// The filter of the log.
    #[must_use]
    pub fn targets(&self) -> tracing_subscriber::filter::Targets {
        self.0.parse().unwrap_or_default()
    }
}

impl Setting for SocketAddr {
    fn read(text: &str) -> Result<SocketAddr, String> {
        text.parse()
            .map_err(|_| "must be an address and a port, such as 127.0.0.1:8080 or [::]:8080".to_owned())
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

impl Setting for Database {
    fn read(text: &str) -> Result<Database, String> {
        if text.is_empty() {
            return Err("must be a file, or an address such as postgres://user@host/name".to_owned());
        }
        Ok(Database(text.to_owned()))
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

impl Setting for Option<PathBuf> {
    fn read(text: &str) -> Result<Option<PathBuf>, String> {
        Ok((!text.is_empty()).then(|| PathBuf::from(text)))
    }

    fn write(&self) -> String {
        self.as_ref()
            .map_or_else(String::new, |path| path.display().to_string())
    }
}

impl Setting for Origin {
    fn read(text: &str) -> Result<Origin, String> {
        let wrong = || "must be an address without a path, such as https://play.example.org".to_owned();
        let uri = http::Uri::from_str(text).map_err(|_| wrong())?;
        let (Some(scheme @ ("http" | "https")), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(wrong());
        };
        if uri.path() != "/" || uri.query().is_some() || authority.as_str().contains('@') {
            return Err(wrong());
        }
        let host = authority.host().to_ascii_lowercase();
        // A browser leaves out the port that the scheme has anyway.
        let port = match (scheme, authority.port_u16()) {
            (_, None) | ("http", Some(80)) | ("https", Some(443)) => String::new(),
            (_, Some(port)) => format!(":{port}"),
        };
        Ok(Origin(format!("{scheme}://{host}{port}")))
    }

    fn write(&self) -> String {
        self.0.clone()
    }
}

impl Setting for IpNet {
    fn read(text: &str) -> Result<IpNet, String> {
        text.parse()
            .or_else(|_| text.parse().map(|address: std::net::IpAddr| address.into()))
            .map_err(|_| "must be an address or a network, such as 10.0.0.0/8".to_owned())
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

/// A list is its items with commas between them.
impl<T: Setting> Setting for Vec<T> {
    fn read(text: &str) -> Result<Vec<T>, String> {
        let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
        items.map(T::read).collect()
    }

    fn write(&self) -> String {
        self.iter().map(T::write).collect::<Vec<_>>().join(",")
    }
}

impl Setting for LogFormat {
    fn read(text: &str) -> Result<LogFormat, String> {
        match text {
            "text" => Ok(LogFormat::Text),
            "json" => Ok(LogFormat::Json),
            _ => Err("must be text or json".to_owned()),
        }
    }

    fn write(&self) -> String {
        match self {
            LogFormat::Text => "text".to_owned(),
            LogFormat::Json => "json".to_owned(),
        }
    }
}

impl Setting for LogLevel {
    fn read(text: &str) -> Result<LogLevel, String> {
        // A word alone would be taken for a part of the program.
        let is_word = |part: &str| !part.is_empty() && part.parse::<tracing::level_filters::LevelFilter>().is_ok();
        let is_level = |part: &str| part.contains('=') || is_word(part);
        match text.parse::<tracing_subscriber::filter::Targets>() {
            Ok(_) if text.split(',').all(is_level) => Ok(LogLevel(text.to_owned())),
            _ => {
                Err("must be error, warn, info, debug or trace, or such levels for parts, as in info,sqlx=warn".into())
            }
        }
    }

    fn write(&self) -> String {
        self.0.clone()
    }
}

/// The largest number of anything: beyond it nothing was meant.
const MOST: u32 = 1_000_000_000;

impl Setting for u32 {
    fn read(text: &str) -> Result<u32, String> {
        match text.parse() {
            Ok(number @ 1..=MOST) => Ok(number),
            _ => Err(format!("must be a whole number from 1 to {MOST}")),
        }
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

const SIZES: [(&str, usize); 3] = [("MiB", 1 << 20), ("KiB", 1 << 10), ("", 1)];

impl Setting for Size {
    fn read(text: &str) -> Result<Size, String> {
        read_with_unit(text, &SIZES)
            .filter(|bytes| (1..=1 << 30).contains(bytes))
            .map(Size)
            .ok_or_else(|| "must be a number of bytes up to 1024MiB, such as 65536, 64KiB or 1MiB".to_owned())
    }

    fn write(&self) -> String {
        write_with_unit(self.0, &SIZES)
    }
}

/// In milliseconds. Times are written by hand: 90 days would become `2months 29days 3h 7m 12s`.
const DURATIONS: [(&str, usize); 5] = [
    ("d", 86_400_000),
    ("h", 3_600_000),
    ("m", 60_000),
    ("s", 1000),
    ("ms", 1),
];
const LONGEST: Duration = Duration::from_secs(3660 * 86_400);

impl Setting for Duration {
    fn read(text: &str) -> Result<Duration, String> {
        humantime::parse_duration(text)
            .ok()
            .filter(|time| (Duration::from_millis(1)..=LONGEST).contains(time))
            .ok_or_else(|| "must be a time of at most ten years, such as 500ms, 30s, 15m, 2h or 90d".to_owned())
    }

    fn write(&self) -> String {
        write_with_unit(usize::try_from(self.as_millis()).unwrap_or(usize::MAX), &DURATIONS)
    }
}

impl Setting for Rate {
    fn read(text: &str) -> Result<Rate, String> {
        let wrong = |_| "must be a number in a time, such as 20/15m".to_owned();
        let (count, period) = text.split_once('/').ok_or(()).map_err(|()| wrong(String::new()))?;
        Ok(Rate {
            count: u32::read(count).map_err(wrong)?,
            period: Duration::read(period).map_err(wrong)?,
        })
    }

    fn write(&self) -> String {
        format!("{}/{}", self.count, self.period.write())
    }
}

/// Reads a whole number with a unit behind it.
fn read_with_unit(text: &str, units: &[(&str, usize)]) -> Option<usize> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = (text[..digits].parse::<usize>().ok()?, text[digits..].trim_start());
    let (_, factor) = units.iter().find(|(name, _)| *name == unit)?;
    number.checked_mul(*factor)
}

/// Writes a number with the largest unit that leaves it whole.
fn write_with_unit(number: usize, units: &[(&str, usize)]) -> String {
    let whole = units.iter().find(|(_, factor)| number.is_multiple_of(*factor));
    let (unit, factor) = whole.copied().unwrap_or(("", 1));
    format!("{}{unit}", number / factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a value and writes it back; what is refused gives nothing.
    fn check<T: Setting>(text: &str, expected: Option<&str>) {
        let written = T::read(text).ok().map(|value| value.write());
        assert_eq!(written.as_deref(), expected, "{text}");
        if let Some(written) = written {
            assert_eq!(T::read(&written).map(|value| value.write()), Ok(written));
        }
    }

    #[test]
    fn values_are_read_and_written() {
        check::<Duration>("90s", Some("90s"));
        check::<Duration>("120 s", Some("2m"));
        check::<Duration>("1500ms", Some("1500ms"));
        check::<Duration>("48h", Some("2d"));
        check::<Duration>("1.5s", Some("1500ms"));
        for wrong in [
            "",
            "0s",
            "5",
            "s",
            "-1s",
            "99999999999999999999d",
            "11111d",
            "18446744073709551615d",
        ] {
            check::<Duration>(wrong, None);
        }
        check::<Size>("65536", Some("64KiB"));
        check::<Size>("1 MiB", Some("1MiB"));
        check::<Size>("1000", Some("1000"));
        for wrong in ["", "0", "64kb", "2000MiB", "18446744073709551615MiB"] {
            check::<Size>(wrong, None);
        }
        check::<Rate>("20/15m", Some("20/15m"));
        check::<Rate>("1/60s", Some("1/1m"));
        for wrong in ["20", "0/1s", "20/", "/1s", "20/0s", "a/b"] {
            check::<Rate>(wrong, None);
        }
        check::<u32>("12", Some("12"));
        for wrong in ["", "0", "-1", "4294967296", "1e3"] {
            check::<u32>(wrong, None);
        }
        check::<Origin>("https://Play.Example.org:443/", Some("https://play.example.org"));
        check::<Origin>("http://127.0.0.1:8080", Some("http://127.0.0.1:8080"));
        check::<Origin>("http://[::1]:8080", Some("http://[::1]:8080"));
        for wrong in [
            "",
            "play.example.org",
            "ftp://a",
            "https://a/b",
            "https://a?b",
            "https://user@a",
            "https://",
        ] {
            check::<Origin>(wrong, None);
        }
        check::<Vec<IpNet>>("10.0.0.0/8, ::1", Some("10.0.0.0/8,::1/128"));
        check::<Vec<IpNet>>("", Some(""));
        check::<Vec<IpNet>>("10.0.0.0/8,nowhere", None);
        check::<SocketAddr>("[::]:80", Some("[::]:80"));
        check::<SocketAddr>("localhost", None);
        check::<LogLevel>("info,sqlx=warn", Some("info,sqlx=warn"));
        check::<LogLevel>("loud=maybe", None);
        check::<LogLevel>("loud", None);
        check::<LogLevel>("", None);
        check::<LogFormat>("xml", None);
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
