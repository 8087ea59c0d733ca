//! `urlbnf extract`: finds the wrapped URLs of a mail, a newsgroup article or an RFC.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use urlbnf::diagnose::{self, Examination};
use urlbnf::report::records::{ExtractedUrlRecord, FoundUrlVerdictRecord, OtherReadingRecord};
use urlbnf::report::sarif::{CheckRunSummary, SarifFindings};
use urlbnf::report::source_location::SourceRegion;
use urlbnf::report::{ExaminedLine, SourceLocation};
use urlbnf::text::visible;
use urlbnf::wrapper::{WrappedUrl, WrappedUrlDoubt};
use urlbnf::{Judge, Verdict};

use crate::check::sarif;
use crate::grammar::EditionListOptions;
use crate::input;
use crate::{CliError, RecordWriter, SchemaNumber, Status, Streams, after};

/// Find the URLs in plain text: <URL:...> and <...>
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Find the URLs in a mail", "urlbnf extract mail.txt"),
    ("Find and judge them", "urlbnf extract --check mail.txt"),
], Some("a URL was judged and no edition accepts it")))]
pub struct ExtractArguments {
    /// The texts; with none, or for `-`, standard input is read
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Judge what is found
    #[arg(long)]
    check: bool,

    #[command(flatten)]
    editions: EditionListOptions,

    /// The form of what is found
    #[arg(long, value_enum, default_value = "text")]
    format: ExtractFormat,

    /// With --format sarif, how many places of the same failure to show
    #[arg(long, value_name = "N", default_value_t = 3)]
    limit: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExtractFormat {
    /// For people
    Text,
    /// One JSON object per line
    Jsonl,
    /// One JSON document: an array of the same objects
    Json,
    /// SARIF 2.1.0: the URLs that fail
    Sarif,
}

/// Runs the command. The status is an objection if no edition accepts a URL that was judged.
pub fn run(arguments: &ExtractArguments, streams: &mut Streams) -> Result<Status, CliError> {
    // SARIF reports failures, so it always judges.
    let check = arguments.check || arguments.format == ExtractFormat::Sarif;
    let judges = if check { arguments.editions.judges(None, streams)? } else { Vec::new() };
    let standard = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() { &standard } else { arguments.files.as_slice() };
    files.iter().try_for_each(|file| streams.reads(file))?;
    let mut status = Status::Fine;
    let (mut findings, mut run) = (SarifFindings::default(), CheckRunSummary::default());
    let mut records = RecordWriter::as_array(arguments.format == ExtractFormat::Json);
    let mut found = false;
    for file in files {
        let searched = input::search(file, |name, find| {
            found = true;
            let url = &find.url[..];
            let examined: Vec<(&Judge, Examination<'_>)> =
                judges.iter().map(|judge| (judge, diagnose::examine(judge, url))).collect();
            match arguments.format {
                ExtractFormat::Text => streams.write_text(&as_text(name, find, &examined))?,
                ExtractFormat::Jsonl | ExtractFormat::Json => {
                    records.write(&record(name, find, &examined), streams)?;
                }
                ExtractFormat::Sarif => add(&mut findings, name, find, &examined, arguments.limit),
            }
            let conforms = |(_, examination): &(_, Examination<'_>)| {
                examination.judgement.verdict == Verdict::Conforms
            };
            let taken = examined.iter().any(conforms);
            if !taken && !judges.is_empty() {
                status = status.max(Status::Objection);
            }
            Ok(())
        });
        match searched {
            Err(error @ (CliError::Input { .. } | CliError::Broken { .. })) => {
                streams.complain(&error);
                run.troubles.push(error.to_string());
                status = Status::Trouble;
            }
            searched => searched?,
        }
    }
    records.finish(streams)?;
    if !found && status == Status::Fine {
        streams.remark("it contains no URL in <URL:...> or <...>");
    }
    if arguments.format == ExtractFormat::Sarif {
        sarif::write(&findings, &run, streams)?;
    }
    Ok(status)
}

/// Adds what the judges find in a URL. A wrapped URL may be broken across lines, so its place
/// is that of the wrapper.
fn add(
    findings: &mut SarifFindings,
    source: &str,
    find: &WrappedUrl,
    examined: &[(&Judge, Examination<'_>)],
    limit: usize,
) {
    let (line, input) = (find.line as u64, &find.url[..]);
    let site = SourceLocation::Within(SourceRegion {
        start_line: line,
        start_column: find.before + 1,
        end_line: find.end.0 as u64,
        end_column: find.end.1 + 1,
        byte_offset: find.span.start as u64,
        byte_length: find.span.len(),
    });
    for (judge, examination) in examined {
        let entry =
            ExaminedLine { site, ..ExaminedLine::new((source, line), input, judge, examination) };
        findings.add(&entry, limit);
    }
}

fn as_text(name: &str, find: &WrappedUrl, examined: &[(&Judge, Examination<'_>)]) -> String {
    let WrappedUrl { line, column, url, .. } = find;
    let (name, shown) = (visible(name.as_bytes()), visible(url));
    let mut text = format!("{name}:{line}:{column}: {shown}\n");
    for doubt in &find.doubts {
        text += &format!("  {doubt}\n");
    }
    for (judge, examination) in examined {
        let (verdict, headline) = (examination.judgement.verdict, examination.headline(judge, url));
        text += &format!("  {:<16}{verdict:<13}{headline}\n", judge.name());
    }
    text
}

fn record<'a>(
    name: &'a str,
    find: &WrappedUrl,
    examined: &[(&Judge, Examination<'_>)],
) -> ExtractedUrlRecord<'a> {
    let WrappedUrl { line, column, wrapper, ref url, ref doubts, .. } = *find;
    let doubt = |doubt: &WrappedUrlDoubt| OtherReadingRecord {
        url: visible(doubt.other()),
        message: doubt.to_string(),
    };
    let verdict = |(judge, examination): &(&Judge, Examination<'_>)| {
        let diagnostic = examination.diagnostic.as_ref();
        FoundUrlVerdictRecord {
            edition: judge.edition(),
            reading: judge.reading(),
            verdict: examination.judgement.verdict,
            code: diagnostic.map(|diagnostic| diagnostic.code),
            offset: diagnostic.map(|diagnostic| diagnostic.offset),
            message: examination.headline(judge, url),
        }
    };
    ExtractedUrlRecord {
        schema: SchemaNumber,
        source: name,
        line,
        column,
        wrapper,
        url: visible(url),
        doubts: doubts.iter().map(doubt).collect(),
        verdicts: examined.iter().map(verdict).collect(),
    }
}
