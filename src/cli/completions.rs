//! `urlbnf completions`: a script with which a shell completes command lines.

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::CommandLine;
use crate::error::Error;
use crate::status::Status;
use crate::streams::Streams;

/// Print the completions for a shell.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    // The generator panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut CommandLine::command(), "urlbnf", &mut script);
    streams.write(&script)?;
    Ok(Status::Fine)
}
