//! `urlbnf suite run`: tests a program with suites that were made.
//!
//! The suites are read from files, and none is built in. A library keeps its suite beside it, so
//! that a newer urlbnf does not change what is tested.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use urlbnf::report::conformity::{
    AcceptedDifference, ConformityReport, ConformityRun, ConformitySuite, TestedProgram,
};

use super::SuiteRunError;
use super::conversation::ProgramSession;
use super::folder;
use super::one_shot;
use crate::accepted::{AcceptFileSyntax, entries};
use crate::{CliError, RecordWriter, Status, Streams, TextTable};

/// Differences that are known: patterns for the names of cases.
const CASES: AcceptFileSyntax = AcceptFileSyntax {
    is_one: |text| text.contains('/'),
    what: "the name of a case, as `rfc3986/dec-octet/drop-alternative-4`, or a pattern, as `rfc3986/*/class-wider`",
    why: "the reason after the name of the case",
};
/// The most seconds that a program may be given for an answer.
const LONGEST_WAIT: u16 = 3600;

/// Ask a program about the strings of suites, and show what it answers wrongly
///
/// The program is run by itself: its words are split as a shell does, and no shell is
/// started. With the protocol `json-lines` it first writes a line with what it claims,
/// {"claims":["rfc3986"],"starts":["URI"]}, and then answers each line it reads,
/// {"id":"...","grammar":"rfc3986","start":"URI","input":"..."}, by one in the same order:
/// {"id":"...","valid":true}, or "skip" or "error" with a reason. A string that is not UTF-8
/// comes as "input_base64". With `one-shot` it is run for each string, reads it from its
/// standard input, and exits with 0 if it takes the string and 1 if it refuses it.
#[derive(Debug, Args)]
pub struct SuiteRunArguments {
    /// The program, with its arguments
    #[arg(long, value_name = "COMMAND")]
    command: String,

    /// A suite, or a folder of several
    #[arg(long, value_name = "PATH", default_value = "suite")]
    suite: PathBuf,

    /// Only the suites of this grammar: repeat it, or put commas between them
    #[arg(long, value_name = "GRAMMAR", value_delimiter = ',')]
    grammar: Vec<String>,

    /// Only the suites whose strings are judged by this production
    #[arg(long, value_name = "PRODUCTION")]
    start: Option<String>,

    /// Leave out the cases of this layer (`reader`, `ordinary`): repeat it, or put commas between
    /// them
    #[arg(long, value_name = "LAYER", value_delimiter = ',')]
    without: Vec<String>,

    /// How the program is asked
    #[arg(long, value_enum, default_value = "json-lines")]
    protocol: ProgramProtocol,

    /// How many seconds an answer may take
    #[arg(
        long, value_name = "SECONDS", default_value_t = 10,
        value_parser = clap::value_parser!(u16).range(1..=i64::from(LONGEST_WAIT)),
    )]
    timeout: u16,

    /// Differences that are known: a line for each, the name of the case or a pattern such as
    /// `rfc3986/*/class-wider`, and the reason
    #[arg(long, value_name = "FILE")]
    accept: Option<PathBuf>,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: SuiteRunFormat,

    /// Write the answer to this file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// How a program is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ProgramProtocol {
    /// A line of JSON for each string, and one for each answer
    JsonLines,
    /// The program is run for each string
    OneShot,
}

/// The form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SuiteRunFormat {
    /// For people
    Text,
    /// One JSON object for each case
    Jsonl,
    /// One JSON document: an array of the same objects
    Json,
    /// One JSON object: counts, and the cases that are not right
    TallyJson,
    /// XML for the tests of continuous integration
    Junit,
    /// For the summary of a step
    Markdown,
    /// For tools that collect findings
    Sarif,
}

pub fn run(arguments: &SuiteRunArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let report = asked(arguments, streams)?;
    for id in report.stale() {
        streams.remark(&format!("{id} is accepted, and makes no difference here"));
    }
    match arguments.format {
        SuiteRunFormat::Text => text(&report, streams)?,
        SuiteRunFormat::Jsonl | SuiteRunFormat::Json => {
            let records = RecordWriter::as_array(arguments.format == SuiteRunFormat::Json);
            records.all(report.records(), streams)?;
        }
        SuiteRunFormat::TallyJson => {
            RecordWriter::as_array(false).all([report.tally()], streams)?
        }
        SuiteRunFormat::Junit => streams.write(report.junit().as_bytes())?,
        SuiteRunFormat::Markdown => streams.write(report.markdown().as_bytes())?,
        SuiteRunFormat::Sarif => {
            let log = report.sarif(env!("CARGO_PKG_VERSION"));
            streams.write(format!("{log:#}\n").as_bytes())?;
        }
    }
    Ok(if report.is_objection() { Status::Objection } else { Status::Fine })
}

/// Asks the program about the strings of the selected suites.
fn asked(arguments: &SuiteRunArguments, streams: &Streams) -> Result<ConformityReport, CliError> {
    let accepted = entries(arguments.accept.as_deref(), &CASES, streams)?.into_iter();
    let accepted = accepted
        .map(|entry| AcceptedDifference { pattern: entry.what, reason: entry.reason })
        .collect();
    let words = shlex::split(&arguments.command).filter(|words| !words.is_empty());
    let words =
        words.ok_or(CliError::Usage("--command has no program, or a quote without an end"))?;
    words.iter().try_for_each(|word| streams.reads(Path::new(word)))?;
    let wait = Duration::from_secs(arguments.timeout.into());
    let named = |grammar: &str| {
        arguments.grammar.is_empty() || arguments.grammar.iter().any(|name| name == grammar)
    };
    let mut suites = match arguments.suite.exists() {
        true => folder::read(&arguments.suite, streams)?,
        // The default folder need not exist.
        false => Vec::new(),
    };
    let all: Vec<String> = suites.iter().map(ConformitySuite::title).collect();
    let mut partly_asked = BTreeSet::new();
    suites.retain(|suite| {
        let is_asked = named(&suite.grammar)
            && arguments.start.as_ref().is_none_or(|name| *name == suite.start);
        if !is_asked {
            partly_asked.insert(suite.grammar.clone());
        }
        is_asked
    });
    let cases = suites.iter().flat_map(|suite| &suite.cases);
    let layers: BTreeSet<&str> = cases.map(|case| case.layer.as_str()).collect();
    let unknown = arguments.without.iter().find(|layer| !layers.contains(layer.as_str()));
    if let Some(layer) = unknown.filter(|_| !layers.is_empty()) {
        let layers = layers.into_iter().collect::<Vec<_>>().join(", ");
        return Err(SuiteRunError::NoLayer { layer: layer.clone(), layers }.into());
    }
    for suite in &mut suites {
        let count = suite.cases.len();
        suite.cases.retain(|case| !arguments.without.contains(&case.layer));
        if suite.cases.len() < count {
            partly_asked.insert(suite.grammar.clone());
        }
    }
    if suites.is_empty() {
        let (folder, suites) = (name(&arguments.suite), all.join(", "));
        return Err(match all.is_empty() {
            true => SuiteRunError::NoSuite { folder }.into(),
            false => SuiteRunError::NotThere { folder, suites }.into(),
        });
    }
    let (program, runs) = match arguments.protocol {
        ProgramProtocol::OneShot => {
            let program = TestedProgram { name: arguments.command.clone(), version: None };
            let mut runs = Vec::new();
            for tested in suites {
                let answers = one_shot::answers(&words, &tested, wait)?;
                runs.push(ConformityRun { tested, claimed: true, answers });
            }
            (program, runs)
        }
        ProgramProtocol::JsonLines => {
            let mut conversation = ProgramSession::begin(&words, wait)?;
            let claims = conversation.claims().clone();
            let titles: Vec<String> = suites.iter().map(ConformitySuite::title).collect();
            let mut runs = Vec::new();
            for tested in suites {
                let Some(claimed) = claims.claim_for(&tested) else {
                    partly_asked.insert(tested.grammar);
                    continue;
                };
                let answers = conversation.answers(&tested)?;
                runs.push(ConformityRun { tested, claimed, answers });
            }
            if runs.is_empty() {
                return Err(SuiteRunError::NothingClaimed {
                    command: arguments.command.clone(),
                    folder: name(&arguments.suite),
                    claimed: claims.description(),
                    suites: titles.join(", "),
                }
                .into());
            }
            let named = claims.name.unwrap_or_else(|| arguments.command.clone());
            (TestedProgram { name: named, version: claims.version }, runs)
        }
    };
    Ok(ConformityReport { program, runs, accepted, partly_asked })
}

fn name(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The most strings that are shown for people.
const MOST_SHOWN: usize = 40;

/// Writes a summary of each suite, the habits and the strings. Accepted differences are counted.
fn text(report: &ConformityReport, streams: &mut Streams) -> Result<(), CliError> {
    streams.write_text(&format!("{}\n", report.title()))?;
    for run in &report.runs {
        streams.write_text(&format!("\n{}\n", report.summary(run)))?;
        let strings = report.strings(run, false);
        if strings.is_empty() {
            continue;
        }
        streams.write_text("\n")?;
        for habit in report.habits(run, false) {
            streams.write_text(&format!("  {}\n", habit.sentence()))?;
        }
        streams.write_text("\n")?;
        let mut table = TextTable::new(["string", "", "fault", "printed in"]);
        for string in strings.iter().take(MOST_SHOWN) {
            let cite = string.cases.first().map(|case| case.cite.clone()).unwrap_or_default();
            table.row([string.shown(), string.verdicts(), string.faults(), cite]);
        }
        streams.write_text(&table.text(streams.columns()))?;
        if let Some(more) = strings.len().checked_sub(MOST_SHOWN + 1) {
            streams.write_text(&format!("and {} more: --format jsonl has all\n", more + 1))?;
        }
    }
    Ok(())
}
