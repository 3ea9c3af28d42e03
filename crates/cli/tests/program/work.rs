//! `halte work`: another process thinks for the engines of a server, and nobody waits in vain when it is gone.

use serde_json::json;

use crate::bridge::Spectator;
use crate::house::{GENEROUS, House, Member};
use crate::{Folder, Running, free_port, run};

const TOKEN: &str = "a-token-that-is-long-enough";

/// A house with one thread of its own, at a port, which takes workers.
fn open(folder: &Folder, port: u16) -> House {
    let generous = GENEROUS.replace("127.0.0.1:0", &format!("127.0.0.1:{port}"));
    House::start(
        folder,
        &format!("{generous} --database house.sqlite --work-token {TOKEN}"),
    )
}

/// A worker that does one job at a time; it has been told of the server.
fn start(folder: &Folder, address: &str) -> Running {
    folder.write("token", TOKEN);
    let line = format!("work --server http://{address} --token-file token --threads 1");
    let mut worker = Running::start(&mut folder.command(&line));
    worker.hear("works for ");
    worker
}

/// Opens a table at which an engine of a level is to make the first move.
fn table(member: &mut Member<'_>, level: u8) -> String {
    let seats = json!([{"kind": "engine", "level": level}, {"kind": "opener"}]);
    member.open_with(&json!({"game": "mobius", "seats": seats}))
}

/// How often the house has answered to this on a route.
fn answered(member: &mut Member<'_>, route: &str, status: u16) -> u32 {
    let metrics = member.text("/metrics");
    let labels = format!("method=\"POST\",route=\"{route}\",status=\"{status}\"");
    let line = metrics.lines().find(|line| line.contains(&labels));
    line.map_or(0, |line| {
        let number = line.rsplit(' ').next().expect("a number");
        number.parse().expect("a number")
    })
}

/// Opens tables, all but one of which wait for the only thread, until the worker has one: the tables.
fn until_it_works(member: &mut Member<'_>) -> Vec<String> {
    let (taken, done) = (
        answered(member, "/api/work", 200),
        answered(member, "/api/work/{job}", 204),
    );
    let mut tables = Vec::new();
    loop {
        tables.push(table(member, 10));
        if answered(member, "/api/work", 200) > taken {
            assert_eq!(
                answered(member, "/api/work/{job}", 204),
                done,
                "it is in the middle of it"
            );
            return tables;
        }
    }
}

/// Waits until the engine has moved at every table.
fn see_moves(house: &House, tables: &[String]) {
    for table in tables {
        assert!(Spectator::new(house, table, 0).sees("moved"), "{table}");
    }
}

#[test]
fn a_worker_waits_for_the_server_and_makes_moves_for_it() {
    let folder = Folder::new();
    let port = free_port();
    let mut worker = start(&folder, &format!("127.0.0.1:{port}"));
    worker.hear("the server is away: ");
    let house = open(&folder, port);
    let mut anna = house.member("Anna");
    let tables = until_it_works(&mut anna);
    let done = worker.hear("a move of mobius, level 10, after 0: ");
    assert!(done.ends_with(" s)"), "{done}");
    see_moves(&house, &tables);
    assert!(answered(&mut anna, "/api/work/{job}", 204) > 0);
    worker.signal("-INT");
    assert_eq!(worker.end().0, Some(0));
    house.end(&folder, "-TERM");
}

#[test]
fn a_move_comes_although_its_worker_was_killed() {
    let folder = Folder::new();
    let house = open(&folder, 0);
    let mut anna = house.member("Anna");
    let worker = start(&folder, &house.address);
    let tables = until_it_works(&mut anna);
    worker.signal("-KILL");
    drop(worker);
    assert_eq!(
        answered(&mut anna, "/api/work/{job}", 204),
        0,
        "it was in the middle of it"
    );
    see_moves(&house, &tables);
}

#[test]
fn a_worker_without_the_right_token_ends() {
    let folder = Folder::new();
    let check = |house: &House, token: &str, expected: &str| {
        let line = format!("work --server http://{} {token}", house.address);
        let run = run(&mut folder.command(&line), "");
        assert_eq!(run.status, 2, "{}", run.errors);
        assert_eq!(run.errors.trim_end(), expected);
    };
    let house = open(&folder, 0);
    let wrong = "halte: the server: the API token is not valid (bad_token)";
    check(&house, "--token another-token-than-that", wrong);
    check(
        &house,
        "",
        "halte: there is no token: give --token-file or set HALTE_WORK_TOKEN",
    );
    house.end(&folder, "-TERM");
    let house = House::open(&folder);
    let none = "halte: the server: this server takes no workers: it has no work_token (no_workers)";
    check(&house, &format!("--token {TOKEN}"), none);
}
