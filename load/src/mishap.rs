//! What people see when something goes wrong: a full disk, a database that is gone, a visitor who reads nothing or sends
//! rubbish, a clock that is set back. Each mishap befalls a real server, is told as it looks from outside, and is
//! checked: nothing that anybody was told is lost, and the game goes on afterwards.

use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use halte_beside::faketime;
use halte_game::{Playthrough, Random};
use halte_games::AnyGame;
use serde_json::{Value, json};
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Message;

use crate::served::{Serve, Served};
use crate::site::{Guest, Opponent, Site, Socket, Told};
use crate::{play, process, random_move, start};

/// How long a visitor waits for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long the database is gone.
const GONE: Duration = Duration::from_secs(10);

/// The game that is played: a long one of which there is much to tell.
const GAME: &str = "fibonacci classic";

/// How many moves are played before those who read nothing: more than fits into what lies between them and the server.
const MOST_MOVES: usize = 1500;

/// How long the server bears with somebody who reads nothing: its `write-timeout`.
const HOUSE_PATIENCE: Duration = Duration::from_secs(20);

/// Tells a story line by line, with the seconds since it began.
struct Story {
    began: Instant,
}

impl Story {
    fn new(title: &str) -> Story {
        println!("\n{title}");
        Story { began: Instant::now() }
    }

    fn tell(&self, what: &str) {
        println!("{:6.1} s  {what}", self.began.elapsed().as_secs_f64());
    }
}

/// Somebody who plays both sides of a game, and remembers what they were told.
struct Visitor<'s> {
    site: &'s Site,
    guest: Guest,
    table: String,
    game: Playthrough<AnyGame>,
    random: Random,
    socket: Option<Socket>,
    /// The move that was sent last, if nobody has answered it.
    pending: Option<String>,
}

impl Visitor<'_> {
    async fn come<'s>(site: &'s Site, clock: Value) -> Result<Visitor<'s>> {
        let guest = site.guest().await?;
        Ok(Visitor {
            site,
            table: site.open_table(&guest, GAME, Opponent::Oneself, clock).await?,
            guest,
            game: start(GAME)?,
            random: Random::new(1),
            socket: None,
            pending: None,
        })
    }

    /// Plays any move; after a lost connection the same one again. Says what the player sees if it is not made.
    async fn play(&mut self) -> Result<Option<String>> {
        let lost = |why: &dyn Display| {
            Ok(Some(format!(
                "the connection is lost ({why:#}); the page connects again"
            )))
        };
        let mut socket = match self.socket.take() {
            Some(socket) => socket,
            None => match self.come_back().await {
                Ok(socket) => socket,
                Err(error) => return lost(&error),
            },
        };
        let ply = self.game.moves().len();
        let text = match self.pending.take() {
            Some(text) => text,
            None => random_move(&self.game, &mut self.random).context("no move is legal")?,
        };
        self.pending = Some(text.clone());
        let id = ply.to_string();
        if let Err(error) = socket.play(&id, &text, ply).await {
            return lost(&error);
        }
        loop {
            let told = tokio::time::timeout(PATIENCE, socket.next());
            match told.await.context("nothing is told")? {
                Ok(Told::Done { id: done, .. }) if done == id => {
                    self.pending = None;
                    play(&mut self.game, &text)?;
                    self.socket = Some(socket);
                    return Ok(None);
                }
                Ok(Told::Refused { error, .. }) => {
                    self.socket = Some(socket);
                    return Ok(Some(format!("the player reads: {}: {error}", error.code)));
                }
                Ok(Told::Reconnect) => return lost(&"the server asks to come back"),
                Ok(_) => {}
                Err(error) => return lost(&error),
            }
        }
    }

    /// Goes to the table again, and finds out whether the last move was kept.
    async fn come_back(&mut self) -> Result<Socket> {
        let socket = self.site.socket(&self.table, Some(&self.guest)).await?;
        let kept = self.kept().await?;
        let known = self.game.moves().len();
        if kept.len() == known + 1 && kept.last() == self.pending.as_ref() {
            play(&mut self.game, &kept[known])?;
            self.pending = None;
        }
        Ok(socket)
    }

    /// The moves that the server has.
    async fn kept(&self) -> Result<Vec<String>> {
        let events = self.site.events(&self.table, 0).await?;
        Ok(events.into_iter().filter_map(|event| event.text).collect())
    }

    /// Thinks for so long, with an open ear: whoever does not answer pings seems to be far away, and is given time.
    async fn think(&mut self, time: Duration) -> Result<()> {
        let socket = self.socket.as_mut().context("no connection")?;
        let listen = async {
            loop {
                socket.next().await?;
            }
        };
        match tokio::time::timeout(time, listen).await {
            Ok(ended) => ended,
            Err(_) => Ok(()),
        }
    }

    /// Plays so many moves, each of which must succeed.
    async fn play_on(&mut self, moves: usize) -> Result<()> {
        for _ in 0..moves {
            if let Some(what) = self.play().await? {
                bail!("a move failed: {what}");
            }
        }
        Ok(())
    }

    /// Tries until a move succeeds, and tells what was seen until then, each thing once.
    async fn insist(&mut self, story: &Story) -> Result<()> {
        let began = Instant::now();
        let mut seen = Vec::new();
        while began.elapsed() < PATIENCE {
            let Some(what) = self.play().await? else {
                let late = began.elapsed().as_secs_f64();
                story.tell(&format!("the move is made, {late:.1} s late"));
                return Ok(());
            };
            if !seen.contains(&what) {
                story.tell(&what);
                seen.push(what);
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        bail!("play does not go on")
    }

    /// Checks that everything that was told is kept, and nothing else.
    async fn check(&self, story: &Story) -> Result<()> {
        let told: Vec<String> = self.game.moves().iter().map(ToString::to_string).collect();
        let kept = self.kept().await?;
        ensure!(kept == told, "{told:?} was told, {kept:?} is kept");
        story.tell(&format!("all {} moves are there, once and in order", kept.len()));
        Ok(())
    }
}

async fn tell_readiness(site: &Site, story: &Story) -> Result<u16> {
    let (status, text) = site.get("/readyz").await?;
    story.tell(&format!("/readyz answers {status}: {}", text.trim()));
    Ok(status)
}

/// The disk is full, and somebody makes room again.
pub async fn full_disk(serve: Serve) -> Result<()> {
    let story = Story::new("The disk is full");
    let disk = Path::new(&serve.database).parent().context("a folder")?.join("disk");
    std::fs::create_dir(&disk)?;
    // A disk of its own, which is gone with the server. Whoever is not root becomes it in a world of their own.
    let is_root = std::fs::metadata("/proc/self")?.uid() == 0;
    let world = if is_root {
        "unshare --mount"
    } else {
        "unshare --mount --map-root-user"
    };
    let script = r#"mount -t tmpfs -o size=2m halte "$1" && shift && exec "$@""#;
    let folder = disk.display().to_string();
    let through = world.split(' ').chain(["sh", "-c", script, "sh", &folder]);
    let serve = Serve {
        database: disk.join("halte.sqlite").display().to_string(),
        through: through.map(str::to_owned).collect(),
        ..serve
    };
    let server = serve.start().await?;
    let site = Site::new(serve.address);
    let mut visitor = Visitor::come(&site, json!({"kind": "none"})).await?;
    visitor.play_on(10).await?;
    story.tell("ten moves are played; then something else takes all the room there is");
    let inside = process::folder(server.process()?)
        .join("root")
        .join(disk.strip_prefix("/")?);
    let ballast = inside.join("ballast");
    fill(&ballast)?;
    let mut more = 0;
    let what = loop {
        if let Some(what) = visitor.play().await? {
            break what;
        }
        more += 1;
        fill(&ballast)?;
    };
    story.tell(&format!(
        "{more} more moves fit into what the database has already; then"
    ));
    story.tell(&what);
    let again = visitor.play().await?.context("a move was made on a full disk")?;
    story.tell(&format!("again: {again}"));
    tell_readiness(&site, &story).await?;
    let (status, _) = site.get(&format!("/api/tables/{}", visitor.table)).await?;
    story.tell(&format!("the table can be looked at: {status}"));
    std::fs::remove_file(&ballast)?;
    story.tell("there is room again");
    visitor.insist(&story).await?;
    visitor.play_on(10).await?;
    visitor.check(&story).await?;
    tell_log(&serve, &story)?;
    server.kill().await
}

/// Writes until nothing more fits.
fn fill(file: &Path) -> Result<()> {
    let mut file = File::options().create(true).append(true).open(file)?;
    while file.write(&[0; 512]).is_ok_and(|written| written > 0) {}
    Ok(())
}

/// The database is gone for ten seconds.
pub async fn no_database(serve: Serve, postgres: &str) -> Result<()> {
    let story = Story::new("The database is gone for ten seconds");
    let (address, line) = line_to(postgres).await?;
    let serve = Serve {
        database: address,
        ..serve
    };
    let server = serve.start().await?;
    let site = Site::new(serve.address);
    let mut visitor = Visitor::come(&site, json!({"kind": "none"})).await?;
    visitor.play_on(10).await?;
    story.tell("ten moves are played; then PostgreSQL is gone, and a player moves");
    line.send_replace(false);
    let back = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        tell_readiness(&site, &story).await?;
        let (status, _) = site.get("/").await?;
        story.tell(&format!("the page itself still comes: {status}"));
        tokio::time::sleep(GONE.saturating_sub(Duration::from_secs(1))).await;
        story.tell("PostgreSQL is back");
        line.send_replace(true);
        Ok(())
    };
    tokio::try_join!(visitor.insist(&story), back)?;
    visitor.play_on(10).await?;
    visitor.check(&story).await?;
    tell_readiness(&site, &story).await?;
    tell_log(&serve, &story)?;
    server.kill().await
}

/// A way to a PostgreSQL server that can be cut, and its address.
async fn line_to(postgres: &str) -> Result<(String, watch::Sender<bool>)> {
    let (_, folder) = postgres.split_once("?host=").context("PostgreSQL has no socket")?;
    let socket = PathBuf::from(folder).join(".s.PGSQL.5432");
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    let line = watch::Sender::new(true);
    let is_open = line.subscribe();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let (socket, mut is_open) = (socket.clone(), is_open.clone());
            tokio::spawn(async move {
                // Who is refused, or cut off, sees a closed connection.
                if *is_open.borrow()
                    && let Ok(mut server) = UnixStream::connect(socket).await
                {
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut client, &mut server) => {}
                        _ = is_open.wait_for(|open| !open) => {}
                    }
                }
            });
        }
    });
    Ok((format!("postgres://postgres@127.0.0.1:{port}/postgres"), line))
}

/// Some look on and read nothing of what they are told.
pub async fn silent_visitors(serve: Serve) -> Result<()> {
    let story = Story::new("Twenty spectators read nothing");
    let server = serve.start().await?;
    let site = Site::new(serve.address);
    let mut visitor = Visitor::come(&site, json!({"kind": "none"})).await?;
    story.tell(&format!("a game without them: {}", pace(&mut visitor, &server).await?));
    let mut visitor = Visitor::come(&site, json!({"kind": "none"})).await?;
    let mut silent = Vec::new();
    for _ in 0..20 {
        silent.push(site.socket(&visitor.table, None).await?);
    }
    let pace = pace(&mut visitor, &server).await?;
    story.tell(&format!("a game before twenty of them: {pace}"));
    visitor.check(&story).await?;
    tokio::time::sleep(HOUSE_PATIENCE + Duration::from_secs(2)).await;
    let mut socket = silent.swap_remove(0);
    let mut heard = 0;
    let ended = loop {
        match tokio::time::timeout(Duration::from_secs(1), socket.next()).await {
            Ok(Ok(Told::Reconnect)) => break "is asked to come back",
            Ok(Ok(_)) => heard += 1,
            Ok(Err(_)) => break "was let go, and comes back as after any lost connection",
            Err(_) => break "is up to date again",
        }
    };
    story.tell(&format!("one wakes up, reads {heard} messages, and {ended}"));
    drop(silent);
    server.kill().await
}

/// Plays a game as fast as it goes, and says how fast.
async fn pace(visitor: &mut Visitor<'_>, server: &Served) -> Result<String> {
    let mut times = Vec::new();
    while times.len() < MOST_MOVES && random_move(&visitor.game, &mut Random::new(1)).is_some() {
        let began = Instant::now();
        visitor.play_on(1).await?;
        times.push(began.elapsed());
    }
    times.sort();
    let at = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1e3;
    Ok(format!(
        "{} moves, a move takes {:.1} ms in the middle, {:.1} ms at most; {} MiB of memory",
        times.len(),
        at(50),
        at(100),
        process::memory(server.process()?)? >> 20
    ))
}

/// Somebody sends what makes no sense.
pub async fn rubbish(serve: Serve) -> Result<()> {
    let story = Story::new("A visitor sends rubbish");
    let server = serve.start().await?;
    let site = Site::new(serve.address);
    let mut visitor = Visitor::come(&site, json!({"kind": "none"})).await?;
    visitor.play_on(5).await?;
    let command = |action: &Value| {
        json!({"type": "command", "id": "a", "action": action})
            .to_string()
            .into()
    };
    let play = |text: &str, ply: u32| command(&json!({"type": "play", "move": text, "ply": ply}));
    let messages = [
        ("text that is no JSON", Message::text("hello")),
        ("nothing", Message::text("")),
        ("bytes", Message::binary([0, 255, 254].as_slice())),
        ("an unknown command", command(&json!({"type": "fly"}))),
        ("ten thousand brackets", Message::text("[".repeat(10_000))),
        ("a move that is none", play("z99", 5)),
        ("a move of long ago", play("a1", 0)),
        ("a megabyte", Message::text("x".repeat(1 << 20))),
    ];
    for (what, message) in messages {
        let mut socket = site.socket(&visitor.table, Some(&visitor.guest)).await?;
        socket.send(message).await?;
        let answer = loop {
            let told = tokio::time::timeout(PATIENCE, socket.next());
            match told.await.context("no answer")? {
                Ok(Told::Refused { error, .. }) => break format!("{}: {error}", error.code),
                Ok(Told::Done { .. }) => bail!("{what} was obeyed"),
                Ok(_) => {}
                Err(error) => break format!("{error:#}"),
            }
        };
        story.tell(&format!("{what}: {answer}"));
    }
    visitor.play_on(5).await?;
    visitor.check(&story).await?;
    server.kill().await
}

/// The system's clock is set back by an hour while a clock runs, and forward again. The library `libfaketime` does it.
pub async fn set_clock(serve: Serve) -> Result<()> {
    let story = Story::new("The system's clock is set back by an hour, and forward again");
    let setting = Path::new(&serve.database).with_file_name("time");
    std::fs::write(&setting, "+0")?;
    let mut through = faketime::through(&format!("FAKETIME_TIMESTAMP_FILE={}", setting.display()))?;
    through.push("FAKETIME_NO_CACHE=1".to_owned());
    let serve = Serve { through, ..serve };
    let server = serve.start().await?;
    let site = Site::new(serve.address);
    let clock = json!({"kind": "live", "initial": 60_000, "increment": 0});
    let mut visitor = Visitor::come(&site, clock).await?;
    let began = Instant::now();
    // Then both have played a turn, and the clocks run.
    visitor.play_on(3).await?;
    let mut before = 120.0;
    for (offset, what) in [
        ("+0", "right"),
        ("-3600", "set back by an hour"),
        ("+3600", "set forward by two hours"),
    ] {
        std::fs::write(&setting, offset)?;
        visitor.think(Duration::from_secs(2)).await?;
        visitor.play_on(2).await?;
        let [first, second] = left(&visitor).await?;
        let left = format!("the players have {first:.1} and {second:.1} s left");
        story.tell(&format!("two seconds with a clock that is {what}: {left}"));
        let used = before - first - second;
        ensure!((1.5..5.0).contains(&used), "the players were charged {used} s for two");
        before = first + second;
    }
    story.tell(&format!("the server takes it to be {}", site.date().await?));
    let (total, charged) = (began.elapsed().as_secs_f64(), 120.0 - before);
    story.tell(&format!(
        "the game has taken {total:.1} s, the players were charged {charged:.1} s"
    ));
    visitor.check(&story).await?;
    server.kill().await
}

/// What each player has left, in seconds.
async fn left(visitor: &Visitor<'_>) -> Result<[f64; 2]> {
    let (_, text) = visitor.site.get(&format!("/api/tables/{}", visitor.table)).await?;
    let snapshot: Value = serde_json::from_str(&text)?;
    let left: [f64; 2] = serde_json::from_value(snapshot["clocks"]["left"].clone()).context("no clocks")?;
    Ok(left.map(|milliseconds| milliseconds / 1000.0))
}

/// Tells what the operator reads.
fn tell_log(serve: &Serve, story: &Story) -> Result<()> {
    let log = std::fs::read_to_string(&serve.log)?;
    let mut lines: Vec<&str> = log.lines().collect();
    lines.dedup();
    story.tell(&format!("the log has {} lines; the first of them:", lines.len()));
    for line in lines.iter().take(4) {
        println!("          {line}");
    }
    Ok(())
}
