//! `urlbnf extract`: the wrapped URLs of a mail, a newsgroup article, an RFC.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use urlbnf::diagnose::{self, visible};
use urlbnf::wrapper::{Find, Wrapper, find};
use urlbnf::{Edition, Judge, Reading, Verdict};

use crate::error::Error;
use crate::input;
use crate::options::{self, Editions, TextFormat, reading_parser};
use crate::status::Status;
use crate::streams::Streams;

/// Find the URLs that are wrapped in plain text: <URL:...> and <...>.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The texts; `-` is the standard input, as is none at all.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Judge what is found.
    #[arg(long)]
    check: bool,

    /// The editions by which to judge, or all.
    #[arg(short, long, value_delimiter = ',', default_value = "rfc1738", value_parser = options::editions_parser())]
    edition: Vec<Editions>,

    /// As printed, misprints included, or with the edition's errata applied.
    #[arg(long, default_value = "corrected", value_parser = reading_parser())]
    reading: Reading,

    /// A line for each, or a JSON object.
    #[arg(long, value_enum, default_value = "text")]
    format: TextFormat,
}

/// Runs the command: 1 where a URL was checked and no edition takes it.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let chosen = |edition: &Edition| {
        arguments
            .edition
            .iter()
            .any(|it| matches!(it, Editions::All) || *it == Editions::One(*edition))
    };
    let editions = Edition::ALL.into_iter().filter(|edition| arguments.check && chosen(edition));
    let judges: Vec<Judge> =
        editions.map(|edition| Judge::by_scheme(edition, arguments.reading)).collect();
    let standard = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() { &standard } else { arguments.files.as_slice() };
    let mut status = Status::Fine;
    for file in files {
        let (name, text) = match input::whole(file) {
            Ok(input) => input,
            Err(error) => {
                streams.complain(&error);
                status = Status::Trouble;
                continue;
            }
        };
        for find in find(&text) {
            let (report, taken) = match arguments.format {
                TextFormat::Text => as_text(&name, &find, &judges),
                TextFormat::Json => as_json(&name, &find, &judges),
            };
            streams.write(report.as_bytes())?;
            if !taken && !judges.is_empty() {
                status = status.max(Status::Objection);
            }
        }
    }
    Ok(status)
}

fn as_text(name: &str, find: &Find, judges: &[Judge]) -> (String, bool) {
    let Find { line, column, url, .. } = find;
    let mut text = format!("{name}:{line}:{column}: {}\n", visible(url));
    for doubt in &find.doubts {
        text += &format!("  {doubt}\n");
    }
    let mut taken = false;
    for judge in judges {
        let examination = diagnose::examine(judge, url);
        taken |= examination.judgement.verdict == Verdict::Conforms;
        let (edition, verdict) = (judge.edition(), examination.judgement.verdict);
        text += &format!("  {edition:<16}{verdict:<13}{}\n", examination.headline(judge, url));
    }
    (text, taken)
}

fn as_json(name: &str, find: &Find, judges: &[Judge]) -> (String, bool) {
    let Find { line, column, url, .. } = find;
    let mut taken = false;
    let mut verdicts = Vec::new();
    for judge in judges {
        let examination = diagnose::examine(judge, url);
        taken |= examination.judgement.verdict == Verdict::Conforms;
        verdicts.push(json!({
            "edition": judge.edition().name(),
            "reading": judge.reading().name(),
            "verdict": examination.judgement.verdict.name(),
            "code": examination.diagnostic.as_ref().map(|it| it.code.name()),
            "offset": examination.diagnostic.as_ref().map(|it| it.offset),
            "message": examination.headline(judge, url),
        }));
    }
    let doubts: Vec<_> = find
        .doubts
        .iter()
        .map(|doubt| json!({"url": visible(doubt.other()), "message": doubt.to_string()}))
        .collect();
    let wrapper = match find.wrapper {
        Wrapper::Url => "url",
        Wrapper::Angle => "angle",
    };
    let record = json!({
        "schema": 1,
        "source": name,
        "line": line,
        "column": column,
        "wrapper": wrapper,
        "url": visible(url),
        "doubts": doubts,
        "verdicts": verdicts,
    });
    (format!("{record}\n"), taken)
}
