//! `halte serve` as one starts it: its configuration, where it listens, its log, and how it ends.

#![cfg(unix)]

#[path = "house/mod.rs"]
mod house;

use std::fs;
use std::path::Path;
use std::process::Command;

use house::{House, folder, run};

fn serve(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = house::halte(folder, &["serve"]);
    command.args(arguments);
    command
}

#[test]
fn the_configuration_is_printed_with_its_sources() {
    let folder = folder("serve-print");
    fs::write(
        folder.join("halte.toml"),
        "address = '127.0.0.1:1'\n[limits]\nbody_size = '1MiB'\n",
    )
    .expect("a file");
    let arguments = [
        "--config",
        "halte.toml",
        "--trusted-proxy",
        "10.0.0.0/8",
        "--trusted-proxy",
        "::1",
        "--print-config",
    ];
    let mut command = serve(&folder, &arguments);
    command
        .env("HALTE_DATABASE", "postgres://anna:secret@host/halte")
        .env("HALTE_ADDRESS", "127.0.0.1:2");
    let (status, output, errors) = run(&mut command);
    assert_eq!((status, &*errors), (0, ""));
    let line = |start: &str| {
        let line = output
            .lines()
            .find(|line| line.starts_with(start))
            .unwrap_or_else(|| panic!("{start}: {output}"));
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        line("address "),
        "address = \"127.0.0.1:2\" # environment variable HALTE_ADDRESS"
    );
    assert_eq!(
        line("database "),
        "database = \"postgres://anna:...@host/halte\" # environment variable HALTE_DATABASE"
    );
    assert_eq!(
        line("trusted_proxy "),
        "trusted_proxy = [\"10.0.0.0/8\", \"::1\"] # flag --trusted-proxy"
    );
    assert_eq!(line("body_size "), "body_size = \"1MiB\" # halte.toml, line 3");
    assert_eq!(line("log_level "), "log_level = \"info\" # default");
    assert!(!output.contains("secret"));
    // What is printed is a configuration again.
    fs::write(folder.join("printed.toml"), &output).expect("a file");
    let (status, again, _) = run(&mut serve(&folder, &["--config", "printed.toml", "--print-config"]));
    assert_eq!(status, 0);
    assert!(again.contains("# printed.toml, line 1\n"), "{again}");
}

#[test]
fn the_interface_is_described_without_a_house() {
    let folder = folder("serve-openapi");
    let (status, output, errors) = run(&mut serve(&folder, &["--print-openapi"]));
    assert_eq!((status, &*errors), (0, ""));
    let document: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert!(document["paths"]["/api/games"]["get"].is_object());
    assert!(
        document["components"]["schemas"]["Outgoing"].is_object(),
        "what sockets say"
    );
    assert!(!folder.join("halte.db").exists());
}

#[test]
fn bad_configuration_is_refused() {
    let folder = folder("serve-bad");
    fs::write(folder.join("halte.toml"), "\n[limits]\nbody_size = 'big'\n").expect("a file");
    fs::write(folder.join("empty.pem"), "").expect("a file");
    let check = |arguments: &[&str], expected: &str| {
        let (status, output, errors) = run(&mut serve(&folder, arguments));
        assert_eq!((status, &*output), (2, ""), "{arguments:?}: {errors}");
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
    };
    check(
        &["--config", "halte.toml"],
        "halte: limits.body_size must be a number of bytes",
    );
    check(&["--config", "halte.toml"], "not 'big' (halte.toml, line 3)\n");
    check(&["--config", "none.toml"], "cannot read the configuration none.toml: ");
    check(
        &["--address", "here"],
        "invalid value 'here' for '--address <ADDRESS>': must be",
    );
    check(
        &["--tls-key", "empty.pem"],
        "tls_key needs tls_certificate too (flag --tls-key)",
    );
    check(
        &["--tls-key", "empty.pem", "--tls-certificate", "empty.pem"],
        "empty.pem: there is no certificate in it",
    );
    check(
        &["--tls-key", "none.pem", "--tls-certificate", "none.pem"],
        "cannot read none.pem: ",
    );
    check(&["--address", "192.0.2.1:80"], "cannot listen at 192.0.2.1:80: ");
    check(
        &["--database", "mysql://anna:secret@host/x", "--address", "127.0.0.1:0"],
        "halte: ",
    );
    let mut command = serve(
        &folder,
        &["--database", "mysql://anna:secret@host/x", "--address", "127.0.0.1:0"],
    );
    assert!(!run(&mut command).2.contains("secret"));
}

const NEW_ACCOUNT: &str = "POST /api/accounts HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 45\r\n\r\n\
    {\"name\": \"Anna\", \"password\": \"correct horse\"}";

#[test]
fn the_house_opens_logs_and_closes() {
    for (format, signal) in [("text", "-TERM"), ("json", "-INT")] {
        let folder = folder(&format!("serve-{format}"));
        let arguments = [
            "--address",
            "127.0.0.1:0",
            "--log-format",
            format,
            "--log-level",
            "debug",
        ];
        let house = House::start(&folder, &arguments);
        assert!(house.ask("GET /readyz HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 200 "));
        let answer = house.ask(NEW_ACCOUNT);
        assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
        let cookie = answer
            .split("halte-session=")
            .nth(1)
            .expect("a cookie")
            .split(';')
            .next()
            .expect("a value");
        let cookie = cookie.to_owned();
        house.ask(&format!(
            "GET /api/session?secret=1 HTTP/1.1\r\ncookie: halte-session={cookie}\r\n\r\n"
        ));
        house.ask("GET /api/session HTTP/1.1\r\nauthorization: Bearer halte_wrong\r\n\r\n");
        house.ask(&format!("DELETE /api/sessions/{cookie} HTTP/1.1\r\n\r\n"));
        // The database is where a user's data is.
        assert!(folder.join("halte/halte.sqlite").exists());

        let log = house.end(&folder, signal);
        for secret in [&*cookie, "correct horse", "argon2", "secret=1", "halte_wrong"] {
            assert!(!log.contains(secret), "{secret} is in the log: {log}");
        }
        if format == "json" {
            for line in log.lines() {
                let event: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
                assert!(event["message"].is_string() && event["timestamp"].is_string(), "{line}");
            }
            let accounts = log
                .lines()
                .find(|line| line.contains("/api/accounts"))
                .expect("the request");
            let event: serde_json::Value = serde_json::from_str(accounts).expect("JSON");
            assert_eq!(
                (&event["status"], &event["method"]),
                (&201.into(), &"POST".into()),
                "{accounts}"
            );
            assert_eq!(event["span"]["request"].as_str().map(str::len), Some(12), "{accounts}");
        } else {
            assert!(
                log.contains("info: a request was answered (method POST, route /api/accounts, status 201"),
                "{log}"
            );
            assert!(log.contains("info: the server closes (reason SIGTERM"), "{log}");
        }
        assert!(log.contains("the server is closed"), "{log}");
    }
}

#[test]
fn one_house_at_one_address() {
    let folder = folder("serve-twice");
    let house = House::start(&folder, &["--address", "127.0.0.1:0"]);
    let (status, _, errors) = run(&mut serve(
        &folder,
        &["--address", &house.address, "--database", "other.sqlite"],
    ));
    assert_eq!(status, 2);
    assert!(
        errors.contains(&format!("cannot listen at {}: ", house.address)),
        "{errors}"
    );
    house.end(&folder, "-TERM");
}
