//! `urlbnf check`: judges URLs, one a line.

use std::io::Write as _;

use clap::Args;

use crate::error::Error;
use crate::options::OneJudge;
use crate::status::Status;
use crate::streams::Streams;

/// Judge URLs by one edition or several.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    judge: OneJudge,

    /// A URL to judge; may be repeated.
    #[arg(long)]
    url: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let judge = arguments.judge.judge()?;
    let mut status = Status::Fine;
    for url in &arguments.url {
        let judgement = judge.judge(url.as_bytes());
        if judgement.verdict != urlbnf::Verdict::Conforms {
            status = Status::Objection;
        }
        writeln!(streams.out(), "{}", judgement.verdict)?;
    }
    Ok(status)
}
