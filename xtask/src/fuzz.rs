//! `cargo xtask fuzz`: long coverage-guided runs with cargo-fuzz on nightly Rust.

use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::shell::{self, cargo, root};

/// The fuzz targets, as in `fuzz/Cargo.toml`.
const TARGETS: [&str; 11] = [
    "positions",
    "moves",
    "records",
    "replay",
    "ugi",
    "messages",
    "tables",
    "events",
    "lines",
    "configuration",
    "requests",
];

pub(crate) fn run(target: Option<&str>, seconds: u64) -> Result<()> {
    let targets = match target {
        None => TARGETS.to_vec(),
        Some(target) if TARGETS.contains(&target) => vec![target],
        Some(target) => bail!("there is no fuzz target {target:?}: there are {}", TARGETS.join(", ")),
    };
    let has_nightly = Command::new("rustup")
        .args(["run", "nightly", "rustc", "--version"])
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !has_nightly {
        bail!("nightly Rust is missing: rustup toolchain install nightly");
    }
    let has_cargo_fuzz = cargo(["fuzz", "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !has_cargo_fuzz {
        shell::run(&mut cargo(["install", "--locked", "cargo-fuzz"]))?;
    }
    let smoke = ["run", "--package", "halte-fuzz", "--bin", "smoke", "--"];
    shell::run(cargo(smoke).args(["--corpus", "fuzz/corpus"]))?;
    for target in targets {
        println!("=== {target} ===");
        let mut command = Command::new("rustup");
        command
            .current_dir(root())
            .args([
                "run",
                "nightly",
                "cargo",
                "fuzz",
                "run",
                "--features",
                "libfuzzer",
                target,
                "--",
            ])
            .args([format!("-max_total_time={seconds}"), "-max_len=4096".to_owned()]);
        shell::run(&mut command)?;
    }
    Ok(())
}
