//! The terminal while the full screen is up: taken over, given back whatever happens, suspended and resumed.

use std::io::{self, Stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{process, thread};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};

use crate::failure::Failure;

/// How long the program may take to end by itself when the system asks it to.
const GRACE: Duration = Duration::from_secs(1);

/// A terminal that shows a full screen. Dropped, it is as it was before.
pub(super) struct FullScreen {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
    /// Set when the system asks the program to end.
    is_ending: Arc<AtomicBool>,
}

impl FullScreen {
    pub(super) fn new() -> Result<FullScreen, Failure> {
        // What a panic says must be readable: the terminal is given back first.
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |information| {
            give_back();
            report(information);
        }));
        let is_ending = Arc::new(AtomicBool::new(false));
        let ending = Arc::clone(&is_ending);
        let told = ctrlc::set_handler(move || {
            ending.store(true, Ordering::Relaxed);
            // When the terminal is gone, crossterm reads its end for ever and never comes back. Every move that was made is
            // on disk already if the game is kept in a file.
            thread::sleep(GRACE);
            give_back();
            process::exit(1);
        });
        told.map_err(|error| Failure::Usage(format!("cannot listen to signals: {error}")))?;
        let taken = take_over().and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match taken {
            Ok(terminal) => Ok(FullScreen { terminal, is_ending }),
            Err(error) => {
                give_back();
                Err(Failure::Io(error))
            }
        }
    }

    /// Whether the system has asked the program to end.
    pub(super) fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::Relaxed)
    }

    /// Gives the terminal back to the shell until the player comes back, as Ctrl-Z does to other programs.
    #[cfg(unix)]
    pub(super) fn suspend(&mut self) -> Result<(), Failure> {
        give_back();
        // Everything that the shell started for this command stops, not this process alone.
        rustix::process::kill_current_process_group(rustix::process::Signal::TSTP).map_err(io::Error::from)?;
        take_over()?;
        // A new screen is empty: everything is drawn again.
        self.terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        Ok(())
    }

    /// Elsewhere there is no such thing.
    #[cfg(not(unix))]
    pub(super) fn suspend(&mut self) -> Result<(), Failure> {
        Ok(())
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)
}

/// Gives the terminal back. There is nobody to tell if that fails.
fn give_back() {
    let _ = disable_raw_mode();
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
}
