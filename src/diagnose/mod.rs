//! Why a string fails.
//!
//! Let w be the input and L the language in which its failure is measured: the
//! productions of its own scheme, where it has some. The failure offset is the
//! length of the longest prefix of w with which some string of L begins. The
//! failing productions are those that were waiting there for the next byte.
//! Both come from the printed grammar, unrolled into positions, not from how
//! far a parser happened to get.

mod attempt;
mod citation;
mod code;
mod found;
mod meaning;
mod note;
mod reason;
mod repair;
mod shape;
mod told;
mod wording;

use crate::automaton::{Automaton, Symbol, Thread, Unfinished, Walk};
use crate::bnf::{Grammar, Place, ProductionId};
use crate::scheme::scheme;
use crate::verdict::{Judge, Judgement, Verdict};

pub use crate::text::{visible, visible_byte, visible_control};
use attempt::Attempt;
use shape::Shape;

pub use citation::{citation, definition_citation};
pub use code::Code;
pub use meaning::Meaning;
pub use note::Note;
pub use reason::{Reason, Story, pairs};
pub use repair::{BYTE_ORDER_MARK, Edit, EditKind, LONGEST, Repair, inside_wrapper};
pub(crate) use wording::printed;

/// A judgement, and what there is to say of it.
#[derive(Debug, Clone)]
pub struct Examination<'i> {
    /// The verdict, and what led to it.
    pub judgement: Judgement<'i>,
    /// Why the string does not conform, where it does not.
    pub diagnostic: Option<Diagnostic>,
    /// What else a reader should know.
    pub notes: Vec<Note>,
}

/// Why a string does not conform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its kind.
    pub code: Code,
    /// The failure offset, in bytes of the input.
    pub offset: usize,
    /// The byte there; `None` at the end.
    pub found: Option<u8>,
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
    /// The sentence of the document that says why, where one does.
    pub reason: Option<Reason>,
    /// A repair, where edits make the string conform.
    pub repair: Option<Repair>,
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
    /// The places of its text in the `.bnf` that waited, in printed order.
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

/// Judges a string and says why it fails.
pub fn examine<'a>(judge: &'a Judge, input: &'a [u8]) -> Examination<'a> {
    let judgement = judge.judge(input);
    let mut notes = note::of_judgement(judge, input, &judgement);
    let diagnostic = (judgement.verdict != Verdict::Conforms).then(|| {
        let attempt = Attempt::new(judge, input, &judgement);
        let diagnostic = diagnose(&attempt);
        notes.extend(note::of_failure(&attempt, &diagnostic));
        diagnostic
    });
    Examination { judgement, diagnostic, notes }
}

/// The input with its scheme in lower case, where only so it has productions of its own.
pub fn lowered(judge: &Judge, input: &[u8]) -> Option<Vec<u8>> {
    let upper = scheme(input).filter(|scheme| is_scheme(scheme))?;
    let mut lowered = input.to_vec();
    lowered[..upper.len()].make_ascii_lowercase();
    let own = repair::upper_case_scheme(judge, input).is_some();
    // A scheme without productions is lowered where that lets it in.
    let conforms = |input: &[u8]| judge.judge(input).verdict == Verdict::Conforms;
    let helps = || lowered != input && !conforms(input) && conforms(&lowered);
    (own || helps()).then_some(lowered)
}

/// Examines an input as [`lowered`], and says that it was.
pub fn examine_lowered<'a>(judge: &'a Judge, input: &[u8], lowered: &'a [u8]) -> Examination<'a> {
    let mut examination = examine(judge, lowered);
    let upper = scheme(input).unwrap_or_default();
    let lower = String::from_utf8_lossy(scheme(lowered).unwrap_or_default()).into_owned();
    let repair = examination.diagnostic.as_mut().and_then(|it| it.repair.as_mut());
    if let Some(repair) = repair {
        // The edits are of the input as it was.
        let (start, end) = (0, upper.len());
        repair.edits.insert(0, Edit { start, end, text: lower, kind: EditKind::Lower });
    }
    let upper = String::from_utf8_lossy(upper).into_owned();
    examination.notes.insert(0, Note::SchemeLowered(upper));
    examination
}

fn diagnose(attempt: &Attempt<'_>) -> Diagnostic {
    let Attempt { judge, input, judgement, walk, .. } = attempt;
    let (automaton, offset, found) = (attempt.automaton(), attempt.offset(), attempt.found());
    let failing = failing(automaton, walk);
    let mut expected: Vec<Expected> = Vec::new();
    for one in failing.iter().flat_map(|failing| &failing.expected) {
        if !expected.contains(one) {
            expected.push(one.clone());
        }
    }
    if walk.may_end() {
        expected.push(Expected::End);
    }
    let empty = judgement.judged.filter(|&judged| judge.grammar().derives_nothing(judged));
    let code = code_of(attempt);
    let chain = match empty {
        Some(empty) => undefined_chain(judge, empty),
        None => match failing.first() {
            Some(principal) => principal.chain.clone(),
            // Only the end was expected: the whole is done.
            None => finished_chain(judge, judgement),
        },
    };
    // A chain begins with the start.
    let production = chain.last().copied().unwrap_or(judge.start());
    let reason =
        judge.whole_edition().and_then(|it| reason::find(it, code, &Shape::of(input, offset)));
    let reason = reason.map(|found| found.reason);
    let repair = repair::repair(judge, input, walk);
    let principal = threads(automaton, walk).first().map(|thread| thread.position);
    let unfinished = principal.filter(|_| code == Code::EndsTooEarly);
    let unfinished = unfinished.and_then(|position| walk.unfinished(input, position));
    Diagnostic {
        code,
        offset,
        found,
        production,
        chain,
        expected,
        failing,
        unfinished,
        reason,
        repair,
    }
}

/// The first code that applies to a failure.
fn code_of(attempt: &Attempt<'_>) -> Code {
    let code = Beginning::of(attempt.judge, attempt.input);
    let code = code.code(attempt.judge, attempt.judgement.judged);
    let in_escape = attempt.walk.is_in_escape();
    let urls = attempt.judge.is_of_urls();
    code.unwrap_or_else(|| byte_code(attempt.automaton(), attempt.found(), in_escape, urls))
}

/// The places that wait, the one entered last first.
fn threads(automaton: &Automaton, walk: &Walk<'_>) -> Vec<Thread> {
    let mut threads: Vec<Thread> = walk.waiting().collect();
    threads.sort_by_key(|thread| {
        let position = automaton.position(thread.position);
        let rest = match &position.symbol {
            Symbol::Literal(text) => text.len(),
            Symbol::Production(_) | Symbol::Value => 0,
        };
        let order = automaton.chain_order(thread.position);
        (std::cmp::Reverse(thread.entered), order, position.place.start, std::cmp::Reverse(rest))
    });
    threads
}

/// The places that wait, grouped by their chains, the one entered last first.
fn failing(automaton: &Automaton, walk: &Walk<'_>) -> Vec<Failing> {
    let mut grouped: Vec<(usize, Failing)> = Vec::new();
    for thread in threads(automaton, walk) {
        let position = automaton.position(thread.position);
        let order = automaton.chain_order(thread.position);
        if grouped.last().is_none_or(|(last, _)| *last != order) {
            let chain = automaton.chain(thread.position);
            let production = chain[chain.len() - 1];
            let (expected, places) = (Vec::new(), Vec::new());
            grouped.push((order, Failing { production, chain, expected, places }));
        }
        let expected = match &position.symbol {
            Symbol::Literal(text) => Expected::Literal(text.to_string()),
            Symbol::Production(id) => Expected::Production(*id),
            Symbol::Value => Expected::Value(position.place),
        };
        if let Some((_, failing)) = grouped.last_mut()
            && !failing.expected.contains(&expected)
        {
            failing.expected.push(expected);
            failing.places.push(position.place);
        }
    }
    grouped.into_iter().map(|(_, failing)| failing).collect()
}

/// What the beginning of an input says of it.
pub(crate) struct Beginning {
    /// There is something inside a wrapper.
    pub wrapped: bool,
    /// The scheme has productions of its own, but only in lower case.
    pub upper: bool,
    /// What stands before the first `:` looks like a scheme.
    pub well_formed: bool,
}

impl Beginning {
    fn of(judge: &Judge, input: &[u8]) -> Beginning {
        Beginning {
            wrapped: repair::inside_wrapper(input).is_some(),
            upper: repair::upper_case_scheme(judge, input).is_some(),
            well_formed: scheme(input).is_some_and(is_scheme),
        }
    }

    /// The first code that applies, where the beginning decides it: `judged` is
    /// the production by which the input is judged.
    pub fn code(&self, judge: &Judge, judged: Option<ProductionId>) -> Option<Code> {
        if let Some(judged) = judged {
            return judge.grammar().derives_nothing(judged).then_some(Code::EmptyProduction);
        }
        let listed = || judge.schemes().alternatives.iter().all(|it| it.scheme.is_some());
        match self {
            Beginning { wrapped: true, .. } => Some(Code::Wrapper),
            Beginning { upper: true, .. } => Some(Code::SchemeUpperCase),
            Beginning { well_formed: true, .. } if listed() => Some(Code::UnknownScheme),
            Beginning { .. } => None,
        }
    }
}

/// The code that the byte at the offset suggests, where the input says no more; `urls` says
/// whether a `#` begins a fragment, as it does in a URL.
pub(crate) fn byte_code(
    measure: &Automaton,
    found: Option<u8>,
    in_escape: bool,
    urls: bool,
) -> Code {
    match found {
        // In a grammar of octets such a byte is one as others are.
        Some(0x80..) if measure.is_ascii() => Code::NotAscii,
        _ if in_escape => Code::BadEscape,
        Some(b'#') if urls && !measure.uses(b'#') => Code::FragmentNotAllowed,
        Some(_) => Code::CharNotAllowed,
        None => Code::EndsTooEarly,
    }
}

/// The production that the headline names where a walk stops; `None` where
/// nothing waits.
pub(crate) fn principal(walk: &Walk<'_>) -> Option<ProductionId> {
    failing(walk.automaton(), walk).first().map(|failing| failing.production)
}

/// Whether it looks like a scheme at all (RFC 1738, section 2.1, in either case).
fn is_scheme(scheme: &[u8]) -> bool {
    !scheme.is_empty() && scheme.iter().copied().all(is_scheme_byte)
}

pub(crate) fn is_scheme_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)
}

/// From the start to the undefined name without which a production derives nothing.
pub(crate) fn undefined_chain(judge: &Judge, empty: ProductionId) -> Vec<ProductionId> {
    let grammar = judge.grammar();
    let mut chain = Vec::new();
    if empty != judge.start() {
        chain.extend(&judge.schemes().chain);
    }
    let mut id = Some(empty);
    while let Some(next) = id {
        chain.push(next);
        id = needed_and_empty(grammar, next).filter(|id| !chain.contains(id));
    }
    chain
}

fn needed_and_empty(grammar: &Grammar, id: ProductionId) -> Option<ProductionId> {
    let named = grammar.production(id).alternatives().flat_map(|body| body.references());
    named.map(|(named, _)| named).find(|&named| grammar.derives_nothing(named))
}

/// The chain to blame where nothing waits, because the string was complete before the offset.
fn finished_chain(judge: &Judge, judgement: &Judgement<'_>) -> Vec<ProductionId> {
    let mut chain = Vec::new();
    match judgement.judged {
        Some(judged) if judged != judge.start() => {
            chain.extend(&judge.schemes().chain);
            chain.push(judged);
        }
        _ => chain.push(judge.start()),
    }
    chain
}
