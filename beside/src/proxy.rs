//! A reverse proxy before several servers: Debian's haproxy, which gives each connection to the next server that is ready.

use std::fmt::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::kept::{Kept, find_program};
use crate::{debian, free_port};

/// A proxy that runs as long as this value lives.
pub struct Proxy {
    _kept: Kept,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Proxy {
    /// Starts one before these servers. Its configuration is written into a folder.
    pub fn start(servers: &[SocketAddr], folder: &Path) -> Result<Proxy> {
        let program = find()?;
        let address = free_port()?;
        let file = folder.join("haproxy.cfg");
        std::fs::write(&file, configuration(address, servers))?;
        let file = file.to_str().context("the folder's name is no text")?;
        // In the foreground, or it would not end with its keeper.
        let kept = Kept::start(&program, &["-db", "-f", file], address)?;
        Ok(Proxy { _kept: kept, address })
    }
}

/// The program, which is installed if it is not there.
pub fn find() -> Result<PathBuf> {
    debian::find("haproxy", "haproxy", || find_program("haproxy"))
}

/// Round robin without any stickiness; a request that reached no server goes to another one, any other is answered as it
/// is, because it may have been done. Sockets and streams stay open for as long as both sides want.
fn configuration(address: SocketAddr, servers: &[SocketAddr]) -> String {
    let mut text = format!(
        "global
    maxconn 5000
defaults
    mode http
    option redispatch 1
    retries 3
    timeout connect 1s
    timeout client 1m
    timeout server 1m
    timeout tunnel 1h
    timeout check 2s
frontend visitors
    bind {address}
    http-request set-header X-Forwarded-For %[src]
    default_backend servers
backend servers
    balance roundrobin
    option httpchk GET /readyz
    default-server check inter 200ms fall 1 rise 1
"
    );
    for (number, server) in servers.iter().enumerate() {
        let _ = writeln!(text, "    server halte-{number} {server}");
    }
    text
}
