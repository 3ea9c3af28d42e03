//! The one task that writes. Whatever waits to be written at the same time shares one transaction: a disk that takes
//! ten milliseconds for a commit takes them for a hundred moves together.
//!
//! Nobody is answered before the commit is on the disk. When the answer to a commit is lost, the mark of the last
//! commit in the database tells whether it came about.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep};

use crate::store::connection::{Connection, Database, Dialect, Statement};
use crate::store::{Append, Lines, Onto, StoreError, batch, dump};

/// Tasks that may wait; more wait for a place.
const QUEUE: usize = 4096;

/// Tasks that share a transaction at most.
const LARGEST_BATCH: usize = 1024;

/// How long to wait before trying again to reach the database: at first, and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));

/// What to write.
pub(super) enum Work {
    Append(Vec<Append>),
    Statements(Vec<Statement>),
}

impl Work {
    /// What is to be appended; nothing if it is other work.
    pub(super) fn appends(&self) -> &[Append] {
        match self {
            Work::Append(appends) => appends,
            Work::Statements(_) => &[],
        }
    }
}

/// The number of rows that each statement changed; none for an append.
pub(super) type Counts = Vec<u64>;

/// What is answered to work.
pub(super) type Answer = Result<Counts, StoreError>;

struct Task {
    work: Work,
    asked: Instant,
    answer: oneshot::Sender<Answer>,
}

enum Message {
    Write(Task),
    Import(Lines, Onto, oneshot::Sender<Result<(), StoreError>>),
    Close(oneshot::Sender<()>),
}

/// Hands work to the task that writes.
pub(super) struct Writer {
    queue: mpsc::Sender<Message>,
}

impl Writer {
    /// Connects and starts the task.
    pub(super) async fn start(database: Arc<dyn Database>, patience: Duration) -> Result<Self, StoreError> {
        let next_mark = getrandom::u64().map_err(|error| StoreError::Other {
            database: database.name().to_owned(),
            reason: format!("no random numbers: {error}"),
        })?;
        let mut state = State {
            database,
            patience,
            connection: None,
            next_mark: next_mark.cast_signed(),
        };
        state.connect_until(Instant::now() + patience).await?;
        let (queue, messages) = mpsc::channel(QUEUE);
        tokio::spawn(state.run(messages));
        Ok(Self { queue })
    }

    /// Writes, and returns when it is on the disk.
    pub(super) async fn write(&self, work: Work) -> Answer {
        let (answer, answered) = oneshot::channel();
        let task = Task {
            work,
            asked: Instant::now(),
            answer,
        };
        self.queue
            .send(Message::Write(task))
            .await
            .map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// Fills the store, all or nothing.
    pub(super) async fn import(&self, lines: Lines, onto: Onto) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        self.queue
            .send(Message::Import(lines, onto, answer))
            .await
            .map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// Writes what was asked for before this and ends the task.
    pub(super) async fn close(&self) {
        let (answer, answered) = oneshot::channel();
        if self.queue.send(Message::Close(answer)).await.is_ok() {
            let _ = answered.await;
        }
    }
}

/// Why a transaction failed.
struct Failure {
    error: StoreError,
    /// What to answer should it have been committed all the same; none if it cannot have been.
    answers: Option<Vec<Answer>>,
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self { error, answers: None }
    }
}

/// A transaction that was begun.
pub(super) struct Transaction<'a> {
    pub(super) connection: &'a mut dyn Connection,
    pub(super) dialect: Dialect,
}

struct State {
    database: Arc<dyn Database>,
    patience: Duration,
    connection: Option<Box<dyn Connection>>,
    /// The mark of the next commit. No two commits have the same one, not even of two servers: they begin by lot.
    next_mark: i64,
}

impl State {
    async fn run(mut self, mut messages: mpsc::Receiver<Message>) {
        let mut waiting = Vec::new();
        loop {
            // Those who were just answered may have more: let them ask before the next commit begins.
            tokio::task::yield_now().await;
            if messages.recv_many(&mut waiting, LARGEST_BATCH).await == 0 {
                return;
            }
            let mut tasks = Vec::new();
            for message in waiting.drain(..) {
                match message {
                    Message::Write(task) => tasks.push(task),
                    Message::Import(lines, onto, answer) => {
                        self.write(std::mem::take(&mut tasks)).await;
                        // Who asked may have gone.
                        let _ = answer.send(self.import(lines, onto).await);
                    }
                    Message::Close(answer) => {
                        self.write(std::mem::take(&mut tasks)).await;
                        messages.close();
                        self.connection = None;
                        let _ = answer.send(());
                        return;
                    }
                }
            }
            self.write(tasks).await;
        }
    }

    /// Writes and answers.
    async fn write(&mut self, tasks: Vec<Task>) {
        let Some(asked) = tasks.first().map(|task| task.asked) else {
            return;
        };
        let (work, answers): (Vec<_>, Vec<_>) = tasks.into_iter().map(|task| (task.work, task.answer)).unzip();
        let results = self.write_all(&work, asked + self.patience).await;
        for (answer, result) in answers.into_iter().zip(results) {
            // Who asked may have gone.
            let _ = answer.send(result);
        }
    }

    /// Writes everything in one transaction, or in one each if the database refuses something in it.
    async fn write_all(&mut self, work: &[Work], deadline: Instant) -> Vec<Answer> {
        match self.write_together(work, deadline).await {
            Ok(results) => results,
            Err(StoreError::Other { .. }) if work.len() > 1 => {
                let mut results = Vec::with_capacity(work.len());
                for one in work.chunks(1) {
                    let result = self.write_together(one, deadline).await;
                    results.extend(result.unwrap_or_else(|error| vec![Err(error)]));
                }
                results
            }
            Err(error) => vec![Err(error); work.len()],
        }
    }

    /// Writes everything in one transaction, again and again until the deadline if the database is gone.
    async fn write_together(&mut self, work: &[Work], deadline: Instant) -> Result<Vec<Answer>, StoreError> {
        loop {
            let error = match self.attempt(work, deadline).await {
                Ok(answers) => return Ok(answers),
                Err(Failure {
                    error,
                    answers: Some(answers),
                }) => {
                    if self.was_committed(&error, deadline).await? {
                        return Ok(answers);
                    }
                    error
                }
                Err(Failure { error, answers: None }) => {
                    // It is not worth knowing what state the connection is in: a new one undoes what this one began.
                    self.connection = None;
                    error
                }
            };
            if !matches!(error, StoreError::Unavailable { .. }) || Instant::now() >= deadline {
                return Err(error);
            }
        }
    }

    async fn attempt(&mut self, work: &[Work], deadline: Instant) -> Result<Vec<Answer>, Failure> {
        self.connect_until(deadline).await?;
        let mut answers = batch::append(self.begin().await?, work).await?;
        for (work, answer) in work.iter().zip(&mut answers) {
            if let (Work::Statements(statements), Ok(counts)) = (work, answer) {
                for statement in statements {
                    counts.push(self.connection()?.execute(statement.clone()).await?);
                }
            }
        }
        match self.commit().await? {
            Ok(()) => Ok(answers),
            Err(error) => Err(Failure {
                error,
                answers: Some(answers),
            }),
        }
    }

    async fn import(&mut self, lines: Lines, onto: Onto) -> Result<(), StoreError> {
        let deadline = Instant::now() + self.patience;
        self.connect_until(deadline).await?;
        let imported = match self.begin().await {
            Ok(transaction) => dump::import(transaction, lines, onto).await,
            Err(error) => Err(error),
        };
        let committed = match imported {
            Ok(()) => self.commit().await,
            Err(error) => Err(error),
        };
        match committed {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) if self.was_committed(&error, Instant::now() + self.patience).await? => Ok(()),
            Ok(Err(error)) | Err(error) => {
                self.connection = None;
                Err(error)
            }
        }
    }

    async fn begin(&mut self) -> Result<Transaction<'_>, StoreError> {
        let dialect = self.database.dialect();
        let connection = self.connection()?;
        connection.run(dialect.begin()).await?;
        Ok(Transaction { connection, dialect })
    }

    /// Marks the commit as ours and commits. The outer error is one before the commit, the inner one that of the
    /// commit: after it nobody knows.
    async fn commit(&mut self) -> Result<Result<(), StoreError>, StoreError> {
        let mark = self.next_mark;
        let connection = self.connection()?;
        connection
            .execute(Statement::new("UPDATE commits SET mark = $1", [mark.into()]))
            .await?;
        let committed = connection.run("COMMIT").await;
        if committed.is_ok() {
            self.next_mark = mark.wrapping_add(1);
        }
        Ok(committed)
    }

    /// Whether the commit that failed with this error came about all the same.
    async fn was_committed(&mut self, error: &StoreError, deadline: Instant) -> Result<bool, StoreError> {
        let mark = self.next_mark;
        // A commit whose mark nobody knows must not be mistaken for a later one.
        self.next_mark = mark.wrapping_add(1);
        // On PostgreSQL the new connection gets the lock only when the old one is gone for good.
        self.connection = None;
        let last = match self.connect_until(deadline).await {
            Ok(()) => self.last_mark().await,
            Err(error) => Err(error),
        };
        last.map(|last| last == mark).map_err(|_| StoreError::Uncertain {
            database: self.database.name().to_owned(),
            reason: error.to_string(),
        })
    }

    async fn last_mark(&mut self) -> Result<i64, StoreError> {
        let rows = self
            .connection()?
            .fetch(Statement::new("SELECT mark FROM commits", []))
            .await?;
        let row = rows.into_iter().next();
        row.map_or_else(
            || {
                let database = self.database.name().to_owned();
                Err(StoreError::Damaged {
                    database,
                    reason: "the mark of the last commit is missing".to_owned(),
                })
            },
            |mut row| row.integer(),
        )
    }

    fn connection(&mut self) -> Result<&mut dyn Connection, StoreError> {
        match &mut self.connection {
            Some(connection) => Ok(&mut **connection),
            None => Err(StoreError::Unavailable {
                database: self.database.name().to_owned(),
                reason: "not connected".to_owned(),
            }),
        }
    }

    /// Connects if need be; tries at least once.
    async fn connect_until(&mut self, deadline: Instant) -> Result<(), StoreError> {
        let (mut pause, longest) = PAUSES;
        while self.connection.is_none() {
            match self.database.connect_writer().await {
                Ok(connection) => self.connection = Some(connection),
                Err(StoreError::Unavailable { .. } | StoreError::InUse { .. }) if Instant::now() + pause < deadline => {
                    sleep(pause).await;
                    pause = longest.min(pause * 2);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
