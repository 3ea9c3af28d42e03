//! Tables that are open day and night: people and engines play over the network, and what was played is kept.
//!
//! [`serve`] opens the server with a [`config::Config`] and a [`store::Store`]. Every request passes the middleware in
//! `router.rs`, finds out who asks in [`visitor`] and shares the [`state::App`].

pub mod address;
pub mod analyses;
pub mod api;
mod caching;
pub mod clock;
mod commands;
pub mod config;
pub mod error;
pub mod hall;
pub mod limits;
pub mod logging;
pub mod messages;
pub mod metrics;
pub mod password;
pub mod pictures;
pub mod puzzles;
mod router;
pub mod secret;
pub mod security;
pub mod server;
mod shutdown;
pub mod sockets;
pub mod state;
pub mod store;
pub mod tls;
pub mod visitor;
mod web;
mod wire;

pub use server::{Server, serve};
