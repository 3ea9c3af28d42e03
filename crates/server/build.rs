//! Has the program built anew when the page was: its files are inside.

use std::{fs, io};

fn main() -> io::Result<()> {
    let page = "../../web/dist/page";
    // What cargo is to watch must be there, or it runs this and all that follows from it every time.
    fs::create_dir_all(page)?;
    println!("cargo::rerun-if-changed={page}");
    Ok(())
}
