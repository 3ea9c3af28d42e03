//! What a person types.
fn main() {}
