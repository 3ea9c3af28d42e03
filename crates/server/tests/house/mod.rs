//! A house for tests: a real server on a port of its own with a store of its own, and browsers, programs and bare
//! connections that visit it.

#![allow(dead_code, reason = "every test program uses another part of it")]

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use halte_server::Server;
use halte_server::config::Config;
use halte_server::state::Shared;
use reqwest::Method;
use reqwest::header::{COOKIE, HeaderMap, HeaderName, HeaderValue, SET_COOKIE};
use serde_json::Value;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How long a test waits for what must happen.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// An open house.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) app: Shared,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<std::io::Result<()>>,
    folder: TempDir,
}

impl House {
    /// Opens a house with the defaults.
    pub(crate) async fn open() -> House {
        House::open_with(&[]).await
    }

    /// Opens a house with some flags, as on the command line but without dashes.
    pub(crate) async fn open_with(flags: &[(&str, &str)]) -> House {
        let folder = TempDir::new().expect("a folder");
        let database = folder.path().join("halte.sqlite").display().to_string();
        let fixed = [("address", "127.0.0.1:0"), ("database", &*database)];
        let fixed = fixed
            .iter()
            .filter(|(name, _)| !flags.iter().any(|(flag, _)| flag == name));
        let line = flags
            .iter()
            .chain(fixed)
            .map(|(flag, value)| format!("--{flag}={value}"));
        let config = Config::of_flags(line).expect("a configuration");
        let server = Server::bind(config).await.expect("the house opens");
        let (address, app) = (server.address(), server.app().clone());
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(server.run(async {
            let _ = stopped.await;
            "the test's end"
        }));
        House {
            address,
            app,
            stop: Some(stop),
            served,
            folder,
        }
    }

    /// Tells the house to close.
    pub(crate) fn tell_to_close(&mut self) {
        let stop = self.stop.take().expect("told once");
        stop.send(()).expect("the house is open");
    }

    /// Waits until it is closed.
    pub(crate) async fn closed(self) {
        let served = timeout(PATIENCE, self.served).await.expect("in time");
        served.expect("no panic").expect("a good end");
    }

    /// A browser that was never here.
    pub(crate) fn browser(&self) -> Browser {
        // Other crates of this workspace build reqwest with TLS, which then wants to know whose; a second call finds it.
        let _ = tokio_rustls::rustls::crypto::ring::default_provider().install_default();
        Browser {
            origin: format!("http://{}", self.address),
            client: reqwest::Client::new(),
            cookies: BTreeMap::new(),
            headers: HeaderMap::new(),
        }
    }

    /// A browser that is logged in with a new account of this name; the password is [`PASSWORD`].
    pub(crate) async fn member(&self, name: &str) -> Browser {
        let mut browser = self.browser();
        let body = serde_json::json!({"name": name, "password": PASSWORD});
        assert_eq!(browser.post("/api/accounts", &body).await.status, 201);
        browser
    }

    /// The same at a site with a public address.
    pub(crate) async fn member_at(&self, origin: &str, name: &str) -> Browser {
        let mut browser = self.browser().with("origin", origin);
        let body = serde_json::json!({"name": name, "password": PASSWORD});
        assert_eq!(browser.post("/api/accounts", &body).await.status, 201);
        browser
    }

    /// A bare connection.
    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.expect("a connection")
    }

    /// Sends bytes and reads what comes until the server closes.
    pub(crate) async fn send(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect().await;
        stream.write_all(bytes).await.expect("sent");
        read_to_end(&mut stream).await
    }
}

/// The password of every account of the tests.
pub(crate) const PASSWORD: &str = "correct horse";

/// Reads until the other end closes; that it may break off is no matter.
pub(crate) async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut bytes))
        .await
        .expect("the server closes in time");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Somebody who keeps cookies and says which page sends a request. Both can be changed at will.
#[derive(Clone)]
pub(crate) struct Browser {
    origin: String,
    client: reqwest::Client,
    pub(crate) cookies: BTreeMap<String, String>,
    /// Sent with every request.
    pub(crate) headers: HeaderMap,
}

/// What was answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    /// The body as JSON, null if it is none.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }

    /// The code of an error.
    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    /// Where in the request an error is.
    pub(crate) fn at(&self) -> Value {
        self.json()["error"]["at"].clone()
    }

    /// Checks that the request makes no sense at this place.
    #[track_caller]
    pub(crate) fn check_at(&self, at: &str) {
        assert_eq!((self.status, self.at().as_str()), (400, Some(at)), "{}", self.text);
    }

    /// Checks the status, and the code of the error; it is empty if there is none.
    #[track_caller]
    pub(crate) fn check(&self, status: u16, code: &str) {
        assert_eq!((self.status, &*self.code()), (status, code), "{}", self.text);
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }
}

impl Browser {
    /// Sends a header with every request from now on.
    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Browser {
        let value = HeaderValue::from_str(value).expect("a value");
        self.headers.insert(HeaderName::from_static(name), value);
        self
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.request(Method::GET, path, None).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.request(Method::POST, path, Some(body.to_string())).await
    }

    pub(crate) async fn put(&mut self, path: &str, body: &Value) -> Answer {
        self.request(Method::PUT, path, Some(body.to_string())).await
    }

    pub(crate) async fn delete(&mut self, path: &str) -> Answer {
        self.request(Method::DELETE, path, None).await
    }

    /// The cookies, as they are sent.
    pub(crate) fn cookie_header(&self) -> HeaderValue {
        let pairs = self.cookies.iter().map(|(name, value)| format!("{name}={value}"));
        let pairs: Vec<String> = pairs.collect();
        HeaderValue::from_str(&pairs.join("; ")).expect("cookies")
    }

    /// Sends a request as a page of the house would: with the cookies, the origin and JSON.
    async fn send(&self, method: Method, path: &str, body: Option<String>) -> reqwest::Response {
        let mut headers = HeaderMap::new();
        if !self.cookies.is_empty() {
            headers.insert(COOKIE, self.cookie_header());
        }
        headers.insert("origin", HeaderValue::from_str(&self.origin).expect("an origin"));
        headers.insert("x-halte", HeaderValue::from_static("1"));
        headers.insert("content-type", HeaderValue::from_static("application/json"));
        headers.extend(self.headers.clone());
        let address = format!("http://{}{path}", self.origin.split("://").nth(1).expect("an address"));
        let request = self
            .client
            .request(method, address)
            .headers(headers)
            .body(body.unwrap_or_default());
        request.timeout(PATIENCE).send().await.expect("an answer")
    }

    /// Asks for something that is told bit by bit: it has begun.
    pub(crate) async fn listen(&self, path: &str) -> reqwest::Response {
        self.send(Method::GET, path, None).await
    }

    /// Sends a request, and keeps the cookies that come with the answer.
    pub(crate) async fn request(&mut self, method: Method, path: &str, body: Option<String>) -> Answer {
        let response = self.send(method, path, body).await;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        for cookie in headers.get_all(SET_COOKIE) {
            let text = cookie.to_str().expect("text");
            let (name, rest) = text.split_once('=').expect("a cookie");
            let value = rest.split(';').next().expect("a value");
            if value.is_empty() {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        let text = response.text().await.expect("a body");
        Answer { status, headers, text }
    }

    /// The people that the house takes this browser for.
    pub(crate) async fn people(&mut self) -> Vec<String> {
        let answer = self.get("/api/session").await;
        let people = answer.json()["people"].as_array().cloned().unwrap_or_default();
        let text = |person: &Value| person.as_str().expect("text").to_owned();
        people.iter().map(text).collect()
    }
}
