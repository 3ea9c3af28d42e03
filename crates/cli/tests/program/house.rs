//! A house for tests: `halte serve` as a process of its own, and requests to it.

use std::fs::File;
use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::{Folder, Running};

/// A server that is running.
pub(crate) struct House {
    process: Running,
    pub(crate) address: String,
}

/// What a house is told so that no limit is in the way.
pub(crate) const GENEROUS: &str = "--address 127.0.0.1:0 --requests-per-address 1000000/1s \
    --moves-per-visitor 1000000/1s --guests-per-address 1000000/1s --tables-per-address 1000000/1s \
    --tables-per-visitor 1000000 --engine-threads 1";

impl House {
    pub(crate) fn start(folder: &Folder, arguments: &str) -> House {
        let log = File::create(folder.path("log")).expect("a file");
        let mut process = Running::start(folder.command(&format!("serve {arguments}")).stderr(log));
        let first = process.line();
        let address = first.strip_prefix("halte listens at http://");
        let address = address.expect("the first line says where it listens").to_owned();
        House { process, address }
    }

    /// A generous house, which keeps everything in `house.sqlite`.
    pub(crate) fn open(folder: &Folder) -> House {
        House::start(folder, &format!("{GENEROUS} --database house.sqlite"))
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
    pub(crate) fn end(self, folder: &Folder, signal: &str) -> String {
        self.process.signal(signal);
        let (status, _) = self.process.end();
        let log = folder.read("log");
        assert_eq!(status, Some(0), "{log}");
        log
    }

    /// Somebody with a new account, who uses a browser.
    pub(crate) fn member(&self, name: &str) -> Member<'_> {
        self.comes(name, 201, "/api/accounts")
    }

    /// Somebody who has an account and logs in.
    pub(crate) fn comes_back(&self, name: &str) -> Member<'_> {
        self.comes(name, 200, "/api/session")
    }

    fn comes(&self, name: &str, expected: u16, path: &str) -> Member<'_> {
        let mut member = Member {
            house: self,
            name: name.to_owned(),
            headers: String::new(),
        };
        let body = json!({"name": name, "password": "correct horse"});
        member.done(expected, path, &body);
        member
    }
}

/// Somebody who keeps cookies.
pub(crate) struct Member<'h> {
    pub(crate) house: &'h House,
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

    /// An API token of this account.
    pub(crate) fn token(&mut self) -> String {
        let made = self.done(201, "/api/tokens", &json!({"label": "a program"}));
        made["token"].as_str().expect("a token").to_owned()
    }

    /// Opens a table of a game, and takes a seat at it; the other one is for somebody of this kind.
    pub(crate) fn open(&mut self, game: &str, other: &str) -> String {
        self.open_with(&json!({"game": game, "seats": [{"kind": "opener"}, {"kind": other}]}))
    }

    /// Opens a table with these terms.
    pub(crate) fn open_with(&mut self, terms: &Value) -> String {
        let opened = self.done(201, "/api/tables", &json!({"terms": terms}));
        opened["table"].as_str().expect("a table").to_owned()
    }

    /// Does something at a table.
    pub(crate) fn act(&mut self, table: &str, id: &str, action: &Value) {
        let command = json!({"id": id, "action": action});
        self.done(200, &format!("/api/tables/{table}/commands"), &command);
    }

    /// Posts something, which must be answered so.
    fn done(&mut self, expected: u16, path: &str, body: &Value) -> Value {
        let (status, answer) = self.request("POST", path, &body.to_string());
        assert_eq!(status, expected, "{answer}");
        answer
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
        let (address, length, headers) = (&self.house.address, body.len(), &self.headers);
        self.house.ask(&format!(
            "{method} {path} HTTP/1.1\r\norigin: http://{address}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n{headers}\r\n{body}"
        ))
    }
}
