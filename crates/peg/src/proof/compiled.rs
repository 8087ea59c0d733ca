//! The form of a rule that pest compiles, which is not the form that is written.
//!
//! pest's optimiser expands counts, joins texts, and factors common prefixes out of alternatives.
//! Only one of its steps changes the meaning: `(a ~ b)* ~ a` becomes `a ~ (b ~ a)*`, which
//! matches a prefix of `a b`, whereas the original takes `a b`, expects another `a`, and fails.
//! So the proof reads the compiled form. The steps are in the order of pest, each for a whole
//! rule (`pest_meta::optimizer`).

use super::expression::PestExpression;
use super::notation::{MOST_PARTS, RuleModifier};
use super::transcription::RuleConversionError;

type BoxedExpression = Box<PestExpression>;

/// The compiled form of a rule, as far as it affects the language.
pub(crate) fn compiled(
    expression: &PestExpression,
    modifier: RuleModifier,
) -> Result<PestExpression, RuleConversionError> {
    let skipping = match modifier {
        RuleModifier::Atomic => Some(skipping(expression)?),
        _ => None,
    };
    let unrolled = unrolled(skipping.as_ref().unwrap_or(expression), &mut { MOST_PARTS })?;
    let joined = match modifier {
        RuleModifier::Atomic => bottom_up(unrolled, &joined),
        _ => unrolled,
    };
    let atomic = matches!(modifier, RuleModifier::Atomic | RuleModifier::CompoundAtomic);
    Ok(bottom_up(factored(joined, atomic), &listed))
}

/// In an atomic rule, pest turns `(!"a" ~ ANY)*` into a special step with the same meaning. But
/// that is no longer a repetition, so `listed` does not apply to it. This is modelled by a
/// lookahead that always matches at the start of each round.
fn skipping(expression: &PestExpression) -> Result<PestExpression, RuleConversionError> {
    // Whether a named rule makes such a step depends on the body of that rule.
    let own = |name: &str| name != "NEWLINE" && !name.starts_with("ASCII_");
    let is_own = |it: &&PestExpression| matches!(it, PestExpression::Name(name) if own(name));
    let ends = |it| skipped_until(it).filter(|ends| !ends.iter().all(is_text));
    if let Some(name) = expression.all().filter_map(ends).flatten().find(is_own) {
        let step = format!("( !{name} ~ ANY )* in an atomic rule");
        return Err(RuleConversionError::Unsupported(step));
    }
    let step = |expression: PestExpression| {
        let is_step = skipped_until(&expression).is_some_and(|ends| ends.iter().all(is_text));
        match expression {
            PestExpression::Repetition(round) if is_step => {
                let always = PestExpression::Ahead(Box::new(PestExpression::String(String::new())));
                PestExpression::Repetition(Box::new(PestExpression::Sequence(
                    Box::new(always),
                    round,
                )))
            }
            other => other,
        }
    };
    Ok(bottom_up(expression.clone(), &step))
}

/// The alternatives that end `(!a ~ ANY)*`; `None` for any other expression.
fn skipped_until(expression: &PestExpression) -> Option<Vec<&PestExpression>> {
    let PestExpression::Repetition(round) = expression else { return None };
    match round.parts()[..] {
        [PestExpression::NotAhead(end), PestExpression::Name(any)] if any == "ANY" => {
            Some(end.alternatives())
        }
        _ => None,
    }
}

fn is_text(expression: &&PestExpression) -> bool {
    matches!(expression, PestExpression::String(_))
}

/// Makes sequences and choices lean to the right, and expands counts.
fn unrolled(
    expression: &PestExpression,
    parts: &mut usize,
) -> Result<PestExpression, RuleConversionError> {
    let Some(left) = parts.checked_sub(1) else { return Err(RuleConversionError::TooLong) };
    *parts = left;
    let one = |body: &PestExpression, parts: &mut usize| Ok(Box::new(unrolled(body, parts)?));
    Ok(match expression {
        PestExpression::Sequence(..) => {
            let all: Result<Vec<_>, _> =
                expression.parts().into_iter().map(|part| unrolled(part, parts)).collect();
            sequence(all?)
        }
        PestExpression::Choice(..) => {
            let all: Result<Vec<_>, _> =
                expression.alternatives().into_iter().map(|part| unrolled(part, parts)).collect();
            right(all?, PestExpression::Choice)
        }
        PestExpression::Optional(body) => PestExpression::Optional(one(body, parts)?),
        PestExpression::Repetition(body) => PestExpression::Repetition(one(body, parts)?),
        PestExpression::AtLeastOnce(body) => {
            // The body is duplicated, so nested repetitions of this kind double at each level.
            let nests = body.all().any(|it| matches!(it, PestExpression::AtLeastOnce(_)));
            let body = one(body, parts)?;
            let size = if nests { body.all().count() } else { 0 };
            *parts = parts.checked_sub(size).ok_or(RuleConversionError::TooLong)?;
            PestExpression::Sequence(body.clone(), Box::new(PestExpression::Repetition(body)))
        }
        PestExpression::Times { body, at_least, at_most } => {
            if *at_most == Some(0) {
                return Err(RuleConversionError::Unsupported("{0}".to_owned()));
            }
            let count = at_most.unwrap_or(*at_least);
            let written = unrolled(body, parts)?;
            let size = written.all().count();
            let Some(left) = parts.checked_sub(count.saturating_mul(size)) else {
                return Err(RuleConversionError::TooLong);
            };
            *parts = left;
            let mut all: Vec<PestExpression> = (0..count)
                .map(|at| match at < *at_least {
                    true => written.clone(),
                    false => PestExpression::Optional(Box::new(written.clone())),
                })
                .collect();
            if at_most.is_none() {
                all.push(PestExpression::Repetition(Box::new(written)));
            }
            right(all, PestExpression::Sequence)
        }
        PestExpression::Ahead(body) => PestExpression::Ahead(one(body, parts)?),
        PestExpression::NotAhead(body) => PestExpression::NotAhead(one(body, parts)?),
        PestExpression::Push(body) => PestExpression::Push(one(body, parts)?),
        other => other.clone(),
    })
}

/// Nested sequences are flattened, but not those that expanding a count adds.
fn sequence(parts: Vec<PestExpression>) -> PestExpression {
    right(parts, PestExpression::Sequence)
}

fn right(
    parts: Vec<PestExpression>,
    join: fn(BoxedExpression, BoxedExpression) -> PestExpression,
) -> PestExpression {
    let all = parts.into_iter().rev();
    let joined = all.reduce(|after, before| join(Box::new(before), Box::new(after)));
    joined.unwrap_or_else(|| PestExpression::String(String::new()))
}

fn bottom_up(
    expression: PestExpression,
    change: &impl Fn(PestExpression) -> PestExpression,
) -> PestExpression {
    change(expression.map_inner(|part| bottom_up(part, change)))
}

/// Joins two texts at the end of an atomic sequence.
fn joined(expression: PestExpression) -> PestExpression {
    match expression {
        PestExpression::Sequence(one, two) => match (*one, *two) {
            (PestExpression::String(one), PestExpression::String(two)) => {
                PestExpression::String(one + &two)
            }
            (PestExpression::AnyCase(one), PestExpression::AnyCase(two)) => {
                PestExpression::AnyCase(one + &two)
            }
            (one, two) => PestExpression::Sequence(Box::new(one), Box::new(two)),
        },
        other => other,
    }
}

/// Factors out the common beginnings of alternatives.
fn factored(expression: PestExpression, atomic: bool) -> PestExpression {
    let changed = match expression {
        PestExpression::Choice(one, two) => match (*one, *two) {
            (PestExpression::Sequence(begin, rest), PestExpression::Sequence(again, other))
                if begin == again =>
            {
                PestExpression::Sequence(begin, Box::new(PestExpression::Choice(rest, other)))
            }
            (PestExpression::Sequence(begin, rest), other) if atomic && *begin == other => {
                PestExpression::Sequence(begin, Box::new(PestExpression::Optional(rest)))
            }
            (one, PestExpression::Sequence(again, _)) if one == *again => one,
            (one, two) => PestExpression::Choice(Box::new(one), Box::new(two)),
        },
        other => other,
    };
    changed.map_inner(|part| factored(part, atomic))
}

/// Rewrites `(a ~ b)* ~ a` to `a ~ (b ~ a)*`.
fn listed(expression: PestExpression) -> PestExpression {
    let repeats = |list: &PestExpression, last: &PestExpression| match list {
        PestExpression::Repetition(round) => {
            matches!(&**round, PestExpression::Sequence(begin, _) if **begin == *last)
        }
        _ => false,
    };
    match expression {
        PestExpression::Sequence(list, last) if repeats(&list, &last) => match *list {
            PestExpression::Repetition(round) => match *round {
                PestExpression::Sequence(begin, between) => {
                    let round = PestExpression::Sequence(between, last);
                    let rounds = PestExpression::Repetition(Box::new(round));
                    PestExpression::Sequence(begin, Box::new(rounds))
                }
                other => other,
            },
            other => other,
        },
        other => other,
    }
}
