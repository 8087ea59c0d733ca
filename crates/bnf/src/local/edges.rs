//! How the strings of a text begin, and by which bytes a string of it can go on.
//!
//! Most parts of most rules are told apart by their next byte. Then no automaton is needed.

use urlbnf_language::{CharacterSet, Dfa};

use super::languages::NameLanguages;
use crate::core::{Core, CoreKind};

/// The edges of the strings of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edges {
    /// The bytes that its strings begin with.
    pub first: CharacterSet,
    /// Whether it has the empty string.
    pub is_nullable: bool,
    /// The bytes by which a string of it can go on to a longer one; `None` if the next byte does not
    /// decide within the text.
    pub on: Option<CharacterSet>,
}

impl Edges {
    /// Those of the empty string.
    pub const EMPTY: Edges =
        Edges { first: CharacterSet::EMPTY, is_nullable: true, on: Some(CharacterSet::EMPTY) };

    /// Those of a language.
    pub fn of_language(language: &Dfa) -> Edges {
        let on = (1..language.len()).filter(|&state| language.is_accepting(state));
        let on = on.fold(CharacterSet::EMPTY, |all, state| all.union(language.bytes_from(state)));
        Edges { first: language.first_bytes(), is_nullable: language.accepts(b""), on: Some(on) }
    }

    /// Those of a language that contains that of a text.
    pub fn of_text(text: &Core, names: &NameLanguages) -> Edges {
        match &text.kind {
            CoreKind::Text(sets) => match sets.first() {
                None => Edges::EMPTY,
                Some(&first) => Edges { first, is_nullable: false, on: Some(CharacterSet::EMPTY) },
            },
            CoreKind::Name(id) => names.edges(*id),
            CoreKind::Concatenation(parts) => {
                let parts = parts.iter().rev().map(|part| Edges::of_text(part, names));
                parts.fold(Edges::EMPTY, |next, part| part.then(next))
            }
            CoreKind::Alternation(parts) => {
                let none = Edges { is_nullable: false, ..Edges::EMPTY };
                let parts = parts.iter().map(|part| Edges::of_text(part, names));
                parts.fold(none, Edges::or)
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
        let on = self.on.filter(|&on| !self.is_nullable && self.differs(on));
        Edges { on: on.map(|on| if is_fixed { on } else { on.union(self.first) }), ..self }
    }

    /// Whether no string of it begins with one of these bytes.
    pub fn differs(self, first: CharacterSet) -> bool {
        self.first.intersection(first).is_empty()
    }

    /// Those of this text, and then `next`.
    pub fn then(self, next: Edges) -> Edges {
        let first = if self.is_nullable { self.first.union(next.first) } else { self.first };
        // Each string is divided in one way, since no string of the first part goes on like the
        // second part begins.
        let on = match (self.on, next.on) {
            (Some(on), Some(then)) if on.intersection(next.first).is_empty() => {
                let at_end =
                    if next.is_nullable { on.union(next.first) } else { CharacterSet::EMPTY };
                Some(then.union(at_end))
            }
            _ => None,
        };
        Edges { first, is_nullable: self.is_nullable && next.is_nullable, on }
    }

    /// Those of this text, or else another.
    fn or(self, other: Edges) -> Edges {
        let first = self.first.union(other.first);
        let empty = |one: Edges| if one.is_nullable { first } else { CharacterSet::EMPTY };
        let on = match (self.on, other.on) {
            (Some(one), Some(two)) if self.first.intersection(other.first).is_empty() => {
                Some(one.union(two).union(empty(self)).union(empty(other)))
            }
            _ => None,
        };
        Edges { first, is_nullable: self.is_nullable || other.is_nullable, on }
    }
}
