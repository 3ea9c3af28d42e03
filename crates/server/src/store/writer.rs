//! The one task that writes. Whatever waits to be written at the same time shares one transaction: a disk that takes
//! ten milliseconds for a commit takes them for a hundred moves together.
//!
//! Nobody is answered before the commit is on the disk. When the answer to a commit is lost, the mark of the last
//! commit in the database tells whether it came about.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use crate::clock;
use crate::store::backend::{Backend, Base, Link, Query};
use crate::store::batch::KnownTables;
use crate::store::{Append, Entries, Onto, StoreError, dump};

/// Tasks that may wait; more wait for a place.
const QUEUE: usize = 4096;

/// Tasks that share a transaction at most, and events after which none joins them any more: a whole game that somebody
/// brings along has thousands, and moves at other tables do not wait for many of those.
const LARGEST_BATCH: usize = 1024;
const MOST_EVENTS: usize = 4096;

/// How long to wait before trying again to reach the database: at first, and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));

/// How long the database may be gone before that is worth a line, in milliseconds.
const SHORTEST_OUTAGE: i64 = 100;

/// How long nothing may be written before somebody may have been missing, where a server is alone, and where others beat,
/// too: longer than their beats are apart, in milliseconds.
const MISSING: [i64; 2] = [7_000, 3_000];

/// How long after tidying up it is done again, if something is written.
const BEFORE_TIDYING: Duration = Duration::from_millis(500);

pub(super) enum Work<DB: Backend> {
    Append(Vec<Append>),
    /// Statements that run one after the other. The first one decides: if it changes nothing, nothing else is done.
    Queries(Vec<Query<DB>>),
}

impl<DB: Backend> Work<DB> {
    /// What is to be appended; nothing if it is other work.
    pub(super) fn appends(&self) -> &[Append] {
        match self {
            Work::Append(appends) => appends,
            Work::Queries(_) => &[],
        }
    }
}

/// What is answered to work: the number of rows that each query changed which was run; none for an append.
pub(super) type Answer = Result<Vec<u64>, StoreError>;

struct Task<DB: Backend> {
    work: Work<DB>,
    asked: Instant,
    answer: oneshot::Sender<Answer>,
}

enum Message<DB: Backend> {
    Write(Task<DB>),
    Import(Entries, Onto, oneshot::Sender<Result<(), StoreError>>),
    Close(oneshot::Sender<()>),
}

/// Hands work to the task that writes.
pub(super) struct Writer<DB: Backend> {
    queue: mpsc::Sender<Message<DB>>,
}

impl<DB: Backend> Writer<DB> {
    pub(super) async fn start(base: Arc<Base<DB>>, patience: Duration) -> Result<Self, StoreError> {
        let next_mark = getrandom::u64()
            .map_err(|error| StoreError::Other(base.name.clone(), format!("no random numbers: {error}")))?;
        let mut state = State {
            base,
            patience,
            pen: None,
            next_mark: next_mark.cast_signed(),
            written_at: None,
            missing_since: None,
            tidied: Instant::now(),
            tidying: None,
        };
        state.pen = Some(state.take_pen(Instant::now() + patience).await?);
        let (queue, messages) = mpsc::channel(QUEUE);
        tokio::spawn(state.run(messages));
        Ok(Self { queue })
    }

    /// Writes, and returns when it is on the disk.
    pub(super) async fn write(&self, work: Work<DB>) -> Answer {
        let asked = Instant::now();
        self.ask(|answer| Message::Write(Task { work, asked, answer })).await?
    }

    /// Fills the store, all or nothing.
    pub(super) async fn import(&self, lines: Entries, onto: Onto) -> Result<(), StoreError> {
        self.ask(|answer| Message::Import(lines, onto, answer)).await?
    }

    /// Writes what was asked for before this and ends the task.
    pub(super) async fn close(&self) {
        // It may have ended already.
        let _ = self.ask(Message::Close).await;
    }

    async fn ask<T>(&self, message: impl FnOnce(oneshot::Sender<T>) -> Message<DB>) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let sent = self.queue.send(message(answer)).await;
        sent.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)
    }
}

/// The connection that writes, and what was written on it: where a server is alone, nobody else writes as long as it is
/// there.
struct Pen<DB: Backend> {
    link: Link<DB>,
    tables: KnownTables,
}

struct State<DB: Backend> {
    base: Arc<Base<DB>>,
    patience: Duration,
    /// Taken for each transaction, and put back when it went well: whatever else happened, a new connection undoes it.
    pen: Option<Pen<DB>>,
    /// The mark of the next commit. No two commits have the same one, not even of two servers: they begin by lot.
    next_mark: i64,
    /// When something was written last, since this server is there.
    written_at: Option<i64>,
    /// Since when the database is not to be had.
    missing_since: Option<i64>,
    /// When it was tidied up last.
    tidied: Instant,
    /// Who tidies up now.
    tidying: Option<JoinHandle<()>>,
}

impl<DB: Backend> State<DB> {
    async fn run(mut self, mut messages: mpsc::Receiver<Message<DB>>) {
        let mut waiting = Vec::new();
        loop {
            // Those who were just answered may have more: let them ask before the next commit begins.
            tokio::task::yield_now().await;
            if messages.recv_many(&mut waiting, LARGEST_BATCH).await == 0 {
                return;
            }
            let (mut tasks, mut events) = (Vec::new(), 0);
            for message in waiting.drain(..) {
                match message {
                    Message::Write(task) => {
                        events += task
                            .work
                            .appends()
                            .iter()
                            .map(|append| append.events.len())
                            .sum::<usize>();
                        tasks.push(task);
                        if events >= MOST_EVENTS {
                            self.write(std::mem::take(&mut tasks)).await;
                            events = 0;
                        }
                    }
                    Message::Import(lines, onto, answer) => {
                        self.write(std::mem::take(&mut tasks)).await;
                        // Who asked may have gone.
                        let _ = answer.send(self.import(lines, onto).await);
                    }
                    Message::Close(answer) => {
                        self.write(std::mem::take(&mut tasks)).await;
                        messages.close();
                        self.pen = None;
                        let _ = answer.send(());
                        return;
                    }
                }
            }
            self.write(tasks).await;
        }
    }

    async fn write(&mut self, tasks: Vec<Task<DB>>) {
        let Some(asked) = tasks.first().map(|task| task.asked) else {
            return;
        };
        let (work, answers): (Vec<_>, Vec<_>) = tasks.into_iter().map(|task| (task.work, task.answer)).unzip();
        let results = self.write_all(&work, asked + self.patience).await;
        for (answer, result) in answers.into_iter().zip(results) {
            // Who asked may have gone.
            let _ = answer.send(result);
        }
        self.tidy().await;
    }

    /// Tidies up now and then: most of it on one of the readers' connections, while writing goes on, and what came
    /// meanwhile before the next commit. What could not be done now is done next time.
    async fn tidy(&mut self) {
        let Some(sql) = DB::TIDY else { return };
        match &self.tidying {
            Some(task) if task.is_finished() => {
                self.tidying = None;
                self.tidied = Instant::now();
                if let Some(pen) = &mut self.pen {
                    let _ = pen.link.run(sql).await;
                }
            }
            None if self.tidied.elapsed() > BEFORE_TIDYING => {
                let base = Arc::clone(&self.base);
                self.tidying = Some(tokio::spawn(async move {
                    if let Ok(mut link) = base.reader().await {
                        let _ = link.run(sql).await;
                    }
                }));
            }
            _ => {}
        }
    }

    /// Writes everything in one transaction, or in one each if the database refuses something in it: nobody's work
    /// fails because of what others asked for.
    async fn write_all(&mut self, work: &[Work<DB>], deadline: Instant) -> Vec<Answer> {
        match self.write_together(work, deadline).await {
            Ok(results) => results,
            Err(error) if work.len() > 1 && !error.is_everybodys() => {
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
    async fn write_together(&mut self, work: &[Work<DB>], deadline: Instant) -> Result<Vec<Answer>, StoreError> {
        loop {
            let begun = clock::moment();
            let attempted = self.attempt(work, deadline).await;
            if let Err(StoreError::Unavailable(..)) = &attempted {
                self.missing_since.get_or_insert(begun);
            }
            match attempted {
                Err(StoreError::Unavailable { .. }) if Instant::now() < deadline => {}
                // What is tried again alone finds what the other server wrote.
                Err(StoreError::Raced(_)) if work.len() == 1 && Instant::now() < deadline => {}
                result => return result,
            }
        }
    }

    async fn attempt(&mut self, work: &[Work<DB>], deadline: Instant) -> Result<Vec<Answer>, StoreError> {
        let mut pen = self.take_pen(deadline).await?;
        pen.link.run(DB::BEGIN).await?;
        self.note_outage(&mut pen).await?;
        let mut answers = pen.tables.append(&mut pen.link, work).await?;
        for (work, answer) in work.iter().zip(&mut answers) {
            if let Work::Queries(queries) = work {
                *answer = pen.link.execute_apart(queries).await?;
            }
        }
        self.commit(pen, deadline).await?;
        Ok(answers)
    }

    async fn import(&mut self, lines: Entries, onto: Onto) -> Result<(), StoreError> {
        let mut pen = self.take_pen(Instant::now() + self.patience).await?;
        pen.tables = KnownTables::default();
        pen.link.run(DB::BEGIN).await?;
        dump::import(&mut pen.link, lines, onto).await?;
        // Nobody could play since what was kept last.
        let query = Query::new(
            "INSERT INTO outages (began, ended) SELECT began, $1 FROM (SELECT MAX(at) AS began FROM events) AS last \
             WHERE began < $1 ON CONFLICT DO NOTHING",
        );
        pen.link.execute(query.bind(clock::moment())).await?;
        self.commit(pen, Instant::now() + self.patience).await
    }

    /// Notes an outage that is over: the database was not to be had, or nobody has written for so long that no server can
    /// have been there.
    async fn note_outage(&mut self, pen: &mut Pen<DB>) -> Result<(), StoreError> {
        let now = clock::moment();
        if let Some(began) = self.missing_since.filter(|began| now - began >= SHORTEST_OUTAGE) {
            // As long as another server could write it was this one's own trouble.
            let query = Query::new(
                "INSERT INTO outages (began, ended) SELECT began, $1 FROM \
                 (SELECT CASE WHEN MAX(at) > $2 THEN MAX(at) ELSE $2 END AS began FROM commits) AS last \
                 WHERE began <= $1 - $3 ON CONFLICT DO NOTHING",
            );
            pen.link
                .execute(query.bind(now).bind(began).bind(SHORTEST_OUTAGE))
                .await?;
        }
        let is_alone = DB::server(&self.base.place) == 0;
        let longest = match self.written_at {
            // Since whoever was alone before is gone.
            None if is_alone => 0,
            _ => MISSING[usize::from(!is_alone)],
        };
        if self.written_at.is_some_and(|at| now - at <= longest) {
            return Ok(());
        }
        let query = Query::new(
            "INSERT INTO outages (began, ended) SELECT began, $1 FROM (SELECT MAX(at) AS began FROM commits) AS last \
             WHERE began > 0 AND began < $1 - $2 ON CONFLICT DO NOTHING",
        );
        pen.link.execute(query.bind(now).bind(longest)).await.map(drop)
    }

    /// Marks the commit as ours and commits. If the answer is lost, finds out whether it came about.
    async fn commit(&mut self, mut pen: Pen<DB>, deadline: Instant) -> Result<(), StoreError> {
        let mark = self.next_mark;
        let query = Query::new(
            "INSERT INTO commits (server, mark, at) VALUES ($1, $2, $3) \
             ON CONFLICT (server) DO UPDATE SET mark = excluded.mark, at = excluded.at",
        );
        let query = query.bind(DB::server(&self.base.place)).bind(mark);
        let now = clock::moment();
        pen.link.execute(query.bind(now)).await?;
        // A commit whose mark nobody knows must not be mistaken for a later one.
        self.next_mark = mark.wrapping_add(1);
        let Err(error) = pen.link.run("COMMIT").await else {
            self.pen = Some(pen);
            self.written_at = Some(now);
            self.missing_since = None;
            return Ok(());
        };
        drop(pen);
        match self.last_mark(deadline).await {
            Ok(last) if last == Some(mark) => {
                self.written_at = Some(now);
                self.missing_since = None;
                Ok(())
            }
            Ok(_) => Err(error),
            Err(_) => Err(StoreError::Uncertain(self.base.name.clone(), error.to_string())),
        }
    }

    /// The mark of this server's last commit, if there was any. On PostgreSQL the connection for it gets the server's own
    /// lock only when the one before is gone for good.
    async fn last_mark(&mut self, deadline: Instant) -> Result<Option<i64>, StoreError> {
        let mut pen = self.take_pen(deadline).await?;
        let query = Query::new("SELECT mark FROM commits WHERE server = $1");
        let mark = pen.link.fetch_value(query.bind(DB::server(&self.base.place))).await?;
        self.pen = Some(pen);
        Ok(mark)
    }

    /// Takes what writes, and connects if need be; tries at least once.
    async fn take_pen(&mut self, deadline: Instant) -> Result<Pen<DB>, StoreError> {
        if let Some(pen) = self.pen.take() {
            return Ok(pen);
        }
        let (mut pause, longest) = PAUSES;
        loop {
            match self.base.writer().await {
                Ok(link) => {
                    let tables = KnownTables::default();
                    return Ok(Pen { link, tables });
                }
                Err(StoreError::Unavailable { .. } | StoreError::InUse { .. }) if Instant::now() + pause < deadline => {
                    sleep(pause).await;
                    pause = longest.min(pause * 2);
                }
                Err(error) => return Err(error),
            }
        }
    }
}
