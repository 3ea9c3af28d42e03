//! Why a command stops, and with which exit status.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

use halte_game::record::EditError;
use halte_game::{IllegalMove, ParseError};
use halte_picture::PictureError;

use crate::words;

/// Why a command stops.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// What was asked cannot be done: exit status 2, as for any bad command line.
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
            Failure::Told => ExitCode::from(2),
            Failure::Usage(_) | Failure::Io(_) => {
                let message = format!("halte: {self}");
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

impl From<PictureError> for Failure {
    fn from(error: PictureError) -> Failure {
        Failure::Usage(error.to_string())
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

impl From<EditError> for Failure {
    fn from(error: EditError) -> Failure {
        Failure::Usage(error.to_string())
    }
}
