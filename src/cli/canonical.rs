//! `urlbnf canonical`: URLs at one encoding level.

use clap::Args;
use urlbnf::diagnose::visible;
use urlbnf::escape::canonical;

use crate::error::Error;
use crate::options::OneEdition;
use crate::status::Status;
use crate::streams::Streams;

/// Write URLs in the canonical form, in which they can be compared.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The URLs.
    #[arg(required = true, value_name = "URL")]
    urls: Vec<String>,

    #[command(flatten)]
    edition: OneEdition,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    for url in &arguments.urls {
        let canonical = canonical(arguments.edition.edition, url.as_bytes())?;
        streams.write(format!("{}\n", visible(&canonical)).as_bytes())?;
    }
    Ok(Status::Fine)
}
