//! A site as its visitors know it: an address, cookies, tables, sockets.

use std::net::SocketAddr;

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use halte_game::Explanation;
use reqwest::header::{COOKIE, DATE, ORIGIN, SET_COOKIE};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

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
        let response = request.header("x-halte", "1").send().await?.error_for_status()?;
        let cookies = response.headers().get_all(SET_COOKIE).iter();
        let pairs = cookies.filter_map(|cookie| cookie.to_str().ok()?.split(';').next());
        let cookie = pairs.collect::<Vec<_>>().join("; ");
        if cookie.is_empty() {
            bail!("a new guest got no cookie");
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

    /// All that has happened at a table, page after page.
    pub async fn events(&self, table: &str) -> Result<Vec<Event>> {
        #[derive(Deserialize)]
        struct Page {
            events: Vec<Event>,
            next: Option<u64>,
        }
        let mut events = Vec::new();
        let mut next = Some(0);
        while let Some(version) = next {
            let address = self.url(&format!("/api/tables/{table}/events?version={version}"));
            let text = self
                .client
                .get(address)
                .send()
                .await?
                .error_for_status()?
                .text()
                .await?;
            let page: Page = serde_json::from_str(&text)?;
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
        let date = response.headers().get(DATE).context("an answer has no date")?;
        Ok(date.to_str()?.to_owned())
    }

    /// Goes to a table: as this guest, or as a stranger who looks on.
    pub async fn socket(&self, table: &str, guest: Option<&Guest>) -> Result<Socket> {
        let address = format!("ws://{}/api/tables/{table}/socket", self.address);
        let mut request = address.into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("origin", self.url("").parse()?);
        if let Some(guest) = guest {
            headers.insert("cookie", guest.cookie.parse()?);
        }
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        // Thousands of these are here at once: what each sets aside counts.
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        let mut socket = Socket(socket);
        // From the snapshot on, everything that happens is told; what happened before is in it.
        while !matches!(socket.next().await?, Told::Snapshot(_)) {}
        Ok(socket)
    }

    async fn post(&self, guest: &Guest, path: &str, body: &Value) -> Result<Value> {
        let request = self.client.post(self.url(path));
        let request = request.header(COOKIE, &guest.cookie).header(ORIGIN, self.url(""));
        let response = request.header("x-halte", "1").json(body).send().await?;
        let (status, text) = (response.status(), response.text().await?);
        if !status.is_success() {
            bail!("{path}: {status}: {text}");
        }
        Ok(serde_json::from_str(&text)?)
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

/// A connection to one table.
pub struct Socket(WebSocketStream<TcpStream>);

/// What a visitor is told, as far as it matters here.
#[derive(Deserialize, Debug)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Told {
    Snapshot(IgnoredAny),
    Events { events: Vec<Event> },
    Presence(IgnoredAny),
    Done { id: String },
    Refused { id: Option<String>, error: Explanation },
    Reconnect,
}

/// Something that has happened at a table.
#[derive(Clone, PartialEq, Eq, Deserialize, Debug)]
pub struct Event {
    /// Its place among the table's events, from 0.
    pub version: u64,
    /// What it is: `moved`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The move, if it is one.
    #[serde(rename = "move")]
    pub text: Option<String>,
}

impl Socket {
    /// Sends a move. The site answers with the same id.
    pub async fn play(&mut self, id: &str, text: &str, ply: usize) -> Result<()> {
        let action = json!({"type": "play", "move": text, "ply": ply});
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
            match self.0.next().await.context("the site closed the connection")?? {
                Message::Text(text) => {
                    return serde_json::from_str(&text).with_context(|| format!("not understood: {text:.200}"));
                }
                Message::Close(_) => bail!("the site closed the connection"),
                _ => {}
            }
        }
    }
}
