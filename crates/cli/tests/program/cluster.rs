//! Servers, their connections to PostgreSQL, PostgreSQL itself and NATS are killed while people and engines play behind a
//! proxy: nothing is lost that anybody was told, and everybody comes back. `cargo xtask cluster` does the same for longer.

use std::path::Path;
use std::time::Duration;

use halte_load::cluster::{Plan, endure};
use halte_load::crowd::Habits;

use crate::{Folder, PROGRAM};

/// How many servers there are. A single one has no NATS.
const SERVERS: usize = 3;

/// By how much a clock may charge a player more for a move than they needed, on a machine that may be busy; `cargo xtask
/// cluster` is stricter.
const TOLERANCE: Option<Duration> = Some(Duration::from_secs(3));

#[tokio::test]
async fn nothing_is_lost_by_many_servers() {
    let folder = Folder::new();
    let plan = Plan {
        servers: SERVERS,
        games: 32,
        habits: Habits {
            spectators: 1,
            listens: true,
            thinking: Duration::from_millis(500),
            moves_per_remark: 20,
            tolerance: TOLERANCE,
        },
        duration: Duration::from_secs(20),
        every: Duration::from_secs(1),
        seed: 7,
        before: None,
        progress: None,
    };
    let endured = endure(Path::new(PROGRAM), &folder.path(""), &plan).await;
    let endured = endured.unwrap_or_else(|error| panic!("{error:#}\n{}", folder.read("halte-0.log")));
    assert!(endured.findings.is_empty(), "{endured}\n{}", folder.read("halte-0.log"));
    // A round has everything that can be killed.
    assert_eq!(endured.kinds(), if SERVERS > 1 { 5 } else { 4 }, "{endured}");
    assert!(endured.moves() > 100 && endured.returns() > 32, "{endured}");
}
