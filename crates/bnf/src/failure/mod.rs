//! Why a string fails, as far as its grammar can say.
//!
//! Let w be the input and L a language of the grammar. The failure offset is the length of the
//! longest prefix of w with which some string of L begins. The failing productions are those
//! that wait there for the next byte. Both come from the positions of the printed grammar, not
//! from how far a parser happened to get. The principal production is the failing production
//! that was entered last.
//!
//! What a failure means to the users of such strings (which repair is harmless, which sentence
//! of a document explains more) is not known here. Code that knows it builds on a [`Failure`].

mod character;
mod undefined;
mod wording;

use std::cmp::Reverse;

use urlbnf_language::FastMap;

use crate::automaton::{
    Automaton, AutomatonRun, LiteralSuffix, Position, PositionSymbol, UnfinishedProduction,
    WaitingPosition,
};
use crate::grammar::{Grammar, ProductionId, Span, first_character};

pub use undefined::undefined_chain;
pub use wording::chain_text;

/// Why a string is not in a language.
///
/// ```
/// use urlbnf_bnf::automaton::{Automaton, LanguageSpec};
/// use urlbnf_bnf::failure::Failure;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "time = hour \":\" minute\nhour = 2DIGIT\nminute = 2DIGIT\n";
/// let grammar = Grammar::read("time.abnf", text, Reading::Printed)?;
/// let automaton = Automaton::new(&grammar, &LanguageSpec::from_production(grammar.start()))?;
///
/// let failure = Failure::for_input(&grammar, &automaton, b"12.30").unwrap();
/// assert_eq!(failure.offset, 2);
/// assert_eq!(failure.message(&grammar), "`.` is not allowed in `time`");
/// assert_eq!(failure.expected_text(&grammar), "\":\"");
/// assert_eq!(Failure::for_input(&grammar, &automaton, b"12:30"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The kind of failure.
    pub kind: FailureKind,
    /// The failure offset, in bytes of the input.
    pub offset: usize,
    /// The byte at the offset; `None` at the end.
    pub found: Option<u8>,
    /// The character at the offset, if it has several bytes and the grammar is of code points.
    pub character: Option<char>,
    /// The production that the headline names.
    pub production: ProductionId,
    /// The chain of productions from the start to it.
    pub chain: Vec<ProductionId>,
    /// Everything that was expected at the offset; what the principal production expected is
    /// first.
    pub expected: Vec<Expectation>,
    /// The failing productions, the principal one first; empty if nothing waits.
    pub failing: Vec<FailingProduction>,
    /// What is incomplete, if the input ends too early.
    pub unfinished: Option<UnfinishedProduction>,
}

/// The kinds of failures, as far as the byte at the offset determines them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FailureKind {
    /// Only an undefined name could match.
    Undefined,
    /// A byte of 0x80 or more, while the whole language is ASCII.
    NotAscii,
    /// Bytes that are not a character of UTF-8, in a grammar of code points.
    NotUtf8,
    /// An incomplete escape.
    BadEscape,
    /// A character that is not allowed in this place.
    NotAllowed,
    /// The input is a prefix of a string of the language, but not in the language.
    EndsTooEarly,
}

/// A production that waited for the next byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailingProduction {
    /// The production.
    pub production: ProductionId,
    /// The chain of productions from the start to it.
    pub chain: Vec<ProductionId>,
    /// What it expected, in printed order.
    pub expected: Vec<Expectation>,
    /// The places in the grammar file that waited, in printed order.
    pub places: Vec<Span>,
}

/// Something that is expected at the offset.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expectation {
    /// A unit.
    Production(ProductionId),
    /// The rest of a literal.
    Literal(LiteralSuffix),
    /// A numeric value, at this place of the grammar's text.
    Value(Span),
    /// The end of the input.
    End,
}

impl FailureKind {
    /// The kind of failure if a run stops before a byte, or before the end (`None`).
    pub fn at(run: &AutomatonRun<'_>, found: Option<u8>) -> FailureKind {
        match found {
            // In a grammar of octets, such a byte is not special.
            Some(0x80..) if run.automaton().is_ascii() => FailureKind::NotAscii,
            _ if run.is_in_escape() => FailureKind::BadEscape,
            Some(_) => FailureKind::NotAllowed,
            None => FailureKind::EndsTooEarly,
        }
    }
}

impl FailureKind {
    /// The kind of failure of an input that a run has followed as far as possible.
    pub fn from_run(run: &AutomatonRun<'_>, input: &[u8]) -> FailureKind {
        let found = input.get(run.offset()).copied();
        let is_one = character(run, input).is_some() || found.is_none_or(|byte| byte.is_ascii());
        match run.automaton().has_characters() && !is_one {
            true => FailureKind::NotUtf8,
            false => FailureKind::at(run, found),
        }
    }
}

impl Failure {
    /// Why the input is not in the language of the grammar's start; `None` if it is. The
    /// automaton must be that of the start.
    pub fn for_input(grammar: &Grammar, automaton: &Automaton, input: &[u8]) -> Option<Failure> {
        let start = grammar.start();
        let mut run = AutomatonRun::new(automaton);
        if run.follow(input) && run.may_end() {
            return None;
        }
        let failure = Failure::at(&run, input, start);
        Some(match grammar.derives_nothing(start) {
            true => failure.of_undefined(undefined_chain(grammar, start)),
            false => failure,
        })
    }

    /// The failure of an input that a run has followed as far as possible. It names the start if no
    /// position waits at the offset, because every string of the language ends there.
    pub fn at(run: &AutomatonRun<'_>, input: &[u8], start: ProductionId) -> Failure {
        let offset = run.offset();
        let found = input.get(offset).copied();
        let character = character(run, input);
        let kind = FailureKind::from_run(run, input);
        let (failing, mut expected) = failing(run);
        if run.may_end() {
            expected.push(Expectation::End);
        }
        let (production, chain) = match failing.first() {
            Some(principal) => (principal.production, principal.chain.clone()),
            None => (start, vec![start]),
        };
        let ends = kind == FailureKind::EndsTooEarly;
        let unfinished = ends.then(|| run.unfinished(input, principal(run)?)).flatten();
        Failure { kind, offset, found, character, production, chain, expected, failing, unfinished }
    }

    /// Blames another production: `chain` leads from the start to it.
    pub fn blaming(self, chain: Vec<ProductionId>) -> Failure {
        let production = chain.last().copied().unwrap_or(self.production);
        Failure { production, chain, ..self }
    }

    /// Blames an undefined name: `chain` leads from the start to it.
    pub fn of_undefined(self, chain: Vec<ProductionId>) -> Failure {
        let kind = FailureKind::Undefined;
        Failure { kind, unfinished: None, ..self.blaming(chain) }
    }

    /// The chain from the start to the innermost incomplete production. If the input ends too
    /// early, the production that was entered last may itself be complete.
    pub fn unfinished_chain(&self) -> &[ProductionId] {
        let depth = self.unfinished.as_ref().map_or(self.chain.len(), |it| it.depth);
        self.chain.get(..depth).unwrap_or(&self.chain)
    }
}

/// The character at which a run stops, if it is not ASCII and the grammar is of code points.
fn character(run: &AutomatonRun<'_>, input: &[u8]) -> Option<char> {
    let character = input.get(run.offset()..).and_then(first_character);
    character.filter(|it| run.automaton().has_characters() && !it.is_ascii())
}

/// Of the positions that wait where a run stops, the one entered last; `None` if nothing waits.
pub fn principal(run: &AutomatonRun<'_>) -> Option<usize> {
    let order = |thread: &WaitingPosition| order(run.automaton(), thread);
    run.waiting().min_by_key(order).map(|thread| thread.position)
}

/// The sort key of waiting positions; the one entered last is first.
fn order(automaton: &Automaton, thread: &WaitingPosition) -> impl Ord + use<> {
    let position = automaton.position(thread.position);
    let rest = match &position.symbol {
        PositionSymbol::Literal(text) => text.len(),
        PositionSymbol::Production(_) | PositionSymbol::Value => 0,
    };
    let order = automaton.chain_order(thread.position);
    (Reverse(thread.entered), order, position.place.start, Reverse(rest))
}

pub(crate) fn expected(position: &Position) -> Expectation {
    match &position.symbol {
        PositionSymbol::Literal(text) => Expectation::Literal(text.clone()),
        PositionSymbol::Production(id) => Expectation::Production(*id),
        PositionSymbol::Value => Expectation::Value(position.place),
    }
}

/// The productions of the positions where a run waits, latest entered first, and everything that
/// these positions expect.
fn failing(run: &AutomatonRun<'_>) -> (Vec<FailingProduction>, Vec<Expectation>) {
    let automaton = run.automaton();
    let mut threads: Vec<_> =
        run.waiting().map(|thread| (order(automaton, &thread), thread.position)).collect();
    threads.sort_by(|(one, _), (other, _)| one.cmp(other));
    // With the number of the last production that expects it.
    let mut met = FastMap::with_capacity_and_hasher(threads.len(), Default::default());
    let (mut failing, mut all) = (Vec::new(), Vec::with_capacity(threads.len()));
    let chain_order = |&(_, position): &(_, usize)| automaton.chain_order(position);
    for group in threads.chunk_by(|one, other| chain_order(one) == chain_order(other)) {
        let chain = automaton.chain(group[0].1);
        let production = chain[chain.len() - 1];
        let mut expects = Vec::with_capacity(group.len());
        let mut places = Vec::with_capacity(group.len());
        for &(_, position) in group {
            let position = automaton.position(position);
            let value = (position.symbol == PositionSymbol::Value).then_some(position.place);
            let last = met.insert((&position.symbol, value), failing.len());
            if last.is_none() {
                all.push(expected(position));
            }
            if last != Some(failing.len()) {
                expects.push(expected(position));
                places.push(position.place);
            }
        }
        failing.push(FailingProduction { production, chain, expected: expects, places });
    }
    (failing, all)
}
