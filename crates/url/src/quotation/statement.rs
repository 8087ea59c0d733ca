//! One statement in the words of several documents.

use super::{Basis, Quotation};
use crate::document::Document;

/// What one or more documents say, each in its own words, from the oldest to the newest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement(&'static [Quotation]);

impl Statement {
    pub(crate) const fn new(words: &'static [Quotation]) -> Statement {
        Statement(words)
    }

    /// All of these words.
    pub(crate) fn quotations(self) -> &'static [Quotation] {
        self.0
    }

    /// The words of one document.
    pub fn quotation_from(self, document: Document) -> Option<Quotation> {
        self.0.iter().copied().find(|quotation| quotation.document() == document)
    }

    /// The basis of the statement for a document: its own words, or, if it is silent, the words of
    /// the latest earlier document that has the statement, else of the first later one.
    pub fn basis(self, document: Document) -> Basis {
        if let Some(quotation) = self.quotation_from(document) {
            return Basis::Stated(quotation);
        }
        let earlier = self.0.iter().rev().find(|quotation| quotation.document() < document);
        match earlier.or_else(|| self.0.first()) {
            Some(&taken_from) => Basis::Silent { document, taken_from },
            None => Basis::Unstated { reason: "" },
        }
    }
}
