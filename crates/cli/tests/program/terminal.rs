//! The program at a terminal, as a person uses it: line editing, completion, second thoughts, Ctrl-C.

use std::process::Command;

use rexpect::process::Signal;
use rexpect::session::{PtySession, spawn_command};

use crate::{Folder, PROGRAM};

/// How long the program may take to answer, in milliseconds. Only a failure takes as long.
const PATIENCE: u64 = 120_000;

/// The program at a terminal of its own, which has 24 rows and 80 columns.
fn start(arguments: &str, terminal: &str) -> PtySession {
    start_in("C.UTF-8", arguments, terminal)
}

/// The same in a locale.
fn start_in(locale: &str, arguments: &str, terminal: &str) -> PtySession {
    let mut command = Command::new("sh");
    let script = format!("stty rows 24 cols 80 && exec '{PROGRAM}' {arguments}");
    command
        .args(["-c", &script])
        .env("TERM", terminal)
        .env("LC_ALL", locale)
        .env_remove("NO_COLOR");
    spawn_command(command, Some(PATIENCE)).expect("the program starts")
}

/// A game of Mixtour line by line, up to the first prompt.
fn play() -> PtySession {
    let mut terminal = start("play mixtour --plain --colour never", "xterm");
    expect(&mut terminal, "White> ");
    terminal
}

/// Waits for a text, and gives what came before it.
fn expect(terminal: &mut PtySession, text: &str) -> String {
    // What a terminal gets is read byte by byte.
    let bytes: String = text.bytes().map(char::from).collect();
    let before = terminal.exp_string(&bytes);
    before.unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

/// Types a line, and waits for what it leads to.
fn type_line(terminal: &mut PtySession, line: &str, answer: &str) {
    terminal.send_line(line).expect("it reads");
    expect(terminal, answer);
}

#[test]
fn leaving_loses_nothing_silently() {
    for control in ['c', 'd'] {
        let mut terminal = play();
        type_line(&mut terminal, "b2", "Red> ");
        terminal.send_control(control).expect("it reads");
        expect(&mut terminal, "This game was not saved. Its moves:\r\n  b2\r\n");
        terminal.exp_eof().expect("it ends");
    }
}

#[test]
fn second_thoughts_are_possible() {
    let mut terminal = play();
    type_line(&mut terminal, "b2", "Red> ");
    type_line(&mut terminal, "draw", "Both agree to a draw? [y/N] ");
    type_line(&mut terminal, "n", "Red> ");
    type_line(&mut terminal, "resign", "Red resigns? [y/N] ");
    type_line(&mut terminal, "y", "White wins: Red resigned");
    expect(&mut terminal, "game over> ");
    type_line(&mut terminal, "quit", "This game is not saved. Leave it? [y/N] ");
    type_line(&mut terminal, "", "game over> ");
    type_line(&mut terminal, "new", "Leave it? [y/N] ");
    type_line(&mut terminal, "y", "White to move");
    expect(&mut terminal, "White> ");
    terminal.send_line("q").expect("it reads");
    terminal.exp_eof().expect("it ends");
}

#[test]
fn lines_are_completed_and_remembered() {
    let mut terminal = play();
    type_line(&mut terminal, "und\t", "There is nothing to take back.");
    expect(&mut terminal, "White> ");
    type_line(&mut terminal, "b2", "Red> ");
    // Up twice to the line before the last one: it is typed again.
    type_line(&mut terminal, "\x1b[A\x1b[A", "Took back b2.");
    expect(&mut terminal, "White> ");
    // Several lines typed ahead.
    type_line(&mut terminal, "c3\nd4\nundo", "Took back d4.");
}

/// Sends keys, and waits for what they lead to.
fn press(terminal: &mut PtySession, keys: &str, answer: &str) {
    terminal.send(keys).expect("it reads");
    terminal.flush().expect("it reads");
    expect(terminal, answer);
}

/// What a terminal is told to show another screen, and to show the first one again.
const OTHER_SCREEN: &str = "\x1b[?1049h";
const FIRST_SCREEN: &str = "\x1b[?1049l";

/// A game on a full screen.
fn full_screen(arguments: &str) -> PtySession {
    let mut terminal = start(&format!("play {arguments}"), "xterm");
    expect(&mut terminal, OTHER_SCREEN);
    terminal
}

#[test]
fn a_game_is_played_on_a_full_screen() {
    let mut terminal = full_screen("mixtour --variant 20/1 --level 1 --seed 3");
    expect(&mut terminal, "your turn");
    // The cell under the cursor, then a typed one: each time the engine answers.
    press(&mut terminal, "\r", "Red played");
    press(&mut terminal, "ma1\r", "2.");
    expect(&mut terminal, "Red played");
    // Only what changes is drawn: the words before had an `a` where "Took back" has one.
    press(&mut terminal, "u", "Took b");
    press(&mut terminal, "q", "not saved");
    press(&mut terminal, "y", FIRST_SCREEN);
    expect(&mut terminal, "This game was not saved. Its moves:\r\n  c3 ");
    terminal.exp_eof().expect("it ends");
}

#[test]
fn a_game_is_played_in_french() {
    let mut terminal = start("play mixtour --plain --colour never --language fr", "xterm");
    expect(&mut terminal, "Blanc> ");
    type_line(&mut terminal, "b2", "Rouge> ");
    type_line(&mut terminal, "repr\t", "Repris\u{a0}: b2.");
    expect(&mut terminal, "Blanc> ");
    type_line(&mut terminal, "c3", "Rouge> ");
    let question = "Partie nulle d’un commun accord\u{202f}? [o/N] ";
    type_line(&mut terminal, "nulle", question);
    type_line(&mut terminal, "o", "Partie nulle\u{a0}: d’un commun accord");
    expect(&mut terminal, "partie finie> ");
    type_line(&mut terminal, "quitter", "La quitter\u{202f}? [o/N] ");
    terminal.send_line("oui").expect("it reads");
    terminal.exp_eof().expect("it ends");

    let mut terminal = full_screen("--language fr mixtour --variant 20/1 --level 1 --seed 3");
    expect(&mut terminal, "à vous");
    press(&mut terminal, "\r", "Rouge a joué");
    press(&mut terminal, "?", "Les touches");
    press(&mut terminal, "\r", "Blanc");
    press(&mut terminal, "r", "Les règles");
    press(&mut terminal, "\r", "Blanc");
    press(&mut terminal, "q", "o la quitte");
    press(&mut terminal, "o", FIRST_SCREEN);
    let lost = "Cette partie n’a pas été enregistrée. Ses coups\u{a0}:\r\n  c3 ";
    expect(&mut terminal, lost);
    terminal.exp_eof().expect("it ends");
}

/// Without UTF-8, what goes to the terminal is ASCII: boards, frames, arrows and French alike.
#[test]
fn a_terminal_without_utf8_gets_ascii() {
    let mut terminal = start_in("C", "play --language fr", "xterm");
    let mut seen = expect(&mut terminal, "quitter");
    for (key, answer) in [
        ("\r", "Rouge"),
        ("L", "Adversaire"),
        ("\x1b", "coup"),
        ("?", "touches"),
        ("\r", "vide"),
    ] {
        terminal.send(key).expect("it reads");
        terminal.flush().expect("it reads");
        seen.push_str(&expect(&mut terminal, answer));
    }
    terminal.send_control('c').expect("it reads");
    seen.push_str(&terminal.exp_eof().expect("it ends"));
    let strange: String = seen.chars().filter(|character| !character.is_ascii()).collect();
    assert!(strange.is_empty(), "{strange:?} in {seen:?}");
}

/// A game is opened from another one, which stays if that fails.
#[test]
fn a_game_is_opened_from_inside() {
    let folder = Folder::new();
    let saved = "[Game \"mixtour\"]\n[Second \"Halte level 3\"]\n[Result \"*\"]\n\n1. b2 c3 *\n";
    folder.write("game.txt", saved);
    let path = folder.path("game.txt").display().to_string();
    let mut terminal = full_screen("mobius --level off");
    expect(&mut terminal, "Red to move");
    press(&mut terminal, "O", "File:");
    press(&mut terminal, "nowhere.txt\r", "Cannot read nowhere.txt");
    press(&mut terminal, "\x1b", "Red to move");
    press(&mut terminal, "O", "File:");
    terminal.send(&format!("{path}\r")).expect("it reads");
    terminal.flush().expect("it reads");
    expect(&mut terminal, "White: your turn");
    expect(&mut terminal, "The engine plays Red at level 3.");
    terminal.send_control('c').expect("it reads");
    expect(&mut terminal, "This game is kept in");
    terminal.exp_eof().expect("it ends");
}

#[test]
fn the_menu_leads_to_a_game() {
    let mut terminal = full_screen("");
    expect(&mut terminal, "What shall we play?");
    // Move, against a second person.
    press(&mut terminal, "\x1b[C", "Cassoly");
    press(&mut terminal, "\x1b[B\x1b[D\x1b[D", "a second person");
    press(&mut terminal, "\r", "Orange to move");
    press(&mut terminal, "?", "Ctrl-C");
    press(&mut terminal, "\r", "Orange to move");
    // A click on cell a5: column 16 and row 6, counted from 1.
    press(&mut terminal, "\x1b[<0;16;6M", "1. a5");
    press(&mut terminal, "q", "not saved");
    press(&mut terminal, "y", FIRST_SCREEN);
    terminal.exp_eof().expect("it ends");
}

/// However it ends, the terminal is as it was before.
#[test]
fn the_terminal_is_given_back() {
    let mut terminal = full_screen("mobius");
    expect(&mut terminal, "Red to move");
    press(&mut terminal, "\r", "Blue to move");
    terminal.send_control('c').expect("it reads");
    expect(&mut terminal, FIRST_SCREEN);
    expect(&mut terminal, "This game was not saved. Its moves:\r\n  f7\r\n");
    terminal.exp_eof().expect("it ends");

    let mut terminal = full_screen("mobius");
    expect(&mut terminal, "Red to move");
    terminal.process_mut().signal(Signal::SIGTERM).expect("a signal");
    expect(&mut terminal, FIRST_SCREEN);
    terminal.exp_eof().expect("it ends");
}

#[test]
fn a_terminal_without_a_screen_plays_line_by_line() {
    let mut terminal = start("play mixtour", "dumb");
    expect(&mut terminal, "White to move");
    terminal.send_control('d').expect("it reads");
    terminal.exp_eof().expect("it ends");
}

/// Ctrl-Z gives the terminal back to the shell, and `fg` goes on with the game.
#[test]
fn a_game_can_be_suspended() {
    let mut shell = Command::new("sh");
    shell
        .arg("-mi")
        .env("TERM", "xterm")
        .env("PS1", "$ ")
        .env_remove("ENV")
        .env("LC_ALL", "C.UTF-8");
    let mut terminal = spawn_command(shell, Some(PATIENCE)).expect("a shell");
    expect(&mut terminal, "$ ");
    type_line(&mut terminal, "stty rows 24 cols 80", "$ ");
    type_line(&mut terminal, &format!("'{PROGRAM}' play mobius"), "Red to move");
    terminal.send_control('z').expect("it reads");
    expect(&mut terminal, FIRST_SCREEN);
    expect(&mut terminal, "$ ");
    type_line(&mut terminal, "fg", OTHER_SCREEN);
    expect(&mut terminal, "Red to move");
    press(&mut terminal, "q", FIRST_SCREEN);
    expect(&mut terminal, "$ ");
    type_line(&mut terminal, "exit", "");
    terminal.exp_eof().expect("it ends");
}
