//! Measures how many moves a second a store keeps, for more and more callers at once, each waiting for its answer:
//! `cargo run --release --package halte-server --example appends -- sqlite:/tmp/halte.sqlite`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use halte_game::Player;
use halte_server::store::{self, Append, PersonSummary, Store, StoreError, StoredEvent, Summary, TableState};
use tokio::task::JoinSet;

/// How long each number of callers is measured.
const DURATION: Duration = Duration::from_secs(5);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), StoreError> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "halte.sqlite".to_owned());
    let store = store::open(&address, store::PATIENCE).await?;
    println!("callers  appends/s  median ms  99 % ms");
    for callers in [1, 10, 100, 1_000] {
        let started = Instant::now();
        let mut tasks = JoinSet::new();
        for caller in 0..callers {
            tasks.spawn(append_until(
                format!("{callers}-{caller}"),
                started + DURATION,
                Arc::clone(&store),
            ));
        }
        let mut times = tasks
            .join_all()
            .await
            .into_iter()
            .collect::<Result<Vec<_>, _>>()?
            .concat();
        let elapsed = started.elapsed().as_secs_f64();
        times.sort_unstable();
        let milliseconds = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
        let rate = times.len() as f64 / elapsed;
        println!(
            "{callers:7}  {rate:9.0}  {:9.1}  {:7.1}",
            milliseconds(50),
            milliseconds(99)
        );
    }
    store.close().await;
    Ok(())
}

/// Appends move after move to a new table, and says how long each took.
async fn append_until(caller: String, end: Instant, store: Arc<dyn Store>) -> Result<Vec<Duration>, StoreError> {
    let start = std::time::SystemTime::UNIX_EPOCH
        .elapsed()
        .map_or(0, |since| since.as_millis());
    let person = |seat: &str| {
        Some(PersonSummary {
            id: format!("{seat}:{caller}"),
            name: format!("{seat} {caller}"),
        })
    };
    let mut summary = Summary {
        table: format!("{start}-{caller}"),
        game: "mixtour".to_owned(),
        variant: Some("20/1".to_owned()),
        state: TableState::Playing,
        listed: true,
        rated: false,
        first: person("first"),
        second: person("second"),
        opened_at: 0,
        changed_at: 0,
        moves: 0,
        to_move: Some(Player::First),
        outcome: None,
        ending: None,
        awake: true,
    };
    let mut times = Vec::new();
    for version in 0.. {
        summary.changed_at += 1;
        summary.moves += 1;
        summary.to_move = summary.to_move.map(Player::opponent);
        let clocks = "\"clocks\":{\"first\":180000,\"second\":180000}";
        let body =
            format!("{{\"moved\":{{\"player\":\"first\",\"move\":\"a1-c3/2\",\"command\":\"{version}\",{clocks}}}}}");
        let events = vec![StoredEvent {
            version,
            at: summary.changed_at,
            body,
        }];
        let asked = Instant::now();
        store
            .append(vec![Append {
                summary: summary.clone(),
                events,
                superseded: Vec::new(),
                ratings: Vec::new(),
            }])
            .await?;
        times.push(asked.elapsed());
        if Instant::now() >= end {
            break;
        }
    }
    Ok(times)
}
