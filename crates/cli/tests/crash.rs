//! The whole server is killed again and again while people and engines play on it: nothing is lost that anybody was
//! told, nothing happens twice, and every game goes on. `cargo xtask crash` does the same for longer.

use halte_load::crash::{Survived, survive};
use halte_load::load::{Plan, measure};
use halte_load::served::Serve;
use std::time::Duration;
use tempfile::TempDir;

const KILLS: u32 = 12;

fn serve(folder: &TempDir, database: Option<String>) -> Serve {
    let in_folder = |name: &str| folder.path().join(name);
    Serve {
        program: env!("CARGO_BIN_EXE_halte").into(),
        database: database.unwrap_or_else(|| in_folder("halte.sqlite").display().to_string()),
        through: Vec::new(),
        address: Serve::free_address().expect("a free port"),
        log: in_folder("log"),
    }
}

async fn check(database: Option<String>) {
    let folder = TempDir::new().expect("a folder");
    let serve = serve(&folder, database);
    let survived = survive(&serve, 32, KILLS, 7).await.unwrap_or_else(|error| {
        let log = std::fs::read_to_string(&serve.log).unwrap_or_default();
        panic!("{error:#}\n{log}");
    });
    let Survived { kills, moves, .. } = survived;
    assert_eq!(kills, KILLS);
    assert!(moves > 100, "only {moves} moves were played");
}

#[tokio::test]
async fn nothing_is_lost_on_sqlite() {
    check(None).await;
}

#[tokio::test]
async fn nothing_is_lost_on_postgres() {
    let server = std::env::var("HALTE_TEST_POSTGRES")
        .expect("HALTE_TEST_POSTGRES: run this test by cargo xtask test, or cargo xtask postgres cargo test");
    check(Some(server)).await;
}

#[tokio::test]
async fn everybody_is_told_of_every_move() {
    let folder = TempDir::new().expect("a folder");
    let plan = Plan {
        games: 20,
        spectators: 3,
        rates: vec![Some(100), None],
        duration: Duration::from_secs(1),
    };
    let findings = measure(&serve(&folder, None), plan).await.expect("nothing goes wrong");
    let shown = findings.to_string();
    assert!(shown.starts_with("20 games, 100 connected clients\n"), "{shown}");
    assert_eq!(shown.lines().count(), 5, "{shown}");
}
