//! `urlbnf ambiguity`: which strings have two derivations.

use clap::Args;

use urlbnf::ambiguity::{
    Ambiguity, AmbiguityWitness, GrammarAmbiguity, UndecidedAmbiguity, endless_text,
};
use urlbnf::bnf::ProductionId;
use urlbnf::report::grammar::RAISE;
use urlbnf::report::records::{AmbiguityAnswer, AmbiguityRecord};
use urlbnf::report::{excerpt, witness};
use urlbnf::{Grammar, derivation};

use crate::loaded_grammar::{GrammarOptions, LoadedGrammar};
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

type AmbiguityResult = Result<Ambiguity, UndecidedAmbiguity>;

pub fn run(arguments: &AmbiguityArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let chosen = arguments.grammar.read(streams)?;
    let find = |name: &String| chosen.find(name);
    let named: Vec<ProductionId> =
        arguments.productions.iter().map(find).collect::<Result<_, _>>()?;
    let grammar = chosen.grammar();
    let ids = if named.is_empty() { grammar.ids().collect() } else { named.clone() };
    let ambiguity = GrammarAmbiguity::new(grammar);
    let decisions: Vec<AmbiguityResult> = ids.iter().map(|&id| ambiguity.of(id)).collect();
    for &id in &named {
        chosen.report_prose_productions(id, streams);
    }
    if arguments.format != OutputFormat::Text {
        let mut records = RecordWriter::new(arguments.format);
        for (&id, decision) in ids.iter().zip(&decisions) {
            records.write(&record(&chosen, id, decision), streams)?;
        }
        records.finish(streams)?;
    } else if named.is_empty() {
        let mut table = TextTable::new(["production", "", "shown by"]);
        for (&id, decision) in ids.iter().zip(&decisions) {
            let (answer, by, string) = found(decision);
            let string = string.map(excerpt::string).unwrap_or_default();
            let string = match by.filter(|&by| by != id && !string.is_empty()) {
                Some(by) => format!("{string} of {}", grammar.name(by)),
                None => string,
            };
            table.row([grammar.name(id).to_owned(), answer.name().replace('-', " "), string]);
        }
        streams.write(table.text(streams.columns()).as_bytes())?;
    } else {
        for (number, (&id, decision)) in ids.iter().zip(&decisions).enumerate() {
            let space = if number > 0 { "\n" } else { "" };
            let text = one(grammar, id, decision, arguments.full, streams)?;
            streams.write(format!("{space}{text}").as_bytes())?;
        }
    }
    let is_out_of_work = |decision: &AmbiguityResult| {
        decision.as_ref().is_err_and(|undecided| undecided.is_out_of_work)
    };
    if decisions.iter().any(is_out_of_work) {
        streams.remark(RAISE);
    }
    Ok(Status::Fine)
}

/// Returns an answer, the production whose text shows it, and the string that does.
fn found(decision: &AmbiguityResult) -> (AmbiguityAnswer, Option<ProductionId>, Option<&[u8]>) {
    match decision {
        Err(undecided) => (AmbiguityAnswer::Undecided, Some(undecided.rule), None),
        Ok(Ambiguity::Unambiguous) => (AmbiguityAnswer::Unambiguous, None, None),
        Ok(Ambiguity::Ambiguous(found)) => {
            (AmbiguityAnswer::Ambiguous, Some(found.by), Some(&found.string))
        }
        Ok(Ambiguity::Infinite { by, string, .. }) => {
            (AmbiguityAnswer::InfinitelyAmbiguous, Some(*by), Some(string))
        }
    }
}

fn record<'a>(
    chosen: &'a LoadedGrammar,
    id: ProductionId,
    decision: &'a AmbiguityResult,
) -> AmbiguityRecord<'a> {
    let grammar = chosen.grammar();
    let (answer, by, string) = found(decision);
    AmbiguityRecord {
        of: chosen.record_head(),
        production: grammar.name(id),
        ambiguity: answer,
        by: by.map(|by| grammar.name(by)),
        string: string.map(witness::text),
        string_base64: string.and_then(witness::base64),
    }
}

fn one(
    grammar: &Grammar,
    id: ProductionId,
    decision: &AmbiguityResult,
    full: bool,
    streams: &Streams,
) -> Result<String, CliError> {
    let name = grammar.name(id);
    // A production is ambiguous if one in its derivations is.
    let since = |by: ProductionId| match by == id {
        true => String::new(),
        false => format!(", since `{}` is", grammar.name(by)),
    };
    Ok(match decision {
        Err(undecided) => {
            let since = match undecided.rule == id {
                true => String::new(),
                false => format!(", since it is not decided of `{}`", grammar.name(undecided.rule)),
            };
            format!("it is not decided whether {name} is ambiguous{since}\n")
        }
        Ok(Ambiguity::Unambiguous) => {
            format!("{name} is unambiguous: each of its strings has one derivation\n")
        }
        Ok(Ambiguity::Infinite { by, string, production }) => {
            let endless = endless_text(grammar, *production);
            let (string, since) = (excerpt::string(string), since(*by));
            format!(
                "{name} is infinitely ambiguous{since}: {string} has infinitely many derivations, since {endless}\n"
            )
        }
        Ok(Ambiguity::Ambiguous(found)) => {
            let (string, since) = (excerpt::string(&found.string), since(found.by));
            let [first, second] = outlines(grammar, found, full);
            let headline = format!("{name} is ambiguous{since}: {string} has two derivations");
            let headline = excerpt::hung(&headline, streams.columns());
            format!("{headline}\n\n{first}\n{second}")
        }
    })
}

/// Outlines the two derivations: in full, or abridged if the abridged outlines differ.
fn outlines(grammar: &Grammar, found: &AmbiguityWitness, full: bool) -> [String; 2] {
    let trees = found.trees(grammar);
    if !full {
        let brief = trees.each_ref().map(derivation::abridge);
        if brief[0] != brief[1] {
            return brief.map(|tree| tree.outline());
        }
    }
    trees.map(|tree| tree.outline())
}
