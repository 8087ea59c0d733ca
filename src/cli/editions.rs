//! `urlbnf editions`: the six grammars and their documents.

use std::io::Write as _;

use clap::Args;
use urlbnf::Edition;

use crate::error::Error;
use crate::options::TextFormat;
use crate::status::Status;
use crate::streams::Streams;

/// List the editions: the grammars that there are.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A table, or JSON.
    #[arg(long, value_enum, default_value = "text")]
    format: TextFormat,
}

/// Runs the command.
pub fn run(_: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    for edition in Edition::ALL {
        writeln!(streams.out(), "{edition}")?;
    }
    Ok(Status::Fine)
}
