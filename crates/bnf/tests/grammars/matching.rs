//! Where the matches of an expression may end: by its text alone, without an automaton.

use std::collections::BTreeSet;

use urlbnf_bnf::grammar::{Expression, ExpressionKind, ProductionId};

/// Finds the ends of the matches of an expression that begin at one of some places. `byte` is the
/// byte at a place, and `names` the ends of a production from a place.
pub fn ends(
    expression: &Expression,
    from: &BTreeSet<usize>,
    byte: &dyn Fn(usize) -> Option<u8>,
    names: &mut dyn FnMut(ProductionId, usize) -> BTreeSet<usize>,
) -> BTreeSet<usize> {
    let fits = |at: usize, text: &str, is: fn(&u8, &u8) -> bool| {
        let mut bytes = (at..).zip(text.as_bytes());
        bytes
            .all(|(at, wanted)| byte(at).is_some_and(|it| is(&it, wanted)))
            .then_some(at + text.len())
    };
    match &expression.kind {
        ExpressionKind::Empty => from.clone(),
        ExpressionKind::Literal(text) => {
            from.iter().filter_map(|&at| fits(at, text, u8::eq)).collect()
        }
        ExpressionKind::AnyCase(text) => {
            from.iter().filter_map(|&at| fits(at, text, u8::eq_ignore_ascii_case)).collect()
        }
        ExpressionKind::Value(bytes) => {
            let is = |&&at: &&usize| byte(at).is_some_and(|it| bytes.contains(it));
            from.iter().filter(is).map(|at| at + 1).collect()
        }
        ExpressionKind::Reference(id) => from.iter().flat_map(|&at| names(*id, at)).collect(),
        ExpressionKind::Sequence(parts) => {
            parts.iter().fold(from.clone(), |from, part| ends(part, &from, byte, names))
        }
        ExpressionKind::Choice(parts) => {
            parts.iter().flat_map(|part| ends(part, from, byte, names)).collect()
        }
        ExpressionKind::Optional(body) => &ends(body, from, byte, names) | from,
        ExpressionKind::Repetition { at_least, at_most, body } => {
            let mut from = from.clone();
            for _ in 0..*at_least {
                from = ends(body, &from, byte, names);
            }
            let (mut all, mut rounds) = (from.clone(), *at_least);
            while !from.is_empty() && at_most.is_none_or(|most| rounds < most) {
                from = &ends(body, &from, byte, names) - &all;
                all.extend(&from);
                rounds += 1;
            }
            all
        }
    }
}
