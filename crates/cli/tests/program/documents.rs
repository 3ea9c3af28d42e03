//! What documents show is what the program prints. `cargo xtask regen` writes it anew.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use halte_game::record::Record;
use halte_games::{AnyGame, GameId};
use serde_json::Value;

use crate::{Folder, PROGRAM, root, run};

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Compares a file with what it should be, or writes it if asked to.
fn check(path: &str, expected: &str) {
    if std::env::var_os("HALTE_REGENERATE").is_some() {
        fs::write(root().join(path), expected).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    assert!(read(path) == expected, "{path} is out of date: cargo xtask regen");
}

/// Every code with its English text and what it names. Codes are well formed and stand for one thing each.
#[test]
fn errors_are_up_to_date() {
    let codes = halte_cli::mistake::codes();
    let mut rows: Vec<String> = Vec::new();
    let mut known = HashSet::new();
    for code in codes.iter() {
        let name = code.code;
        let is_word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
        assert!(name.split('_').all(is_word), "{name}");
        assert!(known.insert(name), "{name} is there twice");
        let parameters: Vec<String> = code.parameters.iter().map(|name| format!("`{name}`")).collect();
        let text = code.text.replace(":?}", "}").replace("{{", "{").replace("}}", "}");
        let text = text.replace('|', "\\|").replace('<', "&lt;");
        rows.push(format!("| `{name}` | {text} | {} |\n", parameters.join(", ")));
    }
    rows.sort_unstable();
    let head = read("docs/errors.md");
    let (head, _) = head.split_once("| code |").expect("a table");
    let rows = rows.concat();
    let table = format!("{head}| code | English | parameters |\n| --- | --- | --- |\n{rows}");
    check("docs/errors.md", &table);
}

/// The pictures that documents show of a game: how its boards are drawn, and how large the game beside it is.
fn pictures(game: GameId) -> Value {
    let path = root().join("games").join(game.about().name).join("pictures.json");
    fs::read_to_string(path).map_or(Value::Null, |text| serde_json::from_str(&text).expect("JSON"))
}

/// The pictures of the README: a game in its middle each.
#[test]
fn pictures_are_up_to_date() {
    for game in GameId::ALL {
        let pictures = pictures(game);
        for (name, arguments) in pictures["boards"].as_object().into_iter().flatten() {
            let folder = Folder::new();
            let arguments = arguments.as_array().expect("arguments").iter();
            let mut command = folder.command(&format!("draw {game} --output picture.svg"));
            let run = run(
                command.args(arguments.map(|argument| argument.as_str().expect("text"))),
                "",
            );
            assert_eq!(run.status, 0, "{name}: {}", run.errors);
            check(&format!("docs/boards/{name}.svg"), &folder.read("picture.svg"));
        }
    }
}

/// How many frames a GIF has: each is introduced by its time.
fn frames(gif: &[u8]) -> usize {
    let introduction = |bytes: &[u8]| matches!(bytes, [0x21, 0xf9, 4, 5, 80, 0] | [0x21, 0xf9, 4, 5, 44, 1]);
    gif.windows(6).filter(|bytes| introduction(bytes)).count()
}

/// The pictures that move in the README are of the games beside them. They are drawn anew when asked to; else only
/// roughly, to count the moves: pixels may differ in their last bit on another machine.
#[test]
fn games_of_the_readme_are_up_to_date() {
    for game in GameId::ALL {
        let (name, pictures) = (game.about().name, pictures(game));
        let Some(zoom) = pictures["zoom"].as_str() else {
            continue;
        };
        let shown = root().join(format!("docs/games/{name}.gif"));
        let is_asked = std::env::var_os("HALTE_REGENERATE").is_some();
        let folder = Folder::new();
        let drawn = folder.path("game.gif");
        let (output, zoom) = if is_asked { (&shown, zoom) } else { (&drawn, "0.1") };
        let mut command = folder.command(&format!("draw --last --zoom {zoom}"));
        command
            .arg("--record")
            .arg(root().join(format!("games/{name}/record.txt")))
            .arg("--output")
            .arg(output);
        assert_eq!(run(&mut command, "").status, 0, "{name}");
        let [shown, drawn] = [&shown, output].map(|path| fs::read(path).expect("a picture"));
        assert_eq!(frames(&shown), frames(&drawn), "{name}: cargo xtask regen");
        assert!(shown.len() < 300_000 && frames(&shown) > 20, "{name}");
    }
}

/// No search behaves differently without anyone having meant it. A commit that changes a signature says why.
#[test]
fn signatures_are_up_to_date() {
    let signatures = Folder::new().done("bench --signatures");
    for game in GameId::ALL {
        let own = signatures
            .lines()
            .filter(|line| line.split(' ').next() == Some(game.about().name));
        let own: String = own.map(|line| format!("{line}\n")).collect();
        check(&format!("games/{game}/signatures.txt"), &own);
    }
}

/// Every `$ halte` command that the README shows with its output prints exactly that.
#[test]
fn the_readme_shows_what_the_program_prints() {
    let readme = read("README.md");
    let mut shown = 0;
    for block in readme.split("```").skip(1).step_by(2) {
        for example in block.split("\n$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap_or((example, ""));
            if expected.trim().is_empty() {
                continue;
            }
            let path = std::env::var("PATH").unwrap_or_default();
            let folder = Path::new(PROGRAM).parent().expect("a folder").display();
            let mut shell = Command::new("sh");
            let output = shell
                .args(["-c", command])
                .env("PATH", format!("{folder}:{path}"))
                .output();
            let printed = String::from_utf8(output.expect("a shell").stdout).expect("text");
            assert_eq!(printed.trim_end(), expected.trim_end(), "$ {command}");
            shown += 1;
        }
    }
    assert!(shown >= 2, "only {shown} commands are shown with their output");
}

/// Who does what the README says of a program of one's own has one that prints what it says.
#[cfg(unix)]
#[test]
fn the_readme_leads_to_a_program() {
    let readme = read("README.md");
    let section = readme.split("## In your program").nth(1).expect("the section");
    let block = |language: &str| {
        let block = section.split(&format!("```{language}\n")).nth(1);
        let block = block.and_then(|rest| rest.split("```").next());
        block.unwrap_or_else(|| panic!("a block of {language}"))
    };
    // Beside a clone, and outside of it: cargo would take a folder inside for a part of the workspace.
    let folder = Folder::new();
    let clone = fs::canonicalize(root()).expect("the root");
    std::os::unix::fs::symlink(clone, folder.path("halte")).expect("a link");
    let run = |folder: &Path, command: &str| {
        let output = Command::new("sh")
            .args(["-euc", command])
            .current_dir(folder)
            .env("CARGO_NET_OFFLINE", "true")
            .env(
                "CARGO_TARGET_DIR",
                Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme"),
            )
            .output()
            .expect("a shell");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {errors}");
        String::from_utf8(output.stdout).expect("text")
    };
    run(&folder.path(""), block("sh"));
    let program = folder.path("my-program");
    fs::write(program.join("src/main.rs"), block("rust")).expect("a file");
    assert_eq!(run(&program, "cargo run --quiet"), block("text"));
}

/// The record that the README shows is in the canonical form.
#[test]
fn the_readme_shows_a_record_as_it_is_written() {
    let readme = read("README.md");
    let start = readme.find("[Game ").expect("a record");
    let end = start + readme[start..].find("```").expect("its end");
    let record: Record<AnyGame> = readme[start..end]
        .parse()
        .unwrap_or_else(|error| panic!("README.md: {error}"));
    assert_eq!(record.to_string(), readme[start..end]);
}

/// Every crate has its place on the map, and the map names no crate that is gone.
#[test]
fn the_architecture_names_the_crates_there_are() {
    let text = read("ARCHITECTURE.md");
    assert!(text.lines().count() < 200);
    let mut folders = vec!["fuzz".to_owned(), "xtask".to_owned()];
    for entry in fs::read_dir(root().join("crates")).expect("crates") {
        let name = entry.expect("an entry").file_name();
        folders.push(format!("crates/{}", name.to_string_lossy()));
    }
    for folder in &folders {
        let is_named = text.contains(&format!("- **`{folder}`**"));
        assert!(is_named, "{folder} is not on the map");
    }
    for line in text.lines().filter_map(|line| line.strip_prefix("- **`")) {
        let name = line.split('`').next().expect("a name");
        if name.starts_with("crates/") {
            assert!(folders.iter().any(|folder| folder == name), "{name} is gone");
        }
    }
}
