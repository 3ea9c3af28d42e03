//! A house for tests: `halte serve` as a process of its own, and requests to it.

#![allow(dead_code, reason = "every test program uses another part of it")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// A folder of its own for a test's files.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The program in a folder, without any configuration of whoever runs the tests.
pub(crate) fn halte(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_halte"));
    let kept = ["PATH", "LD_LIBRARY_PATH"].map(|name| (name, std::env::var_os(name).unwrap_or_default()));
    command
        .env_clear()
        .envs(kept)
        .env("XDG_DATA_HOME", folder)
        .current_dir(folder);
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Runs a command that ends by itself: status, output, errors.
pub(crate) fn run(command: &mut Command) -> (i32, String, String) {
    let output = command.output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (
        output.status.code().expect("no signal"),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Runs a command that must go well and say nothing against it, and gives its output.
pub(crate) fn done(command: &mut Command) -> String {
    let (status, output, errors) = run(command);
    assert_eq!((status, &*errors), (0, ""), "{command:?}");
    output
}

/// A server that is running.
pub(crate) struct House {
    child: Child,
    pub(crate) address: String,
}

/// What a house is told so that no limit is in the way.
pub(crate) const GENEROUS: [&str; 14] = [
    "--address",
    "127.0.0.1:0",
    "--requests-per-address",
    "1000000/1s",
    "--moves-per-visitor",
    "1000000/1s",
    "--guests-per-address",
    "1000000/1s",
    "--tables-per-address",
    "1000000/1s",
    "--tables-per-visitor",
    "1000000",
    "--engine-threads",
    "1",
];

impl House {
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> House {
        let errors = fs::File::create(folder.join("log")).expect("a file");
        let mut child = halte(folder, &["serve"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let address = line.trim_end().strip_prefix("halte listens at http://");
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        House { child, address }
    }

    /// Sends a request as it is, and gives the whole answer.
    pub(crate) fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let end = format!("\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address);
        let request = request.replacen("\r\n\r\n", &end, 1);
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// Tells it to end, waits for that, and gives its log.
    pub(crate) fn end(mut self, folder: &Path, signal: &str) -> String {
        let process = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &process])
                .status()
                .expect("kill")
                .success()
        );
        let status = self.child.wait().expect("it ends");
        let log = fs::read_to_string(folder.join("log")).expect("a log");
        assert_eq!(status.code(), Some(0), "{log}");
        log
    }

    /// Somebody with a new account, who uses a browser.
    pub(crate) fn member(&self, name: &str) -> Member<'_> {
        let mut member = Member {
            house: self,
            name: name.to_owned(),
            headers: String::new(),
        };
        let body = json!({"name": name, "password": "correct horse"});
        let (status, _) = member.post("/api/accounts", &body);
        assert_eq!(status, 201);
        member
    }
}

impl Drop for House {
    fn drop(&mut self) {
        // A test that failed leaves no server behind; one that ended in good order is not there any more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody who keeps cookies.
pub(crate) struct Member<'h> {
    house: &'h House,
    pub(crate) name: String,
    /// What proves who it is.
    headers: String,
}

impl Member<'_> {
    pub(crate) fn get(&mut self, path: &str) -> (u16, Value) {
        self.request("GET", path, "")
    }

    pub(crate) fn post(&mut self, path: &str, body: &Value) -> (u16, Value) {
        self.request("POST", path, &body.to_string())
    }

    /// A text that is no JSON.
    pub(crate) fn text(&mut self, path: &str) -> String {
        let answer = self.answer("GET", path, "");
        answer.split_once("\r\n\r\n").expect("a body").1.to_owned()
    }

    /// Where the house is.
    pub(crate) fn address(&self) -> String {
        self.house.address.clone()
    }

    /// An API token of this account.
    pub(crate) fn token(&mut self) -> String {
        let (status, made) = self.post("/api/tokens", &json!({"label": "a program"}));
        assert_eq!(status, 201, "{made}");
        made["token"].as_str().expect("a token").to_owned()
    }

    /// Opens a table.
    pub(crate) fn open(&mut self, terms: &Value) -> String {
        let (status, opened) = self.post("/api/tables", &json!({"terms": terms}));
        assert_eq!(status, 201, "{opened}");
        opened["table"].as_str().expect("a table").to_owned()
    }

    /// Does something at a table.
    pub(crate) fn act(&mut self, table: &str, id: &str, action: &Value) -> (u16, Value) {
        self.post(
            &format!("/api/tables/{table}/commands"),
            &json!({"id": id, "action": action}),
        )
    }

    fn request(&mut self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let answer = self.answer(method, path, body);
        let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
        if let Some(cookie) = head.split("halte-session=").nth(1) {
            let secret = cookie.split(';').next().expect("a value");
            self.headers = format!("cookie: halte-session={secret}\r\n");
        }
        let status = head.split(' ').nth(1).expect("a status").parse().expect("a number");
        (status, serde_json::from_str(body).unwrap_or_default())
    }

    fn answer(&self, method: &str, path: &str, body: &str) -> String {
        self.house.ask(&format!(
            "{method} {path} HTTP/1.1\r\norigin: http://{}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n{}\r\n{body}",
            self.house.address,
            body.len(),
            self.headers,
        ))
    }
}
