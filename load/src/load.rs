//! How much a server holds, or several beside each other: many tables at which two play and others look on.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use halte_game::{Playthrough, Random, Turn};
use halte_games::{AnyGame, GameId};
use serde_json::json;
use tokio::sync::{Barrier, Mutex, watch};
use tokio::task::JoinSet;

use crate::crowd::Sorted;
use crate::served::{Serve, Served};
use crate::site::{Guest, Opponent, Site, Socket, Told};
use crate::{play, process, random_move, start};

/// What to try.
pub struct Plan {
    /// How many games are played at once.
    pub games: usize,
    /// How many people look on at each table, beside the two who play.
    pub spectators: usize,
    /// How many moves a second are tried, all games together: one phase each. None is as many as the server takes.
    pub rates: Vec<Option<u32>>,
    /// How long each phase takes.
    pub duration: Duration,
}

/// Something that works while people play: its name and its processes.
pub struct Part {
    /// What it is.
    pub name: &'static str,
    /// The numbers of its processes; their children belong to it.
    pub processes: Vec<u32>,
}

impl Part {
    /// How long it has had a core.
    fn processor_time(&self) -> Result<Duration> {
        self.processes
            .iter()
            .map(|&process| process::processor_time(process))
            .sum()
    }

    fn memory(&self) -> Result<u64> {
        self.processes.iter().map(|&process| process::memory(process)).sum()
    }
}

/// What servers held.
pub struct Findings {
    plan: Plan,
    /// The memory of the servers when they had just started, with all tables, and with all connections.
    memory: [u64; 3],
    /// The names of the parts.
    parts: Vec<&'static str>,
    phases: Vec<Phase>,
}

/// What was found in one phase.
struct Phase {
    rate: Option<u32>,
    /// From sending a move to the opponent's receipt.
    latencies: Sorted,
    duration: Duration,
    /// How long each part had a core meanwhile.
    processor_times: Vec<Duration>,
    /// What spectators were told meanwhile.
    told: u64,
}

/// What the rooms are to do.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Wait,
    Connect,
    /// Play, with this pause between two moves of a game.
    Play(Duration),
    Stop,
}

/// What the rooms have in common.
struct Hotel {
    /// The servers, over which visitors are spread: two who play are at different ones, if there are several.
    sites: Vec<Site>,
    order: watch::Receiver<Order>,
    /// Rooms and the one who gives orders meet here when an order was carried out.
    meeting: Barrier,
    latencies: Mutex<Vec<Duration>>,
    told: AtomicU64,
    spectators: usize,
}

impl Hotel {
    fn site(&self, visitor: usize) -> &Site {
        &self.sites[visitor % self.sites.len()]
    }
}

/// Fills servers, which work with these other parts, and measures all of them.
pub async fn measure(serves: &[Serve], others: Vec<Part>, plan: Plan) -> Result<Findings> {
    ensure!(!serves.is_empty(), "there is no server");
    let mut servers = Vec::new();
    for serve in serves {
        servers.push(serve.start().await?);
    }
    let processes = servers.iter().map(Served::process).collect::<Result<_>>()?;
    let name = "server";
    let parts: Vec<Part> = [Part { name, processes }].into_iter().chain(others).collect();
    let (orders, order) = watch::channel(Order::Wait);
    let hotel = Arc::new(Hotel {
        sites: serves.iter().map(|serve| Site::new(serve.address)).collect(),
        order,
        meeting: Barrier::new(plan.games + 1),
        latencies: Mutex::default(),
        told: AtomicU64::new(0),
        spectators: plan.spectators,
    });
    let mut rooms = JoinSet::new();
    for number in 0..plan.games {
        rooms.spawn(live(Arc::clone(&hotel), number));
    }
    let conducted = conduct(&parts, &hotel, &orders, &plan);
    let (memory, phases) = tokio::select! {
        conducted = conducted => conducted?,
        error = first_error(&mut rooms) => return Err(error),
    };
    orders.send_replace(Order::Stop);
    while let Some(room) = rooms.join_next().await {
        room??;
    }
    Ok(Findings {
        plan,
        memory,
        parts: parts.iter().map(|part| part.name).collect(),
        phases,
    })
}

/// What went wrong in a room, if anything ever does.
async fn first_error(rooms: &mut JoinSet<Result<()>>) -> anyhow::Error {
    while let Some(room) = rooms.join_next().await {
        if let Err(error) = room.map_err(anyhow::Error::from).flatten() {
            return error;
        }
    }
    std::future::pending().await
}

/// Gives the orders, and measures what comes of them.
async fn conduct(
    parts: &[Part],
    hotel: &Hotel,
    orders: &watch::Sender<Order>,
    plan: &Plan,
) -> Result<([u64; 3], Vec<Phase>)> {
    let processor_times = || parts.iter().map(Part::processor_time).collect::<Result<Vec<_>>>();
    let at_start = parts[0].memory()?;
    hotel.meeting.wait().await;
    let with_tables = parts[0].memory()?;
    orders.send_replace(Order::Connect);
    hotel.meeting.wait().await;
    let with_connections = parts[0].memory()?;
    let mut phases = Vec::new();
    for &rate in &plan.rates {
        let second = Duration::from_secs(1);
        let pause = rate.map_or(Duration::ZERO, |rate| second * plan.games as u32 / rate.max(1));
        orders.send_replace(Order::Play(pause));
        // The first moves come all at once: they are not measured.
        tokio::time::sleep(Duration::from_secs(3).max(pause)).await;
        hotel.latencies.lock().await.clear();
        hotel.told.store(0, Ordering::Relaxed);
        let (began, before) = (Instant::now(), processor_times()?);
        tokio::time::sleep(plan.duration).await;
        let latencies = std::mem::take(&mut *hotel.latencies.lock().await);
        let times = processor_times()?.into_iter().zip(before);
        phases.push(Phase {
            rate,
            latencies: Sorted::new(latencies),
            duration: began.elapsed(),
            processor_times: times.map(|(after, before)| after.saturating_sub(before)).collect(),
            told: hotel.told.load(Ordering::Relaxed),
        });
    }
    Ok(([at_start, with_tables, with_connections], phases))
}

/// Two who play one game after the other, at tables at which others look on.
async fn live(hotel: Arc<Hotel>, number: usize) -> Result<()> {
    // A bit of everything, in variants that are long even when played at random.
    let game = &GameId::ALL[number % GameId::ALL.len()].standard().to_string();
    let mut random = Random::new(number as u64);
    let players = [hotel.site(number).guest().await?, hotel.site(number + 1).guest().await?];
    let mut table = open(&hotel, number, game, &players).await?;
    hotel.meeting.wait().await;
    let mut order = hotel.order.clone();
    order.wait_for(|order| *order != Order::Wait).await?;
    let mut room = Room::enter(&hotel, number, &table, game, &players).await?;
    hotel.meeting.wait().await;
    // Everybody begins at another time, so that the pauses do not fall together.
    let mut next = Instant::now();
    let mut is_new = true;
    loop {
        let Order::Play(pause) = *order.wait_for(|order| *order != Order::Connect).await? else {
            return Ok(());
        };
        if std::mem::take(&mut is_new) {
            next += pause.mul_f64(random.below(1000) as f64 / 1000.0);
        }
        tokio::time::sleep_until(next.into()).await;
        next = (next + pause).max(Instant::now());
        if room.game.turn().is_over() {
            drop(room);
            table = open(&hotel, number, game, &players).await?;
            room = Room::enter(&hotel, number, &table, game, &players).await?;
        }
        let latency = room.play_one(&mut random).await;
        let latency = latency.with_context(|| format!("table {table}"))?;
        hotel.latencies.lock().await.push(latency);
    }
}

async fn open(hotel: &Hotel, number: usize, game: &str, players: &[Guest; 2]) -> Result<String> {
    let clock = json!({"kind": "none"});
    let opened = hotel
        .site(number)
        .open_table(&players[0], game, Opponent::Anyone, clock);
    let table = opened.await?;
    hotel.site(number + 1).sit(&players[1], &table).await?;
    Ok(table)
}

/// A table with everybody at it.
struct Room {
    game: Playthrough<AnyGame>,
    players: [Socket; 2],
    /// The version after the last move that was heard.
    version: u64,
    /// Those who look on; they leave when this is dropped.
    spectators: JoinSet<Result<()>>,
}

impl Room {
    async fn enter(hotel: &Arc<Hotel>, number: usize, table: &str, game: &str, players: &[Guest; 2]) -> Result<Room> {
        let mut spectators = JoinSet::new();
        for spectator in 0..hotel.spectators {
            let socket = hotel.site(number + 2 + spectator).socket(table, None).await?;
            spectators.spawn(look_on(Arc::clone(hotel), socket));
        }
        Ok(Room {
            game: start(game)?,
            players: [
                hotel.site(number).socket(table, Some(&players[0])).await?,
                hotel.site(number + 1).socket(table, Some(&players[1])).await?,
            ],
            version: 0,
            spectators,
        })
    }

    /// Waits until a player is told a move that they did not know. Their own moves they were told, too.
    async fn hear_move(&mut self, player: usize) -> Result<String> {
        loop {
            let Told::Events { events } = self.players[player].next().await? else {
                continue;
            };
            for event in events {
                if let Some(text) = event.text.filter(|_| event.version >= self.version) {
                    self.version = event.version + 1;
                    return Ok(text);
                }
            }
        }
    }

    /// Plays one move, and says how long it took from sending it until the opponent had it.
    async fn play_one(&mut self, random: &mut Random) -> Result<Duration> {
        let Turn::Player(player) = self.game.turn() else {
            bail!("nobody is to move");
        };
        let text = random_move(&self.game, random).context("no move is legal")?;
        let ply = self.game.moves().len();
        let id = ply.to_string();
        // Nobody who looks on ends but by a mistake.
        if let Some(ended) = self.spectators.try_join_next() {
            ended??;
        }
        let sent = Instant::now();
        self.players[player.index()].play(&id, &text, ply).await?;
        let heard = self.hear_move(1 - player.index()).await?;
        let latency = sent.elapsed();
        if heard != text {
            bail!("{text} was played, {heard} was heard");
        }
        play(&mut self.game, &text)?;
        loop {
            match self.players[player.index()].next().await? {
                Told::Done { id: done, .. } if done == id => return Ok(latency),
                Told::Refused { error, .. } => bail!("{text} was refused: {}", error.code),
                _ => {}
            }
        }
    }
}

/// Looks on, and checks that nothing is missing and nothing comes twice.
async fn look_on(hotel: Arc<Hotel>, mut socket: Socket) -> Result<()> {
    let mut expected = None;
    loop {
        let Told::Events { events } = socket.next().await? else {
            continue;
        };
        for event in events {
            if expected.is_some_and(|expected| expected != event.version) {
                bail!("event {} was told instead of {expected:?}", event.version);
            }
            expected = Some(event.version + 1);
            hotel.told.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan { games, spectators, .. } = &self.plan;
        let clients = games * (2 + spectators);
        let [at_start, with_tables, with_connections] = self.memory;
        writeln!(f, "{games} games, {clients} connected clients")?;
        writeln!(
            f,
            "memory: {} MiB at the start, {} KiB a table, {} KiB a connection",
            at_start >> 20,
            (with_tables.saturating_sub(at_start) >> 10) / *games as u64,
            (with_connections.saturating_sub(with_tables) >> 10) / clients as u64,
        )?;
        write!(f, "tried moves/s  held moves/s  median ms  99 % ms  worst ms  told/s")?;
        for part in &self.parts {
            write!(f, "  {part}: % of a core, µs a move")?;
        }
        writeln!(f)?;
        for phase in &self.phases {
            let (seconds, moves) = (phase.duration.as_secs_f64(), phase.latencies.count() as f64);
            let rate = phase.rate.map_or("all".to_owned(), |rate| rate.to_string());
            write!(
                f,
                "{rate:>13}  {:>12.0}  {:>9.1}  {:>7.1}  {:>8.1}  {:>6.0}",
                moves / seconds,
                phase.latencies.at(0.5),
                phase.latencies.at(0.99),
                phase.latencies.at(1.0),
                phase.told as f64 / seconds,
            )?;
            for (part, time) in self.parts.iter().zip(&phase.processor_times) {
                let (share, a_move) = (time.as_secs_f64() / seconds, time.as_secs_f64() / moves);
                let width = part.len() + 14;
                write!(f, "  {:>width$.0}, {:>9.0}", 100.0 * share, 1e6 * a_move)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
