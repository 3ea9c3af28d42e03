//! `cargo xtask test`: every test there is, or the parts that are asked for. What fails hides nothing else; at the end are
//! the runners' own summaries, how long each step took, and what failed.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use anyhow::Result;
use clap::ValueEnum;

use crate::beside::Beside;
use crate::shell::{self, cargo, run_keeping, target};
use crate::{deploy, python_client, schemathesis, web};

/// A part of the tests.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// How Rust and the page's files are laid out
    Format,
    /// Clippy, the page's lints and types, and the crates with fewer features
    Lints,
    /// The documentation of the crates
    Documents,
    /// The libraries as they would be published
    Libraries,
    /// The tests of halte-game and halte-games
    Rules,
    /// The tests of halte-engine
    Engine,
    /// The tests of tables, pictures and the server, on SQLite and PostgreSQL
    Server,
    /// The tests of the program and of every other crate
    Program,
    /// The page without a browser, and its build
    Page,
    /// The page in a real browser
    Browser,
    /// A short run of every fuzz target
    Fuzz,
    /// Requests made from the interface's description, with Schemathesis and with a generated client
    Interface,
    /// What is handed out: the Debian package, the service, the container
    Deploy,
}

/// The crates of the parts that have some of their own; every other crate is of [`Part::Program`].
const PACKAGES: [(Part, &[&str]); 3] = [
    (Part::Rules, &["halte-game", "halte-games"]),
    (Part::Engine, &["halte-engine"]),
    (Part::Server, &["halte-picture", "halte-server", "halte-table"]),
];

/// What others can use, in the order in which it is published.
const LIBRARIES: [&str; 3] = ["halte-game", "halte-games", "halte-engine"];

const PAGE_TOOLS: &str = "page: packages and types";
const PAGE_BUILD: &str = "page: build";
const TESTS: &str = "building the tests";
const PROGRAMS: &str = "building the programs";

/// What came of one step.
enum End {
    Well,
    Failed(String),
    NotRun(&'static str),
}

struct Step {
    name: &'static str,
    time: Duration,
    end: End,
    /// What the runner itself said in the end.
    summary: Vec<String>,
}

/// The steps that were taken, in order, and the parts that are asked for.
struct Steps<'a> {
    parts: &'a [Part],
    done: Vec<Step>,
}

impl Steps<'_> {
    fn new(parts: &[Part]) -> Steps<'_> {
        Steps {
            parts,
            done: Vec::new(),
        }
    }

    fn has(&self, parts: &[Part]) -> bool {
        parts.iter().any(|part| self.parts.contains(part))
    }

    /// Takes a step if one of its parts is asked for and all that it needs went well.
    fn take(
        &mut self,
        name: &'static str,
        parts: &[Part],
        needs: &[&'static str],
        work: impl FnOnce(&mut Vec<String>) -> Result<()>,
    ) {
        if !self.has(parts) {
            return;
        }
        println!("\n=== {name} ===");
        let (started, mut summary) = (Instant::now(), Vec::new());
        let mut done = self.done.iter();
        let missing = done.find(|step| needs.contains(&step.name) && !step.is_well());
        let end = match missing.map(|step| step.name) {
            Some(needed) => End::NotRun(needed),
            None => match work(&mut summary) {
                Ok(()) => End::Well,
                Err(error) => End::Failed(format!("{error:#}")),
            },
        };
        let step = Step {
            name,
            time: started.elapsed(),
            end,
            summary,
        };
        println!("{}", step.shown());
        self.done.push(step);
    }

    /// Takes the steps of two lanes at the same time.
    fn take_beside(&mut self, beside: impl FnOnce(&mut Steps<'_>) + Send, work: impl FnOnce(&mut Self)) {
        let mut other = Steps::new(self.parts);
        thread::scope(|scope| {
            let lane = scope.spawn(|| beside(&mut other));
            work(self);
            if let Err(panic) = lane.join() {
                std::panic::resume_unwind(panic);
            }
        });
        self.done.append(&mut other.done);
    }
}

impl Step {
    fn is_well(&self) -> bool {
        matches!(self.end, End::Well)
    }

    fn shown(&self) -> String {
        let seconds = self.time.as_secs_f64();
        let end = match &self.end {
            End::Well => "well".to_owned(),
            End::Failed(error) => format!("FAILED: {error}"),
            End::NotRun(needed) => format!("NOT RUN: it needs {needed:?}, which failed"),
        };
        format!("{seconds:6.0} s  {}: {end}", self.name)
    }

    /// The sum of the numbers before a word in the runner's summary, such as `test result: ok. 12 passed; 0 failed;`.
    fn counted(&self, word: &str) -> u64 {
        let counts = self.summary.iter().filter_map(|line| {
            let before = line.split(word).next().filter(|before| before.len() < line.len())?;
            before.split_whitespace().last()?.parse::<u64>().ok()
        });
        counts.sum()
    }
}

/// Runs the parts, all if none is named.
pub(crate) fn run(parts: &[Part]) -> Result<ExitCode> {
    let started = Instant::now();
    let parts = if parts.is_empty() {
        Part::value_variants()
    } else {
        parts
    };
    let mut steps = Steps::new(parts);
    // The page is looked at while the compiler works on one crate after the other.
    steps.take_beside(take_page, take_lints);
    take_libraries(&mut steps);
    take_tests(&mut steps);
    // Both keep one core busy.
    steps.take_beside(take_fuzz, |steps| {
        let parts = [Part::Interface];
        steps.take("interface", &parts, &[PROGRAMS], schemathesis::run);
        steps.take("interface: a generated client", &parts, &[PROGRAMS], python_client::run);
        steps.take("deploy", &[Part::Deploy], &[PROGRAMS], deploy::test);
    });
    report(&steps.done, started.elapsed())
}

fn report(steps: &[Step], time: Duration) -> Result<ExitCode> {
    println!("\n=== summary ===");
    for line in steps.iter().flat_map(|step| &step.summary) {
        println!("{line}");
    }
    println!();
    for step in steps {
        println!("{}", step.shown());
    }
    println!("all done in {:.0} s", time.as_secs_f64());
    // A step that counts nothing is one thing that passes or fails.
    let has_counts = |step: &Step| step.counted("passed") + step.counted("failed") > 0;
    let passes = |step: &Step| step.counted("passed") + u64::from(step.is_well() && !has_counts(step));
    let failures = |step: &Step| step.counted("failed").max(u64::from(!step.is_well()));
    let passed: u64 = steps.iter().map(passes).sum();
    let failed: u64 = steps.iter().map(failures).sum();
    println!("{passed} passed, {failed} failed");
    Ok(ExitCode::from(u8::from(failed > 0)))
}

fn take_page(steps: &mut Steps<'_>) {
    use Part::{Browser, Format, Interface, Lints, Page, Program};
    let every = [Format, Lints, Page, Browser, Program, Interface];
    steps.take(PAGE_TOOLS, &every, &[], |_| web::prepare());
    steps.take("page: format", &[Format], &[PAGE_TOOLS], |_| {
        web::script("check:format")
    });
    steps.take("page: lints", &[Lints], &[PAGE_TOOLS], |_| web::script("check:lints"));
    steps.take("page: tests", &[Page], &[PAGE_TOOLS], web::test);
    // It is inside the program.
    let needed_by = [Page, Browser, Program, Interface];
    steps.take(PAGE_BUILD, &needed_by, &[PAGE_TOOLS], web::build_for_tests);
}

fn take_lints(steps: &mut Steps<'_>) {
    steps.take("format", &[Part::Format], &[], |_| {
        shell::run(&mut cargo("fmt --all --check"))
    });
    steps.take("lints", &[Part::Lints], &[], |_| {
        let clippy = "clippy --workspace --all-targets --features halte-engine/fitting --locked -- --deny warnings";
        shell::run(&mut cargo(clippy))
    });
    let name = "engines without an operating system's clock and threads";
    steps.take(name, &[Part::Lints], &[], |_| {
        shell::run(&mut cargo(
            "check --package halte-engine --no-default-features --locked",
        ))
    });
    steps.take("documentation", &[Part::Documents], &[], |_| {
        let mut document = cargo("doc --workspace --no-deps --locked");
        shell::run(document.env("RUSTDOCFLAGS", "--deny warnings"))
    });
}

fn take_libraries(steps: &mut Steps<'_>) {
    steps.take("libraries", &[Part::Libraries], &[], |_| {
        let target = target().join("libraries");
        forget_libraries(&target)?;
        let mut publish = cargo("publish --dry-run --locked --allow-dirty --target-dir");
        shell::run(
            publish
                .arg(target)
                .args(LIBRARIES.iter().flat_map(|library| ["--package", library])),
        )
    });
}

/// Removes what cargo has unpacked and compiled of the libraries for their dependents before: it looks at the version
/// alone, and would take an older state for the one that is here.
fn forget_libraries(target: &Path) -> Result<()> {
    let folders = |folder: PathBuf| folder.read_dir().into_iter().flatten().flatten();
    let home = env::var_os("CARGO_HOME").map_or_else(
        || env::home_dir().map(|home| home.join(".cargo")),
        |home| Some(home.into()),
    );
    let registries = home.into_iter().flat_map(|home| folders(home.join("registry/src")));
    for library in registries.flat_map(|registry| folders(registry.path())) {
        if library.file_name().as_encoded_bytes().starts_with(b"halte-") {
            fs::remove_dir_all(library.path())?;
        }
    }
    if target.exists() {
        fs::remove_dir_all(target)?;
    }
    Ok(())
}

fn take_tests(steps: &mut Steps<'_>) {
    use Part::{Browser, Deploy, Engine, Fuzz, Interface, Program, Rules, Server};
    let in_rust = [Rules, Engine, Server, Program];
    let selection = selection(steps.parts);
    steps.take(TESTS, &in_rust, &[], |_| {
        shell::run(cargo("test --locked --no-run").args(&selection))
    });
    steps.take("tests", &in_rust, &[TESTS], |summary| {
        deploy::find_tools()?;
        let beside = Beside::start()?;
        let mut tests = cargo("test --locked --no-fail-fast");
        beside.tell(tests.args(&selection));
        let is_summary = |line: &str| line.starts_with("test result:") || line.ends_with(" ... FAILED");
        run_keeping(&mut tests, "", is_summary, summary)?;
        beside.end()
    });
    // The programs are made for these tests too, with the features that they have among all others: after a run of all
    // tests there is nothing left to do.
    steps.take(PROGRAMS, &[Browser, Deploy, Fuzz, Interface], &[], |_| {
        shell::run(&mut cargo(
            "test --locked --no-run --workspace --test program --test properties",
        ))
    });
    let needs = [PAGE_BUILD, PROGRAMS];
    steps.take("page: in a browser", &[Browser], &needs, web::test_in_browser);
}

/// The crates whose tests are asked for, as cargo's arguments.
fn selection(parts: &[Part]) -> Vec<&'static str> {
    let is_rest = parts.contains(&Part::Program);
    let mut arguments = if is_rest { vec!["--workspace"] } else { Vec::new() };
    for (part, packages) in PACKAGES {
        // The rest is everything without what is not asked for.
        if parts.contains(&part) != is_rest {
            let flag = if is_rest { "--exclude" } else { "--package" };
            arguments.extend(packages.iter().flat_map(|package| [flag, package]));
        }
    }
    arguments
}

fn take_fuzz(steps: &mut Steps<'_>) {
    let name = "fuzz targets, a short seeded run on stable Rust";
    steps.take(name, &[Part::Fuzz], &[PROGRAMS], |summary| {
        let mut smoke = Command::new(target().join("debug/smoke"));
        run_keeping(&mut smoke, "fuzz | ", |line| line.starts_with("fuzz:"), summary)
    });
}
