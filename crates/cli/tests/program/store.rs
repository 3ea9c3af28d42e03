//! `halte store`: what a running house keeps is copied, and other houses are made of it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde_json::json;

use crate::house::{GENEROUS, House};
use crate::{Folder, free_port, run};

/// `halte store`, about a database in the folder.
fn store(folder: &Folder, database: &str, arguments: &str) {
    let run = folder.operate(&format!("store --database '{database}' {arguments}"));
    assert_eq!((run.status, &*run.errors), (0, ""), "{arguments}");
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
        store(&folder, &database, &format!("restore --new '{name}'"));
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
    assert!(
        refused.status == 2 && refused.errors.ends_with(expected),
        "{}",
        refused.errors
    );
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
    store(&folder, "copy.sqlite", "import --new lines");
    store(&folder, "copy.sqlite", "export --secrets again");
    assert!(folder.read("lines") == folder.read("again"));

    let check = |database: &str, arguments: &str, expected: &str| {
        let run = folder.operate(&format!("store {arguments} --database {database}"));
        let expected = format!("halte: {expected}\n");
        assert_eq!((run.status, &*run.output, run.errors), (2, "", expected), "{arguments}");
    };
    let filled = "the store is not empty: it has accounts already; --replace replaces everything";
    check("copy.sqlite", "import lines", filled);
    check("copy.sqlite", "export lines", "lines: entity already exists");
    let missing = "there is no database at none.sqlite: ";
    let which = "is it the one that the server uses? --config names its configuration";
    check("none.sqlite", "backup none", &format!("{missing}{which}"));
    check("none.sqlite", "export none", &format!("{missing}{which}"));
    check("none.sqlite", "restore lines", &format!("{missing}--new makes one"));
    check(
        "copy.sqlite",
        "restore --new lines",
        "copy.sqlite: entity already exists",
    );
    let missing = "none: No such file or directory (os error 2)";
    check("copy.sqlite", "restore none", missing);
    store(&folder, "copy.sqlite", "restore --replace lines");
    store(&folder, "copy.sqlite", "export --secrets replaced");
    assert!(folder.read("lines") == folder.read("replaced"));
    assert!(!folder.path("none.sqlite").exists() && !folder.path("none").exists());
}

/// The house of `halte.toml` is the one that is asked, wherever one stands, and its place is said first.
#[test]
fn the_database_is_that_of_the_configuration() {
    let folder = Folder::new();
    for name in ["state", "elsewhere"] {
        std::fs::create_dir(folder.path(name)).expect("a folder");
    }
    let database = folder.path("state/halte.sqlite").display().to_string();
    let address = format!("127.0.0.1:{}", free_port());
    folder.write(
        "halte.toml",
        format!("address = '{address}'\ndatabase = '{database}'\n"),
    );
    let house = House::start(&folder, "--config halte.toml");
    house.member("Anna");
    let first = folder.read("log").lines().next().expect("a line").to_owned();
    let expected = format!("info: the server starts (database {database}, configuration halte.toml, version ");
    assert!(first.contains(&expected), "{first}");

    let (config, line) = (folder.path("halte.toml"), "line 2");
    let said = format!("halte: the database is {database} ({}, {line})\n", config.display());
    let check = |arguments: &str, by_variable: bool, expected: &str| {
        let flag = if by_variable { "" } else { "--config ../halte.toml" };
        let mut command = folder.command(&format!("{arguments} {flag}"));
        command.current_dir(folder.path("elsewhere"));
        if by_variable {
            command.env("HALTE_CONFIG", &config);
        }
        let run = run(&mut command, "");
        let said = match by_variable {
            true => said.clone(),
            false => said.replace(&config.display().to_string(), "../halte.toml"),
        };
        assert_eq!((run.status, &*run.errors), (0, &*said), "{arguments}");
        assert!(run.output.starts_with(expected), "{}", run.output);
    };
    for by_variable in [true, false] {
        check("administer accounts", by_variable, "  Anna\n");
        check(&format!("store backup backup-{by_variable}"), by_variable, "backup-");
    }
    // Without the configuration there is none, and none is made.
    for arguments in [
        "administer accounts",
        "store backup third",
        "store restore elsewhere/backup-true",
    ] {
        let refused = folder.operate(arguments);
        assert_eq!(refused.status, 2);
        let expected = format!(
            "halte: there is no database at {}",
            folder.path("halte/halte.sqlite").display()
        );
        assert!(refused.errors.starts_with(&expected), "{}", refused.errors);
    }
    assert_eq!(folder.names(), ["elsewhere", "halte.toml", "log", "state"]);
    assert_eq!(
        folder.done("serve --config halte.toml --check"),
        format!("the server at http://{address} is well\n")
    );
    house.end(&folder, "-TERM");
    let away = folder.run("serve --config halte.toml --check");
    assert_eq!((away.status, &*away.errors), (1, ""));
    assert!(
        away.output
            .starts_with(&format!("the server at http://{address} is not well: ")),
        "{}",
        away.output
    );
}

/// What root makes where a service keeps its data is the service's, or the service could not open it.
#[test]
fn what_is_made_belongs_to_the_owner_of_the_folder() {
    use std::os::unix::fs::{MetadataExt, chown};
    let folder = Folder::new();
    let state = folder.path("state");
    std::fs::create_dir(&state).expect("a folder");
    // Nobody but root has somebody else's folder to try with.
    let _ = chown(&state, Some(12_345), Some(12_345));
    let house = House::start(&folder, &format!("{GENEROUS} --database state/halte.sqlite"));
    house.member("Anna");
    store(&folder, "state/halte.sqlite", "backup backup");
    store(&folder, "state/restored.sqlite", "restore --new backup");
    let owner = |path: &std::path::Path| std::fs::metadata(path).expect("a file").uid();
    let files = std::fs::read_dir(&state).expect("a folder");
    let files: Vec<_> = files.map(|entry| entry.expect("an entry").path()).collect();
    assert!(files.len() >= 3, "{files:?}");
    for file in files {
        assert_eq!(owner(&file), owner(&state), "{}", file.display());
    }
    house.end(&folder, "-TERM");
}

/// Whatever is wrong with what shall be restored, nothing is there that was not there before.
#[test]
fn a_failed_restore_leaves_nothing_behind() {
    let folder = Folder::new();
    let house = House::open(&folder);
    house.member("Anna");
    store(&folder, "house.sqlite", "export --secrets lines");
    house.end(&folder, "-TERM");
    let lines = folder.read("lines");
    let whole = lines.lines().count();
    let cut: String = lines.lines().take(whole - 1).map(|line| format!("{line}\n")).collect();
    folder.write("cut", cut);
    folder.write("rubbish", "Dear diary, ...");
    folder.write("database", "SQLite format 3\0 and so on");
    store(&folder, "house.sqlite", "backup there.sqlite");
    let before = folder.names();
    let check = |database: &str, arguments: &str| {
        let run = folder.operate(&format!("store --database {database} {arguments}"));
        assert_eq!(run.status, 2, "{arguments}: {}", run.errors);
        assert_eq!(folder.names(), before, "{arguments}: {}", run.errors);
    };
    for backup in ["cut", "rubbish", "database", "missing"] {
        check("new.sqlite", &format!("restore --new {backup}"));
        check("new.sqlite", &format!("restore {backup}"));
        check("there.sqlite", &format!("restore {backup}"));
        check("there.sqlite", &format!("restore --replace {backup}"));
    }
    // What was there is there.
    store(&folder, "there.sqlite", "export --secrets again");
    assert!(folder.read("again") == lines);
}
