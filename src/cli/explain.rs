//! `urlbnf explain`: what a diagnostic's code means.

use std::io::Write as _;

use clap::Args;
use urlbnf::diagnose::{Code, nearest};

use crate::error::Error;
use crate::status::Status;
use crate::streams::Streams;

/// Explain the code of a diagnostic, such as char-not-allowed.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The code.
    code: String,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let code: Code = arguments.code.parse().map_err(|()| Error::UnknownCode {
        name: arguments.code.clone(),
        nearest: nearest(&arguments.code, Code::ALL.into_iter().map(Code::name)),
        known: Code::ALL.map(Code::name).to_vec(),
    })?;
    writeln!(streams.out(), "{}", code.explanation())?;
    Ok(Status::Fine)
}
