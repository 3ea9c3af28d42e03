//! The whole server is killed again and again while people and engines play on it: nothing is lost that anybody was
//! told, nothing happens twice, and every game goes on. `cargo xtask crash` does the same for longer.

use std::time::Duration;

use halte_load::crash::{Survived, survive};
use halte_load::load::{Plan, measure};
use halte_load::served::Serve;

use crate::{Folder, PROGRAM};

const KILLS: u32 = 12;

async fn check(database: Option<String>) {
    let folder = Folder::new();
    let mut serve = Serve::in_folder(PROGRAM, &folder.path("")).expect("a free port");
    serve.database = database.unwrap_or(serve.database);
    let survived = survive(&serve, 32, KILLS, 7).await;
    let Survived { kills, moves, .. } = survived.unwrap_or_else(|error| panic!("{error:#}\n{}", folder.read("log")));
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
    let folder = Folder::new();
    let plan = Plan {
        games: 20,
        spectators: 3,
        rates: vec![Some(100), None],
        duration: Duration::from_secs(1),
    };
    let serve = Serve::in_folder(PROGRAM, &folder.path("")).expect("a free port");
    let findings = measure(&[serve], Vec::new(), plan).await.expect("nothing goes wrong");
    let shown = findings.to_string();
    assert!(shown.starts_with("20 games, 100 connected clients\n"), "{shown}");
    assert_eq!(shown.lines().count(), 5, "{shown}");
}
