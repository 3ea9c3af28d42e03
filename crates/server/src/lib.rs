//! Tables that are open day and night: people and engines play over the network, and what was played is kept.

pub mod config;
pub mod store;
