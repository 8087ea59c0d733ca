//! Why a string fails, as far as its grammar can say.
//!
//! Let w be the input and L a language of the grammar. The failure offset is the length
//! of the longest prefix of w with which some string of L begins. The failing productions
//! are those that were waiting there for the next byte. Both come from the printed
//! grammar, unrolled into positions, not from how far a parser happened to get.
//!
//! What a failure means to those who use such strings (which repair is harmless, which
//! sentence of a document says more) is not known here: whoever knows what the strings
//! are for begins from a [`Failure`].

mod character;
mod undefined;
mod wording;

use std::cmp::Reverse;

use indexmap::{IndexMap, IndexSet};

use crate::automaton::{Automaton, Position, Symbol, Thread, Unfinished, Walk};
use crate::grammar::{Grammar, Place, ProductionId, first_character};

pub use undefined::undefined_chain;
pub use wording::chain_text;

/// Why a string is not in a language.
///
/// ```
/// use urlbnf_bnf::automaton::{Automaton, Language};
/// use urlbnf_bnf::failure::Failure;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "time = hour \":\" minute\nhour = 2DIGIT\nminute = 2DIGIT\n";
/// let grammar = Grammar::read("time.abnf", text, Reading::Printed)?;
/// let automaton = Automaton::new(&grammar, &Language::of(grammar.start()))?;
///
/// let failure = Failure::of(&grammar, &automaton, b"12.30").unwrap();
/// assert_eq!(failure.offset, 2);
/// assert_eq!(failure.message(&grammar), "`.` is not allowed in `time`");
/// assert_eq!(failure.expected_text(&grammar), "\":\"");
/// assert_eq!(Failure::of(&grammar, &automaton, b"12:30"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// The failure offset, in bytes of the input.
    pub offset: usize,
    /// The byte there; `None` at the end.
    pub found: Option<u8>,
    /// The character there, where it takes several bytes and characters are judged.
    pub character: Option<char>,
    /// The production that the headline names.
    pub production: ProductionId,
    /// The productions from the start to it.
    pub chain: Vec<ProductionId>,
    /// All that was expected at the offset, that of the principal production first.
    pub expected: Vec<Expected>,
    /// The failing productions, the principal one first; none where nothing waits.
    pub failing: Vec<Failing>,
    /// What is not complete, where the input stops too early.
    pub unfinished: Option<Unfinished>,
}

/// What kind of failure it is, as far as the byte at the offset tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FailureKind {
    /// Only a name that is nowhere defined could match.
    Undefined,
    /// A byte of 0x80 or more, where the whole language is ASCII.
    NotAscii,
    /// Bytes that are no character, where characters are judged.
    NotUtf8,
    /// An escape is begun, and is none.
    BadEscape,
    /// A character that is not allowed where it occurs.
    NotAllowed,
    /// A beginning of a string of the language, and not one of its strings.
    EndsTooEarly,
}

/// A production that was waiting for the next byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failing {
    /// The production.
    pub production: ProductionId,
    /// The productions from the start to it.
    pub chain: Vec<ProductionId>,
    /// What it expected, in printed order.
    pub expected: Vec<Expected>,
    /// The places of its text in the grammar file that waited, in printed order.
    pub places: Vec<Place>,
}

/// Something that could have stood at the offset.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expected {
    /// A production that is one unit long.
    Production(ProductionId),
    /// What is left of a literal.
    Literal(String),
    /// A value that is written by its number, at this place of the grammar's text.
    Value(Place),
    /// The end.
    End,
}

impl FailureKind {
    /// The kind of a failure where a walk stops before a byte, or before the end.
    pub fn at(walk: &Walk<'_>, found: Option<u8>) -> FailureKind {
        match found {
            // In a grammar of octets such a byte is one as others are.
            Some(0x80..) if walk.automaton().is_ascii() => FailureKind::NotAscii,
            _ if walk.is_in_escape() => FailureKind::BadEscape,
            Some(_) => FailureKind::NotAllowed,
            None => FailureKind::EndsTooEarly,
        }
    }
}

impl FailureKind {
    /// The kind of a failure of an input along which a walk went as far as it could.
    pub fn of(walk: &Walk<'_>, input: &[u8]) -> FailureKind {
        let found = input.get(walk.offset()).copied();
        let is_one = character(walk, input).is_some() || found.is_none_or(|byte| byte.is_ascii());
        match walk.automaton().has_characters() && !is_one {
            true => FailureKind::NotUtf8,
            false => FailureKind::at(walk, found),
        }
    }
}

impl Failure {
    /// Why a string is not of the language of a grammar's start, which is unrolled in the
    /// automaton; `None` where it is.
    pub fn of(grammar: &Grammar, automaton: &Automaton, input: &[u8]) -> Option<Failure> {
        let start = grammar.start();
        let mut walk = Walk::new(automaton);
        if walk.follow(input) && walk.may_end() {
            return None;
        }
        let failure = Failure::at(&walk, input, start);
        Some(match grammar.derives_nothing(start) {
            true => failure.of_undefined(undefined_chain(grammar, start)),
            false => failure,
        })
    }

    /// Why a string fails along which a walk went as far as it could. Where nothing waits,
    /// because the string was complete before the offset, the start is to blame.
    pub fn at(walk: &Walk<'_>, input: &[u8], start: ProductionId) -> Failure {
        let offset = walk.offset();
        let found = input.get(offset).copied();
        let character = character(walk, input);
        let kind = FailureKind::of(walk, input);
        let failing = failing(walk);
        let expected = failing.iter().flat_map(|failing| &failing.expected);
        let expected: IndexSet<&Expected> = expected.collect();
        let mut expected: Vec<Expected> = expected.into_iter().cloned().collect();
        if walk.may_end() {
            expected.push(Expected::End);
        }
        let (production, chain) = match failing.first() {
            Some(principal) => (principal.production, principal.chain.clone()),
            None => (start, vec![start]),
        };
        let unfinished = principal(walk).filter(|_| kind == FailureKind::EndsTooEarly);
        let unfinished = unfinished.and_then(|position| walk.unfinished(input, position));
        Failure { kind, offset, found, character, production, chain, expected, failing, unfinished }
    }

    /// The failure with another production to blame: `chain` leads from the start to it.
    pub fn blaming(self, chain: Vec<ProductionId>) -> Failure {
        let production = chain.last().copied().unwrap_or(self.production);
        Failure { production, chain, ..self }
    }

    /// The failure, blamed on a name that is nowhere defined: `chain` leads from the start
    /// to it.
    pub fn of_undefined(self, chain: Vec<ProductionId>) -> Failure {
        let kind = FailureKind::Undefined;
        Failure { kind, unfinished: None, ..self.blaming(chain) }
    }

    /// The productions from the start to the innermost one that is not complete: where the
    /// input stops too early, the one that was entered last may be.
    pub fn unfinished_chain(&self) -> &[ProductionId] {
        let depth = self.unfinished.as_ref().map_or(self.chain.len(), |it| it.depth);
        self.chain.get(..depth).unwrap_or(&self.chain)
    }
}

/// The character beyond ASCII before which a walk stops, where the grammar has such.
fn character(walk: &Walk<'_>, input: &[u8]) -> Option<char> {
    let character = input.get(walk.offset()..).and_then(first_character);
    character.filter(|it| walk.automaton().has_characters() && !it.is_ascii())
}

/// The position that waits where a walk stops and that was entered last; `None` where
/// nothing waits.
pub fn principal(walk: &Walk<'_>) -> Option<usize> {
    let order = |thread: &Thread| order(walk.automaton(), thread);
    walk.waiting().min_by_key(order).map(|thread| thread.position)
}

/// The places that wait, the one entered last first.
fn threads(walk: &Walk<'_>) -> Vec<Thread> {
    let mut threads: Vec<Thread> = walk.waiting().collect();
    threads.sort_by_key(|thread| order(walk.automaton(), thread));
    threads
}

/// By what the places that wait are ordered: the one entered last is the first.
fn order(automaton: &Automaton, thread: &Thread) -> impl Ord + use<> {
    let position = automaton.position(thread.position);
    let rest = match &position.symbol {
        Symbol::Literal(text) => text.len(),
        Symbol::Production(_) | Symbol::Value => 0,
    };
    let order = automaton.chain_order(thread.position);
    (Reverse(thread.entered), order, position.place.start, Reverse(rest))
}

/// What a position waits for.
pub(crate) fn expected(position: &Position) -> Expected {
    match &position.symbol {
        Symbol::Literal(text) => Expected::Literal(text.to_string()),
        Symbol::Production(id) => Expected::Production(*id),
        Symbol::Value => Expected::Value(position.place),
    }
}

/// The productions that wait where a walk stops, the one entered last first.
fn failing(walk: &Walk<'_>) -> Vec<Failing> {
    let automaton = walk.automaton();
    let mut grouped: Vec<(usize, Vec<ProductionId>, IndexMap<Expected, Place>)> = Vec::new();
    for thread in threads(walk) {
        let position = automaton.position(thread.position);
        let order = automaton.chain_order(thread.position);
        if grouped.last().is_none_or(|(last, ..)| *last != order) {
            grouped.push((order, automaton.chain(thread.position), IndexMap::new()));
        }
        let expected = expected(position);
        if let Some((_, _, expects)) = grouped.last_mut() {
            expects.entry(expected).or_insert(position.place);
        }
    }
    let failing = |(_, chain, expects): (usize, Vec<ProductionId>, IndexMap<Expected, Place>)| {
        let production = chain[chain.len() - 1];
        let (expected, places) = expects.into_iter().unzip();
        Failing { production, chain, expected, places }
    };
    grouped.into_iter().map(failing).collect()
}
