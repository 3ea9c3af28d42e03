//! The program `halte`: replay, check, draw and play Mobius, Move, Fibonacci and Mixtour in a terminal.
//!
//! One file a command; each returns a `Failure` instead of printing and exiting by itself. A library, so that tests and
//! fuzzing reach what the program does without starting it.

mod administer;
mod analyse;
mod arguments;
mod bench;
mod bridge;
mod check;
mod colour;
mod contest;
mod draw;
mod failure;
mod fault;
mod file;
mod games;
mod letters;
mod manual;
pub mod mistake;
mod perft;
mod play;
mod playouts;
mod program;
mod puzzles;
pub mod replay;
mod rules;
mod serve;
mod show;
mod site;
mod solve;
mod store;
pub mod ugi;
mod words;
mod work;

use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use halte_words::Language;

/// Mobius, Move, Fibonacci and Mixtour: exact rules in your terminal.
///
/// Four fine abstract board games: Mobius by Mark Steere (marksteeregames.com), Move by Jean-Pierre Cassoly and
/// Jean-Michel Blanc, Fibonacci by Thomas Naylor, Mixtour by Dieter Stein (spielstein.com).
#[derive(Parser)]
#[command(name = "halte", version, max_term_width = 100, after_help = after_help())]
struct Arguments {
    /// The language of play and rules; what the terminal is set to if not given
    #[arg(long, value_name = "LANGUAGE", value_parser = language_parser(), global = true)]
    language: Option<Language>,
    #[command(subcommand)]
    command: Command,
}

/// Accepts the languages that there are, and offers them for completion.
fn language_parser() -> impl TypedValueParser<Value = Language> {
    let tags = Language::ALL.map(Language::tag);
    PossibleValuesParser::new(tags).map(|tag| tag.parse().expect("only known languages are accepted"))
}

const EXAMPLES: &str = "\
halte play mixtour --level 3             a game against the engine
halte rules fibonacci                    how it is played
halte games                              what there is to play
halte show fibonacci                     the start position
halte draw move --moves 'a1 e5' -o board.png
halte match move --first halte --second uct --games 20
halte analyse --record game.txt          where the game turned
halte serve --address 0.0.0.0:8080       a server for the living room
echo 'e0 f3 g7' | halte replay mobius    a game's legal moves as JSON";

const EXIT_STATUS: &str = "\
0 if all is well, 1 if something was found (a bad record, an illegal move in a game to replay) or could not be proved, 2 \
if the command itself was wrong.";

/// What follows the list of commands.
fn after_help() -> String {
    let examples = EXAMPLES.replace('\n', "\n  ");
    format!("Examples:\n  {examples}\n\nExit status: {EXIT_STATUS}")
}

#[derive(Subcommand)]
enum Command {
    Play(play::Arguments),
    Games(games::Arguments),
    Rules(rules::Arguments),
    Show(show::Arguments),
    Draw(draw::Arguments),
    Check(check::Arguments),
    Replay(replay::Arguments),
    Perft(perft::Arguments),
    Playouts(playouts::Arguments),
    Solve(solve::Arguments),
    Puzzles(puzzles::Arguments),
    Ugi(ugi::Arguments),
    Match(Box<contest::Arguments>),
    Analyse(analyse::Arguments),
    Bench(bench::Arguments),
    Serve(Box<serve::Arguments>),
    Store(store::Arguments),
    Administer(administer::Arguments),
    Bridge(Box<bridge::Arguments>),
    Work(work::Arguments),
    Completions(manual::CompletionsArguments),
    Manual(manual::ManualArguments),
}

/// Runs the program with the arguments of this process.
#[must_use]
pub fn main() -> ExitCode {
    let found = Arguments::command().get_matches();
    let Arguments { language, command } = Arguments::from_arg_matches(&found).unwrap_or_else(|error| error.exit());
    let language = language.unwrap_or_else(|| Language::of_environment(|name| std::env::var(name).ok()));
    // What scripts read is the same in every language.
    let words = match command {
        Command::Play(_) | Command::Rules(_) => language.words(),
        _ => Language::English.words(),
    };
    let result = match command {
        Command::Play(arguments) => play::run(&arguments, words),
        Command::Games(arguments) => games::run(&arguments),
        Command::Rules(arguments) => rules::run(&arguments, words),
        Command::Show(arguments) => show::run(&arguments),
        Command::Draw(arguments) => draw::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Playouts(arguments) => playouts::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
        Command::Ugi(arguments) => ugi::run(&arguments),
        Command::Match(arguments) => contest::run(&arguments),
        Command::Analyse(arguments) => analyse::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments, found.subcommand().expect("a command").1),
        Command::Store(arguments) => store::run(&arguments),
        Command::Administer(arguments) => administer::run(&arguments),
        Command::Bridge(arguments) => bridge::run(&arguments),
        Command::Work(arguments) => work::run(&arguments),
        Command::Completions(arguments) => manual::completions(&arguments),
        Command::Manual(arguments) => manual::manual(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
