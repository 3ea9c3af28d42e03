//! `cargo xtask regen`: writes anew the pictures that documents show, the signatures of the searches and the list of errors. A test compares
//! them.

use anyhow::Result;

use crate::shell::{self, cargo};

pub(crate) fn run() -> Result<()> {
    let mut tests = cargo(["test", "--quiet", "--package", "halte-cli", "--test", "documents"]);
    shell::run(tests.env("HALTE_REGENERATE", "1"))
}
