//! The program as a user or a script runs it: arguments and standard input in, output and exit status out.

mod analyse;
#[cfg(unix)]
mod bridge;
mod cluster;
mod commands;
mod contest;
mod crash;
mod documents;
#[cfg(unix)]
mod hosting;
#[cfg(unix)]
mod house;
mod play;
#[cfg(unix)]
mod serve;
#[cfg(unix)]
mod store;
#[cfg(unix)]
mod terminal;
mod ugi;
#[cfg(unix)]
mod upgrade;
mod words;
#[cfg(unix)]
mod work;

use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_halte");

/// A folder of its own for a test's files, in which the program runs.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(TempDir::new().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }

    /// A file's text, or nothing if it is not there.
    fn read_if_there(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// The program with a command line that is written as in a shell, and without any settings of whoever runs the tests.
    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(PROGRAM);
        let kept = ["PATH", "LD_LIBRARY_PATH"].map(|name| (name, std::env::var_os(name).unwrap_or_default()));
        let folder = self.0.path();
        command
            .env_clear()
            .envs(kept)
            .env("LC_ALL", "C.UTF-8")
            .current_dir(folder);
        command
            .env("HOME", folder)
            .env("XDG_DATA_HOME", folder)
            // Not the configuration of this machine.
            .env("HALTE_CONFIG", "/dev/null")
            .stdin(Stdio::null());
        command.args(shlex::split(line).expect("a command line"));
        command
    }

    fn run(&self, line: &str) -> Run {
        run(&mut self.command(line), "")
    }

    fn run_with(&self, line: &str, input: impl AsRef<[u8]>) -> Run {
        run(&mut self.command(line), input)
    }

    /// Runs `halte store` or `halte administer`, and takes away the line by which they say what they are about.
    fn operate(&self, line: &str) -> Run {
        let mut run = self.run(line);
        let (first, rest) = run.errors.split_once('\n').unwrap_or((&run.errors, ""));
        assert!(first.starts_with("halte: the database is "), "{line}: {first}");
        run.errors = rest.to_owned();
        run
    }

    /// The names of all files in it, in order.
    fn names(&self) -> Vec<String> {
        let names = fs::read_dir(self.0.path()).expect("a folder").map(|entry| {
            let name = entry.expect("an entry").file_name();
            name.into_string().expect("a text")
        });
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        names
    }

    /// Runs a command that must go well and say nothing against it, and gives its output.
    fn done(&self, line: &str) -> String {
        let run = self.run(line);
        assert_eq!((run.status, &*run.errors), (0, ""), "{line}: {}", run.output);
        run.output
    }

    /// Bad usage: exit status 2, one message that says what is wrong, nothing on standard output.
    fn refuses(&self, line: &str, expected: &str) {
        let run = self.run(line);
        assert_eq!((run.status, &*run.output), (2, ""), "{line}: {}", run.errors);
        assert_says(&run.errors, &[expected]);
        assert!(!run.errors.contains("panicked"), "{line}: {}", run.errors);
    }
}

/// What a run of the program printed, and its exit status.
struct Run {
    status: i32,
    output: String,
    errors: String,
}

impl Run {
    /// Its status, output and errors.
    fn all(&self) -> (i32, &str, &str) {
        (self.status, &self.output, &self.errors)
    }

    /// Its lines of JSON.
    fn json(&self) -> Vec<Value> {
        json_lines(&self.output)
    }
}

/// Runs a command to its end.
fn run(command: &mut Command, input: impl AsRef<[u8]>) -> Run {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input");
    let input = input.as_ref().to_vec();
    let writer = std::thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    Run {
        status: output.status.code().expect("no signal"),
        output: String::from_utf8(output.stdout).expect("text"),
        errors: String::from_utf8(output.stderr).expect("text"),
    }
}

/// Runs the program where it needs no files.
fn halte(line: &str, input: impl AsRef<[u8]>) -> Run {
    Folder::new().run_with(line, input)
}

/// A program at work, and what it says line by line. A test that fails leaves none behind.
struct Running {
    child: Child,
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
}

impl Running {
    fn start(command: &mut Command) -> Running {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        Running {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().expect("its output")).lines(),
            child,
        }
    }

    fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("its input is open");
        input.write_all(bytes.as_ref()).expect("it listens");
    }

    fn line(&mut self) -> String {
        self.output.next().expect("it says something").expect("text")
    }

    /// Reads up to a line that begins like this, and gives the rest of it.
    fn hear(&mut self, beginning: &str) -> String {
        loop {
            if let Some(rest) = self.line().strip_prefix(beginning) {
                return rest.to_owned();
            }
        }
    }

    #[cfg(unix)]
    fn signal(&self, signal: &str) {
        let status = Command::new("kill")
            .args([signal, &self.child.id().to_string()])
            .status();
        assert!(status.expect("kill").success());
    }

    /// Waits until it ends by itself: its exit status, and all that it still said.
    fn end(mut self) -> (Option<i32>, Vec<String>) {
        let lines = self.output.by_ref().map(|line| line.expect("text")).collect();
        (self.child.wait().expect("it ends").code(), lines)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A port that nobody has, for a file that must name one. It is not among those that the system gives to whoever asks for
/// any, so that it stays free; other runs of the tests begin elsewhere.
#[cfg(unix)]
fn free_port() -> u16 {
    use std::net::TcpListener;
    use std::sync::atomic::{AtomicU32, Ordering};

    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = std::process::id() * 31 + NEXT.fetch_add(1, Ordering::Relaxed);
        let port = 20_000 + u16::try_from(number % 12_000).expect("a small number");
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn json_lines(text: &str) -> Vec<Value> {
    let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    lines.collect()
}

/// Games of an independent implementation.
fn conformance(file: &str) -> Vec<Value> {
    let path = root().join("crates/games/tests/conformance").join(file);
    json_lines(&fs::read_to_string(path).expect("the vectors"))
}

/// The moves of such a game.
fn moves(vector: &Value) -> Vec<&str> {
    let moves = vector["moves"].as_array().expect("moves").iter();
    moves.filter_map(Value::as_str).collect()
}

/// A text with each run of white space as one space.
fn unbroken(text: &str) -> String {
    let mut unbroken = text.replace(char::is_whitespace, " ");
    while unbroken.contains("  ") {
        unbroken = unbroken.replace("  ", " ");
    }
    unbroken
}

/// Asserts that a text has these parts, in this order, wherever its lines are broken.
fn assert_says(text: &str, parts: &[&str]) {
    let whole = unbroken(text);
    let mut rest = whole.as_str();
    for part in parts.iter().map(|part| unbroken(part)) {
        let at = rest
            .find(&part)
            .unwrap_or_else(|| panic!("{part:?} is missing in its place:\n{text}"));
        rest = &rest[at + part.len()..];
    }
}
