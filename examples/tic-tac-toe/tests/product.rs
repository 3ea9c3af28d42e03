//! The example comes into the product as CONTRIBUTING.md says: by its own two folders, and by a patch of a few lines. A
//! copy of the repository is changed so, counted, compiled and tested.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The most that a new game may change outside its own folders.
const MOST: Touched = Touched { files: 6, lines: 40 };

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Touched {
    files: usize,
    /// Added and taken away.
    lines: usize,
}

fn example() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn root() -> PathBuf {
    example().join("../..")
}

fn touched(patch: &str) -> Touched {
    let is_change = |line: &&str| {
        let is_head = line.starts_with("+++") || line.starts_with("---");
        !is_head && (line.starts_with('+') || line.starts_with('-'))
    };
    Touched {
        files: patch.lines().filter(|line| line.starts_with("+++ ")).count(),
        lines: patch.lines().filter(is_change).count(),
    }
}

#[test]
fn the_patch_is_as_small_as_the_document_says() {
    let patch = fs::read_to_string(example().join("product.patch")).expect("the patch");
    let touched = touched(&patch);
    assert!(
        touched.files <= MOST.files && touched.lines <= MOST.lines,
        "{touched:?}"
    );
    let document = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("the document");
    let said = format!("{} files and {} lines", touched.files, touched.lines);
    assert!(document.contains(&said), "CONTRIBUTING.md does not say {said:?}");
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{command:?}\n{}\n{}", said[0], said[1]);
    said[0].clone().into_owned()
}

fn copy(from: &Path, to: &Path) {
    write(
        to,
        fs::read(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())),
    );
}

/// Writes a file. One that has not changed keeps its time: it is not compiled again.
fn write(to: &Path, bytes: Vec<u8>) {
    fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
    if !fs::read(to).is_ok_and(|old| old == bytes) {
        fs::write(to, bytes).expect("a file");
    }
}

fn copy_folder(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            copy(&entry.path(), &target);
        }
    }
}

/// A copy of the repository with the game in it.
fn product() -> PathBuf {
    let product = Path::new(env!("CARGO_TARGET_TMPDIR")).join("product");
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git lists the files");
    let patch = fs::read_to_string(example().join("product.patch")).expect("the patch");
    let patched: Vec<&str> = patch.lines().filter_map(|line| line.strip_prefix("+++ b/")).collect();
    let listed = String::from_utf8(listed.stdout).expect("paths");
    let paths: HashSet<&str> = listed.split('\0').filter(|path| root().join(path).is_file()).collect();
    // What an earlier copy had, and is gone since, goes.
    let copied = product.join("copied.txt");
    for path in fs::read_to_string(&copied).unwrap_or_default().split('\0') {
        if !path.is_empty() && !paths.contains(path) {
            // Not all that git lists was there to be copied.
            let _ = fs::remove_file(product.join(path));
        }
    }
    fs::create_dir_all(&product).expect("a folder");
    fs::write(&copied, &listed).expect("a file");
    for path in paths {
        let from = root().join(path);
        if !patched.contains(&path) && path != "Cargo.toml" {
            copy(&from, &product.join(path));
        }
    }
    // Cargo tells crates of two workspaces in one target folder apart by their versions alone.
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    let [ours, theirs] = ["0.1.0", "0.1.1"].map(|version| format!("\nversion = \"{version}\"\n"));
    assert!(manifest.contains(&ours), "the version has changed");
    write(
        &product.join("Cargo.toml"),
        manifest.replace(&ours, &theirs).into_bytes(),
    );
    // What is patched is patched elsewhere first, so that it keeps its time as well.
    let patches = Path::new(env!("CARGO_TARGET_TMPDIR")).join("patched");
    for path in &patched {
        let target = patches.join(path);
        fs::create_dir_all(target.parent().expect("a folder")).expect("a folder");
        fs::copy(root().join(path), &target).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    run(Command::new("git")
        .args(["apply", "--whitespace=nowarn"])
        .arg(example().join("product.patch"))
        .env("GIT_CEILING_DIRECTORIES", env!("CARGO_TARGET_TMPDIR"))
        .current_dir(&patches));
    for path in &patched {
        copy(&patches.join(path), &product.join(path));
    }
    copy_folder(
        &example().join("src/tic_tac_toe"),
        &product.join("crates/games/src/tic_tac_toe"),
    );
    copy_folder(&example().join("game"), &product.join("games/tic-tac-toe"));
    product
}

/// What is asked of the product: the rules' contract, the data, and a game over the server's interface.
const TESTS: [&str; 6] = [
    "any_game",
    "every_record_is_a_puzzle",
    "every_game_has_a_dozen_positions_to_measure",
    "the_page_is_shown_what_is_true",
    "notation_is_listed",
    "every_game_is_played",
];

/// The rules' contract, the data, a game over the server's interface, and the page's types. Other people's crates are taken
/// from the target folder of this very test.
#[test]
fn the_product_with_it_works() {
    let product = product();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("..");
    // In one go, so that nothing is compiled twice; and without optimisation, which would take longer than it spares.
    let packages = ["halte-games", "halte-library", "halte-server"].map(|package| ["--package", package]);
    let tests = ["contract", "data", "web"].map(|test| ["--test", test]);
    let said = run(Command::new(env!("CARGO"))
        .args(["test", "--offline"])
        .args(packages.as_flattened())
        .args(tests.as_flattened())
        .arg("--")
        .args(TESTS)
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
        .current_dir(&product));
    for test in TESTS {
        assert!(said.contains(&format!("{test} ... ok")), "{test}: {said}");
    }
    let modules = root().join("web/node_modules");
    if !modules.exists() {
        run(Command::new("npm").arg("ci").current_dir(root().join("web")));
    }
    let web = product.join("web");
    if !web.join("node_modules").exists() {
        std::os::unix::fs::symlink(modules.canonicalize().expect("a folder"), web.join("node_modules"))
            .expect("a link to what is installed");
    }
    fs::create_dir_all(web.join("generated")).expect("a folder");
    run(Command::new("npm").args(["run", "types"]).current_dir(&web));
    run(Command::new("node").arg("words.js").current_dir(&web));
    run(Command::new("npx")
        .args(["svelte-check", "--fail-on-warnings"])
        .current_dir(&web));
    run(Command::new("npx").args(["vitest", "run"]).current_dir(&web));
}
