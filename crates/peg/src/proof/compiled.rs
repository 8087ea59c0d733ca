//! The parts of the expressions that pest compiles.

use pest_meta::optimizer::OptimizedExpr;
use urlbnf_bnf::graph::{operands, preorder};

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
    preorder(expression, inner)
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
    operands(expression, |part| match part {
        OptimizedExpr::Seq(one, two) => Some((one, two)),
        _ => None,
    })
}

/// The alternatives of a choice, in order, or the expression itself if it is none.
pub(super) fn alternatives(expression: &OptimizedExpr) -> Vec<&OptimizedExpr> {
    operands(expression, |part| match part {
        OptimizedExpr::Choice(one, two) => Some((one, two)),
        _ => None,
    })
}
