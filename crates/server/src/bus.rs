//! What servers that share a database tell each other, over NATS. Nothing that must last goes this way: the database has it.
//!
//! Messages may be lost, come late or twice. Each server beats all the time and hears its own beats; if it does not, it
//! says so ([`Heard::Deaf`]), and again when it hears something ([`Heard::Back`]): whatever others said meanwhile is then
//! read from the database.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, Request, Subject, Subscriber};
use futures_util::StreamExt;
use halte_table::{Moment, PersonId, TableId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tracing::{info, warn};

use crate::hall::{Untaken, Word, WorkerId};
use crate::secret;
use crate::store::Summary;
use crate::visitor::Revocation;

/// How often the bus is looked after for silence.
const LOOK: Duration = Duration::from_secs(1);

/// After how long without its own beats a server hears nothing, and after how long without another's that one is gone.
const DEAF: Duration = Duration::from_secs(3);
const GONE: Duration = Duration::from_secs(5);

/// Messages that wait to be sent, and that wait to be heard; more are lost, as any may be.
const WAITING: usize = 16_384;

/// The longest message. NATS refuses what has more than a megabyte; events that do not fit are read from the database.
const LONGEST: usize = 500_000;

/// How long a server waits for another one's answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// A server's name among those that share a database.
pub type ServerId = String;

/// Something that a server tells the others.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Report {
    /// Something has happened at a table.
    Happened {
        /// The table as it is listed then; it names the table.
        summary: Box<Summary>,
        /// The version of the first of the events.
        first: u64,
        /// The events as they are kept; none if they are too many.
        events: Vec<String>,
    },
    /// Who is at a table, by way of this server.
    Attendance {
        /// The table.
        table: TableId,
        /// How many connections each person has.
        persons: Vec<(PersonId, usize)>,
        /// How many look on without a name.
        spectators: usize,
        /// Whether the others are asked to say the same of themselves.
        asks: bool,
    },
    /// The people for whom programs listen, by way of this server.
    Programs {
        /// All of them.
        persons: Vec<PersonId>,
    },
    /// Sessions or tokens that are good for nothing any more.
    Revoked(Revocation),
    /// Those at a table were sent away, for the server cannot say how things stand there: they come back, here or elsewhere.
    Closed {
        /// The table.
        table: TableId,
    },
    /// What the server has said of late may not have been heard by anybody.
    Returned,
    /// The server lives.
    Beat {
        /// How many people are at tables of each game, by way of this server, if it says so now.
        people: Option<HashMap<String, usize>>,
        /// When servers were heard last that have been silent for a moment: who has just come has not heard them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        silent: Vec<Moment>,
    },
}

/// A message, with its sender.
#[derive(Serialize, Deserialize)]
struct Letter<R> {
    from: ServerId,
    report: R,
}

/// What a worker elsewhere told another server about a job that this one gave it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Passed {
    /// The worker.
    pub worker: WorkerId,
    /// The job's name.
    pub job: String,
    /// What it said.
    pub word: Word,
}

/// How somebody hears what came of it.
#[derive(Debug)]
pub struct Inquirer {
    client: Client,
    inbox: Subject,
}

impl Inquirer {
    /// Tells them.
    pub async fn tell(self, answer: &Result<(), Untaken>) {
        if let Ok(text) = serde_json::to_vec(answer) {
            let _ = self.client.publish(self.inbox, text.into()).await;
        }
    }
}

/// What is heard on the bus.
#[derive(Debug)]
pub enum Heard {
    /// Another server said something.
    Report(ServerId, Report),
    /// Another server passes something on, and waits for what comes of it.
    Passed(Passed, Inquirer),
    /// Another server has been silent for too long.
    Gone(ServerId),
    /// Nothing is heard any more, not even oneself.
    Deaf,
    /// Something is heard again: others may have said anything meanwhile.
    Back,
}

/// The way to the other servers, or none if there are none. Clones share it.
#[derive(Clone, Default)]
pub struct Bus(Option<Arc<Line>>);

struct Line {
    own: ServerId,
    out: mpsc::Sender<Report>,
    hears: Arc<AtomicBool>,
    client: Client,
    subject: String,
}

/// What the other servers say; nothing, for ever, if there are none.
pub struct Ear(Option<mpsc::Receiver<Heard>>);

/// Why there is no bus.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The address, or what it leads to.
    #[error("cannot use the bus {0}: {1}")]
    Address(String, String),
    /// Random numbers.
    #[error(transparent)]
    Randomness(#[from] secret::NoRandomness),
}

impl Bus {
    /// The name of the secret by which servers of one site know each other, among the server's secrets.
    pub const SECRET: &str = "bus";

    /// No bus: a server alone.
    #[must_use]
    pub fn none() -> (Bus, Ear) {
        (Bus(None), Ear(None))
    }

    /// Joins the servers whose database has this secret. A bus that cannot be reached now is tried again and again.
    pub async fn join(address: &str, secret: &[u8]) -> Result<(Bus, Ear), BusError> {
        let failed = |error: &dyn std::fmt::Display| {
            BusError::Address(crate::store::without_password(address), error.to_string())
        };
        let hears = Arc::new(AtomicBool::new(false));
        let heard_before = Arc::clone(&hears);
        let options = ConnectOptions::new()
            .name("halte")
            .event_callback(move |event| {
                // Whatever is said until one's own voice is heard again may be lost.
                if matches!(event, Event::Disconnected | Event::SlowConsumer(_)) {
                    heard_before.store(false, Ordering::Relaxed);
                }
                std::future::ready(())
            })
            .retry_on_initial_connect()
            .reconnect_delay_callback(|attempts| Duration::from_millis(100 * (attempts as u64).min(10)));
        let client = options.connect(address).await.map_err(|error| failed(&error))?;
        // Sites that share a bus do not hear each other.
        let site = hex::encode(&Sha256::digest([b"bus ", secret].concat())[..8]);
        let subject = format!("halte.{site}");
        let subscription = client
            .subscribe(subject.clone())
            .await
            .map_err(|error| failed(&error))?;
        let own = secret::random_text::<8>()?;
        let passed = client
            .subscribe(format!("{subject}.{own}"))
            .await
            .map_err(|error| failed(&error))?;
        let (out, outgoing) = mpsc::channel(WAITING);
        let (heard, ear) = mpsc::channel(WAITING);
        let line = Arc::new(Line {
            own,
            out,
            hears,
            client: client.clone(),
            subject: subject.clone(),
        });
        let exchange = Exchange {
            line: Arc::downgrade(&line),
            own: line.own.clone(),
            client,
            subject,
            heard,
            last: Instant::now(),
            others: HashMap::new(),
        };
        tokio::spawn(exchange.run(outgoing, subscription, passed));
        Ok((Bus(Some(line)), Ear(Some(ear))))
    }

    /// Whether there may be other servers.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.0.is_some()
    }

    /// Whether what the others say is heard.
    #[must_use]
    pub fn hears(&self) -> bool {
        self.0.as_ref().is_none_or(|line| line.hears.load(Ordering::Relaxed))
    }

    /// The server's name among the others, if there may be any.
    #[must_use]
    pub fn own(&self) -> Option<&str> {
        self.0.as_ref().map(|line| &*line.own)
    }

    /// Passes something on to another server that was heard of late.
    pub(crate) async fn pass(&self, server: &str, passed: &Passed) -> Result<(), Untaken> {
        let Some(line) = &self.0 else {
            return Err(Untaken::Unknown);
        };
        let text = serde_json::to_vec(passed).map_err(|_| Untaken::Away)?;
        let request = Request::new().payload(text.into()).timeout(Some(PATIENCE));
        let subject = format!("{}.{server}", line.subject);
        match line.client.send_request(subject, request).await {
            Ok(answer) => serde_json::from_slice(&answer.payload).unwrap_or(Err(Untaken::Away)),
            // It may be on its way back to the bus.
            Err(_) => Err(Untaken::Away),
        }
    }

    /// Tells the others, if there are any. Nobody waits for it, and it may be lost.
    pub fn tell(&self, report: impl FnOnce() -> Report) {
        if let Some(line) = &self.0 {
            let _ = line.out.try_send(report());
        }
    }
}

impl Ear {
    /// What is heard next.
    pub async fn next(&mut self) -> Option<Heard> {
        match &mut self.0 {
            Some(heard) => heard.recv().await,
            None => std::future::pending().await,
        }
    }
}

/// The task between this server and the bus.
struct Exchange {
    line: std::sync::Weak<Line>,
    own: ServerId,
    client: Client,
    subject: String,
    heard: mpsc::Sender<Heard>,
    /// When the server's own voice was heard last.
    last: Instant,
    /// When each other server was heard last.
    others: HashMap<ServerId, Instant>,
}

impl Exchange {
    async fn run(mut self, mut outgoing: mpsc::Receiver<Report>, mut subscription: Subscriber, mut passed: Subscriber) {
        let mut beat = interval(LOOK);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                report = outgoing.recv() => match report {
                    Some(report) => self.send(&report).await,
                    None => return,
                },
                message = subscription.next() => match message {
                    Some(message) => self.hear(&message.payload),
                    None => {
                        self.change(false);
                        return warn!("the bus is closed");
                    }
                },
                Some(message) = passed.next() => {
                    if let (Ok(passed), Some(inbox)) = (serde_json::from_slice(&message.payload), message.reply) {
                        let client = self.client.clone();
                        self.pass_on(Heard::Passed(passed, Inquirer { client, inbox }));
                    }
                },
                _ = beat.tick() => {
                    self.look_around();
                    // The hall says the beat, with what it knows; silence is checked here.
                    if self.line.strong_count() == 0 {
                        return;
                    }
                }
            }
        }
    }

    async fn send(&self, report: &Report) {
        // What waits for a bus that is gone is old when it is back.
        if self.client.connection_state() != State::Connected {
            return;
        }
        let letter = |report: &Report| {
            serde_json::to_vec(&Letter {
                from: self.own.clone(),
                report,
            })
        };
        let written = match (letter(report), report) {
            (Ok(text), Report::Happened { summary, first, .. }) if text.len() > LONGEST => letter(&Report::Happened {
                summary: summary.clone(),
                first: *first,
                events: Vec::new(),
            }),
            (written, _) => written,
        };
        if let Ok(text) = written {
            let _ = self.client.publish(self.subject.clone(), text.into()).await;
        }
    }

    fn hear(&mut self, payload: &[u8]) {
        let letter: Letter<Report> = match serde_json::from_slice(payload) {
            Ok(letter) => letter,
            // A newer server may say what this one does not know.
            Err(error) => return warn!(%error, "something on the bus makes no sense"),
        };
        let now = Instant::now();
        if letter.from == self.own {
            self.last = now;
            if self.change(true) {
                info!("the bus is there");
                // Nobody could be heard: they are not gone for that.
                self.others.values_mut().for_each(|last| *last = now);
                self.pass_on(Heard::Back);
            }
            return;
        }
        self.others.insert(letter.from.clone(), now);
        self.pass_on(Heard::Report(letter.from, letter.report));
    }

    /// Notices who has not been heard.
    fn look_around(&mut self) {
        if self.last.elapsed() > DEAF {
            if self.change(false) {
                warn!("the bus is gone: other servers' news are read from the database");
                self.pass_on(Heard::Deaf);
            }
            return;
        }
        let is_gone = |last: &Instant| last.elapsed() > GONE;
        let gone: Vec<ServerId> = self
            .others
            .extract_if(|_, last| is_gone(last))
            .map(|(id, _)| id)
            .collect();
        for server in gone {
            self.pass_on(Heard::Gone(server));
        }
    }

    /// Notes whether anything is heard; says whether that is new.
    fn change(&self, hears: bool) -> bool {
        let line = self.line.upgrade();
        line.is_some_and(|line| line.hears.swap(hears, Ordering::Relaxed) != hears)
    }

    fn pass_on(&self, heard: Heard) {
        if self.heard.try_send(heard).is_err() {
            // Who is so far behind reads the database when it hears the next beat.
            self.change(false);
        }
    }
}
