//! `halte store`: what a running house keeps is copied, and other houses are made of it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde_json::json;

use crate::house::{GENEROUS, House};
use crate::{Folder, run};

/// `halte store`, about a database in the folder.
fn store(folder: &Folder, database: &str, arguments: &str) {
    folder.done(&format!("store --database '{database}' {arguments}"));
}

#[test]
fn a_backup_of_a_house_at_work_holds_every_move_that_was_acknowledged() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let acknowledged = AtomicUsize::new(0);
    let is_over = AtomicBool::new(false);
    let mut backups = Vec::new();
    std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let mut anna = house.member("Anna");
            while !is_over.load(Ordering::SeqCst) {
                let table = anna.open("mixtour 20/1", "opener");
                for (ply, text) in ["c3", "a1", "e5", "b2"].into_iter().enumerate() {
                    anna.act(&table, text, &json!({"type": "play", "move": text, "ply": ply}));
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
            store(&folder, "house.sqlite", &format!("backup '{name}'"));
            backups.push((name, before));
        }
        is_over.store(true, Ordering::SeqCst);
    });
    for (name, before) in backups {
        let database = format!("restored from {name}");
        store(&folder, &database, &format!("restore '{name}'"));
        store(&folder, &database, &format!("export 'lines of {name}'"));
        let kept = folder
            .read(&format!("lines of {name}"))
            .matches("\"type\":\"moved\"")
            .count();
        assert!(kept >= before && before >= 10, "{kept} of {before} moves are in {name}");
    }

    // A restored house goes on where the other one was: whoever had an account has one.
    house.end(&folder, "-TERM");
    let database = "--database 'restored from backup 4'";
    let again = House::start(&folder, &format!("{GENEROUS} {database}"));
    let request = "POST /api/session HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 45\r\n\r\n\
        {\"name\": \"Anna\", \"password\": \"correct horse\"}";
    let answer = again.ask(request);
    assert!(answer.contains("\"is_administrator\":false"), "{answer}");
    let mut restoring = folder.command(&format!("store {database} restore 'backup 0'"));
    let refused = run(restoring.env("HALTE_DATABASE_PATIENCE", "1ms"), "");
    let expected = "halte: another halte server uses restored from backup 4: end it first\n";
    assert_eq!((refused.status, &*refused.errors), (2, expected));
}

#[test]
fn exports_are_checked_and_imported() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let mut anna = house.member("Anna");
    for game in ["mobius", "move", "fibonacci cards", "mixtour 20/1"] {
        let table = anna.open(game, "opener");
        for ply in 0..9 {
            let (_, snapshot) = anna.get(&format!("/api/tables/{table}"));
            let list = |list: &serde_json::Value| list.as_array().expect("moves").clone();
            let (legal, played) = (list(&snapshot["view"]["legal"]), list(&snapshot["moves"]).len());
            let Some(legal) = legal.get(ply % legal.len().max(1)) else {
                break;
            };
            let action = json!({"type": "play", "move": legal["move"], "ply": played});
            anna.act(&table, &format!("{ply}"), &action);
        }
        anna.act(&table, "end", &json!({"type": "resign"}));
    }
    // A table at which nobody plays yet is no game.
    anna.open("move", "anyone");

    store(&folder, "house.sqlite", "export --records games.txt");
    let checked = folder.done("check games.txt");
    assert!(checked.contains("4 games"), "{checked}");

    store(&folder, "house.sqlite", "export --secrets lines");
    store(&folder, "copy.sqlite", "import lines");
    store(&folder, "copy.sqlite", "export --secrets again");
    assert!(folder.read("lines") == folder.read("again"));

    let check = |database: &str, arguments: &str, expected: &str| {
        let run = folder.run(&format!("store {arguments} --database {database}"));
        let expected = format!("halte: {expected}\n");
        assert_eq!((run.status, &*run.output, run.errors), (2, "", expected), "{arguments}");
    };
    let filled = "the store is not empty: it has accounts already; --replace replaces everything";
    check("copy.sqlite", "import lines", filled);
    check("copy.sqlite", "export lines", "lines: entity already exists");
    let missing = "none.sqlite: unable to open database file (SQLite's error 14)";
    check("none.sqlite", "backup none", missing);
    let missing = "none: No such file or directory (os error 2)";
    check("copy.sqlite", "restore none", missing);
    store(&folder, "copy.sqlite", "restore --replace lines");
    store(&folder, "copy.sqlite", "export --secrets replaced");
    assert!(folder.read("lines") == folder.read("replaced"));
    assert!(!folder.path("none.sqlite").exists() && !folder.path("none").exists());
}
