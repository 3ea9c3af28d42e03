//! The page in `web/`: building it into the program, and its own tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use halte_beside::debian;

use crate::module;
use crate::shell::{self, root, run_keeping, target};

/// The browser of the tests.
const CHROMIUM: &str = "/usr/bin/chromium";

/// Stands before what the page's tools say: compilers talk at the same time.
const PREFIX: &str = "page | ";

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

/// Runs one of the scripts in `package.json` to its end.
pub(crate) fn script(name: &str) -> Result<()> {
    run_keeping(&mut npm(name), PREFIX, |_| false, &mut Vec::new())
}

/// Installs what the page is built with, unless that is there already.
fn install() -> Result<()> {
    let answer = Command::new("node").arg("--version").output();
    let Some(version) = answer.ok().filter(|output| output.status.success()) else {
        bail!("Node.js is missing: install version 20.19 or newer, with npm (on Debian: apt-get install nodejs npm)");
    };
    let wanted = fs::read(folder().join("package-lock.json")).context("cannot read web/package-lock.json")?;
    // Another version of Node.js may need other packages.
    let wanted = [version.stdout, wanted].concat();
    let installed = folder().join("node_modules/.installed");
    if fs::read(&installed).is_ok_and(|known| known == wanted) {
        return Ok(());
    }
    let mut install = shell::command("npm ci --no-audit --no-fund --loglevel=error");
    shell::run(install.current_dir(folder()))?;
    fs::write(installed, wanted).context("cannot write web/node_modules/.installed")
}

/// Installs what the page is built with and writes its types, from the description of the server's interface.
pub(crate) fn prepare() -> Result<()> {
    install()?;
    make("types", "generated/schema.ts", "openapi.json package-lock.json")
}

/// Builds the page, which becomes part of the program, with the module in it.
pub(crate) fn build() -> Result<()> {
    if !module::build()? {
        println!(
            "the page is built without the rules and engines inside, and asks the server: {}",
            module::MISSING
        );
    }
    prepare()?;
    let sources = "src public generated ../words ../games index.html sw.js words.js svelte.config.js vite.config.ts \
                   package-lock.json";
    make("build", "dist/page/index.html", sources)
}

/// Builds the module for what is nothing without it, and prepares the rest.
fn build_module() -> Result<()> {
    if !module::build()? {
        bail!("the rules for browsers cannot be built here: {}", module::MISSING);
    }
    prepare()
}

/// Builds the page for hosts that have files alone.
pub(crate) fn build_site() -> Result<()> {
    build_module()?;
    script("build:site")?;
    println!(
        "web/dist/site is the page: put it on any host, or try it: python3 -m http.server --directory web/dist/site"
    );
    Ok(())
}

/// Builds the npm package and says where it is, packed.
pub(crate) fn package() -> Result<PathBuf> {
    build_module()?;
    script("build:package")?;
    let made = target().join("package");
    fs::create_dir_all(&made).context("cannot make the folder of the package")?;
    let mut pack = Command::new("npm");
    pack.current_dir(folder().join("dist/package"));
    let output = pack
        .args(["pack", "--silent", "--pack-destination"])
        .arg(&made)
        .output();
    let output = output.context("cannot run npm")?;
    let name = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if !output.status.success() || name.is_empty() {
        bail!("npm pack failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(made.join(name))
}

/// Makes a file by a script, unless it was made after everything it is made from was changed.
fn make(name: &str, made: &str, sources: &str) -> Result<()> {
    let made = fs::metadata(folder().join(made)).and_then(|made| made.modified());
    let changes: Result<Vec<SystemTime>> = sources
        .split(' ')
        .map(|source| changed(&folder().join(source)))
        .collect();
    let newest = changes?.into_iter().max();
    if made.ok() > newest { Ok(()) } else { script(name) }
}

/// When a file, or any in a folder, was changed last.
fn changed(path: &Path) -> Result<SystemTime> {
    let metadata = fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut newest = metadata.modified()?;
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            newest = newest.max(changed(&entry?.path())?);
        }
    }
    Ok(newest)
}

/// What can be tested without a browser.
pub(crate) fn test(summary: &mut Vec<String>) -> Result<()> {
    let is_summary = |line: &str| {
        ["Tests ", "FAIL "]
            .iter()
            .any(|word| line.trim_start().starts_with(word))
    };
    run_keeping(&mut npm("test"), PREFIX, is_summary, summary)
}

/// Builds the page anew, with the module in it, and tells how large it is.
pub(crate) fn build_for_tests(summary: &mut Vec<String>) -> Result<()> {
    module::prepare()?;
    build_module()?;
    run_keeping(&mut npm("build"), PREFIX, |line| line.starts_with("page:"), summary)?;
    script("build:site")
}

/// The page in a real browser, served by the program with the page in it.
pub(crate) fn test_in_browser(summary: &mut Vec<String>) -> Result<()> {
    if !Path::new(CHROMIUM).exists() {
        debian::install("chromium", "Chromium")?;
    }
    let is_summary = |line: &str| {
        let is_count = ["passed", "failed", "flaky"].iter().any(|word| is_counted(line, word));
        is_count || line.trim_start().starts_with('✘')
    };
    let mut tests = npm("test:browser");
    tests.env("HALTE_PROGRAM", target().join("debug/halte"));
    tests.env("HALTE_PICTURES", target().join("page"));
    run_keeping(&mut tests, "", is_summary, summary)
}

/// Whether a line is like `  12 passed (1.5m)`.
fn is_counted(line: &str, word: &str) -> bool {
    let mut parts = line.split_whitespace();
    parts.next().is_some_and(|count| count.parse::<u32>().is_ok()) && parts.next() == Some(word)
}
