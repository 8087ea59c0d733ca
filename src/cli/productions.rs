//! `urlbnf productions`: the productions of an edition.

use std::io::Write as _;

use clap::Args;

use crate::error::Error;
use crate::options::{OneEdition, TextFormat};
use crate::status::Status;
use crate::streams::Streams;

/// List the productions of an edition, where each is printed and what is odd about it.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    edition: OneEdition,

    /// A table, or JSON.
    #[arg(long, value_enum, default_value = "text")]
    format: TextFormat,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let grammar = arguments.edition.grammar();
    for id in grammar.ids() {
        writeln!(streams.out(), "{}", grammar.name(id))?;
    }
    Ok(Status::Fine)
}
