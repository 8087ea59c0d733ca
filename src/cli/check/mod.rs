//! `urlbnf check`: judges URLs, one a line.
//!
//! A line is whatever is between two line ends, to the byte; one CR before the LF belongs to the
//! end. Nothing is trimmed, since a space is a character of the grammars of 1993. The input is
//! read in blocks, by several threads.

mod reporter;
mod human;
mod judging;
mod unjudged;
mod lines;
mod long;
mod matrix;
mod verdict_filter;
mod pool;
pub mod sarif;
mod tally;
mod line_format;
mod verdict;

use std::io::{self, IsTerminal as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use urlbnf::report::sarif::CheckRunSummary;
use urlbnf::text::visible;
use urlbnf::{Edition, Judge, Reading, Verdict};

use crate::grammar::EditionListOptions;
use crate::input::{ColumnSelector, Delimiter, InputBlock, LONGEST_LINE, LongLinePolicy};
use crate::interrupt::Interrupt;
use crate::options;
use crate::pipeline::{self, MOST_THREADS, PipelineOptions, PipelineOutcome};
use crate::subjects::{UrlOptions, UrlSources};
use crate::{CliError, NameValueParser, Status, Streams, after};
use human::HumanReporter;
use judging::{BlockJudgement, CheckContext};
use line_format::{LineFormat, LineFormatReporter, QuietReporter};
use long::{LinePiece, LongLineJudge, SHORTEST_LONGEST_LINE};
use matrix::MatrixReporter;
use reporter::CheckReporter;
use sarif::SarifReporter;
use tally::TallyReporter;
use unjudged::UnjudgedLines;
use verdict::VerdictReporter;
use verdict_filter::VerdictFilter;

/// Judge URLs by one grammar or several, and explain failures
///
/// URLs are arguments, or lines of files or of standard input. A verdict is
/// `conforms`, `rejected`, or `generic-only`: the URL fits only the production that
/// takes any scheme, and not that of its own scheme.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Judge one URL", "urlbnf check http://info.cern.ch/~timbl/"),
    ("Judge a file with one URL per line", "urlbnf check --file urls.txt"),
    ("Compare all editions", "urlbnf check -e all 'http://a.b/#c'"),
    ("The same for many URLs, a row for each", "urlbnf check -e all --format matrix -f urls.txt"),
    ("Add the counts of two parts up to those of the whole", "urlbnf check --merge one.json two.json"),
    ("Only count, in both readings", "urlbnf check --reading both --format tally -f urls.txt.gz"),
    ("Fail a CI step only for rejected URLs", "urlbnf check --fail-on rejected --format github -f urls.txt"),
], Some("a URL is as bad as --fail-on says, or worse")))]
pub struct CheckArguments {
    /// Whether neither the command line nor the configuration names a grammar.
    #[arg(skip)]
    pub by_default: bool,

    #[command(flatten)]
    urls: UrlOptions,

    #[command(flatten)]
    editions: EditionListOptions,

    /// Match the whole input against this production
    #[arg(
        long, value_name = "PRODUCTION", value_parser = NameValueParser::PRODUCTIONS,
        hide_possible_values = true,
    )]
    start: Option<String>,

    /// Read a scheme in upper case as if it were in lower case, with a warning
    #[arg(long)]
    ignore_scheme_case: bool,

    /// Warn of the dangers that the documents name, in URLs that conform; what RFC 3987 asks
    /// of an IRI in prose is always reported
    #[arg(long)]
    warnings: bool,

    /// Exit with 1 if any URL is this bad or worse
    #[arg(long, value_enum, value_name = "VERDICT", default_value = "generic-only")]
    fail_on: CheckFailOn,

    /// Count a relative reference as no better than generic-only, for --fail-on
    #[arg(long)]
    absolute: bool,

    /// The form of the report
    #[arg(long, value_enum, default_value = "text")]
    format: CheckFormat,

    /// Report only URLs with one of these verdicts, or those that conform as a relative
    /// reference: repeat it, or put commas between them
    #[arg(long, value_name = "VERDICT", value_delimiter = ',', value_parser = options::one_of(VerdictFilter::ALL, VerdictFilter::name))]
    only: Vec<VerdictFilter>,

    /// Judge nothing: add up the tallies of parts of a list, which --format tally-json wrote. The
    /// sum is the tally of the list, however it was cut at its line ends
    #[arg(
        long, value_name = "FILE", num_args = 1..,
        conflicts_with_all = ["urls", "files", "literal", "edition", "format"],
    )]
    merge: Vec<PathBuf>,

    /// How many findings of the same kind to show, with --format text, sarif and tally: 0
    /// only counts them
    #[arg(long, value_name = "N", default_value_t = 3)]
    limit: u64,

    /// Judge this field of each line: its number, from 1, or its name in the first line
    #[arg(long, value_name = "N|NAME")]
    field: Option<ColumnSelector>,

    /// Judge the string under this key of each line, which is a JSON object; a key that begins
    /// with `/` is a JSON pointer
    #[arg(long, value_name = "KEY", conflicts_with_all = ["field", "header"])]
    json_field: Option<String>,

    /// What separates fields: a character, or tab, comma, semicolon, space or bar. With comma
    /// and semicolon, a field may be quoted
    #[arg(long, value_name = "CHAR", default_value = "tab", requires = "field")]
    delimiter: Delimiter,

    /// Leave out the first line of each file, which names the columns
    #[arg(long)]
    header: bool,

    /// How many threads to use; by default, as many as the machine runs at once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    threads: Option<u16>,

    /// The longest line that is explained, in bytes, at least 1048576; longer ones are judged and
    /// counted
    #[arg(
        long, value_name = "BYTES", default_value_t = LONGEST_LINE,
        value_parser = clap::value_parser!(u64).range(SHORTEST_LONGEST_LINE..),
    )]
    longest_line: u64,

    /// Leave out a byte order mark at the beginning of a file
    #[arg(long)]
    skip_bom: bool,
}

impl CheckArguments {
    /// The part of each line that is judged; `None` for the whole line.
    fn column(&self) -> Option<ColumnSelector> {
        self.field.clone().or_else(|| self.json_field.clone().map(ColumnSelector::Json))
    }

    /// Whether the first line of each file names the columns.
    fn has_header(&self) -> bool {
        self.header || matches!(self.field, Some(ColumnSelector::Name(_)))
    }

    /// The exit status for a verdict: an undecided line is trouble, whatever `--fail-on` says.
    #[inline]
    fn status(&self, verdict: Verdict, relative: bool) -> Status {
        if verdict == Verdict::Undecided {
            Status::Trouble
        } else if self.objects(verdict, relative) && !self.format.is_pipe() {
            Status::Objection
        } else {
            Status::Fine
        }
    }

    #[inline]
    fn objects(&self, verdict: Verdict, relative: bool) -> bool {
        let is_relative = self.absolute && relative && verdict == Verdict::Conforms;
        let verdict = if is_relative { Verdict::GenericOnly } else { verdict };
        self.fail_on.objects(verdict)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CheckFailOn {
    /// Only the production for any scheme accepts it
    GenericOnly,
    /// No production accepts it
    Rejected,
    /// Nothing
    Never,
}

impl CheckFailOn {
    #[inline]
    fn objects(self, verdict: Verdict) -> bool {
        match self {
            CheckFailOn::GenericOnly => matches!(verdict, Verdict::GenericOnly | Verdict::Rejected),
            CheckFailOn::Rejected => verdict == Verdict::Rejected,
            CheckFailOn::Never => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// For people, with the grammar as it is printed
    Text,
    /// One line for each URL and grammar, never broken
    Short,
    /// A row for each URL, a column for each grammar
    Matrix,
    /// The same rows, one JSON object per line
    MatrixJson,
    /// One line in columns for each line that is read, empty ones too, for pipes of other
    /// programs: verdict, grammar, reading, production, code, offset. Exits with 0, or with 2 if a line is
    /// undecided
    Verdict,
    /// One JSON object per line, for each URL
    Jsonl,
    /// One JSON document: an array of the same objects
    Json,
    /// A table with a head: source, line, column, url, edition, reading, verdict, relative, code,
    /// production, message, repair
    Csv,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations for GitHub Actions
    Github,
    /// Only counts
    Tally,
    /// Only counts, one JSON object per line
    TallyJson,
}

impl CheckFormat {
    /// Whether each input line has exactly one output line. If so, only an undecided line changes the
    /// exit status.
    fn is_pipe(self) -> bool {
        matches!(self, CheckFormat::Verdict)
    }
}

/// The grammar by which URIs are checked today.
const TODAY: Edition = Edition::Rfc3986;

pub fn run(arguments: &CheckArguments, streams: &mut Streams) -> Result<Status, CliError> {
    if !arguments.merge.is_empty() {
        return crate::tally::merge(&arguments.merge, streams);
    }
    let judges = arguments.editions.judges(arguments.start.as_deref(), streams)?;
    let judging = CheckContext::new(arguments, &judges);
    if streams.discards_output() && !arguments.format.is_pipe() {
        // Nobody sees the counts, but counting is the fastest way to the exit status.
        return match arguments.ignore_scheme_case {
            true => report(&judging, &QuietReporter, streams),
            false => report(&judging, &TallyReporter::new(&judging, false), streams),
        };
    }
    match arguments.format {
        CheckFormat::Text => {
            let today = arguments.by_default.then(|| Judge::by_scheme(TODAY, Reading::Corrected));
            report(&judging, &HumanReporter::new(&judging, today.as_slice()), streams)
        }
        CheckFormat::Short => {
            report(&judging, &LineFormatReporter::new(&judging, LineFormat::Short), streams)
        }
        CheckFormat::Matrix => report(&judging, &MatrixReporter::new(&judging, false), streams),
        CheckFormat::MatrixJson => report(&judging, &MatrixReporter::new(&judging, true), streams),
        CheckFormat::Verdict => report(&judging, &VerdictReporter::new(&judging)?, streams),
        CheckFormat::Jsonl => {
            report(&judging, &LineFormatReporter::new(&judging, LineFormat::Jsonl), streams)
        }
        CheckFormat::Json => {
            report(&judging, &LineFormatReporter::new(&judging, LineFormat::Json), streams)
        }
        CheckFormat::Csv => {
            report(&judging, &LineFormatReporter::new(&judging, LineFormat::Csv), streams)
        }
        CheckFormat::Github => {
            report(&judging, &LineFormatReporter::new(&judging, LineFormat::Github), streams)
        }
        CheckFormat::Sarif => report(&judging, &SarifReporter::new(&judging), streams),
        CheckFormat::Tally => report(&judging, &TallyReporter::new(&judging, false), streams),
        CheckFormat::TallyJson => report(&judging, &TallyReporter::new(&judging, true), streams),
    }
}

/// Checks the URLs from the arguments, then those from files, and passes each result to a reporter.
fn report<F: CheckReporter>(
    judging: &CheckContext<'_>,
    reporter: &F,
    streams: &mut Streams,
) -> Result<Status, CliError> {
    let arguments = judging.arguments;
    let is_pipe = arguments.format.is_pipe();
    let UrlSources { given, paths } = arguments.urls.subjects(streams)?;
    if arguments.column().is_none() && !is_pipe {
        paths.iter().filter_map(|path| table_hint(path)).for_each(|hint| streams.remark(&hint));
    }
    let mut whole = F::Whole::default();
    let (mut status, mut left) = (Status::Fine, UnjudgedLines::default());
    let mut take = |judged: Result<BlockJudgement<F::Part>, CliError>, streams: &mut Streams| {
        let judged = judged?;
        status = status.max(judged.status);
        left.append(judged.left);
        reporter.take(&mut whole, judged.part, streams)
    };
    take(lines::arguments(judging, &given, reporter), streams)?;
    let (mut troubles, mut end) = (Vec::new(), PipelineOutcome::Complete);
    let mut long_line = LongLineJudge::new(judging);
    if !paths.is_empty() {
        let longest = usize::try_from(arguments.longest_line).unwrap_or(usize::MAX);
        let long = match arguments.column() {
            None => reporter.long_lines(longest),
            // The field may be anywhere in the line.
            Some(_) => LongLinePolicy::Leave(longest),
        };
        // Nobody who types the lines needs to see the progress between them.
        let typed = paths.iter().any(|path| path.as_os_str() == "-") && io::stdin().is_terminal();
        let plan = PipelineOptions {
            paths,
            threads: threads(arguments),
            size: reporter.block_size(judging.judges.len()),
            long,
            skip_mark: arguments.skip_bom,
            progress: streams.shows_progress() && !typed,
        };
        let work = |block: &InputBlock| match LinePiece::from_block(block) {
            Some(piece) => Ok(reporter.piece(piece)),
            None => reporter
                .judge_block(block)
                .unwrap_or_else(|| lines::block(judging, block, reporter)),
        };
        end = pipeline::run(plan, &Interrupt::listen(), work, |step| match step {
            Ok(mut judged) => {
                let piece = judged.as_mut().ok().and_then(|judged| judged.piece.take());
                if let Some(line) = piece.and_then(|piece| long_line.take(piece)) {
                    if !is_pipe {
                        let error = line.error();
                        streams.complain(&error);
                        troubles.push(error.to_string());
                    }
                    judged = line.count(judging, reporter);
                }
                take(judged, streams)?;
                // Users who type line by line read the answer before the next line.
                Ok(streams.flush()?)
            }
            // The other inputs are still judged.
            Err(error) => {
                streams.complain(&error);
                troubles.push(error.to_string());
                Ok(())
            }
        })?;
    }
    if let Some(error) = arguments.column().and_then(|column| left.no_field(column)) {
        streams.complain(&error);
        troubles.push(error.to_string());
    }
    let unread = troubles.len();
    if matches!(end, PipelineOutcome::Interrupted(_)) {
        troubles.push("interrupted: the report is of what was judged until then".to_owned());
    }
    let mut remarks = left.remarks();
    remarks.extend(left.empty_lines().filter(|_| !F::COUNTS_EMPTY));
    let run = CheckRunSummary { empty: left.empty.count(), troubles, remarks };
    let objection = reporter.finish(whole, &run, judging.judges, streams)?;
    for remark in run.troubles.iter().skip(unread).chain(&run.remarks) {
        streams.remark(remark);
    }
    Ok(status.max(objection).max(match end {
        PipelineOutcome::Interrupted(status) => status,
        PipelineOutcome::Complete if unread > 0 => Status::Trouble,
        PipelineOutcome::Complete => left.status(),
    }))
}

/// Returns a hint if a file's extension says that it is a table, but whole lines are judged.
fn table_hint(path: &Path) -> Option<String> {
    let name = path.to_str()?.to_ascii_lowercase();
    let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
    let option = match name.rsplit_once('.')?.1 {
        "csv" => "--field NAME --delimiter comma",
        "tsv" => "--field NAME",
        "jsonl" | "ndjson" => "--json-field KEY",
        _ => return None,
    };
    let name = visible(path.as_os_str().as_encoded_bytes());
    Some(format!("{name}: whole lines are judged; {option} takes the URL out of each"))
}

fn threads(arguments: &CheckArguments) -> u16 {
    let available = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let available = || u16::try_from(available().get()).unwrap_or(MOST_THREADS).min(MOST_THREADS);
    arguments.threads.unwrap_or_else(available)
}
