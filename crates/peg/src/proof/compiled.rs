//! The parts of the expressions that pest compiles.

use pest_meta::optimizer::OptimizedExpr;

/// The direct parts of an expression, in order.
fn inner(expression: &OptimizedExpr) -> Vec<&OptimizedExpr> {
    match expression {
        OptimizedExpr::Seq(one, two) | OptimizedExpr::Choice(one, two) => vec![one, two],
        OptimizedExpr::PosPred(body)
        | OptimizedExpr::NegPred(body)
        | OptimizedExpr::Opt(body)
        | OptimizedExpr::Rep(body)
        | OptimizedExpr::Push(body)
        | OptimizedExpr::RestoreOnErr(body) => vec![body],
        OptimizedExpr::Str(_)
        | OptimizedExpr::Insens(_)
        | OptimizedExpr::Range(..)
        | OptimizedExpr::Ident(_)
        | OptimizedExpr::PeekSlice(..)
        | OptimizedExpr::Skip(_) => Vec::new(),
    }
}

/// An expression and all of its parts, in preorder.
pub(super) fn all(expression: &OptimizedExpr) -> impl Iterator<Item = &OptimizedExpr> {
    let mut pending = vec![expression];
    std::iter::from_fn(move || {
        let next = pending.pop()?;
        pending.extend(inner(next).into_iter().rev());
        Some(next)
    })
}

/// The names in an expression, each as often as it has it.
pub(super) fn names(expression: &OptimizedExpr) -> impl Iterator<Item = &str> {
    all(expression).filter_map(|part| match part {
        OptimizedExpr::Ident(name) => Some(name.as_str()),
        _ => None,
    })
}

/// The parts of a sequence, in order, or the expression itself if it is none.
pub(super) fn parts(expression: &OptimizedExpr) -> Vec<&OptimizedExpr> {
    spine(expression, |expression| match expression {
        OptimizedExpr::Seq(one, two) => Some((one, two)),
        _ => None,
    })
}

/// The alternatives of a choice, in order, or the expression itself if it is none.
pub(super) fn alternatives(expression: &OptimizedExpr) -> Vec<&OptimizedExpr> {
    spine(expression, |expression| match expression {
        OptimizedExpr::Choice(one, two) => Some((one, two)),
        _ => None,
    })
}

fn spine<'e>(
    expression: &'e OptimizedExpr,
    divide: impl Fn(&'e OptimizedExpr) -> Option<(&'e OptimizedExpr, &'e OptimizedExpr)>,
) -> Vec<&'e OptimizedExpr> {
    let (mut parts, mut pending) = (Vec::new(), vec![expression]);
    while let Some(next) = pending.pop() {
        match divide(next) {
            Some((one, two)) => pending.extend([two, one]),
            None => parts.push(next),
        }
    }
    parts
}
