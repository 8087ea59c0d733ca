//! `urlbnf transcribe`: writes a pest grammar with the same strings as a grammar.

use std::collections::BTreeMap;

use clap::Args;
use urlbnf::proof::{LanguageError, ProofResult};
use urlbnf::report::excerpt::{self, counted};
use urlbnf::report::grammar::RAISE;
use urlbnf::text::first_names;
use urlbnf::transcribe::{
    MissingRule, NoRuleReason, TranscribedGrammar, transcribe, transcribe_down_to,
};

use crate::grammar::{GrammarArgument, one_parser};
use crate::limits::CommandLimits;
use crate::loaded_grammar::LoadedGrammar;
use crate::prove::{all_or, report_depth, shallow};
use crate::{CliError, Status, Streams, after};

/// Write a pest grammar equal to a grammar, and prove it
///
/// pest takes the first alternative that matches, repeats as often as it can, and never
/// comes back. So a grammar that is copied into its notation reads another language. Each
/// rule that is written here has the strings of its production, all of them and no others:
/// it is as printed where that is exact, and else changed as little as is needed, with a
/// string beside it that would be lost. What comes out is proved, for all strings. If no exact
/// rule is found, the production is written as printed, with the reason.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Write a pest grammar", "urlbnf transcribe rfc1808"),
    ("And prove it once more", "urlbnf transcribe rfc1808 | urlbnf prove rfc1808 -"),
], Some("a production has no rule that is proved equal")))]
pub struct TranscribeArguments {
    /// A grammar file, `-` for standard input, or an edition; `:printed` or `:corrected`
    /// after it names its reading
    #[arg(value_name = "GRAMMAR[:READING]", value_parser = one_parser())]
    grammar: GrammarArgument,

    #[command(flatten)]
    limits: CommandLimits,
}

/// What is said of one production, and of several.
const UNDECIDED: [&str; 2] = ["is undecided", "are undecided"];
const NO_RULE: [&str; 2] = ["has no rule", "have no rule"];

/// The maximum number of productions that are named for one reason.
const MOST_NAMED: usize = 5;

pub fn run(arguments: &TranscribeArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let chosen = LoadedGrammar::read_or_standard_input(
        &arguments.grammar,
        arguments.limits.clone(),
        streams,
    )?;
    // Recursive rules are proved at a low nesting limit, unless the user set it.
    let shallow = shallow(chosen.grammar(), streams);
    let made = match &shallow {
        Some(grammar) => transcribe_down_to(grammar, 0),
        None => transcribe(chosen.grammar()),
    };
    let grammar = chosen.grammar();
    streams.write(made.text.as_bytes())?;
    let mut status = Status::Fine;
    // Productions by what is said of them and the reason.
    let mut failed: BTreeMap<([&str; 2], String), Vec<&str>> = BTreeMap::new();
    let mut is_too_large = false;
    for (id, outcome) in &made.outcomes {
        let name = grammar.name(*id);
        match outcome {
            ProofResult::Equal => continue,
            ProofResult::Differ { witness, .. } => streams.remark(&format!(
                "`{name}` is not equal: {} tells them apart",
                excerpt::string(witness)
            )),
            ProofResult::Undecided(error) => {
                is_too_large |=
                    matches!(error, LanguageError::TooLarge(_) | LanguageError::Production(_));
                failed.entry((UNDECIDED, error.to_string())).or_default().push(name);
            }
        }
        status = Status::Objection;
    }
    let mut others = 0;
    for MissingRule { production, reason, .. } in &made.missing {
        status = Status::Objection;
        // A production that needs one without a rule has no rule either. The file names each
        // of them.
        if let NoRuleReason::Needs(_) = reason {
            others += 1;
            continue;
        }
        is_too_large |= matches!(reason, NoRuleReason::TooLarge(_));
        let key = (NO_RULE, reason.message(grammar));
        failed.entry(key).or_default().push(grammar.name(*production));
    }
    for (([of_one, of_several], reason), names) in failed {
        let what = if names.len() == 1 { of_one } else { of_several };
        streams.remark(&format!("{} {what}: {reason}", first_names(names, MOST_NAMED)));
    }
    if others > 0 {
        let more = counted(others, "more production");
        streams.remark(&format!("{more} without a rule: a production that is needed has none"));
    }
    if is_too_large {
        streams.remark(RAISE);
    }
    report_depth(grammar, made.nesting.as_ref(), streams);
    streams.remark(&summary(&made));
    Ok(status)
}

/// Summarises the transcription in one line.
fn summary(made: &TranscribedGrammar) -> String {
    let changed = made.rules.iter().filter(|rule| !rule.changes.is_empty()).count();
    let count = made.rules.len();
    if count == 0 {
        return "no rule was written".to_owned();
    }
    let (rules, all) = (counted(count, "rule"), all_or(made.equal(), count));
    format!("{rules}, {all} proved equal; {} as printed, {changed} changed", count - changed)
}
