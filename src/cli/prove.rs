//! `urlbnf prove`: proves that transcriptions equal their grammars, for all strings.
//!
//! The transcriptions of the editions are built in; [`of_file`] proves one that a user wrote.

mod of_file;

use std::collections::BTreeMap;
use std::io;

use clap::Args;
use urlbnf::automaton::{AutomatonError, NestingLimit};
use urlbnf::judges::{Judges, JudgesComparison, JudgesComparisonError};
use urlbnf::parser::transcription_text;
use urlbnf::proof::{LanguageError, ProofResult, Prover, Transcription, rule_name};
use urlbnf::remark;
use urlbnf::report::excerpt;
use urlbnf::report::excerpt::counted;
use urlbnf::report::records::{ProofRecord, ProvedProductionRecord};
use urlbnf::{Edition, Grammar, Judge, Reading};

use crate::grammar::{GrammarArgument, GrammarSource, expand, many_parser};
use crate::limits::CommandLimits;
use crate::loaded_grammar::decided;
use crate::progress::StepProgressBar;
use crate::{
    CliError, OutputFormat, RecordWriter, SchemaNumber, Status, Streams, TextTable, after,
};

/// Prove that a pest grammar equals a printed grammar
///
/// For each production it says `equal`, which holds for all strings, or shows a shortest
/// string that only one of the two accepts.
///
/// With a grammar and the file of a pest grammar (`-` for standard input), it proves that
/// file, rule by rule. A rule belongs to the production of its name, with `_` for `-`. All of
/// pest's notation is read but the stack; a rule that needs itself is reported.
///
/// With editions, it proves the transcriptions of which urlbnf itself is made. Then it does
/// the same for the automaton with which `check --format tally` judges by all readings in
/// one pass. Last come the deviations that the transcriptions needed.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Prove one edition", "urlbnf prove rfc1738"),
    ("Prove all, briefly", "urlbnf prove --summary"),
], Some("a transcription is not equal to its BNF")))]
pub struct ProveArguments {
    /// A grammar and the file of its pest grammar, or editions; one of the two files may be
    /// `-`, for standard input; `:printed` or `:corrected`
    /// after one names its reading; both readings of all editions, if nothing is named
    #[arg(
        value_name = "GRAMMAR[:READING]", value_parser = many_parser(), value_delimiter = ',',
    )]
    grammars: Vec<GrammarArgument>,

    /// The rule of a production that has another name there: repeat it, or put commas between
    #[arg(long, value_name = "PRODUCTION=RULE", value_delimiter = ',')]
    map: Vec<String>,

    /// Say only how many productions are equal
    #[arg(long, conflicts_with = "format")]
    summary: bool,

    #[command(flatten)]
    limits: CommandLimits,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

pub fn run(arguments: &ProveArguments, streams: &mut Streams) -> Result<Status, CliError> {
    if let [grammar, transcription @ GrammarArgument { source: GrammarSource::File(_), .. }] =
        arguments.grammars.as_slice()
    {
        return of_file::run(arguments, grammar, &transcription.to_string(), streams);
    }
    if let [.., last] = arguments.grammars.as_slice()
        && let GrammarSource::File(_) = last.source
    {
        return Err(CliError::Grammar(format!(
            "{last} is a file: give one grammar and then its pest grammar, or editions alone"
        )));
    }
    if !arguments.map.is_empty() {
        return Err(CliError::Grammar(
            "--map needs a grammar and the file of a pest grammar".to_owned(),
        ));
    }
    let mut status = Status::Fine;
    let mut needed = BTreeMap::new();
    let mut records = RecordWriter::new(arguments.format);
    let all = [GrammarArgument { source: GrammarSource::All, reading: None }];
    let named = &arguments.grammars;
    let list = expand(if named.is_empty() { &all } else { named }, &Reading::ALL)?;
    let productions = list.iter().map(|(edition, reading)| edition.grammar(*reading).len());
    let steps = StepProgressBar::new(streams.shows_progress(), productions.sum::<usize>() + 1);
    for &(edition, reading) in &list {
        let outcomes = outcomes(edition, reading, &steps)?;
        if outcomes.iter().any(|(_, outcome)| *outcome != ProofResult::Equal) {
            status = Status::Objection;
        }
        steps.aside(|| match arguments.format {
            OutputFormat::Text => show((edition, reading), &outcomes, arguments.summary, streams),
            OutputFormat::Jsonl | OutputFormat::Json => outcomes.iter().try_for_each(|outcome| {
                records.write(&record((edition, reading), outcome), streams)
            }),
        })?;
        for deviation in remark::deviations(edition, reading) {
            needed.insert(deviation.number, deviation.what);
        }
    }
    if arguments.format != OutputFormat::Text {
        records.finish(streams)?;
        return Ok(status);
    }
    status = status.max(together(&list, steps, streams)?);
    if !arguments.summary && !needed.is_empty() {
        streams.write(b"\nThe deviations that were needed:\n")?;
        for (number, what) in &needed {
            streams.write_text(&format!("{number:>4}  {what}\n"))?;
        }
    }
    Ok(status)
}

/// The default nesting limit. One level shows what pest does with the next.
const NESTING: usize = 1;

/// Returns the grammar at the nesting limit at which recursive rules are proved. `None` if it is
/// not nested, or if the user set the limit.
pub fn shallow(grammar: &Grammar, streams: &Streams) -> Option<Grammar> {
    let most = grammar.nesting().filter(|_| streams.asked_nesting.is_none())?;
    Some(grammar.at_nesting(most.min(NESTING)))
}

/// Reports for which strings recursive rules are proved.
pub fn report_depth(grammar: &Grammar, nesting: Option<&NestingLimit>, streams: &mut Streams) {
    if let Some(nesting) = nesting {
        let within = nesting.text(grammar);
        streams.remark(&format!("of rules that recur this is proved for {within} (--nesting)"));
    }
}

/// Compares the automaton that judges by all editions in one pass with the languages of the
/// judges.
fn together(
    list: &[(Edition, Reading)],
    steps: StepProgressBar,
    streams: &mut Streams,
) -> Result<Status, CliError> {
    let judge = |&(edition, reading)| Judge::by_scheme(edition, reading);
    let judges: Vec<Judge> = list.iter().map(judge).collect();
    let comparison = Judges::new(&judges).compare();
    drop(steps);
    let JudgesComparison { states, witness, .. } = match comparison {
        Ok(comparison) => comparison,
        Err(JudgesComparisonError { judge, exceeded }) => {
            let judge = &judges[judge];
            let error = AutomatonError::TooLarge(judge.start(), exceeded);
            return decided(judge.grammar(), Err(error), streams);
        }
    };
    let count = counted(judges.len(), "reading");
    let (outcome, status) = match witness {
        None => ("the verdicts are equal".to_owned(), Status::Fine),
        Some(witness) => {
            (format!("the verdicts on {} differ", excerpt::string(&witness)), Status::Objection)
        }
    };
    streams.write_text(&format!("{count} in one pass, {states} states: {outcome}\n"))?;
    Ok(status)
}

/// Returns the outcome for each production.
fn outcomes(
    edition: Edition,
    reading: Reading,
    steps: &StepProgressBar,
) -> Result<Vec<(&'static str, ProofResult)>, CliError> {
    let grammar = edition.grammar(reading);
    let transcription =
        Transcription::read(transcription_text(edition, reading)).map_err(LanguageError::from)?;
    let mut prover = Prover::new(&transcription, grammar.limits());
    let mut outcome = |id| {
        let name = grammar.name(id);
        let outcome = prover.compare(grammar, id, &rule_name(name));
        steps.step();
        (name, outcome)
    };
    Ok(grammar.ids().map(&mut outcome).collect())
}

fn show(
    (edition, reading): (Edition, Reading),
    outcomes: &[(&str, ProofResult)],
    summary: bool,
    streams: &mut Streams,
) -> io::Result<()> {
    let mut table = TextTable::new(["", "production", "outcome"]);
    let mut equal = 0;
    for (name, outcome) in outcomes {
        let shown = match outcome {
            ProofResult::Equal => {
                equal += 1;
                if summary {
                    continue;
                }
                "equal".to_owned()
            }
            other => describe_outcome(other),
        };
        table.row([String::new(), (*name).to_owned(), shown]);
    }
    let count = outcomes.len();
    let undefined = edition.grammar(reading).undefined().len();
    let all = all_or(equal, count);
    let beside = match undefined {
        0 => String::new(),
        names => format!(" and {}", counted(names, "undefined name")),
    };
    let defined = count - undefined;
    let headline = format!("{edition}, {reading}: {defined} productions{beside}, {all} equal\n");
    streams.write_text(&headline)?;
    if !table.is_empty() {
        streams.write(table.body(streams.columns()).as_bytes())?;
    }
    Ok(())
}

/// Formats a count; `all` if it is the count of all.
pub fn all_or(some: usize, all: usize) -> String {
    if some == all { "all".to_owned() } else { some.to_string() }
}

/// Describes an outcome in words.
fn describe_outcome(outcome: &ProofResult) -> String {
    match outcome {
        ProofResult::Equal => "equal".to_owned(),
        ProofResult::Differ { witness, printed } => {
            let side = if *printed { "the printed production" } else { "the rule" };
            format!("only {side} accepts {}", excerpt::string(witness))
        }
        ProofResult::Undecided(error) => format!("undecided: {error}"),
    }
}

fn record<'a>(
    (edition, reading): (Edition, Reading),
    (name, outcome): &'a (&str, ProofResult),
) -> ProvedProductionRecord<'a> {
    ProvedProductionRecord {
        schema: SchemaNumber,
        edition,
        reading,
        production: name,
        proof: ProofRecord::from_outcome(Some(outcome)),
    }
}
