//! Where lines are typed: a terminal, with editing, history and completion, or a pipe.

use std::io::{self, BufRead, IsTerminal, StdinLock, StdoutLock, Write};

use halte_words::{Words, say};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::failure::Failure;
use crate::{letters, words};

/// A person at a terminal, or a script.
pub(super) struct Console {
    input: Input,
    output: StdoutLock<'static>,
}

enum Input {
    Terminal(Box<Editor<Completion, MemHistory>>),
    Pipe(StdinLock<'static>),
}

impl Console {
    /// Standard input and output.
    pub(super) fn new() -> Result<Console, Failure> {
        let input = if io::stdin().is_terminal() && io::stdout().is_terminal() {
            let config = Config::builder().completion_type(CompletionType::List).build();
            let history = MemHistory::with_config(&config);
            Input::Terminal(Box::new(Editor::with_history(config, history).map_err(broken)?))
        } else {
            Input::Pipe(io::stdin().lock())
        };
        Ok(Console {
            input,
            output: io::stdout().lock(),
        })
    }

    /// Whether somebody is there who can be asked.
    pub(super) fn is_terminal(&self) -> bool {
        matches!(self.input, Input::Terminal(_))
    }

    /// Prints a text as it is.
    pub(super) fn print(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.output.write_all(letters::readable(text).as_bytes())?)
    }

    /// Prints prose, wrapped.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.print(&words::wrapped(text))
    }

    /// The next typed line, and these words to complete its first one; none at the end of the input, which at a terminal
    /// is Ctrl-D or Ctrl-C.
    pub(super) fn line(&mut self, prompt: &str, offered: &[String]) -> Result<Option<String>, Failure> {
        if let Input::Terminal(editor) = &mut self.input {
            let offered = offered
                .iter()
                .map(|word| letters::readable(word).into_owned())
                .collect();
            editor.set_helper(Some(Completion { offered }));
        }
        let line = self.read(prompt)?;
        if let (Input::Terminal(editor), Some(line)) = (&mut self.input, &line) {
            editor.add_history_entry(line).map_err(broken)?;
        }
        Ok(line)
    }

    /// Asks for a second thought. A script is not asked: it means what it says.
    pub(super) fn confirms(&mut self, words: &Words, question: String) -> Result<bool, Failure> {
        if !self.is_terminal() {
            return Ok(true);
        }
        if let Input::Terminal(editor) = &mut self.input {
            editor.set_helper(None);
        }
        let answer = self.read(&format!("{} ", say!(words, "terminal-confirm", question: question)))?;
        let yes = say!(words, "terminal-yes");
        Ok(answer.is_some_and(|answer| !answer.is_empty() && yes.starts_with(&answer.to_lowercase())))
    }

    fn read(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        self.output.flush()?;
        let line = match &mut self.input {
            Input::Terminal(editor) => match editor.readline(&*letters::readable(prompt)) {
                Ok(line) => line,
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(None),
                Err(error) => return Err(broken(error)),
            },
            Input::Pipe(input) => {
                let mut bytes = Vec::new();
                if input.read_until(b'\n', &mut bytes)? == 0 {
                    return Ok(None);
                }
                String::from_utf8_lossy(&bytes).into_owned()
            }
        };
        Ok(Some(line.trim().to_owned()))
    }
}

/// The terminal does not work any more.
fn broken(error: ReadlineError) -> Failure {
    Failure::Io(match error {
        ReadlineError::Io(error) => error,
        error => io::Error::other(error),
    })
}

/// Completes the first word of a line.
struct Completion {
    offered: Vec<String>,
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line[..cursor].to_lowercase();
        let fitting = self.offered.iter().filter(|word| word.starts_with(&begun));
        Ok((0, fitting.cloned().collect()))
    }
}

impl Helper for Completion {}

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {}

impl Validator for Completion {}
