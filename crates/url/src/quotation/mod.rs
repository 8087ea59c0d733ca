//! Quotations: words of the documents that support a claim, and where they are.
//!
//! All quotations are listed in `grammar/documents/quotations.tsv`, and cannot be constructed
//! elsewhere: the build writes a module of constants for each document. So the tests know every
//! quotation, and look it up on its page of the document. Each says one thing. A [`Statement`] is
//! what several documents say about the same thing, each in its own words. A [`Basis`] is what
//! supports it for a given document: the document's own words, or its silence and the words of
//! another.

mod basis;
mod statement;

use std::fmt;

use crate::document::{Citation, Document};

pub use basis::{Basis, Footnotes};
pub use statement::Statement;

/// Words of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quotation {
    citation: Citation<'static>,
    words: &'static str,
}

impl Quotation {
    pub(crate) const fn new(citation: Citation<'static>, words: &'static str) -> Quotation {
        Quotation { citation, words }
    }

    /// The words, verbatim; line ends are spaces.
    pub fn words(self) -> &'static str {
        self.words
    }

    /// Their place: document, section, and page if the text has pages.
    pub fn citation(self) -> Citation<'static> {
        self.citation
    }

    /// The document.
    pub const fn document(self) -> Document {
        self.citation.document
    }

    /// The line of the text on which they begin, from 0; `None` if they are not where the
    /// citation says.
    pub fn line(self) -> Option<usize> {
        look_up(self.citation, self.words)
    }
}

/// The line, from 0, on which words begin at the cited place; `None` if they are not there.
pub fn look_up(citation: Citation<'_>, words: &str) -> Option<usize> {
    let text = citation.document.text();
    text.find(words).find(|&line| {
        let page = text.lines().get(line).and_then(|line| line.page);
        let in_section = |section: &str| text.sections_at(line).contains(&section);
        (citation.page.is_none() || citation.page == page)
            && citation.section.is_none_or(in_section)
    })
}

impl fmt::Display for Quotation {
    /// `"The words." (RFC 1738, section 6, page 21)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" ({})", self.words, self.citation)
    }
}

/// All quotations, the oldest document first.
pub fn all() -> impl Iterator<Item = Quotation> {
    ALL.iter().copied()
}

/// A sentence about characters: these, the schemes to which it applies (empty: all), and its words.
///
/// A sentence counts only for the document that prints it: where a document is silent, no later
/// one is consulted. RFC 1738 names characters that "may be reserved" by a scheme. That
/// reserves none, so only what RFC 1738 says about a particular scheme counts for that scheme.
pub(crate) type CharacterSentence = (&'static str, &'static [&'static str], Quotation);

// `build.rs` writes a module of quotations for each document, the module `statements`, and two
// lists of sentences. Those of `RESERVED` reserve a character, forbid it, or call it unsafe. Those
// of `OTHER` call characters safe, or say why the sets of characters changed.
include!(concat!(env!("OUT_DIR"), "/quotations.rs"));
