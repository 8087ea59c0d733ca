//! Where a grammar is: in the text of an RFC or a draft, in RFCXML, in Markdown.
//!
//! Authors keep no `.abnf` file: the grammar is in the document, some of it in the sections that
//! explain it, all of it again in an appendix. So a document can be read as a grammar file.
//! Whatever in it is not a rule is blanked out, sign by sign, and the rest stays where it was: a
//! place in the grammar is the same place in the document. Beside it goes what a file does not
//! have: sections, pages, and what looked like a rule and is none.
//!
//! RFCXML and Markdown say which of their parts are grammar. A text does not; how rules are
//! told from what surrounds them there is the affair of [`text`].

mod canvas;
mod markdown;
mod text;
mod xml;

use super::expression::Place;
use super::notation::Notation;
use super::syntax::SyntaxError;
use canvas::Shift;

/// How a document is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentKind {
    /// The plain text of an RFC or an Internet-Draft: `.txt`.
    Text,
    /// RFCXML, of RFC 7991 or before: `.xml`.
    Xml,
    /// Markdown, as kramdown-rfc and mmark read it: `.md`, `.markdown`.
    Markdown,
}

impl DocumentKind {
    /// What the name of a file says by its extension; `None` where it is not a document's.
    pub fn of_name(name: &str) -> Option<DocumentKind> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "txt" => Some(DocumentKind::Text),
            "xml" => Some(DocumentKind::Xml),
            "md" | "markdown" => Some(DocumentKind::Markdown),
            _ => None,
        }
    }

    /// Whether a text is not a document of this kind, but a grammar: its header says in which
    /// notation.
    pub(super) fn is_a_grammar(self, text: &str) -> bool {
        self == DocumentKind::Text && super::header::names_its_notation(text)
    }

    /// Why a document holds no grammar in a notation, where nothing was found.
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

/// What a block of a document calls itself that is in a notation.
fn word(notation: Notation) -> &'static str {
    match notation {
        Notation::Abnf => "abnf",
        Notation::Spaced | Notation::Rfc822 => "bnf",
    }
}

/// What is known of the document in which a grammar stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// How it is written.
    pub kind: DocumentKind,
    /// What begins as a rule does, and is none.
    pub left_out: Vec<LeftOut>,
    /// The sections: where each begins, and what it is called.
    sections: Vec<(usize, String)>,
    shifts: Vec<Shift>,
}

impl Document {
    /// The section in which a byte stands: `section 3.2`, `appendix A`, `section "Syntax"`.
    pub fn section(&self, offset: usize) -> Option<&str> {
        let before = self.sections.partition_point(|(start, _)| *start <= offset);
        let (_, section) = self.sections.get(before.checked_sub(1)?)?;
        Some(section.as_str()).filter(|it| !it.is_empty())
    }

    /// By how many characters what is at a byte stands further right in the document, on a line
    /// that begins at `line`: `&lt;` is four there and one here.
    pub fn shift(&self, line: usize, offset: usize) -> usize {
        let on_it = self.shifts.iter().filter(|it| line < it.at && it.at <= offset);
        on_it.map(|it| it.characters).sum()
    }
}

/// Something that begins as a rule does, and was not taken for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// The name with which it begins.
    pub name: String,
    /// Where that is.
    pub place: Place,
    /// Why.
    pub reason: NoRule,
}

/// Why something is not a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoRule {
    /// It cannot be read, and nothing around it is a rule.
    #[error("it cannot be read: {0}")]
    NotReadable(String),
    /// No rule uses it, it uses none, and it is empty.
    #[error("no rule uses it, it uses no rule, and it has no string but the empty one")]
    Empty,
    /// No rule uses it, and it uses names of which none is a rule.
    #[error("no rule uses it, and nothing defines what it names")]
    Strange,
}

/// A document, with all that is not a grammar blanked out.
pub(super) struct Extract {
    pub text: String,
    /// The same, with all else as it was: for people.
    pub whole: String,
    /// Where each page begins, and its number.
    pub pages: Vec<(usize, u32)>,
    pub document: Document,
    pub wrong: Vec<SyntaxError>,
}

/// The text of a document as its grammar is told of: as it stands, but that a reference in
/// a grammar in RFCXML is what it means.
pub fn document_text(kind: DocumentKind, text: &str, notation: Notation) -> String {
    match kind {
        DocumentKind::Xml => extract(kind, text, notation).whole,
        DocumentKind::Text | DocumentKind::Markdown => text.to_owned(),
    }
}

/// Takes the grammar out of a document.
pub(super) fn extract(kind: DocumentKind, text: &str, notation: Notation) -> Extract {
    match kind {
        DocumentKind::Text => text::extract(text, notation),
        DocumentKind::Xml => xml::extract(text, notation),
        DocumentKind::Markdown => markdown::extract(text, notation),
    }
}
