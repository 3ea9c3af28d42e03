//! A site as a program meets it: requests with a token or a pass, and the stream of what happens.

use std::io::BufReader;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::Path;
use std::time::Duration;

use halte_server::config::Config;
use reqwest::blocking::{Client, ClientBuilder, RequestBuilder, Response};
use reqwest::header::{ACCEPT, AUTHORIZATION, HeaderMap, HeaderValue, RETRY_AFTER};
use reqwest::{Method, Url};
use serde_json::Value;

use crate::failure::Failure;

/// How long a site may take for an answer, and may be silent on a stream: it says something every ten seconds.
const PATIENCE: Duration = Duration::from_secs(35);

/// A site, and who asks it.
#[derive(Clone)]
pub(crate) struct Site {
    address: Url,
    client: Client,
}

/// Why a site did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SiteError {
    /// It could not be reached, or is not to be had now: the same may go well later.
    #[error("{0}")]
    Away(String),
    /// It wants to be asked less often.
    #[error("the site wants to be asked less often")]
    Busy(Duration),
    /// It refused.
    #[error("{message} ({code})")]
    Refused {
        /// The number of the answer.
        status: u16,
        /// A word that never changes.
        code: String,
        /// What it said.
        message: String,
    },
}

impl SiteError {
    /// Whether it refused with this word.
    pub(crate) fn is(&self, word: &str) -> bool {
        matches!(self, SiteError::Refused { code, .. } if code == word)
    }
}

impl Site {
    /// A site at an address, asked by whoever the header `Authorization` says.
    pub(crate) fn new(address: &str, authorization: &str) -> Result<Site, Failure> {
        Site::with(Client::builder(), address, authorization)
    }

    /// The server of a configuration, on this machine. Its certificate is for the name by which others find it, and is
    /// not looked at: whoever could listen at this address instead could do so without one, too.
    pub(crate) fn of_config(config: &Config, authorization: &str) -> Result<Site, Failure> {
        let mut address = config.address;
        match address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
            IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
            _ => {}
        }
        let is_secure = config.tls_certificate.is_some();
        let address = format!("{}://{address}", if is_secure { "https" } else { "http" });
        let builder = Client::builder().tls_danger_accept_invalid_certs(true).no_proxy();
        Site::with(builder, &address, authorization)
    }

    /// Where it is.
    pub(crate) fn address(&self) -> &str {
        self.address.as_str().trim_end_matches('/')
    }

    fn with(builder: ClientBuilder, address: &str, authorization: &str) -> Result<Site, Failure> {
        // The same one as the server's; a second call finds it there.
        let _ = tokio_rustls::rustls::crypto::ring::default_provider().install_default();
        let refused = |reason: &str| Failure::Usage(format!("the site {address:?}: {reason}"));
        let address = Url::parse(address).map_err(|error| refused(&error.to_string()))?;
        if !["http", "https"].contains(&address.scheme()) {
            return Err(refused("it must begin with https:// or http://"));
        }
        let mut value = HeaderValue::from_str(authorization).map_err(|_| refused("the token is no plain text"))?;
        value.set_sensitive(true);
        let client = builder
            .default_headers(HeaderMap::from_iter([(AUTHORIZATION, value)]))
            .user_agent(concat!("halte/", env!("CARGO_PKG_VERSION")))
            // A token goes to the site that it is for, and nowhere else.
            .redirect(reqwest::redirect::Policy::none())
            .timeout(PATIENCE)
            .build()
            .map_err(|error| refused(&error.to_string()))?;
        Ok(Site { address, client })
    }

    /// What it says at a path.
    pub(crate) fn get(&self, path: &str) -> Result<Value, SiteError> {
        self.answer(self.request(Method::GET, path)?)
    }

    /// Sends something to a path.
    pub(crate) fn send(&self, method: Method, path: &str, body: &Value) -> Result<Value, SiteError> {
        self.answer(self.request(method, path)?.json(body))
    }

    /// Asks for something to be deleted.
    pub(crate) fn delete(&self, path: &str) -> Result<Value, SiteError> {
        self.answer(self.request(Method::DELETE, path)?)
    }

    /// A stream of events, line by line. Reading fails when the site is silent for too long.
    pub(crate) fn follow(&self, path: &str) -> Result<BufReader<Response>, SiteError> {
        let response = ask(self.request(Method::GET, path)?.header(ACCEPT, "text/event-stream"))?;
        Ok(BufReader::new(response))
    }

    fn request(&self, method: Method, path: &str) -> Result<RequestBuilder, SiteError> {
        let address = self.address.join(path);
        let address = address.map_err(|error| SiteError::Away(format!("{path}: {error}")))?;
        Ok(self.client.request(method, address))
    }

    fn answer(&self, request: RequestBuilder) -> Result<Value, SiteError> {
        let text = ask(request)?.text().map_err(|error| SiteError::Away(told(&error)))?;
        // Some answers have nothing to say.
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }
}

/// A token, from a file or a variable of the environment.
pub(crate) fn token(file: Option<&Path>, variable: &str) -> Result<String, Failure> {
    let text = match file {
        Some(path) => std::fs::read_to_string(path).map_err(|error| Failure::reading(path, &error))?,
        None => std::env::var(variable).unwrap_or_default(),
    };
    match text.trim() {
        "" => Err(Failure::Usage(format!(
            "there is no token: give --token-file or set {variable}"
        ))),
        token => Ok(token.to_owned()),
    }
}

/// Sends a request, and takes only an answer that says that it was done.
fn ask(request: RequestBuilder) -> Result<Response, SiteError> {
    let response = request.send().map_err(|error| SiteError::Away(told(&error)))?;
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let retry_after = response.headers().get(RETRY_AFTER);
    let retry_after = retry_after.and_then(|value| value.to_str().ok()?.parse().ok());
    let body: Value = response.json().unwrap_or_default();
    let word = |name: &str| body["error"][name].as_str().map(str::to_owned);
    let message = word("message").unwrap_or_else(|| format!("the site answered {status}"));
    match status.as_u16() {
        429 => Err(SiteError::Busy(Duration::from_secs(retry_after.unwrap_or(1)))),
        408 | 500.. => Err(SiteError::Away(message)),
        status => Err(SiteError::Refused {
            status,
            code: word("code").unwrap_or_else(|| status.to_string()),
            message,
        }),
    }
}

/// What went wrong on the way, with its causes.
fn told(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}
