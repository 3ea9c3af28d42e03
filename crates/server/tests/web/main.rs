//! The server as browsers, programs and attackers meet it, over real sockets.

mod analyses;
mod archive;
mod attacks;
mod cards;
#[path = "../house/mod.rs"]
mod house;
mod moderation;
mod module;
mod network;
mod people;
mod pictures;
mod puzzles;
mod records;
mod setup;
mod sharing;
mod tables;
mod thefts;
mod work;
