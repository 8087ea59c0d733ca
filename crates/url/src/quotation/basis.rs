//! On what a claim rests, and the notes under a text that say it.

use std::fmt;

use serde::ser::{Serialize, SerializeMap as _, Serializer};

use super::Quotation;
use crate::document::Document;

/// On what a claim about a document rests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The document says so.
    Said(Quotation),
    /// The document is silent; another one says so.
    Silent {
        /// The one that is silent.
        document: Document,
        /// The words of the other.
        taken_from: Quotation,
    },
    /// No document says so.
    Unsaid {
        /// Why it is done all the same.
        reason: &'static str,
    },
}

impl Basis {
    /// The words, where there are any.
    pub fn quotation(&self) -> Option<Quotation> {
        match self {
            Basis::Said(quotation) | Basis::Silent { taken_from: quotation, .. } => {
                Some(*quotation)
            }
            Basis::Unsaid { .. } => None,
        }
    }

    /// The document that is silent, where the words are another's.
    pub fn silent(&self) -> Option<Document> {
        match self {
            Basis::Silent { document, .. } => Some(*document),
            Basis::Said(_) | Basis::Unsaid { .. } => None,
        }
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Basis::Said(quotation) => {
                write!(f, "{}: \"{}\"", quotation.citation(), quotation.words())
            }
            Basis::Silent { document, taken_from } => {
                let (silent, words) = (document.citation(), taken_from.words());
                // Of a text that is not at hand nobody knows on what it is silent.
                match document.has_prose() {
                    true => write!(f, "{silent} is silent; ")?,
                    false => write!(f, "the prose of {silent} is not at hand; ")?,
                }
                write!(f, "{}: \"{words}\"", taken_from.citation())
            }
            Basis::Unsaid { reason } => write!(f, "no document says so: {reason}"),
        }
    }
}

/// `citation`, `words`, and `silent`, the document that is; of what no document
/// says, `reason`.
impl Serialize for Basis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let quotation = self.quotation();
        map.serialize_entry("citation", &quotation.map(|it| it.citation().to_string()))?;
        map.serialize_entry("words", &quotation.map(Quotation::words))?;
        match self {
            Basis::Said(_) => {}
            Basis::Silent { document, .. } => {
                map.serialize_entry("silent", document.citation())?;
            }
            Basis::Unsaid { reason } => map.serialize_entry("reason", reason)?,
        }
        map.end()
    }
}

/// Numbered notes: a text names each by its number, and they stand below it.
#[derive(Debug, Default)]
pub struct Notes {
    notes: Vec<Basis>,
}

impl Notes {
    /// The marks of some notes, such as `[1][2]`. A note that is there already keeps its number.
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

impl fmt::Display for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, note) in self.notes.iter().enumerate() {
            writeln!(f, "[{}] {note}", number + 1)?;
        }
        Ok(())
    }
}
