//! What every request can reach.

use std::hash::Hash;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use halte_answers::Unanswered;
use halte_table::PersonId;
use tokio::sync::{broadcast, watch};
use tracing::Instrument;

use crate::address::Origination;
use crate::analyses::Analyses;
use crate::asker::{Asker, Askers};
use crate::bus::{Bus, BusError, Ear, Heard, Report};
use crate::config::Config;
use crate::downloads::Downloads;
use crate::error::{ApiError, TooMany};
use crate::hall::{Engines, Hall, HallError};
use crate::limits::{Admission, Client, Connections, Limiters, RateLimiter, RetryAfter, Turns};
use crate::mail::{Mail, MailError};
use crate::metrics::Metrics;
use crate::password::{PasswordError, Passwords};
use crate::pictures::Pictures;
use crate::secret::{self, NoRandomness, Signer};
use crate::store::{Store, StoreError};
use crate::visitor::{Revocation, Visitor};

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
    /// Held by whoever opens a table or takes a seat, so that what they have is counted once.
    pub(crate) opening: Turns<PersonId>,
    /// Held by whoever opens a table, for all who ask together with them.
    pub(crate) opening_at: Turns<Asker>,
    /// Held by whoever searches the tables: a search may read many, and there are few connections that read.
    pub(crate) searching: Turns<Client>,
    /// Held by whoever has something reckoned.
    reckoning: Turns<Client>,
    pub(crate) pictures: Pictures,
    pub(crate) downloads: Downloads,
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
    /// Told what sessions and tokens were revoked, or that some may have been and it was not heard. A socket ends when
    /// [`Revocation::ends`] says so of its login, and asks the store when something was missed.
    pub(crate) revocations: broadcast::Sender<Option<Revocation>>,
    pub(crate) bus: Bus,
    /// True from when the server closes: sockets tell their clients to connect again and end.
    pub closing: watch::Receiver<bool>,
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
    /// The bus to other servers.
    #[error(transparent)]
    Bus(#[from] BusError),
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

/// How many answers that take a while one client has reckoned at once.
const RECKONED_AT_ONCE: usize = 2;

/// How many revocations a socket may lag behind.
const REVOCATIONS: usize = 256;

impl App {
    /// Who asks for something that takes time: an account, or a client.
    pub(crate) fn asker(&self, visitor: &Visitor, origination: &Origination) -> Asker {
        let askers = self.hall.engines().askers();
        match &visitor.login {
            Some(login) => askers.person(&PersonId::account(&login.account.name)),
            None => askers.client(origination.client()),
        }
    }

    /// Has something reckoned that may take a while, such as a long line of play, where nobody waits for it but who asks.
    pub(crate) async fn reckon<T: Send + 'static>(
        &self,
        origination: &Origination,
        reckon: impl FnOnce() -> Result<T, Unanswered> + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = self.reckoning.take(origination.client()).await;
        let task = tokio::task::spawn_blocking(move || {
            let found = reckon();
            // Not before: who goes away does not end the work.
            drop(turn);
            found
        });
        Ok(task.await.map_err(ApiError::internal)??)
    }

    /// Takes one of what somebody may have so much of, by its name in the metrics.
    pub(crate) fn limit<K: Hash + Eq>(
        &self,
        name: &'static str,
        what: fn(u64) -> TooMany,
        limiter: &RateLimiter<K>,
        key: K,
    ) -> Result<(), ApiError> {
        let taken = limiter.take(key, Instant::now());
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
        let (bus, ear) = match &config.bus {
            Some(address) => {
                Bus::join(
                    address.secret_address(),
                    &store.secret(Bus::SECRET, &secret::random_bytes::<32>()?).await?,
                )
                .await?
            }
            None => Bus::none(),
        };
        let connections = Connections::new(&config.limits);
        let askers = Askers::new(signer.clone());
        let engines = Engines::knowing(askers, config.engine_threads as usize).map_err(StartError::Threads)?;
        let hall = Hall::open(Arc::clone(&store), engines, bus.clone()).await?;
        let revocations = broadcast::channel(REVOCATIONS).0;
        tokio::spawn(listen(ear, hall.clone(), revocations.clone()));
        hall.get_acquainted().await;
        Ok(App {
            metrics: Metrics::new(&connections, &hall),
            analyses: Analyses::new(Arc::clone(&store), hall.clone(), config.limits.analyses_per_visitor),
            hall,
            pictures: Pictures::default(),
            downloads: Downloads::default(),
            opening: Turns::new(1),
            opening_at: Turns::new(1),
            searching: Turns::new(1),
            reckoning: Turns::new(RECKONED_AT_ONCE),
            store,
            signer,
            keys_read_at: Mutex::new(Instant::now()),
            mail: Mail::new(&config)?,
            passwords: Passwords::new(config.limits.password_hashes)?,
            limiters: Limiters::new(&config.limits),
            connections,
            revocations,
            bus,
            closing,
            config,
        })
    }
}

/// Does something to its end, even if whoever asked for it goes away meanwhile: what is written down must be told, too.
pub(crate) async fn finish<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::spawn(work.in_current_span()).await;
    done.map_err(ApiError::internal)?
}

/// Hears what other servers say, as long as there is a bus.
async fn listen(mut ear: Ear, hall: Hall, revocations: broadcast::Sender<Option<Revocation>>) {
    while let Some(heard) = ear.next().await {
        match &heard {
            // Without a socket nobody listens, which is no fault.
            Heard::Report(_, Report::Revoked(revocation)) => drop(revocations.send(Some(revocation.clone()))),
            Heard::Back | Heard::Report(_, Report::Returned) => drop(revocations.send(None)),
            _ => {}
        }
        hall.hear(heard);
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Waker};

    use tokio::sync::oneshot;

    use super::*;

    /// Whoever asked is gone before anything was done: it is done all the same.
    #[tokio::test]
    async fn what_was_begun_is_finished() {
        let (go_on, waits) = oneshot::channel::<()>();
        let (tell, told) = oneshot::channel();
        let work = finish(async move {
            let _ = waits.await;
            let _ = tell.send("revoked");
            Ok(())
        });
        let mut work = Box::pin(work);
        let polled = work.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        assert!(polled.is_pending());
        drop(work);
        go_on.send(()).expect("somebody works");
        assert_eq!(told.await, Ok("revoked"));
    }
}
