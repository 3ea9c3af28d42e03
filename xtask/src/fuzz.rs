//! `cargo xtask fuzz`: long coverage-guided runs with cargo-fuzz on nightly Rust.

use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::shell::{self, cargo, root};

pub(crate) fn run(target: Option<&str>, seconds: u64) -> Result<()> {
    let succeeds = |mut command: Command| {
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    if !succeeds(shell::command("rustup run nightly rustc --version")) {
        bail!("nightly Rust is missing: rustup toolchain install nightly");
    }
    if !succeeds(cargo("fuzz --version")) {
        shell::run(&mut cargo("install --locked cargo-fuzz"))?;
    }
    let corpus = root().join("fuzz/corpus");
    shell::run(cargo("run --package halte-fuzz --bin smoke -- --corpus").arg(&corpus))?;
    // There is a folder of inputs for every target.
    let mut targets = Vec::new();
    for entry in corpus.read_dir()? {
        targets.push(entry?.file_name().to_string_lossy().into_owned());
    }
    targets.sort_unstable();
    if let Some(target) = target {
        if !targets.iter().any(|known| known == target) {
            bail!("there is no fuzz target {target:?}: there are {}", targets.join(", "));
        }
        targets = vec![target.to_owned()];
    }
    for target in targets {
        println!("=== {target} ===");
        let artifacts = root().join("fuzz/artifacts").join(&target);
        std::fs::create_dir_all(&artifacts)?;
        let mut command = shell::command("rustup run nightly cargo fuzz run --features libfuzzer any");
        command
            .current_dir(root())
            .env("HALTE_FUZZ_TARGET", &target)
            .arg(corpus.join(&target))
            .arg("--");
        command.args([format!("-max_total_time={seconds}"), "-max_len=4096".to_owned()]);
        shell::run(command.arg(format!("-artifact_prefix={}/", artifacts.display())))?;
    }
    Ok(())
}
