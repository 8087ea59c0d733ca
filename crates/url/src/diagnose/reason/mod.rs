//! Explains a failure with a sentence of the document.
//!
//! The failing production is exact, but a person who knows the document could often say more:
//! `http://user:pw@h/` fails where a port should have digits, because "No user name or password
//! is allowed." The tables here pair failures with sentences, grouped by subject. A pattern
//! applies to the documents that contain the sentence, and to others in which the same is known
//! to hold. If the sentence prescribes how to write the string, the pattern has the edits too; if
//! it rules out every way to write it, there is no repair.

mod address;
mod host;
mod name;
mod pattern;
mod path;
mod reference;
mod slip;
mod whole;

use std::sync::OnceLock;

use super::DiagnosticCode;
use super::lenient_parse::{LenientParse, is_utf16};
use crate::edition::{Document, Edition};
use crate::quotation::{Basis, Statement};
use crate::registry::{self, SchemeStatus};

pub(super) use pattern::RepairHint;
use pattern::{FailurePattern, reasons};

/// A sentence that explains why a string fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureReason {
    /// The name of the pattern.
    pub name: &'static str,
    /// The reason in a few words.
    pub text: String,
    /// The sentence, from the document itself or, where it is silent, from another.
    pub basis: Basis,
    /// What the printed grammar shows, if another production than the failing one explains more.
    pub explanation: Option<GrammarExplanation>,
}

/// An explanation by a production that refers to the failing one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarExplanation {
    /// The headline.
    pub headline: String,
    /// The production, under its names in the grammars.
    pub production: &'static [&'static str],
    /// Names that may occur in its text, with a remark on each.
    pub remarks: Vec<(&'static str, String)>,
}

impl FailureReason {
    /// The sentence and its place: `RFC 1738, section 3.3, page 9: "…"`.
    pub fn words(&self) -> String {
        self.basis.to_string()
    }
}

/// All patterns; the first that fits is reported.
const TABLES: [&[FailurePattern]; 8] = [
    slip::PATTERNS,
    host::PATTERNS,
    path::PATTERNS,
    name::PATTERNS,
    whole::PATTERNS,
    address::PATTERNS,
    reference::PATTERNS,
    host::LAST,
];

/// A reason, and what its sentence prescribes.
pub(super) struct MatchedReason {
    pub reason: FailureReason,
    pub hint: RepairHint,
}

/// Finds the reason why a string of an edition fails at an offset.
pub(super) fn find(
    edition: Edition,
    code: DiagnosticCode,
    shape: &LenientParse<'_>,
) -> Option<MatchedReason> {
    if is_utf16(shape.input) {
        return None;
    }
    if code == DiagnosticCode::UnknownScheme {
        let reason = without_production(edition.document(), shape.scheme)?;
        return Some(MatchedReason { reason, hint: RepairHint::Suggested });
    }
    if code == DiagnosticCode::Wrapper {
        let wrapper = reasons::WRAPPER;
        let (name, text) = (wrapper.name, wrapper.text.to_owned());
        let basis = wrapper.sentences.basis(edition.document());
        let reason = FailureReason { name, text, basis, explanation: None };
        return Some(MatchedReason { reason, hint: RepairHint::Suggested });
    }
    let &(pair, basis) = patterns_of(edition).iter().find(|(pair, _)| (pair.fits)(shape))?;
    let found = || shape.found_shown().unwrap_or_default();
    let text = match pair.explanation_text.text.contains('{') {
        true => pair
            .explanation_text
            .text
            .replace("{scheme}", shape.scheme)
            .replace("{found}", &found()),
        false => pair.explanation_text.text.to_owned(),
    };
    let reason = FailureReason {
        name: pair.explanation_text.name,
        text,
        basis,
        explanation: (pair.explanation)(shape),
    };
    Some(MatchedReason { reason, hint: (pair.hint)(shape) })
}

/// A pattern, and the sentence on which it is based in an edition.
type ApplicablePattern = (&'static FailurePattern, Basis);

/// The patterns that apply to an edition, in order.
fn patterns_of(edition: Edition) -> &'static [ApplicablePattern] {
    static PATTERNS: [OnceLock<Vec<ApplicablePattern>>; Edition::ALL.len()] =
        [const { OnceLock::new() }; Edition::ALL.len()];
    PATTERNS[edition.index()].get_or_init(|| {
        let pairs = TABLES.into_iter().flatten();
        pairs.filter_map(|pair| Some((pair, pair.explanation_text.basis(edition)?))).collect()
    })
}

/// The names of all patterns, with their sentences and the documents that are silent.
pub fn pairs() -> impl Iterator<Item = (&'static str, Statement, &'static [Document])> {
    let explanations = TABLES.into_iter().flatten().map(|pair| pair.explanation_text);
    explanations.map(|explanation| (explanation.name, explanation.sentences, explanation.silent))
}

/// What a document says about a scheme for which it has no production.
fn without_production(document: Document, scheme: &str) -> Option<FailureReason> {
    let entry = registry::find(scheme)?.entry(document)?;
    let text = match entry.standing {
        SchemeStatus::Described => "the document describes it in prose, without a production",
        SchemeStatus::Historical => "its production is a historical note",
        SchemeStatus::Reserved => "its name is reserved, without a production",
        SchemeStatus::ForStudy => "it is left for further study",
        SchemeStatus::Experimental => "it is experimental: what it means is agreed upon elsewhere",
        SchemeStatus::Defined | SchemeStatus::Prefix => return None,
    };
    let (name, text) = ("no-production", text.to_owned());
    Some(FailureReason { name, text, basis: Basis::Stated(entry.quotation), explanation: None })
}
