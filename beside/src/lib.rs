//! Real programs beside a server, for tests and measurements: found where Debian has them, installed if that may be, started
//! on this machine alone, and thrown away afterwards.

pub mod debian;
pub mod faketime;
pub mod nats;
pub mod postgres;
pub mod proxy;
pub mod shell;

mod kept;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};

use anyhow::Result;

pub use crate::nats::Nats;
pub use crate::postgres::Postgres;
pub use crate::proxy::Proxy;

/// A port of this machine that nobody uses now.
pub fn free_port() -> Result<SocketAddr> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}
