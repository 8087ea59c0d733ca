//! `urlbnf man`: the man pages, as roff.

use clap::{Args, CommandFactory as _};

use crate::CommandLine;
use crate::error::Error;
use crate::status::Status;
use crate::streams::Streams;

/// Print the man page of the program, or of one of its commands.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The command whose page is wanted.
    command: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let mut program = CommandLine::command();
    // Now the commands know that they are commands of this program.
    program.build();
    let page = match &arguments.command {
        None => program,
        Some(name) => {
            let unknown = || Error::NoCommand(name.clone());
            program.find_subcommand(name).cloned().ok_or_else(unknown)?
        }
    };
    let mut roff = Vec::new();
    clap_mangen::Man::new(page).render(&mut roff)?;
    streams.write(&roff)?;
    Ok(Status::Fine)
}
