//! Compares the texts of two grammars up to the names of paired productions.

use std::collections::BTreeSet;

use indexmap::IndexSet;

use super::{NewProduction, OldProduction};
use crate::grammar::{CharacterSet, Expression, ExpressionKind, Grammar, ProductionId};

/// An expression without its places, with names replaced by those of the new grammar.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum ComparableExpression {
    Empty,
    Literal(String),
    AnyCase(String),
    Value(CharacterSet),
    /// A production of the new grammar.
    Name(NewProduction),
    /// The production itself.
    Itself,
    /// A production of the old grammar that has no partner.
    Foreign(OldProduction),
    Sequence(Vec<ComparableExpression>),
    Choice(Vec<ComparableExpression>),
    Optional(Box<ComparableExpression>),
    Repetition(usize, Option<usize>, Box<ComparableExpression>),
}

/// The definitions of a production in comparable form. `named` converts a name.
pub(super) fn shapes(
    grammar: &Grammar,
    id: ProductionId,
    named: impl Fn(ProductionId) -> ComparableExpression,
) -> Vec<ComparableExpression> {
    let named =
        |name: ProductionId| if name == id { ComparableExpression::Itself } else { named(name) };
    let definitions = grammar.production(id).definitions();
    definitions.iter().map(|definition| shape(&definition.body, &named)).collect()
}

/// Joins all bodies into one choice without duplicate alternatives: how often a text repeats an
/// alternative, and how it splits them into definitions, does not matter.
pub(super) fn one_body(shapes: Vec<ComparableExpression>) -> ComparableExpression {
    let parts = shapes.into_iter().flat_map(|shape| match shape {
        ComparableExpression::Choice(parts) => parts,
        other => vec![other],
    });
    let alternatives: IndexSet<ComparableExpression> = parts.collect();
    ComparableExpression::Choice(alternatives.into_iter().collect())
}

/// The text with its alternatives sorted and without duplicates. Two texts have the same result if
/// they differ in nothing else.
pub(super) fn in_one_order(shape: &ComparableExpression) -> ComparableExpression {
    use ComparableExpression::{Choice, Optional, Repetition, Sequence};
    match shape {
        Choice(parts) => {
            let parts: BTreeSet<ComparableExpression> = parts.iter().map(in_one_order).collect();
            Choice(parts.into_iter().collect())
        }
        Sequence(parts) => Sequence(parts.iter().map(in_one_order).collect()),
        Optional(body) => Optional(Box::new(in_one_order(body))),
        Repetition(least, most, body) => Repetition(*least, *most, Box::new(in_one_order(body))),
        other => other.clone(),
    }
}

/// Collects the productions of the new grammar that a text names.
pub(super) fn named(shape: &ComparableExpression, names: &mut Vec<NewProduction>) {
    match shape {
        ComparableExpression::Name(name) => names.push(*name),
        ComparableExpression::Sequence(parts) | ComparableExpression::Choice(parts) => {
            parts.iter().for_each(|part| named(part, names));
        }
        ComparableExpression::Optional(body) | ComparableExpression::Repetition(_, _, body) => {
            named(body, names)
        }
        _ => {}
    }
}

fn shape(
    expression: &Expression,
    named: &dyn Fn(ProductionId) -> ComparableExpression,
) -> ComparableExpression {
    let all = |parts: &[Expression]| parts.iter().map(|part| shape(part, named)).collect();
    match &expression.kind {
        ExpressionKind::Empty => ComparableExpression::Empty,
        ExpressionKind::Literal(text) => ComparableExpression::Literal(text.clone()),
        ExpressionKind::AnyCase(text) => ComparableExpression::AnyCase(text.clone()),
        ExpressionKind::Value(characters) => ComparableExpression::Value(*characters),
        ExpressionKind::Reference(id) => named(*id),
        ExpressionKind::Sequence(parts) => ComparableExpression::Sequence(all(parts)),
        ExpressionKind::Choice(parts) => ComparableExpression::Choice(all(parts)),
        ExpressionKind::Optional(body) => {
            ComparableExpression::Optional(Box::new(shape(body, named)))
        }
        ExpressionKind::Repetition { at_least, at_most, body } => {
            ComparableExpression::Repetition(*at_least, *at_most, Box::new(shape(body, named)))
        }
    }
}

/// One element of a flattened text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DiffToken {
    pub what: DiffTokenKind,
    /// The number of optional parts around it.
    pub depth: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DiffTokenKind {
    Character(char),
    Class(CharacterSet),
    /// A name, and whether it has a fixed place: an alternative that is only a name has none,
    /// because alternatives are unordered.
    Name {
        id: ProductionId,
        has_place: bool,
        repeated: bool,
    },
}

/// The elements of a text from left to right, without empty productions and brackets.
pub(super) fn tokens(grammar: &Grammar, body: &Expression) -> Vec<DiffToken> {
    let mut layout = ExpressionFlattener { grammar, found: Vec::new(), depth: 0, repeated: false };
    layout.expression(body, true);
    layout.found
}

struct ExpressionFlattener<'g> {
    grammar: &'g Grammar,
    found: Vec<DiffToken>,
    depth: usize,
    repeated: bool,
}

impl ExpressionFlattener<'_> {
    fn expression(&mut self, expression: &Expression, has_place: bool) {
        match &expression.kind {
            ExpressionKind::Empty => {}
            ExpressionKind::Literal(text) => {
                text.chars().map(DiffTokenKind::Character).for_each(|what| {
                    self.found.push(DiffToken { what, depth: self.depth });
                })
            }
            // A letter in either case differs from the letter in one case.
            ExpressionKind::AnyCase(_) | ExpressionKind::Value(_) => {
                let sets = expression.bytes().unwrap_or_default();
                let what = sets.into_iter().map(DiffTokenKind::Class);
                self.found.extend(what.map(|what| DiffToken { what, depth: self.depth }));
            }
            ExpressionKind::Reference(id) => {
                let definitions = self.grammar.production(*id).definitions();
                let empty = definitions
                    .iter()
                    .all(|definition| definition.body.kind == ExpressionKind::Empty);
                if definitions.is_empty() || !empty {
                    let what = DiffTokenKind::Name { id: *id, has_place, repeated: self.repeated };
                    self.found.push(DiffToken { what, depth: self.depth });
                }
            }
            ExpressionKind::Sequence(parts) => {
                parts.iter().for_each(|part| self.expression(part, true));
            }
            ExpressionKind::Choice(parts) => {
                parts.iter().for_each(|part| self.expression(part, false));
            }
            ExpressionKind::Optional(body) => {
                self.depth += 1;
                self.expression(body, true);
                self.depth -= 1;
            }
            ExpressionKind::Repetition { at_least, body, .. } => {
                let optional = usize::from(*at_least == 0);
                let before = std::mem::replace(&mut self.repeated, true);
                self.depth += optional;
                self.expression(body, true);
                self.depth -= optional;
                self.repeated = before;
            }
        }
    }
}

/// The most pairs of elements that are compared: the documents need some thousands.
const MOST_PAIRS: usize = 1_000_000;

/// A longest common subsequence of two texts, as pairs of indices; empty if they are too long.
pub(crate) fn align<T>(old: &[T], new: &[T], same: impl Fn(&T, &T) -> bool) -> Vec<(usize, usize)> {
    let width = new.len() + 1;
    if old.len().saturating_mul(new.len()) > MOST_PAIRS {
        return Vec::new();
    }
    let mut longest = vec![0_u32; (old.len() + 1) * width];
    for one in (0..old.len()).rev() {
        for two in (0..new.len()).rev() {
            longest[one * width + two] = if same(&old[one], &new[two]) {
                longest[(one + 1) * width + two + 1] + 1
            } else {
                longest[(one + 1) * width + two].max(longest[one * width + two + 1])
            };
        }
    }
    let (mut one, mut two, mut matches) = (0, 0, Vec::new());
    while one < old.len() && two < new.len() {
        if same(&old[one], &new[two]) {
            matches.push((one, two));
            (one, two) = (one + 1, two + 1);
        } else if longest[(one + 1) * width + two] >= longest[one * width + two + 1] {
            one += 1;
        } else {
            two += 1;
        }
    }
    matches
}
