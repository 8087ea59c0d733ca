//! Writes a transcription as text: each rule below its production, in printed order.

use std::collections::HashMap;

use super::expression::{PestExpression, escaped, times};
use super::{RuleChangeKind, TranscribedGrammar, TranscribedRule};
use crate::grammar::{Grammar, ProductionId};
use crate::proof::ProofResult;
use crate::text::visible;

/// The widest column of rule names before the `=`.
const WIDEST: usize = 100;

/// The whole text; the outcomes are empty until the text is proved.
pub(super) fn text(grammar: &Grammar, made: &TranscribedGrammar) -> String {
    let TranscribedGrammar { rules, missing, outcomes, nesting, .. } = made;
    let name = &grammar.listing().name;
    let mut text = format!("//! {name}, transcribed by urlbnf. {}\n", claim(made));
    if let Some(nesting) = nesting {
        text +=
            &format!("//! What is said of rules that recur holds for {}.\n", nesting.text(grammar));
    }
    text += "//! A rule that is not as printed is followed by the reason, with a shortest string that shows it.\n\n";
    let width = rules.iter().map(|rule| rule.name.len()).max().unwrap_or(0).min(WIDEST);
    let outcomes: HashMap<_, _> = outcomes.iter().map(|(id, outcome)| (*id, outcome)).collect();
    let rules: HashMap<_, _> = rules.iter().map(|rule| (rule.production, rule)).collect();
    let missing: HashMap<_, _> =
        missing.iter().map(|missing| (missing.production, missing)).collect();
    for id in grammar.ids() {
        text += &printed(grammar, id);
        if let Some(rule) = rules.get(&id) {
            let outcome = outcomes.get(&id).copied();
            let failure = outcome.and_then(failure);
            if let Some(reason) = rule.reason.as_ref().filter(|_| failure.is_some()) {
                let reason = visible_line(&reason.message(grammar));
                text += &format!("    // as printed, because no exact rule was found: {reason}\n");
            }
            let sign = if rule.silent { "_" } else { "$" };
            let written = expression(&rule.expression);
            text += &format!(
                "    {:<width$} = {sign}{{ {written} }}{}\n",
                rule.name,
                remark(rule, failure)
            );
        } else if let Some(missing) = missing.get(&id) {
            let reason = visible_line(&missing.reason.message(grammar));
            text += &format!("    // {} has no rule: {reason}\n", grammar.name(id));
            if let Some((name, written)) = &missing.refused {
                text += &format!("    // {name} = ${{ {} }}\n", expression(written));
            }
        }
        text.push('\n');
    }
    text
}

/// The first line of a text, with control characters made visible.
fn visible_line(text: &str) -> String {
    visible(text.lines().next().unwrap_or_default().as_bytes()).to_string()
}

/// States what is proved of the rules, and no more.
fn claim(made: &TranscribedGrammar) -> String {
    let mut claim = match (made.equal(), made.outcomes.len()) {
        (_, 0) => "It has no rule.".to_owned(),
        (equal, all) if equal == all => {
            "Every rule is proved to have exactly the strings of its production.".to_owned()
        }
        (equal, all) => format!(
            "Of {equal} of {all} rules it is proved that they have exactly the strings of their productions; the others are marked."
        ),
    };
    match made.missing.len() {
        0 => {}
        1 => claim += " One production has no rule; the reason is in its place.",
        several => {
            claim += &format!(" {several} productions have no rule; the reason is in their place.")
        }
    }
    claim
}

/// The printed production, as a comment above its rule.
fn printed(grammar: &Grammar, id: ProductionId) -> String {
    let listing = grammar.listing();
    let definitions = grammar.production(id).definitions().iter();
    let texts = definitions.filter_map(|it| listing.text.get(it.name_place.start..it.place.end));
    let lines = texts.flat_map(str::lines).filter(|line| !line.starts_with('#'));
    let lines = lines.map(str::trim_end).filter(|line| !line.is_empty());
    lines.map(|line| format!("/// {}\n", visible(line.as_bytes()))).collect()
}

/// What a proof found instead of equality, in one line.
pub(super) fn failure(outcome: &ProofResult) -> Option<String> {
    match outcome {
        ProofResult::Equal => None,
        ProofResult::Differ { witness, .. } => {
            Some(format!("not equal: \"{}\"", escaped(&String::from_utf8_lossy(witness), '"')))
        }
        ProofResult::Undecided(why) => {
            Some(format!("not proved: {}", why.to_string().lines().next().unwrap_or_default()))
        }
    }
}

fn remark(rule: &TranscribedRule, failure: Option<String>) -> String {
    let mut remarks: Vec<String> = Vec::from_iter(failure);
    for change in &rule.changes {
        let string = String::from_utf8_lossy(&change.string);
        let kind = match change.kind {
            RuleChangeKind::Repetition => "repetition",
            RuleChangeKind::Order => "order",
            RuleChangeKind::Lookahead => "lookahead",
            RuleChangeKind::Apart => "kept apart",
            RuleChangeKind::Inlined => "text instead of name",
        };
        let what = format!("{kind}: \"{}\"", escaped(&string, '"'));
        if !remarks.contains(&what) {
            remarks.push(what);
        }
    }
    if remarks.is_empty() { String::new() } else { format!("  // {}", remarks.join(", ")) }
}

/// How tightly an operator binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum OperatorPrecedence {
    Choice,
    Sequence,
    Lookahead,
    Operand,
}

/// Writes an expression in the notation of pest, with as few parentheses as possible.
pub fn expression(expression: &PestExpression) -> String {
    written(expression, OperatorPrecedence::Choice)
}

fn written(expression: &PestExpression, within: OperatorPrecedence) -> String {
    let all = |parts: Vec<&PestExpression>, inside: OperatorPrecedence, between: &str| {
        let parts: Vec<String> = parts.into_iter().map(|part| written(part, inside)).collect();
        parts.join(between)
    };
    let (text, binding) = match expression {
        PestExpression::Choice(..) => (
            all(expression.alternatives(), OperatorPrecedence::Sequence, " | "),
            OperatorPrecedence::Choice,
        ),
        PestExpression::Sequence(..) => (
            all(expression.parts(), OperatorPrecedence::Lookahead, " ~ "),
            OperatorPrecedence::Sequence,
        ),
        PestExpression::Ahead(body) => (
            format!("&{}", written(body, OperatorPrecedence::Operand)),
            OperatorPrecedence::Lookahead,
        ),
        PestExpression::NotAhead(body) => (
            format!("!{}", written(body, OperatorPrecedence::Operand)),
            OperatorPrecedence::Lookahead,
        ),
        PestExpression::Optional(body) => (
            format!("{}?", written(body, OperatorPrecedence::Operand)),
            OperatorPrecedence::Operand,
        ),
        PestExpression::Repetition(body) => (
            format!("{}*", written(body, OperatorPrecedence::Operand)),
            OperatorPrecedence::Operand,
        ),
        PestExpression::AtLeastOnce(body) => (
            format!("{}+", written(body, OperatorPrecedence::Operand)),
            OperatorPrecedence::Operand,
        ),
        PestExpression::Times { body, at_least, at_most } => {
            let body = written(body, OperatorPrecedence::Operand);
            (format!("{body}{}", times(*at_least, *at_most)), OperatorPrecedence::Operand)
        }
        other => (other.to_string(), OperatorPrecedence::Operand),
    };
    if binding < within { format!("( {text} )") } else { text }
}
