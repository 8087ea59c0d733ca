//! Bounds of repetitions that make no difference.
//!
//! `2*4x` says how often `x` occurs. If the rule has the same language without one of the bounds,
//! the number misleads: readers believe it, and programs are written for it.

use std::collections::HashSet;

use urlbnf_language::Exceeded;

use super::decided::GrammarAnalysis;
use super::{Finding, FindingDetails, LintCode};
use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId, Span};

/// The bounds that can be removed without changing the language of their rule.
/// Rules of which that is not decided are added to `undecided`.
pub(super) fn findings(
    grammar: &Grammar,
    decided: &GrammarAnalysis,
    undecided: &mut Vec<ProductionId>,
) -> Vec<Finding> {
    let empty = grammar.may_be_empty();
    let mut found = Vec::new();
    for production in grammar.defined() {
        let [definition] = grammar.production(production).definitions() else { continue };
        let own = decided.language_of(production).filter(|own| !own.is_empty());
        let Some(own) = own else { continue };
        for (place, most) in counts(&definition.body).flat_map(|it| [(it, false), (it, true)]) {
            let Some(body) = without(&definition.body, place, most) else { continue };
            // A lower bound that keeps an optional or repeated part from being empty is useful.
            let mut text = grammar.production(production).alternatives();
            if !most && text.any(|it| keeps_from_empty(empty, it, place)) {
                continue;
            }
            // Removing a bound only adds strings, so one direction is enough.
            let gained = decided.questions.ask(|work| {
                match decided.composed(production, [&body], work)? {
                    Some(other) => Ok(Some(other.witness(own, work)?)),
                    None => Ok::<_, Exceeded>(None),
                }
            });
            match gained {
                Ok(Some(None)) => {
                    let fault = FindingDetails::IdleBound { most };
                    found.push(Finding { code: LintCode::IdleBound, place, production, fault });
                }
                Ok(Some(Some(_))) => {}
                Ok(None) | Err(_) => undecided.push(production),
            }
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
fn counts(body: &Expression) -> impl Iterator<Item = Span> {
    let mut met = HashSet::new();
    let repetitions = body.all().filter(|it| matches!(it.kind, ExpressionKind::Repetition { .. }));
    repetitions.map(|it| it.place).filter(move |&place| met.insert(place))
}

/// The text without one bound of the repetition at a place; `None` if it has no such bound.
fn without(expression: &Expression, place: Span, most: bool) -> Option<Expression> {
    let within = |parts: &[Expression]| -> Option<Vec<Expression>> {
        let changed = |(at, part)| Some((at, without(part, place, most)?));
        let (at, changed) = parts.iter().enumerate().find_map(changed)?;
        let mut parts = parts.to_vec();
        parts[at] = changed;
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
