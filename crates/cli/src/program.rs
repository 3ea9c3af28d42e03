//! Another program that speaks UGI: its process, the lines it is sent and those it says. It may say anything at any
//! time, or nothing, or end.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use halte_engine::Limits;
use halte_game::Player;

use crate::fault::{Fault, FaultKind};

/// How many lines may wait to be read; a program that says more has to wait.
const LINES_WAITING: usize = 1024;

/// A longer line is taken for several.
const LONGEST_LINE: u64 = 1 << 16;

/// How often a wait looks whether the match is being ended.
const LOOK: Duration = Duration::from_millis(50);

/// How long a program may take to end when it is asked to.
const FAREWELL: Duration = Duration::from_millis(500);

/// How to start and set up another program.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct UgiCommand {
    /// The program and its arguments.
    pub(crate) words: Vec<String>,
    /// Names and values for `setoption`.
    pub(crate) options: Vec<(String, String)>,
}

/// Time on a clock, at the beginning or later, and what is added after each move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Clock {
    pub(crate) left: Duration,
    pub(crate) increment: Duration,
}

/// A clock, `10+0.1` or `10`.
impl FromStr for Clock {
    type Err = String;

    fn from_str(value: &str) -> Result<Clock, String> {
        let refuse = || format!("clock takes seconds, as in 10+0.1, not {value:?}");
        let seconds = |text: &str| -> Result<Duration, String> {
            let seconds = text.parse().map_err(|_| refuse())?;
            Duration::try_from_secs_f64(seconds).map_err(|_| refuse())
        };
        let (left, increment) = value.split_once('+').unwrap_or((value, "0"));
        let (left, increment) = (seconds(left)?, seconds(increment)?);
        if left.is_zero() {
            return Err(refuse());
        }
        Ok(Clock { left, increment })
    }
}

/// What a program thinks of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Thought {
    /// The move, as it wrote it.
    pub(crate) text: String,
    /// How it stands for the player to move, in hundredths of something, if the program said so.
    pub(crate) score: Option<i64>,
}

/// The score of a game that is won or lost for certain.
const CERTAIN: i64 = 100_000;

pub(crate) struct Program<'a> {
    child: Child,
    input: Option<Sender<String>>,
    output: Receiver<String>,
    patience: Duration,
    stop: &'a AtomicBool,
}

impl<'a> Program<'a> {
    /// Starts a program, greets it and sets its options. Whatever it is asked, it may take `patience` longer than it
    /// should.
    pub(crate) fn start(command: &UgiCommand, patience: Duration, stop: &'a AtomicBool) -> Result<Program<'a>, Fault> {
        let mut program = Program::spawn(command, patience, stop)?;
        program.send("ugi");
        let mut known = Vec::new();
        program.wait("ugiok", Duration::ZERO, |line| {
            known.extend(option_name(line).map(str::to_owned));
            (line == "ugiok").then_some(())
        })?;
        for (name, value) in &command.options {
            if !known.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                let known = if known.is_empty() { "none" } else { &known.join(", ") };
                return Err(FaultKind::Answer.because(format!("it has no option {name}; it has {known}")));
            }
            program.send(&format!("setoption name {name} value {value}"));
        }
        program.synchronise()?;
        Ok(program)
    }

    fn spawn(command: &UgiCommand, patience: Duration, stop: &'a AtomicBool) -> Result<Program<'a>, Fault> {
        let failed = |reason: String| FaultKind::Crash.because(format!("it cannot be started: {reason}"));
        let words = command.words.split_first();
        let (name, arguments) = words.ok_or_else(|| failed("no command".to_owned()))?;
        let mut process = Command::new(name);
        process.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for us: engines that end by themselves would be taken to have crashed.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let mut child = process.spawn().map_err(|error| failed(error.to_string()))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("it has no input or output".to_owned()));
        };
        let (input, lines) = mpsc::channel();
        thread::spawn(move || write_lines(stdin, &lines));
        let (sender, output) = mpsc::sync_channel(LINES_WAITING);
        thread::spawn(move || read_lines(stdout, &sender));
        Ok(Program {
            child,
            input: Some(input),
            output,
            patience,
            stop,
        })
    }

    /// Sends a line. A program that is gone is noticed by its silence.
    pub(crate) fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Makes sure that everything sent so far has been read, and everything said before is forgotten.
    pub(crate) fn synchronise(&mut self) -> Result<(), Fault> {
        self.send("isready");
        self.wait("readyok", Duration::ZERO, |line| (line == "readyok").then_some(()))
    }

    /// Asks a question about the game.
    pub(crate) fn query(&mut self, question: &str) -> Result<String, Fault> {
        self.send(&format!("query {question}"));
        self.wait("response", Duration::ZERO, |line| {
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                ["response", answer] => Some(answer.to_owned()),
                _ => None,
            }
        })
    }

    /// Lets it think about the position that it was told, in which this player is to move.
    pub(crate) fn think(
        &mut self,
        limits: &Limits,
        clocks: [Option<Clock>; 2],
        player: Player,
    ) -> Result<Thought, Fault> {
        self.send(&go(limits, clocks));
        let clock = clocks[player.index()].map(|clock| clock.left);
        let time = limits.time.or(clock).unwrap_or_default();
        let mut score = None;
        self.wait("bestmove", time, |line| {
            score = score_in(line).or(score);
            let mut words = line.split_whitespace();
            let text = (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_owned())?;
            Some(Thought { text, score })
        })
    }

    /// Reads lines up to the one that is waited for, which should come within `time`.
    pub(crate) fn wait<T>(
        &mut self,
        what: &str,
        time: Duration,
        mut read: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let allowed = time.saturating_add(self.patience);
        let started = Instant::now();
        loop {
            let left = allowed.saturating_sub(started.elapsed());
            if left.is_zero() || self.stop.load(Ordering::Relaxed) {
                let seconds = started.elapsed().as_secs_f64();
                return Err(FaultKind::Hang.because(format!("no {what} within {seconds:.1} s")));
            }
            match self.output.recv_timeout(left.min(LOOK)) {
                Ok(line) => {
                    if let Some(found) = read(line.trim()) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let end = self.end_within(FAREWELL);
                    let end = end.unwrap_or_else(|| "it closed its output".to_owned());
                    return Err(FaultKind::Crash.because(format!("no {what}: {end}")));
                }
            }
        }
    }

    /// How the process ended, if it does within this time.
    fn end_within(&mut self, time: Duration) -> Option<String> {
        let started = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if started.elapsed() < time => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        self.send("quit");
        self.input = None;
        if self.end_within(FAREWELL).is_none() {
            // It may have ended just now, which is as well.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// The name of an option that a line announces: `option name Hash type spin default 64`.
fn option_name(line: &str) -> Option<&str> {
    let named = line.strip_prefix("option name ")?;
    Some(named.split_once(" type ").map_or(named, |(name, _)| name))
}

/// The command that lets a program think.
fn go(limits: &Limits, clocks: [Option<Clock>; 2]) -> String {
    let mut parts = vec!["go".to_owned()];
    for (number, clock) in (1..).zip(clocks) {
        if let Some(Clock { left, increment }) = clock {
            let (left, increment) = (milliseconds(left), milliseconds(increment));
            parts.push(format!("p{number}time {left} p{number}inc {increment}"));
        }
    }
    parts.extend(limits.time.map(|time| format!("movetime {}", milliseconds(time))));
    parts.extend(limits.nodes.map(|nodes| format!("nodes {nodes}")));
    parts.extend(limits.depth.map(|depth| format!("depth {depth}")));
    parts.join(" ")
}

/// Whole milliseconds, as protocols have them.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// What a line of a search says of the score: `info depth 3 score cp -20 ...`.
fn score_in(line: &str) -> Option<i64> {
    let score = line.strip_prefix("info ")?.split_once("score ")?.1;
    let mut words = score.split_whitespace();
    let (kind, value) = (words.next()?, words.next()?.parse::<i64>().ok()?);
    match kind {
        "cp" => Some(value.clamp(-CERTAIN, CERTAIN)),
        "mate" if value > 0 => Some(CERTAIN),
        "mate" => Some(-CERTAIN),
        _ => None,
    }
}

/// Writes lines on a thread of its own: a program that does not read would stop us otherwise.
fn write_lines(mut input: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until the program closes its output or nobody wants them any more. They need not be text.
fn read_lines(output: impl Read, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while let Ok(1..) = output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
        if lines.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
            return;
        }
        line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_heard() {
        let check = |line: &str, expected: Option<i64>| assert_eq!(score_in(line), expected, "{line}");
        check("info depth 3 score cp -20 nodes 5", Some(-20));
        check("info score cp 9999999999 pv a1", Some(100_000));
        check("info depth 3 score mate 4 nodes 5", Some(100_000));
        check("info depth 3 score mate -4", Some(-100_000));
        check("info depth 3 score", None);
        check("info depth 3 score cp x", None);
        check("info string nothing", None);
        check("bestmove score cp 3", None);
    }
}
