//! `cargo xtask bench`: how fast the rules are, as a table.

use anyhow::Result;

use crate::shell::{self, cargo};

pub(crate) fn run() -> Result<()> {
    shell::run(&mut cargo([
        "bench",
        "--quiet",
        "--profile",
        "dist",
        "--package",
        "halte-games",
    ]))
}
