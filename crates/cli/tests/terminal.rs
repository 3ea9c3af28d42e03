//! The program at a terminal, as a person uses it: line editing, completion, second thoughts, Ctrl-C.
#![cfg(unix)]

use std::process::Command;

use rexpect::session::{PtySession, spawn_command};

/// How long the program may take to answer, in milliseconds. Only a failure takes as long.
const PATIENCE: u64 = 20_000;

/// A game of Mixtour at a terminal of its own, up to the first prompt.
fn play() -> PtySession {
    let mut command = Command::new(env!("CARGO_BIN_EXE_halte"));
    command
        .args(["play", "mixtour", "--colour", "never"])
        .env("TERM", "xterm");
    let mut terminal = spawn_command(command, Some(PATIENCE)).expect("the program starts");
    expect(&mut terminal, "White> ");
    terminal
}

fn expect(terminal: &mut PtySession, text: &str) {
    terminal
        .exp_string(text)
        .unwrap_or_else(|error| panic!("{text:?}: {error}"));
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
