//! Writes a transcription as text: each rule below its production, in printed order.

use std::collections::HashMap;

use super::{Changed, Reason, Transcribed, TranscribedRule};
use crate::grammar::{Grammar, ProductionId};
use crate::proof::{Expression, Outcome, escaped, times};
use crate::text::visible;

/// The widest column of rule names before the `=`.
const WIDEST: usize = 100;

/// The whole text; the outcomes are empty until the text is proved.
pub(super) fn text(grammar: &Grammar, made: &Transcribed) -> String {
    let Transcribed { rules, missing, outcomes, nesting, .. } = made;
    let name = &grammar.listing().name;
    let mut text = format!("//! {name}, transcribed by urlbnf. {}\n", claim(outcomes, missing));
    if let Some(nesting) = nesting {
        text +=
            &format!("//! What is said of rules that recur holds for {}.\n", nesting.text(grammar));
    }
    text += "//! A rule that is not as printed is followed by the reason, with a shortest string that shows it.\n\n";
    let width = rules.iter().map(|rule| rule.name.len()).max().unwrap_or(0).min(WIDEST);
    let mut copies = false;
    let outcomes: HashMap<_, _> = outcomes.iter().map(|(id, outcome)| (*id, outcome)).collect();
    for rule in rules {
        if rule.is_copy() && !std::mem::replace(&mut copies, true) {
            text += "\n// Copies, for the places after whose names they are called.\n";
        }
        let sign = if rule.silent { "_" } else { "$" };
        let written = expression(&rule.expression);
        if !rule.is_copy() {
            text += &printed(grammar, rule.production);
        }
        let outcome = outcomes.get(&rule.production).copied().filter(|_| !rule.is_copy());
        text += &format!(
            "    {:<width$} = {sign}{{ {written} }}{}\n",
            rule.name,
            remark(rule, outcome)
        );
        if !rule.is_copy() {
            text.push('\n');
        }
    }
    for (id, reason) in missing {
        text += &format!("// {} has no rule: {}\n", grammar.name(*id), reason.message(grammar));
    }
    text
}

/// States what is proved of the rules, and no more.
fn claim(outcomes: &[(ProductionId, Outcome)], missing: &[(ProductionId, Reason)]) -> String {
    let equal = outcomes.iter().filter(|it| it.1 == Outcome::Equal).count();
    let mut said = match (equal, outcomes.len()) {
        (_, 0) => "It has no rule.".to_owned(),
        (equal, all) if equal == all => {
            "Every rule is proved to have exactly the strings of its production.".to_owned()
        }
        (equal, all) => format!(
            "Of {equal} of {all} rules it is proved that they have exactly the strings of their productions; the others are marked."
        ),
    };
    match missing.len() {
        0 => {}
        1 => said += " One production has no rule: it is named at the end.",
        several => {
            said += &format!(" {several} productions have no rule: they are named at the end.")
        }
    }
    said
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
pub(super) fn failure(outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Equal => None,
        Outcome::Differ { witness, .. } => {
            Some(format!("not equal: \"{}\"", escaped(&String::from_utf8_lossy(witness), '"')))
        }
        Outcome::Undecided(why) => {
            Some(format!("not proved: {}", why.to_string().lines().next().unwrap_or_default()))
        }
    }
}

fn remark(rule: &TranscribedRule, outcome: Option<&Outcome>) -> String {
    let mut said: Vec<String> = Vec::new();
    said.extend(outcome.and_then(failure));
    for change in &rule.changes {
        let string = String::from_utf8_lossy(&change.string);
        let kind = match change.kind {
            Changed::Repetition => "repetition",
            Changed::Order => "order",
            Changed::Lookahead => "lookahead",
            Changed::Apart => "kept apart",
            Changed::Copy => "copy",
        };
        let what = format!("{kind}: \"{}\"", escaped(&string, '"'));
        if !said.contains(&what) {
            said.push(what);
        }
    }
    if said.is_empty() { String::new() } else { format!("  // {}", said.join(", ")) }
}

/// How tightly an operator binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Choice,
    Sequence,
    Lookahead,
    Operand,
}

/// Writes an expression in the notation of pest, with as few parentheses as possible.
pub fn expression(expression: &Expression) -> String {
    written(expression, Binding::Choice)
}

fn written(expression: &Expression, within: Binding) -> String {
    let all = |parts: Vec<&Expression>, inside: Binding, between: &str| {
        let parts: Vec<String> = parts.into_iter().map(|part| written(part, inside)).collect();
        parts.join(between)
    };
    let (text, binding) = match expression {
        Expression::Choice(..) => {
            (all(expression.alternatives(), Binding::Sequence, " | "), Binding::Choice)
        }
        Expression::Sequence(..) => {
            (all(expression.parts(), Binding::Lookahead, " ~ "), Binding::Sequence)
        }
        Expression::Ahead(body) => {
            (format!("&{}", written(body, Binding::Operand)), Binding::Lookahead)
        }
        Expression::NotAhead(body) => {
            (format!("!{}", written(body, Binding::Operand)), Binding::Lookahead)
        }
        Expression::Optional(body) => {
            (format!("{}?", written(body, Binding::Operand)), Binding::Operand)
        }
        Expression::Repetition(body) => {
            (format!("{}*", written(body, Binding::Operand)), Binding::Operand)
        }
        Expression::AtLeastOnce(body) => {
            (format!("{}+", written(body, Binding::Operand)), Binding::Operand)
        }
        Expression::Times { body, at_least, at_most } => {
            let body = written(body, Binding::Operand);
            (format!("{body}{}", times(*at_least, *at_most)), Binding::Operand)
        }
        other => (other.to_string(), Binding::Operand),
    };
    if binding < within { format!("( {text} )") } else { text }
}
