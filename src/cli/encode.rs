//! `urlbnf encode`: octets as a part of a URL, or a URL made safer.

use clap::Args;
use urlbnf::escape::{Component, encode, safer};

use crate::error::Error;
use crate::options::{OneEdition, find_production};
use crate::status::Status;
use crate::streams::Streams;

/// Encode octets for a place in a URL, or make a URL safer.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The octets, as text; with --url, a URL.
    #[arg(allow_hyphen_values = true)]
    text: String,

    #[command(flatten)]
    edition: OneEdition,

    /// The production in whose place they are to stand, such as hsegment.
    #[arg(long = "in", value_name = "PRODUCTION", conflicts_with = "url")]
    production: Option<String>,

    /// The scheme, where the production is used by several.
    #[arg(long, conflicts_with = "url")]
    scheme: Option<String>,

    /// It is a URL: encode what is unsafe in it, and leave the triplets it has.
    #[arg(long)]
    url: bool,

    /// Characters to encode besides, unless they are reserved.
    #[arg(long = "unsafe", value_name = "CHARACTERS", default_value = "", requires = "url")]
    characters: String,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let OneEdition { edition, reading } = arguments.edition;
    let text = arguments.text.as_bytes();
    let encoded = if arguments.url {
        let url = safer(edition, text, arguments.characters.bytes().collect())?;
        String::from_utf8_lossy(&url).into_owned()
    } else {
        let grammar = arguments.edition.grammar();
        let unit = if grammar.find("uchar").is_some() { "uchar" } else { "xalpha" };
        let name = arguments.production.as_deref().unwrap_or(unit);
        let production = find_production(edition, reading, name)?;
        let scheme = arguments.scheme.as_deref();
        encode(&Component::of(edition, reading, production, scheme), text)?
    };
    streams.write(format!("{encoded}\n").as_bytes())?;
    Ok(Status::Fine)
}
