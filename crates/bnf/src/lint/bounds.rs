//! Counts that make no difference.
//!
//! `2*4x` says how often. Where the language of the rule stays the same with more or
//! fewer times, the number only seems to say something: a reader believes it, and a
//! program may be written for it.

use urlbnf_language::Dfa;

use super::decided::{Decided, language};
use super::{Fault, Finding, LintCode};
use crate::grammar::{Expression, ExpressionKind, Grammar, Place, ProductionId};

/// One count of a rule without one of its bounds.
struct Without {
    production: ProductionId,
    place: Place,
    most: bool,
}

/// The bounds without which a rule has the same strings.
pub(super) fn findings(grammar: &Grammar, decided: &Decided) -> Vec<Finding> {
    let (mut bodies, mut all) = (Vec::new(), Vec::new());
    for production in grammar.defined() {
        let [definition] = grammar.production(production).definitions() else { continue };
        for place in counts(&definition.body) {
            for most in [false, true] {
                if let Some(body) = without(&definition.body, place, most) {
                    bodies.push(body);
                    all.push(Without { production, place, most });
                }
            }
        }
    }
    let (first, empty) = (grammar.len(), grammar.may_be_empty());
    let extended = grammar.with_productions(bodies.clone());
    let mut found = Vec::new();
    for (number, Without { production, place, most }) in all.into_iter().enumerate() {
        let Some(id) = ProductionId::of(first + number) else { break };
        let Some(own) = decided.language_of(production) else { continue };
        let other = decided.composed(production, [&bodies[number]]);
        let Ok(other) = other.map_or_else(|| language(&extended, id), Ok) else { continue };
        let differ = |one: &Dfa, two: &Dfa| one.witness(two).ok().map(|it| it.is_some());
        // A bound that keeps an option or a round from being empty has its use.
        let text = grammar.production(production).alternatives();
        if !most && text.into_iter().any(|it| keeps_from_empty(&empty, it, place)) {
            continue;
        }
        // To let a bound go only adds strings.
        if differ(&other, own) == Some(false) && !own.is_empty() {
            let fault = Fault::IdleBound { most };
            found.push(Finding { code: LintCode::IdleBound, place, production, fault });
        }
    }
    found
}

/// Whether what may be left out or repeated could be empty without the least number at a place.
fn keeps_from_empty(empty: &[bool], text: &Expression, place: Place) -> bool {
    let within = |part: &Expression| keeps_from_empty(empty, part, place);
    match &text.kind {
        ExpressionKind::Repetition { .. } if text.place == place => false,
        ExpressionKind::Optional(body) | ExpressionKind::Repetition { body, .. } => {
            let could_be_empty = || {
                let without = without(body, place, false);
                without.is_some_and(|it| it.may_be_empty(empty))
            };
            !body.may_be_empty(empty) && could_be_empty() || within(body)
        }
        ExpressionKind::Sequence(parts) | ExpressionKind::Choice(parts) => parts.iter().any(within),
        _ => false,
    }
}

/// Where a text counts.
fn counts(body: &Expression) -> Vec<Place> {
    let mut found = Vec::new();
    for expression in body.all() {
        if matches!(expression.kind, ExpressionKind::Repetition { .. })
            && !found.contains(&expression.place)
        {
            found.push(expression.place);
        }
    }
    found
}

/// A text without a bound of the count at a place; `None` where it has no such bound.
fn without(expression: &Expression, place: Place, most: bool) -> Option<Expression> {
    let within = |parts: &[Expression]| -> Option<Vec<Expression>> {
        let at = parts.iter().position(|it| without(it, place, most).is_some())?;
        let mut parts = parts.to_vec();
        parts[at] = without(&parts[at], place, most)?;
        Some(parts)
    };
    let kind = match &expression.kind {
        ExpressionKind::Repetition { at_least, at_most, body } if expression.place == place => {
            let (at_least, at_most) = match (most, *at_least, *at_most) {
                (false, 0, _) | (true, _, None | Some(0)) => return None,
                // Where the two are one number it is said of the most.
                (false, least, Some(most)) if least == most => return None,
                (false, _, at_most) => (0, at_most),
                (true, at_least, Some(_)) => (at_least, None),
            };
            ExpressionKind::Repetition { at_least, at_most, body: body.clone() }
        }
        ExpressionKind::Repetition { at_least, at_most, body } => ExpressionKind::Repetition {
            at_least: *at_least,
            at_most: *at_most,
            body: Box::new(without(body, place, most)?),
        },
        ExpressionKind::Optional(body) => {
            ExpressionKind::Optional(Box::new(without(body, place, most)?))
        }
        ExpressionKind::Sequence(parts) => ExpressionKind::Sequence(within(parts)?),
        ExpressionKind::Choice(parts) => ExpressionKind::Choice(within(parts)?),
        _ => return None,
    };
    Some(Expression { kind, place: expression.place })
}
