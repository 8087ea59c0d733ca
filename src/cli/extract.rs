//! `urlbnf extract`: the wrapped URLs of a mail, a newsgroup article, an RFC.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;
use urlbnf::diagnose::{self, visible};
use urlbnf::report::sarif::{Findings, Run};
use urlbnf::report::site::Region;
use urlbnf::report::{Entry, Site};
use urlbnf::wrapper::{Find, Wrapper};
use urlbnf::{Edition, Judge, Reading, Verdict};

use crate::check::sarif;
use crate::error::Error;
use crate::input;
use crate::options::{self, Editions, reading_parser};
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

    /// A line for each, a JSON object, or SARIF 2.1.0 of those that fail when judged.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// How many places of the same failure SARIF shows.
    #[arg(long, value_name = "N", default_value_t = 3)]
    limit: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Sarif,
}

/// Runs the command: 1 where a URL was checked and no edition takes it.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let chosen = |edition: &Edition| {
        arguments
            .edition
            .iter()
            .any(|it| matches!(it, Editions::All) || *it == Editions::One(*edition))
    };
    // SARIF says what fails, so there it is judged in any case.
    let check = arguments.check || arguments.format == Format::Sarif;
    let editions = Edition::ALL.into_iter().filter(|edition| check && chosen(edition));
    let judges: Vec<Judge> =
        editions.map(|edition| Judge::by_scheme(edition, arguments.reading)).collect();
    let standard = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() { &standard } else { arguments.files.as_slice() };
    let mut status = Status::Fine;
    let (mut findings, mut run) = (Findings::default(), Run::default());
    for file in files {
        let searched = input::search(file, |name, find| {
            let (report, taken) = match arguments.format {
                Format::Text => as_text(name, find, &judges),
                Format::Json => as_json(name, find, &judges),
                Format::Sarif => {
                    let taken = add(&mut findings, name, find, &judges, arguments.limit);
                    (String::new(), taken)
                }
            };
            streams.write(report.as_bytes())?;
            if !taken && !judges.is_empty() {
                status = status.max(Status::Objection);
            }
            Ok(())
        });
        match searched {
            Err(error @ (Error::Input { .. } | Error::Broken { .. })) => {
                streams.complain(&error);
                run.troubles.push(error.to_string());
                status = Status::Trouble;
            }
            searched => searched?,
        }
    }
    if arguments.format == Format::Sarif {
        sarif::write(&findings, &run, streams)?;
    }
    Ok(status)
}

/// Adds what the judges find in a URL. What is wrapped may be broken across
/// lines, so its place is that of the wrapper.
fn add(findings: &mut Findings, source: &str, find: &Find, judges: &[Judge], limit: usize) -> bool {
    let (line, input) = (find.line as u64, &find.url[..]);
    let site = Site::Within(Region {
        start_line: line,
        start_column: find.before + 1,
        end_line: find.end.0 as u64,
        end_column: find.end.1 + 1,
        byte_offset: find.span.start as u64,
        byte_length: find.span.len(),
    });
    let mut taken = false;
    for judge in judges {
        let examination = &diagnose::examine(judge, input);
        taken |= examination.judgement.verdict == Verdict::Conforms;
        findings.add(&Entry { source, line, input, site, judge, examination }, limit);
    }
    taken
}

fn as_text(name: &str, find: &Find, judges: &[Judge]) -> (String, bool) {
    let Find { line, column, url, .. } = find;
    let (name, shown) = (visible(name.as_bytes()), visible(url));
    let mut text = format!("{name}:{line}:{column}: {shown}\n");
    for doubt in &find.doubts {
        text += &format!("  {doubt}\n");
    }
    let mut taken = false;
    for judge in judges {
        let examination = diagnose::examine(judge, url);
        taken |= examination.judgement.verdict == Verdict::Conforms;
        let verdict = examination.judgement.verdict;
        text +=
            &format!("  {:<16}{verdict:<13}{}\n", judge.name(), examination.headline(judge, url));
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
            "edition": judge.edition().map(Edition::name),
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
