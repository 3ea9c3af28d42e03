//! Commands that scripts rely on, and those that show, check and prove.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use halte_games::GameId;
use serde_json::{Value, json};

use crate::analyse::random_game;
use crate::{Folder, assert_says, conformance, halte, moves, root};

/// The vectors' files, and the games and variants that they are of.
pub(crate) const VECTORS: [(&str, &str); 6] = [
    ("mobius.jsonl", "mobius"),
    ("move.jsonl", "move"),
    ("fibonacci.jsonl", "fibonacci"),
    ("fibonacci-cards.jsonl", "fibonacci --variant cards"),
    ("mixtour-20-1.jsonl", "mixtour --variant 20/1"),
    ("mixtour-25-5.jsonl", "mixtour"),
];

#[test]
fn replay_prints_the_fields_of_the_vectors() {
    for (file, game) in VECTORS {
        let vectors = conformance(file);
        let input: String = vectors.iter().map(|vector| moves(vector).join(" ") + "\n").collect();
        let run = halte(&format!("replay {game}"), input);
        assert_eq!(run.status, 0, "{}", run.errors);
        let answers = run.json();
        assert_eq!(answers.len(), vectors.len());
        for (answer, vector) in answers.iter().zip(&vectors) {
            for field in ["legal_counts", "legal", "to_move", "outcome", "position"] {
                assert_eq!(answer[field], vector[field], "{file}: {field}");
            }
            assert_eq!(answer.as_object().expect("an object").len(), 5);
        }
    }
}

#[test]
fn replay_goes_on_after_a_bad_line() {
    let run = halte("replay mobius", b"e0 e0\n\nz9\ne0 \xff\xfe\r\n a1  b2 \t\r\ne0");
    let answers = run.json();
    assert_eq!(run.status, 1);
    assert_eq!(answers.len(), 6);
    assert_eq!(answers[0]["at"], json!(1));
    assert_eq!(answers[1]["legal_counts"], json!([156]));
    assert_eq!(answers[2]["at"], json!(0));
    assert_eq!(answers[3]["at"], json!(1));
    assert_eq!(answers[4]["legal_counts"], json!([156, 155, 154]));
    assert_eq!(answers[5]["to_move"], json!("second"));
    for refused in [0, 2, 3] {
        assert_eq!(answers[refused].as_object().expect("an object").len(), 2);
        assert!(!answers[refused]["error"].as_str().expect("a message").is_empty());
    }
}

#[test]
fn replay_refuses_a_move_after_the_end() {
    let vector = &conformance("mixtour-20-1.jsonl")[0];
    let moves = moves(vector);
    let run = halte("replay mixtour --variant 20/1", format!("{} a1\n", moves.join(" ")));
    assert_eq!(run.json()[0]["at"], json!(moves.len()));
    assert_eq!(run.status, 1);
}

#[test]
fn perft_prints_the_number_last() {
    for vector in conformance("perft.jsonl") {
        let text = |field: &str| vector[field].as_str().unwrap_or_default();
        let variant = vector["variant"]
            .as_str()
            .map_or(String::new(), |variant| format!("--variant {variant}"));
        for (depth, expected) in vector["perft"].as_object().expect("counts") {
            let line = format!(
                "perft {} {depth} {variant} --position '{}'",
                text("game"),
                text("position")
            );
            let run = halte(&line, "");
            let last = run.output.split_whitespace().last().map(str::to_owned);
            assert_eq!(last, Some(expected.to_string()), "{line}: {}", run.errors);
        }
    }
    assert_eq!(halte("perft mobius 0", "").output.trim(), "1");
    assert_eq!(halte("perft move 2 --divide", "").output.lines().count(), 17);
}

#[test]
fn playouts_print_one_object() {
    for game in ["mobius", "fibonacci --variant cards"] {
        let run = halte(&format!("playouts {game} --seconds 0.05 --seed 3"), "");
        let counts: Value = serde_json::from_str(&run.output).expect("JSON");
        let number = |field: &str| counts[field].as_f64().unwrap_or_else(|| panic!("{field} in {counts}"));
        assert!(number("playouts") > 0.0 && number("moves") > number("playouts"));
        assert!(number("seconds") >= 0.05);
        let ended: f64 = ["first", "second", "draw", "cut_off"].map(number).iter().sum();
        assert!((ended - number("playouts")).abs() < 0.5);
    }
}

/// What is refused, and the words that say why.
#[test]
fn bad_usage_is_explained() {
    let folder = Folder::new();
    folder.write("good.txt", random_game("move", 3));
    folder.write("bad.txt", "[Game \"mobius\"]\n[Result \"*\"]\n\n1. e0 e0 *\n");
    folder.write("empty.txt", "[Game \"mobius\"]\n[Result \"*\"]\n\n*\n");
    folder.write("halte.toml", "\n[limits]\nbody_size = 'big'\n");
    folder.write("empty.pem", "");
    for case in include_str!("refused.txt").lines() {
        let (line, expected) = case.split_once(" | ").expect("a command line and why it is refused");
        folder.refuses(line.trim_end(), expected);
    }
}

#[test]
fn games_name_their_authors() {
    let listed = halte("games --json", "").output;
    let games: Vec<Value> = serde_json::from_str(&listed).expect("JSON");
    let names: Vec<&str> = games.iter().map(|game| game["name"].as_str().unwrap_or("")).collect();
    assert_eq!(names, GameId::ALL.map(|game| game.about().name));
    let text = halte("games", "").output;
    for words in [
        "Mark Steere",
        "marksteeregames.com",
        "Jean-Pierre Cassoly and Jean-Michel Blanc",
        "Thomas Naylor",
        "Dieter Stein",
        "spielstein.com",
    ] {
        assert!(text.contains(words) && listed.contains(words), "{words}");
    }
}

#[test]
fn every_command_explains_itself() {
    let all = halte("--help", "").output;
    let commands = "play games rules show draw check replay perft playouts solve puzzles ugi match analyse bench serve \
                    store administer bridge completions manual";
    for command in commands.split_whitespace() {
        assert!(all.contains(command));
        let run = halte(&format!("{command} --help"), "");
        assert_eq!(run.status, 0);
        assert!(run.output.contains("Usage: halte"), "{command}");
    }
    assert!(all.contains("Mark Steere") && all.contains("Dieter Stein"));
    for shell in ["bash", "zsh", "fish"] {
        assert!(halte(&format!("completions {shell}"), "").output.contains("playouts"));
    }
    let manual = halte("manual", "").output;
    assert!(manual.starts_with(".ie"));
    assert!(manual.contains("\n.SH EXAMPLES\n") && manual.contains("\n.SH \"EXIT STATUS\"\n"));
    // What is shown as it is must fit: `man` indents it by seven.
    for line in manual.lines().filter_map(|line| line.strip_prefix("\\&")) {
        assert!(line.replace("\\-", "-").chars().count() <= 73, "{line}");
    }
}

#[test]
fn draw_writes_pictures() {
    let folder = Folder::new();
    for game in GameId::ALL {
        for ending in ["svg", "png", "gif"] {
            folder.done(&format!("draw {game} --legal -o {game}.{ending}"));
            let picture = fs::read(folder.path(&format!("{game}.{ending}"))).expect("the picture");
            match ending {
                "svg" => assert!(picture.starts_with(b"<svg") && picture.ends_with(b"</svg>\n")),
                "png" => assert!(picture.starts_with(b"\x89PNG")),
                _ => assert!(picture.starts_with(b"GIF89a")),
            }
        }
    }
    folder.done("draw Move -o board.PNG");
    let picture = fs::read(folder.path("board.PNG")).expect("the picture");
    assert!(picture.starts_with(b"\x89PNG"));
    assert!(folder.done("draw move -o -").starts_with("<svg"));
}

#[test]
fn draw_shows_a_record() {
    let folder = Folder::new();
    let games = "[Game \"move\"]\n\n1. d5 *\n\n[Game \"mixtour\"]\n[Variant \"20/1\"]\n[Result \"0-1\"]\n\
                 [Termination \"resignation\"]\n\n1. b2 c3 2. d4 0-1\n";
    folder.write("games.txt", games);
    folder.refuses("draw --record games.txt --last -o game.svg", "holds 2 games");
    for output in ["game.svg", "game.gif"] {
        folder.done(&format!("draw --record games.txt --last --number 2 -o {output}"));
    }
    let svg = folder.read("game.svg");
    let caption = "Mixtour 20/1 by Dieter Stein: Red wins: White resigned";
    assert!(svg.contains(caption), "{svg}");
    // A frame begins with what is said of its time: the start, two moves, and the last one, which is shown for longer.
    let gif = fs::read(folder.path("game.gif")).expect("a picture");
    let frames = |hundredths: u16| {
        let [low, high] = hundredths.to_le_bytes();
        let control = [0x21, 0xf9, 4, 5, low, high];
        gif.windows(control.len()).filter(|bytes| *bytes == control).count()
    };
    assert_eq!((frames(80), frames(300)), (3, 1));
}

#[test]
fn rules_are_explained() {
    for game in GameId::ALL.map(|game| game.about().name.to_uppercase()) {
        let run = halte(&format!("rules {game}"), "");
        assert_eq!(run.status, 0, "{}", run.errors);
        assert_says(&run.output, &[" by ", "Ruling: ", "\nHow moves are written\n"]);
    }
    let cards = halte("rules fibonacci --variant cards", "").output;
    assert!(cards.contains("twelve cards"), "{cards}");
}

#[test]
fn show_has_colour_on_request() {
    let plain = halte("show mixtour --moves 'b2 c3'", "").output;
    assert!(!plain.contains('\x1b'));
    let coloured = halte("show mixtour --moves 'b2 c3' --colour always", "").output;
    assert!(coloured.contains("\x1b[1;91m"));
    // Without the codes it is the same board.
    let mut stripped = coloured;
    while let Some(start) = stripped.find('\x1b') {
        let end = start + stripped[start..].find('m').expect("the end of the code");
        stripped.replace_range(start..=end, "");
    }
    assert_eq!(stripped, plain);
}

/// A reader that closes its end early, like `head`, is no reason to complain.
#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::new();
    let mut command = folder.command("replay mobius");
    let child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.expect("the program starts");
    drop(child.stdout.take());
    let _ = child
        .stdin
        .take()
        .expect("its input")
        .write_all(&b"e0 f3\n".repeat(10_000));
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn check_says_what_is_wrong_and_where() {
    let folder = Folder::new();
    let mixtour = "[Game \"mixtour\"]\n[Variant \"20/1\"]\n[Result \"*\"]\n\n1. b2 c3 2. b2-c3 *\n";
    let (wrong, chess) = (mixtour.replace("b2-c3", "b2-c4"), "[Game \"chess\"]\n\n1. e4 *\n");
    let mobius = "[Game \"mobius\"]\n[Result \"*\"]\n\n1. e0 f3 *\n";
    folder.write("games.txt", format!("{mixtour}\n{wrong}\n{chess}\n{mobius}"));
    let run = folder.run("check games.txt");
    assert_eq!(run.status, 1);
    assert_says(
        &run.output,
        &["games.txt:11:13: ", "games.txt:13:", "4 games, 2 with errors"],
    );
}

/// The cards of a record, as a server has drawn them: that of docs/cards.md.
#[test]
fn check_says_whether_cards_are_as_decided() {
    let folder = Folder::new();
    let document = fs::read_to_string(root().join("docs/cards.md")).expect("the document");
    let (_, record) = document.split_once("```text\n").expect("a record");
    let (record, _) = record.split_once("```").expect("its end");
    let check = |from: &str, to: &str, status: i32, says: &str| {
        assert!(record.contains(from), "{from}");
        folder.write("game.txt", record.replacen(from, to, 1));
        let run = folder.run("check game.txt");
        assert_eq!(run.status, status, "{}", run.output);
        assert_says(&run.output, &[says]);
    };
    let well = "game.txt: game 1: the lot for the seats and 4 cards (2 after 1 takeback) as decided by the sealed secret and both \
                players' numbers\ngame.txt: 1 game, all well";
    check("#4", "#4", 0, well);
    check(
        "1. #4",
        "1. #5",
        1,
        "game.txt: game 1: card 1 (move 1) is #5, but #4 was decided",
    );
    check(
        "exchanged",
        "kept",
        1,
        "the seats are kept, but the lot decided otherwise",
    );
    check("[Seal \"5", "[Seal \"6", 1, "is not the one in the seal 68ba");
    check("0.1\"", "0.1 \"", 0, "all well");
    check(
        " 0.1\"",
        "\"",
        1,
        "card 4 (move 9) is #2, but nothing says what was decided",
    );
    check(
        "[First \"Bob",
        "[First \"Halte level 2",
        1,
        "the first player is an engine, whose number is another one",
    );
    check(
        "[Secret",
        "[Forgotten",
        1,
        "the game is over, but the record does not have the secret",
    );
    check("[Draws \"0.0", "[Draws \"x", 1, "the tag Draws cannot be read");
    // A game that goes on, and one that nobody sealed.
    let unfinished = record
        .replace("[Secret", "[Forgotten")
        .replace("[Termination \"resignation\"]\n", "");
    folder.write("game.txt", unfinished.replace("0-1", "*"));
    assert!(
        folder
            .done("check game.txt")
            .contains("not checked: the secret is known when the game is over")
    );
    check(
        "[Seal",
        "[Forgotten",
        1,
        "the record says how something was drawn, but not what was sealed before",
    );
    check(
        "0.0 0.0 0.1",
        "0.1 0.0 0.1",
        1,
        "no game has the draws \"0.1 0.0 0.1 0.1\"",
    );
    check("0.1\"", "0.1 0.1\"", 1, "no game has the draws");
    let is_others = |line: &&str| {
        ["Game", "Variant", "Result", "Term", "1. "]
            .iter()
            .any(|name| line.contains(name))
    };
    let bare: Vec<&str> = record.lines().filter(is_others).collect();
    folder.write("game.txt", bare.join("\n"));
    let unsealed =
        "game.txt: game 1: cards not checked: nothing was sealed before this game\ngame.txt: 1 game, all well\n";
    assert_eq!(folder.done("check game.txt"), unsealed);
}

/// Who decided, if an engine was one of the players: its number is nothing that the server did not know. And which cards are
/// an administrator's.
#[test]
fn check_says_whom_to_trust() {
    let folder = Folder::new();
    let check = |number: &str, seals: &str, secrets: &str, draws: &str, moves: &str, says: &str| {
        let record = format!(
            "[Game \"fibonacci\"]\n[Variant \"cards\"]\n[First \"Halte level 1\"]\n[Second \"Ada\"]\n\
             [Result \"0-1\"]\n[Termination \"resignation\"]\n[Procedure \"2\"]\n[Table \"23456789abcd\"]\n\
             [Seal \"{seals}\"]\n[Secret \"{secrets}\"]\n[FirstNumber \"{ENGINES}\"]\n{number}[Draws \"{draws}\"]\n\n\
             {moves} 0-1\n"
        );
        folder.write("game.txt", record);
        let says = format!("game.txt: game 1: {says}\ngame.txt: 1 game, all well\n");
        assert_eq!(folder.done("check game.txt"), says);
    };
    const ENGINES: &str = "8b1ae10656ed38c47f587c2884b06e450003db65ce92f17e77bc42f3012558b5";
    const SEALS: [&str; 2] = [
        "58badd9b455145b487ad24c7f259cc437cc4ffd0784716845249321fb5961cfc",
        "749f1a97ff6cd00ea46ccb3a47bb123283fe56c8fa324bea295d928f558161df",
    ];
    let secrets = ["01".repeat(32), "02".repeat(32)];
    let [seal, secret] = [SEALS[0], &secrets[0]];
    let alone = "1 card as decided by the sealed secret alone: no person added a number";
    check("", seal, secret, "0.0", "1. #6", alone);
    let number = format!("[SecondNumber \"{}\"]\n", "1".repeat(64));
    let both = "1 card as decided by the sealed secret and the person's number";
    check(&number, seal, secret, "0.0", "1. #3", both);
    check(
        &number,
        &SEALS.join(" "),
        &secrets.join(" "),
        "0.0 1.0",
        "1. #3 a1-a6 end 1... #4",
        "2 cards (1 from a secret sealed after an administrator undid the end) as decided by the sealed secret and the \
         person's number",
    );
}

#[test]
fn check_goes_on_after_a_file_it_cannot_read() {
    let folder = Folder::new();
    folder.write("game.txt", "[Game \"mobius\"]\n[Result \"*\"]\n\n1. e0 *\n");
    let run = folder.run("check no-such-file.txt game.txt");
    assert_eq!(run.status, 2);
    assert!(run.errors.contains("no-such-file.txt") && run.output.contains("1 game, all well"));
    folder.write("game.txt", " \n");
    assert_eq!(folder.run("check game.txt no-such-file.txt").status, 2);
    let run = folder.run("check game.txt");
    assert_eq!((run.status, &*run.output), (1, "game.txt: no game found\n"));
}

#[test]
fn solve_proves_who_wins() {
    let check = |arguments: &str, status: i32, expected: &str| {
        let run = halte(&format!("solve {arguments}"), "");
        let mut lines = run.output.lines();
        let answer = lines.next().unwrap_or("");
        assert_eq!((run.status, answer), (status, expected), "{arguments}: {}", run.errors);
        assert!(lines.next().is_some_and(|line| line.contains(" positions in ")));
        assert_eq!(run.errors, "", "progress is for terminals");
    };
    let won = "move --position 'ogono/ggooo/kngnn/noong/ggnnn g g 3<' --memory 1";
    check(won, 0, "win: Green wins in 3 moves: 2> 1> 5<");
    check(&format!("{won} --moves '2>'"), 0, "loss: Green wins in 2 moves: 1> 5<");
    check(&format!("{won} --moves '2> 1> 5<'"), 0, "loss: Green wins");
    let draw = "draw: neither player can force a win";
    check("mixtour --variant 2/1 --memory 16", 0, draw);
    let unknown = "unknown: nothing could be proved within the limits";
    check("mobius --nodes 50 --memory 1", 1, unknown);
    check("fibonacci --variant cards --time 0 --memory 1", 1, unknown);
}

#[test]
fn puzzles_are_records() {
    let folder = Folder::new();
    let line = "puzzles move --count 2 --seed 3 --most-depth 1 --nodes 1000 --level 3";
    let printed = folder.done(line);
    assert_eq!(folder.done(&format!("{line} --output puzzles.txt")), "");
    let written = folder.read("puzzles.txt");
    assert_eq!(written, printed);
    assert_eq!(written.matches("[Depth \"1\"]").count(), 2);
    assert!(folder.done("check puzzles.txt").contains("2 games, all well"));
    let run = folder.run("puzzles move --games 0");
    assert_eq!(run.status, 1);
    assert!(run.errors.contains("only 0 of 10 puzzles"), "{}", run.errors);
}

/// What scripts read is the same, whatever a terminal is set to.
#[test]
fn scripts_are_told_the_same_in_every_language() {
    let folder = Folder::new();
    for (line, input) in [
        ("replay mobius", "e0 f3 e0"),
        ("ugi move", "ugi\nisready\nposition startpos moves a1 a1\nquit\n"),
        ("games --json", ""),
        ("show mixtour --legal", ""),
        ("show mixtour --moves 'b2 b2'", ""),
        ("perft move 2", ""),
        ("--help", ""),
    ] {
        let [english, french] = ["C.UTF-8", "fr_FR.UTF-8"].map(|locale| {
            let run = crate::run(folder.command(line).env("LC_ALL", locale), input);
            (run.status, run.output, run.errors)
        });
        assert_eq!(english, french, "{line}");
    }
}
