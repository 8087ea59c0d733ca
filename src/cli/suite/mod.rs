//! `urlbnf suite`: strings that distinguish a grammar from similar ones.

mod conversation;
mod folder;
mod one_shot;
mod run;

use std::io;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use urlbnf::Verdict;
use urlbnf::automaton::AutomatonError;
use urlbnf::report::conformity;
use urlbnf::report::excerpt::counted;
use urlbnf::report::grammar::RAISE;
use urlbnf::report::suite::SuiteReport;
use urlbnf::suite::{FaultKind, FaultOutcome, Suite, UndecidedReason};

use crate::grammar::{GrammarArgument, one_parser};
use crate::limits::CommandLimits;
use crate::loaded_grammar::{LoadedGrammar, decided, shown};
use crate::options::{OutputFormat, one_of};
use crate::{CliError, NameValueParser, RecordWriter, Status, Streams, TextTable, after};

/// Make a conformance suite, or run one against a program
///
/// Each fault is the grammar with one slip in it: an alternative dropped, a bound moved, a
/// class one character wider. A string tells a fault if the grammar and the faulty one say
/// different things of it. The suite has a string for every fault that any string tells. The
/// others are listed: no test can find them.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true
)]
#[command(after_long_help = after(&[
    ("Show which strings test a parser of one production", "urlbnf suite rfc3986 --start IPv4address"),
    ("Write the suite for a whole grammar into a file", "urlbnf suite rfc1808 -o rfc1808.json"),
    ("Ask a parser about its strings, which exits with 0 or 1", "urlbnf suite run --suite rfc1808.json --protocol one-shot --command 'sh my-parser'"),
], Some("`run` has a claimed case that is answered wrongly and not accepted")))]
pub struct SuiteArguments {
    #[command(subcommand)]
    command: Option<SuiteCommand>,

    /// An edition or a grammar file; `:printed` or `:corrected` after it names its reading
    #[arg(value_name = "GRAMMAR[:READING]", value_parser = one_parser(), required = true)]
    grammar: Option<GrammarArgument>,

    /// Judge the strings by this production
    #[arg(
        long, value_name = "PRODUCTION", value_parser = NameValueParser::PRODUCTIONS,
        hide_possible_values = true,
    )]
    start: Option<String>,

    /// Only faults of this kind: repeat it, or put commas between them
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = one_of(FaultKind::ALL, FaultKind::name))]
    fault: Vec<FaultKind>,

    #[command(flatten)]
    limits: CommandLimits,

    /// Write the suite to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text", conflicts_with = "output")]
    format: OutputFormat,
}

/// What can be done with suites that were made.
#[derive(Debug, Subcommand)]
enum SuiteCommand {
    Run(run::SuiteRunArguments),
}

impl SuiteArguments {
    /// Returns the output file of `suite run`, if one is named.
    pub fn output(&self) -> Option<PathBuf> {
        let SuiteCommand::Run(arguments) = self.command.as_ref()?;
        arguments.output.clone()
    }
}

pub fn run(arguments: &SuiteArguments, streams: &mut Streams) -> Result<Status, CliError> {
    if let Some(SuiteCommand::Run(arguments)) = &arguments.command {
        return run::run(arguments, streams);
    }
    let lacking = CliError::Usage("a suite is of a grammar: `urlbnf suite GRAMMAR`");
    let grammar = arguments.grammar.as_ref().ok_or(lacking)?;
    let chosen = LoadedGrammar::read_or_standard_input(grammar, arguments.limits.clone(), streams)?;
    let kinds = match arguments.fault.as_slice() {
        [] => FaultKind::ALL.to_vec(),
        kinds => kinds.to_vec(),
    };
    let grammar = chosen.grammar();
    let start = arguments.start.as_deref().unwrap_or(grammar.name(grammar.start()));
    let judge = chosen.judge(Some(start), streams)?;
    let suite = Suite::new(judge.grammar(), judge.start(), &kinds);
    let mut suite = decided(judge.grammar(), suite, streams)?;
    match suite.leave_out(|string| judge.verdict(string) == Verdict::Undecided) {
        0 => {}
        count => streams.remark(&format!(
            "{} left out, because judging takes too much work",
            counted(count, "string"),
        )),
    }
    if suite.faults.iter().any(|(_, outcome)| is_too_large(outcome)) {
        streams.remark(RAISE);
    }
    let report = SuiteReport::new(&judge, &suite);
    if let Some(file) = &arguments.output {
        let suite = report.file()?;
        streams.files().write_with(file, |output| suite.write(output))?;
        let (summary, cases) = (report.summary(), counted(suite.strings(), "case"));
        streams.write_text(&format!("{summary}\n{cases} in {}\n", shown(file)))?;
        return Ok(Status::Fine);
    }
    if arguments.format == OutputFormat::Text {
        text(&report, streams)?;
    } else {
        RecordWriter::new(arguments.format).all(report.records(), streams)?;
    }
    Ok(Status::Fine)
}

/// Whether higher limits may decide a fault.
fn is_too_large(outcome: &FaultOutcome) -> bool {
    use AutomatonError::TooLarge;
    matches!(outcome, FaultOutcome::Undecided(UndecidedReason::NotRegular(TooLarge(..))))
}

/// Writes the counts, and each string with the faults that it is the first to detect.
fn text(report: &SuiteReport<'_>, streams: &mut Streams) -> io::Result<()> {
    let mut counts =
        TextTable::new(["fault", "told by a string", "changes no string", "undecided"]);
    for (kind, numbers) in report.counts() {
        let cells = numbers.map(|count| count.to_string());
        counts.row(std::iter::once(kind.to_string()).chain(cells));
    }
    streams.write_text(&format!("{}\n\n", report.summary()))?;
    streams.write_text(&counts.text(streams.columns()))?;
    for (reason, count) in report.undecided() {
        streams.write_text(&format!("{count} undecided: {reason}\n"))?;
    }
    streams.write(b"\n")?;
    let mut strings = TextTable::new(["string", "", "tells"]);
    for (string, conforms, faults) in report.strings() {
        let verdict = if conforms { "conforms" } else { "rejected" };
        let more = match faults.len() {
            0 | 1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        let first = faults.first().map(String::as_str).unwrap_or_default();
        strings.row([conformity::shown(string), verdict.to_owned(), format!("{first}{more}")]);
    }
    streams.write_text(&strings.text(streams.columns()))?;
    match report.complete() {
        Some(size) => streams.write_text(&format!("\n{size}\n")),
        None => Ok(()),
    }
}

/// Why suites cannot be run against a program.
#[derive(Debug, thiserror::Error)]
pub enum SuiteRunError {
    /// There is no suite at the path.
    #[error(
        "there is no suite in {folder}: `urlbnf suite GRAMMAR -o FILE.json` makes one, and --suite names a file or a folder"
    )]
    NoSuite { folder: String },
    /// None of the suites is of the grammar and the start that were asked for.
    #[error("no suite in {folder} is of this grammar and this start: there are {suites}")]
    NotThere { folder: String, suites: String },
    /// `--without` names a layer that no case has.
    #[error("no case has the layer `{layer}`; the layers are {layers}")]
    NoLayer { layer: String, layers: String },
    /// A program claims no grammar of which there is a suite.
    #[error(
        "`{command}` claims no grammar and no start of which a suite is in {folder}: it claims {claimed}; there are {suites}"
    )]
    NothingClaimed { command: String, folder: String, claimed: String, suites: String },
    /// A program that is to be asked cannot be started.
    #[error("`{program}` cannot be run: {error}")]
    NotRun {
        program: String,
        #[source]
        error: io::Error,
    },
    /// A program that is to be asked does not say what it claims.
    #[error("`{words}` should first write a line such as {{\"claims\":[\"rfc3986\"]}}: {why}")]
    NoClaims { words: String, why: String },
    /// An answer cannot be read, or belongs to another question.
    #[error("`{words}` was asked for {id} and answered `{line}`: {why}")]
    NotUnderstood { words: String, line: String, id: String, why: String },
}
