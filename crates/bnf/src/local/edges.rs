//! The bytes that the strings of a text begin with, and the bytes that extend one of its strings to a
//! longer one.
//!
//! The next byte distinguishes most parts of most rules. Then no automaton is needed.

use urlbnf_language::{CharacterSet, Dfa};

use crate::core::{Core, CoreKind};
use crate::grammar::ProductionId;

/// The edges of the strings of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edges {
    /// The bytes that its strings begin with.
    pub first: CharacterSet,
    /// Whether it has the empty string.
    pub is_nullable: bool,
    /// The bytes `b` for which it has a string `s` and a string that begins with `s` and `b`; `None` if
    /// the next byte does not decide within the text.
    pub extensions: Option<CharacterSet>,
}

impl Edges {
    /// Those of the empty string.
    pub const EMPTY: Edges = Edges::of_first(CharacterSet::EMPTY, true);

    /// Those of no string.
    pub const NONE: Edges = Edges::of_first(CharacterSet::EMPTY, false);

    /// Those of strings that begin with these bytes, none of which extends another.
    const fn of_first(first: CharacterSet, is_nullable: bool) -> Edges {
        Edges { first, is_nullable, extensions: Some(CharacterSet::EMPTY) }
    }

    /// Those of a language.
    pub fn of_language(language: &Dfa) -> Edges {
        let ends = (1..language.len()).filter(|&state| language.is_accepting(state));
        let extensions =
            ends.fold(CharacterSet::EMPTY, |all, state| all.union(language.bytes_from(state)));
        let (first, is_nullable) = (language.first_bytes(), language.accepts(b""));
        Edges { first, is_nullable, extensions: Some(extensions) }
    }

    /// Those of a text, given those of the names in it.
    pub fn of_text(text: &Core, names: &impl Fn(ProductionId) -> Edges) -> Edges {
        match &text.kind {
            CoreKind::Text(sets) => match sets.first() {
                None => Edges::EMPTY,
                Some(&first) => Edges::of_first(first, false),
            },
            CoreKind::Name(id) => names(*id),
            CoreKind::Concatenation(parts) => {
                let parts = parts.iter().rev().map(|part| Edges::of_text(part, names));
                parts.fold(Edges::EMPTY, |next, part| part.then(next))
            }
            CoreKind::Alternation(parts) => {
                let parts = parts.iter().map(|part| Edges::of_text(part, names));
                parts.fold(Edges::NONE, Edges::or)
            }
            CoreKind::Repetition { least, most, body } => {
                let body = Edges::of_text(body, names);
                let rounds = match most {
                    Some(1) => body,
                    _ => body.rounds(*most == Some(*least)),
                };
                match least {
                    0 => rounds.or(Edges::EMPTY),
                    _ => rounds,
                }
            }
        }
    }

    /// Those of this text, any number of times.
    pub fn any_times(self) -> Edges {
        self.rounds(false).or(Edges::EMPTY)
    }

    /// Those of several rounds of this text; `is_fixed` if their number is.
    fn rounds(self, is_fixed: bool) -> Edges {
        let longer = self.extensions.filter(|&bytes| !self.is_nullable && self.differs(bytes));
        let extensions = longer.map(|bytes| if is_fixed { bytes } else { bytes.union(self.first) });
        Edges { extensions, ..self }
    }

    /// Whether no string of it begins with one of these bytes.
    pub fn differs(self, first: CharacterSet) -> bool {
        self.first.intersection(first).is_empty()
    }

    /// Those of this text, and then `next`.
    pub fn then(self, next: Edges) -> Edges {
        let first = if self.is_nullable { self.first.union(next.first) } else { self.first };
        // No byte both extends the first part and begins the second, so each string is divided in one
        // way only.
        let extensions = match (self.extensions, next.extensions) {
            (Some(own), Some(of_next)) if next.differs(own) => match next.is_nullable {
                true => Some(of_next.union(own).union(next.first)),
                false => Some(of_next),
            },
            _ => None,
        };
        Edges { first, is_nullable: self.is_nullable && next.is_nullable, extensions }
    }

    /// Those of this text, or else another.
    fn or(self, other: Edges) -> Edges {
        let first = self.first.union(other.first);
        let empty = |one: Edges| if one.is_nullable { first } else { CharacterSet::EMPTY };
        let extensions = match (self.extensions, other.extensions) {
            (Some(one), Some(two)) if self.differs(other.first) => {
                Some(one.union(two).union(empty(self)).union(empty(other)))
            }
            _ => None,
        };
        Edges { first, is_nullable: self.is_nullable || other.is_nullable, extensions }
    }
}
