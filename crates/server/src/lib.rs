//! Tables that are open day and night: people and engines play over the network, and what was played is kept.
//!
//! [`serve`] opens the [`store::Store`] and the server that a [`config::Config`] describes. Every request passes the
//! middleware in `router.rs`, finds out who asks in `visitor.rs` and shares the [`state::App`].

mod address;
pub mod analyses;
pub mod api;
pub mod asker;
pub mod bus;
mod caching;
mod clock;
mod commands;
pub mod config;
mod downloads;
pub mod error;
pub mod hall;
mod limits;
pub mod logging;
mod mail;
mod metrics;
mod password;
mod pictures;
mod router;
mod secret;
mod security;
mod server;
mod sharing;
mod shutdown;
pub mod sockets;
pub mod state;
pub mod store;
mod tls;
mod visitor;
mod web;
mod wire;

pub use secret::Signer;
pub use server::{Server, serve};
pub use visitor::{OPERATOR_SCHEME, operator_pass};

/// Locks. Whoever panicked with a lock left what it guards whole: each change of it is one call.
fn lock<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
