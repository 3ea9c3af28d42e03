//! `cargo xtask regen`: writes anew the description of the interface, the pictures that documents show, the signatures of
//! the searches and the list of errors. Tests compare them.

use anyhow::Result;

use crate::shell::{self, cargo};

pub(crate) fn run() -> Result<()> {
    let tests: [&[&str]; 2] = [
        &["--package", "halte-server", "--lib", "the_description_is_kept"],
        &["--package", "halte-cli", "--test", "documents"],
    ];
    for test in tests {
        shell::run(cargo(["test", "--quiet"]).args(test).env("HALTE_REGENERATE", "1"))?;
    }
    Ok(())
}
