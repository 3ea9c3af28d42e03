//! `cargo xtask beside`: a command beside a throw-away PostgreSQL and NATS, as tests need them.

use std::process::Command;

use anyhow::{Result, bail};
use halte_beside::{Nats, Postgres, faketime, nats, postgres, proxy};

use crate::shell;

/// What tests find by variables of the environment; it runs as long as this value lives.
pub(crate) struct Beside {
    postgres: Postgres,
    nats: Nats,
}

impl Beside {
    /// Starts all of it. A test starts a proxy and sets clocks of its own: here it is only made sure that it can.
    pub(crate) fn start() -> Result<Beside> {
        proxy::find()?;
        faketime::find()?;
        Ok(Beside {
            postgres: Postgres::start()?,
            nats: Nats::start()?,
        })
    }

    /// Tells a command where it is.
    pub(crate) fn tell<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        let command = command.env(postgres::VARIABLE, &self.postgres.address);
        command.env(nats::VARIABLE, self.nats.address())
    }

    /// Ends it; that it was there until now is part of what was tested.
    pub(crate) fn end(self) -> Result<()> {
        self.postgres.end()
    }
}

/// Runs a command beside servers of its own.
pub(crate) fn run(command: &[String]) -> Result<()> {
    let [program, arguments @ ..] = command else {
        bail!("there is no command to run")
    };
    let beside = Beside::start()?;
    let mut command = Command::new(program);
    shell::forget_package(&mut command);
    shell::run(beside.tell(command.args(arguments)))?;
    beside.end()
}
