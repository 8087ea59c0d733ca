//! What pest compiles of a rule: not the rule as it is written.
//!
//! pest's optimiser writes counts out, puts texts together, and takes common beginnings
//! out of alternatives. All of that changes nothing but one step: `(a ~ b)* ~ a`
//! becomes `a ~ (b ~ a)*`, which matches `a`, where the first takes `a b`, goes on, and
//! fails at the end. So the proof reads what is compiled. The steps stand here in pest's
//! order, each for a whole rule (`pest_meta::optimizer`).

use super::expression::Expression;
use super::notation::{MOST_PARTS, Modifier};
use super::transcription::Unreadable;

type Boxed = Box<Expression>;

/// A rule as pest compiles it, of what makes a difference.
pub(super) fn compiled(
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

/// In an atomic rule `(!"a" ~ ANY)*` becomes a step of its own, which does the same. Only
/// it is no repetition any more, so that no list is made of it: what stands before it
/// here matches always, and is not what stands behind it.
fn skipping(expression: &Expression) -> Result<Expression, Unreadable> {
    if let Expression::Repetition(round) = expression
        && let [Expression::NotAhead(end), Expression::Name(any)] = round.parts()[..]
        && any == "ANY"
    {
        let ends = end.alternatives();
        if ends.iter().all(|it| matches!(it, Expression::String(_))) {
            let always = Expression::Ahead(Box::new(Expression::String(String::new())));
            let round = Expression::Sequence(Box::new(always), round.clone());
            return Ok(Expression::Repetition(Box::new(round)));
        }
        // Whether it is such a step depends on what the rule is.
        let own = |name: &str| name != "NEWLINE" && !name.starts_with("ASCII_");
        let is_own = |it: &&Expression| matches!(it, Expression::Name(name) if own(name));
        if let Some(name) = ends.into_iter().find(is_own) {
            let step = format!("( !{name} ~ ANY )* in an atomic rule");
            return Err(Unreadable::Unsupported(step));
        }
    }
    let one = |body: &Expression| skipping(body).map(Box::new);
    Ok(match expression {
        Expression::Sequence(..) => {
            let parts: Result<Vec<_>, _> = expression.parts().into_iter().map(skipping).collect();
            Expression::sequence(parts?)
        }
        Expression::Choice(..) => {
            let all: Result<Vec<_>, _> =
                expression.alternatives().into_iter().map(skipping).collect();
            Expression::choice(all?).unwrap_or_else(|| expression.clone())
        }
        Expression::Optional(body) => Expression::Optional(one(body)?),
        Expression::Repetition(body) => Expression::Repetition(one(body)?),
        Expression::AtLeastOnce(body) => Expression::AtLeastOnce(one(body)?),
        Expression::Times { body, at_least, at_most } => {
            Expression::Times { body: one(body)?, at_least: *at_least, at_most: *at_most }
        }
        Expression::Ahead(body) => Expression::Ahead(one(body)?),
        Expression::NotAhead(body) => Expression::NotAhead(one(body)?),
        other => other.clone(),
    })
}

/// Sequences and choices to the right, counts written out.
fn unrolled(expression: &Expression, parts: &mut usize) -> Result<Expression, Unreadable> {
    let Some(left) = parts.checked_sub(1) else { return Err(Unreadable::TooDeep) };
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
            let body = one(body, parts)?;
            Expression::Sequence(body.clone(), Box::new(Expression::Repetition(body)))
        }
        Expression::Times { body, at_least, at_most } => {
            if *at_most == Some(0) {
                return Err(Unreadable::Unsupported("{0}".to_owned()));
            }
            let count = at_most.unwrap_or(*at_least);
            let written = unrolled(body, parts)?;
            let size = super::size(&written);
            let Some(left) = parts.checked_sub(count.saturating_mul(size)) else {
                return Err(Unreadable::TooDeep);
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
        other => other.clone(),
    })
}

/// What stands in parentheses in a sequence belongs to it; but not what is written out.
fn sequence(parts: Vec<Expression>) -> Expression {
    right(parts, Expression::Sequence)
}

fn right(parts: Vec<Expression>, join: fn(Boxed, Boxed) -> Expression) -> Expression {
    let all = parts.into_iter().rev();
    let joined = all.reduce(|after, before| join(Box::new(before), Box::new(after)));
    joined.unwrap_or_else(|| Expression::String(String::new()))
}

fn bottom_up(expression: Expression, change: &impl Fn(Expression) -> Expression) -> Expression {
    change(within(expression, |part| bottom_up(part, change)))
}

/// The same with its direct parts changed.
fn within(expression: Expression, change: impl Fn(Expression) -> Expression) -> Expression {
    let one = |body: Boxed| Box::new(change(*body));
    match expression {
        Expression::Sequence(first, second) => Expression::Sequence(one(first), one(second)),
        Expression::Choice(first, second) => Expression::Choice(one(first), one(second)),
        Expression::Optional(body) => Expression::Optional(one(body)),
        Expression::Repetition(body) => Expression::Repetition(one(body)),
        Expression::Ahead(body) => Expression::Ahead(one(body)),
        Expression::NotAhead(body) => Expression::NotAhead(one(body)),
        other => other,
    }
}

/// Two texts that end an atomic sequence are one.
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

/// Alternatives that begin alike.
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
    within(changed, |part| factored(part, atomic))
}

/// `(a ~ b)* ~ a`.
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
