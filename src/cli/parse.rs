//! `urlbnf parse`: a URL by its parts.

use std::io::Write as _;

use clap::Args;
use serde_json::json;
use urlbnf::ast::Address;
use urlbnf::{Edition, diagnose};

use crate::error::Error;
use crate::options::{OneJudge, TextFormat};
use crate::status::Status;
use crate::streams::Streams;

/// Take a URL apart: scheme, host, path, and what else its scheme has.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The URL.
    url: String,

    #[command(flatten)]
    judge: OneJudge,

    /// An outline, or JSON.
    #[arg(long, value_enum, default_value = "text")]
    format: TextFormat,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let judge = arguments.judge.judge()?;
    let input = arguments.url.as_bytes();
    let examination = diagnose::examine(&judge, input);
    let judgement = &examination.judgement;
    let address = judgement.tree.as_ref().and_then(Address::of);
    let text = match arguments.format {
        TextFormat::Json => {
            let record = json!({
                "schema": 1,
                "input": arguments.url,
                "edition": judge.edition().map(Edition::name),
                "reading": judge.reading().name(),
                "verdict": judgement.verdict.name(),
                "address": address.as_ref().map(Address::to_json),
            });
            format!("{record}\n")
        }
        TextFormat::Text => address.as_ref().map(Address::outline).unwrap_or_default(),
    };
    streams.write(text.as_bytes())?;
    if let Some(diagnostic) = &examination.diagnostic {
        let shown = diagnose::visible(input);
        let (verdict, message) = (judgement.verdict, diagnostic.message(&judge, input));
        if !streams.is_quiet() {
            writeln!(streams.error(), "{shown}: {verdict}: {message}")?;
        }
        return Ok(Status::Objection);
    }
    if address.is_none() {
        streams.remark("it derives from the start, which is no production of a URL");
    }
    Ok(Status::Fine)
}
