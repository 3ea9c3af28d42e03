//! The server open to the network: accepts connections, serves them within their limits, and closes in good order.
//!
//! It speaks HTTP/1.1, which WebSockets need in any case; a site that wants more has a proxy.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{interval, sleep, timeout};
use tower::ServiceExt;

use crate::address::is_among;
use crate::clock;
use crate::config::{Config, default_database};
use crate::limits::{Admission, Client};
use crate::mail;
use crate::router::{self, Peer};
use crate::shutdown::{closes, reloads, told_to_end};
use crate::state::{App, Shared, StartError};
use crate::store::{self, Store};
use crate::tls::Tls;
use crate::wire::Wire;

/// How long to wait when no connection can be accepted, for instance because no file may be opened any more.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// How often sessions and tokens that have expired are forgotten.
const TIDYING: Duration = Duration::from_secs(60 * 60);

/// How often tables that nobody looks at are forgotten; they come back when somebody asks.
const TIDYING_TABLES: Duration = Duration::from_secs(60);

/// How often the keys that sign are read anew: another server may have exchanged them.
const READING_KEYS: Duration = Duration::from_secs(10);

/// A server that listens, and has not begun to serve.
pub struct Server {
    app: Shared,
    listener: TcpListener,
    address: SocketAddr,
    tls: Option<Arc<Tls>>,
    closing: watch::Sender<bool>,
}

impl Server {
    /// Opens the store and listens at the configured address.
    pub async fn bind(config: Config) -> Result<Server, StartError> {
        let tls = Tls::of(&config)?.map(Arc::new);
        let asked = config.address;
        let failed = |error| StartError::Listen(asked, error);
        let listener = TcpListener::bind(asked).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let (closing, told) = watch::channel(false);
        let store = open_store(&config).await?;
        let app = Arc::new(App::new(config, store, told).await?);
        Ok(Server {
            app,
            listener,
            address,
            tls,
            closing,
        })
    }

    /// Where it listens; the port is the real one even if any was asked for.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where a browser finds it: the public address, or the one that it listens at.
    pub fn url(&self) -> String {
        match self.app.config.origins.first() {
            Some(origin) => origin.as_str().to_owned(),
            None => format!(
                "{}://{}",
                if self.tls.is_some() { "https" } else { "http" },
                self.address
            ),
        }
    }

    /// What its requests share.
    pub fn app(&self) -> &Shared {
        &self.app
    }

    /// What answers its requests, without the network before it.
    pub fn router(&self) -> Router {
        router::router(&self.app)
    }

    /// Serves until `stop` is done. Then it accepts nobody any more, tells sockets to connect again, lets requests end
    /// and closes the store.
    pub async fn run(self, stop: impl Future<Output = &'static str>) -> io::Result<()> {
        let router = self.router();
        let Server {
            app,
            listener,
            tls,
            closing,
            ..
        } = self;
        let (open, mut all_closed) = mpsc::channel::<()>(1);
        let mut reloads = reloads()?;
        let mut tidying = interval(TIDYING);
        let mut tidying_tables = interval(TIDYING_TABLES);
        let mut reading_keys = interval(READING_KEYS);
        tokio::spawn(mail::send_letters(Arc::clone(&app)));
        tokio::pin!(stop);
        let reason = loop {
            tokio::select! {
                reason = &mut stop => break reason,
                _ = reloads.recv() => reload(tls.as_deref()),
                _ = tidying.tick() => { tokio::spawn(tidy(Arc::clone(&app))); }
                _ = tidying_tables.tick() => {
                    let hall = app.hall.clone();
                    tokio::spawn(async move { hall.tidy().await });
                }
                _ = reading_keys.tick() => {
                    let app = Arc::clone(&app);
                    tokio::spawn(async move {
                        if let Err(error) = app.read_keys(None).await {
                            tracing::warn!(cause = %error, "the keys could not be read");
                        }
                    });
                }
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => {
                        let Some(admission) = admit(&app, peer) else { continue };
                        let connection =
                            Connection { app: Arc::clone(&app), router: router.clone(), peer, open: open.clone() };
                        tokio::spawn(connection.serve(stream, tls.clone(), admission));
                    }
                    Err(error) => {
                        tracing::warn!(cause = %error, "a connection could not be accepted");
                        sleep(ACCEPT_PAUSE).await;
                    }
                },
            }
        };
        drop(listener);
        drop(open);
        tracing::info!(reason, connections = app.connections.count(), "the server closes");
        closing.send_replace(true);
        let closed = async { tokio::join!(app.analyses.close(), all_closed.recv()) };
        if timeout(app.config.shutdown_grace, closed).await.is_err() {
            tracing::warn!(connections = app.connections.count(), "connections were broken off");
        }
        app.store.close().await;
        tracing::info!("the server is closed");
        Ok(())
    }
}

/// Opens the server and serves until the process is told to end. `listening` is called with the server as soon as
/// visitors may come.
pub async fn serve(config: Config, listening: impl FnOnce(&Server)) -> Result<(), StartError> {
    let address = config.address;
    let server = Server::bind(config).await?;
    let failed = |error| StartError::Listen(address, error);
    let stop = told_to_end().map_err(failed)?;
    listening(&server);
    server.run(stop).await.map_err(failed)
}

/// Opens the store; the folder of the default database is made if need be, any other must be there.
async fn open_store(config: &Config) -> Result<Arc<dyn Store>, StartError> {
    let address = config.database.secret_address();
    let default = default_database();
    if default == Path::new(address)
        && let Some(folder) = default.parent()
    {
        std::fs::create_dir_all(folder).map_err(|error| StartError::Folder(folder.to_owned(), error))?;
    }
    Ok(match config.bus {
        Some(_) => store::open_shared(address, config.database_patience).await?,
        None => store::open(address, config.database_patience).await?,
    })
}

/// Admits a connection, unless there are too many.
fn admit(app: &App, peer: SocketAddr) -> Option<Admission> {
    // A proxy's connections serve many clients.
    let address = peer.ip().to_canonical();
    let client = (!is_among(&app.config.trusted_proxies, address)).then(|| Client::from(address));
    let admission = app.connections.admit(client);
    if admission.is_none() {
        app.metrics.refused("connections");
        tracing::debug!(client = %address, "a connection was refused: there are too many");
    }
    admission
}

/// Forgets the sessions and tokens that have expired. They open nothing in any case.
async fn tidy(app: Shared) {
    if let Err(error) = app.store.delete_expired_credentials(clock::now()).await {
        tracing::warn!(cause = %error, "what has expired could not be forgotten");
    }
    if let Err(error) = app.store.forget_expired(clock::now()).await {
        tracing::warn!(cause = %error, "what has expired could not be forgotten");
    }
}

fn reload(tls: Option<&Tls>) {
    match tls.map(Tls::reload) {
        Some(Ok(())) => tracing::info!("the certificate was read anew"),
        Some(Err(error)) => tracing::error!(cause = %error, "the certificate stays the old one"),
        None => tracing::info!("SIGHUP changes nothing: there is no certificate"),
    }
}

struct Connection {
    app: Shared,
    router: Router,
    peer: SocketAddr,
    open: mpsc::Sender<()>,
}

impl Connection {
    async fn serve(self, stream: TcpStream, tls: Option<Arc<Tls>>, admission: Admission) {
        let limits = &self.app.config.limits;
        // A move is small and must not wait for the next one.
        let _ = stream.set_nodelay(true);
        let wire = Wire::new(stream, admission, self.open.clone(), limits.write_timeout);
        match tls {
            None => self.speak(wire).await,
            Some(tls) => match timeout(limits.header_timeout, tls.acceptor().accept(wire)).await {
                Ok(Ok(stream)) => self.speak(stream).await,
                Ok(Err(error)) => tracing::debug!(cause = %error, "a client could not agree on TLS"),
                Err(_) => tracing::debug!("a client was too slow to agree on TLS"),
            },
        }
    }

    async fn speak(self, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static) {
        let limits = &self.app.config.limits;
        let peer = Peer(self.peer.ip());
        let service = self
            .router
            .map_request(move |request: http::Request<hyper::body::Incoming>| {
                let mut request = request.map(Body::new);
                request.extensions_mut().insert(peer);
                request
            });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.header_timeout)
            .max_buf_size(limits.header_size.0)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
            .with_upgrades();
        tokio::pin!(connection);
        let mut closing = self.app.closing.clone();
        let ended = tokio::select! {
            ended = &mut connection => ended,
            () = closes(&mut closing) => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(cause = %error, "a connection ended badly");
        }
    }
}
