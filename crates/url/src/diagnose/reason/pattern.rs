//! A kind of failure, the sentence that explains it, and what the sentence prescribes.
//!
//! What is said is data: `grammar/documents/reasons.tsv` has the words, the sentences and the
//! documents. Which failures it fits is decided here, by a function of the string.

use super::GrammarExplanation;
use crate::diagnose::lenient_parse::LenientParse;
use crate::diagnose::repair::{RepairEdit, RepairEditKind};
use crate::edition::{Document, Edition};
use crate::quotation::{self, Basis, Statement};

/// What is reported where a pattern fits.
#[derive(Clone, Copy)]
pub(super) struct Explanation {
    /// Its stable name; explanations by different wordings of the same rule share it.
    pub name: &'static str,
    /// The reason in a few words; `{scheme}` is the scheme, `{found}` the character at the offset.
    pub text: &'static str,
    /// The sentences, one for each document.
    pub sentences: Statement,
    /// Documents without the sentence in whose grammars the same holds.
    pub silent: &'static [Document],
    /// The only edition to which it applies, if a document has two.
    pub only: Option<Edition>,
    /// The repair that the sentence prescribes, unless that depends on the string.
    hint: fn(&LenientParse<'_>) -> RepairHint,
}

/// A kind of failure, and what the documents say about it.
pub(super) struct FailurePattern {
    pub explanation_text: Explanation,
    /// Whether it applies to a string.
    pub fits: fn(&LenientParse<'_>) -> bool,
    /// The repair that the sentence prescribes.
    pub hint: fn(&LenientParse<'_>) -> RepairHint,
    /// The explanation by the printed grammar.
    pub explanation: fn(&LenientParse<'_>) -> Option<GrammarExplanation>,
}

/// What a sentence prescribes for a repair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::diagnose) enum RepairHint {
    /// Nothing: the repair tries what the byte suggests.
    Suggested,
    /// These edits, in order, and then what the bytes suggest.
    Edits(Vec<RepairEdit>),
    /// No repair, because none is known to preserve the meaning.
    Never,
}

impl FailurePattern {
    /// Creates a pattern without a repair of its own or an explanation.
    pub const fn new(text: Explanation, fits: fn(&LenientParse<'_>) -> bool) -> FailurePattern {
        FailurePattern { explanation_text: text, fits, hint: text.hint, explanation: |_| None }
    }

    /// Sets the repair.
    pub const fn hint(self, hint: fn(&LenientParse<'_>) -> RepairHint) -> FailurePattern {
        FailurePattern { hint, ..self }
    }

    /// Sets the explanation by the printed grammar.
    pub const fn with_explanation(
        self,
        explanation: fn(&LenientParse<'_>) -> Option<GrammarExplanation>,
    ) -> FailurePattern {
        FailurePattern { explanation, ..self }
    }
}

impl Explanation {
    /// The sentence on which it is based in an edition; `None` if it does not apply there.
    pub fn basis(&self, edition: Edition) -> Option<Basis> {
        let document = edition.document();
        let stated = self.sentences.quotation_from(document).map(Basis::Stated);
        let silent = || self.silent.contains(&document).then(|| self.sentences.basis(document));
        stated.or_else(silent).filter(|_| self.only.is_none_or(|only| only == edition))
    }
}

// `build.rs` writes a constant for each row of `grammar/documents/reasons.tsv`.
include!(concat!(env!("OUT_DIR"), "/reasons.rs"));

pub(super) fn edit(start: usize, removed: &[u8], text: &str, kind: RepairEditKind) -> RepairEdit {
    RepairEdit { start, end: start + removed.len(), text: text.to_owned(), kind }
}

/// Inserts a text.
pub(super) fn put_in(at: usize, text: &str) -> RepairHint {
    RepairHint::Edits(vec![edit(at, b"", text, RepairEditKind::PutIn)])
}

/// Removes a part.
pub(super) fn remove(at: usize, removed: &[u8]) -> RepairHint {
    RepairHint::Edits(vec![edit(at, removed, "", RepairEditKind::Remove)])
}

/// Percent-encodes the octets at some offsets.
pub(super) fn escape(shape: &LenientParse<'_>, places: impl Iterator<Item = usize>) -> RepairHint {
    let triplet = |at: usize| {
        let octet = shape.input[at];
        edit(at, &[octet], &format!("%{octet:02X}"), RepairEditKind::Escape)
    };
    RepairHint::Edits(places.map(triplet).collect())
}
