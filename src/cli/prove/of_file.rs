//! `urlbnf prove GRAMMAR FILE`: proves that a user's pest grammar equals its grammar.

use std::path::Path;

use urlbnf::Grammar;
use urlbnf::automaton::NestingLimit;
use urlbnf::bnf::ProductionId;
use urlbnf::proof::{ProductionRulePairs, ProofResult, Prover, Transcription, causes};
use urlbnf::report;
use urlbnf::report::excerpt::counted;
use urlbnf::report::records::{ProofRecord, ProvedRuleRecord};

use super::{ProveArguments, all_or, describe_outcome};
use crate::grammar::GrammarArgument;
use crate::grammar_file::GrammarFile;
use crate::loaded_grammar::{self, LoadedGrammar};
use crate::{CliError, OutputFormat, RecordWriter, SchemaNumber, Status, Streams, TextTable};

/// A production, its rule, and the outcome of the comparison.
type RuleComparison<'r> = (ProductionId, &'r str, ProofResult);

/// Runs the command for one file.
pub fn run(
    arguments: &ProveArguments,
    grammar: &GrammarArgument,
    file: &str,
    streams: &mut Streams,
) -> Result<Status, CliError> {
    if loaded_grammar::is_standard_input(grammar) && file == "-" {
        return Err(CliError::StandardInputTwice);
    }
    let chosen = LoadedGrammar::read_or_standard_input(grammar, arguments.limits.clone(), streams)?;
    let grammar = chosen.grammar();
    let shown = if file == "-" { "standard input".to_owned() } else { file.to_owned() };
    let text = text(file, streams)?;
    let transcription = match Transcription::read(&text) {
        Ok(transcription) => transcription,
        Err(refused) => {
            report::grammar::refused(&shown, &text, &refused, &mut streams.error_screen())?;
            return Err(CliError::AlreadyReported);
        }
    };
    let mapped = mapped_rules(arguments, &chosen, &transcription)?;
    let partners = ProductionRulePairs::from_names(grammar, &transcription, &mapped);
    if partners.pairs.is_empty() {
        return Err(CliError::Grammar(match transcription.names().next() {
            None => format!("{shown} has no rules"),
            Some(_) => {
                format!("{shown}: no rule has the name of a production of {}", chosen.name())
            }
        }));
    }
    let mut lowered = super::shallow(grammar, streams);
    let mut prover = Prover::new(&transcription, grammar.limits());
    let mut compare = |grammar: &Grammar, id, rule: &str| prover.compare(grammar, id, rule);
    let mut outcomes: Vec<RuleComparison<'_>> = (partners.pairs.iter())
        .map(|(id, rule)| {
            let outcome = compare(lowered.as_ref().unwrap_or(grammar), *id, rule);
            (*id, rule.as_str(), outcome)
        })
        .collect();
    let recurs = |id: ProductionId| NestingLimit::applies_to(grammar, id);
    let is_undecided = |outcome: &RuleComparison<'_>| {
        recurs(outcome.0) && matches!(outcome.2, ProofResult::Undecided(_))
    };
    // As in `transcribe`, what is undecided is compared without nesting.
    if lowered.is_some() && outcomes.iter().any(is_undecided) {
        let flat = grammar.at_nesting(0);
        for outcome in outcomes.iter_mut().filter(|outcome| is_undecided(outcome)) {
            outcome.2 = compare(&flat, outcome.0, outcome.1);
        }
        lowered = Some(flat);
    }
    let grammar = lowered.as_ref().unwrap_or(grammar);
    let nesting = outcomes.iter().find(|(id, ..)| recurs(*id));
    let nesting = nesting.and_then(|_| NestingLimit::of_grammar(grammar));
    super::report_depth(grammar, nesting.as_ref(), streams);
    let causes = causes(grammar, &transcription, &outcomes, grammar.limits());
    let all = outcomes.iter().all(|(.., outcome)| *outcome == ProofResult::Equal);
    let status = if all { Status::Fine } else { Status::Objection };
    if streams.discards_output() {
        return Ok(status);
    }
    if arguments.format == OutputFormat::Text {
        show(&chosen, &shown, (&outcomes, &causes), arguments.summary, streams)?;
        without(&chosen, &partners, streams)?;
        return Ok(status);
    }
    let pairs = outcomes.iter().zip(&causes).map(|((id, rule, outcome), causes)| {
        let causes = grammar.names(causes);
        record(&chosen, [Some(grammar.name(*id)), Some(rule)], Some(outcome), causes)
    });
    let names = partners.productions.iter().map(|&id| [Some(grammar.name(id)), None]);
    let rules = partners.rules.iter().map(|rule| [None, Some(rule.as_str())]);
    let alone = names.chain(rules).map(|names| record(&chosen, names, None, Vec::new()));
    RecordWriter::new(arguments.format).all(pairs.chain(alone), streams)?;
    Ok(status)
}

/// Reads the text of the pest grammar.
fn text(file: &str, streams: &Streams) -> Result<String, CliError> {
    let source = GrammarFile::file_or_standard_input(Path::new(file), streams)?;
    String::from_utf8(source.bytes).map_err(|_| CliError::Grammar(format!("{file} is not UTF-8")))
}

/// Returns the productions and rules that `--map` pairs.
fn mapped_rules(
    arguments: &ProveArguments,
    chosen: &LoadedGrammar,
    transcription: &Transcription,
) -> Result<Vec<(ProductionId, String)>, CliError> {
    let mut mapped: Vec<(ProductionId, String)> = Vec::new();
    for pair in &arguments.map {
        let (production, rule) = pair.split_once('=').ok_or_else(|| {
            CliError::Grammar(format!("--map {pair}: there is no `=` between two names"))
        })?;
        let id = chosen.find(production)?;
        if !transcription.has_rule(rule) {
            return Err(CliError::Grammar(format!("--map {pair}: no rule is called `{rule}`")));
        }
        if mapped.iter().any(|entry| entry.0 == id || entry.1 == rule) {
            return Err(CliError::Grammar(format!(
                "--map {pair}: one of the two is mapped already"
            )));
        }
        mapped.push((id, rule.to_owned()));
    }
    Ok(mapped)
}

fn show(
    chosen: &LoadedGrammar,
    shown: &str,
    (outcomes, causes): (&[RuleComparison<'_>], &[Vec<ProductionId>]),
    summary: bool,
    streams: &mut Streams,
) -> Result<(), CliError> {
    let grammar = chosen.grammar();
    let equal = outcomes.iter().filter(|(.., outcome)| *outcome == ProofResult::Equal).count();
    let (rules, all) = (counted(outcomes.len(), "rule"), all_or(equal, outcomes.len()));
    let headline = format!("{} and {shown}: {rules}, {all} equal\n", chosen.name());
    streams.write_text(&headline)?;
    let mut table = TextTable::new(["", "production", "outcome"]);
    for ((id, _, outcome), causes) in outcomes.iter().zip(causes) {
        if !summary || *outcome != ProofResult::Equal {
            let mut shown = describe_outcome(outcome);
            // The text of an undecided outcome names the cause itself.
            if let ProofResult::Differ { .. } = outcome
                && !causes.is_empty()
            {
                shown += &format!(" (because of {})", grammar.names(causes).join(", "));
            }
            table.row([String::new(), grammar.name(*id).to_owned(), shown]);
        }
    }
    if !table.is_empty() {
        streams.write(table.body(streams.columns()).as_bytes())?;
    }
    Ok(())
}

/// Lists the productions and rules that were not compared.
fn without(
    chosen: &LoadedGrammar,
    partners: &ProductionRulePairs,
    streams: &mut Streams,
) -> Result<(), CliError> {
    let names = partners.productions.iter().map(|&id| chosen.grammar().name(id).to_owned());
    for (what, names) in [
        ("Productions without a rule", names.collect::<Vec<_>>()),
        ("Rules without a production", partners.rules.clone()),
    ] {
        if !names.is_empty() {
            streams.write_text(&format!("\n{what}: {}\n", names.join(", ")))?;
        }
    }
    Ok(())
}

/// Returns the record of a production and a rule that were compared, or of one of them alone.
fn record<'a>(
    chosen: &'a LoadedGrammar,
    [production, rule]: [Option<&'a str>; 2],
    outcome: Option<&'a ProofResult>,
    causes: Vec<&'a str>,
) -> ProvedRuleRecord<'a> {
    let reason = match outcome {
        Some(ProofResult::Undecided(error)) => Some(error.to_string()),
        Some(ProofResult::Equal | ProofResult::Differ { .. }) | None => None,
    };
    ProvedRuleRecord {
        schema: SchemaNumber,
        grammar: chosen.name(),
        reading: chosen.reading(),
        production,
        rule,
        proof: ProofRecord::from_outcome(outcome),
        reason,
        causes,
    }
}
