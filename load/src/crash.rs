//! Whether a server loses anything when it is killed: visitors play as fast as they can while it is killed again and
//! again, and after each start everything they were told must be there, once and in order.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use halte_game::{Player, Playthrough, Random, Turn};
use halte_games::{AnyGame, AnyOptions};
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::served::Serve;
use crate::site::{Event, Guest, Opponent, Site, Socket, Told};
use crate::{play, random_move, start};

/// How long a visitor waits for a server that is there.
const PATIENCE: Duration = Duration::from_secs(60);

/// What came of it.
#[derive(Debug)]
pub struct Survived {
    /// How often the server was killed.
    pub kills: u32,
    /// How many moves were acknowledged, and found again after the last start.
    pub moves: u64,
    /// How often a visitor found, after a start, a move that was kept but whose answer had been lost.
    pub unanswered: u64,
}

/// How the server is now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Gone,
    /// Started for the so-manieth time.
    There(u32),
    /// Started for the last time.
    Closing,
}

/// What the visitors have in common.
struct Visitors {
    site: Site,
    state: watch::Receiver<State>,
    moves: AtomicU64,
    unanswered: AtomicU64,
}

/// Kills a server so many times while `games` games are played on it, a quarter of them against engines.
pub async fn survive(serve: &Serve, games: usize, kills: u32, seed: u64) -> Result<Survived> {
    let (told, state) = watch::channel(State::Gone);
    let visitors = Arc::new(Visitors {
        site: Site::new(serve.address),
        state,
        moves: AtomicU64::new(0),
        unanswered: AtomicU64::new(0),
    });
    let mut rooms = JoinSet::new();
    for number in 0..games {
        rooms.spawn(attend(Arc::clone(&visitors), number));
    }
    let mut random = Random::new(seed);
    for kill in 0..kills {
        let server = serve.start().await?;
        told.send_replace(State::There(kill));
        // Some are killed while the visitors are still coming back, some after they have played for a while.
        let moves = random.below(2 * games) as u64;
        tokio::select! {
            () = visitors.have_played(moves) => {}
            () = tokio::time::sleep(PATIENCE) => bail!("the games do not go on"),
            Some(room) = rooms.join_next() => {
                room??;
                bail!("a visitor went home");
            }
        }
        told.send_replace(State::Gone);
        server.kill().await?;
    }
    let server = serve.start().await?;
    told.send_replace(State::Closing);
    while let Some(room) = rooms.join_next().await {
        room??;
    }
    server.kill().await?;
    Ok(Survived {
        kills,
        moves: visitors.moves.load(Ordering::Relaxed),
        unanswered: visitors.unanswered.load(Ordering::Relaxed),
    })
}

impl Visitors {
    /// Waits until so many moves more were played.
    async fn have_played(&self, moves: u64) {
        let enough = self.moves.load(Ordering::Relaxed) + moves;
        while self.moves.load(Ordering::Relaxed) < enough {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Waits until the server is there.
    async fn there(&self) -> Result<State> {
        let mut state = self.state.clone();
        let there = state.wait_for(|state| *state != State::Gone);
        Ok(*tokio::time::timeout(PATIENCE, there).await.context("no server")??)
    }

    /// Does something that fails when the server is killed, until it succeeds; a failure while it is there is one.
    async fn insist<T, Asked: Future<Output = Result<T>>>(&self, ask: impl Fn() -> Asked) -> Result<T> {
        loop {
            let before = self.there().await?;
            match ask().await {
                Ok(done) => return Ok(done),
                Err(error) if self.is_still(before) => return Err(error),
                Err(_) => {}
            }
        }
    }

    /// Whether the server has been there all the time since. Whoever kills it says so before.
    fn is_still(&self, before: State) -> bool {
        *self.state.borrow() == before
    }
}

/// One game after the other, at which everything is remembered that anybody was told.
async fn attend(visitors: Arc<Visitors>, number: usize) -> Result<()> {
    let played = AnyOptions::all();
    let game = &played[number % played.len()].to_string();
    // A quarter of all, of each game some.
    let opponent = match (number / played.len()) % 4 {
        3 => Opponent::Engine(1),
        _ => Opponent::Anyone,
    };
    // Half of all have a clock, which nobody needs to fear.
    let clock = match number % 2 {
        0 => json!({"kind": "none"}),
        _ => json!({"kind": "live", "initial": 3_600_000, "increment": 1000}),
    };
    let mut random = Random::new(number as u64);
    let site = &visitors.site;
    let players = [
        visitors.insist(|| site.guest()).await?,
        visitors.insist(|| site.guest()).await?,
    ];
    loop {
        let open = || site.open_table(&players[0], game, opponent, clock.clone());
        let table = visitors.insist(open).await?;
        if opponent == Opponent::Anyone {
            visitors.insist(|| site.sit(&players[1], &table)).await?;
        }
        let mut room = Room {
            visitors: &visitors,
            table,
            players: &players,
            opponent,
            game: start(game)?,
            version: 0,
            told: Vec::new(),
            pending: None,
        };
        let lived = room.live(&mut random).await;
        if lived.with_context(|| format!("table {}", room.table))? {
            return Ok(());
        }
    }
}

/// A table, and what its visitors were told.
struct Room<'v> {
    visitors: &'v Visitors,
    table: String,
    players: &'v [Guest; 2],
    opponent: Opponent,
    game: Playthrough<AnyGame>,
    /// How many events are known.
    version: u64,
    /// All moves that anybody was told.
    told: Vec<String>,
    /// The move that was sent last, and its place, if nobody has answered it.
    pending: Option<(usize, String)>,
}

impl Room<'_> {
    /// Plays to the end of the game, through as many deaths of the server as there are. True if the server closes.
    async fn live(&mut self, random: &mut Random) -> Result<bool> {
        loop {
            let before = self.visitors.there().await?;
            match self.play_on(before, random).await {
                Ok(()) => return Ok(before == State::Closing),
                Err(error) if self.visitors.is_still(before) => return Err(error),
                Err(_) => {}
            }
        }
    }

    /// Comes back, checks what is there, and plays on until the game is over or the server closes.
    async fn play_on(&mut self, state: State, random: &mut Random) -> Result<()> {
        let site = &self.visitors.site;
        let mut sockets = vec![site.socket(&self.table, Some(&self.players[0])).await?];
        if self.opponent == Opponent::Anyone {
            sockets.push(site.socket(&self.table, Some(&self.players[1])).await?);
        }
        self.check().await?;
        if let Some((ply, text)) = self.pending.clone() {
            let socket = &mut sockets[self.mover(ply).index()];
            self.send(socket, ply, text).await?;
        }
        // A few moves after the last start show that the game goes on.
        let enough = (state == State::Closing).then(|| self.told.len() + 4);
        loop {
            let ply = self.told.len();
            if enough.is_some_and(|enough| ply >= enough) {
                return Ok(());
            }
            let player = match self.game.turn() {
                Turn::Player(player) => Some(player),
                Turn::Chance => None,
                Turn::Over(_) => return Ok(()),
            };
            if let Some(socket) = player.and_then(|player| sockets.get_mut(player.index())) {
                let text = random_move(&self.game, random).context("no move is legal")?;
                self.send(socket, ply, text).await?;
            } else {
                while self.told.len() == ply {
                    self.hear(&mut sockets[0]).await.context("waiting for the server")?;
                }
            }
        }
    }

    /// Who plays or played the so-manieth move.
    fn mover(&self, ply: usize) -> Player {
        let mut game = self.game.clone();
        while game.moves().len() > ply && game.undo().is_some() {}
        match game.turn() {
            Turn::Player(player) => player,
            Turn::Chance | Turn::Over(_) => Player::First,
        }
    }

    /// Sends a move, perhaps for the second time, and waits until it is answered and told.
    async fn send(&mut self, socket: &mut Socket, ply: usize, text: String) -> Result<()> {
        let id = ply.to_string();
        self.pending = Some((ply, text.clone()));
        socket.play(&id, &text, ply).await?;
        let mut is_done = false;
        while !is_done || self.told.len() <= ply {
            is_done |= self.hear(socket).await? == Some(id.clone());
        }
        self.pending = None;
        Ok(())
    }

    /// Hears what is told next, and remembers it. Returns the name of a command that was done.
    async fn hear(&mut self, socket: &mut Socket) -> Result<Option<String>> {
        let told = tokio::time::timeout(PATIENCE, socket.next());
        match told.await.context("nothing is told")?? {
            Told::Events { events } => self.note(&events)?,
            Told::Done { id } => return Ok(Some(id)),
            Told::Refused { id, error } => bail!("move {id:?} was refused: {error}"),
            Told::Snapshot(_) | Told::Presence(_) | Told::Reconnect => {}
        }
        Ok(None)
    }

    /// Remembers what has happened, apart from what is known already.
    fn note(&mut self, events: &[Event]) -> Result<()> {
        for event in events {
            if event.version < self.version {
                continue;
            }
            ensure!(event.version == self.version, "event {} was left out", self.version);
            self.version += 1;
            if let Some(text) = &event.text {
                let is_sent = self.pending == Some((self.told.len(), text.clone()));
                let is_houses = match self.game.turn() {
                    Turn::Player(player) => player == Player::Second && self.opponent != Opponent::Anyone,
                    Turn::Chance => true,
                    Turn::Over(_) => false,
                };
                ensure!(is_sent || is_houses, "{text} was told, but nobody sent it");
                play(&mut self.game, text)?;
                self.told.push(text.clone());
                self.visitors.moves.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// Checks that everything that was told is there, once and in order, and nothing that nobody sent.
    async fn check(&mut self) -> Result<()> {
        let events = self.visitors.site.events(&self.table).await?;
        for (event, version) in events.iter().zip(0..) {
            ensure!(event.version == version, "event {version} is missing, or there twice");
        }
        let kept: Vec<&String> = events.iter().filter_map(|event| event.text.as_ref()).collect();
        ensure!(
            kept.len() >= self.told.len() && kept.iter().zip(&self.told).all(|(kept, told)| *kept == told),
            "{:?} was told, {kept:?} was kept",
            self.told
        );
        let known = self.told.len();
        self.note(&events)?;
        let found = known..self.told.len();
        if self.pending.as_ref().is_some_and(|(ply, _)| found.contains(ply)) {
            self.visitors.unanswered.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }
}
