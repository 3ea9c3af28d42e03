//! One table at which the engine plays: look, answer offers, think, play, and wait until something happens.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use halte_engine::Limits;
use reqwest::Method;
use serde_json::{Value, json};

use super::{PAUSES, locked, say, text, wait_after};
use crate::failure::Failure;
use crate::fault::Fault;
use crate::program::{Clock, Program, UgiCommand};
use crate::site::{Site, SiteError};

/// How much longer than it should an engine may take.
const ENGINE_PATIENCE: Duration = Duration::from_secs(60);

/// How often in a row an engine may fail before its game is given up, and the pause before it is started again.
const ATTEMPTS: usize = 3;
const BEFORE_RESTART: Duration = Duration::from_millis(500);

/// The number of moves of a table about which nobody thinks.
const NOT_THINKING: u64 = u64::MAX;

/// Who plays: an account on a site, with an engine.
pub(super) struct Player {
    pub(super) site: Site,
    pub(super) engine: UgiCommand,
    /// How long to think where there is no clock.
    pub(super) limits: Limits,
    /// Whether the engine decides by the clock how long it thinks.
    pub(super) is_clock_told: bool,
}

/// A table at which the engine plays.
pub(super) struct Seat {
    pub(super) table: String,
    /// Whether something happened that has not been looked at.
    has_news: Mutex<bool>,
    woken: Condvar,
    /// Ends the engine's thought, because it is about nothing any more.
    is_idle: AtomicBool,
    /// The number of moves before the one that is thought about.
    thinking_about: AtomicU64,
}

/// The engine at a table, and what it thought last.
#[derive(Default)]
struct Engine<'s> {
    program: Option<Program<'s>>,
    score: Option<i64>,
    failures: usize,
}

impl Seat {
    pub(super) fn new(table: &str) -> Seat {
        Seat {
            table: table.to_owned(),
            has_news: Mutex::new(true),
            woken: Condvar::new(),
            is_idle: AtomicBool::new(false),
            thinking_about: AtomicU64::new(NOT_THINKING),
        }
    }

    /// Hears how the table is now.
    pub(super) fn hear(&self, is_playing: bool, moves: u64) {
        let thinking_about = self.thinking_about.load(Ordering::SeqCst);
        if thinking_about != NOT_THINKING && (!is_playing || thinking_about != moves) {
            self.is_idle.store(true, Ordering::SeqCst);
        }
        self.wake();
    }

    /// Makes whoever waits here look again.
    pub(super) fn wake(&self) {
        *locked(&self.has_news) = true;
        self.woken.notify_all();
    }

    /// Waits until something has happened since the last look.
    fn wait(&self) {
        let mut has_news = locked(&self.has_news);
        while !*has_news {
            has_news = self.woken.wait(has_news).unwrap_or_else(PoisonError::into_inner);
        }
        *has_news = false;
    }
}

impl Player {
    /// Starts the engine once, so that a mistake in its command is told before anybody sits down.
    pub(super) fn try_engine(&self) -> Result<(), Failure> {
        let never = AtomicBool::new(false);
        let started = Program::start(&self.engine, ENGINE_PATIENCE, &never);
        let failed = |fault: Fault| Failure::Usage(format!("the engine: {}", fault.detail));
        started.map(drop).map_err(failed)
    }

    /// Sits down on the free seat of a table, unless the account sits there already.
    pub(super) fn sit(&self, table: &str) -> Result<(), SiteError> {
        let snapshot = self.look(table)?;
        if !seats(&snapshot).is_empty() {
            return Ok(());
        }
        let free = |seat: &Value| seat.is_null();
        let places = snapshot["seats"].as_array();
        let place = match places.and_then(|seats| seats.iter().position(free)) {
            Some(1) => "second",
            // The site says why not, if no seat is free.
            _ => "first",
        };
        let sit = json!({"type": "sit", "seat": place, "number": number()});
        self.command(table, &snapshot, "sit", &sit)
    }

    /// Closes a table at which nobody else sits.
    pub(super) fn leave(&self, table: &str) {
        let leave = |snapshot| self.command(table, &snapshot, "leave", &json!({"type": "leave"}));
        let left = self.look(table).and_then(leave);
        if let Err(error) = left {
            say(&format!("table {table}: {error}"));
        }
    }

    /// Accepts another game, if the other player offers one.
    pub(super) fn accept_rematch(&self, table: &str) {
        let done = self.look(table).and_then(|snapshot| {
            let seats = seats(&snapshot);
            for offer in offers(&snapshot, &seats).filter(|offer| *offer == "rematch") {
                self.command(table, &snapshot, offer, &json!({"type": "accept", "offer": offer}))?;
            }
            Ok(())
        });
        if let Err(error) = done {
            say(&format!("table {table}: {error}"));
        }
    }

    /// Plays at a table until its game is over.
    pub(super) fn attend(&self, seat: &Seat) {
        let mut engine = Engine::default();
        let mut pause = PAUSES.0;
        loop {
            seat.wait();
            // A step may bring about the next one, as in a turn of several moves.
            loop {
                match self.step(seat, &mut engine) {
                    Ok(Step::Again) => {}
                    Ok(Step::Wait) => break,
                    Ok(Step::Over) => return,
                    Err(error @ SiteError::Refused { status: 404, .. }) => {
                        say(&format!("table {}: {error}", seat.table));
                        return;
                    }
                    // Things stand differently than a moment ago.
                    Err(SiteError::Refused { .. }) => break,
                    Err(error) => {
                        wait_after(&error, &mut pause);
                        continue;
                    }
                }
                pause = PAUSES.0;
            }
        }
    }

    /// Looks at a table and does one thing there.
    fn step<'s>(&self, seat: &'s Seat, engine: &mut Engine<'s>) -> Result<Step, SiteError> {
        let table = &seat.table;
        let snapshot = self.look(table)?;
        let seats = seats(&snapshot);
        let stage = text(&snapshot["stage"]);
        if stage == "over" {
            let ending = &snapshot["ending"];
            let result = match ending["result"].as_str() {
                None => "was broken off",
                Some("draw") => "was drawn",
                Some(winner) if seats.contains(&winner) => "was won",
                Some(_) => "was lost",
            };
            let reason = text(&ending["reason"]);
            say(&format!("table {table}: the game {result}: {reason}"));
            return Ok(Step::Over);
        }
        if let Some(offer) = offers(&snapshot, &seats).next() {
            let is_rated = snapshot["terms"]["rated"] == true;
            let answer = match offer {
                "takeback" | "pause" => !is_rated,
                // Whoever stands better plays on.
                "draw" => engine.score.is_some_and(|score| score <= 0),
                _ => true,
            };
            let answer = if answer { "accept" } else { "decline" };
            self.command(table, &snapshot, offer, &json!({"type": answer, "offer": offer}))?;
            return Ok(Step::Again);
        }
        let mut awaited = snapshot["cards"]["awaited"].as_array().into_iter().flatten().map(text);
        if awaited.any(|seat| seats.contains(&seat)) {
            let add = json!({"type": "add_number", "number": number()});
            self.command(table, &snapshot, "number", &add)?;
            return Ok(Step::Again);
        }
        if stage != "playing" || !seats.contains(&text(&snapshot["view"]["turn"])) {
            return Ok(Step::Wait);
        }
        let Some(text) = self.think(seat, engine, &snapshot) else {
            return Ok(Step::Again);
        };
        let played = match text {
            Some(text) => {
                let ply = moves(&snapshot).len();
                let play = json!({"type": "play", "move": text, "ply": ply});
                self.command(table, &snapshot, "play", &play)
            }
            None => {
                say(&format!(
                    "table {table}: the engine failed {ATTEMPTS} times, and gives up"
                ));
                self.command(table, &snapshot, "resign", &json!({"type": "resign"}))
            }
        };
        match played {
            Err(error) if error.is("illegal_move") || error.is("bad_move") => engine.fail(table, &error.to_string()),
            Ok(()) => engine.failures = 0,
            Err(error) => return Err(error),
        }
        Ok(Step::Again)
    }

    /// Asks the engine for a move: nothing if the position is not to be played any more or the engine failed, and no
    /// move if it failed too often.
    fn think<'s>(&self, seat: &'s Seat, engine: &mut Engine<'s>, snapshot: &Value) -> Option<Option<String>> {
        if engine.failures >= ATTEMPTS {
            return Some(None);
        }
        let moves = moves(snapshot);
        seat.thinking_about.store(moves.len() as u64, Ordering::SeqCst);
        let thought = self.thought(seat, engine, snapshot, &moves);
        seat.thinking_about.store(NOT_THINKING, Ordering::SeqCst);
        // An engine that was interrupted is in the middle of something: the next one begins anew.
        if seat.is_idle.swap(false, Ordering::SeqCst) {
            engine.program = None;
            return None;
        }
        match thought {
            Ok(text) => Some(Some(text)),
            Err(fault) => {
                engine.fail(&seat.table, &fault.to_string());
                None
            }
        }
    }

    fn thought<'s>(
        &self,
        seat: &'s Seat,
        engine: &mut Engine<'s>,
        snapshot: &Value,
        moves: &[&str],
    ) -> Result<String, Fault> {
        let program = match engine.program.take() {
            Some(program) => program,
            None => {
                let program = Program::start(&self.engine, ENGINE_PATIENCE, &seat.is_idle)?;
                program.send("uginewgame");
                program
            }
        };
        let program = engine.program.insert(program);
        let start = match snapshot["terms"]["start"].as_str() {
            Some(start) => format!("position fen {start}"),
            None => "position startpos".to_owned(),
        };
        let moves = moves.join(" ");
        let list = if moves.is_empty() { "" } else { " moves " };
        program.send(&format!("{start}{list}{moves}"));
        program.synchronise()?;
        let clocks = self.clocks(snapshot);
        let mut limits = self.limits;
        if clocks != [None, None] {
            limits.time = None;
        }
        let player = match text(&snapshot["view"]["turn"]) {
            "first" => halte_game::Player::First,
            _ => halte_game::Player::Second,
        };
        let thought = program.think(&limits, clocks, player)?;
        engine.score = thought.score.or(engine.score);
        Ok(thought.text)
    }

    /// What is left on the clocks. Games by days are played as those without a clock.
    fn clocks(&self, snapshot: &Value) -> [Option<Clock>; 2] {
        let terms = &snapshot["terms"]["clock"];
        [0, 1].map(|index| {
            let milliseconds = |value: &Value| value.as_u64().map(Duration::from_millis);
            let left = milliseconds(&snapshot["clocks"]["left"][index])?;
            let increment = milliseconds(&terms["increment"])?;
            self.is_clock_told.then_some(Clock { left, increment })
        })
    }

    /// How a table is now.
    fn look(&self, table: &str) -> Result<Value, SiteError> {
        self.site.get(&format!("/api/tables/{table}"))
    }

    /// Does something at a table. However often it is sent, it acts once.
    fn command(&self, table: &str, snapshot: &Value, name: &str, action: &Value) -> Result<(), SiteError> {
        let id = format!("{name} {}", snapshot["version"]);
        let (path, body) = (
            format!("/api/tables/{table}/commands"),
            json!({"id": id, "action": action}),
        );
        let mut pause = PAUSES.0;
        loop {
            match self.site.send(Method::POST, &path, &body) {
                Err(error @ (SiteError::Away(_) | SiteError::Busy(_))) => wait_after(&error, &mut pause),
                sent => return sent.map(drop),
            }
        }
    }
}

impl Engine<'_> {
    /// Notes that the engine failed, and has it started again.
    fn fail(&mut self, table: &str, reason: &str) {
        say(&format!("table {table}: the engine failed: {reason}"));
        self.program = None;
        self.failures += 1;
        thread::sleep(BEFORE_RESTART);
    }
}

/// What comes after a step.
enum Step {
    /// Perhaps there is more to do.
    Again,
    /// Nothing, until something happens.
    Wait,
    /// Nothing any more.
    Over,
}

/// What is added to the secret of a table's cards.
fn number() -> String {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).expect("the system has a random generator");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The seats of the one who looks.
fn seats(snapshot: &Value) -> Vec<&str> {
    snapshot["yours"].as_array().into_iter().flatten().map(text).collect()
}

/// The moves that have been played, drawn cards too.
fn moves(snapshot: &Value) -> Vec<&str> {
    let moves = snapshot["moves"].as_array().into_iter().flatten();
    moves.map(|made| text(&made["move"])).collect()
}

/// What others offer to those who have these seats.
fn offers<'s>(snapshot: &'s Value, seats: &[&str]) -> impl Iterator<Item = &'s str> {
    let offers = snapshot["offers"].as_array().into_iter().flatten();
    let others = offers.filter(|made| !seats.contains(&text(&made["by"])));
    others.map(|made| text(&made["offer"]))
}
