//! `urlbnf railroad`: a production as a picture.

use clap::Args;
use urlbnf::report::picture::railroad;

use crate::error::Error;
use crate::options::{OneEdition, find_production};
use crate::status::Status;
use crate::streams::Streams;

/// Draw a production as a railroad diagram, in SVG.
///
/// What became of a production from one edition to another, `urlbnf diff A B
/// PRODUCTION --format railroad` draws.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The production, by its printed name.
    production: String,

    #[command(flatten)]
    edition: OneEdition,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let OneEdition { edition, reading } = arguments.edition;
    let id = find_production(edition, reading, &arguments.production)?;
    let picture = railroad::svg(arguments.edition.grammar(), id, &|_| None);
    streams.write(picture.as_bytes())?;
    Ok(Status::Fine)
}
