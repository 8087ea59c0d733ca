//! `urlbnf canonical`: URLs at one encoding level.

use clap::Args;
use serde_json::json;
use urlbnf::escape::{canonical, octets_of};
use urlbnf::text::visible;

use crate::error::Error;
use crate::grammar::OneEdition;
use crate::options::Format;
use crate::records::Records;
use crate::status::Status;
use crate::streams::Streams;
use crate::subjects::Urls;

/// Write URLs in canonical form, in which two of them can be compared
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    urls: Urls,

    #[command(flatten)]
    edition: OneEdition,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let (edition, reading) = arguments.edition.get()?;
    let mut records = Records::new(arguments.format);
    let status = arguments.urls.each(streams, |subject, streams| {
        let input = subject.input;
        let (octets, taken) = octets_of(edition, input);
        if let Some(taken) = taken {
            streams.remark(&taken.to_string());
        }
        let canonical = match canonical(edition, &octets) {
            Ok(canonical) => canonical,
            // The others can still be written.
            Err(error) => {
                streams.complain(&error);
                return Ok(Status::Trouble);
            }
        };
        match arguments.format {
            Format::Text => streams.write(format!("{}\n", visible(&canonical)).as_bytes())?,
            Format::Jsonl | Format::Json => {
                let record = subject.head_of_edition(edition, reading).with(json!({
                    "canonical": visible(&canonical),
                }));
                records.write(&record, streams)?;
            }
        }
        Ok(Status::Fine)
    })?;
    records.finish(streams)?;
    Ok(status)
}
