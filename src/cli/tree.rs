//! `urlbnf tree`: the derivation of a URL.

use std::io::Write as _;

use clap::Args;
use urlbnf::diagnose;

use crate::error::Error;
use crate::options::{OneJudge, TextFormat};
use crate::status::Status;
use crate::streams::Streams;

/// Show how a URL derives from the grammar.
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
    let examination = diagnose::examine(&judge, arguments.url.as_bytes());
    if let Some(tree) = &examination.judgement.tree {
        match arguments.format {
            TextFormat::Text => write!(streams.out(), "{}", tree.outline())?,
            TextFormat::Json => writeln!(streams.out(), "{}", tree.to_json())?,
        }
    }
    Ok(if examination.diagnostic.is_some() { Status::Objection } else { Status::Fine })
}
