//! The basis of a claim, and the notes under a text that show it.

use std::fmt;

use serde::Serialize;

use super::Quotation;
use crate::document::Document;

/// The basis of a claim: the words of a document, with their place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(from = "BasisRecord"))]
#[serde(into = "BasisRecord")]
pub enum Basis {
    /// The document says so.
    Stated(Quotation),
    /// The document is silent, and another one says so.
    Silent {
        /// The silent document.
        document: Document,
        /// The words of the other document.
        taken_from: Quotation,
    },
    /// No document says so.
    Unstated {
        /// Why it is done nevertheless.
        reason: &'static str,
    },
}

impl Basis {
    /// The words, if there are any.
    pub fn quotation(&self) -> Option<Quotation> {
        match self {
            Basis::Stated(quotation) | Basis::Silent { taken_from: quotation, .. } => {
                Some(*quotation)
            }
            Basis::Unstated { .. } => None,
        }
    }

    /// The silent document, if the words come from another one.
    pub fn silent(&self) -> Option<Document> {
        match self {
            Basis::Silent { document, .. } => Some(*document),
            Basis::Stated(_) | Basis::Unstated { .. } => None,
        }
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Basis::Stated(quotation) => {
                write!(f, "{}: \"{}\"", quotation.citation(), quotation.words())
            }
            Basis::Silent { document, taken_from } => {
                let (silent, words) = (document.citation(), taken_from.words());
                // Without its text nobody knows what a document is silent about.
                match document.has_prose() {
                    true => write!(f, "{silent} is silent; ")?,
                    false => write!(f, "the prose of {silent} is not at hand; ")?,
                }
                write!(f, "{}: \"{words}\"", taken_from.citation())
            }
            Basis::Unstated { reason } => write!(f, "no document says so: {reason}"),
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "Basis"))]
struct BasisRecord {
    /// The place of the words; null where no document says so.
    citation: Option<String>,
    /// The words of the document; null where no document says so.
    words: Option<&'static str>,
    /// The document that does not say so; the words are those of another.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    silent: Option<&'static str>,
    /// Why it is done although no document says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    reason: Option<&'static str>,
}

impl From<Basis> for BasisRecord {
    fn from(basis: Basis) -> BasisRecord {
        let quotation = basis.quotation();
        BasisRecord {
            citation: quotation.map(|quotation| quotation.citation().to_string()),
            words: quotation.map(Quotation::words),
            silent: basis.silent().map(Document::citation),
            reason: match basis {
                Basis::Unstated { reason } => Some(reason),
                Basis::Stated(_) | Basis::Silent { .. } => None,
            },
        }
    }
}

/// Numbered notes: a text refers to each by its number, and they are listed below it.
#[derive(Debug, Default)]
pub struct Footnotes {
    notes: Vec<Basis>,
}

impl Footnotes {
    /// The marks of some notes, such as `[1][2]`. A note that occurs again keeps its number.
    pub fn marks(&mut self, bases: &[Basis]) -> String {
        bases.iter().map(|basis| self.mark(*basis)).collect()
    }

    fn mark(&mut self, basis: Basis) -> String {
        let known = self.notes.iter().position(|note| *note == basis);
        let number = known.unwrap_or_else(|| {
            self.notes.push(basis);
            self.notes.len() - 1
        });
        format!("[{}]", number + 1)
    }
}

impl fmt::Display for Footnotes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, note) in self.notes.iter().enumerate() {
            writeln!(f, "[{}] {note}", number + 1)?;
        }
        Ok(())
    }
}
