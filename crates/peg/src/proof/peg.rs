//! Parsing expressions in a minimal form.
//!
//! Everything in pest reduces to a few constructs: a token, which matches a language in which no
//! string is a prefix of another; the end of the input; sequence; ordered choice; greedy
//! repetition; and lookahead. Each expression is interned and has a number.

use urlbnf_language::{Exceeded, FastMap, FastSet, LanguageId, LanguageInterner};

use super::transcription::{LanguageError, RuleConversionError};

/// The most nested parts, with names expanded: each level uses the stack.
pub(super) const MOST_NESTED: usize = 2000;

/// The most parts of a sequence or choice that are merged into another one individually.
const MOST_JOINED: usize = 64;

/// The number of an interned expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PegId(u32);

/// A parsing expression. Sequences and choices lean to the right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Peg {
    /// The one string of the language that the rest begins with. None is a prefix of another.
    Token(LanguageId),
    /// A string of the language that the rest begins with: any, so that what follows matches. No rule
    /// of pest does this. It stands for a rule that is right everywhere.
    Exact {
        language: LanguageId,
        is_nullable: bool,
    },
    /// The end of the input.
    End,
    Sequence(PegId, PegId),
    Choice(PegId, PegId),
    Repetition(PegId),
    Ahead(PegId),
    NotAhead(PegId),
    /// A call that is too deep to be written out. Only a language of what it may begin with is
    /// known.
    Unknown(LanguageId),
}

/// The interner of expressions.
#[derive(Debug, Default)]
pub(super) struct PegInterner {
    all: FastSet<Peg>,
    /// By expression: its nesting depth, where a sequence or choice is one level.
    depth: Vec<usize>,
    /// By expression: whether it can match without a byte, and whether it never takes one.
    empty: Vec<bool>,
    silent: Vec<bool>,
    /// By expression: whether a part of it is unknown.
    open: Vec<bool>,
    /// By expression: its strings without regard to lookahead.
    strings: FastMap<PegId, LanguageId>,
}

impl PegInterner {
    pub fn get(&self, id: PegId) -> Peg {
        self.all.get_index(id.0 as usize).copied().unwrap_or(Peg::Token(LanguageId::NONE))
    }

    /// Whether it can match without taking a byte.
    pub fn may_take_nothing(&self, id: PegId) -> bool {
        self.empty[id.0 as usize]
    }

    /// Whether what it matches is not known completely.
    pub fn is_open(&self, id: PegId) -> bool {
        self.open[id.0 as usize]
    }

    /// Whether it never takes a byte.
    pub fn takes_nothing(&self, id: PegId) -> bool {
        self.silent[id.0 as usize]
    }

    fn add(&mut self, peg: Peg) -> Result<PegId, LanguageError> {
        let depth = |it: PegId| self.depth[it.0 as usize];
        let empty = |it: PegId| self.empty[it.0 as usize];
        let (depth, empty) = match peg {
            Peg::Token(language) => (1, language == LanguageId::EMPTY),
            Peg::Exact { is_nullable, .. } => (1, is_nullable),
            Peg::End => (1, true),
            Peg::Unknown(begins) => (1, begins == LanguageId::ALL),
            Peg::Sequence(one, two) => ((depth(one) + 1).max(depth(two)), empty(one) && empty(two)),
            Peg::Choice(one, two) => ((depth(one) + 1).max(depth(two)), empty(one) || empty(two)),
            Peg::Repetition(body) | Peg::Ahead(body) | Peg::NotAhead(body) => {
                (depth(body) + 1, true)
            }
        };
        let silent = |it: PegId| self.silent[it.0 as usize];
        let silent = match peg {
            Peg::Token(language) => language == LanguageId::EMPTY,
            Peg::Exact { .. } | Peg::Unknown(_) => false,
            Peg::End | Peg::Ahead(_) | Peg::NotAhead(_) => true,
            Peg::Sequence(one, two) | Peg::Choice(one, two) => silent(one) && silent(two),
            Peg::Repetition(body) => silent(body),
        };
        let open = |it: PegId| self.open[it.0 as usize];
        let open = match peg {
            Peg::Token(_) | Peg::Exact { .. } | Peg::End => false,
            Peg::Unknown(_) => true,
            Peg::Sequence(one, two) | Peg::Choice(one, two) => open(one) || open(two),
            Peg::Repetition(body) | Peg::Ahead(body) | Peg::NotAhead(body) => open(body),
        };
        if depth > MOST_NESTED {
            return Err(RuleConversionError::TooDeep.into());
        }
        let (number, is_new) = self.all.insert_full(peg);
        if is_new {
            self.depth.push(depth);
            self.empty.push(empty);
            self.silent.push(silent);
            self.open.push(open);
        }
        Ok(PegId(number as u32))
    }

    pub fn token(&mut self, language: LanguageId) -> Result<PegId, LanguageError> {
        self.add(Peg::Token(language))
    }

    /// An expression that matches a language everywhere.
    pub fn exact(
        &mut self,
        language: LanguageId,
        store: &LanguageInterner,
    ) -> Result<PegId, LanguageError> {
        let dfa = store.get(language);
        match dfa.is_prefix_free() {
            true => self.token(language),
            false => {
                let is_nullable = dfa.is_accepting(dfa.start());
                self.add(Peg::Exact { language, is_nullable })
            }
        }
    }

    pub fn unknown(&mut self, begins: LanguageId) -> Result<PegId, LanguageError> {
        self.add(Peg::Unknown(begins))
    }

    pub fn end(&mut self) -> Result<PegId, LanguageError> {
        self.add(Peg::End)
    }

    /// The first and then the second.
    pub fn sequence(
        &mut self,
        one: PegId,
        two: PegId,
        store: &mut LanguageInterner,
    ) -> Result<PegId, LanguageError> {
        let mut parts = vec![one];
        // A long sequence stays one part of the new one.
        if self.length(one) <= MOST_JOINED {
            parts = self.parts(one);
        }
        let mut after = two;
        while let Some(part) = parts.pop() {
            after = self.before(part, after, store)?;
        }
        Ok(after)
    }

    /// Like `sequence`, for a first part that is not a sequence.
    fn before(
        &mut self,
        one: PegId,
        two: PegId,
        store: &mut LanguageInterner,
    ) -> Result<PegId, LanguageError> {
        let (first, rest) = match self.get(two) {
            Peg::Sequence(first, rest) => (first, Some(rest)),
            _ => (two, None),
        };
        let joined = match (self.get(one), self.get(first)) {
            (Peg::Token(LanguageId::NONE), _) => return Ok(one),
            (Peg::Token(LanguageId::EMPTY), _) => return Ok(two),
            (_, Peg::Token(LanguageId::EMPTY)) if rest.is_none() => return Ok(one),
            (Peg::Token(one), Peg::Token(two)) => Some(store.concat(one, two)?),
            (Peg::NotAhead(not), Peg::Token(two)) => match self.get(not) {
                Peg::Token(not) => unlike(not, two, store)?,
                _ => None,
            },
            _ => None,
        };
        match (joined, rest) {
            (None, _) => self.add(Peg::Sequence(one, two)),
            (Some(joined), None) => self.token(joined),
            (Some(joined), Some(rest)) => {
                let joined = self.token(joined)?;
                self.before(joined, rest, store)
            }
        }
    }

    /// The first, or the second if the first does not match.
    pub fn choice(
        &mut self,
        one: PegId,
        two: PegId,
        store: &mut LanguageInterner,
    ) -> Result<PegId, LanguageError> {
        let mut alternatives = vec![one];
        if self.length(one) <= MOST_JOINED {
            alternatives = self.alternatives(one);
        }
        let mut after = two;
        while let Some(alternative) = alternatives.pop() {
            after = self.or_else(alternative, after, store)?;
        }
        Ok(after)
    }

    fn or_else(
        &mut self,
        one: PegId,
        two: PegId,
        store: &mut LanguageInterner,
    ) -> Result<PegId, LanguageError> {
        let (first, rest) = match self.get(two) {
            Peg::Choice(first, rest) => (first, Some(rest)),
            _ => (two, None),
        };
        if one == first {
            return Ok(two);
        }
        let joined = match (self.get(one), self.get(first)) {
            (Peg::Token(LanguageId::NONE), _) => return Ok(two),
            (Peg::Token(LanguageId::EMPTY), _) => return Ok(one),
            (_, Peg::Token(LanguageId::NONE)) => return Ok(one),
            (Peg::Token(one), Peg::Token(two)) => {
                Some(store.union(one, two)?).filter(|&it| store.get(it).is_prefix_free())
            }
            _ => None,
        };
        match (joined, rest) {
            (None, _) => self.add(Peg::Choice(one, two)),
            (Some(joined), None) => self.token(joined),
            (Some(joined), Some(rest)) => {
                let joined = self.token(joined)?;
                self.or_else(joined, rest, store)
            }
        }
    }

    /// A greedy repetition. The body must take a byte in each round.
    pub fn repetition(&mut self, body: PegId) -> Result<PegId, LanguageError> {
        match self.get(body) {
            Peg::Token(LanguageId::NONE) => self.token(LanguageId::EMPTY),
            _ => self.add(Peg::Repetition(body)),
        }
    }

    pub fn ahead(&mut self, body: PegId) -> Result<PegId, LanguageError> {
        self.add(Peg::Ahead(body))
    }

    pub fn not_ahead(&mut self, body: PegId) -> Result<PegId, LanguageError> {
        self.add(Peg::NotAhead(body))
    }

    /// The number of parts of a sequence or choice, counted up to the limit.
    fn length(&self, id: PegId) -> usize {
        let (mut length, mut at) = (1, id);
        while let Peg::Sequence(_, next) | Peg::Choice(_, next) = self.get(at) {
            length += 1;
            if length > MOST_JOINED {
                break;
            }
            at = next;
        }
        length
    }

    /// The parts of a sequence, or the expression itself if it is none.
    pub fn parts(&self, id: PegId) -> Vec<PegId> {
        let (mut parts, mut at) = (Vec::new(), id);
        while let Peg::Sequence(one, two) = self.get(at) {
            parts.push(one);
            at = two;
        }
        parts.push(at);
        parts
    }

    /// The alternatives of a choice, or the expression itself if it is none.
    pub fn alternatives(&self, id: PegId) -> Vec<PegId> {
        let (mut parts, mut at) = (Vec::new(), id);
        while let Peg::Choice(one, two) = self.get(at) {
            parts.push(one);
            at = two;
        }
        parts.push(at);
        parts
    }

    /// The strings it would match if lookahead were ignored and all alternatives were tried: a
    /// superset of those that it takes, but for those of unknown parts.
    pub fn strings(
        &mut self,
        id: PegId,
        store: &mut LanguageInterner,
    ) -> Result<LanguageId, Exceeded> {
        if let Some(&known) = self.strings.get(&id) {
            return Ok(known);
        }
        let strings = match self.get(id) {
            Peg::Token(language) | Peg::Exact { language, .. } => language,
            Peg::Unknown(_) => LanguageId::NONE,
            Peg::End | Peg::Ahead(_) | Peg::NotAhead(_) => LanguageId::EMPTY,
            Peg::Sequence(..) => {
                let mut strings = LanguageId::EMPTY;
                for part in self.parts(id).into_iter().rev() {
                    let part = self.strings(part, store)?;
                    strings = store.concat(part, strings)?;
                }
                strings
            }
            Peg::Choice(..) => {
                let mut strings = LanguageId::NONE;
                for part in self.alternatives(id) {
                    let part = self.strings(part, store)?;
                    strings = store.union(strings, part)?;
                }
                strings
            }
            Peg::Repetition(body) => {
                let body = self.strings(body, store)?;
                store.star_concat(body, LanguageId::EMPTY)?
            }
        };
        self.strings.insert(id, strings);
        Ok(strings)
    }
}

/// The strings of `of` that do not begin with one of `not`; `None` if that depends on what
/// follows them.
fn unlike(
    not: LanguageId,
    of: LanguageId,
    store: &mut LanguageInterner,
) -> Result<Option<LanguageId>, Exceeded> {
    let begun = store.beginning_with(not)?;
    let left = store.difference(of, begun)?;
    Ok((store.left_quotient(left, not)? == LanguageId::NONE).then_some(left))
}
