//! Why a text is not an identifier.

use std::fmt;

use super::kind::{IdentifierGrammar, IdentifierKind};
use crate::bnf::ProductionId;
use crate::diagnose::{Diagnostic, examine, glance};
use crate::verdict::Judge;

/// The error of a text that is not an identifier of the requested kind.
///
/// The error keeps a copy of the text, and the offset of the failure. The other methods judge the
/// text again when they are called.
#[derive(Clone)]
pub struct IdentifierError(Box<IdentifierFailure>);

#[derive(Clone)]
struct IdentifierFailure {
    text: Box<str>,
    offset: usize,
    name: &'static str,
    grammar: &'static IdentifierGrammar,
}

impl IdentifierError {
    pub(super) fn for_text<K: IdentifierKind>(text: &str) -> IdentifierError {
        let grammar = K::grammar();
        let prefix =
            |finder: &crate::derivation::SpanFinder<_>| finder.longest_prefix(text.as_bytes());
        let offset = grammar.finder.as_ref().map_or(0, prefix);
        // A character fails at its first byte.
        let offset = (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        IdentifierError(Box::new(IdentifierFailure {
            text: text.into(),
            offset,
            name: K::NAME,
            grammar,
        }))
    }

    /// The text that was parsed.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The offset in bytes of the first character that is not allowed there; the length of the
    /// text if it ends too early.
    pub fn offset(&self) -> usize {
        self.0.offset
    }

    /// The name of the production that should derive the whole text, such as `URI-reference`.
    pub fn expected(&self) -> &'static str {
        self.0.name
    }

    /// The name of the production that failed at the offset, as the document spells it.
    pub fn production(&self) -> &'static str {
        let production: Option<ProductionId> =
            glance(self.judge(), self.text().as_bytes()).diagnostic.map(|it| it.production);
        production.map_or(self.0.name, |it| self.judge().grammar().name(it))
    }

    /// The judge that makes the [diagnostic](IdentifierError::diagnostic). Its grammar names the
    /// productions.
    pub fn judge(&self) -> &'static Judge {
        &self.0.grammar.judge
    }

    /// The full diagnostic: the productions that failed, what they expected, and a repair if there
    /// is one. `None` if the judge accepts the text.
    pub fn diagnostic(&self) -> Option<Box<Diagnostic>> {
        examine(self.judge(), self.text().as_bytes()).diagnostic
    }
}

impl fmt::Debug for IdentifierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IdentifierFailure { text, offset, name, .. } = &*self.0;
        f.debug_struct("Error")
            .field("expected", name)
            .field("text", text)
            .field("offset", offset)
            .finish()
    }
}

impl PartialEq for IdentifierError {
    fn eq(&self, other: &IdentifierError) -> bool {
        self.0.name == other.0.name && self.0.text == other.0.text
    }
}

impl Eq for IdentifierError {}

/// The message of the diagnostic, with the column in characters from 1.
impl fmt::Display for IdentifierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IdentifierFailure { text, offset, name, .. } = &*self.0;
        let column = text.chars().count() - text[*offset..].chars().count() + 1;
        let found = glance(self.judge(), text.as_bytes()).diagnostic;
        let message = |it: Box<Diagnostic>| it.message(self.judge(), text.as_bytes());
        let message = found.map_or_else(|| "it is too long".to_owned(), message);
        write!(f, "no {name}: {message} (column {column})")
    }
}

impl std::error::Error for IdentifierError {}
