//! `halte bridge`: an outside engine plays on a site, by the account's API token.
//!
//! One thread hears the site's stream of what changes at the account's tables and connects again when it is lost. Each
//! table has a thread and an engine of its own, in `seat.rs`; this one decides which tables there are.

mod seat;

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::Duration;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use halte_engine::Limits;
use halte_games::AnyOptions;
use reqwest::Method;
use serde_json::{Value, json};

use self::seat::{Player, Seat};
use crate::arguments::{GameArguments, number};
use crate::failure::Failure;
use crate::program::{Clock, UgiCommand, milliseconds};
use crate::site::{self, Site, SiteError};

const AFTER_HELP: &str = "\
The token is made on the site (POST /api/tokens) and read from a file or
from HALTE_TOKEN: a command line is seen by everybody on the machine.

The engine is told the clocks, sees drawn cards as moves, and is started
again if it ends. An opponent may take back moves of games that are not
rated; a draw is accepted unless the engine thinks that it stands better.

Examples:
  halte bridge https://play.example.org mixtour --token-file token \\
    -- my-engine --fast
  halte bridge http://localhost:8080 move --nodes 5000 \\
    --join https://play.example.org/table/5xXo2bNIwGS7 -- halte ugi move";

/// Let a UGI engine play on a site
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// The site's address
    #[arg(value_name = "SITE", value_parser = NonEmptyStringValueParser::new())]
    site: String,
    #[command(flatten)]
    game: GameArguments,
    /// A file with nothing but the API token; otherwise HALTE_TOKEN is it
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Sit down at a table, by its name or its address; may be given several times
    #[arg(long, value_name = "TABLE")]
    join: Vec<String>,
    /// How many games to play at once: so many tables are opened in the lobby, 1 or with --join none
    #[arg(long, value_name = "N", value_parser = number::<usize>)]
    tables: Option<usize>,
    /// End after so many games
    #[arg(long, value_name = "N", value_parser = number::<usize>)]
    games: Option<usize>,
    /// Where to sit at a table that is opened
    #[arg(long, value_enum, default_value_t = Place::Lot)]
    seat: Place,
    /// The clock of a table that is opened: seconds for the game and for each turn; otherwise none
    #[arg(long, value_name = "300+3")]
    clock: Option<Clock>,
    /// Play for ratings at tables that are opened
    #[arg(long)]
    rated: bool,
    /// Milliseconds for a move of a game without a clock
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = number::<u64>)]
    time: u64,
    /// Nodes for a move, instead of a time or the clock
    #[arg(long, value_name = "N", value_parser = number::<u64>)]
    nodes: Option<u64>,
    /// An option of the engine, sent as setoption; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option: Vec<(String, String)>,
    /// The engine: a program that speaks UGI, and its arguments
    #[arg(last = true, required = true, value_name = "ENGINE")]
    engine: Vec<String>,
}

/// Where to sit.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Place {
    First,
    Second,
    Lot,
}

/// Reads `NAME=VALUE`.
fn option(text: &str) -> Result<(String, String), &'static str> {
    let (name, value) = text.split_once('=').ok_or("it is not written NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// How long to wait before a site that is away is asked again: at first, and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(30));

/// Something that the bridge hears of.
enum News {
    /// The stream begins, perhaps once more.
    Connected,
    /// A table, as it is now.
    Table(Value),
    /// The game at a table is over.
    Finished(String),
    /// The account's token is worth nothing, or the like: there is no use in going on.
    Hopeless(String),
    /// The user wants it to end.
    Stop,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let options = arguments.game.options()?;
    let token = site::token(arguments.token_file.as_deref(), "HALTE_TOKEN")?;
    let site = Site::new(&arguments.site, &format!("Bearer {token}"))?;
    let session = site.get("/api/session").map_err(|error| failure(&error))?;
    say(&format!("plays as {}", text(&session["account"]["name"])));
    let (news, heard) = mpsc::channel();
    let stop = news.clone();
    // Without it Ctrl-C ends the program at once, which is as well.
    let _ = ctrlc::set_handler(move || {
        let _ = stop.send(News::Stop);
    });
    let time = Duration::from_millis(arguments.time.max(1));
    let player = Player {
        site,
        engine: UgiCommand {
            words: arguments.engine.clone(),
            options: arguments.option.clone(),
        },
        limits: arguments.nodes.map_or(Limits::time(time), Limits::nodes),
        is_clock_told: arguments.nodes.is_none(),
    };
    player.try_engine()?;
    let mut bridge = Bridge {
        player: Arc::new(player),
        options,
        arguments,
        news,
        seats: HashMap::new(),
        strange: HashSet::new(),
        finished: HashSet::new(),
    };
    bridge.join()?;
    let (site, news) = (bridge.player.site.clone(), bridge.news.clone());
    thread::spawn(move || listen(&site, &news));
    let ended = bridge.serve(&heard);
    bridge.leave();
    ended
}

fn failure(error: &SiteError) -> Failure {
    Failure::Usage(format!("the site: {error}"))
}

/// A text of an answer.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Says what is going on.
fn say(line: &str) {
    // Whoever started it may have closed its output: it plays on.
    let _ = writeln!(io::stdout(), "{line}");
}

/// Hears the site's stream, and connects again when it is lost.
fn listen(site: &Site, news: &Sender<News>) {
    let mut pause = PAUSES.0;
    loop {
        match site.follow("/api/me/events") {
            Ok(stream) => {
                pause = PAUSES.0;
                if news.send(News::Connected).is_err() {
                    return;
                }
                for line in stream.lines() {
                    // Lines that are no data are signs of life.
                    let Ok(line) = line else { break };
                    let summary = line.strip_prefix("data:").map(serde_json::from_str);
                    if let Some(Ok(summary)) = summary
                        && news.send(News::Table(summary)).is_err()
                    {
                        return;
                    }
                }
            }
            Err(error @ SiteError::Refused { .. }) => {
                let _ = news.send(News::Hopeless(error.to_string()));
                return;
            }
            Err(error) => say(&format!("the site is away: {error}")),
        }
        thread::sleep(pause);
        pause = PAUSES.1.min(pause * 2);
    }
}

/// All that is going on.
struct Bridge<'a> {
    player: Arc<Player>,
    options: AnyOptions,
    arguments: &'a Arguments,
    news: Sender<News>,
    /// The tables that have a thread.
    seats: HashMap<String, Arc<Seat>>,
    /// The account's tables of other games, which are told once.
    strange: HashSet<String>,
    finished: HashSet<String>,
}

impl Bridge<'_> {
    /// Sits down at the tables that were named.
    fn join(&self) -> Result<(), Failure> {
        for named in &self.arguments.join {
            let table = named.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
            let seated = self.player.sit(table);
            seated.map_err(|error| Failure::Usage(format!("table {table}: {error}")))?;
        }
        Ok(())
    }

    /// Plays until it is told to end, or all games are played.
    fn serve(&mut self, heard: &Receiver<News>) -> Result<(), Failure> {
        for news in heard {
            match news {
                News::Connected => {
                    // Whatever happened meanwhile.
                    self.seats.values().for_each(|seat| seat.wake());
                    self.open_tables();
                }
                News::Table(summary) => self.hear(&summary),
                News::Finished(table) => {
                    self.seats.remove(&table);
                    // It may have been offered before the end was heard of here.
                    self.play_again(&table);
                    self.finished.insert(table);
                    if self.is_done() {
                        return Ok(());
                    }
                    self.open_tables();
                }
                News::Hopeless(reason) => return Err(Failure::Usage(format!("the site: {reason}"))),
                News::Stop => return Ok(()),
            }
        }
        Ok(())
    }

    /// Whether all games have been played.
    fn is_done(&self) -> bool {
        let most = self.arguments.games;
        most.is_some_and(|most| self.finished.len() >= most && self.seats.is_empty())
    }

    /// Hears how a table of the account is now.
    fn hear(&mut self, summary: &Value) {
        let table = text(&summary["table"]);
        let variant = summary["variant"].as_str().map(str::to_owned);
        if text(&summary["game"]) != self.options.game().to_string() || variant != self.options.variant() {
            if self.strange.insert(table.to_owned()) {
                say(&format!("table {table}: another game, which is left alone"));
            }
            return;
        }
        let moves = summary["moves"].as_u64().unwrap_or_default();
        if let Some(seat) = self.seats.get(table) {
            seat.hear(text(&summary["state"]) == "playing", moves);
            return;
        }
        if self.finished.contains(table) {
            self.play_again(table);
            return;
        }
        let seat = Arc::new(Seat::new(table));
        self.seats.insert(table.to_owned(), Arc::clone(&seat));
        let (player, news) = (Arc::clone(&self.player), self.news.clone());
        thread::spawn(move || {
            player.attend(&seat);
            // The bridge may have ended.
            let _ = news.send(News::Finished(seat.table.clone()));
        });
    }

    /// Accepts another game with the same player, if they want one.
    fn play_again(&self, table: &str) {
        if self.arguments.games.is_none() {
            self.player.accept_rematch(table);
        }
    }

    /// Opens tables until there are as many as wanted.
    fn open_tables(&self) {
        let arguments = self.arguments;
        let wanted = arguments.tables.unwrap_or(usize::from(arguments.join.is_empty()));
        let most = arguments.games.unwrap_or(usize::MAX);
        let wanted = wanted.min(most.saturating_sub(self.finished.len()));
        let opened = self.unfinished().and_then(|unfinished| {
            for _ in unfinished..wanted {
                let body = json!({"terms": self.terms(), "number_follows": true});
                let opened = self.player.site.send(Method::POST, "/api/tables", &body)?;
                say(&format!("table {}: opened", text(&opened["table"])));
            }
            Ok(())
        });
        if let Err(error) = opened {
            say(&format!("no table could be opened: {error}"));
        }
    }

    /// How many tables of this game the account sits at.
    fn unfinished(&self) -> Result<usize, SiteError> {
        Ok(self.tables("waiting")?.len() + self.tables("playing")?.len())
    }

    fn tables(&self, state: &str) -> Result<Vec<String>, SiteError> {
        let game = self.options.game();
        let variant = self.options.variant().map(|name| format!("&variant={name}"));
        let variant = variant.unwrap_or_default();
        let path = format!("/api/me/tables?limit=200&state={state}&game={game}{variant}");
        let page = self.player.site.get(&path)?;
        let tables = page["tables"].as_array().into_iter().flatten();
        Ok(tables.map(|table| text(&table["table"]).to_owned()).collect())
    }

    /// What is proposed at a table that is opened.
    fn terms(&self) -> Value {
        let (own, other) = (json!({"kind": "opener"}), json!({"kind": "anyone"}));
        let seats = match self.arguments.seat {
            Place::First | Place::Lot => [own, other],
            Place::Second => [other, own],
        };
        let clock = match self.arguments.clock {
            None => json!({"kind": "none"}),
            Some(Clock { left, increment }) => {
                json!({"kind": "live", "initial": milliseconds(left), "increment": milliseconds(increment)})
            }
        };
        json!({
            "game": self.options.to_string(),
            "seats": seats,
            "by_lot": self.arguments.seat == Place::Lot,
            "clock": clock,
            "listed": true,
            "rated": self.arguments.rated,
        })
    }

    /// Closes the tables at which nobody has sat down, as nobody would play there.
    fn leave(&self) {
        for table in self.tables("waiting").unwrap_or_default() {
            self.player.leave(&table);
        }
    }
}

/// Waits as long as a site that did not answer wants.
fn wait_after(error: &SiteError, pause: &mut Duration) {
    match error {
        SiteError::Busy(time) => thread::sleep(*time),
        SiteError::Away(_) | SiteError::Refused { .. } => {
            thread::sleep(*pause);
            *pause = PAUSES.1.min(*pause * 2);
        }
    }
}

/// What a lock guards, whoever panicked with it.
fn locked<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
