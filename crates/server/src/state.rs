//! What every request can reach.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use halte_table::PersonId;
use tokio::sync::{broadcast, watch};

use crate::address::Origination;
use crate::analyses::Analyses;
use crate::config::Config;
use crate::error::{ApiError, TooMany};
use crate::hall::{Engines, Hall, HallError};
use crate::limits::{Admission, Client, Connections, Limiters, RateLimiter, RetryAfter};
use crate::mail::{Mail, MailError};
use crate::metrics::Metrics;
use crate::password::{PasswordError, Passwords};
use crate::pictures::Pictures;
use crate::secret::{self, NoRandomness, Signer};
use crate::store::{Store, StoreError};
use crate::visitor::Revocation;

/// The state that all requests share.
pub type Shared = Arc<App>;

/// Everything that the server has while it is open.
pub struct App {
    pub(crate) config: Config,
    /// All that outlives the process.
    pub store: Arc<dyn Store>,
    /// The tables.
    pub hall: Hall,
    /// What engines find out on request.
    pub analyses: Analyses,
    /// Held by whoever notes how far a person is with the puzzles.
    pub(crate) noting: PersonLocks,
    pub(crate) pictures: Pictures,
    /// Signs guests' cookies.
    pub(crate) signer: Signer,
    /// When its keys were last read.
    pub(crate) keys_read_at: Mutex<Instant>,
    pub(crate) passwords: Passwords,
    /// How letters are sent, if they are.
    pub(crate) mail: Option<Mail>,
    /// What each client used of its rates.
    pub(crate) limiters: Limiters,
    /// The connections that are open.
    pub connections: Arc<Connections>,
    pub(crate) metrics: Metrics,
    /// Told what sessions and tokens were revoked. A socket ends when [`Revocation::ends`] says so of its login, and
    /// also when it lags behind.
    pub(crate) revocations: broadcast::Sender<Revocation>,
    /// True from when the server closes: sockets tell their clients to connect again and end.
    pub closing: watch::Receiver<bool>,
}

/// Locks of which each person has one, some of them the same: nobody waits for many others.
#[derive(Default)]
pub(crate) struct PersonLocks([tokio::sync::Mutex<()>; 32]);

impl PersonLocks {
    pub(crate) async fn lock(&self, person: &PersonId) -> tokio::sync::MutexGuard<'_, ()> {
        let mut hasher = DefaultHasher::new();
        person.hash(&mut hasher);
        let at = hasher.finish() % self.0.len() as u64;
        self.0[at as usize].lock().await
    }
}

/// Why the server cannot open.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Hashing passwords.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The tables.
    #[error(transparent)]
    Hall(#[from] HallError),
    /// The engines' threads.
    #[error("cannot start the engines: {0}")]
    Threads(std::io::Error),
    /// Random numbers.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
    /// Mail.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The address to listen at.
    #[error("cannot listen at {0}: {1}")]
    Listen(std::net::SocketAddr, std::io::Error),
    /// The folder of the database.
    #[error("cannot make the folder {folder}: {1}", folder = .0.display())]
    Folder(std::path::PathBuf, std::io::Error),
    /// The certificate or its key.
    #[error(transparent)]
    Tls(#[from] crate::tls::TlsError),
}

/// When to try again if one has too many connections.
const BEFORE_NEXT_CONNECTION: Duration = Duration::from_secs(10);

/// How many revocations a socket may lag behind.
const REVOCATIONS: usize = 256;

impl App {
    /// Takes one of what a client may have so much of, by its name in the metrics.
    pub(crate) fn limit(
        &self,
        name: &'static str,
        what: fn(u64) -> TooMany,
        limiter: &RateLimiter<Client>,
        origination: &Origination,
    ) -> Result<(), ApiError> {
        let taken = limiter.take(origination.client(), Instant::now());
        taken.map(drop).map_err(|retry_after| {
            self.metrics.refused(name);
            ApiError::too_many(what, retry_after)
        })
    }

    /// Counts a connection that may last, if it comes through a proxy: others are counted when they are made.
    pub(crate) fn admit(&self, origination: &Origination) -> Result<Option<Admission>, ApiError> {
        if !origination.through_proxy {
            return Ok(None);
        }
        let admission = self.connections.admit_through_proxy(origination.client());
        match admission {
            Some(admission) => Ok(Some(admission)),
            None => {
                self.metrics.refused("connections");
                let what = |seconds| TooMany::Connections { seconds };
                Err(ApiError::too_many(what, RetryAfter(BEFORE_NEXT_CONNECTION)))
            }
        }
    }

    /// Everything for a server with this configuration and store.
    pub(crate) async fn new(
        config: Config,
        store: Arc<dyn Store>,
        closing: watch::Receiver<bool>,
    ) -> Result<App, StartError> {
        let fresh = secret::random_bytes::<32>()?;
        store.secret(Signer::NAME, &fresh).await?;
        let signer = Signer::of(store.secrets(Signer::NAME).await?);
        let connections = Connections::new(&config.limits);
        let engines = Engines::new(config.engine_threads as usize).map_err(StartError::Threads)?;
        let hall = Hall::open(Arc::clone(&store), engines).await?;
        Ok(App {
            metrics: Metrics::new(&connections, &hall),
            analyses: Analyses::new(hall.engines().clone(), config.limits.analyses_per_visitor),
            hall,
            pictures: Pictures::default(),
            noting: PersonLocks::default(),
            store,
            signer,
            keys_read_at: Mutex::new(Instant::now()),
            mail: Mail::new(&config)?,
            passwords: Passwords::new(config.limits.password_hashes)?,
            limiters: Limiters::new(&config.limits),
            connections,
            revocations: broadcast::channel(REVOCATIONS).0,
            closing,
            config,
        })
    }
}
