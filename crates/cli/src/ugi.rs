//! `halte ugi`: the engine as a program that speaks UGI, the Universal Game Interface of kz04px/cutegames.
//!
//! This thread reads commands and never waits for a search: `isready`, `stop` and queries are answered while one runs on
//! a thread of its own. Nothing on standard input can end the program but `quit` and the end of the input.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use clap::Args;
use halte_engine::{Control, Engine, Level, Limits, Report, Score, Search, Settings, SystemClock, SystemThreads};
use halte_game::{Game, Named, Outcome, Player, Playthrough, Turn};
use halte_games::{AnyOptions, with_game};

use crate::arguments::{GameArguments, MOST_MEMORY, MOST_THREADS};
use crate::failure::Failure;
use crate::words;

/// Play as a UGI engine on standard input and output
///
/// The protocol of kz04px/cutegames: `ugi`, `isready`, `setoption`, `uginewgame`, `position`, `go`, `stop`, `query`, `quit`. A
/// drawn card travels as a move in `moves`: whoever runs the game draws it.
#[derive(Args)]
#[command(after_help = "Example:\n  echo 'go movetime 500' | halte ugi mobius")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let options = arguments.game.options()?;
    let most = Most {
        memory: MOST_MEMORY as usize,
        threads: MOST_THREADS as usize,
    };
    converse(&options, io::stdin().lock(), io::stdout(), most)?;
    Ok(())
}

/// What an engine may be told to use at most.
#[derive(Clone, Copy)]
pub struct Most {
    /// Memory, in mebibytes.
    pub memory: usize,
    /// Threads.
    pub threads: usize,
}

/// Obeys commands until `quit` or the end of the input.
///
/// # Errors
/// If the input cannot be read or the output not written.
pub fn converse(
    options: &AnyOptions,
    input: impl BufRead,
    output: impl Write + Send + 'static,
    most: Most,
) -> io::Result<()> {
    let output = Output(Arc::new(Mutex::new(output)));
    with_game!(AnyOptions, options, |G, options| {
        converse_about::<G>(options, input, output, most)
    })
}

fn converse_about<G: Engine + Named>(
    options: &G::Options,
    mut input: impl BufRead,
    output: Output,
    most: Most,
) -> io::Result<()> {
    let mut engine = Ugi::<G>::new(options, output, most);
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let is_over = engine.obey(&String::from_utf8_lossy(&line))?;
        if is_over {
            return Ok(());
        }
        line.clear();
    }
    // The input has ended: a search with a limit still answers, one without must not go on for ever.
    engine.finish();
    Ok(())
}

/// Where lines go, whole, whichever thread they come from.
#[derive(Clone)]
struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    fn say(&self, line: &str) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{line}")?;
        output.flush()
    }
}

/// The options that `setoption` knows, in this order.
const OPTIONS: [&str; 5] = ["Hash", "Threads", "Level", "MultiPV", "Seed"];

struct Ugi<G: Engine + Named> {
    options: G::Options,
    game: Playthrough<G>,
    settings: Settings,
    most: Most,
    output: Output,
    /// What searches; made anew when settings change.
    search: Arc<Mutex<Box<dyn Search<G>>>>,
    running: Option<Running>,
}

struct Running {
    thread: JoinHandle<()>,
    stop: Arc<AtomicBool>,
    /// Tells a search that found everything but must wait for `stop`.
    release: Sender<()>,
    /// Whether it ends by itself.
    is_limited: bool,
}

impl<G: Engine + Named> Ugi<G> {
    fn new(options: &G::Options, output: Output, most: Most) -> Ugi<G> {
        let mut settings = Settings::default();
        settings.memory = settings.memory.min(most.memory << 20);
        Ugi {
            options: options.clone(),
            game: Playthrough::new(G::start(options)),
            settings,
            most,
            output,
            search: Arc::new(Mutex::new(G::search(&settings))),
            running: None,
        }
    }

    /// Does what a line says; true if it says to quit.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => {}
            ["quit", ..] => {
                self.stop();
                return Ok(true);
            }
            ["ugi", ..] => self.introduce()?,
            ["isready", ..] => self.output.say("readyok")?,
            ["uginewgame", ..] => {
                self.stop();
                self.search.lock().unwrap_or_else(PoisonError::into_inner).clear();
            }
            ["setoption", words @ ..] => {
                self.stop();
                let done = self.set_option(words);
                self.explain(done)?;
            }
            ["position", words @ ..] => {
                self.stop();
                let done = self.position(words).map(|game| self.game = game);
                self.explain(done)?;
            }
            ["go", words @ ..] => {
                self.stop();
                let done = self.go(words)?;
                self.explain(done)?;
            }
            ["stop", ..] => self.stop(),
            ["query", question, ..] => self.answer(question)?,
            [word, ..] => self.explain(Err(format!("unknown command {word:?}")))?,
        }
        Ok(false)
    }

    /// Says what was wrong with a command, if anything was.
    fn explain(&self, done: Result<(), String>) -> io::Result<()> {
        done.or_else(|problem| self.output.say(&format!("info string error: {problem}")))
    }

    fn introduce(&self) -> io::Result<()> {
        let about = G::about(&self.options);
        let version = env!("CARGO_PKG_VERSION");
        self.output.say(&format!("id name Halte {version} ({})", about.title))?;
        self.output.say("id author the Halte authors")?;
        for name in OPTIONS {
            let (now, least, most) = self.option(name);
            let range = format!("default {now} min {least} max {most}");
            self.output.say(&format!("option name {name} type spin {range}"))?;
        }
        self.output.say("ugiok")
    }

    /// The value of an option, the least and the most it can be. Level 0 is none: as strong as the limits allow.
    fn option(&self, name: &str) -> (usize, usize, usize) {
        let settings = &self.settings;
        match name {
            "Hash" => (settings.memory >> 20, 1, self.most.memory),
            "Threads" => (settings.threads, 1, self.most.threads),
            "Level" => (settings.level.map_or(0, |level| level.number().into()), 0, Level::COUNT),
            "MultiPV" => (settings.lines, 1, 200),
            _ => (settings.seed as usize, 0, u32::MAX as usize),
        }
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let ["name", name, "value", value] = words else {
            return Err("setoption takes: name NAME value VALUE".to_owned());
        };
        let known = OPTIONS.into_iter().find(|known| known.eq_ignore_ascii_case(name));
        let name = known.ok_or_else(|| format!("unknown option {name:?}"))?;
        let (_, least, most) = self.option(name);
        let number = value.parse().ok().filter(|number| (least..=most).contains(number));
        let value = number.ok_or_else(|| format!("{name} takes a number from {least} to {most}, not {value:?}"))?;
        match name {
            "Hash" => self.settings.memory = value << 20,
            "Threads" => self.settings.threads = value,
            "Level" => self.settings.level = u8::try_from(value).ok().and_then(|number| number.try_into().ok()),
            "MultiPV" => self.settings.lines = value,
            _ => self.settings.seed = value as u64,
        }
        self.search = Arc::new(Mutex::new(G::search(&self.settings)));
        Ok(())
    }

    /// Reads `startpos` or `fen POSITION`, and the moves after it.
    fn position(&self, words: &[&str]) -> Result<Playthrough<G>, String> {
        let (set_up, moves) = match words.iter().position(|&word| word == "moves") {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (words, &[][..]),
        };
        let start = match set_up {
            ["startpos"] => G::start(&self.options),
            ["fen", fields @ ..] => G::parse(&self.options, &fields.join(" ")).map_err(|error| error.to_string())?,
            _ => return Err("position takes: startpos or fen POSITION, then moves MOVE ...".to_owned()),
        };
        let mut game = Playthrough::new(start);
        for text in moves {
            game.play_text(text).map_err(|problem| problem.to_string())?;
        }
        Ok(game)
    }

    fn answer(&self, question: &str) -> io::Result<()> {
        match response(&self.game, question) {
            Some(response) => self.output.say(&format!("response {response}")),
            None => self.explain(Err(format!("unknown query {question:?}"))),
        }
    }

    fn go(&mut self, words: &[&str]) -> io::Result<Result<(), String>> {
        let limits = match limits(words, self.game.position().player()) {
            Ok(limits) => limits,
            Err(problem) => return Ok(Err(problem)),
        };
        if !matches!(self.game.turn(), Turn::Player(_)) {
            return self.output.say("bestmove none").map(Ok);
        }
        // A level limits itself.
        let is_limited = limits != Limits::default() || self.settings.level.is_some();
        let stop = Arc::new(AtomicBool::new(false));
        let (release, released) = mpsc::channel();
        let (search, game, stopped) = (Arc::clone(&self.search), self.game.clone(), Arc::clone(&stop));
        let (settings, output) = (self.settings, self.output.clone());
        let thread = thread::spawn(move || {
            let mut search = search.lock().unwrap_or_else(PoisonError::into_inner);
            let clock = SystemClock::new();
            let control = Control::new(limits, &clock, &stopped).with_threads(&SystemThreads);
            // Whoever reads this may be gone; then `quit` or the end of the input follows.
            let found = catch_unwind(AssertUnwindSafe(|| {
                search.search(&game, &control, &mut |report| {
                    let _ = inform(&output, report, settings.lines);
                })
            }));
            let best = found.map(|report| report.best()).unwrap_or_else(|_| {
                // What a panic left behind is not used again. Whoever waits for a move must not wait for ever.
                *search = G::search(&settings);
                let _ = output.say("info string error: the search failed");
                None
            });
            if !is_limited {
                let _ = released.recv();
            }
            let best = best.map_or("none".to_owned(), |mv| mv.to_string());
            let _ = output.say(&format!("bestmove {best}"));
        });
        self.running = Some(Running {
            thread,
            stop,
            release,
            is_limited,
        });
        Ok(Ok(()))
    }

    /// Ends the search that is under way, if there is one; it says its best move.
    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
            // A search that has ended already hears nothing.
            let _ = running.release.send(());
        }
        self.wait();
    }

    /// Lets a search with a limit come to its end, and stops one without.
    fn finish(&mut self) {
        match &self.running {
            Some(running) if running.is_limited => self.wait(),
            _ => self.stop(),
        }
    }

    /// Waits until the search that is under way has said its best move.
    fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // It cannot have panicked: it says itself when the search has.
            let _ = running.thread.join();
        }
    }
}

/// What is answered to a `query` about a game; nothing if there is no such question.
pub(crate) fn response<G: Game>(game: &Playthrough<G>, question: &str) -> Option<&'static str> {
    let truth = |is_true| if is_true { "true" } else { "false" };
    match question {
        "p1turn" => Some(truth(game.position().player() == Player::First)),
        "gameover" => Some(truth(game.turn().is_over())),
        "result" => Some(match game.turn().outcome() {
            Some(Outcome::Win(Player::First)) => "p1win",
            Some(Outcome::Win(Player::Second)) => "p2win",
            Some(Outcome::Draw) => "draw",
            None => "none",
        }),
        _ => None,
    }
}

/// The limits that the words of `go` name.
fn limits(words: &[&str], player: Player) -> Result<Limits, String> {
    let mut limits = Limits::default();
    let (mut time, mut increment) = ([None; 2], [0; 2]);
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        if word == "infinite" {
            continue;
        }
        let value = words.next().ok_or_else(|| format!("{word} takes a number"))?;
        let number = value
            .parse::<i64>()
            .map_err(|_| format!("{word} takes a number, not {value:?}"))?;
        let number = u64::try_from(number).unwrap_or(0);
        match word {
            "movetime" => limits.time = Some(Duration::from_millis(number)),
            "nodes" => limits.nodes = Some(number),
            "depth" => limits.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "p1time" => time[0] = Some(number),
            "p2time" => time[1] = Some(number),
            "p1inc" => increment[0] = number,
            "p2inc" => increment[1] = number,
            _ => return Err(format!("unknown limit {word:?}")),
        }
    }
    if let Some(left) = time[player.index()] {
        let time = time_to_spend(left, increment[player.index()]);
        limits.time = Some(limits.time.map_or(time, |other| other.min(time)));
    }
    Ok(limits)
}

/// How long to think with so much time left and so much coming after the move, in milliseconds.
///
/// A twentieth of the clock and most of the increment, never more than half of what is left: an untested guess.
pub(crate) fn time_to_spend(left: u64, increment: u64) -> Duration {
    let wanted = (left / 20).saturating_add(increment - increment / 4);
    Duration::from_millis(wanted.min(left / 2).max(1))
}

/// Prints what a search has found so far, a line for each of its lines.
fn inform<M: std::fmt::Display>(output: &Output, report: &Report<M>, lines: usize) -> io::Result<()> {
    let milliseconds = report.time.as_millis();
    let speed = report.nodes as f64 / report.time.as_secs_f64().max(0.001);
    for (number, line) in (1..).zip(&report.lines) {
        let multi = if lines > 1 {
            format!(" multipv {number}")
        } else {
            String::new()
        };
        let (score, moves) = (score_text(line.score), words::listed(&line.moves));
        let effort = format!("nodes {} nps {speed:.0} time {milliseconds}", report.nodes);
        output.say(&format!(
            "info depth {}{multi} score {score} {effort} pv {moves}",
            report.depth
        ))?;
    }
    Ok(())
}

/// `cp 85` for an estimate: the difference in Elo that means this probability; `mate 5` or `mate -4` for moves to a proven
/// end.
fn score_text(score: Score) -> String {
    match score {
        Score::Win { moves } => format!("mate {moves}"),
        Score::Loss { moves } => format!("mate -{moves}"),
        Score::Draw => "cp 0".to_owned(),
        Score::Estimate(probability) => {
            let probability = probability.clamp(0.001, 0.999);
            format!("cp {:.0}", 400.0 * (probability / (1.0 - probability)).log10())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        let check = |text: &str, expected: Result<Limits, &str>| {
            let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
            let read = limits(&words, Player::First);
            assert_eq!(read, expected.map_err(str::to_owned), "go {text}");
        };
        let none = Limits::default();
        let time = |milliseconds| Ok(Limits::time(Duration::from_millis(milliseconds)));
        check("", Ok(none));
        check("infinite", Ok(none));
        check("movetime 200", time(200));
        let nodes_and_depth = Limits {
            depth: Some(3),
            ..Limits::nodes(5)
        };
        check("nodes 5 depth 3", Ok(nodes_and_depth));
        check("p1time 20000 p2time 1 p1inc 1000", time(1750));
        check("p1time -5", time(1));
        let most = "p1time 9223372036854775807 p1inc 9223372036854775807";
        check(most, time(i64::MAX as u64 / 2));
        check("depth", Err("depth takes a number"));
        check("depth x", Err("depth takes a number, not \"x\""));
        check("mate 3", Err("unknown limit \"mate\""));
    }

    #[test]
    fn scores_are_written() {
        let check = |score: Score, expected: &str| assert_eq!(score_text(score), expected);
        check(Score::Win { moves: 3 }, "mate 3");
        check(Score::Loss { moves: 4 }, "mate -4");
        check(Score::Draw, "cp 0");
        check(Score::Estimate(0.5), "cp 0");
        check(Score::Estimate(0.909_09), "cp 400");
    }
}
