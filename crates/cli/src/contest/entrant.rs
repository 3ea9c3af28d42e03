//! Who plays in a match: an engine and how long it may think, as one text.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use halte_engine::{LevelError, Limits, Settings};

use crate::arguments::{BadArgument, MOST_MEMORY, MOST_THREADS};
use crate::program::{Clock, UgiCommand};

/// Time for a move where nothing else is said.
const STANDARD_TIME: Duration = Duration::from_millis(200);

/// Memory of plain UCT where nothing else is said: its tree must hold all playouts of a second.
const UCT_MEMORY: usize = 1 << 30;

/// How an engine is written, for the help.
pub(super) const SYNTAX: &str = "\
An ENGINE is written NAME:SETTING=VALUE,SETTING=VALUE,...
  halte    the engine for this game
  uct      plain UCT with random playouts, the yardstick
  random   any legal move
  greedy   takes a win, avoids a loss at once, and else plays at random
  ugi      another program that speaks UGI; its last setting is
           command=COMMAND LINE
How long it thinks about a move (a step, in Fibonacci); random and
greedy take no time worth mentioning, and have none of these:
  time=MILLISECONDS   200 if nothing else is said
  nodes=N   depth=N   depth not for uct
  clock=10+0.1        seconds for the game and for each move; who has
                      none left loses
For all but ugi also:
  seed=N              0; each game has a seed of its own made from it
For halte and uct also:
  hash=MEBIBYTES      64, for uct 1024
For halte also:
  level=N             1 to 10, which limits itself
  softness=X          0; how much worse a move must look, as a share of
                      games won, not to be played; beyond 0.5 even a lost
                      one is, now and then
  threads=N           1
For ugi also:
  option.NAME=VALUE   sent as setoption";

/// An engine that plays in a match.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Entrant {
    /// As it was written.
    text: String,
    pub(super) engine: EngineKind,
    pub(super) pace: Pace,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum EngineKind {
    Halte(Settings),
    Uct(Settings),
    Random(Settings),
    Greedy(Settings),
    Ugi(UgiCommand),
}

/// How long an engine may think.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Pace {
    pub(super) limits: Limits,
    pub(super) clock: Option<Clock>,
}

impl Entrant {
    /// How many cores it keeps busy, as far as it is known.
    pub(super) fn threads(&self) -> usize {
        match &self.engine {
            EngineKind::Halte(settings) if settings.level.is_none() => settings.threads,
            _ => 1,
        }
    }
}

/// The engine as it was written.
impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// `200 ms`, `5000 nodes`, `10 s + 0.1 s`, several with commas, `by itself` if none is set.
impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { nodes, depth, time } = self.limits;
        let on_clock = |clock: Clock| format!("{} s + {} s", clock.left.as_secs_f64(), clock.increment.as_secs_f64());
        let parts = [
            self.clock.map(on_clock),
            time.map(|time| format!("{} ms", time.as_millis())),
            nodes.map(|nodes| format!("{nodes} nodes")),
            depth.map(|depth| format!("depth {depth}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "by itself" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

/// The settings of an engine while they are read.
#[derive(Default)]
struct Reader {
    settings: Settings,
    pace: Pace,
    ugi: UgiCommand,
}

impl Reader {
    /// Takes one setting of an engine of this name.
    fn set(&mut self, name: &str, key: &str, value: &str) -> Result<(), String> {
        let is_own = name != "ugi";
        match key {
            "seed" if is_own => self.settings.seed = number(key, value, 0, u64::MAX)?,
            _ if is_simple(name) => return Err(format!("{name} has no setting {key:?}")),
            "time" => self.pace.limits.time = Some(Duration::from_millis(number(key, value, 1, u32::MAX.into())?)),
            "nodes" => self.pace.limits.nodes = Some(number(key, value, 1, u64::MAX)?),
            "depth" if name != "uct" => self.pace.limits.depth = Some(number(key, value, 1, 1000)? as u32),
            "clock" => self.pace.clock = Some(value.parse()?),
            "hash" if is_own => self.settings.memory = (number(key, value, 1, MOST_MEMORY)? as usize) << 20,
            "threads" if name == "halte" => self.settings.threads = number(key, value, 1, MOST_THREADS)? as usize,
            "softness" if name == "halte" => {
                let softness = value.parse().ok().filter(|softness| (0.0..=3.0).contains(softness));
                self.settings.softness =
                    softness.ok_or_else(|| format!("softness takes a number from 0 to 3, not {value:?}"))?;
            }
            "level" if name == "halte" => {
                let level = value
                    .parse()
                    .map_err(|error: LevelError| format!("{error}, not {value:?}"));
                self.settings.level = Some(level?);
            }
            "command" if !is_own => {
                self.ugi.words = shlex::split(value).ok_or("command has a quote that is not closed")?;
            }
            _ => match key.strip_prefix("option.") {
                Some(option) if !is_own && !option.is_empty() => {
                    self.ugi.options.push((option.to_owned(), value.to_owned()));
                }
                _ => return Err(format!("{name} has no setting {key:?}")),
            },
        }
        Ok(())
    }
}

impl FromStr for Entrant {
    type Err = BadArgument;

    fn from_str(text: &str) -> Result<Entrant, BadArgument> {
        read(text).map_err(|reason| BadArgument {
            what: "engine",
            text: text.to_owned(),
            reason,
        })
    }
}

fn read(text: &str) -> Result<Entrant, String> {
    if text.contains(char::is_control) {
        return Err("it has control characters".to_owned());
    }
    let (name, mut rest) = text.split_once(':').unwrap_or((text, ""));
    if !["halte", "uct", "ugi"].contains(&name) && !is_simple(name) {
        return Err(format!(
            "there is no {name:?}: engines are halte, uct, random, greedy and ugi"
        ));
    }
    let mut reader = Reader::default();
    if name == "uct" {
        reader.settings.memory = UCT_MEMORY;
    }
    let mut keys = Vec::new();
    while !rest.is_empty() {
        // A command line may have commas: it takes all that follows.
        let setting = if rest.starts_with("command=") {
            std::mem::take(&mut rest)
        } else {
            let (setting, others) = rest.split_once(',').unwrap_or((rest, ""));
            rest = others;
            setting
        };
        let (key, value) = setting
            .split_once('=')
            .ok_or_else(|| format!("{setting:?} is not written SETTING=VALUE"))?;
        if keys.contains(&key) {
            return Err(format!("{key} is there twice"));
        }
        keys.push(key);
        reader.set(name, key, value)?;
    }
    let (settings, mut pace, ugi) = (reader.settings, reader.pace, reader.ugi);
    if pace.clock.is_some() && pace.limits.time.is_some() {
        return Err("clock and time do not go together".to_owned());
    }
    // A level limits itself.
    if pace == Pace::default() && settings.level.is_none() && !is_simple(name) {
        pace.limits.time = Some(STANDARD_TIME);
    }
    let engine = match name {
        "halte" => EngineKind::Halte(settings),
        "uct" => EngineKind::Uct(settings),
        "random" => EngineKind::Random(settings),
        "greedy" => EngineKind::Greedy(settings),
        _ if ugi.words.is_empty() => return Err("ugi needs command=COMMAND LINE, as its last setting".to_owned()),
        _ => EngineKind::Ugi(ugi),
    };
    Ok(Entrant {
        text: text.to_owned(),
        engine,
        pace,
    })
}

/// Whether an engine of this name does not think.
fn is_simple(name: &str) -> bool {
    matches!(name, "random" | "greedy")
}

/// A whole number within bounds.
fn number(key: &str, value: &str, least: u64, most: u64) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| match most {
        u64::MAX => format!("{key} takes a whole number from {least} on, not {value:?}"),
        _ => format!("{key} takes a whole number from {least} to {most}, not {value:?}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Settings and limits as text, or why there are none.
    fn shown(text: &str) -> Result<String, String> {
        let entrant: Entrant = text.parse().map_err(|error: BadArgument| error.reason)?;
        assert_eq!(entrant.to_string(), text);
        let engine = match entrant.engine {
            EngineKind::Halte(settings) => {
                let level = settings.level.map_or("none".to_owned(), |level| level.to_string());
                let memory = settings.memory >> 20;
                format!("halte {memory} {} {} {level}", settings.threads, settings.seed)
            }
            EngineKind::Uct(Settings { memory, seed, .. }) => format!("uct {} {seed}", memory >> 20),
            EngineKind::Random(Settings { seed, .. }) => format!("random {seed}"),
            EngineKind::Greedy(Settings { seed, .. }) => format!("greedy {seed}"),
            EngineKind::Ugi(UgiCommand { words, options }) => format!("ugi {words:?} {options:?}"),
        };
        Ok(format!("{engine}: {}", entrant.pace))
    }

    #[test]
    fn engines_are_read() {
        let check = |text: &str, expected: &str| assert_eq!(shown(text).as_deref(), Ok(expected), "{text}");
        check("halte", "halte 64 1 0 none: 200 ms");
        check("halte:", "halte 64 1 0 none: 200 ms");
        check("halte:level=3", "halte 64 1 0 3: by itself");
        check("halte:level=3,time=50", "halte 64 1 0 3: 50 ms");
        check("halte:time=100,threads=2,hash=16,seed=7", "halte 16 2 7 none: 100 ms");
        check("halte:nodes=5000,depth=9", "halte 64 1 0 none: 5000 nodes, depth 9");
        check("halte:clock=10+0.1", "halte 64 1 0 none: 10 s + 0.1 s");
        check("uct", "uct 1024 0: 200 ms");
        check("uct:clock=3,hash=64,seed=5", "uct 64 5: 3 s + 0 s");
        check("random", "random 0: by itself");
        check("greedy:seed=7", "greedy 7: by itself");
        check(
            "ugi:nodes=5,option.Hash=16,option.Book File=a b,command='my engine' --fast,really x=1",
            r#"ugi ["my engine", "--fast,really", "x=1"] [("Hash", "16"), ("Book File", "a b")]: 5 nodes"#,
        );
    }

    #[test]
    fn what_is_wrong_with_an_engine_is_named() {
        let check = |text: &str, expected: &str| assert_eq!(shown(text), Err(expected.to_owned()), "{text}");
        let known = "engines are halte, uct, random, greedy and ugi";
        check("stockfish", &format!("there is no \"stockfish\": {known}"));
        check("", &format!("there is no \"\": {known}"));
        check("random:time=3", "random has no setting \"time\"");
        check("greedy:hash=3", "greedy has no setting \"hash\"");
        check("halte:fast", "\"fast\" is not written SETTING=VALUE");
        check("halte:tiem=3", "halte has no setting \"tiem\"");
        check("halte:time=3,,", "\"\" is not written SETTING=VALUE");
        check("halte:time=3,time=4", "time is there twice");
        let out_of_bounds = "time takes a whole number from 1 to 4294967295, not \"0\"";
        check("halte:time=0", out_of_bounds);
        check("halte:nodes=-1", "nodes takes a whole number from 1 on, not \"-1\"");
        check("halte:softness=-1", "softness takes a number from 0 to 3, not \"-1\"");
        check("halte:level=11", "a level is a number from 1 to 10, not \"11\"");
        check("halte:clock=0+1", "clock takes seconds, as in 10+0.1, not \"0+1\"");
        check("halte:clock=1e99", "clock takes seconds, as in 10+0.1, not \"1e99\"");
        check("halte:clock=1,time=1", "clock and time do not go together");
        check("halte:command=x", "halte has no setting \"command\"");
        check("halte:option.Hash=3", "halte has no setting \"option.Hash\"");
        check("uct:depth=3", "uct has no setting \"depth\"");
        check("uct:threads=3", "uct has no setting \"threads\"");
        check("ugi", "ugi needs command=COMMAND LINE, as its last setting");
        check("ugi:hash=3,command=x", "ugi has no setting \"hash\"");
        check("ugi:option.=3,command=x", "ugi has no setting \"option.\"");
        check("ugi:command='x", "command has a quote that is not closed");
        check("halte:\n", "it has control characters");
    }
}
