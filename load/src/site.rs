//! A site as its visitors know it: an address, cookies, tables, sockets.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::SocketAddr;

use anyhow::{Context, anyhow};
use futures_util::{SinkExt, StreamExt};
use halte_game::Explanation;
use reqwest::header::{COOKIE, DATE, ORIGIN, SET_COOKIE};
use reqwest::{Response, StatusCode};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Why nothing came of what a visitor wanted.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// Nobody answers, or only that it cannot be done now: whoever comes back later should be better off.
    #[error("{0:#}")]
    Away(anyhow::Error),
    /// What must never happen.
    #[error("{0:#}")]
    Wrong(#[from] anyhow::Error),
}

/// What a visitor gets.
pub type Result<T> = std::result::Result<T, Trouble>;

impl Trouble {
    /// The answer was another one than wanted.
    fn answered(status: StatusCode, what: &str) -> Trouble {
        let error = anyhow!("{status}: {what}");
        match status {
            StatusCode::REQUEST_TIMEOUT
            | StatusCode::BAD_GATEWAY
            | StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT => Trouble::Away(error),
            _ => Trouble::Wrong(error),
        }
    }
}

impl From<reqwest::Error> for Trouble {
    fn from(error: reqwest::Error) -> Trouble {
        Trouble::Away(error.into())
    }
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Trouble {
        Trouble::Away(error.into())
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        match error {
            Error::Http(response) => {
                let body = response.body().as_deref().unwrap_or_default();
                Trouble::answered(response.status(), &String::from_utf8_lossy(body))
            }
            error => Trouble::Away(error.into()),
        }
    }
}

/// A server, and how to ask it.
#[derive(Clone)]
pub struct Site {
    address: SocketAddr,
    client: reqwest::Client,
}

/// Somebody whom the site knows again.
#[derive(Clone)]
pub struct Guest {
    cookie: String,
}

#[cfg(test)]
impl Guest {
    /// Somebody whom no site knows.
    pub(crate) fn unknown() -> Guest {
        Guest { cookie: String::new() }
    }
}

/// Who is to play against whoever opens a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Opponent {
    /// The same visitor.
    Oneself,
    /// Another visitor.
    Anyone,
    /// An engine of this level.
    Engine(u8),
}

impl Site {
    /// The site at an address.
    #[must_use]
    pub fn new(address: SocketAddr) -> Site {
        // Other crates of this workspace build reqwest with TLS, which then wants to know whose; a second call finds it.
        let _ = tokio_rustls::rustls::crypto::ring::default_provider().install_default();
        Site {
            address,
            client: reqwest::Client::new(),
        }
    }

    /// Comes for the first time.
    pub async fn guest(&self) -> Result<Guest> {
        let request = self.client.post(self.url("/api/session/guest"));
        let response = checked(request.header("x-halte", "1").send().await?).await?;
        let cookies = response.headers().get_all(SET_COOKIE).iter();
        let pairs = cookies.filter_map(|cookie| cookie.to_str().ok()?.split(';').next());
        let cookie = pairs.collect::<Vec<_>>().join("; ");
        if cookie.is_empty() {
            return Err(anyhow!("a new guest got no cookie").into());
        }
        Ok(Guest { cookie })
    }

    /// Opens a table and takes the first seat.
    pub async fn open_table(&self, guest: &Guest, game: &str, opponent: Opponent, clock: Value) -> Result<String> {
        let second = match opponent {
            Opponent::Oneself => json!({"kind": "opener"}),
            Opponent::Anyone => json!({"kind": "anyone"}),
            Opponent::Engine(level) => json!({"kind": "engine", "level": level}),
        };
        let terms = json!({"game": game, "seats": [{"kind": "opener"}, second], "clock": clock});
        let opened = self.post(guest, "/api/tables", &json!({"terms": terms})).await?;
        let table = opened["table"].as_str().context("a new table has no name")?;
        Ok(table.to_owned())
    }

    /// Takes the second seat.
    pub async fn sit(&self, guest: &Guest, table: &str) -> Result<()> {
        let body = json!({"id": "sit", "action": {"type": "sit", "seat": "second"}});
        self.post(guest, &format!("/api/tables/{table}/commands"), &body)
            .await?;
        Ok(())
    }

    /// All that has happened at a table from a version on, page after page.
    pub async fn events(&self, table: &str, version: u64) -> Result<Vec<Event>> {
        #[derive(Deserialize)]
        struct Page {
            events: Vec<Event>,
            next: Option<u64>,
        }
        let mut events = Vec::new();
        let mut next = Some(version);
        while let Some(version) = next {
            let path = format!("/api/tables/{table}/events?version={version}");
            let request = self.client.get(self.url(&path));
            let text = checked(request.send().await?).await?.text().await?;
            let page: Page = serde_json::from_str(&text).with_context(|| format!("not understood: {text:.200}"))?;
            events.extend(page.events);
            next = page.next;
        }
        Ok(events)
    }

    /// The status and the text of an answer.
    pub async fn get(&self, path: &str) -> Result<(u16, String)> {
        let response = self.client.get(self.url(path)).send().await?;
        Ok((response.status().as_u16(), response.text().await?))
    }

    /// What the server takes for the time.
    pub async fn date(&self) -> Result<String> {
        let response = self.client.get(self.url("/healthz")).send().await?;
        let date = response.headers().get(DATE).and_then(|date| date.to_str().ok());
        Ok(date.context("an answer has no date")?.to_owned())
    }

    /// Goes to a table: as this guest, or as a stranger who looks on.
    pub async fn socket(&self, table: &str, guest: Option<&Guest>) -> Result<Socket> {
        let mut socket = self.connect(table, guest, "").await?;
        // From the snapshot on, everything that happens is told; what happened before is in it.
        while !matches!(socket.next().await?, Told::Snapshot { .. }) {}
        Ok(socket)
    }

    /// Comes to a table at which one has seen everything before this version.
    pub async fn resume(&self, table: &str, guest: Option<&Guest>, version: u64) -> Result<Socket> {
        self.connect(table, guest, &format!("?version={version}")).await
    }

    async fn connect(&self, table: &str, guest: Option<&Guest>, query: &str) -> Result<Socket> {
        let address = format!("ws://{}/api/tables/{table}/socket{query}", self.address);
        let mut request = address.into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("origin", self.url("").parse().context("an address")?);
        if let Some(guest) = guest {
            headers.insert("cookie", guest.cookie.parse().context("a cookie")?);
        }
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        // Thousands of these are here at once: what each sets aside counts.
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(Socket(socket))
    }

    /// Hears what changes at one's tables.
    pub async fn feed(&self, guest: &Guest) -> Result<Feed> {
        let request = self.client.get(self.url("/api/me/events"));
        let response = checked(request.header(COOKIE, &guest.cookie).send().await?).await?;
        let text = Vec::new();
        Ok(Feed { response, text })
    }

    async fn post(&self, guest: &Guest, path: &str, body: &Value) -> Result<Value> {
        let request = self.client.post(self.url(path));
        let request = request.header(COOKIE, &guest.cookie).header(ORIGIN, self.url(""));
        let response = checked(request.header("x-halte", "1").json(body).send().await?).await?;
        Ok(serde_json::from_str(&response.text().await?).context("an answer is not understood")?)
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

/// An answer that is what was wanted.
async fn checked(response: Response) -> Result<Response> {
    if response.status().is_success() {
        return Ok(response);
    }
    let (status, path) = (response.status(), response.url().path().to_owned());
    let text = response.text().await?;
    Err(Trouble::answered(status, &format!("{path}: {text}")))
}

/// A stream of what changes at one's tables.
pub struct Feed {
    response: Response,
    /// What has come and was not told yet.
    text: Vec<u8>,
}

/// A table that has changed, as far as it matters here.
#[derive(Deserialize, Debug)]
pub struct Changed {
    /// Its name.
    pub table: String,
    /// How many moves were played there.
    pub moves: usize,
}

impl Feed {
    /// The next change.
    pub async fn next(&mut self) -> Result<Changed> {
        loop {
            while let Some(end) = self.text.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.text.drain(..=end).collect();
                if let Some(data) = line.strip_prefix(b"data:") {
                    return Ok(serde_json::from_slice(data).context("a change is not understood")?);
                }
            }
            let chunk = self.response.chunk().await?;
            let chunk = chunk.ok_or_else(|| Trouble::Away(anyhow!("the stream ended")))?;
            self.text.extend_from_slice(&chunk);
        }
    }
}

/// A connection to one table.
pub struct Socket(WebSocketStream<TcpStream>);

/// What a visitor is told, as far as it matters here.
#[derive(Deserialize, Debug)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Told {
    Snapshot { snapshot: Standing },
    Events { events: Vec<Event> },
    Presence(IgnoredAny),
    Done { id: String, version: u64 },
    Refused { id: Option<String>, error: Explanation },
    Reconnect,
}

/// How a table stands, as far as it matters here.
#[derive(Deserialize, Debug)]
pub struct Standing {
    /// How many events there have been.
    pub version: u64,
}

/// Something that has happened at a table: what everybody is told alike, and the store keeps.
#[derive(Clone, PartialEq, Eq, Hash, Deserialize, Debug)]
pub struct Event {
    /// Its place among the table's events, from 0.
    pub version: u64,
    /// When it happened, as the table counts.
    pub at: u64,
    /// What it is: `moved`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The move, if it is one.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// Who it was.
    #[serde(default)]
    pub by: Value,
    /// What was said, if something was.
    #[serde(rename = "text")]
    pub said: Option<String>,
    /// What was offered, if something was.
    pub offer: Option<String>,
    /// The table that it names: its own, or the next one.
    pub table: Option<String>,
    /// What both players have left on their clocks, in milliseconds.
    pub clocks: Option<[u64; 2]>,
    /// How much of the time a move took was the network's, in milliseconds.
    #[serde(default)]
    pub lag: u64,
    /// How much time nobody is charged for, in milliseconds.
    #[serde(default)]
    pub span: u64,
    /// How the game ended, if it did.
    #[serde(default)]
    pub ending: Value,
}

impl Event {
    /// What tells it from any other: all that is known of it, as one number.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

impl Socket {
    /// Sends a move. The site answers with the same id.
    pub async fn play(&mut self, id: &str, text: &str, ply: usize) -> Result<()> {
        self.command(id, &json!({"type": "play", "move": text, "ply": ply}))
            .await
    }

    /// Asks for something. The site answers with the same id.
    pub async fn command(&mut self, id: &str, action: &Value) -> Result<()> {
        let message = json!({"type": "command", "id": id, "action": action});
        self.send(Message::text(message.to_string())).await
    }

    /// Sends anything at all.
    pub async fn send(&mut self, message: Message) -> Result<()> {
        Ok(self.0.send(message).await?)
    }

    /// The next thing that is told.
    pub async fn next(&mut self) -> Result<Told> {
        loop {
            match self.0.next().await.transpose()? {
                Some(Message::Text(text)) => {
                    let told = serde_json::from_str(&text);
                    return Ok(told.with_context(|| format!("not understood: {text:.200}"))?);
                }
                Some(Message::Close(_)) | None => {
                    return Err(Trouble::Away(anyhow!("the site closed the connection")));
                }
                Some(_) => {}
            }
        }
    }
}
