//! A new file of words is found at the next build: the derive macro that lists them does not watch their folders.

fn main() {
    println!("cargo:rerun-if-changed=../../words");
    println!("cargo:rerun-if-changed=../../games");
}
