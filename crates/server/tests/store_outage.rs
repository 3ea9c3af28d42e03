//! What happens when the PostgreSQL server is gone: never a false yes, and a false no only when it says so.

mod support;

use std::sync::Arc;
use std::time::Duration;

use halte_server::store::{self, Store, StoreError};
use support::{Place, append, postgres_server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// What becomes of connections to the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    Open,
    /// Nothing gets through, and what there was is cut.
    Cut,
    /// The next commit reaches the server, its answer nobody; then the line is as given.
    LoseAnswer {
        then_cut: bool,
    },
    /// The next commit does not reach the server.
    LoseCommit,
}

/// A line to the server that can be cut.
struct Proxy {
    address: String,
    line: watch::Sender<Line>,
    /// How often a connection was refused.
    refused: watch::Sender<u32>,
}

impl Proxy {
    async fn new(place: &Place) -> Self {
        let server = postgres_server();
        let (_, socket) = server.split_once("?host=").expect("a socket");
        let socket = format!("{socket}/.s.PGSQL.5432");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (path, _) = place.address.split_once('?').expect("a socket");
        let address = path.replacen("@localhost/", &format!("@127.0.0.1:{port}/"), 1);
        let (line, refused) = (watch::Sender::new(Line::Open), watch::Sender::new(0));
        let proxy = Self {
            address,
            line: line.clone(),
            refused: refused.clone(),
        };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                if *line.borrow() == Line::Cut {
                    refused.send_modify(|count| *count += 1);
                    continue;
                }
                let server = UnixStream::connect(&socket).await.expect("PostgreSQL");
                tokio::spawn(forward(client, server, line.clone()));
            }
        });
        proxy
    }

    async fn open(&self, patience: Duration) -> Arc<dyn Store> {
        store::open(&self.address, patience).await.expect("the store opens")
    }

    /// Waits until somebody tried in vain.
    async fn refuses(&self) {
        let mut refused = self.refused.subscribe();
        refused.wait_for(|count| *count > 0).await.expect("a refusal");
    }
}

async fn forward(mut client: TcpStream, mut server: UnixStream, line: watch::Sender<Line>) {
    let mut changes = line.subscribe();
    let (mut asked, mut answered) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        let is_cut = async { drop(changes.wait_for(|line| *line == Line::Cut).await) };
        tokio::select! {
            read = client.read(&mut asked) => {
                let Ok(length @ 1..) = read else { return };
                let is_commit = asked[..length].windows(6).any(|word| word == b"COMMIT");
                let state = *line.borrow();
                match state {
                    Line::LoseCommit if is_commit => {
                        line.send_replace(Line::Open);
                        return;
                    }
                    Line::LoseAnswer { then_cut } if is_commit => {
                        line.send_replace(if then_cut { Line::Cut } else { Line::Open });
                        server.write_all(&asked[..length]).await.expect("PostgreSQL");
                        let length = server.read(&mut answered).await.expect("PostgreSQL");
                        assert!(answered[..length].windows(6).any(|word| word == b"COMMIT"), "it was committed");
                        return;
                    }
                    _ if server.write_all(&asked[..length]).await.is_err() => return,
                    _ => {}
                }
            }
            read = server.read(&mut answered) => {
                let Ok(length @ 1..) = read else { return };
                if client.write_all(&answered[..length]).await.is_err() {
                    return;
                }
            }
            () = is_cut => return,
        }
    }
}

const LONG: Duration = Duration::from_secs(30);
const SHORT: Duration = Duration::from_secs(3);

async fn bodies(store: &dyn Store) -> Vec<String> {
    let events = store.events("a", 0).await.expect("events");
    events.into_iter().map(|event| event.body).collect()
}

#[tokio::test]
async fn a_server_that_comes_back_is_waited_for() {
    let proxy = Proxy::new(&Place::postgres().await).await;
    let store = proxy.open(LONG).await;
    store.append(vec![append("a", 0, &["0"])]).await.expect("an append");
    proxy.line.send_replace(Line::Cut);
    let waiting = tokio::spawn({
        let store = Arc::clone(&store);
        async move { store.append(vec![append("a", 1, &["1"])]).await }
    });
    proxy.refuses().await;
    assert!(!waiting.is_finished());
    proxy.line.send_replace(Line::Open);
    assert_eq!(waiting.await.expect("an answer"), Ok(()));
    assert_eq!(bodies(&*store).await, ["0", "1"]);
}

#[tokio::test]
async fn a_server_that_stays_away_is_named() {
    let proxy = Proxy::new(&Place::postgres().await).await;
    let store = proxy.open(SHORT).await;
    store.append(vec![append("a", 0, &["0"])]).await.expect("an append");
    proxy.line.send_replace(Line::Cut);
    let error = store.append(vec![append("a", 1, &["1"])]).await.expect_err("an error");
    assert!(matches!(error, StoreError::Unavailable { .. }), "{error}");
    assert!(error.is_outage());
    let error = store.events("a", 0).await.expect_err("an error");
    assert!(matches!(error, StoreError::Unavailable { .. }), "{error}");
    let error = store::open(&proxy.address, SHORT).await.err().expect("an error");
    assert!(matches!(error, StoreError::Unavailable { .. }), "{error}");
    proxy.line.send_replace(Line::Open);
    assert_eq!(bodies(&*store).await, ["0"]);
    assert_eq!(store.append(vec![append("a", 1, &["1"])]).await, Ok(()));
}

/// By a server alone, and by one of several.
#[tokio::test]
async fn a_lost_answer_is_found_out() {
    let lines = [Line::LoseAnswer { then_cut: false }, Line::LoseCommit];
    for (line, is_shared) in lines.into_iter().flat_map(|line| [(line, false), (line, true)]) {
        let proxy = Proxy::new(&Place::postgres().await).await;
        let store = match is_shared {
            true => store::open_shared(&proxy.address, LONG).await.expect("the store opens"),
            false => proxy.open(LONG).await,
        };
        store.append(vec![append("a", 0, &["0"])]).await.expect("an append");
        proxy.line.send_replace(line);
        assert_eq!(store.append(vec![append("a", 1, &["1"])]).await, Ok(()), "{line:?}");
        assert_eq!(*proxy.line.borrow(), Line::Open, "a commit was lost");
        assert_eq!(store.append(vec![append("a", 2, &["2"])]).await, Ok(()), "{line:?}");
        assert_eq!(bodies(&*store).await, ["0", "1", "2"], "{line:?}");
    }
}

#[tokio::test]
async fn what_cannot_be_found_out_is_said() {
    let proxy = Proxy::new(&Place::postgres().await).await;
    let store = proxy.open(SHORT).await;
    store.append(vec![append("a", 0, &["0"])]).await.expect("an append");
    proxy.line.send_replace(Line::LoseAnswer { then_cut: true });
    let error = store.append(vec![append("a", 1, &["1"])]).await.expect_err("an error");
    assert!(matches!(error, StoreError::Uncertain { .. }), "{error}");
    proxy.line.send_replace(Line::Open);
    // It was kept.
    let error = store.append(vec![append("a", 1, &["1.5"])]).await;
    let error = error.expect_err("an error").to_string();
    assert_eq!(error, "table \"a\" has 2 events, not 1");
    assert_eq!(bodies(&*store).await, ["0", "1"]);
}

#[tokio::test]
async fn a_server_that_lost_its_lock_writes_nothing() {
    let place = Place::postgres().await;
    let proxy = Proxy::new(&place).await;
    let first = proxy.open(SHORT).await;
    first.append(vec![append("a", 0, &["0"])]).await.expect("an append");
    proxy.line.send_replace(Line::Cut);
    let second = place.open().await;
    second.append(vec![append("a", 1, &["1"])]).await.expect("an append");
    proxy.line.send_replace(Line::Open);
    let error = first.append(vec![append("a", 2, &["2"])]).await.expect_err("an error");
    assert!(matches!(error, StoreError::InUse { .. }), "{error}");
    assert_eq!(bodies(&*second).await, ["0", "1"]);
    second.close().await;
    // When the other is gone it goes on.
    assert_eq!(first.append(vec![append("a", 2, &["2"])]).await, Ok(()));
}

/// What one server alone had no database for is nobody else's outage.
#[tokio::test]
async fn what_others_could_write_is_no_outage() {
    let place = Place::postgres().await;
    let proxy = Proxy::new(&place).await;
    let [alone, other] = [&proxy.address, &place.address].map(|address| store::open_shared(address, LONG));
    let (alone, other) = (alone.await.expect("a store"), other.await.expect("another"));
    alone.append(vec![append("a", 0, &["0"])]).await.expect("an append");
    proxy.line.send_replace(Line::Cut);
    let waiting = tokio::spawn({
        let alone = Arc::clone(&alone);
        async move { alone.append(vec![append("a", 1, &["1"])]).await }
    });
    proxy.refuses().await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    other.beat().await.expect("a beat");
    proxy.line.send_replace(Line::Open);
    assert_eq!(waiting.await.expect("an answer"), Ok(()));
    let outages = other.outages(0).await.expect("outages");
    let lengths = outages.iter().map(|(began, ended)| ended - began);
    assert!(lengths.clone().all(|length| length < 2_000), "{outages:?}");
}
