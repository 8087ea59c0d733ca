//! `urlbnf ambiguity`: which strings have two derivations.

use std::collections::BTreeSet;

use clap::Args;

use urlbnf::ambiguity::{Ambiguity, AmbiguityWitness, ambiguity, endless_text};
use urlbnf::automaton::{AutomatonError, NestingLimit};
use urlbnf::bnf::ProductionId;
use urlbnf::lint::unambiguous;
use urlbnf::report::grammar::RAISE;
use urlbnf::report::nesting::{NestingRecord, holds_for};
use urlbnf::report::records::{AmbiguityAnswer, AmbiguityRecord};
use urlbnf::report::{excerpt, witness};
use urlbnf::{Grammar, derivation};

use crate::loaded_grammar::{GrammarOptions, LoadedGrammar, decided};
use crate::{
    CliError, NameValueParser, OutputFormat, RecordWriter, Status, Streams, TextTable, after,
};

/// Show which productions are ambiguous, with a proof
///
/// A production is ambiguous if one of its strings has two derivations. The answer holds for
/// all strings: `unambiguous` is a proof, not a search that gave up. A derivation says which
/// productions stand for which parts of the string, and nothing else: by `"x" / "x"` there is
/// one of `x`. If you name a production, both derivations are shown.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Which productions are ambiguous?", "urlbnf ambiguity"),
    ("Show both derivations", "urlbnf ambiguity -e url-01 hostport"),
], None))]
pub struct AmbiguityArguments {
    /// The productions; with none, a table of all of them
    #[arg(
        value_name = "PRODUCTION", value_parser = NameValueParser::PRODUCTIONS, hide_possible_values = true,
    )]
    productions: Vec<String>,

    #[command(flatten)]
    grammar: GrammarOptions,

    /// Show the derivations in full, down to the characters
    #[arg(long)]
    full: bool,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

pub fn run(arguments: &AmbiguityArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let mut chosen = arguments.grammar.read(streams)?;
    let find = |name: &String| chosen.find(name);
    let named: Vec<ProductionId> =
        arguments.productions.iter().map(find).collect::<Result<_, _>>()?;
    let ids = if named.is_empty() { chosen.grammar().ids().collect() } else { named.clone() };
    // While a production is too large, the nesting limit is lowered, unless the user set it.
    let decisions = loop {
        let mut decisions = Vec::new();
        let mut lowered = chosen.lowered(streams);
        let mut is_too_large = false;
        let unambiguous = match ids.len() > MANY {
            true => unambiguous(chosen.grammar()),
            false => BTreeSet::new(),
        };
        for &id in &ids {
            let decision = match unambiguous.contains(&id) {
                true => Ok(Ambiguity::Unambiguous),
                false => ambiguity(chosen.grammar(), id),
            };
            is_too_large |= matches!(decision, Err(AutomatonError::TooLarge(..)));
            if is_too_large && lowered.is_some() {
                break;
            }
            decisions.push(decision);
        }
        match lowered.take().filter(|_| is_too_large) {
            Some(lowered) => chosen = lowered,
            None => break decisions,
        }
    };
    let grammar = chosen.grammar();
    // Productions that are too large are reported. If all are, that is an error.
    let is_too_large = |it: &AmbiguityResult| matches!(it, Err(AutomatonError::TooLarge(..)));
    let undecided = match decisions.iter().all(is_too_large) {
        true => Vec::new(),
        false => decisions.iter().filter(|it| is_too_large(it)).cloned().collect(),
    };
    let may_stay = |it: &AmbiguityResult| !undecided.is_empty() && is_too_large(it);
    let decisions = ids.iter().copied().zip(decisions.iter().cloned());
    for &id in &named {
        chosen.report_limits(id, streams);
    }
    if arguments.format != OutputFormat::Text {
        let mut records = RecordWriter::new(arguments.format);
        for (id, decision) in decisions {
            let decision = match may_stay(&decision) {
                true => None,
                false => Some(decided(grammar, decision, streams)?),
            };
            records.write(&record(&chosen, id, decision.as_ref()), streams)?;
        }
        records.finish(streams)?;
        report_undecided(grammar, &undecided, streams);
        return Ok(Status::Fine);
    }
    if named.is_empty() {
        let mut table = TextTable::new(["production", "", "shown by"]);
        for (id, decision) in decisions {
            if may_stay(&decision) {
                let undecided = AmbiguityAnswer::Undecided.to_string();
                table.row([grammar.name(id).to_owned(), undecided, String::new()]);
                continue;
            }
            let decision = decided(grammar, decision, streams)?;
            let (answer, string) = found(&decision);
            let string = string.map(excerpt::string).unwrap_or_default();
            table.row([grammar.name(id).to_owned(), answer.name().replace('-', " "), string]);
        }
        streams.write(table.text(streams.columns()).as_bytes())?;
        for (limit, names) in limits(grammar) {
            let holds = holds_for(&limit, grammar);
            streams.write_text(&format!("\n{}: for {holds}\n", names.join(", ")))?;
        }
        report_undecided(grammar, &undecided, streams);
        return Ok(Status::Fine);
    }
    for (number, (id, decision)) in decisions.enumerate() {
        let space = if number > 0 { "\n" } else { "" };
        if may_stay(&decision) {
            continue;
        }
        let decision = decided(grammar, decision, streams)?;
        let text = one(grammar, id, decision, arguments.full, streams)?;
        streams.write(format!("{space}{text}").as_bytes())?;
    }
    report_undecided(grammar, &undecided, streams);
    Ok(Status::Fine)
}

type AmbiguityResult = Result<Ambiguity, AutomatonError>;

/// A grammar of more productions is decided from the bottom up first, since to unroll each of them
/// may take the square of their number.
const MANY: usize = 500;

/// The maximum number of reasons that are reported one by one.
const MOST_REPORTED: usize = 10;

/// Reports the productions that are undecided.
fn report_undecided(grammar: &Grammar, undecided: &[AmbiguityResult], streams: &mut Streams) {
    let errors = undecided.iter().filter_map(|it| it.as_ref().err());
    let reasons: BTreeSet<String> = errors.map(|it| it.message(grammar)).collect();
    reasons.iter().take(MOST_REPORTED).for_each(|reason| streams.remark(reason));
    if let Some(more) = reasons.len().checked_sub(MOST_REPORTED).filter(|more| *more > 0) {
        streams.remark(&format!("{more} more are too large to be decided"));
    }
    if !undecided.is_empty() {
        streams.remark(RAISE);
    }
}

/// The most nesting limits that the table shows.
const MOST_LIMITS: usize = 100;

/// Returns the nesting limits of answers, each with its productions. If there are more than
/// [`MOST_LIMITS`], returns only the limit of the grammar, which holds for all these productions.
fn limits(grammar: &Grammar) -> Vec<(NestingLimit, Vec<&str>)> {
    let mut limits: Vec<(NestingLimit, Vec<&str>)> = Vec::new();
    for id in grammar.ids() {
        let Some(limit) = NestingLimit::for_production(grammar, id) else { continue };
        match limits.iter().position(|(other, _)| *other == limit) {
            Some(at) => limits[at].1.push(grammar.name(id)),
            None if limits.len() == MOST_LIMITS => {
                let limited = grammar.ids().filter(|&id| NestingLimit::applies_to(grammar, id));
                let names = limited.map(|id| grammar.name(id)).collect();
                return NestingLimit::of_grammar(grammar)
                    .map(|it| (it, names))
                    .into_iter()
                    .collect();
            }
            None => limits.push((limit, vec![grammar.name(id)])),
        }
    }
    limits
}

/// Returns an answer, and the string that proves it.
fn found(ambiguity: &Ambiguity) -> (AmbiguityAnswer, Option<&[u8]>) {
    match ambiguity {
        Ambiguity::Unambiguous => (AmbiguityAnswer::Unambiguous, None),
        Ambiguity::Ambiguous(found) => (AmbiguityAnswer::Ambiguous, Some(&found.string)),
        Ambiguity::Infinite { string, .. } => (AmbiguityAnswer::InfinitelyAmbiguous, Some(string)),
    }
}

/// Returns the record of a production; without a decision it is undecided.
fn record<'a>(
    chosen: &'a LoadedGrammar,
    id: ProductionId,
    decision: Option<&'a Ambiguity>,
) -> AmbiguityRecord<'a> {
    let grammar = chosen.grammar();
    let (answer, string) = decision.map_or((AmbiguityAnswer::Undecided, None), found);
    AmbiguityRecord {
        of: chosen.record_head(),
        production: grammar.name(id),
        ambiguity: answer,
        string: string.map(witness::text),
        string_base64: string.and_then(witness::base64),
        nesting: NestingLimit::for_production(grammar, id)
            .map(|it| NestingRecord::from_limit(&it, grammar)),
    }
}

fn one(
    grammar: &Grammar,
    id: ProductionId,
    decision: Ambiguity,
    full: bool,
    streams: &Streams,
) -> Result<String, CliError> {
    let name = grammar.name(id);
    let limit = NestingLimit::for_production(grammar, id);
    let limit = limit.map(|it| format!("this holds for {}\n", holds_for(&it, grammar)));
    let limit = limit.unwrap_or_default();
    Ok(match decision {
        Ambiguity::Unambiguous => {
            format!("{name} is unambiguous: each of its strings has one derivation\n{limit}")
        }
        Ambiguity::Infinite { string, production } => {
            let endless = endless_text(grammar, production);
            let string = excerpt::string(&string);
            format!(
                "{name} is infinitely ambiguous: {string} has infinitely many derivations, since {endless}\n"
            )
        }
        Ambiguity::Ambiguous(found) => {
            let string = excerpt::string(&found.string);
            let [first, second] = outlines(grammar, &found, full)?;
            let headline = format!("{name} is ambiguous: {string} has two derivations");
            let headline = excerpt::hung(&headline, streams.columns());
            format!("{headline}\n\n{first}\n{second}")
        }
    })
}

/// Outlines the two derivations: in full, or abridged if the abridged outlines differ.
fn outlines(
    grammar: &Grammar,
    found: &AmbiguityWitness,
    full: bool,
) -> Result<[String; 2], CliError> {
    let trees = found.trees(grammar);
    if full {
        return Ok(trees.map(|tree| tree.outline()));
    }
    let brief = trees.each_ref().map(derivation::abridge);
    if brief[0] != brief[1] {
        return Ok(brief.map(|tree| tree.outline()));
    }
    Ok(trees.map(|tree| tree.outline()))
}
