//! `urlbnf explain`: what a diagnostic's code means.

use std::io::Write as _;

use clap::Args;
use urlbnf::diagnose::{self, Code, nearest};
use urlbnf::report::{Entry, Site, human};
use urlbnf::{Edition, Judge, Reading};

use crate::error::Error;
use crate::status::Status;
use crate::streams::Streams;

/// Explain the code of a diagnostic, such as char-not-allowed.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The code; without one, all are listed.
    code: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let Some(name) = &arguments.code else {
        for code in Code::ALL {
            streams.write(format!("{code}\n").as_bytes())?;
        }
        return Ok(Status::Fine);
    };
    let code: Code = name.parse().map_err(|()| Error::UnknownCode {
        name: name.clone(),
        nearest: nearest(name, Code::ALL.into_iter().map(Code::name)),
        known: Code::ALL.map(Code::name).to_vec(),
    })?;
    if streams.is_quiet() {
        return Ok(Status::Fine);
    }
    writeln!(streams.out(), "{}\n\nFor example:\n", fill(code.explanation()))?;
    let (edition, reading, input) = example(code);
    let judge = Judge::by_scheme(edition, reading);
    let examination = &diagnose::examine(&judge, input);
    let entry = Entry {
        source: "<argument>",
        line: 1,
        input,
        site: Site::default(),
        judge: &judge,
        examination,
    };
    human::write(&entry, streams.out())?;
    Ok(Status::Fine)
}

/// A small input to which the code applies.
fn example(code: Code) -> (Edition, Reading, &'static [u8]) {
    let (edition, input): (_, &[u8]) = match code {
        Code::EmptyProduction => (Edition::Rfc1630, b"mid:9212@info.cern.ch"),
        Code::Wrapper => (Edition::Rfc1738, b"<URL:http://info.cern.ch/>"),
        Code::SchemeUpperCase => (Edition::Rfc1738, b"HTTP://info.cern.ch/"),
        Code::UnknownScheme => (Edition::Rfc1630, b"whois://info.cern.ch/"),
        Code::NotAscii => (Edition::Rfc1738, "http://info.cern.ch/caf\u{E9}".as_bytes()),
        Code::BadEscape => (Edition::Rfc1738, b"http://info.cern.ch/100%"),
        Code::FragmentNotAllowed => (Edition::Rfc1738, b"http://info.cern.ch/#top"),
        Code::CharNotAllowed => (Edition::Rfc1738, b"http://info.cern.ch/~timbl/"),
        Code::EndsTooEarly => (Edition::Rfc1738, b"http://"),
    };
    // Only as printed is there a name that is nowhere defined.
    let printed = code == Code::EmptyProduction;
    (edition, if printed { Reading::Printed } else { Reading::Corrected }, input)
}

/// Paragraphs, filled to a width that is easily read.
fn fill(text: &str) -> String {
    let paragraphs: Vec<String> =
        text.split("\n\n").map(|paragraph| urlbnf::report::excerpt::fill(paragraph, 80)).collect();
    paragraphs.join("\n\n")
}
