//! `urlbnf encode`: encodes text for a part of a URL, makes a URL safer, or maps an IRI to a
//! URI.

use std::ffi::OsString;

use clap::Args;
use serde::Serialize;
use urlbnf::Edition;
use urlbnf::escape::{
    Component, ConversionStep, Converted, Printable, bidi_caution, encode, octets_of, safer, to_uri,
};
use urlbnf::report::record::OfText;
use urlbnf::report::records::Encoded;
use urlbnf::text::visible;

use crate::chosen::{Chosen, decided};
use crate::grammar::OneEdition;
use crate::reference::References;
use crate::{Error, Format, Names, Records, Status, Streams, after};

/// Encode text for a place in a URL, or map an IRI to a URI
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Encode text for a path segment", "urlbnf encode --in hsegment 'a b/c'"),
    ("Make a whole URL safer", "urlbnf encode --whole-url 'http://a.b/~c'"),
], None))]
pub struct Arguments {
    /// The text; with --whole-url, the URL; with --to-uri, the IRI
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    text: OsString,

    #[command(flatten)]
    edition: OneEdition,

    /// The production that the text is to match in the URL, such as hsegment
    #[arg(
        long = "in", value_name = "PRODUCTION", conflicts_with = "whole_url",
        value_parser = Names::PRODUCTIONS, hide_possible_values = true,
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
    format: Format,
}

pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
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
        let production = Chosen::Edition(edition, reading).find(name)?;
        let scheme = arguments.scheme.as_deref();
        let component = Component::of(edition, reading, production, scheme);
        let component = decided(grammar, component, streams)?;
        (encode(&component, text)?, Some(grammar.name(production)))
    };
    if arguments.format == Format::Text {
        streams.write(format!("{encoded}\n").as_bytes())?;
        return Ok(Status::Fine);
    }
    let whole_url = arguments.whole_url;
    let rest = Encoded { whole_url, production, output: &encoded, steps: None };
    let record = OfText::new(text, Some((edition, reading))).with(rest);
    Records::new(arguments.format).all([record], streams)?;
    Ok(Status::Fine)
}

/// Writes the URI to which an IRI is mapped.
fn uri(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let iri = arguments.text.as_encoded_bytes();
    let printable = if arguments.printable { Printable::Encoded } else { Printable::Refused };
    if let Some(caution) = bidi_caution(iri) {
        streams.remark(&caution.to_string());
    }
    let converted = to_uri(iri, printable).map_err(Error::NotMapped)?;
    match printable {
        Printable::Refused => References::of(Edition::Rfc3987).tell("the text", iri, streams),
        // The input need not be an IRI, but the result must be a URI.
        Printable::Encoded => {
            let uri = converted.text.as_bytes();
            References::of(Edition::Rfc3986).tell("the result", uri, streams)
        }
    };
    conversion(&converted, arguments.explain, arguments.format, streams, |output, steps| {
        let rest = Encoded { whole_url: true, production: None, output, steps: Some(steps) };
        OfText::new(iri, None).with(rest)
    })
}

/// Writes a conversion. `record` makes its JSON record from the result and the steps.
pub fn conversion<'c, R: Serialize>(
    converted: &'c Converted,
    explain: bool,
    format: Format,
    streams: &mut Streams,
    record: impl FnOnce(&'c str, &'c [ConversionStep]) -> R,
) -> Result<Status, Error> {
    let Converted { text, steps } = converted;
    if format == Format::Text {
        streams.write_result(text.as_bytes(), "")?;
        for ConversionStep { basis, text } in steps.iter().filter(|_| explain) {
            streams.write_text(&format!("  {basis}\n    {}\n", visible(text.as_bytes())))?;
        }
        return Ok(Status::Fine);
    }
    Records::new(format).all([record(text, steps)], streams)?;
    Ok(Status::Fine)
}
