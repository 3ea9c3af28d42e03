//! What others make of the interface's description: a validator finds nothing wrong with it, and a client that a generator
//! for Python makes from it plays a whole game of every kind on a real server.

use std::process::Command;

use anyhow::Result;

use crate::python;
use crate::schemathesis::House;
use crate::shell::{self, root, run_keeping, target};

const PACKAGES: [&str; 2] = ["openapi-spec-validator==0.9.0", "openapi-python-client==0.29.1"];

/// Runs them with the program of the tests, and gives the client's own summary.
pub(crate) fn run(summary: &mut Vec<String>) -> Result<()> {
    let programs = python::installed("python-client", &PACKAGES)?;
    let description = root().join("web/openapi.json");
    shell::run(Command::new(programs.join("openapi-spec-validator")).arg(&description))?;
    let folder = target().join("python-client-house");
    let house = House::start(&folder)?;
    let mut generate = Command::new(programs.join("openapi-python-client"));
    generate
        .args("generate --meta none --fail-on-warning --path".split(' '))
        .arg(&description);
    generate.arg("--output-path").arg(folder.join("halte_client"));
    shell::run(generate.arg("--config").arg(root().join("xtask/src/python_client.yml")))?;
    let mut client = Command::new(programs.join("python"));
    client
        .current_dir(&folder)
        .env("PYTHONPATH", &folder)
        .arg(root().join("xtask/src/python_client.py"))
        .arg(format!("http://{}", house.address));
    run_keeping(&mut client, "", |line| line.starts_with("python client:"), summary)
}
