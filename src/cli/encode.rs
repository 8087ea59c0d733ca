//! `urlbnf encode`: text as a part of a URL, or a URL made safer.

use std::ffi::OsString;

use clap::Args;
use serde_json::json;
use urlbnf::escape::{Component, encode, octets_of, safer};
use urlbnf::report::record;

use crate::chosen::decided;
use crate::error::Error;
use crate::grammar::{OneEdition, find_production};
use crate::names::Names;
use crate::options::Format;
use crate::records::Records;
use crate::status::Status;
use crate::streams::Streams;

/// Encode text for a place in a URL, or make a whole URL safer
#[derive(Debug, Args)]
pub struct Arguments {
    /// The text; with --whole-url, the URL
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    text: OsString,

    #[command(flatten)]
    edition: OneEdition,

    /// The production as which the text will stand in a URL, such as hsegment
    #[arg(
        long = "in", value_name = "PRODUCTION", conflicts_with = "whole_url",
        value_parser = Names::productions(), hide_possible_values = true,
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

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
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
        let production = find_production(edition, reading, name)?;
        let scheme = arguments.scheme.as_deref();
        let component = Component::of(edition, reading, production, scheme);
        let component = decided(grammar, component, streams)?;
        (encode(&component, text)?, Some(grammar.name(production)))
    };
    if arguments.format == Format::Text {
        streams.write(format!("{encoded}\n").as_bytes())?;
        return Ok(Status::Fine);
    }
    let rest = json!({
        "whole_url": arguments.whole_url,
        "production": production,
        "output": encoded,
    });
    let record = record::of_text(text, edition, reading, rest);
    let mut records = Records::new(arguments.format);
    records.write(&record, streams)?;
    records.finish(streams)?;
    Ok(Status::Fine)
}
