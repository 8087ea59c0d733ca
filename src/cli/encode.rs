//! `urlbnf encode`: encodes text for a part of a URL, makes a URL safer, or maps an IRI to a
//! URI.

use std::ffi::OsString;

use clap::Args;
use serde::Serialize;
use urlbnf::Edition;
use urlbnf::escape::{
    ConversionStep, EncodingTarget, IriConversion, PrintablePolicy, bidi_caution, encode,
    octets_of, safer, to_uri,
};
use urlbnf::report::record::TextRecordHead;
use urlbnf::report::records::EncodedTextRecord;
use urlbnf::text::visible;

use crate::grammar::EditionOptions;
use crate::loaded_grammar::{LoadedGrammar, decided};
use crate::reference::ReferenceChecker;
use crate::{CliError, NameValueParser, OutputFormat, RecordWriter, Status, Streams, after};

/// Encode text for a place in a URL, or map an IRI to a URI
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Encode text for a path segment", "urlbnf encode --in hsegment 'a b/c'"),
    ("Make a whole URL safer", "urlbnf encode --whole-url 'http://a.b/~c'"),
], None))]
pub struct EncodeArguments {
    /// The text; with --whole-url, the URL; with --to-uri, the IRI
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    text: OsString,

    #[command(flatten)]
    edition: EditionOptions,

    /// The production that the text is to match in the URL, such as hsegment
    #[arg(
        long = "in", value_name = "PRODUCTION", conflicts_with = "whole_url",
        value_parser = NameValueParser::PRODUCTIONS, hide_possible_values = true,
    )]
    production: Option<String>,

    /// The scheme, where several use the production
    #[arg(long, conflicts_with = "whole_url")]
    scheme: Option<String>,

    /// TEXT is a whole URL: encode what is unsafe, and leave what is encoded already
    #[arg(long)]
    whole_url: bool,

    /// With --whole-url, more characters to encode where they are not reserved
    #[arg(long = "unsafe", value_name = "CHARACTERS", default_value = "", requires = "whole_url")]
    characters: String,

    /// TEXT is an IRI: write the URI to which RFC 3987, section 3.1, maps it
    #[arg(long, conflicts_with_all = ["whole_url", "production", "scheme", "edition", "reading"])]
    to_uri: bool,

    /// With --to-uri, encode the printable characters too that can occur in no URI, such as a
    /// space
    #[arg(long, requires = "to_uri")]
    printable: bool,

    /// With --to-uri, show each step, and the sentence of the document that it follows
    #[arg(long, requires = "to_uri")]
    explain: bool,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

pub fn run(arguments: &EncodeArguments, streams: &mut Streams) -> Result<Status, CliError> {
    if arguments.to_uri {
        return uri(arguments, streams);
    }
    let (edition, reading) = arguments.edition.get()?;
    let (text, taken) = octets_of(edition, arguments.text.as_encoded_bytes());
    if let Some(taken) = taken {
        streams.remark(&taken.to_string());
    }
    let text = &text[..];
    let (encoded, production) = if arguments.whole_url {
        let url = safer(edition, text, arguments.characters.bytes().collect())?;
        (String::from_utf8_lossy(&url).into_owned(), None)
    } else {
        let grammar = edition.grammar(reading);
        let unit = if grammar.find("uchar").is_some() { "uchar" } else { "xalpha" };
        let name = arguments.production.as_deref().unwrap_or(unit);
        let production = LoadedGrammar::Edition(edition, reading).find(name)?;
        let scheme = arguments.scheme.as_deref();
        let component = EncodingTarget::for_production(edition, reading, production, scheme);
        let component = decided(grammar, component, streams)?;
        (encode(&component, text)?, Some(grammar.name(production)))
    };
    if arguments.format == OutputFormat::Text {
        streams.write(format!("{encoded}\n").as_bytes())?;
        return Ok(Status::Fine);
    }
    let whole_url = arguments.whole_url;
    let rest = EncodedTextRecord { whole_url, production, output: &encoded, steps: None };
    let record = TextRecordHead::new(text, Some((edition, reading))).with(rest);
    RecordWriter::new(arguments.format).all([record], streams)?;
    Ok(Status::Fine)
}

/// Writes the URI to which an IRI is mapped.
fn uri(arguments: &EncodeArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let iri = arguments.text.as_encoded_bytes();
    let printable =
        if arguments.printable { PrintablePolicy::Encoded } else { PrintablePolicy::Refused };
    if let Some(caution) = bidi_caution(iri) {
        streams.remark(&caution.to_string());
    }
    let converted = to_uri(iri, printable).map_err(CliError::NotMapped)?;
    match printable {
        PrintablePolicy::Refused => {
            ReferenceChecker::for_edition(Edition::Rfc3987).check("the text", iri, streams)
        }
        // The input need not be an IRI, but the result must be a URI.
        PrintablePolicy::Encoded => {
            let uri = converted.text.as_bytes();
            ReferenceChecker::for_edition(Edition::Rfc3986).check("the result", uri, streams)
        }
    };
    conversion(&converted, arguments.explain, arguments.format, streams, |output, steps| {
        let rest =
            EncodedTextRecord { whole_url: true, production: None, output, steps: Some(steps) };
        TextRecordHead::new(iri, None).with(rest)
    })
}

/// Writes a conversion. `record` makes its JSON record from the result and the steps.
pub fn conversion<'c, R: Serialize>(
    converted: &'c IriConversion,
    explain: bool,
    format: OutputFormat,
    streams: &mut Streams,
    record: impl FnOnce(&'c str, &'c [ConversionStep]) -> R,
) -> Result<Status, CliError> {
    let IriConversion { text, steps } = converted;
    if format == OutputFormat::Text {
        streams.write_result(text.as_bytes(), "")?;
        for ConversionStep { basis, text } in steps.iter().filter(|_| explain) {
            streams.write_text(&format!("  {basis}\n    {}\n", visible(text.as_bytes())))?;
        }
        return Ok(Status::Fine);
    }
    RecordWriter::new(format).all([record(text, steps)], streams)?;
    Ok(Status::Fine)
}
