//! `urlbnf tree`: the derivation of a URL.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use urlbnf::report::picture::{dot, tree as picture};
use urlbnf::report::{Entry, human};
use urlbnf::{derivation, diagnose};

use crate::error::Error;
use crate::options::OneJudge;
use crate::status::Status;
use crate::streams::Streams;

/// Show how a URL derives from the grammar.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The URL.
    url: OsString,

    #[command(flatten)]
    judge: OneJudge,

    /// An outline, JSON, a graph for graphviz, or a picture.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// Down to the characters, with right recursion as it is printed.
    #[arg(long)]
    full: bool,
}

/// The forms of a derivation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Dot,
    Svg,
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
            Format::Text => tree.outline(),
            Format::Json => tree.to_json() + "\n",
            Format::Dot => dot::graph(tree),
            Format::Svg => picture::svg(tree),
        };
        streams.write(text.as_bytes())?;
    }
    if examination.diagnostic.is_none() {
        return Ok(Status::Fine);
    }
    if !streams.is_quiet() {
        let examination = &examination;
        let entry = Entry { source: "<argument>", line: 1, input, judge: &judge, examination };
        human::write(&entry, streams.error())?;
    }
    Ok(Status::Objection)
}
