//! `cargo xtask test`: every test there is, the cheapest first, and at the end the runners' own summaries.

use std::time::Instant;

use anyhow::Result;

use crate::postgres::{self, Postgres};
use crate::python_client;
use crate::schemathesis;
use crate::shell::{self, cargo, run_keeping};
use crate::web;

fn run_all() -> Result<Vec<String>> {
    step("format");
    shell::run(&mut cargo(["fmt", "--all", "--check"]))?;

    step("lints");
    shell::run(&mut cargo([
        "clippy",
        "--workspace",
        "--all-targets",
        "--locked",
        "--",
        "--deny",
        "warnings",
    ]))?;

    step("engines without an operating system's clock and threads");
    shell::run(&mut cargo([
        "check",
        "--package",
        "halte-engine",
        "--no-default-features",
        "--locked",
    ]))?;

    step("documentation");
    shell::run(cargo(["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "--deny warnings"))?;

    let mut summaries = web::test()?;

    step("tests");
    let is_summary = |line: &str| line.starts_with("test result:");
    let server = Postgres::start()?;
    let mut tests = cargo(["test", "--workspace", "--locked"]);
    summaries.extend(run_keeping(tests.env(postgres::VARIABLE, &server.address), is_summary)?);
    server.end()?;

    summaries.extend(web::test_in_browser()?);

    step("fuzz targets, a short seeded run on stable Rust");
    let is_summary = |line: &str| line.starts_with("fuzz:");
    let mut smoke = cargo([
        "run",
        "--release",
        "--locked",
        "--package",
        "halte-fuzz",
        "--bin",
        "smoke",
    ]);
    summaries.extend(run_keeping(&mut smoke, is_summary)?);

    step("requests made from the interface's description");
    summaries.extend(schemathesis::run()?);

    step("a client made from the interface's description");
    summaries.extend(python_client::run()?);
    Ok(summaries)
}

pub(crate) fn run() -> Result<()> {
    let started = Instant::now();
    let summaries = run_all()?;
    step("summary");
    for line in &summaries {
        println!("{line}");
    }
    println!("all done in {:.0} s", started.elapsed().as_secs_f64());
    let passed: u64 = summaries.iter().filter_map(|line| counted(line, "passed")).sum();
    let failed: u64 = summaries.iter().filter_map(|line| counted(line, "failed")).sum();
    println!("{passed} passed, {failed} failed");
    Ok(())
}

/// The number before a word in a line such as `test result: ok. 12 passed; 0 failed;`.
fn counted(line: &str, word: &str) -> Option<u64> {
    let before = line.split(word).next().filter(|before| before.len() < line.len())?;
    before.split_whitespace().last()?.parse().ok()
}

pub(crate) fn step(name: &str) {
    println!("\n=== {name} ===");
}
