//! A real NATS server, from the installed program, thrown away afterwards.

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Result;

use crate::kept::{Kept, find_program};
use crate::{debian, free_port};

/// The tests find the server by this variable.
pub const VARIABLE: &str = "HALTE_TEST_NATS";

/// A server that runs as long as this value lives.
pub struct Nats {
    kept: Option<Kept>,
    program: PathBuf,
    place: SocketAddr,
}

impl Nats {
    /// Starts one that only this machine reaches.
    pub fn start() -> Result<Nats> {
        let mut nats = Nats {
            kept: None,
            program: debian::find("nats-server", "NATS", || find_program("nats-server"))?,
            place: free_port()?,
        };
        nats.restart()?;
        Ok(nats)
    }

    /// Kills it, and starts it again where it was.
    pub fn restart(&mut self) -> Result<()> {
        self.kept = None;
        let (host, port) = (self.place.ip().to_string(), self.place.port().to_string());
        let arguments = ["--addr", &host, "--port", &port];
        self.kept = Some(Kept::start(&self.program, &arguments, self.place)?);
        Ok(())
    }

    /// The address for [`VARIABLE`] and for servers.
    #[must_use]
    pub fn address(&self) -> String {
        format!("nats://{}", self.place)
    }

    /// The number of its process, if it runs.
    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.kept.as_ref().map(|kept| kept.process)
    }
}
