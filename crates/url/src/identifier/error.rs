//! Why a text is not an identifier.

use std::fmt;

use super::kind::IdentifierKind;
use crate::diagnose::{Diagnostic, examine, glance};
use crate::verdict::Judge;

/// The error of a text that is not an identifier of the requested kind.
///
/// The error keeps a copy of the text. The methods that explain the failure judge the text again when
/// they are called.
#[derive(Clone)]
pub struct IdentifierError {
    text: Box<str>,
    name: &'static str,
    judge: &'static Judge,
}

impl IdentifierError {
    pub(super) fn for_text<K: IdentifierKind>(text: &str) -> IdentifierError {
        IdentifierError { text: text.into(), name: K::NAME, judge: K::judge() }
    }

    /// The text that was parsed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The offset in bytes of the first character that is not allowed there; the length of the
    /// text if it ends too early.
    pub fn offset(&self) -> usize {
        self.glance().map_or(self.text.len(), |diagnostic| diagnostic.offset)
    }

    /// The name of the production that should derive the whole text, such as `URI-reference`.
    pub fn expected(&self) -> &'static str {
        self.name
    }

    /// The name of the production that failed at the offset, as the document spells it.
    pub fn production(&self) -> &'static str {
        let grammar = self.judge.grammar();
        self.glance().map_or(self.name, |diagnostic| grammar.name(diagnostic.production))
    }

    /// The judge that makes the [diagnostic](IdentifierError::diagnostic). Its grammar names the
    /// productions.
    pub fn judge(&self) -> &'static Judge {
        self.judge
    }

    /// The full diagnostic: the productions that failed, what they expected, and a repair if there
    /// is one. `None` if the judge accepts the text.
    pub fn diagnostic(&self) -> Option<Box<Diagnostic>> {
        examine(self.judge, self.text.as_bytes()).diagnostic
    }

    /// The diagnostic without a repair.
    fn glance(&self) -> Option<Box<Diagnostic>> {
        glance(self.judge, self.text.as_bytes()).diagnostic
    }
}

impl fmt::Debug for IdentifierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("expected", &self.name)
            .field("text", &self.text)
            .field("offset", &self.offset())
            .finish()
    }
}

impl PartialEq for IdentifierError {
    fn eq(&self, other: &IdentifierError) -> bool {
        self.name == other.name && self.text == other.text
    }
}

impl Eq for IdentifierError {}

/// The message of the diagnostic, with the column in characters from 1.
impl fmt::Display for IdentifierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IdentifierError { text, name, judge } = self;
        let Some(diagnostic) = self.glance() else { return write!(f, "no {name}") };
        let column = text[..diagnostic.offset].chars().count() + 1;
        write!(f, "no {name}: {} (column {column})", diagnostic.message(judge, text.as_bytes()))
    }
}

impl std::error::Error for IdentifierError {}
