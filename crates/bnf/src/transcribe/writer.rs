//! A transcription as a text: each rule under its production, in printed order.

use std::collections::BTreeMap;

use super::{Changed, Reason, TranscribedRule};
use crate::grammar::{Grammar, ProductionId};
use crate::proof::{Expression, escaped, rule_name, times};
use crate::text::visible;

/// The words of Rust, of which pest makes no rule, and the rules that it has itself.
const TAKEN: &str = " ANY DROP EOI PEEK PEEK_ALL POP POP_ALL PUSH SOI WHITESPACE COMMENT abstract \
    alignof as async await become box break const continue crate do dyn else enum extern false \
    final fn for gen if impl in let loop macro match mod move mut offsetof override priv proc pub \
    pure ref return Self self sizeof static struct super trait true try type typeof unsafe \
    unsized use virtual where while yield ";

/// By production: the name of its rule.
pub(super) fn names(grammar: &Grammar) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for id in grammar.ids() {
        let is_letter = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let mut name: String = rule_name(grammar.name(id))
            .chars()
            .map(|it| if is_letter(it) { it } else { '_' })
            .collect();
        // Two of them stand before the place of a copy.
        while name.contains("__") {
            name = name.replace("__", "_");
        }
        if name.starts_with(|it: char| it.is_ascii_digit()) || name.starts_with("PUSH") {
            name.insert(0, '_');
        }
        while TAKEN.contains(&format!(" {name} ")) || names.contains(&name) || name == "_" {
            name.push('x');
        }
        names.push(name);
    }
    names
}

/// The whole text.
pub(super) fn text(
    grammar: &Grammar,
    rules: &[TranscribedRule],
    missing: &BTreeMap<ProductionId, Reason>,
) -> String {
    let name = &grammar.listing().name;
    let mut text = format!(
        "//! {name}, transcribed by urlbnf: every rule has exactly the strings of its production.\n"
    );
    text += "//! Behind a rule that is not as printed stands a string that would be lost, were it so.\n\n";
    let width = rules.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    let mut copies = false;
    for rule in rules {
        if rule.is_copy() && !std::mem::replace(&mut copies, true) {
            text += "\n// Copies, for the places after whose names they are called.\n";
        }
        let sign = if rule.token { "_" } else { "$" };
        let written = expression(&rule.expression);
        if !rule.is_copy() {
            text += &printed(grammar, rule.production);
        }
        text += &format!("    {:<width$} = {sign}{{ {written} }}{}\n", rule.name, remark(rule));
        if !rule.is_copy() {
            text.push('\n');
        }
    }
    for (id, reason) in missing {
        text += &format!("// {} has no rule: {}\n", grammar.name(*id), reason.message(grammar));
    }
    text
}

/// A production as it is printed, above its rule.
fn printed(grammar: &Grammar, id: ProductionId) -> String {
    let listing = grammar.listing();
    let definitions = grammar.production(id).definitions().iter();
    let texts = definitions.filter_map(|it| listing.text.get(it.name_place.start..it.place.end));
    let lines = texts.flat_map(str::lines).filter(|line| !line.starts_with('#'));
    let lines = lines.map(str::trim_end).filter(|line| !line.is_empty());
    lines.map(|line| format!("/// {}\n", visible(line.as_bytes()))).collect()
}

fn remark(rule: &TranscribedRule) -> String {
    let mut said: Vec<String> = Vec::new();
    for change in &rule.changes {
        let string = String::from_utf8_lossy(&change.string);
        let what = match change.kind {
            Changed::Order => format!("order: \"{}\"", escaped(&string, '"')),
            Changed::Lookahead => format!("lookahead: \"{}\"", escaped(&string, '"')),
            Changed::Repetition | Changed::Copy => continue,
        };
        if !said.contains(&what) {
            said.push(what);
        }
    }
    if said.is_empty() { String::new() } else { format!("  // {}", said.join(", ")) }
}

/// How tightly an expression binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Choice,
    Sequence,
    Lookahead,
    Operand,
}

/// An expression in the notation of pest, in as few parentheses as it needs.
pub(super) fn expression(expression: &Expression) -> String {
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
