//! `halte completions` and `halte manual`: what a packager or a shell wants.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::failure::Failure;

/// Print a completion script for a shell
#[derive(Args)]
#[command(after_help = "Example:\n  halte completions bash > halte.bash")]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Print the manual page
#[derive(Args)]
#[command(after_help = "Example:\n  halte manual > halte.1 && man ./halte.1")]
pub(crate) struct ManualArguments {}

pub(crate) fn completions(arguments: &CompletionsArguments) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::Arguments::command(), "halte", &mut script);
    Ok(io::stdout().write_all(&script)?)
}

/// One page for the program and a section for each command, so that `man` shows everything.
pub(crate) fn manual(_: &ManualArguments) -> Result<(), Failure> {
    let mut command = crate::Arguments::command();
    command.build();
    let page = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    writeln!(text, ".SH COMMANDS")?;
    for subcommand in command.get_subcommands_mut() {
        if subcommand.get_name() == "help" {
            continue;
        }
        writeln!(text, ".SS \"halte {}\"", subcommand.get_name())?;
        let help = subcommand.clone().term_width(LINE_WIDTH).render_long_help();
        verbatim(&mut text, &help.to_string())?;
    }
    writeln!(text, ".SH EXAMPLES")?;
    verbatim(&mut text, crate::EXAMPLES)?;
    writeln!(text, ".SH \"EXIT STATUS\"\n{}", crate::EXIT_STATUS)?;
    page.render_version_section(&mut text)?;
    Ok(io::stdout().write_all(&text)?)
}

/// The width of a line of help: `man` indents it by seven, and a terminal has 80.
const LINE_WIDTH: usize = 72;

/// Writes lines that are shown as they are.
fn verbatim(page: &mut Vec<u8>, lines: &str) -> io::Result<()> {
    writeln!(page, ".nf")?;
    for line in lines.lines() {
        // A leading dot or quote would be a request, and a backslash an escape.
        writeln!(page, "\\&{}", line.replace('\\', "\\e").replace('-', "\\-"))?;
    }
    writeln!(page, ".fi")
}
