//! `urlbnf man`: the man page, as roff.

use clap::{Args, CommandFactory as _};

use crate::CommandLine;
use crate::error::Error;
use crate::status::Status;
use crate::streams::Streams;

/// Print the man page.
#[derive(Debug, Args)]
pub struct Arguments {}

/// Runs the command.
pub fn run(_: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let mut page = Vec::new();
    clap_mangen::Man::new(CommandLine::command()).render(&mut page)?;
    streams.write(&page)?;
    Ok(Status::Fine)
}
