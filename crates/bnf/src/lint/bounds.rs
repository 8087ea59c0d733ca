//! Bounds of repetitions that make no difference.
//!
//! `2*4x` says how often `x` occurs. If the rule has the same language without one of the bounds,
//! the number misleads: readers believe it, and programs are written for it.

use urlbnf_language::Dfa;

use super::decided::GrammarAnalysis;
use super::{Finding, FindingDetails, LintCode};
use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId, Span};
use crate::languages::unrolled;

/// A repetition of a rule, and which of its bounds is removed.
struct BoundRemoval {
    production: ProductionId,
    place: Span,
    most: bool,
}

/// The bounds that can be removed without changing the language of their rule.
pub(super) fn findings(grammar: &Grammar, decided: &GrammarAnalysis) -> Vec<Finding> {
    let (mut bodies, mut all) = (Vec::new(), Vec::new());
    for production in grammar.defined() {
        let [definition] = grammar.production(production).definitions() else { continue };
        for place in counts(&definition.body) {
            for most in [false, true] {
                if let Some(body) = without(&definition.body, place, most) {
                    bodies.push(body);
                    all.push(BoundRemoval { production, place, most });
                }
            }
        }
    }
    let (first, empty) = (grammar.len(), grammar.may_be_empty());
    let extended = grammar.with_productions(bodies.clone());
    let mut found = Vec::new();
    for (number, BoundRemoval { production, place, most }) in all.into_iter().enumerate() {
        let Some(id) = ProductionId::from_index(first + number) else { break };
        let Some(own) = decided.language_of(production) else { continue };
        let other = decided.composed(production, [&bodies[number]]);
        let Ok(other) = other.map_or_else(|| unrolled(&extended, id), Ok) else { continue };
        let differ = |one: &Dfa, two: &Dfa| {
            one.witness_within(two, grammar.limits()).ok().map(|it| it.is_some())
        };
        // A lower bound that keeps an optional or repeated part from being empty is useful.
        let text = grammar.production(production).alternatives();
        if !most && text.into_iter().any(|it| keeps_from_empty(&empty, it, place)) {
            continue;
        }
        // Removing a bound only adds strings, so one direction is enough.
        if differ(&other, own) == Some(false) && !own.is_empty() {
            let fault = FindingDetails::IdleBound { most };
            found.push(Finding { code: LintCode::IdleBound, place, production, fault });
        }
    }
    found
}

/// Whether an optional or repeated part could be empty without the lower bound at a place.
fn keeps_from_empty(empty: &[bool], text: &Expression, place: Span) -> bool {
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

/// The places of the repetitions in a text.
fn counts(body: &Expression) -> Vec<Span> {
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

/// The text without one bound of the repetition at a place; `None` if it has no such bound.
fn without(expression: &Expression, place: Span, most: bool) -> Option<Expression> {
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
                // If the two bounds are equal, only the upper one is checked.
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
