//! The page in `web/`: building it into the program, and its own tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};

use crate::shell::{self, cargo, root, run_keeping, target};
use crate::{debian, test};

/// The browser of the tests.
const CHROMIUM: &str = "/usr/bin/chromium";

/// How the tests are built: the page is tried with the program that they use.
const TEST_PROFILE: &str = "test";

fn folder() -> PathBuf {
    root().join("web")
}

/// Runs one of the scripts in `package.json`.
fn npm(script: &str) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(folder()).args(["run", "--silent", script]);
    command.env("NO_COLOR", "1");
    command
}

/// Installs what the page is built with, unless that is there already.
fn install() -> Result<()> {
    let answer = Command::new("node").arg("--version").output();
    let version = answer
        .ok()
        .filter(|output| output.status.success())
        .map(|output| output.stdout);
    let Some(version) = version else {
        bail!("Node.js is missing: install version 20.19 or newer, with npm (on Debian: apt-get install nodejs npm)");
    };
    let wanted = fs::read(folder().join("package-lock.json")).context("cannot read web/package-lock.json")?;
    // Another version of Node.js may need other packages.
    let wanted = [version, wanted].concat();
    let installed = folder().join("node_modules/.installed");
    if fs::read(&installed).is_ok_and(|known| known == wanted) {
        return Ok(());
    }
    shell::run(
        Command::new("npm")
            .current_dir(folder())
            .args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]),
    )?;
    fs::write(installed, wanted).context("cannot write web/node_modules/.installed")
}

/// Makes the page's types from the description of the server's interface, unless they are newer than it.
fn types() -> Result<()> {
    let made = fs::metadata(folder().join("generated/schema.ts")).and_then(|file| file.modified());
    match made {
        Ok(made) if made > changed(&folder().join("openapi.json"))? => Ok(()),
        _ => shell::run(&mut npm("types")),
    }
}

/// Builds the page.
pub(crate) fn build() -> Result<()> {
    install()?;
    types()?;
    if !is_fresh()? {
        shell::run(&mut npm("build"))?;
    }
    Ok(())
}

/// Whether the page was built after everything it is made from was changed: a new one takes the program a minute.
fn is_fresh() -> Result<bool> {
    let Ok(built) = fs::metadata(folder().join("dist/page/index.html")) else {
        return Ok(false);
    };
    let mut newest = SystemTime::UNIX_EPOCH;
    for source in [
        "src",
        "public",
        "generated",
        "index.html",
        "vite.config.ts",
        "package-lock.json",
    ] {
        newest = newest.max(changed(&folder().join(source))?);
    }
    Ok(built.modified()? > newest)
}

/// When a file, or any in a folder, was changed last.
fn changed(path: &Path) -> Result<SystemTime> {
    let mut newest = fs::metadata(path)
        .with_context(|| format!("cannot read {}", path.display()))?
        .modified()?;
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            newest = newest.max(changed(&entry?.path())?);
        }
    }
    Ok(newest)
}

/// What can be tested without a browser. Afterwards the page is built.
pub(crate) fn test() -> Result<Vec<String>> {
    test::step("page: types from the server");
    install()?;
    types()?;
    test::step("page: format");
    shell::run(&mut npm("check:format"))?;
    test::step("page: lints");
    shell::run(&mut npm("check:lints"))?;
    test::step("page: tests");
    let mut summaries = run_keeping(&mut npm("test"), |line| line.trim_start().starts_with("Tests "))?;
    test::step("page: build");
    summaries.extend(run_keeping(&mut npm("build"), |line| line.starts_with("page:"))?);
    Ok(summaries)
}

/// The page in a real browser, served by the program with the page in it.
pub(crate) fn test_in_browser() -> Result<Vec<String>> {
    test::step("page: in a browser");
    if !Path::new(CHROMIUM).exists() {
        debian::install("chromium", "Chromium")?;
    }
    let program = ["build", "--locked", "--package", "halte-cli", "--profile", TEST_PROFILE];
    shell::run(&mut cargo(program))?;
    let is_summary = |line: &str| ["passed", "failed", "flaky"].iter().any(|word| is_counted(line, word));
    let mut tests = npm("test:browser");
    tests.env("HALTE_PROGRAM", target().join("debug/halte"));
    tests.env("HALTE_PICTURES", target().join("page"));
    run_keeping(&mut tests, is_summary)
}

/// Whether a line is like `  12 passed (1.5m)`.
fn is_counted(line: &str, word: &str) -> bool {
    let mut parts = line.split_whitespace();
    parts.next().is_some_and(|count| count.parse::<u32>().is_ok()) && parts.next() == Some(word)
}
