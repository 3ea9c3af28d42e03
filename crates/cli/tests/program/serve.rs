//! `halte serve` as one starts it: its configuration, where it listens, its log, and how it ends.

use serde_json::Value;

use crate::house::House;
use crate::{Folder, json_lines, run};

#[test]
fn the_configuration_is_printed_with_its_sources() {
    let folder = Folder::new();
    folder.write("halte.toml", "address = '127.0.0.1:1'\n[limits]\nbody_size = '1MiB'\n");
    let arguments = "--config halte.toml --trusted-proxy 10.0.0.0/8 --trusted-proxy ::1 --print-config";
    let mut command = folder.command(&format!("serve {arguments}"));
    command
        .env("HALTE_DATABASE", "postgres://anna:secret@host/halte")
        .env("HALTE_ADDRESS", "127.0.0.1:2");
    let run = run(&mut command, "");
    assert_eq!((run.status, &*run.errors), (0, ""));
    let check = |name: &str, expected: &str| {
        let mut lines = run.output.lines();
        let line = lines.find(|line| line.starts_with(&format!("{name} ")));
        let words: Vec<&str> = line
            .unwrap_or_else(|| panic!("{name}: {}", run.output))
            .split_whitespace()
            .collect();
        assert_eq!(words.join(" "), format!("{name} = {expected}"));
    };
    check("address", "\"127.0.0.1:2\" # environment variable HALTE_ADDRESS");
    let database = "\"postgres://anna:...@host/halte\" # environment variable HALTE_DATABASE";
    check("database", database);
    check("trusted_proxy", "[\"10.0.0.0/8\", \"::1\"] # flag --trusted-proxy");
    check("body_size", "\"1MiB\" # halte.toml, line 3");
    check("log_level", "\"info\" # default");
    assert!(!run.output.contains("secret"));
    // What is printed is a configuration again.
    folder.write("printed.toml", &run.output);
    let again = folder.done("serve --config printed.toml --print-config");
    assert!(again.contains("# printed.toml, line 1\n"), "{again}");
    // A place that nobody has named is not the same for everybody, and not written down as if it were.
    let printed = folder.done("serve --print-config");
    let default = format!("# database = \"{}\"", folder.path("halte/halte.sqlite").display());
    assert!(printed.lines().any(|line| line.starts_with(&default)), "{printed}");
}

#[test]
fn the_interface_is_described_without_a_house() {
    let folder = Folder::new();
    let document: Value = serde_json::from_str(&folder.done("serve --print-openapi")).expect("JSON");
    assert!(document["paths"]["/api/games"]["get"].is_object());
    let schemas = &document["components"]["schemas"];
    assert!(schemas["Outgoing"].is_object(), "what sockets say");
    assert!(!folder.path("halte/halte.sqlite").exists());
}

#[test]
fn a_password_is_not_shown() {
    let wrong = "--database mysql://anna:secret@host/x --address 127.0.0.1:0";
    let run = Folder::new().run(&format!("serve {wrong}"));
    assert!(run.status == 2 && !run.errors.contains("secret"), "{}", run.errors);
}

const NEW_ACCOUNT: &str = "POST /api/accounts HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 45\r\n\r\n\
    {\"name\": \"Anna\", \"password\": \"correct horse\"}";

#[test]
fn the_house_opens_logs_and_closes() {
    for (format, signal) in [("text", "-TERM"), ("json", "-INT")] {
        let folder = Folder::new();
        let arguments = format!("--address 127.0.0.1:0 --log-format {format} --log-level debug");
        let house = House::start(&folder, &arguments);
        assert!(house.ask("GET /readyz HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 200 "));
        let answer = house.ask(NEW_ACCOUNT);
        assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
        let cookie = answer.split("halte-session=").nth(1).expect("a cookie");
        let cookie = cookie.split(';').next().expect("a value");
        house.ask(&format!(
            "GET /api/session?secret=1 HTTP/1.1\r\ncookie: halte-session={cookie}\r\n\r\n"
        ));
        house.ask("GET /api/session HTTP/1.1\r\nauthorization: Bearer halte_wrong\r\n\r\n");
        house.ask(&format!("DELETE /api/sessions/{cookie} HTTP/1.1\r\n\r\n"));
        // The database is where a user's data is.
        assert!(folder.path("halte/halte.sqlite").exists());

        let log = house.end(&folder, signal);
        for secret in [cookie, "correct horse", "argon2", "secret=1", "halte_wrong"] {
            assert!(!log.contains(secret), "{secret} is in the log: {log}");
        }
        if format == "json" {
            let events = json_lines(&log);
            for event in &events {
                let has_text = |name: &str| event[name].is_string();
                assert!(has_text("message") && has_text("timestamp"), "{event}");
            }
            let event = events.iter().find(|event| event.to_string().contains("/api/accounts"));
            let event = event.expect("the request");
            assert!(event["status"] == 201 && event["method"] == "POST", "{event}");
            assert_eq!(event["span"]["request"].as_str().map(str::len), Some(12), "{event}");
        } else {
            let answered = "info: a request was answered (method POST, route /api/accounts, status 201";
            assert!(log.contains(answered), "{log}");
            assert!(log.contains("info: the server closes (reason SIGTERM"), "{log}");
        }
        assert!(log.contains("the server is closed"), "{log}");
    }
}

#[test]
fn one_house_at_one_address() {
    let folder = Folder::new();
    let house = House::start(&folder, "--address 127.0.0.1:0");
    let address = &house.address;
    let expected = format!("cannot listen at {address}: ");
    folder.refuses(&format!("serve --address {address} --database other.sqlite"), &expected);
    house.end(&folder, "-TERM");
}
