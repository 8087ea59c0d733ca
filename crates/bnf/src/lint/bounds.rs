//! Bounds of repetitions that make no difference.
//!
//! `2*4x` says how often `x` occurs. If the rule has the same language without one of the bounds,
//! the number misleads: readers believe it, and programs are written for it.

use std::collections::HashSet;

use urlbnf_language::{Exceeded, Work};

use super::{Finding, FindingDetails, LintCode, Question, UndecidedQuestion};
use crate::grammar::{Expression, ExpressionKind, ProductionId, Span};
use crate::languages::composed::Bound;
use crate::local::analysis::{GrammarAnalysis, OpenConflict};
use crate::local::parse::Derived;

/// The bounds that can be removed without changing the language of their rule. The rules for which this
/// could not be decided are added to `undecided`.
pub(super) fn findings(
    decided: &GrammarAnalysis<'_>,
    undecided: &mut Vec<UndecidedQuestion>,
) -> Vec<Finding> {
    let grammar = decided.grammar;
    let empty = grammar.may_be_empty();
    let mut found = Vec::new();
    for production in grammar.defined() {
        let [definition] = grammar.production(production).definitions() else { continue };
        if grammar.derives_nothing(production) {
            continue;
        }
        let bounds: Vec<(Span, bool)> =
            counts(&definition.body).flat_map(|place| [(place, false), (place, true)]).collect();
        let mut open: Option<OpenConflict> = None;
        let mut idle = Vec::new();
        let decision = decided.questions.ask(|work| {
            (open, idle) = (None, Vec::new());
            for &(place, most) in &bounds {
                let Some(body) = without(&definition.body, place, most) else { continue };
                // A lower bound that keeps an optional or repeated part from being empty is useful.
                let mut text = grammar.production(production).alternatives();
                if !most && text.any(|alternative| keeps_from_empty(empty, alternative, place)) {
                    continue;
                }
                let texts = (&definition.body, &body, place, most);
                let parts = Some([place, place]);
                match matters(decided, production, texts, work) {
                    Ok(Some(true)) => {}
                    Ok(Some(false)) => idle.push((place, most)),
                    Ok(None) => open = Some(OpenConflict { parts, ..OpenConflict::default() }),
                    Err(exceeded) => {
                        open = Some(OpenConflict { parts, ..OpenConflict::default() });
                        return Err(exceeded);
                    }
                }
            }
            Ok(())
        });
        let is_out_of_work = decision.is_err();
        for (place, most) in idle {
            let fault = FindingDetails::IdleBound { most };
            found.push(Finding { code: LintCode::IdleBound, place, production, fault });
        }
        if let Some(open) = open {
            let open = OpenConflict { is_out_of_work, ..open };
            undecided.push(UndecidedQuestion::new(production, Question::Bound, open));
        }
    }
    found
}

/// Whether a bound makes a difference to its rule; `None` if that is not decided.
fn matters(
    decided: &GrammarAnalysis<'_>,
    production: ProductionId,
    (text, without, place, most): (&Expression, &Expression, Span, bool),
    work: &mut Work,
) -> Result<Option<bool>, Exceeded> {
    work.tick()?;
    // One round more than the upper bound, or one less than the lower one.
    let own = decided.names().text(production);
    let past = past(text, place, most).map(|past| decided.core(&past));
    let example = past.as_ref().and_then(|past| decided.shortest(past));
    if let Some(example) = example {
        // A string of many rounds may take much work, and the languages still decide.
        let mut trial = Work::of(work.left() / 10, work.limits());
        let derived = decided.derived(own, &example, &mut trial);
        work.spend(trial.spent().min(work.left()))?;
        if derived == Ok(Derived::Not) {
            return Ok(Some(true));
        }
    }
    // Removing a bound only adds strings, so one direction is enough.
    let without = decided.core(without);
    if let Some(own) = decided.language_of(production)
        && let Some(without) = decided.language(&without, Bound::Exact, work)?
    {
        return Ok(Some(without.witness(own, work)?.is_some()));
    }
    let (below, above) = (
        decided.language(&without, Bound::Below, work)?,
        decided.language(own, Bound::Above, work)?,
    );
    Ok(match (below, above) {
        (Some(below), Some(above)) => below.witness(&above, work)?.map(|_| true),
        _ => None,
    })
}

/// Whether an optional or repeated part could be empty without the lower bound at a place.
fn keeps_from_empty(empty: &[bool], text: &Expression, place: Span) -> bool {
    let within = |part: &Expression| keeps_from_empty(empty, part, place);
    match &text.kind {
        ExpressionKind::Repetition { .. } if text.place == place => false,
        ExpressionKind::Optional(body) | ExpressionKind::Repetition { body, .. } => {
            let could_be_empty = || {
                let without = without(body, place, false);
                without.is_some_and(|expression| expression.may_be_empty(empty))
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
    let repetitions =
        body.all().filter(|part| matches!(part.kind, ExpressionKind::Repetition { .. }));
    repetitions.map(|repetition| repetition.place).filter(move |&place| met.insert(place))
}

/// The text without one bound of the repetition at a place; `None` if it has no such bound.
fn without(expression: &Expression, place: Span, most: bool) -> Option<Expression> {
    let bounds = |at_least: usize, at_most: Option<usize>| match (most, at_least, at_most) {
        (false, 0, _) | (true, _, None | Some(0)) => None,
        // If the two bounds are equal, only the upper one is checked.
        (false, least, Some(most)) if least == most => None,
        (false, _, at_most) => Some((0, at_most)),
        (true, at_least, Some(_)) => Some((at_least, None)),
    };
    recounted(expression, place, &bounds, false)
}

/// The text with as many rounds of the repetition at a place as one bound does not allow. Each of its
/// strings has that repetition.
fn past(expression: &Expression, place: Span, most: bool) -> Option<Expression> {
    let bounds = |at_least: usize, at_most: Option<usize>| {
        let rounds = match most {
            true => at_most?.checked_add(1)?,
            false => at_least.checked_sub(1)?,
        };
        Some((rounds, Some(rounds)))
    };
    recounted(expression, place, &bounds, true)
}

/// The text with other bounds of the repetition at a place. If that is needed, nothing else can be
/// chosen, and no part that has the repetition can be left out.
fn recounted(
    expression: &Expression,
    place: Span,
    bounds: &dyn Fn(usize, Option<usize>) -> Option<(usize, Option<usize>)>,
    is_needed: bool,
) -> Option<Expression> {
    let inside = |part: &Expression| recounted(part, place, bounds, is_needed);
    let within = |parts: &[Expression]| -> Option<Vec<Expression>> {
        let changed = |(at, part)| Some((at, inside(part)?));
        let (at, changed) = parts.iter().enumerate().find_map(changed)?;
        let mut parts = parts.to_vec();
        parts[at] = changed;
        Some(parts)
    };
    let kind = match &expression.kind {
        ExpressionKind::Repetition { at_least, at_most, body } if expression.place == place => {
            let (at_least, at_most) = bounds(*at_least, *at_most)?;
            ExpressionKind::Repetition { at_least, at_most, body: body.clone() }
        }
        ExpressionKind::Repetition { at_least, at_most, body } => ExpressionKind::Repetition {
            at_least: if is_needed { (*at_least).max(1) } else { *at_least },
            at_most: *at_most,
            body: Box::new(inside(body)?),
        },
        ExpressionKind::Optional(body) if is_needed => return inside(body),
        ExpressionKind::Optional(body) => ExpressionKind::Optional(Box::new(inside(body)?)),
        ExpressionKind::Sequence(parts) => ExpressionKind::Sequence(within(parts)?),
        ExpressionKind::Choice(parts) if is_needed => return parts.iter().find_map(inside),
        ExpressionKind::Choice(parts) => ExpressionKind::Choice(within(parts)?),
        _ => return None,
    };
    Some(Expression { kind, place: expression.place })
}
