//! The program `halte`.
fn main() {}
