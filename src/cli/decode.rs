//! `urlbnf decode`: the octets of a part of a URL, or a URL made more readable.

use clap::Args;
use urlbnf::diagnose::visible;
use urlbnf::escape::{decode, readable};

use crate::error::Error;
use crate::options::OneEdition;
use crate::status::Status;
use crate::streams::Streams;

/// Decode a part of a URL to octets, or make a URL more readable.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The part; with --url, a URL.
    #[arg(allow_hyphen_values = true)]
    text: String,

    #[command(flatten)]
    edition: OneEdition,

    /// Write the octets themselves, with nothing made visible and no line end.
    #[arg(long, conflicts_with = "url")]
    octets: bool,

    /// It is a URL: decode what means the same as a character.
    #[arg(long)]
    url: bool,

    /// Characters to decode besides, unless they are reserved.
    #[arg(long, value_name = "CHARACTERS", default_value = "", requires = "url")]
    accept: String,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let edition = arguments.edition.edition;
    let text = arguments.text.as_bytes();
    if arguments.octets {
        streams.write_octets(&decode(edition, text)?)?;
        return Ok(Status::Fine);
    }
    let decoded = if arguments.url {
        readable(edition, text, arguments.accept.bytes().collect())?
    } else {
        decode(edition, text)?
    };
    streams.write(format!("{}\n", visible(&decoded)).as_bytes())?;
    Ok(Status::Fine)
}
