//! Grammars in documents: the text of an RFC or a draft, RFCXML, or Markdown.
//!
//! Authors seldom keep an `.abnf` file. The grammar is in the document, partly in the sections
//! that explain it and again in an appendix. So a document can be read as a grammar file:
//! everything that is not a rule is replaced by blanks, and the rest keeps its offset, so that a
//! place in the grammar is the same place in the document. Sections, pages, and text that looks
//! like a rule but is none are returned too.
//!
//! RFCXML and Markdown mark their grammars. Plain text does not; [`text`] describes how its
//! rules are found.

mod canvas;
mod markdown;
mod text;
mod xml;

use super::expression::Span;
use super::notation::Notation;
use super::syntax::SyntaxError;
use canvas::ColumnShift;

/// The format of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentKind {
    /// The plain text of an RFC or an Internet-Draft: `.txt`.
    Text,
    /// RFCXML, as in RFC 7991 or before: `.xml`.
    Xml,
    /// Markdown, as kramdown-rfc and mmark read it: `.md`, `.markdown`.
    Markdown,
}

impl DocumentKind {
    /// The kind that the extension of a file name declares; `None` if it is not that of a
    /// document.
    pub fn of_name(name: &str) -> Option<DocumentKind> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "txt" => Some(DocumentKind::Text),
            "xml" => Some(DocumentKind::Xml),
            "md" | "markdown" => Some(DocumentKind::Markdown),
            _ => None,
        }
    }

    /// Whether a text is a grammar and not a document of this kind, because its header names a
    /// notation.
    pub(super) fn is_a_grammar(self, text: &str) -> bool {
        self == DocumentKind::Text && super::header::names_its_notation(text)
    }

    /// The message when no grammar in this notation is found.
    pub(super) fn nothing_found(self, notation: Notation) -> String {
        let word = word(notation);
        match self {
            DocumentKind::Text if notation == Notation::Spaced => {
                "in the notation spaced nothing tells a rule from the text around it; it can be read from RFCXML, Markdown or a `.bnf` file".to_owned()
            }
            DocumentKind::Text => {
                format!("no line of the text begins a rule in the notation {}", notation.name())
            }
            DocumentKind::Xml => format!(
                "the document contains no `<sourcecode type=\"{word}\">` and no `<artwork type=\"{word}\">`"
            ),
            DocumentKind::Markdown => {
                format!("no fenced block of the document is marked `{word}`")
            }
        }
    }
}

/// The type by which a document marks a block in a notation.
fn word(notation: Notation) -> &'static str {
    match notation {
        Notation::Abnf => "abnf",
        Notation::Spaced | Notation::Rfc822 => "bnf",
    }
}

/// What is known about the document that contains a grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentInfo {
    /// Its format.
    pub kind: DocumentKind,
    /// The texts that look like a rule but are none.
    pub left_out: Vec<RejectedRule>,
    /// The offset at which each section begins, and its title.
    sections: Vec<(usize, String)>,
    shifts: Vec<ColumnShift>,
}

impl DocumentInfo {
    /// The section with a byte: `section 3.2`, `appendix A`, `section "Syntax"`.
    pub fn section(&self, offset: usize) -> Option<&str> {
        let before = self.sections.partition_point(|(start, _)| *start <= offset);
        let (_, section) = self.sections.get(before.checked_sub(1)?)?;
        Some(section.as_str()).filter(|section| !section.is_empty())
    }

    /// By how many characters the text at `offset` is further right in the document than here,
    /// on the line that begins at `line`: `&lt;` has four characters there and one here.
    pub fn shift(&self, line: usize, offset: usize) -> usize {
        let on_it = self.shifts.iter().filter(|shift| line < shift.at && shift.at <= offset);
        on_it.map(|shift| shift.characters).sum()
    }
}

/// A text that begins like a rule, but was not read as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectedRule {
    /// The name with which it begins.
    pub name: String,
    /// The place of that name.
    pub place: Span,
    /// Why it was not read.
    pub reason: RuleRejectionReason,
}

/// Why a text is not a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleRejectionReason {
    /// It cannot be read, and there is no rule around it.
    #[error("it cannot be read: {0}")]
    NotReadable(String),
    /// No rule uses it, it uses no rule, and it is empty.
    #[error("no rule uses it, it uses no rule, and it has no string but the empty one")]
    Empty,
    /// No rule uses it, and it uses only undefined names.
    #[error("no rule uses it, and nothing defines what it names")]
    Strange,
}

/// A document with everything but its grammar blanked out.
pub(super) struct ExtractedGrammar {
    pub text: String,
    /// The grammar with all else as it was, for display.
    pub whole: String,
    /// The offset at which each page begins, and its number.
    pub pages: Vec<(usize, u32)>,
    pub document: DocumentInfo,
    pub wrong: Vec<SyntaxError>,
}

/// The text of a document, with the offsets that its grammar has. It is the document itself,
/// except that in RFCXML the references in a grammar are replaced by their characters.
pub fn document_text(kind: DocumentKind, text: &str, notation: Notation) -> String {
    match kind {
        DocumentKind::Xml => extract(kind, text, notation).whole,
        DocumentKind::Text | DocumentKind::Markdown => text.to_owned(),
    }
}

/// Extracts the grammar from a document.
pub(super) fn extract(kind: DocumentKind, text: &str, notation: Notation) -> ExtractedGrammar {
    match kind {
        DocumentKind::Text => text::extract(text, notation),
        DocumentKind::Xml => xml::extract(text, notation),
        DocumentKind::Markdown => markdown::extract(text, notation),
    }
}
