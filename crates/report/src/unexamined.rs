//! Sentences about the parts that `lint` did not examine: findings cover only what was read.

use urlbnf_bnf::text::first_names;
use urlbnf_bnf::{Grammar, RejectedRule, RuleRejectionReason};

/// The maximum number of productions named as candidates for the start.
const MOST_STARTS: usize = 5;

/// The parts that were not examined, and why; `None` if everything was.
pub(super) fn unseen(grammar: &Grammar) -> Option<String> {
    let all: Vec<String> = [left_out(grammar), starts(grammar)].into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join("\n"))
}

/// Text in a document that begins like a rule but was not read as one. If it uses no defined
/// name, it may be a rule with mistakes.
fn left_out(grammar: &Grammar) -> Option<String> {
    let listing = grammar.listing();
    let left_out = listing.document.as_ref()?.left_out.iter();
    let strange: Vec<&RejectedRule> =
        left_out.filter(|rule| rule.reason == RuleRejectionReason::Strange).collect();
    let first = strange.first()?;
    let (line, _) = listing.line_and_column(first.place.start);
    let which = match strange.len() - 1 {
        0 => format!("`{}` in line {line} is", first.name),
        more => format!("`{}` in line {line} and {more} more are each", first.name),
    };
    Some(format!(
        "{which} not read as a rule: {}; `urlbnf extract-grammar` tells more",
        first.reason
    ))
}

/// A note that the start of several productions is unknown.
fn starts(grammar: &Grammar) -> Option<String> {
    let starts = grammar.starts();
    if grammar.has_start() || starts.len() < 2 {
        return None;
    }
    let all = first_names(starts.iter().map(|&id| grammar.name(id)), MOST_STARTS);
    let first = grammar.name(starts[0]);
    Some(format!(
        "no start is known: {all} are used by no rule except those they use, so none of them is \
         called unused; `; urlbnf: start {first}` in the file names one"
    ))
}
