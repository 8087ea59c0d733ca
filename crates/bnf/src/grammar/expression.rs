//! The right-hand side of a production: a tree of expressions, each with its place.

use std::ops::Range;

use urlbnf_language::CharacterSet;

use crate::graph::preorder;

/// The set of a byte and, for a letter, the same letter in the other case.
pub fn in_any_case(byte: u8) -> CharacterSet {
    [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()].into_iter().collect()
}

/// A production of one grammar, identified by its number there.
///
/// Numbers follow the printed order; names that are used but never defined come last. A number
/// means nothing in another grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProductionId(pub(crate) u16);

impl ProductionId {
    /// The id with this number; `None` if a grammar cannot have so many names.
    pub(crate) fn from_index(number: usize) -> Option<ProductionId> {
        u16::try_from(number).ok().map(ProductionId)
    }

    /// Its number, from 0: defined productions in printed order, then undefined names.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A range of bytes of a `.bnf` file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// The span as a range.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// From the start of this span to the end of the other.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }
}

/// A part of a production, with its place in the `.bnf` file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// The kind of expression, with its parts.
    pub kind: ExpressionKind,
    /// Its place.
    pub place: Span,
}

/// The kinds of expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpressionKind {
    /// The empty string: the body of `void`.
    Empty,
    /// Characters that stand for themselves. Adjacent single characters, as the drafts write
    /// them, are one literal.
    Literal(String),
    /// Characters that stand for themselves, each ASCII letter in either case.
    AnyCase(String),
    /// One byte of a set: a value that a notation writes by its number, or a range of values.
    Value(CharacterSet),
    /// A production, by its name.
    Reference(ProductionId),
    /// All of these, one after the other.
    Sequence(Vec<Expression>),
    /// One of these.
    Choice(Vec<Expression>),
    /// This, or nothing.
    Optional(Box<Expression>),
    /// This, repeated.
    Repetition {
        /// The least number of times.
        at_least: usize,
        /// The greatest number of times; `None` for no limit.
        at_most: Option<usize>,
        /// What is repeated.
        body: Box<Expression>,
    },
}

impl Expression {
    /// Its direct parts.
    pub fn parts(&self) -> &[Expression] {
        match &self.kind {
            ExpressionKind::Empty
            | ExpressionKind::Literal(_)
            | ExpressionKind::AnyCase(_)
            | ExpressionKind::Value(_)
            | ExpressionKind::Reference(_) => &[],
            ExpressionKind::Sequence(parts) | ExpressionKind::Choice(parts) => parts,
            ExpressionKind::Optional(body) | ExpressionKind::Repetition { body, .. } => {
                std::slice::from_ref(body)
            }
        }
    }

    /// One of its direct parts, by its number.
    pub(crate) fn part_mut(&mut self, number: usize) -> Option<&mut Expression> {
        match &mut self.kind {
            ExpressionKind::Sequence(parts) | ExpressionKind::Choice(parts) => {
                parts.get_mut(number)
            }
            ExpressionKind::Optional(body) | ExpressionKind::Repetition { body, .. } => {
                (number == 0).then_some(body)
            }
            _ => None,
        }
    }

    /// The expression and all its descendants, in preorder, which is the printed order.
    pub fn all(&self) -> impl Iterator<Item = &Expression> {
        preorder(self, |part| part.parts())
    }

    /// Whether it is a single value written by its number. Such a value may have several bytes,
    /// all with the same place.
    pub fn is_one_value(&self) -> bool {
        let of_a_value = |part: &Expression| match part.kind {
            ExpressionKind::Value(_) => true,
            ExpressionKind::Sequence(_) | ExpressionKind::Choice(_) => !part.parts().is_empty(),
            _ => false,
        };
        self.all().all(|part| part.place == self.place && of_a_value(part))
    }

    /// Every reference to a production in it, with its place, in printed order.
    pub fn references(&self) -> Vec<(ProductionId, Span)> {
        self.all().filter_map(|part| Some((part.as_reference()?, part.place))).collect()
    }

    /// The alternatives of a choice; any other expression is its own single alternative.
    pub fn alternatives(&self) -> &[Expression] {
        match &self.kind {
            ExpressionKind::Choice(alternatives) => alternatives,
            _ => std::slice::from_ref(self),
        }
    }

    /// Whether it derives any string, given which productions do.
    pub(super) fn derives(&self, productions: &[bool]) -> bool {
        match &self.kind {
            ExpressionKind::Empty
            | ExpressionKind::Literal(_)
            | ExpressionKind::AnyCase(_)
            | ExpressionKind::Optional(_) => true,
            ExpressionKind::Value(characters) => !characters.is_empty(),
            ExpressionKind::Reference(id) => productions[id.index()],
            ExpressionKind::Sequence(parts) => parts.iter().all(|part| part.derives(productions)),
            ExpressionKind::Choice(parts) => parts.iter().any(|part| part.derives(productions)),
            ExpressionKind::Repetition { at_least, body, .. } => {
                *at_least == 0 || body.derives(productions)
            }
        }
    }

    /// Whether it derives the empty string, given which productions do.
    pub(crate) fn may_be_empty(&self, productions: &[bool]) -> bool {
        match &self.kind {
            ExpressionKind::Empty | ExpressionKind::Optional(_) => true,
            ExpressionKind::Literal(text) | ExpressionKind::AnyCase(text) => text.is_empty(),
            ExpressionKind::Value(_) => false,
            ExpressionKind::Reference(id) => productions[id.index()],
            ExpressionKind::Sequence(parts) => {
                parts.iter().all(|part| part.may_be_empty(productions))
            }
            ExpressionKind::Choice(parts) => {
                parts.iter().any(|part| part.may_be_empty(productions))
            }
            ExpressionKind::Repetition { at_least, at_most, body } => {
                *at_least == 0 || *at_most == Some(0) || body.may_be_empty(productions)
            }
        }
    }

    /// A lower bound on the number of nodes of an automaton of it, given those of the productions;
    /// `None` if that of one is not given. The number saturates.
    pub(crate) fn least_nodes(&self, productions: &[Option<usize>]) -> Option<usize> {
        Some(match &self.kind {
            ExpressionKind::Empty => 0,
            ExpressionKind::Literal(text) | ExpressionKind::AnyCase(text) => text.len(),
            ExpressionKind::Value(_) => 1,
            ExpressionKind::Reference(id) => productions[id.index()]?,
            ExpressionKind::Sequence(_)
            | ExpressionKind::Choice(_)
            | ExpressionKind::Optional(_) => {
                let add = |sum: usize, part: &Expression| {
                    Some(sum.saturating_add(part.least_nodes(productions)?))
                };
                self.parts().iter().try_fold(0, add)?
            }
            ExpressionKind::Repetition { at_least, at_most, body } => {
                let rounds = at_most.unwrap_or((*at_least).max(1));
                body.least_nodes(productions)?.saturating_mul(rounds)
            }
        })
    }

    /// The bytes that a literal or a value takes: one set for each byte. `None` for other kinds.
    pub fn bytes(&self) -> Option<Vec<CharacterSet>> {
        match &self.kind {
            ExpressionKind::Literal(text) => {
                Some(text.bytes().map(CharacterSet::from_byte).collect())
            }
            ExpressionKind::AnyCase(text) => Some(text.bytes().map(in_any_case).collect()),
            ExpressionKind::Value(characters) => Some(vec![*characters]),
            _ => None,
        }
    }

    /// The bytes that a literal or a value of one byte takes; `None` for everything else.
    pub fn one_byte(&self) -> Option<CharacterSet> {
        match self.bytes()?.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// The production that it names; `None` if it is not just a name.
    pub fn as_reference(&self) -> Option<ProductionId> {
        match self.kind {
            ExpressionKind::Reference(id) => Some(id),
            _ => None,
        }
    }
}
