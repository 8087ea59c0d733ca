//! The right-hand side of a production, every part with its place.

use std::ops::Range;

use urlbnf_language::CharacterSet;

/// A byte, and the same letter in the other case.
pub fn in_any_case(byte: u8) -> CharacterSet {
    [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()].into_iter().collect()
}

/// A production of one grammar, by its number there.
///
/// Numbers follow the printed order; names that are used but nowhere defined
/// come last. They mean nothing in another grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProductionId(pub(crate) u16);

impl ProductionId {
    /// The id of a number; `None` where a grammar cannot have so many.
    pub(crate) fn of(number: usize) -> Option<ProductionId> {
        u16::try_from(number).ok().map(ProductionId)
    }

    /// Its number, from 0: productions as printed, names that nothing defines last.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A part of a `.bnf` file, in bytes from its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Place {
    /// Its bytes, as a range.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// From the start of the one to the end of the other.
    pub fn to(self, other: Place) -> Place {
        Place { start: self.start, end: other.end }
    }
}

/// A part of a production, with its place in the `.bnf` file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// Where it is.
    pub place: Place,
}

/// What a part of a production is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpressionKind {
    /// The empty string: the body of `void`.
    Empty,
    /// Characters that stand for themselves. Single characters that stand one
    /// after the other, as the drafts write them, are one literal.
    Literal(String),
    /// Characters that stand for themselves, each letter of ASCII in either case.
    AnyCase(String),
    /// One byte of a set: a value that a notation writes by its number, or a range of them.
    Value(CharacterSet),
    /// The name of a production.
    Reference(ProductionId),
    /// One after the other.
    Sequence(Vec<Expression>),
    /// One of them.
    Choice(Vec<Expression>),
    /// Once or not at all.
    Optional(Box<Expression>),
    /// So many times.
    Repetition {
        /// The least number of times.
        at_least: usize,
        /// The most; `None` where there is no end.
        at_most: Option<usize>,
        /// What is repeated.
        body: Box<Expression>,
    },
}

impl Expression {
    /// The parts that it is made of directly.
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

    /// One of the parts that it is made of directly, by its number.
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

    /// It, and all that it is made of, in printed order.
    pub fn all(&self) -> impl Iterator<Item = &Expression> {
        let mut pending = vec![self];
        std::iter::from_fn(move || {
            let next = pending.pop()?;
            pending.extend(next.parts().iter().rev());
            Some(next)
        })
    }

    /// Whether it is one value that the text writes by its number, however many bytes it has:
    /// these all are at its place.
    pub fn is_one_value(&self) -> bool {
        let of_a_value = |it: &Expression| match it.kind {
            ExpressionKind::Value(_) => true,
            ExpressionKind::Sequence(_) | ExpressionKind::Choice(_) => !it.parts().is_empty(),
            _ => false,
        };
        self.all().all(|it| it.place == self.place && of_a_value(it))
    }

    /// Every production that it names, with the place, in printed order.
    pub fn references(&self) -> Vec<(ProductionId, Place)> {
        self.all().filter_map(|it| Some((it.as_reference()?, it.place))).collect()
    }

    /// The alternatives: those of a choice, else itself alone.
    pub fn alternatives(&self) -> &[Expression] {
        match &self.kind {
            ExpressionKind::Choice(alternatives) => alternatives,
            _ => std::slice::from_ref(self),
        }
    }

    /// Whether it derives any string, where it is known which productions do.
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

    /// Whether the empty string is one of its strings, where it is known of which productions
    /// it is.
    pub(crate) fn may_be_empty(&self, productions: &[bool]) -> bool {
        match &self.kind {
            ExpressionKind::Empty | ExpressionKind::Optional(_) => true,
            ExpressionKind::Literal(text) | ExpressionKind::AnyCase(text) => text.is_empty(),
            ExpressionKind::Value(_) => false,
            ExpressionKind::Reference(id) => productions[id.index()],
            ExpressionKind::Sequence(parts) => parts.iter().all(|it| it.may_be_empty(productions)),
            ExpressionKind::Choice(parts) => parts.iter().any(|it| it.may_be_empty(productions)),
            ExpressionKind::Repetition { at_least, at_most, body } => {
                *at_least == 0 || *at_most == Some(0) || body.may_be_empty(productions)
            }
        }
    }

    /// The bytes that it takes, where it is a text or a value: one set for each byte.
    pub fn bytes(&self) -> Option<Vec<CharacterSet>> {
        match &self.kind {
            ExpressionKind::Literal(text) => Some(text.bytes().map(CharacterSet::of).collect()),
            ExpressionKind::AnyCase(text) => Some(text.bytes().map(in_any_case).collect()),
            ExpressionKind::Value(characters) => Some(vec![*characters]),
            _ => None,
        }
    }

    /// The characters of which it takes one, where it is a text or a value of one byte.
    pub fn one_byte(&self) -> Option<CharacterSet> {
        match self.bytes()?.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// The production that it names, where it is nothing but a name.
    pub fn as_reference(&self) -> Option<ProductionId> {
        match self.kind {
            ExpressionKind::Reference(id) => Some(id),
            _ => None,
        }
    }
}
