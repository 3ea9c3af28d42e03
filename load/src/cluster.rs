//! Several servers over one PostgreSQL and NATS behind a proxy, while something is killed every second: whether anything
//! that anybody was told is lost, doubled or out of order, and whether everybody comes back by themselves.

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures_util::TryStreamExt;
use halte_beside::postgres::Stop;
use halte_beside::{Nats, Postgres, Proxy, faketime, free_port};
use halte_game::Random;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{Mutex, watch};
use tokio::task::JoinSet;

use crate::crowd::{Crowd, Habits, PATIENCE, Samples, State};
use crate::served::{Serve, Served};
use crate::site::{Event, Site};

/// Which part of the time that players need may be given them at most, because they were cut off meanwhile.
const MOST_GIVEN: u32 = 4;

/// By how much the first server's clock is wrong, in seconds: nobody must notice.
const AHEAD: &str = "FAKETIME=+5";

/// How many findings are told one by one.
const MOST_FINDINGS: usize = 20;

/// What to try.
pub struct Plan {
    /// How many servers there are. One needs no NATS.
    pub servers: usize,
    /// How many games are played at once.
    pub games: usize,
    /// How the visitors are.
    pub habits: Habits,
    /// For how long something is killed.
    pub duration: Duration,
    /// How often.
    pub every: Duration,
    /// What decides what is killed.
    pub seed: u64,
    /// The program that the servers are at first, if it is another one: whoever is killed comes back as the new one.
    pub before: Option<PathBuf>,
    /// How often to tell how far it is; never if not given.
    pub progress: Option<Duration>,
}

/// What is killed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Blow {
    /// A server is killed and started again at once.
    Server,
    /// All connections of one server to PostgreSQL end.
    Connections,
    /// NATS is killed and started again.
    Nats,
    /// PostgreSQL sends everybody away and starts again.
    PostgresFast,
    /// PostgreSQL ends as if it were killed, and starts again.
    PostgresImmediate,
}

impl Blow {
    /// A round of blows, which come in any order: rare is what hits everybody at once.
    fn round(has_bus: bool) -> Vec<Blow> {
        let counts = [
            (Blow::Server, 5),
            (Blow::Connections, 4),
            (Blow::Nats, if has_bus { 3 } else { 0 }),
            (Blow::PostgresFast, 1),
            (Blow::PostgresImmediate, 1),
        ];
        let blows = counts.into_iter().flat_map(|(blow, count)| [blow].repeat(count));
        blows.collect()
    }

    const fn name(self) -> &'static str {
        match self {
            Blow::Server => "servers killed",
            Blow::Connections => "connections to PostgreSQL cut",
            Blow::Nats => "NATS killed",
            Blow::PostgresFast => "PostgreSQL restarted",
            Blow::PostgresImmediate => "PostgreSQL restarted as if killed",
        }
    }
}

/// What came of it.
pub struct Endured {
    seed: u64,
    servers: usize,
    tables: usize,
    events: u64,
    crowd: Arc<Crowd>,
    blows: BTreeMap<Blow, u64>,
    failed_starts: u64,
    /// What must not be, each with its table and version.
    pub findings: Vec<String>,
}

impl Endured {
    /// How many moves anybody was told.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.crowd.tally.moves.load(Ordering::Relaxed)
    }

    /// How often a connection was lost and came back.
    #[must_use]
    pub fn returns(&self) -> usize {
        self.crowd.tally.returns.count()
    }

    /// How many kinds of things were killed.
    #[must_use]
    pub fn kinds(&self) -> usize {
        self.blows.len()
    }
}

/// Everything that runs.
struct Cluster {
    /// What a server is when it is started again.
    program: PathBuf,
    serves: Vec<Serve>,
    servers: Vec<Served>,
    nats: Option<Arc<Mutex<Nats>>>,
    postgres: Arc<Mutex<Postgres>>,
    /// How to reach PostgreSQL.
    place: PgConnectOptions,
    /// How often a server ended before it listened.
    failed_starts: u64,
    /// What is being started again.
    restarts: JoinSet<Result<()>>,
    proxy: Proxy,
}

impl Cluster {
    /// Starts everything and waits until it is there. Logs go to a folder.
    async fn start(program: &Path, folder: &Path, plan: &Plan) -> Result<Cluster> {
        let count = plan.servers;
        let postgres = Postgres::start()?;
        let nats = (count > 1).then(Nats::start).transpose()?;
        let addresses: Vec<SocketAddr> = (0..count).map(|_| free_port()).collect::<Result<_>>()?;
        let proxy = Proxy::start(&addresses, folder)?;
        let mut flags: Vec<String> = ["--trusted-proxy", "127.0.0.1", "--engine-threads", "1"]
            .map(str::to_owned)
            .into();
        flags.extend(["--origin".to_owned(), format!("http://{}", proxy.address)]);
        flags.extend(nats.iter().flat_map(|nats| ["--bus".to_owned(), nats.address()]));
        let serves = addresses.into_iter().enumerate().map(|(number, address)| Serve {
            program: plan.before.as_deref().unwrap_or(program).to_owned(),
            database: format!("{}&application_name={}", postgres.address, name(number)),
            through: Vec::new(),
            address,
            log: log(folder, number),
            flags: flags.clone(),
        });
        let mut serves: Vec<Serve> = serves.collect();
        serves[0].through = faketime::through(AHEAD)?;
        let mut cluster = Cluster {
            program: program.to_owned(),
            serves,
            servers: Vec::new(),
            nats: nats.map(|nats| Arc::new(Mutex::new(nats))),
            place: PgConnectOptions::from_str(&postgres.address)?.disable_statement_logging(),
            postgres: Arc::new(Mutex::new(postgres)),
            failed_starts: 0,
            restarts: JoinSet::new(),
            proxy,
        };
        for serve in &cluster.serves {
            cluster.servers.push(serve.start().await?);
        }
        cluster.is_ready().await?;
        Ok(cluster)
    }

    /// Waits until every server can serve, and the proxy knows it.
    async fn is_ready(&self) -> Result<()> {
        let began = Instant::now();
        let proxy = [self.proxy.address].repeat(self.serves.len());
        for address in self.serves.iter().map(|serve| serve.address).chain(proxy) {
            let site = Site::new(address);
            while !site.get("/readyz").await.is_ok_and(|(status, _)| status == 200) {
                if began.elapsed() > PATIENCE {
                    bail!("the server at {address} is not ready");
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        Ok(())
    }

    /// Kills something. It is started again at once, and nobody waits for it.
    async fn strike(&mut self, blow: Blow, random: &mut Random) -> Result<()> {
        let number = random.below(self.servers.len());
        match blow {
            Blow::Server => {
                self.servers[number].strike().await?;
                self.serves[number].program.clone_from(&self.program);
                self.servers[number] = self.serves[number].spawn()?;
            }
            Blow::Connections => {
                // PostgreSQL may be on its way down or up: then there is nothing to cut.
                let _ = tokio::time::timeout(Duration::from_secs(1), self.cut(number)).await;
            }
            Blow::Nats => {
                if let Some(nats) = self.nats.clone() {
                    let restart = move || nats.blocking_lock().restart();
                    self.restarts.spawn_blocking(restart);
                }
            }
            Blow::PostgresFast | Blow::PostgresImmediate => {
                let stop = match blow {
                    Blow::PostgresFast => Stop::Fast,
                    _ => Stop::Immediate,
                };
                let postgres = Arc::clone(&self.postgres);
                let restart = move || postgres.blocking_lock().restart(stop);
                self.restarts.spawn_blocking(restart);
            }
        }
        Ok(())
    }

    /// Ends all connections of one server to PostgreSQL.
    async fn cut(&self, number: usize) -> Result<(), sqlx::Error> {
        let mut connection = self.connect().await?;
        let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = $1";
        let cut = sqlx::query_scalar::<_, i64>(cut).bind(name(number));
        cut.fetch_one(&mut connection).await?;
        connection.close().await
    }

    async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        self.place.connect().await
    }

    /// Starts servers again that have ended by themselves, as an operator's system does. One that found no database when it
    /// started may; one that was there may not.
    async fn mend(&mut self) -> Result<Vec<String>> {
        let mut findings = Vec::new();
        for (number, server) in self.servers.iter_mut().enumerate() {
            if let Some(status) = server.ended()? {
                if server.has_listened().await? {
                    findings.push(format!("server {} ended by itself ({status})", name(number)));
                } else {
                    self.failed_starts += 1;
                }
                *server = self.serves[number].spawn()?;
            }
        }
        Ok(findings)
    }

    /// Waits until all that was killed is there again.
    async fn calm_down(&mut self) -> Result<Vec<String>> {
        while let Some(restarted) = self.restarts.join_next().await {
            restarted??;
        }
        let findings = self.mend().await?;
        self.is_ready().await?;
        Ok(findings)
    }

    /// What PostgreSQL itself has of every table.
    async fn kept(&self) -> Result<BTreeMap<String, Vec<Event>>> {
        let mut connection = self.connect().await?;
        let select = "SELECT table_id, version, body FROM events ORDER BY table_id, version";
        let mut rows = sqlx::query_as::<_, (String, i64, String)>(select).fetch(&mut connection);
        let mut kept: BTreeMap<String, Vec<Event>> = BTreeMap::new();
        while let Some((table, version, body)) = rows.try_next().await? {
            let event: Event = serde_json::from_str(&body)
                .with_context(|| format!("table {table}, version {version}: {body:.200}"))?;
            if i64::try_from(event.version) != Ok(version) {
                bail!("table {table}: event {version} is written as {}", event.version);
            }
            kept.entry(table).or_default().push(event);
        }
        Ok(kept)
    }
}

/// The name by which PostgreSQL knows a server's connections.
fn name(number: usize) -> String {
    format!("halte-{number}")
}

/// Where a server's log is.
fn log(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("{}.log", name(number)))
}

/// Has people play on a cluster while something is killed again and again. Logs go to a folder.
pub async fn endure(program: &Path, folder: &Path, plan: &Plan) -> Result<Endured> {
    let mut cluster = Cluster::start(program, folder, plan).await?;
    let (told, state) = watch::channel(State::Stormy);
    let crowd = Crowd::new(Site::new(cluster.proxy.address), plan.habits.clone(), state);
    let mut parties = JoinSet::new();
    for number in 0..plan.games {
        parties.spawn(Arc::clone(&crowd).attend(number));
    }
    let mut findings = Vec::new();
    let began = Instant::now();
    while crowd.rooms().len() < plan.games && parties.len() == plan.games && began.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let blows = storm(&mut cluster, &crowd, plan, &mut findings).await?;
    findings.extend(cluster.calm_down().await?);
    told.send_replace(State::Closing);
    while let Some(party) = parties.join_next().await {
        findings.extend(party?.err().map(|trouble| trouble.to_string()));
    }
    findings.extend(cluster.mend().await?);
    findings.extend(crowd.findings());
    // Whoever was cut off is not charged for a moment too much; but clocks run.
    let [needed, given] = [&crowd.tally.needs, &crowd.tally.gifts].map(Samples::sum);
    if given > needed / MOST_GIVEN {
        findings.push(format!(
            "of {needed:.1?} that players needed {given:.1?} were not taken off their clocks"
        ));
    }
    let rooms = crowd.rooms();
    for serve in &cluster.serves {
        let site = Site::new(serve.address);
        for room in &rooms {
            let checked = crowd.check(room, &site).await.err();
            findings.extend(checked.map(|trouble| format!("server {}: {trouble}", serve.address)));
        }
    }
    let mut kept = cluster.kept().await?;
    let mut events = 0;
    for room in &rooms {
        let kept = kept.remove(&room.table).unwrap_or_default();
        events += kept.len() as u64;
        let checked = room.check(&kept, room.least()).err();
        findings.extend(checked.map(|error| format!("PostgreSQL: {error:#}")));
    }
    Ok(Endured {
        seed: plan.seed,
        servers: plan.servers,
        tables: rooms.len(),
        events,
        crowd,
        blows,
        failed_starts: cluster.failed_starts,
        findings,
    })
}

/// Kills something at every beat.
async fn storm(
    cluster: &mut Cluster,
    crowd: &Crowd,
    plan: &Plan,
    findings: &mut Vec<String>,
) -> Result<BTreeMap<Blow, u64>> {
    let mut random = Random::new(plan.seed);
    let mut blows = BTreeMap::new();
    let mut round = Vec::new();
    let began = Instant::now();
    let (mut next, mut reported) = (began, began);
    while began.elapsed() < plan.duration {
        next = (next + plan.every).max(Instant::now());
        tokio::time::sleep_until(next.into()).await;
        if round.is_empty() {
            round = Blow::round(cluster.nats.is_some());
        }
        let blow = round.swap_remove(random.below(round.len()));
        findings.extend(cluster.mend().await?);
        crowd.note_blow(blow.name());
        cluster.strike(blow, &mut random).await?;
        *blows.entry(blow).or_default() += 1;
        if plan.progress.is_some_and(|progress| reported.elapsed() >= progress) {
            reported = Instant::now();
            let tally = &crowd.tally;
            println!(
                "{:5.0} s: {} blows, {} tables, {} moves, {} connections came back, {} findings",
                began.elapsed().as_secs_f64(),
                blows.values().sum::<u64>(),
                crowd.rooms().len(),
                tally.moves.load(Ordering::Relaxed),
                tally.returns.count(),
                findings.len() + crowd.findings().len(),
            );
        }
    }
    Ok(blows)
}

impl fmt::Display for Endured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = &self.crowd.tally;
        writeln!(f, "{} servers, seed {}", self.servers, self.seed)?;
        for (blow, count) in &self.blows {
            writeln!(f, "{count:>9} x {}", blow.name())?;
        }
        for (count, what) in [
            (
                self.failed_starts,
                "starts of a server in vain, because there was no database",
            ),
            (self.tables as u64, "tables"),
            (
                self.events,
                "events, each compared as told, as every server has it, and as it is kept",
            ),
            (tally.moves.load(Ordering::Relaxed), "moves"),
            (tally.remarks.load(Ordering::Relaxed), "remarks"),
            (tally.rematches.load(Ordering::Relaxed), "rematches"),
            (
                tally.unanswered.load(Ordering::Relaxed),
                "commands that were kept although the answer was lost, and were not done twice",
            ),
        ] {
            writeln!(f, "{count:>9} {what}")?;
        }
        writeln!(f, "    count  median ms  99 % ms  worst ms")?;
        for (samples, what) in [
            (&tally.returns, "from a lost connection to the next thing told"),
            (&tally.delays, "from the first one who was told to each other one"),
            (&tally.excesses, "taken off a clock beyond what its player needed"),
            (&tally.gifts, "not taken off, though it was neither lag nor excused"),
        ] {
            let samples = samples.sorted();
            let (median, most, worst) = (samples.at(0.5), samples.at(0.99), samples.at(1.0));
            let count = samples.count();
            writeln!(f, "{count:>9}  {median:>9.0}  {most:>7.0}  {worst:>8.0}  {what}")?;
        }
        for finding in self.findings.iter().take(MOST_FINDINGS) {
            writeln!(f, "FINDING {finding}")?;
        }
        writeln!(f, "{} findings", self.findings.len())
    }
}
