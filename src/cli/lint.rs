//! `urlbnf lint`: finds what is wrong or doubtful in a grammar.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use urlbnf::Reading;
use urlbnf::lint::{LintCode, LintSeverity};
use urlbnf::report::extraction::remarks;
use urlbnf::report::lint::{LintReport, sarif};

use crate::accepted::AcceptFile;
use crate::grammar::{GrammarArgument, GrammarSource, many_parser, one_parser};
use crate::grammar_file::GrammarFile;
use crate::limits::CommandLimits;
use crate::loaded_grammar::{self, LoadedGrammar};
use crate::options::one_of;
use crate::progress::StepProgressBar;
use crate::{CliError, RecordWriter, Status, Streams, after};

/// Find what is wrong or doubtful in a grammar
///
/// Text that cannot be read, names that nothing defines, productions that nothing
/// uses, alternatives that add nothing, strings with two derivations: each with its
/// place. `urlbnf explain CODE` says more of each code.
///
/// Of a pest grammar, a file whose name ends with `.pest`: what pest refuses, rules that
/// nothing uses or that match nothing, alternatives that are never reached, and lookaheads
/// that never matter. With `--grammar`, also the rules that are not equal to the productions
/// of their names, as `urlbnf prove` finds them.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("What is wrong with a grammar of your own?", "urlbnf lint mine.bnf"),
    ("Fail a CI step only for errors", "urlbnf lint --fail-on error --format github mine.bnf"),
], Some("there is something that --fail-on names")))]
pub struct LintArguments {
    /// Grammar files or editions, `-` for a grammar on standard input; `:printed` or `:corrected` after one names its reading
    #[arg(value_name = "GRAMMAR[:READING]", required = true, value_parser = many_parser())]
    grammars: Vec<GrammarArgument>,

    #[command(flatten)]
    limits: CommandLimits,

    /// What makes the exit status 1
    #[arg(long, value_enum, value_name = "SEVERITY", default_value = "warning")]
    fail_on: LintFailOn,

    /// Leave findings of these codes out
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = one_of(LintCode::ALL, LintCode::name))]
    ignore: Vec<LintCode>,

    /// Accept the findings of a file: on each line a fingerprint and the reason
    #[arg(long, value_name = "FILE")]
    accept: Option<PathBuf>,

    /// What the grammar is for: to a parser that takes the first alternative that matches, their order matters most
    #[arg(long = "for", value_enum, value_name = "PARSER")]
    parser: Option<LintParser>,

    /// For pest grammars: the printed grammar whose productions their rules should be equal to
    #[arg(long, value_name = "GRAMMAR[:READING]", value_parser = one_parser())]
    grammar: Option<GrammarArgument>,

    /// The form of the report
    #[arg(long, value_enum, default_value = "text")]
    format: LintFormat,
}

/// What reads by a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LintParser {
    /// A parsing expression grammar: the first alternative that matches is taken
    Peg,
}

/// The default nesting limit. One level is enough to show what is doubtful in a grammar.
const NESTING: usize = 1;

/// What there is to object to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LintFailOn {
    /// Anything that is reported
    Warning,
    /// Only errors
    Error,
    /// Nothing does
    Never,
}

impl LintFailOn {
    fn objects(self, severity: LintSeverity) -> bool {
        match self {
            LintFailOn::Warning => true,
            LintFailOn::Error => severity == LintSeverity::Error,
            LintFailOn::Never => false,
        }
    }
}

/// The forms of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LintFormat {
    /// For people
    Text,
    /// One JSON object per line
    Jsonl,
    /// One JSON document: an array of the same objects
    Json,
    /// SARIF 2.1.0, for other tools
    Sarif,
    /// Annotations for GitHub Actions
    Github,
}

pub fn run(arguments: &LintArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let mut reports: Vec<LintReport> = Vec::new();
    let mut status = Status::Fine;
    if arguments
        .grammars
        .iter()
        .filter(|argument| loaded_grammar::is_standard_input(argument))
        .count()
        > 1
    {
        return Err(CliError::StandardInputTwice);
    }
    let accepted = AcceptFile::read(arguments.accept.as_deref(), streams)?;
    let steps = StepProgressBar::new(streams.shows_progress(), arguments.grammars.len());
    for argument in &arguments.grammars {
        match reports_of(argument, arguments, streams) {
            Ok(more) => reports.extend(more),
            Err(error @ (CliError::Output(_) | CliError::Written { .. })) => {
                return Err(error);
            }
            Err(error) => {
                streams.complain(&error);
                status = Status::Trouble;
            }
        }
        steps.step();
    }
    drop(steps);
    let chosen = |report: LintReport| {
        let report =
            report.without(&arguments.ignore).accepting(|fingerprint| accepted.reason(fingerprint));
        match arguments.parser {
            Some(LintParser::Peg) => report.for_first_match(),
            None => report,
        }
    };
    let reports: Vec<LintReport> = reports.into_iter().map(chosen).collect();
    let fingerprints = reports.iter().flat_map(|report| &report.remarks);
    let stale = accepted.stale(fingerprints.map(|remark| remark.fingerprint.as_str()));
    stale.iter().for_each(|entry| streams.remark(entry));
    let severities = reports.iter().filter_map(LintReport::severity);
    if severities.into_iter().any(|severity| arguments.fail_on.objects(severity)) {
        status = status.max(Status::Objection);
    }
    if streams.discards_output() {
        return Ok(status);
    }
    match arguments.format {
        LintFormat::Text => {
            for (number, report) in reports.iter().enumerate() {
                if number > 0 {
                    streams.write(b"\n")?;
                }
                report.write(&mut streams.screen()?)?;
            }
        }
        LintFormat::Jsonl | LintFormat::Json => {
            let records = RecordWriter::as_array(arguments.format == LintFormat::Json);
            records.all(reports.iter().flat_map(LintReport::records), streams)?;
        }
        LintFormat::Sarif => {
            let log = sarif(&reports, env!("CARGO_PKG_VERSION"));
            streams.write(format!("{log:#}\n").as_bytes())?;
        }
        LintFormat::Github => {
            for report in &reports {
                streams.write(report.annotations().as_bytes())?;
            }
        }
    }
    Ok(status)
}

/// Returns reports on the grammars that an argument names.
fn reports_of(
    argument: &GrammarArgument,
    arguments: &LintArguments,
    streams: &mut Streams,
) -> Result<Vec<LintReport>, CliError> {
    let limits = arguments.limits.clone();
    let reading = argument.reading.unwrap_or(Reading::Corrected);
    if let GrammarSource::File(path) = &argument.source {
        let source = GrammarFile::file_or_standard_input(path, streams)?;
        if path.extension().is_some_and(|extension| extension == "pest") {
            let text = String::from_utf8(source.bytes)
                .map_err(|_| CliError::Grammar(format!("{} is not UTF-8", source.name)))?;
            let printed = match &arguments.grammar {
                None => None,
                Some(printed) => {
                    let reading = printed.reading.unwrap_or(Reading::Corrected);
                    Some(LoadedGrammar::read(printed, reading, limits.clone(), streams)?)
                }
            };
            let grammar = printed.as_ref().map(LoadedGrammar::grammar);
            let grammar = grammar.map(|grammar| grammar.at_nesting(streams.nesting(NESTING)));
            let report =
                LintReport::of_pest(&source.name, &text, &limits.limits(), grammar.as_ref());
            return Ok(vec![report]);
        }
        return Ok(vec![match source.read(reading, streams) {
            Ok(grammar) => {
                let grammar = limits.apply_to(grammar).nested(streams.nesting(NESTING));
                remarks(&grammar).iter().for_each(|remark| streams.remark(remark));
                LintReport::of_grammar(&source.name, &grammar)
            }
            Err(error) => LintReport::of_error(&source.name, &source.text(streams), &error),
        }]);
    }
    let of_edition = |edition: urlbnf::Edition| {
        LintReport::of_grammar(edition.file().file(), edition.grammar(reading))
    };
    Ok(argument.editions()?.into_iter().map(of_edition).collect())
}
