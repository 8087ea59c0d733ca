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

/// The offset at which an input fails, and the facts about the language that decide the kind of failure.
#[derive(Clone, Copy)]
pub(crate) struct FailurePlace<'i> {
    pub input: &'i [u8],
    pub offset: usize,
    /// Whether the input up to the offset is in the language.
    pub may_end: bool,
    /// Whether the grammar is of code points.
    pub has_characters: bool,
    /// Whether the language is ASCII.
    pub is_ascii: bool,
}

impl<'i> FailurePlace<'i> {
    /// The place at which a run has stopped, after it followed an input as far as possible.
    fn of_run(run: &AutomatonRun<'_>, input: &'i [u8]) -> FailurePlace<'i> {
        let automaton = run.automaton();
        FailurePlace {
            input,
            offset: run.offset(),
            may_end: run.may_end(),
            has_characters: automaton.has_characters(),
            is_ascii: automaton.is_ascii(),
        }
    }

    fn found(self) -> Option<u8> {
        self.input.get(self.offset).copied()
    }

    /// The character there, if it is not ASCII and the grammar is of code points.
    fn character(self) -> Option<char> {
        let character = self.input.get(self.offset..).and_then(first_character);
        character.filter(|character| self.has_characters && !character.is_ascii())
    }

    /// The kind of failure. `is_in_escape` says whether a waiting position is inside an escape.
    fn kind(self, is_in_escape: bool) -> FailureKind {
        let is_byte = self.found().is_some_and(|byte| !byte.is_ascii());
        match self.found() {
            _ if self.has_characters && is_byte && self.character().is_none() => {
                FailureKind::NotUtf8
            }
            found => FailureKind::of_byte(found, self.is_ascii, is_in_escape),
        }
    }
}

impl FailureKind {
    /// The kind of failure if a run stops before a byte, or before the end (`None`).
    pub fn at(run: &AutomatonRun<'_>, found: Option<u8>) -> FailureKind {
        FailureKind::of_byte(found, run.automaton().is_ascii(), run.is_in_escape())
    }

    /// The kind of failure of an input that a run has followed as far as possible.
    pub fn from_run(run: &AutomatonRun<'_>, input: &[u8]) -> FailureKind {
        FailurePlace::of_run(run, input).kind(run.is_in_escape())
    }

    fn of_byte(found: Option<u8>, is_ascii: bool, is_in_escape: bool) -> FailureKind {
        match found {
            // In a grammar of octets, such a byte is not special.
            Some(0x80..) if is_ascii => FailureKind::NotAscii,
            _ if is_in_escape => FailureKind::BadEscape,
            Some(_) => FailureKind::NotAllowed,
            None => FailureKind::EndsTooEarly,
        }
    }
}

/// A position that waits where an input fails.
pub(crate) struct FailingPosition<'c> {
    pub position: &'c Position,
    /// A number that identifies the position to the caller.
    pub number: usize,
    /// The offset at which its production was entered.
    pub entered: usize,
    /// A number for its chain of productions: equal for equal chains, and smaller for a production than
    /// for the production that names it.
    pub chain_order: usize,
}

impl FailingPosition<'_> {
    /// The sort key; the position that was entered last is first.
    pub fn order(&self) -> impl Ord + use<> {
        let rest = match &self.position.symbol {
            PositionSymbol::Literal(text) => text.len(),
            PositionSymbol::Production(_) | PositionSymbol::Value => 0,
        };
        (Reverse(self.entered), self.chain_order, self.position.place.start, Reverse(rest))
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
        let mut waiting: Vec<FailingPosition<'_>> = waiting(run).collect();
        waiting.sort_by_cached_key(FailingPosition::order);
        let place = FailurePlace::of_run(run, input);
        let chain = |number| run.automaton().chain(number);
        let mut failure = Failure::of_waiting(place, &waiting, chain, start);
        if failure.kind == FailureKind::EndsTooEarly {
            let principal = waiting.first();
            failure.unfinished = principal.and_then(|first| run.unfinished(input, first.number));
        }
        failure
    }

    /// The failure at a place where these positions wait, the principal one first. `chain` returns the
    /// chain of productions of the position with a given number. [`Failure::unfinished`] is `None`; the
    /// caller sets it.
    pub(crate) fn of_waiting(
        place: FailurePlace<'_>,
        waiting: &[FailingPosition<'_>],
        chain: impl Fn(usize) -> Vec<ProductionId>,
        start: ProductionId,
    ) -> Failure {
        let kind = place.kind(waiting.iter().any(|waiting| waiting.position.in_escape));
        let (failing, mut expected) = failing(waiting, chain);
        if place.may_end {
            expected.push(Expectation::End);
        }
        let (production, chain) = match failing.first() {
            Some(principal) => (principal.production, principal.chain.clone()),
            None => (start, vec![start]),
        };
        Failure {
            kind,
            offset: place.offset,
            found: place.found(),
            character: place.character(),
            production,
            chain,
            expected,
            failing,
            unfinished: None,
        }
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
        let depth =
            self.unfinished.as_ref().map_or(self.chain.len(), |unfinished| unfinished.depth);
        self.chain.get(..depth).unwrap_or(&self.chain)
    }
}

/// The positions that wait where a run stops.
fn waiting<'c>(run: &AutomatonRun<'c>) -> impl Iterator<Item = FailingPosition<'c>> {
    let automaton = run.automaton();
    run.waiting().map(|waiting| FailingPosition {
        position: automaton.position(waiting.position),
        number: waiting.position,
        entered: waiting.entered,
        chain_order: automaton.chain_order(waiting.position),
    })
}

/// Of the positions that wait where a run stops, the one entered last; `None` if nothing waits.
pub fn principal(run: &AutomatonRun<'_>) -> Option<usize> {
    waiting(run).min_by_key(FailingPosition::order).map(|waiting| waiting.number)
}

fn expected(position: &Position) -> Expectation {
    match &position.symbol {
        PositionSymbol::Literal(text) => Expectation::Literal(text.clone()),
        PositionSymbol::Production(id) => Expectation::Production(*id),
        PositionSymbol::Value => Expectation::Value(position.place),
    }
}

/// The productions of the waiting positions, in their order, and everything that these positions
/// expect.
fn failing(
    waiting: &[FailingPosition<'_>],
    chain: impl Fn(usize) -> Vec<ProductionId>,
) -> (Vec<FailingProduction>, Vec<Expectation>) {
    // With the number of the last production that expects it.
    let mut met = FastMap::with_capacity_and_hasher(waiting.len(), Default::default());
    let (mut failing, mut all) = (Vec::new(), Vec::with_capacity(waiting.len()));
    for group in waiting.chunk_by(|one, other| one.chain_order == other.chain_order) {
        let chain = chain(group[0].number);
        let production = chain[chain.len() - 1];
        let mut expects = Vec::with_capacity(group.len());
        let mut places = Vec::with_capacity(group.len());
        for &FailingPosition { position, .. } in group {
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
