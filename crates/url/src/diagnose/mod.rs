//! Explains why a string fails.
//!
//! The printed grammar alone says where a string fails, which productions were waiting there,
//! and what they expected ([`urlbnf_bnf::failure`]). This module adds what is specific to URLs:
//! the failure is measured in the productions of the string's own scheme, if it has any;
//! wrappers, schemes in capitals and fragments have codes of their own; a sentence of the
//! document may explain more than the production; and a repair may be possible.

mod failed_run;
mod citation;
mod code;
mod intent;
mod repair_effect;
mod named_production;
mod nested;
mod note;
mod reason;
mod recall;
mod repair;
mod lenient_parse;
mod repair_run;
mod wording;
mod wrapper;

use std::ops::Deref;

use crate::automaton::AutomatonRun;
use crate::bnf::ProductionId;
use crate::failure::{self, FailureKind};
use crate::scheme::{is_scheme, scheme};
use crate::verdict::{Judge, Judgement, Verdict};

use failed_run::FailedRun;
use lenient_parse::LenientParse;
use reason::RepairHint;
use repair_run::AutomatonRunFactory;

pub use citation::{citation, definition_citation};
pub use code::DiagnosticCode;
pub use failure::{Expectation, FailingProduction, Failure};
pub(crate) use named_production::{authority, component, ends_authority, production_to_name};
pub use note::{Note, is_noted};
pub use reason::{FailureReason, GrammarExplanation, pairs};
pub(crate) use recall::DiagnosticCache;
pub use repair::{BYTE_ORDER_MARK, LONGEST, Repair, RepairEdit, RepairEditKind};
pub use repair_effect::RepairEffect;
pub use wording::holds_for;
pub(crate) use wrapper::WrapperState;
pub use wrapper::inside_wrapper;

/// A judgement of a string, with its explanation.
#[derive(Debug, Clone)]
pub struct Examination<'i> {
    /// The verdict, and what led to it.
    pub judgement: Judgement<'i>,
    /// Why the string does not conform; `None` if it does.
    pub diagnostic: Option<Box<Diagnostic>>,
    /// What else the reader should know.
    pub notes: Vec<Note>,
}

/// Why a string does not conform: the [failure](Failure) by the grammar, to which this
/// dereferences, and what is known of URLs beyond it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of the failure.
    pub code: DiagnosticCode,
    /// The failure by the printed grammar.
    pub failure: Failure,
    /// The sentence of the document that explains it, if there is one.
    pub reason: Option<FailureReason>,
    /// A repair, if edits can make the string conform.
    pub repair: Option<Repair>,
}

impl Deref for Diagnostic {
    type Target = Failure;

    fn deref(&self) -> &Failure {
        &self.failure
    }
}

/// Judges a string and explains why it fails. The string can be any bytes.
///
/// Returns the judgement, the notes and, if the verdict is not [`Verdict::Conforms`], a diagnostic.
/// The diagnostic has no repair if the string is longer than [`LONGEST`] bytes.
pub fn examine<'a>(judge: &'a Judge, input: &'a [u8]) -> Examination<'a> {
    let judgement = judge.judge(input);
    let mut notes = note::of_judgement(judge, input, &judgement);
    let diagnostic = (judgement.verdict != Verdict::Conforms).then(|| {
        let judged = judgement.judged();
        if judgement.verdict == Verdict::Undecided {
            return Box::new(nested::undecided(judge, input));
        }
        if let Some(recogniser) = judge.measuring(judged) {
            let (diagnostic, more) = nested::diagnose(judge, input, judged, recogniser);
            notes.extend(more);
            return Box::new(diagnostic);
        }
        let attempt = FailedRun::new(judge, input, judged);
        let (mut diagnostic, hint) = diagnose(&attempt);
        notes.extend(note::of_failure(&attempt, &diagnostic));
        diagnostic.repair = repair::repair(&AutomatonRunFactory, judge, input, attempt.run, hint);
        Box::new(diagnostic)
    });
    Examination { judgement, diagnostic, notes }
}

/// Like [`examine`], but without the repair and the notes, which take most of the time.
pub fn glance<'a>(judge: &'a Judge, input: &'a [u8]) -> Examination<'a> {
    let judgement = judge.judge(input);
    let fails = judgement.verdict != Verdict::Conforms;
    let diagnostic = fails.then(|| {
        let judged = judgement.judged();
        Box::new(match judge.measuring(judged) {
            _ if judgement.verdict == Verdict::Undecided => nested::undecided(judge, input),
            Some(recogniser) => nested::glance(judge, input, judged, recogniser).0,
            None => diagnose(&FailedRun::new(judge, input, judged)).0,
        })
    });
    Examination { judgement, diagnostic, notes: Vec::new() }
}

/// Returns the input with its scheme in lower case, if the scheme has productions of its own only
/// in lower case, or if the input conforms only then. Otherwise returns `None`.
pub fn lowered(judge: &Judge, input: &[u8]) -> Option<Vec<u8>> {
    let upper = scheme(input).filter(|scheme| is_scheme(scheme))?;
    let mut lowered = input.to_vec();
    lowered[..upper.len()].make_ascii_lowercase();
    let own = repair::upper_case_scheme(judge, input).is_some();
    // A scheme without productions is lowered where that lets it in.
    let helps = || lowered != input && !judge.conforms(input) && judge.conforms(&lowered);
    (own || helps()).then_some(lowered)
}

/// Examines the result of [`lowered`] for an input, and adds a note that the scheme was lowered.
pub fn examine_lowered<'a>(judge: &'a Judge, input: &[u8], lowered: &'a [u8]) -> Examination<'a> {
    let mut examination = examine(judge, lowered);
    let upper = scheme(input).unwrap_or_default();
    let lower = String::from_utf8_lossy(scheme(lowered).unwrap_or_default()).into_owned();
    let repair = examination.diagnostic.as_mut().and_then(|diagnostic| diagnostic.repair.as_mut());
    if let Some(repair) = repair {
        // The edits refer to the input before it was lowered.
        let (start, end) = (0, upper.len());
        repair.edits.insert(0, RepairEdit { start, end, text: lower, kind: RepairEditKind::Lower });
    }
    let upper = String::from_utf8_lossy(upper).into_owned();
    examination.notes.insert(0, Note::SchemeLowered(upper));
    examination
}

/// The diagnostic without a repair, and what its reason prescribes for one.
fn diagnose(attempt: &FailedRun<'_>) -> (Diagnostic, RepairHint) {
    let FailedRun { judge, input, judged, run, .. } = attempt;
    let failure = Failure::at(run, input, judge.start());
    of_failure(judge, input, *judged, (code_of(attempt, failure.kind), failure))
}

/// Like [`diagnose`], for a known failure.
fn of_failure(
    judge: &Judge,
    input: &[u8],
    judged: Option<ProductionId>,
    (code, mut failure): (DiagnosticCode, Failure),
) -> (Diagnostic, RepairHint) {
    if failure.failing.is_empty() {
        // Only the end was expected: the string was complete.
        failure = failure.blaming(finished_chain(judge, judged));
    }
    if let Some(judged) = judged.filter(|&production| judge.grammar().derives_nothing(production)) {
        failure = failure.of_undefined(undefined_chain(judge, judged));
    }
    if code != DiagnosticCode::EndsTooEarly {
        failure.unfinished = None;
    }
    let (reason, hint) = reason(judge, code, input, failure.offset);
    (Diagnostic { code, failure, reason, repair: None }, hint)
}

/// The sentence that explains the failure, and what it prescribes.
fn reason(
    judge: &Judge,
    code: DiagnosticCode,
    input: &[u8],
    offset: usize,
) -> (Option<FailureReason>, RepairHint) {
    let shape = LenientParse::new(input, offset);
    let found = judge.whole_edition().and_then(|edition| reason::find(edition, code, &shape));
    match found {
        Some(found) => (Some(found.reason), found.hint),
        None => (None, RepairHint::Suggested),
    }
}

/// The code of a failure: that of the beginning of the input if it has one, or else that of the
/// kind of the failure.
fn code_of(attempt: &FailedRun<'_>, kind: FailureKind) -> DiagnosticCode {
    let FailedRun { judge, input, judged, run, .. } = attempt;
    let code = PrefixProperties::from_input(judge, input).code(judge, *judged);
    let uses = |byte| run.automaton().uses(byte);
    code.unwrap_or_else(|| code_of_kind(kind, attempt.found(), judge.is_of_urls(), uses))
}

/// What the beginning of an input shows.
pub(crate) struct PrefixProperties {
    /// The state of the recogniser of wrappers.
    pub opening: WrapperState,
    /// Whether the scheme has productions of its own only in lower case.
    pub upper: bool,
    /// Whether the text before the first `:` looks like a scheme.
    pub well_formed: bool,
}

impl PrefixProperties {
    fn from_input(judge: &Judge, input: &[u8]) -> PrefixProperties {
        PrefixProperties {
            opening: WrapperState::after(input),
            upper: repair::upper_case_scheme(judge, input).is_some(),
            well_formed: scheme(input).is_some_and(is_scheme),
        }
    }

    /// The first code that applies, if the beginning decides it; `judged` is the production by
    /// which the input is judged.
    pub fn code(&self, judge: &Judge, judged: Option<ProductionId>) -> Option<DiagnosticCode> {
        let is_wrapped = match self.opening {
            WrapperState::Wrapped => judge.is_of_whole_urls(),
            // Where any scheme is accepted, `URL` is a scheme too.
            WrapperState::Prefixed => judge.is_of_whole_urls() && judged.is_none(),
            _ => false,
        };
        if let Some(judged) = judged {
            let is_empty = judge.grammar().derives_nothing(judged);
            let wrapper = is_wrapped.then_some(DiagnosticCode::Wrapper);
            return if is_empty { Some(DiagnosticCode::EmptyProduction) } else { wrapper };
        }
        let listed =
            || judge.schemes().alternatives.iter().all(|alternative| alternative.scheme.is_some());
        match self {
            _ if is_wrapped => Some(DiagnosticCode::Wrapper),
            PrefixProperties { upper: true, .. } => Some(DiagnosticCode::SchemeUpperCase),
            PrefixProperties { well_formed: true, .. } if listed() => {
                Some(DiagnosticCode::UnknownScheme)
            }
            PrefixProperties { .. } => None,
        }
    }
}

/// The code that follows from the byte at the offset alone; `urls` says whether `#` begins a
/// fragment, as it does in a URL.
pub(crate) fn byte_code(run: &AutomatonRun<'_>, found: Option<u8>, urls: bool) -> DiagnosticCode {
    code_of_kind(FailureKind::at(run, found), found, urls, |byte| run.automaton().uses(byte))
}

/// The code of a kind of failure; `uses` says whether a byte occurs in any string.
fn code_of_kind(
    kind: FailureKind,
    found: Option<u8>,
    urls: bool,
    uses: impl Fn(u8) -> bool,
) -> DiagnosticCode {
    match kind {
        FailureKind::Undefined => DiagnosticCode::EmptyProduction,
        FailureKind::NotAscii => DiagnosticCode::NotAscii,
        FailureKind::NotUtf8 => DiagnosticCode::NotUtf8,
        FailureKind::BadEscape => DiagnosticCode::BadEscape,
        FailureKind::NotAllowed if urls && found == Some(b'#') && !uses(b'#') => {
            DiagnosticCode::FragmentNotAllowed
        }
        FailureKind::NotAllowed => DiagnosticCode::CharNotAllowed,
        FailureKind::EndsTooEarly => DiagnosticCode::EndsTooEarly,
    }
}

/// The chain from the start to the undefined name that makes a production empty.
pub(crate) fn undefined_chain(judge: &Judge, empty: ProductionId) -> Vec<ProductionId> {
    let mut chain = Vec::new();
    if empty != judge.start() {
        chain.extend(&judge.schemes().chain);
    }
    chain.extend(failure::undefined_chain(judge.grammar(), empty));
    chain
}

/// The chain to blame if nothing was waiting because the string was complete before the offset.
fn finished_chain(judge: &Judge, judged: Option<ProductionId>) -> Vec<ProductionId> {
    let mut chain = Vec::new();
    match judged {
        Some(judged) if judged != judge.start() => {
            chain.extend(&judge.schemes().chain);
            chain.push(judged);
        }
        _ => chain.push(judge.start()),
    }
    chain
}
