//! `urlbnf decode`: the octets of a part of a URL, or a URL made more readable.

use std::ffi::OsString;

use clap::Args;
use serde_json::json;
use urlbnf::escape::{decode, readable};
use urlbnf::report::record;
use urlbnf::text::visible;

use crate::error::Error;
use crate::grammar::OneEdition;
use crate::options::Format;
use crate::records::Records;
use crate::status::Status;
use crate::streams::Streams;

/// Decode a part of a URL, or make a whole URL more readable
#[derive(Debug, Args)]
pub struct Arguments {
    /// The part; with --whole-url, the URL
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    text: OsString,

    #[command(flatten)]
    edition: OneEdition,

    /// Write the bytes as they are, without a line end; nothing is made visible
    #[arg(long, conflicts_with_all = ["whole_url", "format"])]
    octets: bool,

    /// TEXT is a whole URL: decode only where the URL keeps its meaning
    #[arg(long)]
    whole_url: bool,

    /// With --whole-url, more characters to decode where they are not reserved
    #[arg(long, value_name = "CHARACTERS", default_value = "", requires = "whole_url")]
    accept: String,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let (edition, reading) = arguments.edition.get()?;
    let text = arguments.text.as_encoded_bytes();
    if arguments.octets {
        streams.write_octets(&decode(edition, text)?)?;
        return Ok(Status::Fine);
    }
    let decoded = if arguments.whole_url {
        readable(edition, text, arguments.accept.bytes().collect())?
    } else {
        decode(edition, text)?
    };
    if arguments.format == Format::Text {
        streams.write(format!("{}\n", visible(&decoded)).as_bytes())?;
        return Ok(Status::Fine);
    }
    let (output, output_base64) = record::text(&decoded);
    let rest = json!({
        "whole_url": arguments.whole_url,
        "output": output,
        "output_base64": output_base64,
    });
    let record = record::of_text(text, edition, reading, rest);
    let mut records = Records::new(arguments.format);
    records.write(&record, streams)?;
    records.finish(streams)?;
    Ok(Status::Fine)
}
