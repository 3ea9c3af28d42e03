//! The rules and the engines for browsers, `crates/browser`, as a WebAssembly module that becomes part of the page.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use halte_beside::debian;

use crate::shell::{self, cargo, root, target};

const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's own compiler, the standard library's sources and the linker, which do where rustup reaches nothing.
const DEBIAN: [&str; 3] = [
    "/usr/bin/rustc",
    "/usr/lib/rustlib/src/rust/library/Cargo.lock",
    "/usr/bin/wasm-ld-19",
];

/// Their packages.
const PACKAGES: &str = "rustc-web rust-web-src lld-19";

/// What builds for browsers.
enum Compiler {
    /// The one that builds everything else.
    Usual,
    Debian,
}

/// Why it cannot be built.
pub(crate) const MISSING: &str = "rustup cannot add wasm32-unknown-unknown, and Debian's rustc-web is not installed";

/// Builds the module into the page's folder; tells whether there is a compiler for it. Without one, the page asks the
/// server everything.
pub(crate) fn build() -> Result<bool> {
    let made = root().join("web/generated/halte.wasm");
    let Some(compiler) = compiler() else {
        // What an earlier compiler made is out of date some day.
        return match fs::remove_file(&made) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(error).context("cannot remove web/generated/halte.wasm")
            }
            _ => Ok(false),
        };
    };
    let folder = target().join("module");
    let mut build = cargo("build --locked --profile module --package halte-browser --target");
    build.arg(TARGET).arg("--target-dir").arg(&folder);
    if matches!(compiler, Compiler::Debian) {
        build.arg("-Zbuild-std=std,panic_abort");
        build.env("RUSTC", DEBIAN[0]).env("RUSTC_BOOTSTRAP", "1");
        build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", DEBIAN[2]);
        // It would name the usual compiler.
        build.env_remove("RUSTUP_TOOLCHAIN");
    }
    shell::run(&mut build)?;
    let module = fs::read(folder.join(TARGET).join("module/halte_browser.wasm")).context("cannot read the module")?;
    // The page is built anew only if the module is another one.
    if fs::read(&made).is_ok_and(|known| known == module) {
        return Ok(true);
    }
    fs::create_dir_all(root().join("web/generated")).context("cannot make web/generated")?;
    fs::write(&made, module).context("cannot write web/generated/halte.wasm")?;
    Ok(true)
}

/// Installs what builds it, unless that is there: tests are about the module, too.
pub(crate) fn prepare() -> Result<()> {
    match compiler() {
        Some(_) => Ok(()),
        None => debian::install(PACKAGES, "a compiler for WebAssembly"),
    }
}

/// What can build for browsers here; nothing if nothing can.
fn compiler() -> Option<Compiler> {
    if has_target() || (adds_target() && has_target()) {
        Some(Compiler::Usual)
    } else if has_debian() {
        Some(Compiler::Debian)
    } else {
        None
    }
}

/// Whether Debian's compiler is there.
fn has_debian() -> bool {
    DEBIAN.iter().all(|file| Path::new(file).exists())
}

/// Whether the usual compiler knows the target.
fn has_target() -> bool {
    let output = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .output();
    output.is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success() && Path::new(&folder).exists()
    })
}

/// Has rustup add the target, where there is rustup and it reaches its server.
fn adds_target() -> bool {
    let mut add = Command::new("rustup");
    add.args(["target", "add", TARGET])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    add.status().is_ok_and(|status| status.success())
}
