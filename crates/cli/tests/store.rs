//! `halte store`: what a running house keeps is copied, and other houses are made of it.

#![cfg(unix)]

#[path = "house/mod.rs"]
mod house;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use house::{GENEROUS, House, done, folder, halte, run};
use serde_json::json;

/// `halte store`, about a database in the folder.
fn store(folder: &Path, database: &str, arguments: &[&str]) -> String {
    done(halte(folder, &["store", "--database", database]).args(arguments))
}

/// The moves that were played at tables, in an export.
fn played(export: &str) -> Vec<&str> {
    let lines = export.lines().filter(|line| line.contains("\"type\":\"moved\""));
    lines.collect()
}

#[test]
fn a_backup_of_a_house_at_work_holds_every_move_that_was_acknowledged() {
    let folder = folder("store-backup");
    let house = House::start(&folder, &[&GENEROUS[..], &["--database", "house.sqlite"]].concat());
    let acknowledged = AtomicUsize::new(0);
    let is_over = AtomicBool::new(false);
    let mut backups = Vec::new();
    std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let mut anna = house.member("Anna");
            let terms = json!({"game": "mixtour 20/1", "seats": [{"kind": "opener"}, {"kind": "opener"}]});
            while !is_over.load(Ordering::SeqCst) {
                let table = anna.open(&terms);
                for (ply, text) in ["c3", "a1", "e5", "b2"].into_iter().enumerate() {
                    let play = json!({"type": "play", "move": text, "ply": ply});
                    let (status, answer) = anna.act(&table, text, &play);
                    assert_eq!(status, 200, "{answer}");
                    acknowledged.fetch_add(1, Ordering::SeqCst);
                }
            }
        });
        while acknowledged.load(Ordering::SeqCst) < 10 {
            assert!(!writing.is_finished(), "nothing is played");
            std::thread::yield_now();
        }
        for number in 0..5 {
            let name = format!("backup {number}");
            let before = acknowledged.load(Ordering::SeqCst);
            store(&folder, "house.sqlite", &["backup", &name]);
            backups.push((name, before));
        }
        is_over.store(true, Ordering::SeqCst);
    });
    for (name, before) in backups {
        let database = format!("restored from {name}");
        store(&folder, &database, &["restore", &name]);
        store(&folder, &database, &["export", &format!("lines of {name}")]);
        let export = fs::read_to_string(folder.join(format!("lines of {name}"))).expect("an export");
        let kept = played(&export).len();
        assert!(kept >= before && before >= 10, "{kept} of {before} moves are in {name}");
    }

    // A restored house goes on where the other one was: whoever had an account has one.
    house.end(&folder, "-TERM");
    let again = House::start(
        &folder,
        &[&GENEROUS[..], &["--database", "restored from backup 4"]].concat(),
    );
    let request = "POST /api/session HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 45\r\n\r\n\
        {\"name\": \"Anna\", \"password\": \"correct horse\"}";
    let answer = again.ask(request);
    assert!(answer.contains("\"is_administrator\":false"), "{answer}");
    let mut restoring = halte(
        &folder,
        &["store", "--database", "restored from backup 4", "restore", "backup 0"],
    );
    let (status, _, errors) = run(restoring.env("HALTE_DATABASE_PATIENCE", "1ms"));
    let expected = "halte: another halte server uses restored from backup 4: end it first\n";
    assert_eq!((status, &*errors), (2, expected));
}

#[test]
fn exports_are_checked_and_imported() {
    let folder = folder("store-export");
    let house = House::start(&folder, &[&GENEROUS[..], &["--database", "house.sqlite"]].concat());
    let mut anna = house.member("Anna");
    for game in ["mobius", "move", "fibonacci cards", "mixtour 20/1"] {
        let table = anna.open(&json!({"game": game, "seats": [{"kind": "opener"}, {"kind": "opener"}]}));
        for ply in 0..9 {
            let (_, snapshot) = anna.get(&format!("/api/tables/{table}"));
            let legal = snapshot["view"]["legal"].as_array().expect("moves");
            let action = match legal.get(ply % legal.len().max(1)) {
                Some(legal) => {
                    let played = snapshot["moves"].as_array().expect("moves").len();
                    json!({"type": "play", "move": legal["move"], "ply": played})
                }
                None => break,
            };
            let (status, answer) = anna.act(&table, &format!("{ply}"), &action);
            assert_eq!(status, 200, "{answer}");
        }
        assert_eq!(anna.act(&table, "end", &json!({"type": "resign"})).0, 200);
    }
    // A table at which nobody plays yet is no game.
    anna.open(&json!({"game": "move", "seats": [{"kind": "opener"}, {"kind": "anyone"}]}));

    store(&folder, "house.sqlite", &["export", "--records", "games.txt"]);
    let checked = done(&mut halte(&folder, &["check", "games.txt"]));
    assert!(checked.contains("4 games"), "{checked}");

    store(&folder, "house.sqlite", &["export", "--secrets", "lines"]);
    store(&folder, "copy.sqlite", &["import", "lines"]);
    store(&folder, "copy.sqlite", &["export", "--secrets", "again"]);
    let read = |name: &str| fs::read(folder.join(name)).expect("a file");
    assert!(read("lines") == read("again"));

    let check = |arguments: &[&str], expected: &str| {
        let (status, output, errors) = run(halte(&folder, &["store"]).args(arguments));
        assert_eq!((status, &*output, &*errors), (2, "", expected), "{arguments:?}");
    };
    check(
        &["import", "lines", "--database", "copy.sqlite"],
        "halte: the store is not empty: it has accounts already; --replace replaces everything\n",
    );
    check(
        &["export", "lines", "--database", "copy.sqlite"],
        "halte: lines: entity already exists\n",
    );
    check(
        &["backup", "none", "--database", "none.sqlite"],
        "halte: none.sqlite: unable to open database file (SQLite's error 14)\n",
    );
    check(
        &["restore", "none", "--database", "copy.sqlite"],
        "halte: none: No such file or directory (os error 2)\n",
    );
    store(&folder, "copy.sqlite", &["restore", "--replace", "lines"]);
    store(&folder, "copy.sqlite", &["export", "--secrets", "replaced"]);
    assert!(read("lines") == read("replaced"));
    assert!(!folder.join("none.sqlite").exists() && !folder.join("none").exists());
}
