//! `urlbnf access`: what a client of the time would do with a URL.

use std::io::Write as _;

use clap::Args;
use serde_json::json;
use urlbnf::access::access;
use urlbnf::ast::Address;
use urlbnf::diagnose::{self, visible};
use urlbnf::warning::{Warned, Warning};
use urlbnf::{Judge, Verdict};

use crate::error::Error;
use crate::options::{OneEdition, TextFormat};
use crate::status::Status;
use crate::streams::Streams;

/// Tell what a client would do with a URL: connect, log in, send. Nothing is done.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The URL.
    url: String,

    #[command(flatten)]
    edition: OneEdition,

    /// Read a scheme in upper case as if it were in lower case, with a warning.
    #[arg(long)]
    ignore_scheme_case: bool,

    /// Steps, or JSON.
    #[arg(long, value_enum, default_value = "text")]
    format: TextFormat,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let OneEdition { edition, reading } = arguments.edition;
    let mut url = arguments.url.clone();
    if arguments.ignore_scheme_case {
        let scheme = url.find(':').unwrap_or(0);
        url[..scheme].make_ascii_lowercase();
    }
    let judge = Judge::by_scheme(edition, reading);
    let examination = diagnose::examine(&judge, url.as_bytes());
    let tree = examination.judgement.tree.as_ref();
    let tree = tree.filter(|_| examination.judgement.verdict == Verdict::Conforms);
    let Some(address) = tree.and_then(Address::of) else {
        if !streams.is_quiet() {
            let headline = examination.headline(&judge, url.as_bytes());
            let (shown, verdict) = (visible(url.as_bytes()), examination.judgement.verdict);
            writeln!(streams.error(), "{shown}: {verdict}: {headline}")?;
        }
        return Ok(Status::Objection);
    };
    let mut access = access(edition, &address);
    if url != arguments.url {
        access.warnings.push(Warned::from(Warning::SchemeUpperCase));
    }
    let text = match arguments.format {
        TextFormat::Text => access.to_string(),
        TextFormat::Json => {
            let record = json!({
                "schema": 1,
                "input": arguments.url,
                "edition": edition.name(),
                "reading": reading.name(),
                "access": access,
            });
            format!("{record}\n")
        }
    };
    streams.write(text.as_bytes())?;
    Ok(Status::Fine)
}
