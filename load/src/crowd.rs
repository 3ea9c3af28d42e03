//! What many visitors have in common while something is killed around them: how things are, what any of them was told at
//! which table, and what was counted.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use halte_game::Random;
use halte_games::AnyOptions;
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::listener::listen;
use crate::site::{Event, Opponent, Result, Site, Trouble};
use crate::visitor::{Role, Visitor};

/// How long a visitor waits for a server that is there, or for the next thing to happen.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// How many moves after the last outage show that a game goes on.
const MOVES_AFTERWARDS: usize = 4;

/// How things are now.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// There is no server.
    Gone,
    /// There is one, started for the so-manieth time.
    There(u32),
    /// Something is killed again and again: nobody wonders about anything that mends itself.
    Stormy,
    /// Nothing is killed any more.
    Closing,
}

/// How the visitors are.
#[derive(Clone)]
pub struct Habits {
    /// How many look on at each table.
    pub spectators: usize,
    /// Whether one player of each game also hears on a stream what changes at their tables.
    pub listens: bool,
    /// How long a player thinks at most.
    pub thinking: Duration,
    /// One move in so many is accompanied by a remark; 0 if nobody says anything.
    pub moves_per_remark: usize,
    /// By how much the clock may charge a player more than they needed; none if nobody looks at it.
    pub tolerance: Option<Duration>,
}

/// What is counted.
#[derive(Default)]
pub struct Tally {
    /// Moves that somebody was told.
    pub moves: AtomicU64,
    /// Commands that had been kept although their answer was lost.
    pub unanswered: AtomicU64,
    /// Remarks, and rematches that were agreed on.
    pub remarks: AtomicU64,
    /// The same.
    pub rematches: AtomicU64,
    /// How long it took from a lost connection to the first thing told on the next.
    pub returns: Samples,
    /// How much later than the first of them somebody was told of an event, on a connection that held.
    pub delays: Samples,
    /// How much more than a player needed was taken off the clock.
    pub excesses: Samples,
    /// How long players needed once clocks ran, and how much of that was not taken off though it was neither lag nor excused.
    pub needs: Samples,
    /// The same.
    pub gifts: Samples,
}

/// Times that were measured.
#[derive(Default)]
pub struct Samples(Mutex<Vec<Duration>>);

impl Samples {
    /// One more.
    pub fn add(&self, sample: Duration) {
        lock(&self.0).push(sample);
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        lock(&self.0).len()
    }

    /// All of them together.
    #[must_use]
    pub fn sum(&self) -> Duration {
        lock(&self.0).iter().sum()
    }

    /// All of them, the shortest first.
    #[must_use]
    pub fn sorted(&self) -> Sorted {
        Sorted::new(lock(&self.0).clone())
    }
}

/// Times, the shortest first.
pub struct Sorted(Vec<Duration>);

impl Sorted {
    /// Sorts times.
    #[must_use]
    pub fn new(mut samples: Vec<Duration>) -> Sorted {
        samples.sort_unstable();
        Sorted(samples)
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The one that this share of all do not exceed, in milliseconds.
    #[must_use]
    pub fn at(&self, share: f64) -> f64 {
        let index = (self.0.len() as f64 * share) as usize;
        let sample = self.0.get(index).or(self.0.last());
        sample.map_or(f64::NAN, |sample| sample.as_secs_f64() * 1000.0)
    }
}

/// All visitors, and what they know.
pub struct Crowd {
    /// Where they go.
    pub site: Site,
    /// How they are.
    pub habits: Habits,
    /// What was counted.
    pub tally: Tally,
    state: watch::Receiver<State>,
    rooms: Mutex<BTreeMap<String, Arc<Room>>>,
    findings: Mutex<Vec<String>>,
    blows: Mutex<Vec<(Instant, &'static str)>>,
}

impl Crowd {
    /// Nobody yet.
    #[must_use]
    pub fn new(site: Site, habits: Habits, state: watch::Receiver<State>) -> Arc<Crowd> {
        Arc::new(Crowd {
            site,
            habits,
            state,
            tally: Tally::default(),
            rooms: Mutex::default(),
            findings: Mutex::default(),
            blows: Mutex::default(),
        })
    }

    /// How things are, and will be.
    #[must_use]
    pub fn state(&self) -> watch::Receiver<State> {
        self.state.clone()
    }

    /// Waits until there is a server.
    pub async fn there(&self) -> Result<State> {
        let mut state = self.state();
        let there = state.wait_for(|state| *state != State::Gone);
        let there = tokio::time::timeout(PATIENCE, there).await.context("no server")?;
        Ok(*there.context("nobody knows how things are")?)
    }

    /// Whether a visitor who came when things were so may be sent away. Whoever kills a server says so before.
    #[must_use]
    pub fn excuses(&self, before: State) -> bool {
        before == State::Stormy || *self.state.borrow() != before
    }

    /// Does something that fails when a server is killed, until it succeeds; a failure without a reason is one.
    pub async fn insist<T, Asked: Future<Output = Result<T>>>(&self, ask: impl Fn() -> Asked) -> Result<T> {
        let began = Instant::now();
        loop {
            let before = self.there().await?;
            match ask().await {
                Err(Trouble::Away(error)) if self.excuses(before) => self.bear(began, error)?,
                Err(Trouble::Away(error)) => return Err(Trouble::Wrong(error)),
                done => return done,
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Bears an outage that began then, unless it takes too long.
    pub fn bear(&self, began: Instant, error: anyhow::Error) -> Result<()> {
        if began.elapsed() > PATIENCE {
            return Err(Trouble::Wrong(error.context("nobody has answered for a minute")));
        }
        Ok(())
    }

    /// The so-manieth table of some people, which is known by its name.
    pub fn room(&self, table: &str, number: usize) -> Arc<Room> {
        let mut rooms = lock(&self.rooms);
        let room = rooms.entry(table.to_owned());
        Arc::clone(room.or_insert_with(|| Arc::new(Room::new(table, number))))
    }

    /// All tables at which anybody was told anything.
    #[must_use]
    pub fn rooms(&self) -> Vec<Arc<Room>> {
        lock(&self.rooms).values().cloned().collect()
    }

    /// Notes that something is killed now.
    pub fn note_blow(&self, name: &'static str) {
        lock(&self.blows).push((Instant::now(), name));
    }

    /// What was killed since a moment, and when.
    #[must_use]
    pub fn blows_since(&self, moment: Instant) -> Vec<(Instant, &'static str)> {
        let blows = lock(&self.blows);
        blows.iter().filter(|(at, _)| *at >= moment).copied().collect()
    }

    /// Notes something that must not be, but does not keep anybody from going on.
    pub fn note_finding(&self, finding: String) {
        lock(&self.findings).push(finding);
    }

    /// What was noted.
    #[must_use]
    pub fn findings(&self) -> Vec<String> {
        lock(&self.findings).clone()
    }

    /// Checks that a site has everything that anybody was told at a table, once and in order.
    pub async fn check(&self, room: &Room, site: &Site) -> Result<()> {
        let least = room.least();
        let events = site.events(&room.table, 0).await?;
        Ok(room.check(&events, least)?)
    }

    /// Waits until so many moves more were played.
    pub async fn have_played(&self, moves: u64) {
        let enough = self.tally.moves.load(Ordering::Relaxed) + moves;
        while self.tally.moves.load(Ordering::Relaxed) < enough {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Two people, or one and an engine, who play one game after the other, and those who look on.
    pub async fn attend(self: Arc<Crowd>, number: usize) -> Result<()> {
        let played = AnyOptions::all();
        let game = &played[number % played.len()].to_string();
        // A quarter of all, of each game some, all of which have a clock.
        let opponent = match (number / played.len()) % 4 {
            3 => Opponent::Engine(1),
            _ => Opponent::Anyone,
        };
        // Half of all have a clock, of each game some, which nobody needs to fear.
        let clock = match (number / played.len()) % 2 {
            0 => json!({"kind": "none"}),
            _ => json!({"kind": "live", "initial": 3_600_000, "increment": 0}),
        };
        let site = &self.site;
        let mut guests = vec![self.insist(|| site.guest()).await?];
        let open = || site.open_table(&guests[0], game, opponent, clock.clone());
        let table = &self.insist(open).await?;
        if opponent == Opponent::Anyone {
            let guest = self.insist(|| site.guest()).await?;
            self.insist(|| site.sit(&guest, table)).await?;
            guests.push(guest);
        }
        let party = Arc::new(Party::new(game));
        let mut visitors = JoinSet::new();
        let guest = guests.last().filter(|_| self.habits.listens).cloned();
        if let Some(guest) = guest {
            visitors.spawn(listen(Arc::clone(&self), Arc::clone(&party), guest));
        }
        let players = guests.into_iter().enumerate();
        let players = players.map(|(seat, guest)| Role::Player { seat, guest });
        let spectators = (0..self.habits.spectators).map(|_| Role::Spectator);
        for (place, role) in players.chain(spectators).enumerate() {
            let random = Random::new((number * 16 + place) as u64);
            let visitor = Visitor::new(Arc::clone(&self), Arc::clone(&party), role, random);
            let table = table.clone();
            visitors.spawn(async move { visitor.attend(table).await });
        }
        while let Some(visitor) = visitors.join_next().await {
            visitor.map_err(anyhow::Error::from)??;
        }
        Ok(())
    }
}

/// Those who meet at one table after the other.
pub struct Party {
    /// What they play.
    pub game: String,
    /// Their last table, by its number, and the moves after which they leave it.
    last: Mutex<Option<(usize, usize)>>,
    left: watch::Sender<Option<LastTable>>,
}

/// The table that people left in the end and the moves that were played there, unless the game was over.
type LastTable = Option<(String, usize)>;

impl Party {
    /// People who will play this.
    #[must_use]
    pub fn new(game: &str) -> Party {
        Party {
            game: game.to_owned(),
            last: Mutex::default(),
            left: watch::Sender::default(),
        }
    }

    /// The table that they have left, once they have.
    #[must_use]
    pub fn left(&self) -> watch::Receiver<Option<LastTable>> {
        self.left.subscribe()
    }

    /// Whether somebody leaves a table at which so many moves were played, now that everybody does: the first one to ask
    /// decides where they stop.
    pub fn leaves(&self, room: &Room, moves: usize, is_over: bool) -> bool {
        let goal = moves + MOVES_AFTERWARDS;
        let (last, goal) = *lock(&self.last).get_or_insert((room.number, goal));
        let is_last = room.number == last && (is_over || moves >= goal);
        if is_last {
            let table = (!is_over).then(|| (room.table.clone(), moves));
            self.left.send_replace(Some(table));
        }
        room.number > last || is_last
    }
}

/// A table, and what anybody was told there.
pub struct Room {
    /// Its name.
    pub table: String,
    /// The so-manieth of its people.
    pub number: usize,
    ledger: Mutex<Ledger>,
}

/// What was told.
#[derive(Default)]
struct Ledger {
    /// Each event by its digest, and when the first one was told.
    told: Vec<(u64, Instant)>,
    /// How many events there are at the least, by what was acknowledged.
    acknowledged: u64,
}

impl Room {
    fn new(table: &str, number: usize) -> Room {
        Room {
            table: table.to_owned(),
            number,
            ledger: Mutex::default(),
        }
    }

    /// Somebody was told of an event: since when others know it, if they do. Everybody is told the same.
    pub fn tell(&self, event: &Event) -> anyhow::Result<Option<Instant>> {
        let (digest, mut ledger) = (event.digest(), lock(&self.ledger));
        let place = usize::try_from(event.version)?;
        match ledger.told.get(place) {
            Some((known, since)) => {
                ensure!(
                    *known == digest,
                    "somebody else was told another event {}",
                    event.version
                );
                Ok(Some(*since))
            }
            None => {
                ensure!(place == ledger.told.len(), "event {} was left out", ledger.told.len());
                ledger.told.push((digest, Instant::now()));
                Ok(None)
            }
        }
    }

    /// Somebody was told that a command is done, up to this event.
    pub fn acknowledge(&self, version: u64) {
        let mut ledger = lock(&self.ledger);
        ledger.acknowledged = ledger.acknowledged.max(version + 1);
    }

    /// How many events there are at the least, by what anybody was told.
    #[must_use]
    pub fn least(&self) -> u64 {
        let ledger = lock(&self.ledger);
        ledger.acknowledged.max(ledger.told.len() as u64)
    }

    /// Checks that what is kept has everything that was told, once and in order. There were `least` events when somebody
    /// asked for it.
    pub fn check(&self, kept: &[Event], least: u64) -> anyhow::Result<()> {
        let (table, count) = (&self.table, kept.len() as u64);
        for (event, version) in kept.iter().zip(0..) {
            ensure!(
                event.version == version,
                "table {table}: event {version} is missing, or there twice"
            );
        }
        ensure!(
            count >= least,
            "table {table}: event {count} was told or acknowledged, and is lost"
        );
        let ledger = lock(&self.ledger);
        for (event, (told, _)) in kept.iter().zip(&ledger.told) {
            ensure!(
                event.digest() == *told,
                "table {table}: this was told otherwise than it is kept: {event:?}"
            );
        }
        Ok(())
    }
}

/// What a lock holds; whoever failed with it in hand has said so.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(version: u64, said: &str) -> Event {
        let event = json!({"version": version, "at": 0, "type": "said", "text": said});
        serde_json::from_value(event).expect("an event")
    }

    /// What was told must be kept: all of it, once, in order, and as it was told.
    #[test]
    fn what_is_kept_is_compared_with_what_was_told() {
        let events = |said: &[(u64, &str)]| -> Vec<Event> {
            let events = said.iter().map(|&(version, said)| event(version, said));
            events.collect()
        };
        let check = |kept: &[(u64, &str)], acknowledged: u64, expected: &str| {
            let room = Room::new("t", 0);
            for event in events(&[(0, "a"), (1, "b")]) {
                room.tell(&event).expect("well");
            }
            room.acknowledge(acknowledged);
            let checked = room.check(&events(kept), room.least());
            let found = checked.err().map(|error| error.to_string()).unwrap_or_default();
            assert!(
                found.starts_with(expected) && found.is_empty() == expected.is_empty(),
                "{kept:?}: {found}"
            );
        };
        check(&[(0, "a"), (1, "b")], 1, "");
        check(&[(0, "a"), (1, "b"), (2, "c")], 1, "");
        check(&[(0, "a")], 0, "table t: event 1 was told or acknowledged, and is lost");
        check(
            &[(0, "a"), (1, "b")],
            2,
            "table t: event 2 was told or acknowledged, and is lost",
        );
        check(&[(0, "a"), (2, "b")], 0, "table t: event 1 is missing, or there twice");
        check(
            &[(0, "a"), (0, "a"), (1, "b")],
            0,
            "table t: event 1 is missing, or there twice",
        );
        check(
            &[(0, "b"), (1, "a")],
            0,
            "table t: this was told otherwise than it is kept",
        );
    }

    /// Two who were told differently of the same event have found a fault.
    #[test]
    fn everybody_is_told_the_same() {
        let check = |first: &str, second: &str, expected: bool| {
            let room = Room::new("t", 0);
            room.tell(&event(0, first)).expect("well");
            assert_eq!(room.tell(&event(0, second)).is_ok(), expected, "{first} {second}");
        };
        check("a", "a", true);
        check("a", "b", false);
    }
}
