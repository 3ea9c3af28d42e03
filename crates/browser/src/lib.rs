//! The rules and the engines for a browser: a WebAssembly module that answers what a server would answer, to the same
//! requests in the same words.
//!
//! A page writes a request as JSON into the module's memory, calls `ask`, and reads the answer there (`web/src/local/`).
//! The module has no network, disk or clock of its own: the page tells it the time.

mod desk;

pub use desk::{Reply, Request, analyse, answer};

#[cfg(target_family = "wasm")]
mod exports;
