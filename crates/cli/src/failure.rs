//! Why a command stops, and with which exit status.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use halte_game::{IllegalMove, ParseError};

/// Why a command stops.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// What was asked cannot be done: exit status 2, as for any bad command line.
    #[error("{0}")]
    Usage(String),
    /// The command did its work and found something, which it has already printed: exit status 1.
    #[error("something was found")]
    Found,
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl Failure {
    /// A file that could not be read or written.
    pub(crate) fn file(doing: &str, path: &Path, error: &io::Error) -> Failure {
        Failure::Usage(format!("cannot {doing} {}: {error}", path.display()))
    }

    /// Says what went wrong on standard error, and gives the exit status.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Found => ExitCode::from(1),
            // Whoever read our output has seen enough, as in `halte replay ... | head`.
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Usage(_) | Failure::Io(_) => {
                eprintln!("halte: {self}");
                ExitCode::from(2)
            }
        }
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Failure {
        Failure::Usage(error.to_string())
    }
}

impl From<IllegalMove> for Failure {
    fn from(error: IllegalMove) -> Failure {
        Failure::Usage(error.to_string())
    }
}
