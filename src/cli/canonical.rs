//! `urlbnf canonical`: writes URLs in canonical form.

use clap::Args;
use urlbnf::escape::{NormalizedUri, normalized, octets_of};
use urlbnf::report::record::EditionRecordHead;
use urlbnf::report::records::CanonicalUrlRecord;
use urlbnf::report::witness;

use crate::grammar::EditionOptions;
use crate::reference::ReferenceChecker;
use crate::rung::{RungArgument, of_the_ladder};
use crate::subjects::UrlOptions;
use crate::{CliError, OutputFormat, RecordWriter, Status, Streams, after};

/// Write URLs in canonical form
#[derive(Debug, Args)]
#[command(mut_arg("edition", of_the_ladder))]
#[command(after_long_help = after(&[
    ("Write a URL in canonical form", "urlbnf canonical http://a.b/%7e%41"),
], None))]
pub struct CanonicalArguments {
    #[command(flatten)]
    urls: UrlOptions,

    #[command(flatten)]
    edition: EditionOptions,

    #[command(flatten)]
    rung: RungArgument,

    /// Show the sentences of the document by which a URL came to its form, beyond its
    /// encoding
    #[arg(long)]
    explain: bool,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

pub fn run(arguments: &CanonicalArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let (edition, reading) = arguments.edition.get()?;
    let rung = arguments.rung.get(edition)?;
    let references = ReferenceChecker::on_a_ladder(edition);
    arguments.urls.each(
        RecordWriter::new(arguments.format),
        streams,
        |subject, records, streams| {
            let input = subject.input;
            let (octets, taken) = octets_of(edition, input);
            if let Some(taken) = taken {
                streams.remark(&taken.to_string());
            }
            let found = match rung {
                Some((ladder, rung)) => ladder.normalize(rung, &octets),
                None => normalized(edition, &octets),
            };
            let NormalizedUri { text: canonical, by: stated } = match found {
                Ok(found) => found,
                // The other URLs are still written.
                Err(error) => {
                    let name = format!("{}:{}", subject.source, subject.line);
                    streams.complain(&CliError::OfSubject { name, error });
                    return Ok(Status::Trouble);
                }
            };
            let name = format!("{}:{}", subject.source, subject.line);
            let input_conforms = references.check(&name, &octets, streams);
            match arguments.format {
                OutputFormat::Text => {
                    streams.write_result(&canonical, "")?;
                    for basis in stated.iter().filter(|_| arguments.explain) {
                        streams.write_text(&format!("  {basis}\n"))?;
                    }
                }
                OutputFormat::Jsonl | OutputFormat::Json => {
                    let by = EditionRecordHead::new(edition, reading);
                    let record = subject.head().with(by).with(CanonicalUrlRecord {
                        canonical: witness::text(&canonical),
                        canonical_base64: witness::base64(&canonical),
                        rung: rung.map(|(_, rung)| rung),
                        stated,
                        input_conforms,
                    });
                    records.write(&record, streams)?;
                }
            }
            Ok(Status::Fine)
        },
    )
}
