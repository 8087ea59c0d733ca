//! `urlbnf check`: judges URLs, one a line.
//!
//! A line is whatever stands between two line ends, to the byte; one CR before
//! the LF belongs to the end. Nothing is trimmed, since a space is a character
//! of the grammars of 1993. The input is read in blocks, by several threads.

mod form;
mod human;
mod judging;
mod left;
mod lines;
mod long;
mod panels;
pub mod sarif;
mod tally;
mod text;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use urlbnf::report::sarif::Run;
use urlbnf::{Edition, Judge, Verdict};

use crate::error::Error;
use crate::input::{Block, Delimiter, LONGEST_LINE, LongLines};
use crate::interrupt::Interrupt;
use crate::options::{self, Editions, Readings};
use crate::pipeline::{self, End, MOST_THREADS, Plan};
use crate::status::Status;
use crate::streams::Streams;
use form::Form;
use human::Human;
use judging::{Judged, Judging};
use left::Left;
use long::{Long, Piece, SHORTEST_LONGEST_LINE};
use sarif::Sarif;
use tally::Counts;
use text::{Quiet, Text};

/// Judge URLs, one a line, by one edition or several.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The editions by which to judge, or all.
    #[arg(short, long, value_delimiter = ',', default_value = "rfc1738", value_parser = options::editions_parser())]
    edition: Vec<Editions>,

    /// As printed, misprints included; with the edition's errata applied; or both.
    #[arg(long, value_enum, default_value = "corrected")]
    reading: Readings,

    /// Judge to the letter from this production, not scheme by scheme.
    #[arg(long, value_name = "PRODUCTION")]
    start: Option<String>,

    /// Read a scheme in upper case as if it were in lower case, with a warning.
    #[arg(long)]
    ignore_scheme_case: bool,

    /// Warn of what the security considerations warn of, in URLs that conform.
    #[arg(long)]
    warnings: bool,

    /// The mildest verdict that makes the exit status 1.
    #[arg(long, value_enum, value_name = "VERDICT", default_value = "generic-only")]
    fail_on: FailOn,

    /// For people, one line each, one JSON object each, SARIF 2.1.0 for other tools; or only
    /// how many lines are judged how.
    #[arg(long, value_enum, default_value = "human")]
    format: Format,

    /// Report only what has one of these verdicts.
    #[arg(long, value_name = "VERDICT", value_delimiter = ',', value_parser = options::verdict_parser())]
    only: Vec<Verdict>,

    /// How many of each kind of finding the human form, SARIF and the tally show.
    #[arg(long, value_name = "N", default_value_t = 3)]
    limit: u64,

    /// Judge the field with this number of each line, not the whole line.
    #[arg(long, value_name = "N")]
    field: Option<NonZeroUsize>,

    /// What stands between fields: a character, or tab, comma, semicolon, space, bar. Between
    /// commas and semicolons, fields may be quoted.
    #[arg(long, value_name = "CHAR", default_value = "tab", requires = "field")]
    delimiter: Delimiter,

    /// Leave the first line of each file out: it names the columns.
    #[arg(long)]
    header: bool,

    /// How many threads judge; as many as the machine runs at once, unless said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    threads: Option<u16>,

    /// The longest line that is explained, in bytes; longer ones are judged, and told.
    #[arg(
        long, value_name = "BYTES", default_value_t = LONGEST_LINE,
        value_parser = clap::value_parser!(u64).range(SHORTEST_LONGEST_LINE..),
    )]
    longest_line: u64,

    /// Leave out a byte order mark at the beginning of a file.
    #[arg(long)]
    skip_bom: bool,

    /// A URL to judge, before the files; may be repeated.
    #[arg(long, value_name = "URL")]
    url: Vec<OsString>,

    /// Files with one URL a line, gzip and zstd too; `-` is the standard input, as is none at all.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    GenericOnly,
    Rejected,
    Never,
}

impl FailOn {
    fn objects(self, verdict: Verdict) -> bool {
        match self {
            FailOn::GenericOnly => verdict >= Verdict::GenericOnly,
            FailOn::Rejected => verdict >= Verdict::Rejected,
            FailOn::Never => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Human,
    Short,
    Jsonl,
    Sarif,
    Tally,
    TallyJson,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let judges = judges(arguments, streams)?;
    let judging = Judging::new(arguments, &judges);
    if streams.is_quiet() {
        // Counts that nobody sees are the fastest way to the exit status.
        return match arguments.ignore_scheme_case {
            true => report(&judging, &Quiet, streams),
            false => report(&judging, &Counts::text(&judging), streams),
        };
    }
    match arguments.format {
        Format::Human => report(&judging, &Human::new(&judging), streams),
        Format::Short => report(&judging, &Text::short(&judging), streams),
        Format::Jsonl => report(&judging, &Text::jsonl(&judging), streams),
        Format::Sarif => report(&judging, &Sarif::new(&judging), streams),
        Format::Tally => report(&judging, &Counts::text(&judging), streams),
        Format::TallyJson => report(&judging, &Counts::json(&judging), streams),
    }
}

/// Reports in a form: the URLs given, then the files.
fn report<F: Form>(
    judging: &Judging<'_>,
    form: &F,
    streams: &mut Streams,
) -> Result<Status, Error> {
    let arguments = judging.arguments;
    let mut whole = F::Whole::default();
    let (mut status, mut left) = (Status::Fine, Left::default());
    let mut take = |judged: Result<Judged<F::Part>, Error>, streams: &mut Streams| {
        let judged = judged?;
        status = status.max(judged.status);
        left.append(judged.left);
        form.take(&mut whole, judged.part, streams)
    };
    take(lines::arguments(judging, &arguments.url, form), streams)?;
    let none = arguments.files.is_empty() && arguments.url.is_empty();
    let paths = if none { vec![PathBuf::from("-")] } else { arguments.files.clone() };
    let (mut troubles, mut end) = (Vec::new(), End::Complete);
    let mut long_line = Long::new(judging);
    if !paths.is_empty() {
        let longest = usize::try_from(arguments.longest_line).unwrap_or(usize::MAX);
        let long = match arguments.field {
            None => form.long_lines(longest),
            // A field of it may be anywhere.
            Some(_) => LongLines::Leave(longest),
        };
        let plan = Plan {
            paths,
            threads: threads(arguments),
            size: form.block_size(judging.judges.len()),
            long,
            skip_mark: arguments.skip_bom,
            progress: streams.shows_progress(),
        };
        let work = |block: &Block| {
            form.at_once(block).unwrap_or_else(|| match Piece::of(block) {
                Some(piece) => Ok(Judged { piece: Some(piece), ..Judged::default() }),
                None => lines::block(judging, block, form),
            })
        };
        end = pipeline::run(plan, &Interrupt::listen(), work, |step| match step {
            Ok(mut judged) => {
                let piece = judged.as_mut().ok().and_then(|judged| judged.piece.take());
                if let Some(line) = piece.and_then(|piece| long_line.take(piece)) {
                    let error = line.error();
                    streams.complain(&error);
                    troubles.push(error.to_string());
                    judged = line.count(judging, form);
                }
                take(judged, streams)?;
                // Who types line by line reads the answer before the next line.
                Ok(streams.finish()?)
            }
            // The others are still judged.
            Err(error) => {
                streams.complain(&error);
                troubles.push(error.to_string());
                Ok(())
            }
        })?;
    }
    let unread = troubles.len();
    if matches!(end, End::Interrupted(_)) {
        troubles.push("interrupted: the report is of what was judged until then".to_owned());
    }
    let run = Run { empty: left.empty, troubles, remarks: left.remarks() };
    let objection = form.finish(whole, &run, judging.judges, streams)?;
    for remark in run.troubles.iter().skip(unread).chain(&run.remarks) {
        streams.remark(remark);
    }
    Ok(status.max(objection).max(match end {
        End::Interrupted(signal) => signal.status(),
        End::Complete if unread > 0 => Status::Trouble,
        End::Complete => left.status(),
    }))
}

fn threads(arguments: &Arguments) -> u16 {
    let available = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let available = || u16::try_from(available().get()).unwrap_or(MOST_THREADS).min(MOST_THREADS);
    arguments.threads.unwrap_or_else(available)
}

/// The judges, edition by edition.
fn judges(arguments: &Arguments, streams: &mut Streams) -> Result<Vec<Judge>, Error> {
    let all = arguments.edition.contains(&Editions::All);
    let mut editions: Vec<Edition> = Vec::new();
    for edition in &arguments.edition {
        match edition {
            Editions::All => editions = Edition::ALL.to_vec(),
            Editions::One(edition) if !editions.contains(edition) => editions.push(*edition),
            Editions::One(_) => {}
        }
    }
    let mut judges = Vec::new();
    let mut without = Vec::new();
    let mut unknown = None;
    for edition in editions {
        for &reading in arguments.reading.list() {
            let Some(name) = &arguments.start else {
                judges.push(Judge::by_scheme(edition, reading));
                continue;
            };
            match options::find_production(edition, reading, name) {
                Ok(start) => judges.push(Judge::by_start(edition, reading, start)),
                Err(error) if all => {
                    unknown.get_or_insert(error);
                    without.push(edition.name());
                }
                Err(error) => return Err(error),
            }
        }
    }
    without.dedup();
    match unknown {
        Some(error) if judges.is_empty() => return Err(error),
        Some(_) => {
            let start = arguments.start.as_deref().unwrap_or_default();
            streams.remark(&format!(
                "left out, having no production `{start}`: {}",
                without.join(", ")
            ));
        }
        None => {}
    }
    Ok(judges)
}
