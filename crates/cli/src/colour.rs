//! Whether to print in colour.

use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};

/// When to print in colour.
#[derive(Clone, Copy, ValueEnum)]
enum When {
    /// If the output is a terminal and `NO_COLOR` is not set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The choice of colour.
#[derive(Args, Clone)]
pub(crate) struct ColourArguments {
    /// Print in colour
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN", alias = "color")]
    colour: When,
}

impl ColourArguments {
    /// Whether standard output gets colour.
    pub(crate) fn is_on(&self) -> bool {
        match self.colour {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                let plain = std::env::var_os("TERM").is_none_or(|terminal| terminal == "dumb");
                io::stdout().is_terminal() && !refused && !plain
            }
        }
    }
}
