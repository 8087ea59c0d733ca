//! The form of a rule that pest compiles, which is not the form that is written.
//!
//! pest's optimiser expands counts, joins texts, and factors common prefixes out of alternatives.
//! Only one of its steps changes the meaning: `(a ~ b)* ~ a` becomes `a ~ (b ~ a)*`, which
//! matches a prefix of `a b`, whereas the original takes `a b`, expects another `a`, and fails.
//! So the proof reads the compiled form. The steps are in the order of pest, each for a whole
//! rule (`pest_meta::optimizer`).

use super::expression::Expression;
use super::notation::{MOST_PARTS, Modifier};
use super::transcription::Unreadable;

type Boxed = Box<Expression>;

/// The compiled form of a rule, as far as it affects the language.
pub(crate) fn compiled(
    expression: &Expression,
    modifier: Modifier,
) -> Result<Expression, Unreadable> {
    let skipping = match modifier {
        Modifier::Atomic => Some(skipping(expression)?),
        _ => None,
    };
    let unrolled = unrolled(skipping.as_ref().unwrap_or(expression), &mut { MOST_PARTS })?;
    let joined = match modifier {
        Modifier::Atomic => bottom_up(unrolled, &joined),
        _ => unrolled,
    };
    let atomic = matches!(modifier, Modifier::Atomic | Modifier::CompoundAtomic);
    Ok(bottom_up(factored(joined, atomic), &listed))
}

/// In an atomic rule, pest turns `(!"a" ~ ANY)*` into a special step with the same meaning. But
/// that is no longer a repetition, so `listed` does not apply to it. This is modelled by a
/// lookahead that always matches at the start of each round.
fn skipping(expression: &Expression) -> Result<Expression, Unreadable> {
    // Whether a named rule makes such a step depends on the body of that rule.
    let own = |name: &str| name != "NEWLINE" && !name.starts_with("ASCII_");
    let is_own = |it: &&Expression| matches!(it, Expression::Name(name) if own(name));
    let ends = |it| skipped_until(it).filter(|ends| !ends.iter().all(is_text));
    if let Some(name) = expression.all().filter_map(ends).flatten().find(is_own) {
        let step = format!("( !{name} ~ ANY )* in an atomic rule");
        return Err(Unreadable::Unsupported(step));
    }
    let step = |it: Expression| {
        let is_step = skipped_until(&it).is_some_and(|ends| ends.iter().all(is_text));
        match it {
            Expression::Repetition(round) if is_step => {
                let always = Expression::Ahead(Box::new(Expression::String(String::new())));
                Expression::Repetition(Box::new(Expression::Sequence(Box::new(always), round)))
            }
            other => other,
        }
    };
    Ok(bottom_up(expression.clone(), &step))
}

/// The alternatives that end `(!a ~ ANY)*`; `None` for any other expression.
fn skipped_until(expression: &Expression) -> Option<Vec<&Expression>> {
    let Expression::Repetition(round) = expression else { return None };
    match round.parts()[..] {
        [Expression::NotAhead(end), Expression::Name(any)] if any == "ANY" => {
            Some(end.alternatives())
        }
        _ => None,
    }
}

fn is_text(expression: &&Expression) -> bool {
    matches!(expression, Expression::String(_))
}

/// Makes sequences and choices lean to the right, and expands counts.
fn unrolled(expression: &Expression, parts: &mut usize) -> Result<Expression, Unreadable> {
    let Some(left) = parts.checked_sub(1) else { return Err(Unreadable::TooLong) };
    *parts = left;
    let one = |body: &Expression, parts: &mut usize| Ok(Box::new(unrolled(body, parts)?));
    Ok(match expression {
        Expression::Sequence(..) => {
            let all: Result<Vec<_>, _> =
                expression.parts().into_iter().map(|part| unrolled(part, parts)).collect();
            sequence(all?)
        }
        Expression::Choice(..) => {
            let all: Result<Vec<_>, _> =
                expression.alternatives().into_iter().map(|part| unrolled(part, parts)).collect();
            right(all?, Expression::Choice)
        }
        Expression::Optional(body) => Expression::Optional(one(body, parts)?),
        Expression::Repetition(body) => Expression::Repetition(one(body, parts)?),
        Expression::AtLeastOnce(body) => {
            // The body is duplicated, so nested repetitions of this kind double at each level.
            let nests = body.all().any(|it| matches!(it, Expression::AtLeastOnce(_)));
            let body = one(body, parts)?;
            let size = if nests { body.all().count() } else { 0 };
            *parts = parts.checked_sub(size).ok_or(Unreadable::TooLong)?;
            Expression::Sequence(body.clone(), Box::new(Expression::Repetition(body)))
        }
        Expression::Times { body, at_least, at_most } => {
            if *at_most == Some(0) {
                return Err(Unreadable::Unsupported("{0}".to_owned()));
            }
            let count = at_most.unwrap_or(*at_least);
            let written = unrolled(body, parts)?;
            let size = written.all().count();
            let Some(left) = parts.checked_sub(count.saturating_mul(size)) else {
                return Err(Unreadable::TooLong);
            };
            *parts = left;
            let mut all: Vec<Expression> = (0..count)
                .map(|at| match at < *at_least {
                    true => written.clone(),
                    false => Expression::Optional(Box::new(written.clone())),
                })
                .collect();
            if at_most.is_none() {
                all.push(Expression::Repetition(Box::new(written)));
            }
            right(all, Expression::Sequence)
        }
        Expression::Ahead(body) => Expression::Ahead(one(body, parts)?),
        Expression::NotAhead(body) => Expression::NotAhead(one(body, parts)?),
        Expression::Push(body) => Expression::Push(one(body, parts)?),
        other => other.clone(),
    })
}

/// Nested sequences are flattened, but not those that expanding a count adds.
fn sequence(parts: Vec<Expression>) -> Expression {
    right(parts, Expression::Sequence)
}

fn right(parts: Vec<Expression>, join: fn(Boxed, Boxed) -> Expression) -> Expression {
    let all = parts.into_iter().rev();
    let joined = all.reduce(|after, before| join(Box::new(before), Box::new(after)));
    joined.unwrap_or_else(|| Expression::String(String::new()))
}

fn bottom_up(expression: Expression, change: &impl Fn(Expression) -> Expression) -> Expression {
    change(expression.map_inner(|part| bottom_up(part, change)))
}

/// Joins two texts at the end of an atomic sequence.
fn joined(expression: Expression) -> Expression {
    match expression {
        Expression::Sequence(one, two) => match (*one, *two) {
            (Expression::String(one), Expression::String(two)) => Expression::String(one + &two),
            (Expression::AnyCase(one), Expression::AnyCase(two)) => Expression::AnyCase(one + &two),
            (one, two) => Expression::Sequence(Box::new(one), Box::new(two)),
        },
        other => other,
    }
}

/// Factors out the common beginnings of alternatives.
fn factored(expression: Expression, atomic: bool) -> Expression {
    let changed = match expression {
        Expression::Choice(one, two) => match (*one, *two) {
            (Expression::Sequence(begin, rest), Expression::Sequence(again, other))
                if begin == again =>
            {
                Expression::Sequence(begin, Box::new(Expression::Choice(rest, other)))
            }
            (Expression::Sequence(begin, rest), other) if atomic && *begin == other => {
                Expression::Sequence(begin, Box::new(Expression::Optional(rest)))
            }
            (one, Expression::Sequence(again, _)) if one == *again => one,
            (one, two) => Expression::Choice(Box::new(one), Box::new(two)),
        },
        other => other,
    };
    changed.map_inner(|part| factored(part, atomic))
}

/// Rewrites `(a ~ b)* ~ a` to `a ~ (b ~ a)*`.
fn listed(expression: Expression) -> Expression {
    let repeats = |list: &Expression, last: &Expression| match list {
        Expression::Repetition(round) => {
            matches!(&**round, Expression::Sequence(begin, _) if **begin == *last)
        }
        _ => false,
    };
    match expression {
        Expression::Sequence(list, last) if repeats(&list, &last) => match *list {
            Expression::Repetition(round) => match *round {
                Expression::Sequence(begin, between) => {
                    let round = Expression::Sequence(between, last);
                    let rounds = Expression::Repetition(Box::new(round));
                    Expression::Sequence(begin, Box::new(rounds))
                }
                other => other,
            },
            other => other,
        },
        other => other,
    }
}
