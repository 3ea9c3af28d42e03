//! Why a command stops, and with which exit status.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

use halte_game::Explain;
use halte_words::Words;

use crate::mistake::Mistake;
use crate::{letters, words};

/// Why a command stops.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// What was asked cannot be done: exit status 2, as for any bad command line.
    #[error("{0}")]
    Mistake(Box<Mistake>),
    /// The same, of commands for those who run programs and servers: there are no other words for it.
    #[error("{0}")]
    Usage(String),
    /// The command did its work and found something, which it has already printed: exit status 1.
    #[error("something was found")]
    Found,
    /// What went wrong has already been told: exit status 2.
    #[error("something went wrong")]
    Told,
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl Failure {
    /// Something that is told in its own words.
    pub(crate) fn usage(error: impl std::error::Error + 'static) -> Failure {
        Failure::Usage(error.to_string())
    }

    pub(crate) fn reading(path: &Path, error: &io::Error) -> Failure {
        let (file, cause) = (path.display().to_string(), error.to_string());
        match error.kind() {
            io::ErrorKind::NotFound => Mistake::NoFile { file }.into(),
            _ => Mistake::CannotRead { file, cause }.into(),
        }
    }

    pub(crate) fn writing(path: &Path, error: &io::Error) -> Failure {
        let (file, cause) = (path.display().to_string(), error.to_string());
        Mistake::CannotWrite { file, cause }.into()
    }

    /// What went wrong, in these words as far as there are any.
    pub(crate) fn words(&self, words: &Words) -> String {
        match self {
            Failure::Mistake(mistake) => words.explain(&mistake.explanation()),
            failure => failure.to_string(),
        }
    }

    /// Says what went wrong on standard error, and gives the exit status.
    pub(crate) fn report(&self, words: &Words) -> ExitCode {
        match self {
            Failure::Found => ExitCode::from(1),
            // Whoever read our output has seen enough, as in `halte replay ... | head`.
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Told => ExitCode::from(2),
            Failure::Mistake(_) | Failure::Usage(_) | Failure::Io(_) => {
                let message = format!("halte: {}", self.words(words));
                let message = letters::readable(&message);
                // A script gets a message in one line.
                if io::stderr().is_terminal() {
                    eprint!("{}", words::wrapped(&message));
                } else {
                    eprintln!("{message}");
                }
                ExitCode::from(2)
            }
        }
    }
}

impl<M: Into<Mistake>> From<M> for Failure {
    fn from(mistake: M) -> Failure {
        Failure::Mistake(Box::new(mistake.into()))
    }
}
