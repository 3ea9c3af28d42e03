//! Schemathesis against a real server: requests made from the interface's own description, sensible ones and others, and
//! whether the answers are as it says. It runs from a virtual environment of its own below `target/`.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command};

use anyhow::{Context, Result};

use crate::python;
use crate::shell::{self, root, run_keeping, target};

/// The version that is installed: another one may find something else.
const PACKAGE: &str = "schemathesis==4.32.5";

/// How long it tries, in seconds.
const SECONDS: u32 = 100;

/// What the server is told so that no limit is in the way; engines need not think.
const FLAGS: &str = "--address 127.0.0.1:0 --requests-per-address 1000000/1s --moves-per-visitor 1000000/1s \
    --guests-per-address 1000000/1s --tables-per-address 1000000/1s --tables-per-visitor 1000000 \
    --remarks-per-visitor 1000000/1s --accounts-per-address 100/1s --password-attempts-per-address 100/1s \
    --password-attempts-per-name 100/1s \
    --log-level warn";

/// Runs it against the program of the tests, and gives its own summary.
pub(crate) fn run(summary: &mut Vec<String>) -> Result<()> {
    let program = python::installed("schemathesis", &[PACKAGE])?.join("schemathesis");
    let folder = target().join("schemathesis-house");
    let house = House::start(&folder)?;
    let token = house.token()?;
    let mut command = Command::new(program);
    command
        .current_dir(&folder)
        .arg("--config-file")
        .arg(root().join("xtask/src/schemathesis.toml"))
        .arg("run")
        .arg(format!("http://{}/api/openapi.json", house.address))
        .args(["--header", &format!("Authorization: Bearer {token}")])
        // Sockets and streams are no answers that end.
        .args([
            "--exclude-path-regex",
            "/socket$|/api/me/events$|/api/analyses/.*/events$",
        ])
        // Moves, games and positions are texts with a grammar, which a schema cannot say: most that it makes up are
        // refused, and rightly.
        .args(["--exclude-checks", "positive_data_acceptance"])
        .args(["--max-time", &SECONDS.to_string()])
        .args("--seed 1 --request-timeout 60 --warnings off --continue-on-failure".split(' '));
    let is_summary = |line: &str| line.contains(" generated, ") || line.starts_with("=====") && line.contains(" in ");
    run_keeping(&mut command, "", is_summary, summary)?;
    for line in summary {
        *line = format!("schemathesis: {}", line.trim_matches(['=', ' ']));
    }
    Ok(())
}

/// A server that runs as long as this value lives.
pub(crate) struct House {
    child: Child,
    pub(crate) address: String,
}

impl House {
    /// Starts it in a folder that has nothing else.
    pub(crate) fn start(folder: &Path) -> Result<House> {
        // What the last run left.
        let _ = std::fs::remove_dir_all(folder);
        std::fs::create_dir_all(folder)?;
        let mut halte = Command::new(target().join("debug/halte"));
        halte.current_dir(folder).args(["serve", "--database", "house.sqlite"]);
        let mut started = shell::start(halte.args(FLAGS.split(' ')))?;
        let (line, child) = (started.line()?, started.child);
        let address = line.strip_prefix("halte listens at http://");
        let address = address.with_context(|| format!("halte serve did not start: {line}"))?;
        Ok(House {
            address: address.to_owned(),
            child,
        })
    }

    /// The API token of a new account.
    fn token(&self) -> Result<String> {
        let account = r#"{"name": "Tester", "password": "correct horse"}"#;
        let answer = self.post("/api/accounts", "", account)?;
        let session = between(&answer, "halte-session=", ";")?;
        let cookie = format!("cookie: halte-session={session}\r\norigin: http://{}\r\n", self.address);
        let answer = self.post("/api/tokens", &cookie, r#"{"label": "schemathesis"}"#)?;
        between(&answer, "\"token\":\"", "\"").map(str::to_owned)
    }

    fn post(&self, path: &str, headers: &str, body: &str) -> Result<String> {
        let mut stream = TcpStream::connect(&self.address)?;
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n{headers}\r\n{body}",
            self.address,
            body.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }
}

impl Drop for House {
    fn drop(&mut self) {
        // It keeps nothing that anybody needs.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What an answer has between two texts.
fn between<'a>(answer: &'a str, start: &str, end: &str) -> Result<&'a str> {
    let rest = answer.split_once(start).map(|(_, rest)| rest);
    let found = rest.and_then(|rest| rest.split_once(end)).map(|(found, _)| found);
    found.with_context(|| format!("the server did not answer with {start}: {answer}"))
}
