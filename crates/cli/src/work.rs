//! `halte work`: this machine thinks for the engines of a server elsewhere.
//!
//! Each thread asks the server for something to think about, gives signs of life while it thinks, and answers. Whatever goes
//! wrong, the server gives the job to another.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use halte_answers::tables::{Errand, Matter};
use halte_engine::SystemClock;
use halte_table::Action;
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::arguments::{MOST_THREADS, number};
use crate::failure::Failure;
use crate::site::{self, Site, SiteError};

const AFTER_HELP: &str = "\
The token is one that the server's configuration names as work_token. It is
best read from a file or from HALTE_WORK_TOKEN: a command line is seen by
everybody on the machine.

A worker is told positions and levels, and not who plays. If it is gone,
the server asks another. Ctrl-C gives back what is not
done; a move that comes at that very moment is given on after 15 seconds.

Example:
  halte work --server https://play.example.org --token-file token --threads 4";

/// Think for the engines of a server on another machine
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// The address of the site
    #[arg(long, value_name = "ADDRESS", value_parser = NonEmptyStringValueParser::new())]
    server: String,
    /// A file with nothing but the token; otherwise HALTE_WORK_TOKEN is it
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// The token itself
    #[arg(long, value_name = "TOKEN", conflicts_with = "token_file")]
    token: Option<String>,
    /// How many jobs to do at once; as many as there are processors if not given
    #[arg(long, value_name = "N", value_parser = number::<u64>)]
    threads: Option<u64>,
}

/// How often the server hears that a job is still being done.
const PULSE: Duration = Duration::from_secs(4);

/// How often a search looks whether the program shall end.
const LOOK: Duration = Duration::from_millis(50);

/// How long to wait before a server that is away is asked again: at first, and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(10));

/// Something to think about, as the server tells it.
#[derive(Deserialize)]
struct Work {
    errand: Errand,
}

/// What all threads share.
struct Office {
    site: Site,
    /// Whether the program shall end.
    is_ending: AtomicBool,
    /// Held by whoever has a job.
    working: RwLock<()>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let token = match &arguments.token {
        Some(token) => token.clone(),
        None => site::token(arguments.token_file.as_deref(), "HALTE_WORK_TOKEN")?,
    };
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get) as u64;
    let threads = arguments.threads.unwrap_or(cores).clamp(1, MOST_THREADS);
    let office = Arc::new(Office {
        site: Site::new(&arguments.server, &format!("Bearer {token}"))?,
        is_ending: AtomicBool::new(false),
        working: RwLock::new(()),
    });
    let (end, ended) = mpsc::channel();
    let interrupted = end.clone();
    // Without it Ctrl-C ends the program at once: the server notices after a while.
    let _ = ctrlc::set_handler(move || {
        let _ = interrupted.send(None);
    });
    say(&format!("works for {}, {threads} at once", office.site.address()));
    for _ in 0..threads {
        let (office, end) = (Arc::clone(&office), end.clone());
        thread::spawn(move || office.work(&end));
    }
    let reason = ended.recv().unwrap_or_default();
    office.is_ending.store(true, Ordering::SeqCst);
    // Whoever has a job gives it back first.
    drop(office.working.write().unwrap_or_else(PoisonError::into_inner));
    match reason {
        Some(reason) => Err(Failure::Usage(format!("the server: {reason}"))),
        None => Ok(()),
    }
}

impl Office {
    /// What a thread does all day. It says why if there is no use in going on.
    fn work(&self, end: &Sender<Option<String>>) {
        let mut pause = PAUSES.0;
        loop {
            match self.site.send(Method::POST, "/api/work", &json!({})) {
                Ok(Value::Null) => pause = PAUSES.0,
                Ok(told) => {
                    pause = PAUSES.0;
                    let working = self.working.read().unwrap_or_else(PoisonError::into_inner);
                    let taken = self.take(told);
                    drop(working);
                    if let Err(reason) = taken {
                        say(&reason);
                        thread::sleep(PAUSES.1);
                    }
                }
                Err(SiteError::Busy(time)) => {
                    say(&format!(
                        "the server wants to be asked again in {} seconds",
                        time.as_secs()
                    ));
                    thread::sleep(time);
                }
                Err(SiteError::Away(reason)) => {
                    say(&format!("the server is away: {reason}"));
                    thread::sleep(pause);
                    pause = PAUSES.1.min(pause * 2);
                }
                Err(error) => {
                    // The program may be about to end.
                    let _ = end.send(Some(error.to_string()));
                    return;
                }
            }
        }
    }

    /// Does what the server told, or says why not.
    fn take(&self, told: Value) -> Result<(), String> {
        let path = format!("/api/work/{}", told["job"].as_str().unwrap_or_default());
        let work: Work = serde_json::from_value(told).map_err(|error| {
            // Another worker may understand it. If the server does not hear that, it notices.
            let _ = self.site.delete(&path);
            format!("the server speaks another language: {error}")
        })?;
        let begun = Instant::now();
        let name = name(&work.errand);
        let answer = match self.think(&work.errand, &path) {
            Thought::Answer(action) => action,
            Thought::Unwanted => {
                say(&format!("{name}: nobody waits for it any more"));
                return Ok(());
            }
            Thought::Failed(reason) => {
                // If the server does not hear it, it notices.
                let _ = self.site.delete(&path);
                return Err(format!("{name}: given back: {reason}"));
            }
            Thought::Ending => {
                let _ = self.site.delete(&path);
                say(&format!("{name}: given back"));
                return Ok(());
            }
        };
        let body = serde_json::to_value(&answer).unwrap_or_default();
        let time = begun.elapsed().as_secs_f64();
        match self.hand_in(&path, &body) {
            Ok(_) => say(&format!("{name}: {} ({time:.1} s)", shown(&answer))),
            Err(error) => say(&format!("{name}: not taken: {error}")),
        }
        Ok(())
    }

    /// Hands an answer in, for as long as somebody may wait for it.
    fn hand_in(&self, path: &str, body: &Value) -> Result<Value, SiteError> {
        let (begun, mut pause) = (Instant::now(), PAUSES.0);
        loop {
            match self.site.send(Method::POST, path, body) {
                Err(SiteError::Away(_)) if begun.elapsed() < PAUSES.1 => {
                    thread::sleep(pause);
                    pause *= 2;
                }
                handed_in => return handed_in,
            }
        }
    }

    /// Thinks about an errand, and meanwhile gives signs of life.
    fn think(&self, errand: &Errand, path: &str) -> Thought {
        let brief = match errand.brief() {
            Ok(brief) => brief,
            Err(error) => return Thought::Failed(error.to_string()),
        };
        let (stop, is_unwanted) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        // Not waited for: an answer to a sign of life may take longer than the job.
        let (done, is_done) = mpsc::channel::<()>();
        let (site, path) = (self.site.clone(), format!("{path}/beat"));
        let (stopped, unwanted) = (Arc::clone(&stop), Arc::clone(&is_unwanted));
        thread::spawn(move || {
            while is_done.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
                let beat = site.send(Method::POST, &path, &json!({}));
                if matches!(beat, Err(SiteError::Refused { .. })) {
                    unwanted.store(true, Ordering::SeqCst);
                    stopped.store(true, Ordering::SeqCst);
                }
            }
        });
        let found = thread::scope(|scope| {
            let (found, is_found) = mpsc::channel::<()>();
            let stop = &stop;
            scope.spawn(move || {
                while is_found.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                    if self.is_ending.load(Ordering::SeqCst) {
                        stop.store(true, Ordering::SeqCst);
                    }
                }
            });
            let think = AssertUnwindSafe(|| brief.answer(&SystemClock::new(), stop));
            let answer = catch_unwind(think);
            drop(found);
            answer
        });
        drop(done);
        match found {
            _ if is_unwanted.load(Ordering::SeqCst) => Thought::Unwanted,
            // A search that was broken off may say something all the same, which is weaker than its level.
            _ if stop.load(Ordering::SeqCst) => Thought::Ending,
            Ok(Some(action)) => Thought::Answer(action),
            _ => Thought::Failed("the search failed".to_owned()),
        }
    }
}

/// What comes of thinking.
enum Thought {
    Answer(Action),
    /// The server said so.
    Unwanted,
    /// The program shall end.
    Ending,
    Failed(String),
}

/// A job, for whoever looks on.
fn name(errand: &Errand) -> String {
    let matter = match errand.matter {
        Matter::Move => "a move",
        Matter::Draw => "an offered draw",
    };
    let (line, level) = (&errand.line, errand.level);
    format!("{matter} of {}, level {level}, after {}", line.game, line.moves.len())
}

/// An answer, for whoever looks on.
fn shown(answer: &Action) -> &str {
    match answer {
        Action::Play { text, .. } => text,
        Action::Accept { .. } => "accepted",
        _ => "declined",
    }
}

/// Says what is going on.
fn say(line: &str) {
    // Whoever started it may have closed its output: it works on.
    let _ = writeln!(io::stdout(), "{line}");
}
