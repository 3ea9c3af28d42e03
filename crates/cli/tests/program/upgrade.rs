//! What the last version wrote is read by this one: `last/` holds a database and an export by the program of commit
//! 6324f97, with two accounts, five tables (two of them over, one with an engine) and every kind of secret.

use std::fs;

use serde_json::{Value, json};

use crate::house::{House, Member};
use crate::{Folder, root};

/// A table of Mixtour between Anna and Bert, and one of Anna against the engine; neither is over.
const TABLES: [&str; 2] = ["4h9i4bdf6twu", "fi6u24rupt4c"];

fn last(name: &str) -> std::path::PathBuf {
    root().join("crates/cli/tests/program/last").join(name)
}

fn state(member: &mut Member<'_>, table: &str) -> Value {
    let (status, state) = member.get(&format!("/api/tables/{table}"));
    assert_eq!(status, 200, "{state}");
    state
}

/// How many moves a state has.
fn moves(state: &Value) -> usize {
    state["moves"].as_array().expect("moves").len()
}

/// A server goes on with the database of the last one where that one ended: people, tables and engines.
#[test]
fn a_server_goes_on_where_the_last_version_ended() {
    let folder = Folder::new();
    fs::copy(last("backup.sqlite"), folder.path("house.sqlite")).expect("a copy");
    let house = House::open(&folder);
    let (mut anna, mut bert) = (house.comes_back("Anna"), house.comes_back("Bert"));
    let next = |state: &Value| json!({"type": "play", "move": state["view"]["legal"][0]["move"], "ply": moves(state)});
    let [between_people, against_engine] = TABLES;
    let before = state(&mut anna, between_people);
    let is_annas = before["view"]["turn"] == before["yours"][0];
    let player = if is_annas { &mut anna } else { &mut bert };
    player.act(between_people, "goes on", &next(&before));
    assert_eq!(moves(&state(&mut anna, between_people)), moves(&before) + 1);

    // The engine takes its turns, whoever's it was when the last server ended.
    let mut turn = |least: usize| loop {
        let state = state(&mut anna, against_engine);
        assert_eq!(state["stage"], "playing");
        if moves(&state) >= least && state["view"]["turn"] == state["yours"][0] {
            return state;
        }
    };
    let before = turn(0);
    let (least, action) = (moves(&before) + 2, next(&before));
    house.comes_back("Anna").act(against_engine, "goes on", &action);
    turn(least);
}

/// Its backup and its export fill a new database, and both with the same.
#[test]
fn backups_and_exports_of_the_last_version_are_restored() {
    let folder = Folder::new();
    let mut exports = Vec::new();
    for name in ["backup.sqlite", "export.jsonl"] {
        let store = |arguments: &str| {
            let run = folder.operate(&format!("store --database 'new {name}' {arguments}"));
            assert_eq!((run.status, &*run.errors), (0, ""), "{name}: {arguments}");
        };
        store(&format!("restore --new '{}'", last(name).display()));
        store(&format!("export --secrets 'lines of {name}'"));
        store(&format!("export --records 'games of {name}'"));
        let checked = folder.done(&format!("check 'games of {name}'"));
        assert!(checked.contains("5 games"), "{checked}");
        exports.push(folder.read(&format!("lines of {name}")));
    }
    assert!(exports[0] == exports[1]);
    let events = |text: &str| text.matches("{\"event\":").count();
    let old = fs::read_to_string(last("export.jsonl")).expect("a file");
    assert_eq!(events(&exports[0]), events(&old));
}
