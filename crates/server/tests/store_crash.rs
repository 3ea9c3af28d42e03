//! Kills a process that appends as fast as it can, again and again, at any moment: what it was told is kept is there,
//! once and in order. `HALTE_KILLS` says how often, 20 times if it is not set.

mod support;

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;

use halte_game::Random;
use halte_server::store::{self, Append, Rating, RatingUpdate, Store, StoreError};
use support::{PATIENCE, Place, account, append, summary_of};
use tokio::task::JoinSet;

/// Those who append at the same time; each has an account and two tables.
const CALLERS: u64 = 32;

/// Every so often an append changes a rating.
const RATED: u64 = 5;

/// By this variable a test knows that it is to append, and where.
const CHILD: &str = "HALTE_CRASH_CHILD";

const LADDER: &str = "move";

#[tokio::test]
async fn sqlite_loses_nothing_when_killed() {
    survives("sqlite_loses_nothing_when_killed", async || Place::sqlite()).await;
}

#[tokio::test]
async fn postgres_loses_nothing_when_killed() {
    survives("postgres_loses_nothing_when_killed", Place::postgres).await;
}

async fn survives(test: &str, place: impl AsyncFnOnce() -> Place) {
    if let Ok(address) = std::env::var(CHILD) {
        return append_forever(&address).await;
    }
    let place = place().await;
    let kills: u64 = std::env::var("HALTE_KILLS").map_or(20, |kills| kills.parse().expect("a number of kills"));
    let mut random = Random::new(7);
    let mut kept = HashMap::new();
    let mut total = 0;
    for kill in 0..kills {
        // Every fourth is killed as soon as it starts.
        let lines = if kill % 4 == 3 { 0 } else { random.below(500) };
        run_and_kill(test, &place.address, lines, &mut kept);
        total = check(&*place.open().await, &mut kept).await;
    }
    assert!(total > kills, "something was appended");
    println!("{kills} kills, {total} appends");
}

/// Runs this test as a child, kills it after so many lines, and notes what it was told is kept.
fn run_and_kill(test: &str, address: &str, lines: usize, kept: &mut HashMap<u64, u64>) {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args([test, "--exact", "--nocapture"])
        .env(CHILD, address)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a child");
    let mut output = BufReader::new(child.stdout.take().expect("its output")).lines();
    let mut read = 0;
    while read < lines {
        let line = output.next().expect("the child goes on").expect("a line");
        read += usize::from(note(&line, kept));
    }
    child.kill().expect("a kill");
    child.wait().expect("its end");
    // What it wrote before it was killed; the last line may be cut short.
    for line in output {
        note(&line.expect("a line"), kept);
    }
}

/// Notes what a line says is kept, and with it everything before; false if it says something else.
fn note(line: &str, kept: &mut HashMap<u64, u64>) -> bool {
    let words: Vec<_> = line.split(' ').collect();
    if let ["kept", caller, version, "."] = words[..] {
        let [caller, version] = [caller, version].map(|number| number.parse::<u64>().expect("a number"));
        kept.insert(caller, version + 1);
        return true;
    }
    false
}

/// Checks that everything noted is there, and at most one append more of each caller: the one that it was not told of
/// when it was killed. What is there is noted, for it must stay. Counts the appends.
async fn check(store: &dyn Store, kept: &mut HashMap<u64, u64>) -> u64 {
    let mut total = 0;
    for caller in 0..CALLERS {
        let noted = kept.get(&caller).copied().unwrap_or_default();
        let [left, right] = tables(caller);
        let events = store.events(&left, 0).await.expect("events");
        let found = events.len() as u64;
        assert!(
            found == noted || found == noted + 1,
            "caller {caller}: {noted} appends were noted, {found} are there"
        );
        kept.insert(caller, found);
        for (event, version) in events.iter().zip(0..) {
            assert_eq!((event.version, &event.body), (version, &body(caller, version)));
        }
        assert_eq!(store.events(&right, 0).await, Ok(events), "both tables or none");
        let summary = summary_of(store, &left).await.expect("a summary");
        assert_eq!(summary.map_or(0, |summary| u64::from(summary.moves)), found);
        let rating = store.rating(&name(caller), LADDER).await.expect("a rating");
        assert_eq!(rating.map_or(0, |rating| rating.revision), found / RATED);
        let history = store.rating_history(&name(caller), LADDER).await.expect("a history");
        assert_eq!(history.len() as u64, found / RATED);
        total += found;
    }
    store.close().await;
    total
}

fn tables(caller: u64) -> [String; 2] {
    [format!("left {caller}"), format!("right {caller}")]
}

fn name(caller: u64) -> String {
    format!("caller {caller}")
}

fn body(caller: u64, version: u64) -> String {
    format!("[{caller},{version}]")
}

/// What the child does until it is killed.
async fn append_forever(address: &str) {
    let store = store::open(address, PATIENCE).await.expect("the store opens");
    let mut callers = JoinSet::new();
    for caller in 0..CALLERS {
        callers.spawn(append_as(caller, Arc::clone(&store)));
    }
    callers.join_all().await;
}

async fn append_as(caller: u64, store: Arc<dyn Store>) {
    match store.create_account(&account(&name(caller))).await {
        Ok(()) | Err(StoreError::NameTaken { .. }) => {}
        Err(error) => panic!("{error}"),
    }
    let first = store.events(&tables(caller)[0], 0).await.expect("events").len() as u64;
    for version in first.. {
        let mut both = tables(caller)
            .map(|table| append(&table, version, &[&body(caller, version)]))
            .to_vec();
        for Append { summary, .. } in &mut both {
            summary.moves = u32::try_from(version + 1).expect("few moves");
        }
        if (version + 1) % RATED == 0 {
            let revision = (version + 1) / RATED;
            let rating = Rating {
                revision,
                rating: 1500.0,
                deviation: 50.0,
                volatility: 0.06,
                games: revision,
                at: 0,
            };
            both[0].ratings = vec![RatingUpdate {
                account: name(caller),
                ladder: LADDER.to_owned(),
                rating,
            }];
        }
        store.append(both).await.expect("an append");
        // The point tells a whole line from one that was cut short.
        writeln!(std::io::stdout(), "kept {caller} {version} .").expect("somebody listens");
    }
}
