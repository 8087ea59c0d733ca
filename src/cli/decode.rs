//! `urlbnf decode`: decodes a part of a URL, makes a URL more readable, or converts a URI to
//! an IRI.

use std::ffi::OsString;

use clap::Args;
use urlbnf::Edition;
use urlbnf::escape::{decode, readable, to_iri};
use urlbnf::report::record::TextRecordHead;
use urlbnf::report::records::DecodedTextRecord;
use urlbnf::report::witness;
use urlbnf::text::visible;

use crate::encode::conversion;
use crate::grammar::EditionOptions;
use crate::reference::ReferenceChecker;
use crate::{CliError, OutputFormat, RecordWriter, Status, Streams, after};

/// Decode a part of a URL, or convert a URI to an IRI
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Decode a part of a URL", "urlbnf decode a%20b%2Fc"),
    ("Make a whole URL more readable", "urlbnf decode --whole-url http://a.b/%41%2F"),
], None))]
pub struct DecodeArguments {
    /// The part; with --whole-url, the URL; with --to-iri, the URI
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    text: OsString,

    #[command(flatten)]
    edition: EditionOptions,

    /// Write the bytes as they are, without a line end; nothing is made visible
    #[arg(long, conflicts_with_all = ["whole_url", "format"])]
    octets: bool,

    /// TEXT is a whole URL: decode only where the URL keeps its meaning
    #[arg(long)]
    whole_url: bool,

    /// With --whole-url, more characters to decode where they are not reserved
    #[arg(long, value_name = "CHARACTERS", default_value = "", requires = "whole_url")]
    accept: String,

    /// TEXT is a URI: write the IRI to which RFC 3987, section 3.2, converts it
    #[arg(long, conflicts_with_all = ["whole_url", "octets", "edition", "reading"])]
    to_iri: bool,

    /// With --to-iri, show each step, and the sentence of the document that it follows
    #[arg(long, requires = "to_iri")]
    explain: bool,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

pub fn run(arguments: &DecodeArguments, streams: &mut Streams) -> Result<Status, CliError> {
    if arguments.to_iri {
        let uri = arguments.text.as_encoded_bytes();
        let DecodeArguments { explain, format, .. } = arguments;
        let converted = to_iri(uri)?;
        ReferenceChecker::for_edition(Edition::Rfc3986).check("the text", uri, streams);
        return conversion(&converted, *explain, *format, streams, |output, steps| {
            TextRecordHead::new(uri, None).with(DecodedTextRecord {
                whole_url: true,
                output: output.into(),
                output_base64: None,
                steps: Some(steps),
            })
        });
    }
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
    if arguments.format == OutputFormat::Text {
        streams.write(format!("{}\n", shown(&decoded)).as_bytes())?;
        return Ok(Status::Fine);
    }
    let record = TextRecordHead::new(text, Some((edition, reading))).with(DecodedTextRecord {
        whole_url: arguments.whole_url,
        output: witness::text(&decoded),
        output_base64: witness::base64(&decoded),
        steps: None,
    });
    RecordWriter::new(arguments.format).all([record], streams)?;
    Ok(Status::Fine)
}

/// Makes octets visible. If some are shown by number, as in `\xE9`, or seem to be, each `\` is
/// doubled.
fn shown(octets: &[u8]) -> String {
    let plain = visible(octets);
    if !plain.contains("\\x") && !plain.contains("\\u") {
        return plain;
    }
    let parts: Vec<String> = octets.split(|&octet| octet == b'\\').map(visible).collect();
    parts.join("\\\\")
}
