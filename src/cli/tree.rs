//! `urlbnf tree`: the derivation of a URL.

use std::ffi::OsString;

use clap::Args;
use urlbnf::report::{Entry, Site, human};
use urlbnf::{derivation, diagnose};

use crate::error::Error;
use crate::options::{OneJudge, TextFormat};
use crate::status::Status;
use crate::streams::Streams;

/// Show how a URL derives from the grammar.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The URL.
    url: OsString,

    #[command(flatten)]
    judge: OneJudge,

    /// An outline, or JSON.
    #[arg(long, value_enum, default_value = "text")]
    format: TextFormat,

    /// Down to the characters, with right recursion as it is printed.
    #[arg(long)]
    full: bool,
}

/// Runs the command. Of a URL that does not conform it says why, and shows the
/// derivation from the generic productions where there is one.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let judge = arguments.judge.judge()?;
    let input = arguments.url.as_encoded_bytes();
    let examination = diagnose::examine(&judge, input);
    if let Some(tree) = &examination.judgement.tree {
        let full = if arguments.full { derivation::complete(tree).ok() } else { None };
        let tree = full.as_ref().unwrap_or(tree);
        let text = match arguments.format {
            TextFormat::Text => tree.outline(),
            TextFormat::Json => tree.to_json() + "\n",
        };
        streams.write(text.as_bytes())?;
    }
    if examination.diagnostic.is_none() {
        return Ok(Status::Fine);
    }
    if !streams.is_quiet() {
        let examination = &examination;
        let entry = Entry {
            source: "<argument>",
            line: 1,
            input,
            site: Site::default(),
            judge: &judge,
            examination,
        };
        human::write(&entry, streams.error())?;
    }
    Ok(Status::Objection)
}
