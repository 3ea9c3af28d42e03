//! Lists the files of the page, so that they become part of the program. A page that was not built has none.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let variable = |name| env::var_os(name).map(PathBuf::from).ok_or(io::ErrorKind::NotFound);
    let built = variable("CARGO_MANIFEST_DIR")?.join("../../web/dist");
    // What cargo is to watch must be there, or it runs this and all that follows from it every time.
    fs::create_dir_all(&built)?;
    println!("cargo::rerun-if-changed={}", built.display());
    let page = built.join("page");
    let mut files = Vec::new();
    if page.is_dir() {
        list(&page, &mut files)?;
    }
    files.sort();
    let mut code = String::from("[\n");
    for file in files {
        let name = file.strip_prefix(&page).map_err(io::Error::other)?;
        let name = name.to_string_lossy().replace('\\', "/");
        writeln!(code, "    ({name:?}, include_bytes!({file:?}).as_slice()),").map_err(io::Error::other)?;
    }
    code.push(']');
    fs::write(variable("OUT_DIR")?.join("page.rs"), code)
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
